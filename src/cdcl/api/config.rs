//! The settings as a whole: a choice for teaching, and switching techniques off.
//!
//! [The table](super::super::techniques) declares the settings. They do not change
//! during a search.

use super::setting::{Decision, Modes};
use crate::cdcl::technique::Technique;
use crate::cdcl::techniques::Config;

impl Config {
    /// Returns the settings with a change, as `Config::default().with(|config| config.seed = 7)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Config)) -> Config {
        change(&mut self);
        self
    }

    /// Returns the settings of conflict-driven clause learning as it is first
    /// taught: decide the first unassigned variable, with the value
    /// `first_phase`; learn; jump back. There are no restarts, and no clause is
    /// changed or deleted.
    pub fn plain(first_phase: bool) -> Config {
        Config {
            decision: Decision::LowestIndex,
            first_phase,
            phase_saving: false,
            shrink: false,
            bump_reasons: false,
            modes: Modes::Focused,
            stable_share: 50,
            restart_interval: None,
            rephase_interval: None,
            reduce_interval: None,
            counting: false,
            lucky: false,
            simplify: false,
            eliminate_interval: None,
            congruence_interval: None,
            substitute_interval: None,
            vivify_interval: None,
            sweep_interval: None,
            choose_interval: None,
            parity_interval: None,
            symmetry_start: None,
            ..Config::default()
        }
    }
}

impl Technique {
    /// Returns `true` if the settings are such that the technique is used, as
    /// far as its own setting decides it.
    pub fn is_on(&self, config: &Config) -> bool {
        self.off
            .is_none_or(|(setting, off)| config.get(setting).is_some_and(|value| value != off))
    }

    /// Switches the technique off, if it can be switched off.
    pub fn switch_off(&self, config: &mut Config) {
        if let Some((setting, off)) = self.off {
            config.set(setting, off);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::Values;

    #[test]
    fn every_setting_reads_back_what_it_shows_and_refuses_the_rest() {
        for setting in Config::SETTINGS {
            let name = setting.name;
            let mut config = Config::default();
            let shown = config.get(name).unwrap();
            assert!(config.set(name, &shown), "{name}");
            assert_eq!(config, Config::default(), "{name}");
            for wrong in ["", "-1", "maybe", "99999999999999999999999", "1.5"] {
                assert!(!config.set(name, wrong), "{name}");
            }
            assert_eq!(config, Config::default(), "{name}");
            assert!(!setting.meaning.is_empty());
        }
        assert_eq!(Config::default().get("no_setting"), None);
        assert!(!Config::default().set("no_setting", "on"));
    }

    #[test]
    fn plain_settings_change_no_clause() {
        let plain = Config::plain(true);
        let on = Technique::ALL
            .iter()
            .filter(|technique| technique.is_on(&plain));
        let with_switch: Vec<_> = on.filter(|technique| technique.off.is_some()).collect();
        let names: Vec<_> = with_switch.iter().map(|technique| technique.name).collect();
        // Local search follows resets of the phases, of which there are none.
        assert_eq!(names, ["walk"]);
    }

    #[test]
    fn numbers_stay_in_their_range() {
        for setting in Config::SETTINGS {
            let (Values::Number(range) | Values::Interval(range)) = (setting.values)() else {
                continue;
            };
            let mut config = Config::default();
            let mut set = |number: u64| config.set(setting.name, &number.to_string());
            assert!(set(*range.start()) && set(*range.end()), "{}", setting.name);
            assert!(!range.end().checked_add(1).is_some_and(&mut set));
            assert!(!range.start().checked_sub(1).is_some_and(&mut set));
            let largest = range.end().to_string();
            assert_eq!(config.get(setting.name), Some(largest));
        }
    }
}
