//! Random puzzles with every rule, written in many forms, with the rules stated in every place
//! where people state them: each is read back equal, or refused. A puzzle that is read without
//! its rules, or with other clues, is a failure.

use crate::fuzzing::pace::play;
use crate::rules_common::random_map;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use sudosat::sudoku::rules::{Arrow, Cage, Parity, Regions, Spec};
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{Options, Stated, read};
use sudosat::sudoku::{Cell, Rules, Size, print};

/// Words that name a rule of the table are met by a mark of this rule alone.
#[test]
fn a_title_may_name_the_rule_of_a_mark() {
    for (title, mark) in [
        ("German Whispers", "whispers 1 r1c1 r1c2"),
        ("Dutch Whispers", "dutch-whispers 1 r1c1 r1c2"),
        ("Renban lines", "renban r1c1 r1c2"),
        ("Nabner", "nabner r1c1 r1c2"),
        ("Zipper Lines", "zipper r1c1 r1c2"),
        ("Between Lines", "between r1c1 r1c2"),
        ("Lockout Lines", "lockout 1 r1c1 r1c2"),
        ("Entropic Lines", "entropic r1c1 r1c2"),
        ("Modular Lines", "modular r1c1 r1c2"),
        ("Parity Lines", "parity-line r1c1 r1c2"),
        ("Slow Thermo", "slow-thermo r1c1 r1c2"),
        ("Ascending", "ascending 1 r1c1 r1c2"),
        ("Quadruples", "quadruple 1 r1c1 r1c2 r2c1 r2c2"),
        ("Sandwich Sums", "sandwich 0 r1c1-r1c4"),
        ("X-Sums", "xsum 1 r1c1-r1c4"),
        ("Skyscrapers", "skyscraper 1 r1c1-r1c4"),
        ("Numbered Rooms", "numbered-room 1 r1c1-r1c4"),
        ("Double Arrow", "double-arrow r1c1 r1c2 r1c3"),
        ("Region Sum Lines", "region-sum r1c1 r1c2 r1c3"),
        ("Equal Sums", "equal-sums 1 1 r1c1 r1c2"),
        ("Ten Lines", "ten-line 10 r1c1 r1c2"),
        ("Look and Say", "look-and-say 11 r1c1 r1c2"),
        ("Row indexer", "row-indexer r1c1"),
        ("Taxicab", "taxicab 3"),
        ("Minimum and maximum", "minimum r1c1"),
        ("Local minima", "minimum r1c1"),
        ("No difference", "no-difference 1"),
    ] {
        let read = |mark: &str| {
            let text = format!("# {title}\n1...\n....\n....\n....\n\n{mark}\n");
            let entry = read(text.as_bytes(), "text", &Options::default()).next();
            entry.unwrap()
        };
        let found = read(mark).unwrap();
        let marks: Vec<String> = found
            .puzzle
            .rules()
            .spec()
            .marks
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(marks, [mark], "{title}");
        let other = read("counting-circles r1c1 r1c2");
        assert!(
            other
                .unwrap_err()
                .to_string()
                .contains("which may state a rule"),
            "{title}"
        );
    }
}

/// Words of everyday comments that also occur in the names of rules.
#[test]
fn everyday_comments_state_no_rule() {
    const GRID: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for comment in [
        "index 12",
        "Puzzle index 3",
        "Indexed by rating",
        "first 10 lines",
    ] {
        let text = format!("# {comment}\n{GRID}\n");
        let entries: Vec<_> = read(text.as_bytes(), "text", &Options::default()).collect();
        assert!(matches!(&entries[..], [Ok(_)]), "{comment}: {entries:?}");
    }
}

/// A grid of clues, its rules, and the symbols that it is written with.
struct Case {
    spec: Spec,
    /// For each cell in reading order the value of its clue, from 1.
    clues: Vec<Option<usize>>,
    symbols: Vec<String>,
    stated: Stated,
}

/// How cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Line,
    Rows,
    Spaced,
    Commas,
    Tabs,
    Bars,
    Boxed,
}

const FORMS: [Form; 7] = [
    Form::Line,
    Form::Rows,
    Form::Spaced,
    Form::Commas,
    Form::Tabs,
    Form::Bars,
    Form::Boxed,
];

/// Where the rules are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Channel {
    Option,
    Description,
    Json,
    JsonKey,
    LineAbove,
    LineAboveAndBlank,
    LineBelow,
    LineBelowAndBlank,
    CommentAbove,
    CommentBehind,
    CommentBelow,
    Keyword,
    Field,
    Column,
    MapAbove,
    MapBelow,
}

const CHANNELS: [Channel; 16] = [
    Channel::Option,
    Channel::Description,
    Channel::Json,
    Channel::JsonKey,
    Channel::LineAbove,
    Channel::LineAboveAndBlank,
    Channel::LineBelow,
    Channel::LineBelowAndBlank,
    Channel::CommentAbove,
    Channel::CommentBehind,
    Channel::CommentBelow,
    Channel::Keyword,
    Channel::Field,
    Channel::Column,
    Channel::MapAbove,
    Channel::MapBelow,
];

impl Channel {
    /// Returns `true` if the format is the program's own, so that no case may be refused.
    fn is_own(self) -> bool {
        matches!(self, Channel::Option | Channel::Description | Channel::Json)
    }

    /// Returns `true` if only regions can be stated here.
    fn is_map(self) -> bool {
        matches!(self, Channel::MapAbove | Channel::MapBelow)
    }

    /// Returns `true` if the cells must be one word.
    fn needs_line(self) -> bool {
        use Channel::{Column, CommentBehind, Field, JsonKey};
        matches!(self, CommentBehind | Field | Column | JsonKey)
    }
}

fn random_case(channel: Channel, rng: &mut Rng) -> Case {
    let sides = [4, 6, 8, 9, 9, 9, 10, 12, 15, 16, 20, 25];
    let side = sides[rng.usize(..sides.len())];
    let size = Size::new(side).unwrap();
    // Rules that make no sense together are no puzzle. `Rules` orders the others.
    let spec = loop {
        if let Ok(rules) = Rules::new(random_spec(size, channel.is_map(), rng)) {
            break rules.spec().clone();
        }
    };
    let percent = rng.u32(..=100);
    // A shifted pattern has no digit twice in a row, column or box of n×n.
    let (rows, shift) = match Spec::usual(size).unwrap().regions {
        Regions::Boxes { rows, cols } => (rows, cols),
        _ => (1, 1),
    };
    // Other names of the digits: a first row that counts would look like a heading.
    let mut names: Vec<usize> = (1..=side).collect();
    rng.shuffle(&mut names);
    let digit = |row: usize, col: usize| names[(row % rows * shift + row / rows + col) % side];
    let clues = size
        .cells()
        .map(|cell| (rng.u32(..100) < percent).then(|| digit(cell.row(), cell.col())));
    let clues = clues.collect();
    let (symbols, stated) = random_symbols(side, rng);
    Case {
        spec,
        clues,
        symbols,
        stated,
    }
}

/// Returns the symbols of a grid, and the option that states them.
fn random_symbols(side: usize, rng: &mut Rng) -> (Vec<String>, Stated) {
    let chars = |from: &str| from.chars().take(side).map(String::from).collect();
    let numbers = |first: usize| (first..first + side).map(|n| n.to_string()).collect();
    const OTHERS: &str = "MONEYGIRLSWADHUBCFJKPQTVZ";
    match rng.u8(..8) {
        0 => (numbers(0), Stated::FromZero),
        1 => (
            chars("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            Stated::FromZero,
        ),
        2 => (chars("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), Stated::Letters),
        3 => (
            chars(OTHERS),
            Stated::Chars(OTHERS.chars().take(side).collect()),
        ),
        4 | 5 => (
            chars("123456789abcdefghijklmnopqrstuvwxyz"),
            Stated::FromOne,
        ),
        _ => (numbers(1), Stated::FromOne),
    }
}

/// Returns rules of which at least one is beyond the usual boxes. Only regions if `is_map` is
/// set.
fn random_spec(size: Size, is_map: bool, rng: &mut Rng) -> Spec {
    let usual = Spec::usual(size).unwrap();
    loop {
        let mut spec = usual.clone();
        if is_map || rng.u8(..5) == 0 {
            spec.regions = Regions::Map(random_map(size, rng));
        }
        if !is_map {
            add_rules(&mut spec, rng);
        }
        if spec != usual {
            return spec;
        }
    }
}

/// Adds rules of the grid as a whole and of single cells.
fn add_rules(spec: &mut Spec, rng: &mut Rng) {
    let size = spec.size;
    let mut one_in = |n: u8| rng.u8(..n) == 0;
    spec.diagonals = [one_in(4), one_in(4)];
    let is_boxes = matches!(spec.regions, Regions::Boxes { rows, cols } if rows == cols);
    spec.windows = is_boxes && one_in(5);
    spec.disjoint_groups = is_boxes && one_in(6);
    for rule in ["anti-knight", "anti-king", "non-consecutive"] {
        if one_in(6) {
            spec.mark(rule, &[], &[]);
        }
    }
    for _ in 0..rng.usize(..4) {
        let length = rng.usize(2..=4.min(size.side()));
        let cells = line(size, length, rng);
        match rng.u8(..9) {
            0 => spec.extra.push(cells),
            1 => spec.cages.push(Cage {
                sum: rng.bool().then(|| 3 + rng.u32(..8)),
                repeats: rng.bool(),
                cells,
            }),
            2 => {
                let parity = if rng.bool() {
                    Parity::Even
                } else {
                    Parity::Odd
                };
                if !spec.parities.iter().any(|(cell, _)| *cell == cells[0]) {
                    spec.parities.push((cells[0], parity));
                }
            }
            3 => spec.mark("less", &[], &cells[..2]),
            4 => spec.mark("thermo", &[], &cells),
            5 => spec.arrows.push(Arrow {
                bulb: vec![cells[0]],
                shaft: cells[1..].to_vec(),
            }),
            6 | 7 => {
                let kinds = [
                    ("difference", 1),
                    ("ratio", 2),
                    ("sum", 5),
                    ("difference", 2),
                    ("sum", 6),
                ];
                let (rule, number) = kinds[rng.usize(..kinds.len())];
                spec.mark(rule, &[number], &cells[..2]);
            }
            _ => spec.mark("palindrome", &[], &cells),
        }
    }
    // The order in which the description lists them.
    spec.parities.sort_by_key(|(_, parity)| *parity);
}

/// Returns cells next to each other in a row.
fn line(size: Size, length: usize, rng: &mut Rng) -> Vec<Cell> {
    let (row, start) = (rng.usize(..size.side()), rng.usize(..=size.side() - length));
    (start..start + length)
        .map(|col| Cell::new(row, col))
        .collect()
}

/// Returns the cells of a case as text without a last line end; `None` if the form has none.
fn cells(case: &Case, form: Form, blank: &str) -> Option<String> {
    let side = case.spec.size.side();
    let shown: Vec<&str> = case
        .clues
        .iter()
        .map(|clue| clue.map_or(blank, |value| &case.symbols[value - 1]))
        .collect();
    let is_single = case.symbols.iter().all(|symbol| symbol.len() == 1);
    let by = |separator: &str| -> String {
        let rows = shown.chunks(side).map(|row| row.join(separator));
        rows.collect::<Vec<_>>().join("\n")
    };
    Some(match form {
        Form::Line if is_single => shown.concat(),
        Form::Rows if is_single => by(""),
        Form::Line | Form::Rows => return None,
        Form::Spaced => by(" "),
        Form::Commas => by(","),
        Form::Tabs => by("\t"),
        Form::Bars => {
            let rows = shown
                .chunks(side)
                .map(|row| format!("| {} |", row.join(" | ")));
            rows.collect::<Vec<_>>().join("\n")
        }
        Form::Boxed => return boxed(case, &shown, is_single),
    })
}

/// Returns the cells in boxes drawn with lines, where the boxes are the usual ones.
fn boxed(case: &Case, shown: &[&str], is_single: bool) -> Option<String> {
    let side = case.spec.size.side();
    let Regions::Boxes { rows, cols } = case.spec.regions else {
        return None;
    };
    if !is_single {
        return None;
    }
    let mut text = Vec::new();
    let bar = vec!["-".repeat(2 * cols + 1); side / cols].join("+");
    for (row, cells) in shown.chunks(side).enumerate() {
        if row > 0 && row % rows == 0 {
            text.push(format!("+{bar}+"));
        }
        let groups = cells
            .chunks(cols)
            .map(|group| format!(" {} ", group.join(" ")));
        text.push(format!("|{}|", groups.collect::<Vec<_>>().join("|")));
    }
    Some(text.join("\n"))
}

/// Returns the input of a case, and the rules that go with it as an option.
fn written(case: &Case, channel: Channel, rng: &mut Rng) -> Option<(String, String)> {
    let statements = print::statements(&case.spec);
    // The usual boxes need no statement.
    let usual = print::statements(&Spec::usual(case.spec.size)?);
    let statements: Vec<String> = statements
        .into_iter()
        .filter(|statement| !usual.contains(statement))
        .collect();
    let rules = statements.join("; ");
    let form = match channel.needs_line() {
        true => Form::Line,
        false => FORMS[rng.usize(..FORMS.len())],
    };
    let blank = [".", "0", "_", "*", "-"][rng.usize(..5)];
    let has_zero = case.symbols[0] == "0";
    let blank = if has_zero && blank == "0" { "." } else { blank };
    // More cells than that are read as rows.
    if form == Form::Line && case.spec.size.side() > 25 {
        return None;
    }
    let cells = || cells(case, form, blank);
    let lines = |mark: &str| -> String {
        statements
            .iter()
            .map(|statement| format!("{mark}{statement}\n"))
            .collect()
    };
    let has_letters = rng.bool();
    let map = || -> Option<String> {
        let Regions::Map(map) = &case.spec.regions else {
            return None;
        };
        let signs: Vec<char> = match has_letters {
            true => ('A'..='Z').collect(),
            false => ('1'..='9').chain('A'..='Z').collect(),
        };
        let rows = map.chunks(case.spec.size.side()).map(|row| -> String {
            row.iter()
                .map(|&region| signs[usize::from(region)])
                .collect()
        });
        Some(rows.collect::<Vec<_>>().join("\n"))
    };
    let label = ["", "Regions:\n", "Jigsaw:\n", "boxes:\n"][rng.usize(..4)];
    let text = match channel {
        Channel::Option => return Some((cells()?, rules)),
        Channel::Description => {
            let size = case.spec.size;
            let rows = self::cells(case, Form::Spaced, ".")?;
            let symbols = match &case.stated {
                Stated::FromZero => "symbols from 0".to_owned(),
                Stated::FromOne if case.spec.size.side() > 9 => "symbols from 1".to_owned(),
                Stated::FromOne => String::new(),
                _ => format!("symbols {}", case.symbols.concat()),
            };
            format!("size {size}\n{}{symbols}\nclues\n{rows}\n", lines("")).replace('×', "x")
        }
        Channel::Json => {
            let value = |clue: &Option<usize>| clue.map_or("null".to_owned(), |v| v.to_string());
            let rows = case.clues.chunks(case.spec.size.side());
            let rows = rows
                .map(|row| format!("[{}]", row.iter().map(value).collect::<Vec<_>>().join(",")));
            let stated = statements.iter().map(|statement| format!("{statement:?}"));
            format!(
                "{{\"rules\":[{}],\"rows\":[{}]}}",
                stated.collect::<Vec<_>>().join(","),
                rows.collect::<Vec<_>>().join(",")
            )
        }
        Channel::JsonKey => {
            let key = ["rules", "variant", "constraints", "mode"][rng.usize(..4)];
            let puzzle = ["puzzle", "grid", "board"][rng.usize(..3)];
            format!("{{\"{puzzle}\":\"{}\",\"{key}\":\"{rules}\"}}", cells()?)
        }
        Channel::LineAbove => format!("{}{}\n", lines(""), cells()?),
        Channel::LineAboveAndBlank => format!("{}\n{}\n", lines(""), cells()?),
        Channel::LineBelow => format!("{}\n{}", cells()?, lines("")),
        Channel::LineBelowAndBlank => format!("{}\n\n{}", cells()?, lines("")),
        Channel::CommentAbove => format!("{}{}\n", lines("# "), cells()?),
        Channel::CommentBehind => format!("{} # {rules}\n", cells()?),
        Channel::CommentBelow => format!("{}\n{}", cells()?, lines("# ")),
        Channel::Keyword => {
            let word = ["rules: ", "rules = ", "variant: ", "Rules: "][rng.usize(..4)];
            match rng.bool() {
                true => format!("{word}{rules}\n{}\n", cells()?),
                false => format!("{}\n{word}{rules}\n", cells()?),
            }
        }
        Channel::Field => {
            let separator = [";", " ", ",", "\t"][rng.usize(..4)];
            format!("{}{separator}{rules}\n", cells()?)
        }
        Channel::Column => {
            let name = ["rules", "type", "variant"][rng.usize(..3)];
            format!("puzzle,{name}\n{},\"{rules}\"\n", cells()?)
        }
        Channel::MapAbove => format!("{label}{}\n\n{}\n", map()?, cells()?),
        Channel::MapBelow => format!("{}\n\n{label}{}\n", cells()?, map()?),
    };
    Some((text, String::new()))
}

/// What came out of the cases of a channel.
#[derive(Default)]
struct Outcomes {
    equal: u64,
    refused: u64,
}

/// Reads a case and compares. Returns why it was refused, if it was.
fn refusal(case: &Case, channel: Channel, text: &str, rules: &str) -> Option<String> {
    let options = Options {
        // The symbols of the program's own JSON are numbers.
        symbols: match channel {
            Channel::Json | Channel::Description => None,
            _ => Some(case.stated.clone()),
        },
        rules: (!rules.is_empty()).then(|| Arc::new(Statements::read(rules, "rules").unwrap())),
        ..Options::default()
    };
    let (mut is_read, mut refusal) = (false, None);
    for item in read(text.as_bytes(), "input", &options) {
        let entry = match item {
            Ok(entry) => entry,
            Err(error) => {
                refusal.get_or_insert(error.to_string());
                continue;
            }
        };
        let size = entry.puzzle.size();
        assert_eq!(
            entry.puzzle.rules().spec(),
            &case.spec,
            "{channel:?}\n{text}"
        );
        let clues: Vec<Option<usize>> = size
            .cells()
            .map(|cell| entry.puzzle.clue(cell).map(|digit| digit.value()))
            .collect();
        assert_eq!(clues, case.clues, "{channel:?}\n{text}");
        assert!(!is_read, "two puzzles: {channel:?}\n{text}");
        is_read = true;
    }
    refusal.filter(|_| !is_read)
}

#[test]
fn rules_are_read_wherever_they_are_stated_or_the_grid_is_refused() {
    let mut outcomes: BTreeMap<Channel, Outcomes> = BTreeMap::new();
    play("stated_rules", 800, |rng| {
        let channel = CHANNELS[rng.usize(..CHANNELS.len())];
        let case = random_case(channel, rng);
        let Some((text, rules)) = written(&case, channel, rng) else {
            return;
        };
        let refusal = refusal(&case, channel, &text, &rules);
        let is_read = refusal.is_none();
        let has_clues = case.clues.iter().any(Option::is_some);
        assert!(
            is_read || !channel.is_own() || !has_clues,
            "{refusal:?}: {channel:?} {rules:?}\n{text}"
        );
        let outcome = outcomes.entry(channel).or_default();
        match is_read {
            true => outcome.equal += 1,
            false => outcome.refused += 1,
        }
    });
    for (channel, Outcomes { equal, refused }) in outcomes {
        eprintln!("{channel:?}: {equal} read back equal, {refused} refused");
    }
}

#[test]
fn a_grid_of_letters_is_no_part_of_the_words_behind_it() {
    let options = Options {
        symbols: Some(Stated::Letters),
        ..Options::default()
    };
    let text = "CDABABCDDABCBCDA\thouse r2c1 r2c2 r2c3 r2c4; cage 7 repeats r2c2 r2c3\n";
    let items: Vec<_> = read(text.as_bytes(), "input", &options).collect();
    let [Ok(entry)] = &items[..] else {
        panic!("{items:?}");
    };
    let spec = entry.puzzle.rules().spec();
    assert_eq!((spec.extra.len(), spec.cages.len()), (1, 1));
}
