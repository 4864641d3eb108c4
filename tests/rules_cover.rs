//! Random small puzzles with every kind of rule: exact cover, backtracking and
//! the check of grids agree with a brute force by definition.

use crate::fuzzing::pace::rounds;
use crate::rules_common::{Case, check_grids_of, random_case};
use std::collections::BTreeSet;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::cover::{Choice, Method, Unfit};
use sudosat::encode;
use sudosat::engine::{self, End, Limit, Request};
use sudosat::sudoku::rules::{Cage, Spec};
use sudosat::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules};

/// Number of puzzles of a test, in a usual run.
const CASES: u64 = 300;

/// Largest number of solutions of a puzzle.
const MOST: usize = 200;

/// All solutions by an exact-cover search, each once; `None` if the search does
/// not take colours.
pub(crate) fn by_cover(puzzle: &Puzzle, method: Method) -> Option<BTreeSet<Grid>> {
    let problem = encode::cover(puzzle).unwrap();
    let mut search = match method.start(&problem, Choice::Smallest) {
        Ok(search) => search,
        Err(Unfit::Colors(_)) if problem.has_colors() => return None,
        Err(Unfit::Items) => return None,
        Err(unfit) => panic!("{unfit}"),
    };
    let mut found = BTreeSet::new();
    while let Some(options) = search.next_solution(&Budget::unlimited()).unwrap() {
        check::cover(&problem, options).unwrap();
        let grid = encode::grid_from_options(&problem, puzzle.size(), options).unwrap();
        if found.is_empty() {
            let mut chosen = options.to_vec();
            chosen.sort_unstable();
            assert_eq!(encode::options_from_grid(&problem, &grid), chosen);
        }
        assert!(found.insert(grid), "{method} finds a grid twice");
    }
    Some(found)
}

/// All solutions by an engine, each once.
pub(crate) fn by_engine(puzzle: &Puzzle, name: &str) -> BTreeSet<Grid> {
    let engine = engine::by_name(name).unwrap();
    let request = Request::new(Limit::ALL);
    let answer = engine::solve(&*engine, puzzle, &request, &Budget::unlimited());
    let (outcome, grids) = answer.unwrap_or_else(|error| panic!("{error}: {puzzle:?}"));
    assert!(
        matches!(outcome.end, End::Exhausted(_)),
        "{name}: {outcome:?}"
    );
    let count = grids.len();
    let grids: BTreeSet<Grid> = grids.into_iter().collect();
    assert_eq!(grids.len(), count, "{name} finds a grid twice");
    grids
}

/// All solutions by some search, if it takes the puzzle.
type Way<'a> = dyn Fn(&Puzzle) -> Option<BTreeSet<Grid>> + 'a;

/// Compares all solutions by some ways with those by definition. A way may have
/// no answer.
fn compare(cases: u64, ways: &[&Way]) {
    let mut counts = [0; 3];
    let cases = rounds(cases);
    for seed in 0..cases {
        let Case { puzzle, solutions } = random_case(seed, MOST);
        counts[solutions.len().min(2)] += 1;
        for (place, way) in ways.iter().enumerate() {
            if let Some(found) = way(&puzzle) {
                let spec = puzzle.rules().spec();
                assert_eq!(found, solutions, "way {place}, seed {seed}: {spec:?}");
            }
        }
    }
    // Puzzles without a solution, with one, and with more.
    assert!(
        counts.iter().all(|&count| count > cases / 100),
        "{counts:?}"
    );
}

#[test]
fn exact_cover_finds_what_the_rules_allow() {
    let methods = [
        Method::Dlx,
        Method::Sparse,
        Method::Bits,
        Method::Planes,
        Method::Matrix,
    ];
    let ways = methods.map(|method| move |puzzle: &Puzzle| by_cover(puzzle, method));
    let [dlx, sparse, bits, planes, matrix] = &ways;
    compare(CASES, &[dlx, sparse, bits, planes, matrix]);
}

#[test]
fn backtracking_finds_what_the_rules_allow() {
    let by_name = |name| move |puzzle: &Puzzle| Some(by_engine(puzzle, name));
    compare(
        CASES,
        &[&by_name("backtrack"), &by_name("backtrack-fewest")],
    );
}

/// The formula of the puzzle, the exact cover and backtracking, through the
/// engines that users call.
#[test]
fn engines_agree() {
    let by_name = |name| move |puzzle: &Puzzle| Some(by_engine(puzzle, name));
    compare(
        CASES / 8,
        &[
            &by_name("cdcl"),
            &by_name("splr"),
            &by_name("dlx"),
            &by_name("backtrack-fewest"),
        ],
    );
}

/// Latin squares with the clues of a puzzle: the check accepts its solutions
/// and no other.
#[test]
fn the_check_accepts_solutions_alone() {
    let (mut right, mut wrong) = (0, 0);
    let cases = rounds(CASES);
    for seed in 0..cases {
        let counts = check_grids_of(&random_case(seed, MOST), seed, 50);
        right += counts[0];
        wrong += counts[1];
    }
    assert!(
        right > cases as usize / 4 && wrong > cases as usize,
        "{right}, {wrong}"
    );
}

#[test]
fn the_matrix_says_why_it_declines() {
    let mut spec = Spec::boxes(2, 2).unwrap();
    spec.cages.push(Cage {
        cells: vec![Cell::new(0, 0), Cell::new(0, 1)],
        sum: Some(4),
        repeats: false,
    });
    let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
    let engine = engine::by_name("matrix").unwrap();
    let request = Request::new(Limit::ALL);
    let (outcome, grids) =
        engine::solve(&*engine, &puzzle, &request, &Budget::unlimited()).unwrap();
    assert!(grids.is_empty());
    assert_eq!(
        outcome.solvability().to_string(),
        "gave up: it cannot take colours in exact covers, which the sums of cages and arrows, and most marks, need"
    );
}

#[test]
fn backtracking_says_which_rule_forbids_a_digit() {
    use sudosat::engine::backtrack::{Backtrack, Because, Next, Watcher};

    #[derive(Default)]
    struct Told(Vec<String>);
    impl Watcher for Told {
        fn wants_reasons(&self) -> bool {
            true
        }
        fn reject(&mut self, candidate: Candidate, because: Because) {
            self.0.push(format!("{candidate}: {because}"));
        }
    }

    let mut spec = Spec::boxes(2, 2).unwrap();
    let cell = |index: usize| spec.size.cell(index);
    let cage = Cage {
        cells: vec![cell(0), cell(4)],
        sum: Some(6),
        repeats: false,
    };
    spec.mark("less", &[], &[cell(0), cell(1)]);
    spec.cages.push(cage);
    let mut puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
    puzzle.set_clue(puzzle.size().cell(1), Some(Digit::from_index(2)));
    let mut search = Backtrack::new(&puzzle, Next::Reading).unwrap();
    let mut told = Told::default();
    let solution = search.next_solution(&Budget::unlimited(), &mut told);
    assert!(solution.unwrap().is_some());
    assert_eq!(told.0[0], "r1c1=1: it breaks r1c1 + r2c1 = 6 (cage)");
    let mut told = Told::default();
    while search
        .next_solution(&Budget::unlimited(), &mut told)
        .unwrap()
        .is_some()
    {}
    let reason = "r1c1=4: r1c2=3, and the rule is r1c1 < r1c2";
    assert!(told.0.iter().any(|text| text == reason), "{:?}", told.0);
}
