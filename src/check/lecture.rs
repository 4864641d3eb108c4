//! A model against the lecture's formula, by the meaning of its families.
//!
//! The lecture reduces a puzzle of order n to a formula over the variables
//! x_ijk, "cell (i, j) has the number k", with these clauses:
//!
//! 1. every number is in every row: ⋁_j x_ijk for all i, k
//! 2. every number is in every column: ⋁_i x_ijk for all j, k
//! 3. every number is in every box: ⋁ over the box's cells, for all boxes and k
//! 4. every cell has a number: ⋁_k x_ijk for all i, j
//! 5. no cell has two: ¬x_ijk ∨ ¬x_ijl for all i, j and k < l
//!
//! and x_ijk for each clue. Whatever formula a solver was given (another
//! encoding, with variables of its own after these), its model must satisfy
//! this one. No clause is built here: each family is checked as the sentence
//! it states, and the variable's number, (i−1)·n⁴ + (j−1)·n² + k, is derived
//! here once more on purpose, so that an error in the encoder's is found.

use crate::formula::{Model, Var};
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, Cell, Digit, House, HouseKind, Puzzle, Size};

/// The clause of the lecture's formula that a model breaks first, in Sudoku's
/// words. The families are numbered as in the lecture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LectureFault {
    /// The model lacks variables.
    #[error("the model has {found} variables, the lecture's formula {expected}")]
    TooFewVariables {
        /// Number of variables of the formula: n⁶.
        expected: usize,
        /// Number of variables of the model.
        found: usize,
    },
    /// Families (i) to (iii): a house lacks a digit.
    #[error("{house} has no {digit}{}", family_of(house))]
    Missing {
        /// The house that lacks the digit.
        house: House,
        /// The digit that the house lacks.
        digit: Digit,
    },
    /// Family (iv): a cell has no digit.
    #[error("{0} has no number (family iv)")]
    Blank(Cell),
    /// Family (v): a cell has two digits.
    #[error("{cell} has two numbers: {} and {} (family v)", .digits[0], .digits[1])]
    Double {
        /// The cell with two digits.
        cell: Cell,
        /// The two smallest of its digits.
        digits: [Digit; 2],
    },
    /// The candidate of a clue is false.
    #[error("the clue {0} is not kept")]
    Clue(Candidate),
    /// An excluded candidate is true.
    #[error("{0} is excluded by the pencilmarks")]
    Excluded(Candidate),
}

/// Returns the note in messages about the family that gives a house each digit.
fn family_of(house: &House) -> &'static str {
    match house.kind() {
        HouseKind::Row => " (family i)",
        HouseKind::Col => " (family ii)",
        HouseKind::Box | HouseKind::Region => " (family iii)",
        // The lecture has no family for other houses.
        _ => "",
    }
}

/// Checks that the model satisfies the lecture's formula for the puzzle, with its
/// clues as unit clauses and its exclusions as negative ones. Variables after
/// the first n⁶ do not matter.
///
/// # Errors
/// If the model lacks variables, or the first clause that it makes false.
pub fn lecture(puzzle: &Puzzle, model: &Model) -> Result<(), LectureFault> {
    let (size, side) = (puzzle.size(), puzzle.size().side());
    let expected = size.num_candidates();
    if model.num_vars() < expected {
        return Err(LectureFault::TooFewVariables {
            expected,
            found: model.num_vars(),
        });
    }
    // Cells and digits count from 0 here: the number less one.
    let holds = |cell: usize, digit: usize| model.value(Var::new(cell * side + digit));
    for (house, cells) in houses(size, &puzzle.rules().spec().regions) {
        let is_missing = |&digit: &usize| !cells.iter().any(|&cell| holds(cell, digit));
        if let Some(digit) = (0..side).find(is_missing) {
            let digit = Digit::from_index(digit);
            return Err(LectureFault::Missing { house, digit });
        }
    }
    for (index, cell) in size.cells().enumerate() {
        let mut digits = (0..side).filter(|&digit| holds(index, digit));
        match (digits.next(), digits.next()) {
            (None, _) => return Err(LectureFault::Blank(cell)),
            (Some(_), None) => {}
            (Some(first), Some(second)) => {
                let digits = [Digit::from_index(first), Digit::from_index(second)];
                return Err(LectureFault::Double { cell, digits });
            }
        }
    }
    let chosen = |candidate: Candidate| {
        let Candidate { cell, digit } = candidate;
        holds(cell.index(size), digit.index())
    };
    if let Some(clue) = puzzle.clues().find(|&clue| !chosen(clue)) {
        return Err(LectureFault::Clue(clue));
    }
    match puzzle.excluded().iter().find(|&&out| chosen(out)) {
        Some(&excluded) => Err(LectureFault::Excluded(excluded)),
        None => Ok(()),
    }
}

/// Returns the houses of the families (i) to (iii), grid by grid, each with the indices of its
/// cells.
fn houses(size: Size, regions: &Regions) -> Vec<(House, Vec<usize>)> {
    let grids = size.starts().iter().enumerate();
    let houses = grids.flat_map(|(grid, start)| {
        let at = |row: usize, col: usize| {
            let cell = Cell::new(start.row() + row, start.col() + col);
            cell.index(size)
        };
        let houses = houses_of_grid(size.side(), regions, at).into_iter();
        houses.map(move |(house, cells)| match size.is_one_grid() {
            true => (house, cells),
            false => (house.of_grid(grid), cells),
        })
    });
    houses.collect()
}

/// Returns the houses of one grid; `at` returns the index of the cell in a row and a column
/// of it.
fn houses_of_grid(
    side: usize,
    regions: &Regions,
    at: impl Fn(usize, usize) -> usize,
) -> Vec<(House, Vec<usize>)> {
    let house = |kind, number, cells| (House::new(kind, number), cells);
    let lines = 0..side;
    let row = |row| lines.clone().map(|col| at(row, col)).collect();
    let col = |col| lines.clone().map(|row| at(row, col)).collect();
    let rows = lines
        .clone()
        .map(|number| house(HouseKind::Row, number, row(number)));
    let cols = lines
        .clone()
        .map(|number| house(HouseKind::Col, number, col(number)));
    let mut houses: Vec<_> = rows.chain(cols).collect();
    match regions {
        Regions::None => {}
        &Regions::Boxes { rows, cols } => {
            let tops = lines.clone().step_by(rows);
            let lefts = || lines.clone().step_by(cols);
            let corners = tops.flat_map(|top| lefts().map(move |left| (top, left)));
            houses.extend(corners.enumerate().map(|(number, (top, left))| {
                let cells = (0..side).map(|place| at(top + place / cols, left + place % cols));
                house(HouseKind::Box, number, cells.collect())
            }));
        }
        Regions::Map(map) => {
            let mut cells: Vec<Vec<usize>> = vec![Vec::new(); side];
            for (cell, &number) in map.iter().enumerate() {
                cells[usize::from(number)].push(cell);
            }
            let regions = cells.into_iter().enumerate();
            houses.extend(regions.map(|(number, cells)| house(HouseKind::Region, number, cells)));
        }
    }
    houses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Cnf, Lit};

    const SOLVED: [usize; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    fn model_of(values: &[usize]) -> Vec<bool> {
        let mut model = vec![false; 64];
        for (place, value) in values.iter().enumerate() {
            model[place * 4 + value - 1] = true;
        }
        model
    }

    fn told(puzzle: &Puzzle, values: Vec<bool>) -> String {
        match lecture(puzzle, &Model::new(values)) {
            Ok(()) => "right".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn each_family_is_told_in_its_own_words() {
        let mut puzzle = Puzzle::from_values(&[0; 16]);
        let right = model_of(&SOLVED);
        assert_eq!(told(&puzzle, right.clone()), "right");

        let mut more = right.clone();
        more.extend([true, false, true]);
        assert_eq!(told(&puzzle, more), "right", "auxiliary variables");
        assert_eq!(
            told(&puzzle, right[..63].to_vec()),
            "the model has 63 variables, the lecture's formula 64"
        );

        let mut values = SOLVED;
        values[0] = 2;
        assert_eq!(
            told(&puzzle, model_of(&values)),
            "row 1 has no 1 (family i)"
        );
        let mut values = SOLVED;
        values.swap(0, 1);
        assert_eq!(
            told(&puzzle, model_of(&values)),
            "column 1 has no 1 (family ii)"
        );
        // Rows 2 and 3 exchanged.
        let mut values = SOLVED;
        values[4..12].rotate_left(4);
        assert_eq!(
            told(&puzzle, model_of(&values)),
            "box 1 has no 3 (family iii)"
        );
        let mut double = right.clone();
        double[4 + 2] = true;
        assert_eq!(
            told(&puzzle, double),
            "r1c2 has two numbers: 2 and 3 (family v)"
        );

        puzzle.set_clue(Cell::new(1, 1), Digit::from_value(3, puzzle.size()));
        assert_eq!(told(&puzzle, right.clone()), "the clue r2c2=3 is not kept");
        puzzle.set_clue(Cell::new(1, 1), None);
        puzzle.exclude(Candidate::new(Cell::new(3, 3), Digit::from_index(0)));
        assert_eq!(
            told(&puzzle, right),
            "r4c4=1 is excluded by the pencilmarks"
        );
    }

    #[test]
    fn a_region_takes_the_place_of_a_box_and_other_houses_have_no_family() {
        use crate::sudoku::Rules;
        use crate::sudoku::rules::Spec;

        let mut spec = Spec::boxes(2, 2).unwrap();
        spec.regions = Regions::Map(vec![0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 2, 3, 3, 3, 3]);
        let jigsaw = Puzzle::new(Rules::new(spec).unwrap().into());
        assert_eq!(
            told(&jigsaw, model_of(&SOLVED)),
            "region 2 has no 2 (family iii)"
        );
        let fault = LectureFault::Missing {
            house: House::new(HouseKind::Diagonal, 0),
            digit: Digit::from_index(2),
        };
        assert_eq!(fault.to_string(), "diagonal 1 has no 3");
    }

    #[test]
    fn a_blank_cell_is_told() {
        // Other cells take r1c1's digit a second time, so that no house lacks
        // it; r1c1 comes before them.
        let mut model = model_of(&SOLVED);
        model[0] = false; // r1c1=1
        model[4] = true; // r1c2=1: row 1 and box 1 keep their 1
        model[8 * 4] = true; // r3c1=1: so does column 1
        assert_eq!(
            told(&Puzzle::from_values(&[0; 16]), model),
            "r1c1 has no number (family iv)"
        );
    }

    /// Returns the formula written down literally, as the lecture does.
    fn formula() -> Cnf {
        let x = |i: usize, j: usize, k: usize| {
            Lit::from_dimacs(((i - 1) * 16 + (j - 1) * 4 + k) as i32).unwrap()
        };
        let mut cnf = Cnf::new(64);
        for a in 1..=4 {
            for b in 1..=4 {
                cnf.add_clause(&[x(a, 1, b), x(a, 2, b), x(a, 3, b), x(a, 4, b)]);
                cnf.add_clause(&[x(1, a, b), x(2, a, b), x(3, a, b), x(4, a, b)]);
                let (r, c) = ((a - 1) / 2 * 2 + 1, (a - 1) % 2 * 2 + 1);
                cnf.add_clause(&[
                    x(r, c, b),
                    x(r, c + 1, b),
                    x(r + 1, c, b),
                    x(r + 1, c + 1, b),
                ]);
                cnf.add_clause(&[x(a, b, 1), x(a, b, 2), x(a, b, 3), x(a, b, 4)]);
                for k in 1..=4 {
                    for l in k + 1..=4 {
                        cnf.add_clause(&[!x(a, b, k), !x(a, b, l)]);
                    }
                }
            }
        }
        cnf
    }

    proptest::proptest! {
        #[test]
        fn the_sentences_agree_with_the_clauses(
            flips in proptest::collection::vec(0..64usize, 0..6),
            swap in 0..4usize,
        ) {
            let mut values = model_of(&SOLVED);
            for row in 0..4 {
                values.swap(row * 16 + swap, row * 16 + 4 + swap);
            }
            for flip in flips {
                values[flip] = !values[flip];
            }
            let model = Model::new(values);
            let by_clauses = formula()
                .clauses()
                .all(|clause| clause.iter().any(|&lit| model.is_true(lit)));
            let by_sentences = lecture(&Puzzle::from_values(&[0; 16]), &model).is_ok();
            proptest::prop_assert_eq!(by_clauses, by_sentences);
        }
    }
}
