//! Why a puzzle has no solution, which clues are wrong, why a cell has its digit: the
//! sets of `sudosat::reason` against searches of their own, and the program's words.

use crate::fuzzing::pace::rounds;
use crate::program::{bash, output, program};
use crate::rules_common::marks::marked_case;
use crate::rules_common::random_case;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::process::Output;
use std::sync::Arc;
use sudosat::budget::Budget;
use sudosat::cdcl::{Solver, Verdict};
use sudosat::engine::backtrack::{Backtrack, Next};
use sudosat::formula::{Lit, Var};
use sudosat::generate::random_grid;
use sudosat::reason::corrections::End;
use sudosat::reason::explanation::{Ending, Explanation, Goal};
use sudosat::reason::why::{self, Blamed, NoSolution, Options, Question, Several, Why};
use sudosat::reason::{Groups, Statement, Statements};
use sudosat::sudoku::rules::{RuleId, Shape, Spec};
use sudosat::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules, Size};

fn ask(puzzle: &Puzzle, question: Option<Question>) -> Why {
    why::why(puzzle, question, Options::default(), &Budget::unlimited()).unwrap()
}

/// A puzzle with some clues of a random grid, of which some are changed.
fn damaged(rules: &Arc<Rules>, clues: usize, changed: usize, rng: &mut Rng) -> Puzzle {
    let grid = random_grid(rules, rng, &Budget::unlimited()).unwrap();
    let size = rules.size();
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    let mut cells: Vec<Cell> = size.cells().collect();
    rng.shuffle(&mut cells);
    for (place, &cell) in cells.iter().take(clues).enumerate() {
        let digit = match place < changed {
            true => Digit::from_index(rng.usize(0..size.side())),
            false => grid.digit(cell),
        };
        puzzle.set_clue(cell, Some(digit));
    }
    puzzle
}

fn plain(n: usize) -> Arc<Rules> {
    Rules::plain(n).unwrap()
}

/// The first `most` solutions, by backtracking.
fn solutions(puzzle: &Puzzle, most: usize) -> Vec<Grid> {
    let Ok(mut search) = Backtrack::new(puzzle, Next::Fewest) else {
        return Vec::new();
    };
    let mut next = || search.next_solution(&Budget::unlimited(), &mut ()).unwrap();
    (0..most).map_while(|_| next()).collect()
}

/// Number of solutions, up to two.
fn count(puzzle: &Puzzle) -> usize {
    solutions(puzzle, 2).len()
}

/// Returns `true` if the statements can hold together with a literal. The clauses are
/// written from the meaning of the statements.
fn can_hold(statements: &Statements, members: &[Statement], given: Option<Lit>) -> bool {
    let (size, rules) = (statements.size(), statements.rules());
    let lit =
        |cell: Cell, digit: usize| Var::new(cell.index(size) * size.side() + digit).positive();
    let mut solver = Solver::default();
    let two = |solver: &mut Solver, lits: &[Lit]| {
        for (place, &first) in lits.iter().enumerate() {
            for &second in &lits[..place] {
                solver.add_clause(&[!first, !second]);
            }
        }
    };
    let of_cell =
        |cell: Cell| -> Vec<Lit> { (0..size.side()).map(|digit| lit(cell, digit)).collect() };
    for cell in size.cells() {
        two(&mut solver, &of_cell(cell));
    }
    for &member in members {
        match member {
            Statement::Clue(clue) => solver.add_clause(&[lit(clue.cell, clue.digit.index())]),
            Statement::Filled(cell) => solver.add_clause(&of_cell(cell)),
            Statement::Marks(cell) => {
                for excluded in statements.puzzle().excluded() {
                    if excluded.cell == cell {
                        solver.add_clause(&[!lit(cell, excluded.digit.index())]);
                    }
                }
            }
            Statement::Has(house, digit) | Statement::Once(house, digit) => {
                let cells = rules.cells_of(house).iter();
                let lits: Vec<Lit> = cells.map(|&cell| lit(cell, digit.index())).collect();
                match member {
                    Statement::Has(..) => solver.add_clause(&lits),
                    _ => two(&mut solver, &lits),
                }
            }
            Statement::Pair(index) => {
                let pair = statements.pair(index);
                if pair.rule.shape != Shape::Grid {
                    for cell in pair.cells {
                        solver.add_clause(&of_cell(cell));
                    }
                }
                for first in 0..size.side() {
                    for second in 0..size.side() {
                        if !pair.allows(first + 1, second + 1) {
                            let [a, b] = pair.cells;
                            solver.add_clause(&[!lit(a, first), !lit(b, second)]);
                        }
                    }
                }
            }
            Statement::Table(_) => panic!("no puzzle of this test has tables"),
        }
    }
    let given: Vec<Lit> = given.into_iter().collect();
    solver.solve_with(&given, &Budget::unlimited()).unwrap() == Verdict::Sat
}

/// Checks that the statements lead to the goal and that each of them is needed.
fn check_explanation(statements: &Statements, explanation: &Explanation) {
    let opposite = match explanation.goal {
        Goal::Clash => None,
        Goal::Candidate { candidate, holds } => {
            let index = candidate.index(statements.size());
            Some(Var::new(index).lit(!holds))
        }
    };
    let members = &explanation.statements;
    assert!(explanation.is_minimal);
    assert!(!can_hold(statements, members, opposite), "{members:?}");
    let rules = statements
        .list()
        .iter()
        .filter(|&&one| statements.is_rule(one));
    for place in 0..members.len() {
        let mut others = members.clone();
        let left_out = others.remove(place);
        if !statements.is_rule(left_out) {
            // A clue is needed where all rules hold.
            others.retain(|&other| !statements.is_rule(other));
            others.extend(rules.clone());
        }
        assert!(can_hold(statements, &others, opposite), "{left_out:?}");
    }
    if let Some(cases) = &explanation.cases {
        assert_eq!(explanation.end, Ending::Open);
        let digits = cases.ruled_out.len() + cases.cases.len();
        assert_eq!(digits, statements.size().side());
        for case in &cases.cases {
            assert!(!matches!(case.end, Ending::Open | Ending::Reached));
            let lit = statements.lit(case.candidate);
            assert!(!can_hold(statements, members, Some(lit)), "{case:?}");
        }
    }
    if let Some(by_steps) = &explanation.by_steps {
        assert!(explanation.end == Ending::Open || explanation.supposed.is_some());
        assert_ne!(by_steps.end, Ending::Open);
        assert!(!can_hold(statements, &by_steps.statements, opposite));
    }
}

/// Checks the clues that have to go, and the changes.
fn check_repairs(puzzle: &Puzzle, answer: &NoSolution) {
    assert!(!answer.corrections.is_empty());
    let without = |clues: &[Candidate]| {
        let mut fewer = puzzle.clone();
        clues
            .iter()
            .for_each(|clue| fewer.set_clue(clue.cell, None));
        fewer
    };
    let mut known: BTreeSet<Vec<Candidate>> = BTreeSet::new();
    let mut last = 0;
    for correction in &answer.corrections {
        let clues = &correction.clues;
        assert!(last <= clues.len() && known.insert(clues.clone()));
        last = clues.len();
        let count = count(&without(clues));
        assert!(count > 0);
        assert_eq!(correction.is_unique, Some(count == 1));
        for place in 0..clues.len() {
            let mut fewer = clues.clone();
            fewer.remove(place);
            assert_eq!(self::count(&without(&fewer)), 0);
        }
    }
    if answer.corrections.len() < Options::default().limit {
        assert_ne!(answer.corrections_end, End::More);
    }
    for change in &answer.changes {
        assert_eq!(count(&change.apply(puzzle)), 1, "{change:?}");
    }
}

fn check_no_solution(puzzle: &Puzzle, is_repaired: bool) -> bool {
    let Why::NoSolution(answer) = ask(puzzle, None) else {
        return false;
    };
    check_explanation(&Statements::new(puzzle), &answer.explanation);
    if is_repaired {
        check_repairs(puzzle, &answer);
    }
    true
}

#[test]
fn small_damaged_puzzles_have_minimal_clashes_and_corrections() {
    let mut checked = 0;
    let cases = rounds(60);
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let (clues, changed) = (rng.usize(3..13), rng.usize(1..4));
        let puzzle = damaged(&plain(2), clues, changed, &mut rng);
        checked += u64::from(check_no_solution(&puzzle, true));
    }
    assert!(checked > 8 * cases / 15, "{checked}");
}

#[test]
fn damaged_puzzles_have_minimal_clashes_and_corrections() {
    let mut checked = 0;
    let cases = rounds(20);
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let (clues, changed) = (rng.usize(26..50), rng.usize(1..3));
        let puzzle = damaged(&plain(3), clues, changed, &mut rng);
        checked += u64::from(check_no_solution(&puzzle, true));
    }
    assert!(checked > 7 * cases / 12, "{checked}");
}

#[test]
fn large_damaged_puzzles_have_minimal_clashes() {
    let mut checked = 0;
    let cases = rounds(3);
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let clues = rng.usize(130..180);
        let puzzle = damaged(&plain(4), clues, 2, &mut rng);
        checked += u64::from(check_no_solution(&puzzle, false));
    }
    assert!(checked > cases / 2, "{checked}");
}

/// Checks the answers about random puzzles of which one or two clues are changed. Some
/// have rules about pairs alone, others have tables; each kind is one in twenty at least.
fn check_damaged(cases: u64, puzzle: impl Fn(u64) -> Puzzle) {
    let (mut with_pairs, mut with_tables, mut not_minimal) = (0, 0, 0);
    for seed in 0..cases {
        let mut puzzle = puzzle(seed);
        let mut rng = Rng::with_seed(seed);
        let size = puzzle.size();
        for _ in 0..1 + seed % 2 {
            let cell = size.cell(rng.usize(0..size.num_cells()));
            puzzle.set_clue(cell, Some(Digit::from_index(rng.usize(0..size.side()))));
        }
        let Why::NoSolution(answer) = ask(&puzzle, None) else {
            continue;
        };
        // A member of which it takes too long to see if it is needed is kept, and the
        // answer says so.
        if !answer.explanation.is_minimal {
            not_minimal += 1;
            continue;
        }
        if answer.is_without_marks {
            puzzle = puzzle.without_marks();
        }
        if answer.blamed == Blamed::Marks {
            assert!(count(&puzzle.without_marks()) > 0);
        } else if answer.blamed == Blamed::Rules {
            let mut bare = puzzle.clone();
            puzzle
                .clues()
                .for_each(|clue| bare.set_clue(clue.cell, None));
            assert_eq!(count(&bare), 0);
            assert_eq!(answer.explanation.clues().count(), 0);
        } else {
            check_repairs(&puzzle, &answer);
        }
        if puzzle.rules().tables().is_empty() {
            check_explanation(&Statements::new(&puzzle), &answer.explanation);
            with_pairs += u64::from(!puzzle.rules().pairs().is_empty());
        } else {
            with_tables += 1;
        }
    }
    assert!(
        with_pairs > cases / 20 && with_tables > cases / 20,
        "{with_pairs} {with_tables}"
    );
    assert!(not_minimal <= 2 + cases / 40, "{not_minimal}");
}

#[test]
fn damaged_puzzles_by_other_rules_have_minimal_clashes_and_corrections() {
    check_damaged(rounds(12), |seed| random_case(seed, 6).puzzle);
}

#[test]
fn damaged_puzzles_with_marks_have_minimal_clashes_and_corrections() {
    let rules = RuleId::all();
    let rule = |seed: u64| rules[(3 * seed) as usize % rules.len()];
    check_damaged(rounds(8), |seed| marked_case(rule(seed), seed, 6).puzzle);
}

#[test]
fn digits_are_forced_by_minimal_sets() {
    let mut forced = 0;
    for seed in 0..30 {
        let mut rng = Rng::with_seed(seed);
        let (n, clues) = if seed % 3 == 0 { (3, 32) } else { (2, 6) };
        let puzzle = damaged(&plain(n), clues, 0, &mut rng);
        let grids = solutions(&puzzle, 300);
        let size = puzzle.size();
        let cell = size.cell(rng.usize(0..size.num_cells()));
        let digit = Digit::from_index(rng.usize(0..size.side()));
        for digit in [None, Some(digit)] {
            let possible: BTreeSet<Digit> = grids.iter().map(|grid| grid.digit(cell)).collect();
            let answer = ask(&puzzle, Some(Question { cell, digit }));
            match answer {
                Why::Cell {
                    digit: found,
                    is_only,
                    explanation,
                } => {
                    forced += 1;
                    assert_eq!(possible, BTreeSet::from([found]));
                    assert_eq!(is_only, grids.len() == 1);
                    check_explanation(&Statements::new(&puzzle), &explanation);
                    let asked = digit.unwrap_or(found);
                    let goal = Goal::Candidate {
                        candidate: Candidate::new(cell, asked),
                        holds: asked == found,
                    };
                    assert_eq!(explanation.goal, goal);
                }
                Why::RuledOut {
                    possible: found,
                    explanation,
                } => {
                    assert!(possible.iter().all(|digit| found.contains(digit)));
                    assert!(!found.contains(&digit.unwrap()));
                    check_explanation(&Statements::new(&puzzle), &explanation);
                }
                Why::Open(open) => {
                    assert!(open.digits.len() > 1);
                    assert!(possible.iter().all(|digit| open.digits.contains(digit)));
                    assert!(digit.is_none_or(|digit| open.digits.contains(&digit)));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(forced > 15, "{forced}");
}

#[test]
fn several_solutions_differ_in_the_cells_named_and_the_clues_settle_them() {
    let mut checked = 0;
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        let (n, clues) = if seed % 4 == 0 { (3, 28) } else { (2, 4) };
        let puzzle = damaged(&plain(n), clues, 0, &mut rng);
        let grids = solutions(&puzzle, 400);
        if grids.len() == 400 {
            continue;
        }
        let Why::Several(several) = ask(&puzzle, None) else {
            assert_eq!(grids.len(), 1);
            continue;
        };
        let Several { cells, clues, .. } = *several;
        assert!(several.is_complete);
        let mut open = cells.iter();
        for cell in puzzle.size().cells() {
            let possible: BTreeSet<Digit> = grids.iter().map(|grid| grid.digit(cell)).collect();
            if possible.len() > 1 {
                let found = open.next().expect("a cell that differs");
                assert_eq!(found.cell, cell);
                assert!(found.digits.iter().eq(&possible));
            }
        }
        assert!(open.next().is_none());
        let with = |clues: &mut dyn Iterator<Item = &Candidate>| {
            let mut more = puzzle.clone();
            clues.for_each(|clue| more.set_clue(clue.cell, Some(clue.digit)));
            count(&more)
        };
        assert_eq!(with(&mut clues.iter()), 1);
        for left_out in clues.iter().filter(|_| several.is_minimal) {
            assert_eq!(with(&mut clues.iter().filter(|clue| *clue != left_out)), 2);
        }
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

/// Random clauses in groups of one or two, over few variables.
fn random_groups(rng: &mut Rng) -> (Groups, Vec<Vec<Vec<Lit>>>) {
    const VARS: usize = 4;
    let mut groups = Groups::new(VARS);
    let mut clauses = Vec::new();
    for _ in 0..9 {
        let mut sink = groups.add();
        let mut group: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..rng.usize(1..3) {
            let clause: Vec<Lit> = (0..rng.usize(1..4))
                .map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()))
                .collect();
            sink.add(&clause);
            group.push(clause);
        }
        clauses.push(group);
    }
    (groups, clauses)
}

/// Returns `true` if the groups in a set of bits can hold together.
fn holds(clauses: &[Vec<Vec<Lit>>], set: usize) -> bool {
    (0..1 << 4).any(|values: usize| {
        let is_true = |lit: &Lit| (values >> lit.var().index() & 1 == 1) == lit.is_positive();
        let mut groups = (0..clauses.len()).filter(|group| set >> group & 1 == 1);
        groups.all(|group| {
            clauses[group]
                .iter()
                .all(|clause| clause.iter().any(is_true))
        })
    })
}

#[test]
fn smallest_sets_and_all_corrections_are_those_of_an_exhaustive_search() {
    let bits = |set: &[usize]| set.iter().fold(0, |bits, group| bits | 1 << group);
    let mut unsatisfiable = 0;
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let (mut groups, clauses) = random_groups(&mut rng);
        let all: Vec<usize> = (0..clauses.len()).collect();
        let budget = Budget::unlimited();
        let core = groups.minimal_core(&all, &[], &budget).unwrap();
        let whole = (1 << clauses.len()) - 1;
        assert_eq!(core.is_none(), holds(&clauses, whole));
        // The sets without which the others can hold, and no part of which is enough.
        let is_correction = |set: usize| holds(&clauses, whole & !set);
        let is_minimal = |set: usize| {
            let mut parts = (0..clauses.len()).filter(|group| set >> group & 1 == 1);
            is_correction(set) && parts.all(|group| !is_correction(set & !(1 << group)))
        };
        let expected: BTreeSet<usize> = (0..=whole).filter(|&set| is_minimal(set)).collect();
        let found = groups.corrections(&all, &[], clauses.len(), 1000, 0, &budget);
        assert_eq!(found.end, End::Complete);
        assert!(found.sets.is_sorted_by_key(Vec::len));
        assert_eq!(found.sets.len(), expected.len());
        let found: BTreeSet<usize> = found.sets.iter().map(|set| bits(set)).collect();
        assert_eq!(found, expected);
        let Some(core) = core else {
            continue;
        };
        unsatisfiable += 1;
        assert!(core.is_minimal && !holds(&clauses, bits(&core.members)));
        for group in &core.members {
            assert!(holds(&clauses, bits(&core.members) & !(1 << group)));
        }
        let smallest = groups.smallest_core(&all, &[], &core, &budget).unwrap();
        let least = (0..=whole).filter(|&set| !holds(&clauses, set));
        let least = least.map(|set: usize| set.count_ones()).min().unwrap();
        assert!(smallest.is_smallest && !holds(&clauses, bits(&smallest.members)));
        assert_eq!(smallest.members.len(), least as usize);
        let kept = groups.maximal(&all, &[], Vec::new(), &budget).unwrap();
        let left_out = all.iter().filter(|&&group| !kept[group]);
        let left_out: Vec<usize> = left_out.copied().collect();
        assert!(expected.contains(&bits(&left_out)));
    }
    assert!(unsatisfiable > 50, "{unsatisfiable}");
}

#[test]
fn rules_without_a_solution_blame_no_clue() {
    // Each cell of row 1 is less than its neighbour, and the last less than the first.
    let mut spec = Spec::boxes(2, 2).unwrap();
    let cell = |col: usize| Cell::new(0, col % 4);
    for col in 0..4 {
        spec.mark("less", &[], &[cell(col), cell(col + 1)]);
    }
    let mut puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
    puzzle.set_clue(Cell::new(3, 3), Some(Digit::from_index(0)));
    let Why::NoSolution(answer) = ask(&puzzle, None) else {
        panic!("it has no solution");
    };
    assert!(answer.blamed == Blamed::Rules && answer.corrections.is_empty());
    assert_eq!(answer.explanation.clues().count(), 0);
}

#[test]
fn a_swap_is_found() {
    let (a, b) = (Cell::new(4, 3), Cell::new(4, 4));
    let mut found = 0;
    for seed in 0..10 {
        let mut rng = Rng::with_seed(seed);
        let mut puzzle = damaged(&plain(3), 50, 0, &mut rng);
        let grids = solutions(&puzzle, 2);
        let [grid] = &grids[..] else {
            continue;
        };
        puzzle.set_clue(a, Some(grid.digit(b)));
        puzzle.set_clue(b, Some(grid.digit(a)));
        let Why::NoSolution(answer) = ask(&puzzle, None) else {
            continue;
        };
        assert!(
            answer.changes.contains(&why::Change::Swapped([a, b])),
            "{:?}",
            answer.changes
        );
        check_repairs(&puzzle, &answer);
        found += 1;
    }
    assert!(found > 4, "{found}");
}

#[test]
fn the_budget_ends_the_search() {
    let puzzle = Puzzle::empty(Size::of_order(3).unwrap());
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert!(why::why(&puzzle, None, Options::default(), &budget).is_err());
}

fn run(arguments: &[&str]) -> Output {
    output(program().arg("why").args(arguments))
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn sentences_say_what_a_person_sees() {
    for (puzzle, sentence) in [
        // Two equal clues.
        ("1..1............", "\nTwo 1s in row 1: r1c1 and r1c4.\n"),
        // A cell without a digit left.
        (
            "puzzles/unsolvable.txt:4",
            "\nr5c1 has no digit left: row 5 has 1, 2, 3, 4, 5 and 7; column 1 has 6, 8 and 9.\n",
        ),
        // A digit without a place.
        (
            "12....4.........",
            "\nBox 1 has no place left for 4: r1c1 and r1c2 are filled; row 2 has its 4 in r2c3.\n",
        ),
    ] {
        let text = printed(&[puzzle]);
        assert!(text.contains(sentence), "{text}");
    }
}

#[test]
fn steps_lead_to_a_clash() {
    let text = printed(&["....34....24...3"]);
    let steps = "\n\
        1. r1c3 is 3, the only place for it in column 3: row 2 has its 3 in r2c1; box 4 has its 3 in \
        r4c4.\n\
        2. r1c3 is 4, the only place for it in column 3: row 2 has its 4 in r2c2; box 4 has its 4 in \
        r3c4.\n\
        3. So there is a clash: r1c3 has to be both 4 and 3.\n";
    assert!(text.contains(steps), "{text}");
    assert!(
        text.contains("swap r3c3 and r3c4: r3c3=4, r3c4=2"),
        "{text}"
    );
}

#[test]
fn the_clues_of_the_set_are_marked_with_and_without_colour() {
    let text = printed(&["1..1............"]);
    assert!(text.contains("│ 1*. │ . 1*│"), "{text}");
    let text = printed(&["1..1............", "--color", "always"]);
    assert!(text.contains("\u{1b}[1m\u{1b}[31m1*\u{1b}[0m"), "{text:?}");
}

#[test]
fn a_cell_is_explained_in_the_symbols_of_the_puzzle() {
    let puzzle = "A.....C..B.....D";
    let text = printed(&[puzzle, "r1c2", "--symbols", "ABCD"]);
    assert!(text.contains("r1c2 is "), "{text}");
    for question in ["R1C2", "1,2", " r1c2 "] {
        assert_eq!(printed(&[puzzle, question, "--symbols", "ABCD"]), text);
    }
}

#[test]
fn one_solution_names_how_to_ask() {
    let text = printed(&["1.....3..4.....2"]);
    assert!(text.contains("exactly one solution"), "{text}");
    assert!(text.contains("`sudosat why PUZZLE r1c2`"), "{text}");
}

#[test]
fn wrong_cells_are_refused() {
    let puzzle = "1.....3..4.....2";
    for cell in [
        "r3", "x", "r1c", "c1r1", "r1c2=", "r-1c2", "1,2,3", "r1c2!", "=3",
    ] {
        let error = refused(&[puzzle, cell]);
        assert!(error.contains("expected a cell as r3c5"), "{cell}: {error}");
        assert!(error.contains(cell), "{cell}: {error}");
    }
    for cell in ["r5c1", "r0c1", "1,99999999999999999999999"] {
        let error = refused(&[puzzle, cell]);
        assert!(error.contains("rows and columns are 1 to 4"), "{error}");
    }
    for cell in ["r1c2=5", "r1c2!=0", "r1c2≠A", "r1c2==1"] {
        let error = refused(&[puzzle, cell]);
        assert!(error.contains("expected 1 to 4"), "{error}");
    }
    let error = refused(&["r1c2"]);
    assert!(error.contains("name the puzzle before it"), "{error}");
}

#[test]
fn json_has_the_documented_keys() {
    let object = |arguments: &[&str]| -> serde_json::Value {
        let text = printed(&[arguments, &["--json"]].concat());
        assert_eq!(text.lines().count(), 1);
        serde_json::from_str(&text).unwrap()
    };
    let none = object(&["1..1............"]);
    assert_eq!(none["answer"], "no solution");
    assert_eq!(none["puzzle"], "argument 1:1");
    let explanation = &none["explanation"];
    assert_eq!(explanation["clues"][1]["cell"], "r1c4");
    assert_eq!(explanation["clues"][1]["digit"], 1);
    assert_eq!(explanation["rules"][0], "row 1 has only one 1");
    assert_eq!(explanation["minimal"], true);
    assert_eq!(explanation["complete"], true);
    assert_eq!(explanation["end"], "two 1s in row 1: r1c1 and r1c4");
    assert_eq!(none["corrections"].as_array().unwrap().len(), 2);
    assert_eq!(none["corrections"][0]["smallest"], true);
    assert_eq!(none["corrections_complete"], true);
    assert_eq!(none["changes_complete"], true);
    let one = object(&["1.....3..4.....2"]);
    assert_eq!(one["answer"], "one solution");
    assert_eq!(one["solution"][0][0], 1);
    let cell = object(&["1.....3..4.....2", "r1c2!=4"]);
    assert_eq!(cell["explanation"]["cell"], "r1c2");
    assert_eq!(cell["explanation"]["digit"], 4);
    assert_eq!(cell["explanation"]["holds"], false);
    let several = object(&["................"]);
    assert_eq!(several["answer"], "several solutions");
    assert_eq!(several["cells"].as_array().unwrap().len(), 16);
    assert_eq!(several["cells"][0]["possible"].as_array().unwrap().len(), 4);
    assert!(several["add"].as_array().unwrap().len() >= 4);
}

#[test]
fn the_smallest_set_is_no_larger() {
    // The search for the second takes seconds.
    for puzzle in ["2", "4"].into_iter().take(rounds(1) as usize) {
        let text = printed(&[&format!("puzzles/unsolvable.txt:{puzzle}"), "--smallest"]);
        assert!(text.contains("no smaller set is enough"), "{text}");
    }
}

#[test]
fn several_puzzles_are_answered_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    std::fs::write(&file, "1..1............\n1.....3..4.....2\n").unwrap();
    let text = printed(&[file.to_str().unwrap()]);
    assert!(text.contains(":1: no solution"), "{text}");
    assert!(text.contains(":2: exactly one solution"), "{text}");
}

/// The text of a grid of `n`²×`n`² cells with 1 in the first and the last cell of row 1,
/// and nothing else.
fn two_ones(n: usize) -> String {
    let side = n * n;
    let row = |index: usize| {
        let cell = |col: usize| match index == 0 && (col == 0 || col + 1 == side) {
            true => "1",
            false => ".",
        };
        (0..side).map(cell).collect::<Vec<_>>().join(" ")
    };
    (0..side).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn clues_that_clash_by_themselves_are_named_whatever_the_size() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    for (n, limit) in [(6, "1ms"), (10, "1h")] {
        std::fs::write(&file, two_ones(n)).unwrap();
        // Within a minute of processor time, whatever the limit.
        let script = format!("ulimit -t 60; exec \"$S\" why p.txt --time-limit {limit}");
        let output = bash(folder.path(), &script);
        // What else could be said takes too long, or too much memory.
        assert_eq!(output.code, 3, "{}", output.err);
        let text = output.out;
        let clash = format!("\nTwo 1s in row 1: r1c1 and r1c{}.\n", n * n);
        assert!(text.contains(&clash), "{text}");
    }
    // The same by rules for two cells, by even cells, and by one clue alone.
    for (rules, clues, sentence) in [
        (
            "thermo r1c1 r1c2",
            "32..",
            "r1c2 is 2, but r1c1 < r1c2 (thermometer), and r1c1 is 3.",
        ),
        (
            "thermo r1c1 r1c2",
            "4...",
            "r1c1 is 4, but r1c1 < r1c2 (thermometer).",
        ),
        ("even r1c1", "3...", "r1c1 is 3, but r1c1 is even."),
    ] {
        let puzzle = format!("{clues}............");
        let text = printed(&[&puzzle, "--rules", rules]);
        assert!(text.contains(sentence), "{text}");
    }
}

#[test]
fn the_clauses_of_a_large_grid_are_not_written_after_the_end_of_the_time() {
    let puzzle = Puzzle::empty(Size::of_order(6).unwrap());
    let statements = Statements::new(&puzzle);
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert!(statements.groups(|_| false, &budget).is_err());
    assert!(sudosat::reason::Explainer::new(&statements, &budget).is_err());
}

#[test]
fn a_set_that_may_not_be_smallest_is_printed_and_says_so() {
    // One conflict is enough for single steps, and not for the search for a smallest set.
    let budget = Budget::unlimited().with_steps(1);
    let options = Options {
        smallest: true,
        ..Options::default()
    };
    let mut checked = 0;
    for seed in 0..30 {
        let mut rng = Rng::with_seed(seed);
        let puzzle = damaged(&plain(3), 40, 1, &mut rng);
        if !puzzle.clashes().is_empty() {
            continue;
        }
        let Ok(Why::NoSolution(answer)) = why::why(&puzzle, None, options, &budget) else {
            continue;
        };
        let explanation = &answer.explanation;
        assert!(explanation.is_minimal);
        assert_eq!(explanation.is_smallest, explanation.stop.is_none());
        checked += usize::from(explanation.stop.is_some());
    }
    assert!(checked > 1, "{checked}");
    // The program says so, and tells by its exit code.
    let arguments = ["32..............", "--rules", "thermo r1c1 r1c2"];
    let limited = [&arguments[..], &["--smallest", "--time-limit", "0s"]].concat();
    let output = run(&limited);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        note.contains("not known to be smallest: out of time"),
        "{note}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("r1c2 is 2, but r1c1 < r1c2"), "{text}");
    let output = run(&[&limited[..], &["--json"]].concat());
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["explanation"]["smallest"], false);
    assert_eq!(object["gave_up"], "out of time");
}

#[test]
fn smallest_sets_are_found_by_other_rules() {
    for rules in ["thermo r1c1 r1c2", "cage 3 r1c1 r1c2", "anti-knight"] {
        let text = printed(&["4.....4.........", "--rules", rules, "--smallest"]);
        assert!(text.contains("no smaller set is enough"), "{rules}: {text}");
    }
}

#[test]
fn a_cell_that_does_not_exist_is_named_as_typed() {
    let error = refused(&["1.....3..4.....2", "r99999999999999999999c1"]);
    assert!(
        error.contains("there is no cell r99999999999999999999c1: rows"),
        "{error}"
    );
}

#[test]
fn pencil_marks_that_rule_the_solution_out_are_blamed() {
    let mut rng = Rng::with_seed(3);
    let mut checked = 0;
    for (n, clues) in [(2, 7), (3, 40), (2, 3)] {
        let puzzle = damaged(&plain(n), clues, 0, &mut rng);
        let grid = solutions(&puzzle, 1).pop().unwrap();
        let mut marked = puzzle.clone();
        let open = puzzle
            .size()
            .cells()
            .filter(|&cell| puzzle.clue(cell).is_none());
        let wrong: Vec<Candidate> = open
            .take(2)
            .map(|cell| Candidate::new(cell, grid.digit(cell)))
            .collect();
        marked.exclude_all(wrong.iter().copied());
        let Why::NoSolution(answer) = ask(&marked, None) else {
            continue;
        };
        checked += 1;
        assert_eq!(answer.blamed, Blamed::Marks);
        assert!(!answer.is_without_marks && answer.changes.is_empty());
        assert!(answer.corrections.iter().all(|one| one.clues.is_empty()));
        let only = &answer.corrections[0];
        if count(&puzzle) == 1 {
            assert_eq!(only.missing, wrong);
            assert_eq!(only.is_unique, Some(true));
        }
        for correction in &answer.corrections {
            let mut fewer = marked.without_marks();
            let cells: Vec<Cell> = correction.cells().collect();
            let kept = marked.excluded().iter().copied();
            fewer.exclude_all(kept.filter(|candidate| !cells.contains(&candidate.cell)));
            assert!(count(&fewer) > 0);
        }
    }
    assert!(checked >= 2, "{checked}");
    // Clues that clash without the marks are blamed as before.
    let mut puzzle = Puzzle::from_values(&[1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    puzzle.exclude(Candidate::new(Cell::new(3, 3), Digit::from_index(2)));
    let Why::NoSolution(answer) = ask(&puzzle, None) else {
        panic!("two 1s in row 1");
    };
    assert!(answer.is_without_marks && answer.blamed == Blamed::Clues);
}

#[test]
fn missing_pencil_marks_are_named() {
    let rules = "size 4x4\ncandidates r1c2 24\nclues\n1...\n..3.\n.4..\n...2\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    std::fs::write(&file, rules).unwrap();
    let text = printed(&[file.to_str().unwrap()]);
    assert!(
        text.contains("The clues have a solution that the pencil marks rule out: r1c2 lacks"),
        "{text}"
    );
}

/// The changes that are found for a puzzle after a mistake, which `undo` undoes.
fn changes_after(mistake: why::Change, undo: why::Change, puzzle: &Puzzle) -> Option<bool> {
    let damaged = mistake.apply(puzzle);
    assert_eq!(&undo.apply(&damaged), puzzle);
    let options = Options {
        limit: 300,
        ..Options::default()
    };
    match why::why(&damaged, None, options, &Budget::unlimited()).unwrap() {
        Why::NoSolution(answer) => Some(answer.changes.contains(&undo)),
        _ => None,
    }
}

#[test]
fn swapped_rows_and_shifted_parts_of_rows_are_found() {
    let (mut rows, mut shifts) = (0, 0);
    for seed in 0..10 {
        let mut rng = Rng::with_seed(seed);
        let puzzle = damaged(&plain(3), 50, 0, &mut rng);
        if count(&puzzle) != 1 {
            continue;
        }
        let swap = why::Change::Rows([1, 7]);
        if let Some(is_found) = changes_after(swap, swap, &puzzle) {
            assert!(is_found);
            rows += 1;
        }
        for row in 0..9 {
            let is_blank = |col: usize| puzzle.clue(Cell::new(row, col)).is_none();
            let shift = |first: usize, last: usize, is_right| why::Change::Shifted {
                first: Cell::new(row, first),
                last: Cell::new(row, last),
                is_right,
            };
            let is_free = !is_blank(1) && !is_blank(2) && is_blank(3);
            if is_free && shifts < 2 {
                let (mistake, undo) = (shift(1, 2, true), shift(2, 3, false));
                if let Some(is_found) = changes_after(mistake, undo, &puzzle) {
                    assert!(is_found);
                    shifts += 1;
                }
            }
        }
    }
    assert!(rows > 1 && shifts > 1, "{rows} {shifts}");
}

#[test]
fn a_mistyped_sum_is_found() {
    let text = std::fs::read_to_string("puzzles/variants/killer.txt").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    std::fs::write(&file, text.replacen("\ng 11\n", "\ng 12\n", 1)).unwrap();
    let text = printed(&[file.to_str().unwrap()]);
    assert!(text.contains("the rules clash"), "{text}");
    let change = "This change leaves exactly one solution: r2c6 + r3c6 + r4c6 = 11 instead of 12.";
    assert!(text.contains(change), "{text}");
}

#[test]
fn a_mistyped_number_of_a_clue_from_outside_is_found() {
    let text = std::fs::read_to_string("puzzles/variants/sandwich.txt").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    std::fs::write(&file, text.replacen("sandwich 11 r5", "sandwich 10 r5", 1)).unwrap();
    let text = printed(&[file.to_str().unwrap()]);
    let change = "sandwich 11 r5c1-r5c6 instead of sandwich 10 r5c1-r5c6\n";
    assert!(text.contains(change), "{text}");
}

/// Two rules of two places each clash, so no rule alone is to blame.
#[test]
fn the_fewest_rules_to_leave_out_are_found() {
    let text = "size 6x6; kropki white r1c1 r1c2; xv X r1c1 r1c2; kropki white r5c1 r5c2; \
                kropki black r5c1 r5c2; sandwich 13 r3c1-r3c6; thermo r2c1-r2c4";
    let mut entries = sudosat::sudoku::text::read(text.as_bytes(), "", &Default::default());
    let puzzle = entries.next().unwrap().unwrap().puzzle;
    let Why::NoSolution(answer) = ask(&puzzle, None) else {
        panic!("{text}");
    };
    // White and black is 1 and 2, which do not clash.
    let sets: Vec<&[String]> = answer.relaxed.iter().map(|one| &one.rules[..]).collect();
    let cages = ["kropki white r1c1 r1c2", "xv X r1c1 r1c2"];
    assert_eq!(sets.len(), 2, "{sets:?}");
    for (set, cage) in sets.iter().zip(cages.iter().rev()) {
        assert_eq!(*set, [cage, "sandwich 13 r3c1-r3c6"]);
    }
    for one in &answer.relaxed {
        assert_eq!(one.is_unique, Some(false));
    }
    assert!(answer.changes.is_empty());
}

/// More cells than digits are counted, which a search would take long to see.
#[test]
fn more_cells_than_digits_are_counted() {
    let text = "size 9x9; rule differ(cells): each pair a != b\n\
                differ r1c1 r1c2 r2c4 r3c7 r4c1 r5c5 r6c9 r7c3 r8c6 r9c8";
    let mut entries = sudosat::sudoku::text::read(text.as_bytes(), "", &Default::default());
    let puzzle = entries.next().unwrap().unwrap().puzzle;
    let Why::NoSolution(answer) = ask(&puzzle, None) else {
        panic!("{text}");
    };
    assert_eq!(answer.direct.len(), 1);
    assert_eq!(answer.direct[0].differ, Some(10));
    assert!(answer.explanation.is_minimal);
    assert_eq!(answer.relaxed.len(), 1);
    let text = "size 5x5; renban r1c1-r1c5 r2c5";
    let mut entries = sudosat::sudoku::text::read(text.as_bytes(), "", &Default::default());
    let puzzle = entries.next().unwrap().unwrap().puzzle;
    let Why::NoSolution(answer) = ask(&puzzle, None) else {
        panic!("{text}");
    };
    assert_eq!(answer.direct[0].differ, Some(6));
    check_explanation(&Statements::new(&puzzle), &answer.explanation);
    // No pair of the rule has r1c1, which is only in houses.
    let text = "size 4x4; boxes 2x2; rule d(line): each pair i = 1 or a != b\n\
                d r1c1 r1c2 r1c3 r2c1 r2c2";
    let mut entries = sudosat::sudoku::text::read(text.as_bytes(), "", &Default::default());
    let puzzle = entries.next().unwrap().unwrap().puzzle;
    let Why::NoSolution(answer) = ask(&puzzle, None) else {
        panic!("{text}");
    };
    assert_eq!(answer.direct[0].differ, Some(5));
    let members = &answer.explanation.statements;
    assert!(!can_hold(&Statements::new(&puzzle), members, None));
}

#[test]
fn corrections_are_in_a_fixed_order() {
    let options = Options {
        limit: 50,
        ..Options::default()
    };
    for seed in 0..20 {
        let mut rng = Rng::with_seed(seed);
        let puzzle = damaged(&plain(2), 9, 2, &mut rng);
        let answer = why::why(&puzzle, None, options, &Budget::unlimited()).unwrap();
        let Why::NoSolution(answer) = answer else {
            continue;
        };
        let key = |one: &why::Correction| {
            let cells: Vec<Cell> = one.cells().collect();
            (cells.len(), one.is_unique != Some(true), cells)
        };
        assert!(answer.corrections.is_sorted_by_key(key));
        let least = answer.corrections[0].clues.len();
        for one in &answer.corrections {
            assert_eq!(one.is_smallest, one.clues.len() == least);
        }
    }
}

#[test]
fn where_direct_steps_exist_nothing_is_supposed() {
    use sudosat::reason::Propagation;
    let mut direct = 0;
    for seed in 0..4 {
        let mut rng = Rng::with_seed(seed);
        let puzzle = damaged(&plain(3), 36, 0, &mut rng);
        let statements = Statements::new(&puzzle);
        let steps = Propagation::new(&statements);
        let mut all = fixedbitset::FixedBitSet::with_capacity(statements.list().len());
        all.insert_range(..);
        let Some(grid) = solutions(&puzzle, 1).pop() else {
            continue;
        };
        let open = puzzle.size().cells();
        let open = open.filter(|&cell| puzzle.clue(cell).is_none());
        for cell in open.step_by(7) {
            for digit in [grid.digit(cell), Digit::from_index(rng.usize(0..9))] {
                let candidate = Candidate::new(cell, digit);
                let holds = digit == grid.digit(cell);
                let run = steps.run(&all, None, Some((candidate, holds)));
                if run.find(candidate, holds, &steps).is_none() {
                    continue;
                }
                let question = Question {
                    cell,
                    digit: Some(digit),
                };
                let (Why::Cell { explanation, .. } | Why::RuledOut { explanation, .. }) =
                    ask(&puzzle, Some(question))
                else {
                    panic!("{candidate} follows by steps");
                };
                let shown = explanation.by_steps.as_ref().unwrap_or(&explanation);
                assert_eq!(shown.supposed, None);
                assert_eq!(shown.end, Ending::Reached);
                direct += 1;
            }
        }
    }
    assert!(direct > 10, "{direct}");
}

#[test]
fn steps_by_rules_for_two_cells_and_sums_name_what_matters_and_nothing_else() {
    let text = printed(&["puzzles/variants/thermometers.txt", "r3c3"]);
    assert!(text.contains("\n1. "), "{text}");
    // What a rule says by itself is no step of its own.
    let text = printed(&["puzzles/variants/killer.txt", "r1c1"]);
    assert!(!text.contains("\n1. "), "{text}");
    assert!(
        text.contains(
            "r1c1 is 4, the only place for it in column 1: not r2c1 or r3c1 because r2c1 + r3c1 = 4 (cage)"
        )
    );
    // Of a cage of three cells, the digit that is placed matters; the others do not.
    let rules = "cage 6 r1c1 r1c2 r1c3";
    let text = printed(&["1.......2.......", "r1c4", "--rules", rules]);
    assert!(text.contains("r1c4"), "{text}");
}

#[test]
fn a_blank_too_few_or_too_many_is_found() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let missing = format!("{}{}", &line[..18], &line[19..]);
    let extra = format!("{}.{}", &line[..18], &line[18..]);
    let rows = |line: &str| -> Vec<String> {
        let bytes = line.as_bytes().chunks(9);
        bytes
            .map(|row| String::from_utf8(row.to_vec()).unwrap())
            .collect()
    };
    let mut shorter = rows(line);
    shorter[2] = shorter[2].replacen('.', "", 1);
    let mut longer = rows(line);
    longer[2] = longer[2].replacen('.', "..", 1);
    // Other places may leave one solution too.
    for (text, what, cell) in [
        (missing, "With a blank put in at ", "r2c7"),
        (extra, "Without the blank at ", "r2c7"),
        (shorter.join("\n"), "With a blank put in at ", "r3c1"),
        (longer.join("\n"), "Without the blank at ", "r3c1"),
    ] {
        let error = refused(&[&text]);
        assert!(error.contains(what) && error.contains(cell), "{error}");
        assert!(error.contains("exactly one solution."), "{error}");
    }
    // Where more is wrong, nothing is guessed.
    let error = refused(&[&line[..70]]);
    assert!(!error.contains("exactly one solution"), "{error}");
}
