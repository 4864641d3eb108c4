//! The table of the solver's techniques: what is made from it agrees with it, and
//! so does its copy in `docs/ARCHITECTURE.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use sudosat::cdcl::{Config, Event, Stats, Technique};

/// The options of `sat` that switch a technique off, as one types them.
fn options_off(technique: &Technique) -> Option<String> {
    let (setting, off) = technique.off?;
    let option = setting.replace('_', "-");
    Some(match off {
        "off" => format!("--no-{option}"),
        _ => format!("--{option} {off}"),
    })
}

#[test]
fn each_setting_and_counter_belongs_to_one_technique() {
    let settings = Technique::ALL.iter().flat_map(|row| row.settings);
    let declared = Config::SETTINGS.iter().map(|setting| setting.name);
    assert_eq!(
        settings.copied().collect::<Vec<_>>(),
        Vec::from_iter(declared)
    );
    let counters = Technique::ALL.iter().flat_map(|row| row.counters);
    let stats = Stats::default();
    let counted = stats.iter().map(|(name, _)| name);
    assert_eq!(
        counters.copied().collect::<Vec<_>>(),
        Vec::from_iter(counted)
    );
    let names: BTreeSet<&str> = Technique::ALL.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), Technique::ALL.len(), "names are distinct");
}

#[test]
fn a_technique_switched_off_is_off() {
    let mut switched = 0;
    for row in Technique::ALL {
        let mut config = Config::default();
        let before = row.is_on(&config);
        row.switch_off(&mut config);
        let Some((name, _)) = row.off else {
            assert!(before && config == Config::default(), "{}", row.name);
            continue;
        };
        assert!(config.get(name).is_some(), "{name} is a setting");
        assert!(row.settings.contains(&name), "{name} is its own");
        assert!(!row.is_on(&config), "{} is off", row.name);
        assert_eq!(before, config != Config::default(), "{}", row.name);
        switched += usize::from(before);
    }
    assert!(switched > 10, "{switched} can be switched off");
}

#[test]
fn the_legend_has_the_events_of_the_techniques() {
    let legend: Vec<char> = Event::all().map(|event| event.letter).collect();
    let events = Technique::ALL.iter().filter_map(|row| row.event.as_ref());
    let letters: Vec<char> = events.map(|event| event.letter).collect();
    assert_eq!(legend[0], '*');
    assert_eq!(legend[1..=letters.len()], letters);
    assert_eq!(legend[letters.len() + 1..], ['1', '0', '?']);
}

#[test]
fn the_document_has_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ARCHITECTURE.md");
    let document = fs::read_to_string(file).unwrap();
    let mut table = String::from(
        "| technique | what it does | in `sat -v` | switched off by |\n|---|---|---|---|\n",
    );
    for row in Technique::ALL {
        let letter = row.event.as_ref();
        let letter = letter.map_or(String::new(), |event| format!("`{}`", event.letter));
        let off = options_off(row).map_or(String::new(), |options| format!("`{options}`"));
        table += &format!("| `{}` | {} | {letter} | {off} |\n", row.name, row.about);
    }
    assert!(document.contains(&table), "the table should be:\n{table}");
}
