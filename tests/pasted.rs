//! Texts as people paste them, each with what must be understood or how it must
//! be refused: the files of `tests/pasted`.
//!
//! A case is a line `%% NAME`, then lines of what must come out in order, then
//! `%text` and the text up to the next case:
//! - `%= SYMBOLS BOXES CELLS`: a puzzle; SYMBOLS is `1` or `0` for numbers from
//!   there or the symbols themselves, BOXES as `2x3`, CELLS the clues as 1–9 and
//!   A–Z; `excluded=N` behind it is the number of candidates ruled out, and the text behind
//!   `|` are the rules beyond boxes.
//! - `%! LINE:COLUMN PART`: a refusal with this in its message, `-` for no line or
//!   column.
//! - `%symbols S`: read with the option `--symbols S`.
//! - `%escaped`: `\t`, `\r` and `\u{…}` stand for those characters.

use crate::fuzzing::pace::play;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use sudosat::check;
use sudosat::sudoku::rules::Regions;
use sudosat::sudoku::text::{self, Entry, Options};
use sudosat::sudoku::{Grid, Puzzle, Symbols, print};

#[derive(Default)]
struct Case {
    name: String,
    expected: Vec<String>,
    options: Options,
    escaped: bool,
    text: String,
}

/// The cases of a file.
fn cases(file: &Path) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_text = false;
    for line in fs::read_to_string(file).unwrap().lines() {
        if let Some(name) = line.strip_prefix("%% ") {
            in_text = false;
            cases.push(Case {
                name: name.to_owned(),
                ..Case::default()
            });
            continue;
        }
        let case = cases.last_mut().expect("a name first");
        if in_text {
            writeln!(case.text, "{line}").unwrap();
        } else if let Some(symbols) = line.strip_prefix("%symbols ") {
            case.options.symbols = Some(symbols.parse().unwrap());
        } else {
            match line {
                "%text" => in_text = true,
                "%escaped" => case.escaped = true,
                _ => case.expected.push(line.to_owned()),
            }
        }
    }
    cases
}

impl Case {
    fn input(&self) -> String {
        if !self.escaped {
            return self.text.clone();
        }
        let mut input = self.text.replace("\\t", "\t").replace("\\r", "\r");
        while let Some((before, rest)) = input.split_once("\\u{") {
            let (code, after) = rest.split_once('}').unwrap();
            let c = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
            input = format!("{before}{c}{after}");
        }
        input
    }
}

/// A puzzle as the cases write it.
fn shown(entry: &Entry) -> String {
    let puzzle = &entry.puzzle;
    let size = puzzle.size();
    let symbols = match puzzle.symbols() {
        Symbols::Numbers { first } => first.to_string(),
        Symbols::Chars(chars) => chars.iter().collect(),
    };
    let boxes = match puzzle.rules().spec().regions {
        Regions::Boxes { rows, cols } => format!("{rows}x{cols}"),
        _ => "none".to_owned(),
    };
    let cell = |cell| match puzzle.clue(cell) {
        None => '.',
        Some(digit) => char::from_digit(digit.value() as u32, 36)
            .unwrap()
            .to_ascii_uppercase(),
    };
    let cells: String = size.cells().map(cell).collect();
    let excluded = match puzzle.excluded().len() {
        0 => String::new(),
        count => format!(" excluded={count}"),
    };
    let rules: Vec<String> = print::statements(puzzle.rules().spec())
        .iter()
        .map(|statement| statement.replace('\n', " "))
        .filter(|statement| !statement.starts_with("boxes "))
        .collect();
    let rules = match rules.join("; ") {
        rules if rules.is_empty() => rules,
        rules => format!(" | {rules}"),
    };
    format!("%= {symbols} {boxes} {cells}{excluded}{rules}")
}

/// What is wrong with what came out of a case, if anything is.
fn fault(case: &Case) -> Option<String> {
    let input = case.input();
    let found: Vec<_> = text::read(input.as_bytes(), "pasted", &case.options).collect();
    let mut told = String::new();
    for (index, item) in found.iter().enumerate() {
        let expected = case.expected.get(index).map_or("nothing", |line| line);
        match (item, expected.strip_prefix("%! ")) {
            (Err(error), Some(refusal)) => {
                let (place, part) = refusal.split_once(' ').unwrap();
                let number = |number: Option<u64>| number.map_or("-".to_owned(), |n| n.to_string());
                let at = format!("{}:{}", number(error.line), number(error.column));
                if at != place || !error.to_string().contains(part) {
                    writeln!(told, "expected {refusal}, found {error}").unwrap();
                }
            }
            (Ok(entry), None) if shown(entry) == expected => {}
            (Ok(entry), _) => {
                writeln!(told, "expected {expected}\n   found {}", shown(entry)).unwrap();
            }
            (Err(error), _) => writeln!(told, "expected {expected}, found {error}").unwrap(),
        }
    }
    if found.len() < case.expected.len() {
        writeln!(told, "expected {} more", case.expected.len() - found.len()).unwrap();
    }
    (!told.is_empty()).then(|| format!("{}\n{told}\n{input}", case.name))
}

/// The file of cases that need the feature `json`.
const OBJECTS: &str = "objects.txt";

fn all() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pasted");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.retain(|file| cfg!(feature = "json") || !file.ends_with(OBJECTS));
    files.sort();
    files.iter().flat_map(|file| cases(file)).collect()
}

#[test]
fn what_people_paste_is_understood_or_refused() {
    let cases = all();
    assert!(cases.len() >= 590, "{} cases", cases.len());
    let faults: Vec<String> = cases.iter().filter_map(fault).collect();
    assert!(
        faults.is_empty(),
        "{} of {} cases fail:\n\n{}",
        faults.len(),
        cases.len(),
        faults.join("\n")
    );
}

/// The puzzle's clues with the first digit in all other cells.
fn filled(puzzle: &Puzzle) -> Grid {
    let size = puzzle.size();
    let first = |cell| {
        size.digits().find(|&digit| {
            puzzle
                .excluded()
                .binary_search(&sudosat::sudoku::Candidate::new(cell, digit))
                .is_err()
        })
    };
    let digits = size
        .cells()
        .map(|cell| puzzle.clue(cell).or_else(|| first(cell)).unwrap());
    Grid::new(size, digits.collect())
}

/// What is read right passes the check of answers against the raw cells, and a
/// clue that is lost does not.
#[test]
fn the_check_of_raw_cells_takes_right_readings_and_no_others() {
    for case in all() {
        for entry in text::read(case.input().as_bytes(), "pasted", &case.options).flatten() {
            let (puzzle, tokens) = (&entry.puzzle, &entry.tokens);
            let grid = filled(puzzle);
            let checked = check::tokens(tokens, puzzle.symbols(), &grid);
            assert_eq!(checked, Ok(()), "{}", case.name);
            let size = puzzle.size();
            let Some(clue) = puzzle.clues().next() else {
                continue;
            };
            let mut digits = grid.digits().to_vec();
            let place = clue.cell.index(size);
            digits[place] = size.digits().find(|&digit| digit != clue.digit).unwrap();
            let changed = Grid::new(size, digits);
            assert!(
                check::tokens(tokens, puzzle.symbols(), &changed).is_err(),
                "{}",
                case.name
            );
        }
    }
}

/// Each example of the table in docs/PUZZLES.md is the same puzzle, and every form
/// is among them.
#[test]
fn the_table_of_forms_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/PUZZLES.md");
    let document = fs::read_to_string(path).unwrap();
    let mut forms = Vec::new();
    let rows = document
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" | `"));
    for row in rows {
        let (_, example) = row.split_once(" | `").unwrap();
        let example = example.strip_suffix("` |").unwrap();
        let text = example.replace(" ⏎ ", "\n").replace("\\|", "|");
        let read: Vec<_> = text::read(text.as_bytes(), "example", &Options::default()).collect();
        let [Ok(entry)] = &read[..] else {
            panic!(
                "{:?}\n{text}",
                read.iter()
                    .map(|item| item.as_ref().err())
                    .collect::<Vec<_>>()
            );
        };
        assert_eq!(shown(entry), "%= 1 2x2 1.....3..4.....2", "{text}");
        forms.push(entry.form.to_string());
    }
    assert!(forms.len() >= 38);
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), 18, "{forms:?}");
}

/// Parts of a text are read apart as they are in the whole, where it is cut.
#[test]
fn a_text_that_is_cut_is_read_as_the_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pasted");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let cases = files.iter().flat_map(|file| cases(file));
    let texts: Vec<String> = cases.map(|case| case.text).collect();
    // Lists of one form, as they are long.
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows: Vec<&str> = (0..9).map(|row| &grid[9 * row..9 * row + 9]).collect();
    let rows = rows.join("\n");
    let lists = [
        format!("{grid}\n").repeat(3),
        format!("{grid}\r\n").repeat(3),
        format!("puzzle,name\n{}", format!("{grid},easy\n").repeat(3)),
        format!("{rows}\n\n").repeat(3),
        format!("# list\n\n{}", format!("{grid} # hard\n").repeat(2)),
        format!("{{\"grid\":\"{grid}\"}}\n").repeat(3),
        // A carriage return alone ends a line.
        format!("\r{}", format!("{grid}\n").repeat(4)).repeat(3),
        format!("{}{grid}\r", format!("{grid}\n").repeat(4)),
    ];
    let mut num_cuts = 0;
    for list in &lists {
        num_cuts += check_cuts(list, 40);
    }
    play("cuts", 200, |random| {
        let count = random.usize(1..5);
        let between = ["", "\n", "\n\n", "\n---\n", "\n\n\n"][random.usize(0..5)];
        let chosen = (0..count).map(|_| match random.bool() {
            true => lists[random.usize(0..lists.len())].as_str(),
            false => texts[random.usize(0..texts.len())].as_str(),
        });
        let text = chosen.collect::<Vec<_>>().join(between);
        num_cuts += check_cuts(&text, random.usize(2..40));
    });
    assert!(num_cuts > 50, "{num_cuts}");
}

/// Compares the parts of a text with the whole. Returns the number of cuts.
fn check_cuts(text: &str, most: usize) -> usize {
    let options = Options::default();
    let whole: Vec<_> = text::read(text.as_bytes(), "p", &options).collect();
    let cuts = text::cuts(|| Ok(text.as_bytes()), "p", &options, most).unwrap();
    assert_eq!(cuts.bytes, text.len() as u64);
    assert!(cuts.places.len() <= most.max(2));
    let ends = cuts.places.iter().skip(1).map(|place| place.0);
    let ends = ends.chain([cuts.bytes]);
    let parts = cuts
        .places
        .iter()
        .zip(ends)
        .flat_map(|((byte, start), end)| {
            let part = &text.as_bytes()[*byte as usize..end as usize];
            text::read_part(part, "p", &options, start).collect::<Vec<_>>()
        });
    let parts: Vec<_> = parts.collect();
    assert_eq!(parts, whole, "{text}\n{:?}", cuts.places);
    cuts.places.len() - 1
}
