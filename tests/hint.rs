//! Hints: each technique where it applies and where it does not, and many puzzles solved
//! step by step, every step checked.

use crate::fuzzing::pace::rounds;
use crate::program::data;
use crate::rules_common::marks::marked_case;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use sudosat::budget::Budget;
use sudosat::check::{Premise, StepFault};
use sudosat::engine::{Limit, Request, by_name, is_only_solution, solve};
use sudosat::generate::{self, random_grid};
use sudosat::io::Source;
use sudosat::reason::hint::{
    self, Deduction, Ladder, Marks, Next, Step, TECHNIQUES, Technique, Why,
};
use sudosat::sudoku::rules::{RuleId, Spec};
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{Options, read};
use sudosat::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules, Size};

/// Reads puzzles that state their rules, or follow from their size.
fn puzzles(text: &[u8]) -> Vec<Puzzle> {
    read(text, "test", &Options::default())
        .map(|entry| entry.unwrap().puzzle)
        .collect()
}

/// Reads a puzzle with these rules.
fn puzzle(grid: &str, rules: &str) -> Puzzle {
    let options = Options {
        rules: Some(Arc::new(Statements::read(rules, "test").unwrap())),
        ..Options::default()
    };
    let entry = read(grid.as_bytes(), "test", &options).next();
    entry.unwrap().unwrap().puzzle
}

/// Returns the only solution of a puzzle, or `None` if there is not exactly one.
fn solution(puzzle: &Puzzle) -> Option<Grid> {
    let engine = by_name("cdcl").unwrap();
    let request = Request::new(Limit::UNIQUE);
    let (_, mut grids) = solve(&*engine, puzzle, &request, &Budget::unlimited()).unwrap();
    let first = grids.pop()?;
    grids.is_empty().then_some(first)
}

/// A position in which a technique applies.
struct Position {
    technique: &'static Technique,
    puzzle: Puzzle,
    /// The candidates that the technique removes.
    removed: Vec<Candidate>,
    /// The candidates that it places.
    placed: Vec<Candidate>,
}

/// Reads candidates written as digit, row, column.
fn candidates(text: &str) -> Vec<Candidate> {
    let candidate = |word: &str| {
        let mut places = word.chars().map(|c| c.to_digit(10).unwrap() as usize - 1);
        let mut next = || places.next().unwrap();
        let digit = Digit::from_index(next());
        Candidate::new(Cell::new(next(), next()), digit)
    };
    text.split_whitespace().map(candidate).collect()
}

fn positions() -> Vec<Position> {
    let text = include_str!("hint_common/cases.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let position = |line: &str| {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let mut puzzle = puzzle(fields[1], "boxes 3x3");
        puzzle.exclude_all(candidates(fields[2]));
        Position {
            technique: Technique::by_name(fields[0]).unwrap(),
            puzzle,
            removed: candidates(fields[3]),
            placed: candidates(fields[4]),
        }
    };
    lines.map(position).collect()
}

/// Returns a deduction as a step.
fn step(technique: &'static Technique, deduction: Deduction) -> Step {
    Step {
        technique,
        deduction,
    }
}

/// Checks a step against the facts that it names. A technique that assumes a single
/// solution names none.
fn is_right(step: &Step, marks: &Marks) -> Result<(), String> {
    match hint::check(step, marks, None) {
        Ok(()) | Err(StepFault::NotUnique) => Ok(()),
        Err(fault) => Err(format!(
            "{}: {fault}: {:?}",
            step.technique.name, step.deduction
        )),
    }
}

/// Applies one technique until it finds nothing more. Returns what it removes and places.
fn all_of(technique: &'static Technique, puzzle: &Puzzle) -> Result<Vec<Candidate>, String> {
    let mut marks = Marks::new(puzzle).unwrap();
    let mut found = Vec::new();
    while let Some(deduction) = (technique.find)(&marks) {
        let step = step(technique, deduction);
        is_right(&step, &marks)?;
        for &gone in &step.deduction.eliminations {
            found.push(gone);
            marks.remove(gone);
        }
        if let Some(placed) = step.deduction.placement {
            let others = marks
                .in_cell(placed.cell)
                .filter(|&digit| digit != placed.digit);
            found.extend(others.map(|digit| Candidate::new(placed.cell, digit)));
            found.push(placed);
            marks.place(placed);
        }
    }
    Ok(found)
}

#[test]
fn techniques_find_what_the_published_positions_say() {
    let mut names: Vec<&str> = Vec::new();
    let mut missing = Vec::new();
    for (number, position) in positions().iter().enumerate() {
        let name = position.technique.name;
        let found = all_of(position.technique, &position.puzzle).unwrap();
        let expected = position.removed.iter().chain(&position.placed);
        for candidate in expected.filter(|candidate| !found.contains(candidate)) {
            missing.push(format!("{number} {name}: {candidate}, found {found:?}"));
        }
        names.push(name);
    }
    assert!(missing.is_empty(), "{missing:#?}");
    // The others are in tests of their own below.
    let elsewhere = [
        "rule for two cells",
        "combinations",
        "combinations and houses",
        "locked by a rule",
        "rule of 45",
        "rule with a house or cell",
        "two rules together",
        "several rules together",
        "common peers",
        "contradiction",
        "forcing chains",
    ];
    for technique in &TECHNIQUES {
        let name = technique.name;
        assert!(names.contains(&name) != elsewhere.contains(&name), "{name}");
    }
}

/// Takes away the digits and the missing candidates of each position one by one. What a
/// technique still finds is right, and for most positions there is a change after which it
/// does not find the same.
#[test]
fn techniques_find_nothing_false_where_a_pattern_is_broken() {
    let mut num_broken = 0;
    for position in &positions() {
        let whole = &position.puzzle;
        let mut broken: Vec<Puzzle> = Vec::new();
        for clue in whole.clues() {
            let mut puzzle = whole.clone();
            puzzle.set_clue(clue.cell, None);
            broken.push(puzzle);
        }
        for left_out in whole.excluded() {
            let mut puzzle = Puzzle::new(Arc::clone(whole.rules()));
            whole
                .clues()
                .for_each(|clue| puzzle.set_clue(clue.cell, Some(clue.digit)));
            puzzle.exclude_all(whole.excluded().iter().copied().filter(|c| c != left_out));
            broken.push(puzzle);
        }
        let mut has_none = false;
        for puzzle in &broken {
            let found = all_of(position.technique, puzzle).unwrap();
            let expected = position.removed.iter().chain(&position.placed);
            has_none |= expected
                .into_iter()
                .all(|candidate| !found.contains(candidate));
        }
        num_broken += usize::from(has_none);
    }
    // Elsewhere the technique finds the same in another way.
    assert!(4 * num_broken >= 3 * positions().len(), "{num_broken}");
}

#[test]
fn nothing_is_found_in_a_blank_grid() {
    for n in 1..=4 {
        let puzzle = Puzzle::empty(Size::of_order(n).unwrap());
        let marks = Marks::new(&puzzle).unwrap();
        for technique in TECHNIQUES.iter().filter(|_| n > 1) {
            assert!((technique.find)(&marks).is_none(), "{n} {}", technique.name);
        }
    }
    let too_large = Puzzle::empty(Size::of_order(9).unwrap());
    assert!(Ladder::new(&too_large).is_none());
}

/// Finds a technique in a position of our own and returns what it removes.
fn found(name: &str, puzzle: &Puzzle) -> Vec<String> {
    let technique = Technique::by_name(name).unwrap();
    let marks = Marks::new(puzzle).unwrap();
    let Some(deduction) = (technique.find)(&marks) else {
        return Vec::new();
    };
    let step = step(technique, deduction);
    is_right(&step, &marks).unwrap();
    step.deduction
        .eliminations
        .iter()
        .map(Candidate::to_string)
        .collect()
}

#[test]
fn rules_for_two_cells_and_sums_remove_what_fits_nothing() {
    let blank = ".".repeat(16);
    let less = puzzle(&blank, "boxes 2x2; less r1c1 r4c3");
    assert_eq!(found("rule for two cells", &less), ["r1c1=4"]);
    let cage = puzzle(&blank, "boxes 2x2; cage 7 r1c1 r1c2");
    let gone = ["r1c1=1", "r1c1=2", "r1c2=1", "r1c2=2"];
    assert_eq!(found("combinations", &cage), gone);
    // With repeats 7 is 3 + 4 as well, and nothing else.
    let repeats = puzzle(&blank, "boxes 2x2; cage 7 repeats r1c1 r4c3");
    assert_eq!(found("combinations", &repeats).len(), 4);
    let arrow = puzzle(&blank, "boxes 2x2; arrow r1c1 = r1c2 r1c3");
    assert_eq!(
        found("combinations", &arrow),
        ["r1c1=1", "r1c2=4", "r1c3=4"]
    );
    assert!(
        found(
            "combinations",
            &puzzle(&blank, "boxes 2x2; cage 5 r1c1 r1c2")
        )
        .is_empty()
    );
    assert!(
        found(
            "rule for two cells",
            &puzzle(&blank, "boxes 2x2; anti-king")
        )
        .is_empty()
    );
}

/// Returns what a technique removes from a blank 4×4 grid with these rules.
fn removed(name: &str, rules: &str) -> Vec<String> {
    found(
        name,
        &puzzle(&".".repeat(16), &format!("boxes 2x2; {rules}")),
    )
}

#[test]
fn cells_of_a_rule_differ_where_they_share_a_house() {
    let name = "combinations and houses";
    // The bulb is at least 1 + 2.
    let arrow = removed(name, "arrow r1c1 = r1c2 r1c3");
    assert_eq!(arrow, ["r1c1=1", "r1c1=2", "r1c2=4", "r1c3=4"]);
    assert!(removed(name, "arrow r1c1 = r2c3 r3c4").len() == 3);
    // 2 and 3 in the middle would need the same digit on both sides.
    let line = "whispers 2 r1c1 r1c2 r1c3";
    assert_eq!(removed(name, line), ["r1c2=2", "r1c2=3"]);
    assert!(removed(name, "whispers 2 r1c1 r2c2 r3c3").is_empty());
}

#[test]
fn the_rule_of_45_takes_innies_and_outies() {
    let name = "rule of 45";
    let innie = removed(name, "cage 7 r1c1 r1c2 r1c3");
    assert_eq!(innie, ["r1c4=1", "r1c4=2", "r1c4=4"]);
    let outie = removed(name, "cage 12 repeats r1c1 r1c2 r2c1 r2c2 r3c3");
    assert_eq!(outie, ["r3c3=1", "r3c3=3", "r3c3=4"]);
    // Two rows: 20 − 6 − 7 leaves 7 for r1c4 and r2c4 in the same column.
    let two = removed(name, "cage 6 r1c1 r1c2 r1c3; cage 7 r2c1 r2c2 r2c3");
    assert_eq!(two, ["r1c4=1", "r1c4=2", "r1c4=3"]);
    assert!(removed(name, "cage 6 repeats r1c1 r3c3").is_empty());
    assert!(removed(name, "diagonal").is_empty());
}

#[test]
fn a_digit_of_every_combination_is_locked() {
    let name = "locked by a rule";
    // 1 + 2 + 4 and 1 + 2 + 4 alone.
    let cage = removed(name, "cage 7 r1c1 r1c2 r2c1");
    assert_eq!(cage, ["r2c2=1"]);
    let quadruple = removed(name, "quadruple 1 r1c1 r1c2");
    assert_eq!(quadruple, ["r1c3=1", "r1c4=1", "r2c1=1", "r2c2=1"]);
}

#[test]
fn two_rules_are_taken_together() {
    // r1c1 is 2 or 3, so r4c4 is at least 3. It is not 3 = 2 + 1: then r3c4 would be 1 beside r3c2.
    let rules = "arrow r1c1 = r2c3 r3c4; arrow r4c4 = r1c1 r3c2";
    let both = removed("two rules together", rules);
    let [bulb, shaft] = [&both[..2], &both[7..10]];
    assert_eq!(bulb, ["r1c1=1", "r1c1=4"]);
    assert_eq!(shaft, ["r4c4=1", "r4c4=2", "r4c4=3"]);
}

/// The line has 1 and 4, so the cage has 2 and 3, by row 1 as a whole.
#[test]
fn a_rule_is_taken_together_with_a_house() {
    let name = "rule with a house or cell";
    let with_line = removed(name, "cage 5 r1c1 r1c2; whispers 3 r1c3 r1c4");
    for gone in ["r1c1=1", "r1c1=4", "r1c2=1", "r1c2=4"] {
        assert!(with_line.contains(&gone.to_owned()), "{with_line:?}");
    }
    assert!(removed(name, "cage 5 r1c1 r1c2").is_empty());
}

/// The first cells of a diagonal hold 1 or 2. By two cages the first is as large as the second, and
/// the third cage then leaves only 1 + 1 + 2.
#[test]
fn three_rules_are_taken_together() {
    let cages = [
        "cage 3 repeats r1c1 r3c3",
        "cage 3 repeats r2c2 r3c3",
        "cage 4 repeats r1c1 r2c2 r4c4",
    ];
    let with = |cages: &[&str]| {
        let rules = format!("latin; {}", cages.join("; "));
        let mut puzzle = Puzzle::new(Arc::clone(puzzle(&".".repeat(81), &rules).rules()));
        // Cells that see two of the diagonal hold neither, so that no house helps.
        let digits = |row, col| if row == col { 2..9 } else { 0..2 };
        for (row, col) in (0..16).map(|at| (at / 4, at % 4)) {
            let digits = digits(row, col).map(Digit::from_index);
            puzzle.exclude_all(digits.map(|digit| Candidate::new(Cell::new(row, col), digit)));
        }
        found("several rules together", &puzzle)
    };
    assert_eq!(with(&cages), ["r1c1=2", "r3c3=1", "r2c2=2", "r4c4=1"]);
    for pair in [[0, 1], [0, 2], [1, 2]] {
        assert!(with(&pair.map(|at| cages[at])).is_empty());
    }
}

/// In row 1, 1 is left in r1c1 and r1c3, so it is not elsewhere in box 1. By the
/// anti-knight rule both exclude it from r3c2 as well.
#[test]
fn common_peers_need_a_rule_beyond_houses() {
    let with = |rules: &str| {
        let mut puzzle = Puzzle::new(Arc::clone(puzzle(&".".repeat(36), rules).rules()));
        let cols = [1, 3, 4, 5].into_iter();
        puzzle.exclude_all(cols.map(|col| Candidate::new(Cell::new(0, col), Digit::from_index(0))));
        puzzle
    };
    let anti_knight = found("common peers", &with("boxes 2x3; anti-knight"));
    assert_eq!(anti_knight, ["r2c1=1", "r2c2=1", "r2c3=1", "r3c2=1"]);
    let plain = found("common peers", &with("boxes 2x3"));
    assert_eq!(plain, ["r2c1=1", "r2c2=1", "r2c3=1"]);
}

/// Houses of any form: 3 is left for a diagonal in one box only.
#[test]
fn locked_candidates_take_any_house() {
    let with = |rules: &str| {
        let mut puzzle = Puzzle::new(Arc::clone(puzzle(&".".repeat(16), rules).rules()));
        let three = Digit::from_index(2);
        puzzle.exclude_all([2, 3].map(|place| Candidate::new(Cell::new(place, place), three)));
        puzzle
    };
    let gone = ["r1c2=3", "r2c1=3"];
    assert_eq!(found("pointing", &with("boxes 2x2; diagonal")), gone);
    assert!(found("pointing", &with("boxes 2x2")).is_empty());
}

/// Checks that the text of a step by several rules together has each rule that the step needs.
fn names_are_told(step: &Step, puzzle: &Puzzle) {
    if !matches!(step.deduction.why, Why::Joint { .. }) {
        return;
    }
    let rules = puzzle.rules();
    let text = hint::words(step, rules, puzzle.symbols());
    for premise in &step.deduction.premises {
        let name = match *premise {
            Premise::Pair(index) => {
                let mark = &rules.spec().marks[rules.mark_of_pair(index)];
                assert_eq!(mark.rule, rules.pairs()[index].rule);
                mark.to_string()
            }
            Premise::Table(index) => rules.tables()[index].to_string(),
            Premise::House(house) => house.number().wrapping_add(1).to_string(),
            _ => continue,
        };
        assert!(text.contains(&name), "{name}: {text}");
    }
}

/// The pairs of `minimum` have a cell beside the mark, and it is named for them.
#[test]
fn a_mark_is_named_for_pairs_with_cells_outside_of_it() {
    let puzzle = puzzle(&".".repeat(16), "boxes 2x2; minimum r1c2");
    let (steps, _) = climb(&puzzle);
    assert_eq!(steps["rule with a house or cell"], 1);
    let mut ladder = Ladder::new(&puzzle).unwrap();
    let mut last = String::new();
    while let Next::Step(step) = ladder.next() {
        last = hint::words(&step, puzzle.rules(), puzzle.symbols());
        ladder.take(&step);
    }
    assert_eq!(
        last,
        "Rule with a house or cell: by minimum r1c2, and because row 1 has no digit twice, no \
         combination of the digits left has these: r1c2 is not 3."
    );
}

/// The steps of a puzzle by technique, and whether the ladder solved it.
type Climb = (BTreeMap<&'static str, usize>, bool);

/// Solves a puzzle by the ladder. Each step is checked against the facts that it names and
/// against the solution.
fn climb(puzzle: &Puzzle) -> Climb {
    let grid = solution(puzzle);
    let mut ladder = Ladder::new(puzzle).unwrap().assuming_unique(grid.is_some());
    let mut steps = BTreeMap::new();
    loop {
        match ladder.next() {
            Next::Step(step) => {
                names_are_told(&step, puzzle);
                if let Err(fault) = hint::check(&step, ladder.marks(), grid.as_ref()) {
                    let words = hint::words(&step, puzzle.rules(), puzzle.symbols());
                    panic!("{fault}: {words}\n{:?}", step.deduction.premises);
                }
                *steps.entry(step.technique.name).or_default() += 1;
                ladder.take(&step);
            }
            Next::Solved => {
                let found = ladder.marks().grid().unwrap();
                sudosat::check::grid(puzzle, &found).unwrap();
                return (steps, true);
            }
            Next::Broken => {
                assert!(grid.is_none());
                return (steps, false);
            }
            Next::Contradiction(found) => {
                assert!(grid.is_none(), "{found:?}");
                return (steps, false);
            }
            Next::Stuck => return (steps, false),
        }
    }
}

#[test]
fn the_given_puzzles_are_solved_step_by_step() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut solved = 0;
    for folder in ["", "forms", "variants"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() || name.ends_with(".md") || name.starts_with("empty") {
                continue;
            }
            for puzzle in puzzles(&std::fs::read(&path).unwrap()) {
                let (steps, is_solved) = climb(&puzzle);
                eprintln!("{name}: {is_solved} {steps:?}");
                solved += usize::from(is_solved);
            }
        }
    }
    assert!(solved >= 20, "{solved}");
}

#[test]
fn generated_puzzles_of_many_sizes_and_rules_are_solved_step_by_step() {
    let mut rng = fastrand::Rng::with_seed(7);
    let budget = Budget::unlimited();
    let mut specs = vec![
        (Spec::boxes(2, 2).unwrap(), 60),
        (Spec::boxes(2, 3).unwrap(), 30),
        (Spec::boxes(3, 3).unwrap(), 16),
        (Spec::boxes(4, 4).unwrap(), 1),
        (Spec::latin(Size::new(5).unwrap()), 20),
    ];
    let nine = || Spec::boxes(3, 3).unwrap();
    let with = |rule| {
        let mut spec = nine();
        spec.mark(rule, &[], &[]);
        spec
    };
    let diagonals = Spec {
        diagonals: [true; 2],
        ..nine()
    };
    let windows = Spec {
        windows: true,
        ..nine()
    };
    let groups = Spec {
        disjoint_groups: true,
        ..nine()
    };
    specs.extend([diagonals, windows, groups].map(|spec| (spec, 3)));
    // Their contradictions take seconds.
    specs.extend(["anti-knight", "non-consecutive"].map(|rule| (with(rule), 1)));
    for (spec, count) in specs {
        let rules = Arc::new(Rules::new(spec).unwrap());
        let mut solved = 0;
        let count = rounds(count);
        for _ in 0..count {
            let grid = random_grid(&rules, &mut rng, &budget).unwrap();
            let puzzle = generate::minimal(
                &rules,
                &grid,
                generate::Symmetry::None,
                &mut rng,
                |puzzle, grid| is_only_solution(puzzle, grid, &budget),
            );
            solved += u64::from(climb(&puzzle.unwrap()).1);
        }
        eprintln!("{}: {solved} of {count}", rules.size());
        // Rules for two cells leave more to contradictions than houses do. One puzzle
        // alone may be one of the few that no step solves.
        if rules.pairs().is_empty() && count > 1 {
            assert!(2 * solved >= count, "{:?}: {solved}", rules.spec());
        }
    }
}

/// Marks of each rule of the table of rules: every step is right.
#[test]
fn small_puzzles_with_marks_are_climbed() {
    let (mut solved, mut by_tables) = (0_usize, 0_usize);
    for (number, &rule) in (0..).zip(RuleId::all()) {
        for round in 0..rounds(3) {
            let case = marked_case(rule, number << 32 | round, 1);
            let (steps, is_solved) = climb(&case.puzzle);
            solved += usize::from(is_solved);
            by_tables += steps.get("combinations").copied().unwrap_or(0);
        }
    }
    assert!(solved > 20 && by_tables > 10, "{solved}, {by_tables}");
}

#[test]
fn listed_puzzles_are_solved_step_by_step() {
    for name in ["17-clue", "generated-easy", "generated-minimal"] {
        let path = data().join(format!("puzzles/{name}.sdm.xz"));
        let Ok(mut source) = Source::open(&path) else {
            eprintln!("skipped: there is no {}", path.display());
            continue;
        };
        let mut text = Vec::new();
        source.read_to_end(&mut text).unwrap();
        let all = puzzles(&text);
        let (mut count, mut solved) = (0, 0);
        for puzzle in all
            .iter()
            .step_by((all.len() / rounds(100) as usize).max(1))
        {
            count += 1;
            solved += usize::from(climb(puzzle).1);
        }
        eprintln!("{name}: {solved} of {count}");
        assert!(100 * solved >= 99 * count, "{name}: {solved} of {count}");
    }
}

/// What a check must not accept.
#[test]
fn wrong_steps_are_refused() {
    let puzzle = &puzzles(b"1.....3..4.....2")[0];
    let ladder = Ladder::new(puzzle).unwrap();
    let Next::Step(right) = ladder.next() else {
        panic!("no step");
    };
    let grid = solution(puzzle).unwrap();
    assert_eq!(hint::check(&right, ladder.marks(), Some(&grid)), Ok(()));
    let placed = right.deduction.placement.unwrap();
    let other = |digit: &Digit| *digit != placed.digit;
    let mut wrong = right.clone();
    wrong.deduction.eliminations = vec![placed];
    wrong.deduction.placement = None;
    assert_eq!(
        hint::check(&wrong, ladder.marks(), Some(&grid)),
        Err(StepFault::InSolution(placed))
    );
    assert!(hint::check(&wrong, ladder.marks(), None).is_err());
    let mut without = right.clone();
    without.deduction.premises.clear();
    assert_eq!(
        hint::check(&without, ladder.marks(), None),
        Err(StepFault::Placement(placed))
    );
    let digit = puzzle.size().digits().find(other).unwrap();
    let mut false_digit = right;
    false_digit.deduction.placement = Some(Candidate::new(placed.cell, digit));
    assert!(hint::check(&false_digit, ladder.marks(), Some(&grid)).is_err());
}

/// A puzzle of HardestDatabase110626, found by champagne and others, which the ladder does
/// not solve.
#[test]
fn contradictions_and_forcing_chains_are_right() {
    let hard = "1....6.8....7......9..3.......56..3.3.............38.15....1.6.....2.4..8.2..5.1.";
    let (steps, is_solved) = climb(&puzzles(hard.as_bytes())[0]);
    assert!(!is_solved);
    for name in ["contradiction", "forcing chains"] {
        assert!(steps.contains_key(name), "{steps:?}");
    }
}

/// Returns the sentences of a technique's first deduction in each of its positions.
fn sentences(name: &str) -> Vec<String> {
    let technique = Technique::by_name(name).unwrap();
    let positions = positions();
    let of_name = positions
        .iter()
        .filter(|position| position.technique.name == name);
    let words = of_name.map(|position| {
        let puzzle = &position.puzzle;
        let deduction = (technique.find)(&Marks::new(puzzle).unwrap()).unwrap();
        hint::words(
            &step(technique, deduction),
            puzzle.rules(),
            puzzle.symbols(),
        )
    });
    words.collect()
}

/// A sentence names what its reader has to look at: houses, cells and their digits.
#[test]
fn sentences_name_the_digits_of_the_cells() {
    for (name, part) in [
        ("XY-wing", " left, r"),
        ("XYZ-wing", " left. Whatever r"),
        ("unique rectangle", " left, r"),
        ("skyscraper", " are both in "),
        ("two-string kite", " are both in box "),
        ("turbot fish", " has two cells in "),
    ] {
        for sentence in sentences(name) {
            assert!(sentence.contains(part), "{sentence}");
        }
    }
    let kite = &sentences("two-string kite")[0];
    assert!(
        kite.contains("in row ") && kite.contains("in column "),
        "{kite}"
    );
    let thermometer = puzzle(&".".repeat(16), "boxes 2x2; thermo r1c1 r1c2 r1c3 r1c4");
    let marks = Marks::new(&thermometer).unwrap();
    let technique = Technique::by_name("rule for two cells").unwrap();
    let step = step(technique, (technique.find)(&marks).unwrap());
    assert_eq!(
        hint::words(&step, thermometer.rules(), thermometer.symbols()),
        "Rule for two cells: r1c2 can only be 1, 2, 3 or 4, and r1c1 < r1c2 (thermometer), so \
         r1c1 is not 4."
    );
}

/// A fish is sashimi if one of its lines has at most one cell beside the fins: what
/// HoDoKu's positions of the one technique remove is not found by the other.
#[test]
fn sashimi_and_finned_fish_are_told_apart() {
    let names = ["finned X-wing", "sashimi X-wing"];
    let mut checked = 0;
    for position in positions() {
        let Some(own) = names
            .iter()
            .position(|name| *name == position.technique.name)
        else {
            continue;
        };
        let other = Technique::by_name(names[1 - own]).unwrap();
        let found = all_of(other, &position.puzzle).unwrap();
        let mut removed = position.removed.iter();
        assert!(removed.any(|one| !found.contains(one)), "{}", names[own]);
        checked += 1;
    }
    assert_eq!(checked, 4);
}
