//! Published puzzles of each rule, with the one solution that was published with them:
//! `tests/published/`. A file is a puzzle in the form of docs/RULES.md below comments: its
//! `title`, its `author` if known, where it was published (`source`), the statements that it is
//! an example of (`rule`), and the `solution`, a word for each row.
//!
//! Where no other place is named, clues and solutions are as listed with the same sources in the
//! Interactive Sudoku Solver by sigh (github.com/sigh/Interactive-Sudoku-Solver, `data/`).

use crate::fuzzing::pace::rounds;
use crate::program::{output, program};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sudosat::check;
use sudosat::sudoku::rules::RuleId;
use sudosat::sudoku::text::{self, Options};
use sudosat::sudoku::{Digit, Grid, Puzzle};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The statements that are not rows of the table of rules.
const BUILT_IN: [&str; 12] = [
    "regions",
    "no-boxes",
    "grids",
    "diagonal",
    "windoku",
    "disjoint-groups",
    "house",
    "cage",
    "even",
    "odd",
    "arrow",
    "candidates",
];

/// The rules without a published puzzle, in the order of their names. No rule may be added.
const MISSING: [&str; 5] = [
    "anti-camel",
    "box-indexer",
    "diagonal-non-consecutive",
    "sums",
    "taxicab",
];

/// A file of `tests/published`.
struct Published {
    path: PathBuf,
    text: String,
}

impl Published {
    /// Returns the comments with this name, as in `# NAME: VALUE`.
    fn values(&self, name: &str) -> Vec<&str> {
        let start = format!("# {name}: ");
        self.text
            .lines()
            .filter_map(|line| line.strip_prefix(&start))
            .collect()
    }

    fn name(&self) -> String {
        self.path
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .into_owned()
    }

    /// Returns the rows of the solution, one behind the other.
    fn solution(&self) -> String {
        let solutions = self.values("solution");
        assert_eq!(solutions.len(), 1, "{}", self.name());
        solutions[0].split_whitespace().collect()
    }

    fn read(&self) -> Puzzle {
        let mut entries = text::read(self.text.as_bytes(), &self.name(), &Options::default());
        entries.next().unwrap().unwrap().puzzle
    }

    /// Returns the output of a command for the file.
    fn run(&self, arguments: &[&str]) -> String {
        let output = output(program().args(arguments).arg(&self.path));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", self.name());
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Returns all files, in the order of their names.
fn all() -> Vec<Published> {
    let folder = Path::new(ROOT).join("tests/published");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort_by_key(|path| path.with_extension(""));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        Published { path, text }
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn published_solutions_obey_the_rules_by_definition() {
    for puzzle in all() {
        let name = puzzle.name();
        assert!(!puzzle.values("source").is_empty(), "{name}");
        let read = puzzle.read();
        let digit = |sign: u8| Digit::from_value(usize::from(sign - b'0'), read.size()).unwrap();
        let solution = puzzle.solution();
        let digits = solution.bytes().map(digit).collect();
        let grid = Grid::new(read.size(), digits);
        assert_eq!(check::grid(&read, &grid), Ok(()), "{name}");
    }
}

/// The puzzles for which the engines of `check` take more than half of the time for all: left to
/// more rounds.
const HARD: [&str; 2] = ["disjoint-groups", "quadruple"];

/// Searches for the solutions of every fourth puzzle from `first` on, with `solve` and with
/// the engines of `check`.
fn have_the_one_solution(first: usize) {
    for puzzle in all().iter().skip(first).step_by(4) {
        let found = puzzle.run(&["solve", "--unique"]);
        let found: String = found.split_whitespace().collect();
        assert_eq!(found, puzzle.solution(), "{}", puzzle.name());
        if HARD.contains(&&puzzle.name()[..]) && rounds(1) == 1 {
            continue;
        }
        let said = puzzle.run(&["check", "--json", "--time-limit", "5m"]);
        let agreed = said.contains("\"agreed\":1,\"not_cross_checked\":0");
        assert!(agreed, "{}: {said}", puzzle.name());
    }
}

// Four tests, which run at the same time.
#[test]
fn published_puzzles_have_the_one_solution_that_was_published_1() {
    have_the_one_solution(0);
}

#[test]
fn published_puzzles_have_the_one_solution_that_was_published_2() {
    have_the_one_solution(1);
}

#[test]
fn published_puzzles_have_the_one_solution_that_was_published_3() {
    have_the_one_solution(2);
}

#[test]
fn published_puzzles_have_the_one_solution_that_was_published_4() {
    have_the_one_solution(3);
}

#[test]
fn published_puzzles_state_the_rules_that_they_are_examples_of() {
    for puzzle in all() {
        let read = puzzle.read();
        let states = |rule: &str| match RuleId::by_name(rule) {
            Some(id) => read.rules().spec().marks.iter().any(|mark| mark.rule == id),
            None => puzzle
                .text
                .lines()
                .any(|line| line.split(' ').next() == Some(rule)),
        };
        for rule in puzzle.values("rule") {
            assert!(states(rule), "{}: no {rule}", puzzle.name());
        }
    }
}

/// `docs/VARIANTS.md` lists each rule with its puzzles, or with the reason why there is none.
#[test]
fn each_rule_has_a_published_puzzle_or_a_reason() {
    let document = std::fs::read_to_string(Path::new(ROOT).join("docs/VARIANTS.md")).unwrap();
    let puzzles = all();
    let rows = RuleId::all().iter().map(|id| &id.rule().name[..]);
    let rules: BTreeSet<&str> = rows.chain(BUILT_IN).collect();
    let mut missing = Vec::new();
    for rule in &rules {
        let start = format!("- `{rule}`: ");
        let line = document.lines().find_map(|line| line.strip_prefix(&start));
        let line = line.unwrap_or_else(|| panic!("no line {start:?} in docs/VARIANTS.md"));
        let is_of = |puzzle: &&Published| puzzle.values("rule").contains(rule);
        let examples: Vec<String> = puzzles
            .iter()
            .filter(is_of)
            .map(|puzzle| format!("[{0}](../tests/published/{0}.txt)", puzzle.name()))
            .collect();
        match examples.is_empty() {
            true => {
                assert!(line.starts_with("none: "), "{rule}: {line}");
                missing.push(*rule);
            }
            false => assert_eq!(line, examples.join(", "), "{rule}"),
        }
    }
    for rule in puzzles.iter().flat_map(|puzzle| puzzle.values("rule")) {
        assert!(rules.contains(rule), "{rule} is no rule");
    }
    assert_eq!(missing, MISSING);
}
