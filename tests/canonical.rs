//! Canonical forms: against every symmetry of small grids, and random ones of 9×9.

use crate::program::program;
use fastrand::Rng;
use predicates::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use sudosat::generate;
use sudosat::sudoku::rules::Spec;
use sudosat::sudoku::{Cell, Digit, NoCanonicalForm, Puzzle, Rules, Size, canonical, print};

/// Returns every order of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in orders(last) {
        for place in 0..=last {
            let mut order = order.clone();
            order.insert(place, last);
            all.push(order);
        }
    }
    all
}

/// Returns every order of lines in groups of `length` that keeps the groups together.
fn line_orders(groups: usize, length: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for order in orders(groups) {
        let mut partial = vec![Vec::new()];
        for group in order {
            let mut longer = Vec::new();
            for begun in &partial {
                for within in orders(length) {
                    let mut lines: Vec<usize> = begun.clone();
                    lines.extend(within.iter().map(|line| group * length + line));
                    longer.push(lines);
                }
            }
            partial = longer;
        }
        all.extend(partial);
    }
    all
}

/// Returns the values with digits renamed in the order in which they appear: the least
/// that renaming leads to.
fn renamed(values: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut names: HashMap<usize, usize> = HashMap::new();
    let mut rename = |value| {
        let next = names.len() + 1;
        *names.entry(value).or_insert(next)
    };
    values
        .map(|value| if value == 0 { 0 } else { rename(value) })
        .collect()
}

/// Returns the values of a puzzle's clues in reading order, 0 for none.
fn values(puzzle: &Puzzle) -> Vec<usize> {
    let cells = puzzle.size().cells();
    cells
        .map(|cell| puzzle.clue(cell).map_or(0, Digit::value))
        .collect()
}

/// Returns the least of all puzzles that symmetries lead to, by trying all of them.
fn least(puzzle: &Puzzle, rows: usize, cols: usize) -> Vec<usize> {
    let side = rows * cols;
    let values = values(puzzle);
    let (row_orders, col_orders) = (line_orders(cols, rows), line_orders(rows, cols));
    let mut forms = BTreeSet::new();
    for row_order in &row_orders {
        for col_order in &col_orders {
            let cells = || {
                row_order
                    .iter()
                    .flat_map(|&row| col_order.iter().map(move |&col| (row, col)))
            };
            forms.insert(renamed(cells().map(|(row, col)| values[row * side + col])));
            if rows == cols {
                forms.insert(renamed(cells().map(|(row, col)| values[col * side + row])));
            }
        }
    }
    forms.pop_first().unwrap()
}

/// Returns a puzzle with random clues that may clash.
fn random(rules: &Arc<Rules>, digits: usize, share: f64, rng: &mut Rng) -> Puzzle {
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    for cell in rules.size().cells() {
        if rng.f64() < share {
            puzzle.set_clue(cell, Some(Digit::from_index(rng.usize(..digits))));
        }
    }
    puzzle
}

#[test]
fn the_form_of_small_grids_is_the_least_of_all_that_symmetries_lead_to() {
    let mut rng = Rng::with_seed(1);
    for (rows, cols, rounds) in [(1, 1, 3), (2, 2, 400), (1, 3, 40), (2, 3, 4), (3, 2, 4)] {
        let rules = Arc::new(Rules::new(Spec::boxes(rows, cols).unwrap()).unwrap());
        for round in 0..rounds {
            let digits = 1 + round % (rows * cols);
            let puzzle = random(&rules, digits, rng.f64(), &mut rng);
            let form = canonical(&puzzle).unwrap();
            assert_eq!(
                values(&form),
                least(&puzzle, rows, cols),
                "{}",
                print::line(&puzzle)
            );
            assert_eq!(form.rules(), &rules);
        }
    }
}

#[test]
fn the_full_grids_of_4x4_are_of_two_kinds() {
    // Known: of 288 grids two are different up to symmetry.
    let rules = Rules::plain(2).unwrap();
    let mut rng = Rng::with_seed(1);
    let mut grids = BTreeSet::new();
    let mut forms = BTreeSet::new();
    while grids.len() < 288 {
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        let puzzle = generate::with_clues(&rules, &grid, 16, Default::default(), &mut rng);
        forms.insert(values(&canonical(&puzzle).unwrap()));
        grids.insert(grid);
    }
    assert_eq!(forms.len(), 2);
}

/// Returns the puzzle after a random symmetry.
fn disguised(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let size = puzzle.size();
    let n = size.order().unwrap();
    let lines = |rng: &mut Rng| {
        let mut bands: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut within: Vec<usize> = (band * n..(band + 1) * n).collect();
            rng.shuffle(&mut within);
            lines.extend(within);
        }
        lines
    };
    let (rows, cols, is_transposed) = (lines(rng), lines(rng), rng.bool());
    let mut digits: Vec<Digit> = size.digits().collect();
    rng.shuffle(&mut digits);
    let mut other = Puzzle::new(Arc::clone(puzzle.rules()));
    for clue in puzzle.clues() {
        let (row, col) = (rows[clue.cell.row()], cols[clue.cell.col()]);
        let cell = if is_transposed {
            Cell::new(col, row)
        } else {
            Cell::new(row, col)
        };
        other.set_clue(cell, Some(digits[clue.digit.index()]));
    }
    other
}

#[test]
fn equivalent_puzzles_of_9x9_have_one_form_and_a_moved_clue_changes_it() {
    let rules = Rules::plain(3).unwrap();
    let mut rng = Rng::with_seed(2);
    for clues in [0, 1, 2, 5, 9, 17, 24, 30, 45, 60, 75, 80, 81] {
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        let puzzle = generate::with_clues(&rules, &grid, clues, Default::default(), &mut rng);
        let form = canonical(&puzzle).unwrap();
        assert_eq!(form.num_clues(), clues);
        assert_eq!(canonical(&form).unwrap(), form, "the form is its own");
        for _ in 0..5 {
            let other = disguised(&puzzle, &mut rng);
            assert_eq!(canonical(&other).unwrap(), form, "{}", print::line(&other));
        }
        if (17..81).contains(&clues) {
            // No symmetry undoes an exchange of two digits in only one of two rows of
            // a random puzzle.
            let mut changed = puzzle.clone();
            let [first, second] = [0, 1].map(|place| puzzle.clues().nth(place).unwrap());
            changed.set_clue(first.cell, Some(second.digit));
            changed.set_clue(second.cell, Some(first.digit));
            if first.digit != second.digit {
                assert_ne!(canonical(&changed).unwrap(), form);
            }
        }
    }
}

#[test]
fn grids_with_many_symmetries_have_a_form() {
    let rules = Rules::plain(3).unwrap();
    let most = Puzzle::from_values(
        &(0..81)
            .map(|cell| (cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1)
            .collect::<Vec<_>>(),
    );
    let mut rng = Rng::with_seed(3);
    assert_eq!(
        canonical(&most).unwrap(),
        canonical(&disguised(&most, &mut rng)).unwrap()
    );
    let same = random(&rules, 1, 1.0, &mut rng);
    assert_eq!(values(&canonical(&same).unwrap()), [1; 81]);
}

#[test]
fn puzzles_that_symmetries_do_not_keep_are_refused() {
    let diagonal = Spec {
        diagonals: [true; 2],
        ..Spec::boxes(3, 3).unwrap()
    };
    let with = |spec| Puzzle::new(Arc::new(Rules::new(spec).unwrap()));
    assert_eq!(canonical(&with(diagonal)), Err(NoCanonicalForm::Rules));
    let latin = Spec::latin(Size::new(4).unwrap());
    assert_eq!(canonical(&with(latin)), Err(NoCanonicalForm::Rules));
    let large = Puzzle::new(Rules::plain(4).unwrap());
    assert_eq!(
        canonical(&large),
        Err(NoCanonicalForm::TooLarge(large.size()))
    );
    let mut marked = Puzzle::new(Rules::plain(2).unwrap());
    marked.exclude(marked.size().candidate(0));
    assert_eq!(canonical(&marked), Err(NoCanonicalForm::Marks));
}

/// Puzzles on a line each: the third and the last are the first after a symmetry.
const LINES: &str = "1..2............\n12..............\n.........3.4....\n....1..2........\n";

fn run(arguments: &[&str], input: &str) -> assert_cmd::assert::Assert {
    let mut command = program();
    command.args(arguments).write_stdin(input).assert()
}

#[test]
fn check_names_puzzles_that_are_the_same() {
    run(&["check", "--distinct"], LINES).code(1).stdout(
        "-:3: the same as -:1\n-:4: the same as -:1\n4 puzzles: 2 different up to symmetry\n",
    );
    run(&["check", "--distinct"], "1...............\n")
        .code(0)
        .stdout("1 puzzle: 1 different up to symmetry\n");
    let output = run(&["check", "--distinct", "--json"], LINES).code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["same_as"], serde_json::Value::Null);
    assert_eq!(lines[2]["same_as"], "-:1");
    assert_eq!(lines[2]["canonical"], lines[0]["canonical"]);
    assert_ne!(lines[1]["canonical"], lines[0]["canonical"]);
    assert_eq!(lines[4]["summary"]["distinct"], 2);
    run(&["check", "--distinct", "--rules", "diagonal"], LINES)
        .code(2)
        .stderr(predicate::str::contains("rules other than boxes"));
}

#[test]
fn show_leaves_out_doubles_and_prints_canonical_forms() {
    run(&["show", "--distinct", "--to", "line"], LINES)
        .code(0)
        .stdout("1..2............\n12..............\n")
        .stderr(predicate::str::contains("-:3: left out, the same as -:1"));
    let form = run(&["show", "--canonical", "--to", "line"], LINES).code(0);
    let text = String::from_utf8(form.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], lines[2]);
    assert_ne!(lines[0], lines[1]);
}
