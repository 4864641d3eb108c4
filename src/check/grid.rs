//! A grid against the rules and the puzzle, by definition.
//!
//! The check goes through the statements of the setter ([`Spec`]) one by one. It
//! does not use the houses, pairs and tables that [`crate::sudoku::Rules`] derives
//! from them, so it finds a mistake in them, on which every reduction and search
//! relies.

use crate::sudoku::rules::{Arrow, Cage, Mark, Parity, Regions, Spec};
use crate::sudoku::{Candidate, Cell, Digit, Grid, House, HouseKind, Puzzle, Size};
use itertools::Itertools as _;

/// A reason why a grid is no solution, in Sudoku's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridFault {
    /// The grid has another size than the puzzle.
    #[error("the puzzle is {puzzle}, the grid {grid}")]
    Size {
        /// Size of the puzzle.
        puzzle: Size,
        /// Size of the grid.
        grid: Size,
    },
    /// A cell holds a digit over N.
    #[error("{} holds {}, which is no digit of this size", .0.cell, .0.digit)]
    Digit(Candidate),
    /// A clue is not in its cell.
    #[error("the clue {clue} is not kept: the grid has {found}")]
    Clue {
        /// The clue that the grid does not keep.
        clue: Candidate,
        /// The digit that the grid has in the clue's cell.
        found: Digit,
    },
    /// A cell holds an odd digit instead of an even one, or the other way round.
    #[error("{} holds {}, expected an {parity} digit", .found.cell, .found.digit)]
    Parity {
        /// The cell and its digit.
        found: Candidate,
        /// The parity that is stated for the cell.
        parity: Parity,
    },
    /// The grid has a candidate that the puzzle excludes.
    #[error("{0} is excluded by the pencilmarks")]
    Excluded(Candidate),
    /// A house has a digit twice.
    #[error("{house} has two {digit}s: {} and {}", .cells[0], .cells[1])]
    Twice {
        /// The house with the repeated digit.
        house: House,
        /// The repeated digit.
        digit: Digit,
        /// The first two of its cells, in reading order.
        cells: [Cell; 2],
    },
    /// The rules have disjoint groups but no boxes, so that no grid obeys them.
    /// [`Rules::new`](crate::sudoku::Rules::new) refuses such rules.
    #[error("the rules have disjoint groups, and there are no boxes")]
    GroupsWithoutBoxes,
    /// The digits of a cage do not add up to its sum.
    #[error("cage {} at {first} adds up to {found}, expected {sum}", .number + 1)]
    Cage {
        /// The number of the cage, from 0.
        number: usize,
        /// The first cell of the cage.
        first: Cell,
        /// The sum that is stated for the cage.
        sum: usize,
        /// The sum of its digits.
        found: usize,
    },
    /// The digits along an arrow do not add up to the number in its bulb.
    #[error("arrow {} at {first} adds up to {shaft}, and its bulb is {bulb}", .number + 1)]
    Arrow {
        /// The number of the arrow, from 0.
        number: usize,
        /// The first cell of its bulb.
        first: Cell,
        /// The number in its bulb.
        bulb: usize,
        /// The sum of the digits along its shaft.
        shaft: usize,
    },
    /// The digits of a mark break its rule.
    #[error("{} the rule {mark}", breaking(.found))]
    Mark {
        /// The mark.
        mark: Mark,
        /// Digits that break the rule together.
        found: Vec<Candidate>,
    },
}

/// Returns `Ok` if the grid solves the puzzle: if it keeps the clues, the
/// exclusions, and every rule that the setter states.
///
/// Time and memory are linear in the grid and the statements.
///
/// ```
/// use sudosat::prelude::*;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let grid = puzzle.solve()?.ok_or("it has a solution")?;
/// assert!(check::grid(&puzzle, &grid).is_ok());
/// let other: Puzzle = "2... .... .... ....".parse()?;
/// assert_eq!(
///     check::grid(&other, &grid).unwrap_err().to_string(),
///     "the clue r1c1=2 is not kept: the grid has 1",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first fault: of the size, the clues, the exclusions, and then the rules.
pub fn grid(puzzle: &Puzzle, grid: &Grid) -> Result<(), GridFault> {
    let size = puzzle.size();
    if grid.size() != size {
        return Err(GridFault::Size {
            puzzle: size,
            grid: grid.size(),
        });
    }
    let is_too_large = |digit: &Digit| digit.value() > size.side();
    if let Some(place) = grid.digits().iter().position(is_too_large) {
        let found = Candidate::new(size.cell(place), grid.digits()[place]);
        return Err(GridFault::Digit(found));
    }
    let clues = puzzle.clues_of_cells().iter().zip(grid.digits());
    let is_kept = |(clue, found): (&Option<Digit>, &Digit)| clue.is_none_or(|clue| clue == *found);
    if !clues.clone().all(is_kept) {
        for clue in puzzle.clues() {
            let found = grid.digit(clue.cell);
            if found != clue.digit {
                return Err(GridFault::Clue { clue, found });
            }
        }
    }
    let spec = puzzle.rules().spec();
    for &(cell, parity) in &spec.parities {
        let digit = grid.digit(cell);
        if digit.value().is_multiple_of(2) != (parity == Parity::Even) {
            let found = Candidate::new(cell, digit);
            return Err(GridFault::Parity { found, parity });
        }
    }
    for &candidate in puzzle.excluded() {
        if grid.digit(candidate.cell) == candidate.digit {
            return Err(GridFault::Excluded(candidate));
        }
    }
    let filled = Filled { grid, spec };
    if !filled.are_rows_columns_and_boxes_right() {
        filled.rows_and_columns()?;
        filled.regions()?;
    }
    filled.diagonals()?;
    filled.windows()?;
    filled.disjoint_groups()?;
    for (number, cells) in spec.extra.iter().enumerate() {
        filled.differ(House::new(HouseKind::Extra, number), cells.iter().copied())?;
    }
    filled.sums()?;
    filled.marks()
}

/// A grid and the statements that it must obey.
struct Filled<'a> {
    grid: &'a Grid,
    spec: &'a Spec,
}

impl Filled<'_> {
    fn side(&self) -> usize {
        self.spec.size.side()
    }

    fn value(&self, cell: Cell) -> usize {
        self.grid.digit(cell).value()
    }

    /// Checks that no digit is twice in these cells.
    fn differ(
        &self,
        house: House,
        cells: impl Iterator<Item = Cell> + Clone,
    ) -> Result<(), GridFault> {
        /// Largest side whose digits are bits of a word.
        const BITS: usize = u64::BITS as usize;
        if self.side() <= BITS {
            let mut seen = 0;
            let is_new = |cell| {
                let bit = 1_u64 << self.grid.digit(cell).index();
                let is_new = seen & bit == 0;
                seen |= bit;
                is_new
            };
            if cells.clone().all(is_new) {
                return Ok(());
            }
        }
        let mut holder: Vec<Option<Cell>> = vec![None; self.side()];
        for cell in cells {
            let digit = self.grid.digit(cell);
            if let Some(first) = holder[digit.index()].replace(cell) {
                let cells = [first.min(cell), first.max(cell)];
                return Err(GridFault::Twice {
                    house,
                    digit,
                    cells,
                });
            }
        }
        Ok(())
    }

    /// Returns `true` if no digit is twice in a row, a column or a box. Returns `false` without
    /// a look if the regions are no boxes, the digits no bits of a word, or there are several grids.
    fn are_rows_columns_and_boxes_right(&self) -> bool {
        const BITS: usize = u64::BITS as usize;
        let Regions::Boxes { rows, cols } = self.spec.regions else {
            return false;
        };
        if self.side() > BITS || !self.spec.size.is_one_grid() {
            return false;
        }
        // The digits seen in each column, and in each box of a band.
        let (mut columns, mut boxes) = ([0_u64; BITS], [0_u64; BITS]);
        let (mut twice, side) = (0, self.side());
        for (number, row) in self.grid.digits().chunks_exact(side).enumerate() {
            if number % rows == 0 {
                boxes = [0; BITS];
            }
            let mut in_row = 0;
            let columns = columns.chunks_exact_mut(cols);
            let of_boxes = row.chunks_exact(cols).zip(columns).zip(&mut boxes);
            for ((digits, columns), in_box) in of_boxes {
                for (digit, in_column) in digits.iter().zip(columns) {
                    let bit = 1 << digit.index();
                    twice |= bit & (in_row | *in_column | *in_box);
                    in_row |= bit;
                    *in_column |= bit;
                    *in_box |= bit;
                }
            }
        }
        twice == 0
    }

    /// Checks houses of each grid: `houses` gets the first cell of a grid, and returns its houses
    /// with their cells.
    fn each_grid<C: Iterator<Item = Cell> + Clone>(
        &self,
        houses: impl Fn(Cell) -> Vec<(House, C)>,
    ) -> Result<(), GridFault> {
        for (grid, &start) in self.spec.size.starts().iter().enumerate() {
            for (house, cells) in houses(start) {
                let house = match self.spec.size.is_one_grid() {
                    true => house,
                    false => house.of_grid(grid),
                };
                self.differ(house, cells)?;
            }
        }
        Ok(())
    }

    fn rows_and_columns(&self) -> Result<(), GridFault> {
        let side = self.side();
        self.each_grid(|start| {
            let row = |row| {
                (
                    House::new(HouseKind::Row, row),
                    rectangle(start, row, 0, 1, side),
                )
            };
            (0..side).map(row).collect()
        })?;
        self.each_grid(|start| {
            let col = |col| {
                (
                    House::new(HouseKind::Col, col),
                    rectangle(start, 0, col, side, 1),
                )
            };
            (0..side).map(col).collect()
        })
    }

    fn regions(&self) -> Result<(), GridFault> {
        let side = self.side();
        match &self.spec.regions {
            Regions::None => Ok(()),
            &Regions::Boxes { rows, cols } => self.each_grid(|start| {
                let corners = (0..side).step_by(rows).flat_map(|top| {
                    let lefts = (0..side).step_by(cols);
                    lefts.map(move |left| rectangle(start, top, left, rows, cols))
                });
                let boxes = corners.enumerate();
                boxes
                    .map(|(number, cells)| (House::new(HouseKind::Box, number), cells))
                    .collect()
            }),
            Regions::Map(map) => {
                // Sorted by region, so that each is a run.
                let mut cells: Vec<(u16, Cell)> =
                    map.iter().copied().zip(self.spec.size.cells()).collect();
                cells.sort_unstable();
                for region in cells.chunk_by(|(one, _), (other, _)| one == other) {
                    let house = House::new(HouseKind::Region, usize::from(region[0].0));
                    self.differ(house, region.iter().map(|&(_, cell)| cell))?;
                }
                Ok(())
            }
        }
    }

    fn diagonals(&self) -> Result<(), GridFault> {
        let (side, [falls, rises]) = (self.side(), self.spec.diagonals);
        self.each_grid(|start| {
            let falling = move |place| Cell::new(start.row() + place, start.col() + place);
            let rising =
                move |place| Cell::new(start.row() + place, start.col() + side - 1 - place);
            let cells = move |is_rising: bool| {
                let cell = move |place| {
                    if is_rising {
                        rising(place)
                    } else {
                        falling(place)
                    }
                };
                (0..side).map(cell)
            };
            let stated = [(falls, false), (rises, true)];
            let stated = stated
                .into_iter()
                .filter(|&(is_stated, _)| is_stated)
                .enumerate();
            let house = |number| House::new(HouseKind::Diagonal, number);
            stated
                .map(|(number, (_, is_rising))| (house(number), cells(is_rising)))
                .collect()
        })
    }

    /// Checks the windows: in 9×9 they begin in rows and columns 2 and 6.
    fn windows(&self) -> Result<(), GridFault> {
        if !self.spec.windows {
            return Ok(());
        }
        let (side, n) = (self.side(), self.side().isqrt());
        self.each_grid(|start| {
            let places = || (1..side - n).step_by(n + 1);
            let corners = places().flat_map(|top| places().map(move |left| (top, left)));
            let windows = corners
                .map(|(top, left)| rectangle(start, top, left, n, n))
                .enumerate();
            windows
                .map(|(number, cells)| (House::new(HouseKind::Window, number), cells))
                .collect()
        })
    }

    fn disjoint_groups(&self) -> Result<(), GridFault> {
        if !self.spec.disjoint_groups {
            return Ok(());
        }
        let Regions::Boxes { rows, cols } = self.spec.regions else {
            return Err(GridFault::GroupsWithoutBoxes);
        };
        let side = self.side();
        self.each_grid(|start| {
            let groups = rectangle(start, 0, 0, rows, cols).enumerate();
            let groups = groups.map(|(number, first)| {
                let tops = (first.row()..start.row() + side).step_by(rows);
                let cells = tops.flat_map(move |row| {
                    let lefts = (first.col()..start.col() + side).step_by(cols);
                    lefts.map(move |col| Cell::new(row, col))
                });
                (House::new(HouseKind::Group, number), cells)
            });
            groups.collect()
        })
    }

    /// Checks cages and arrows.
    fn sums(&self) -> Result<(), GridFault> {
        let sum = |cells: &[Cell]| -> usize { cells.iter().map(|&cell| self.value(cell)).sum() };
        for (number, cage) in self.spec.cages.iter().enumerate() {
            let Cage {
                cells,
                sum: wanted,
                repeats,
            } = cage;
            if !repeats {
                self.differ(House::new(HouseKind::Cage, number), cells.iter().copied())?;
            }
            let found = sum(cells);
            if let Some(wanted) = wanted.map(|sum| sum as usize)
                && found != wanted
            {
                return Err(GridFault::Cage {
                    number,
                    first: cells[0],
                    sum: wanted,
                    found,
                });
            }
        }
        for (number, Arrow { bulb, shaft }) in self.spec.arrows.iter().enumerate() {
            let mut wanted = 0;
            for &cell in bulb {
                wanted = 10 * wanted + self.value(cell);
            }
            let found = sum(shaft);
            if found != wanted {
                return Err(GridFault::Arrow {
                    number,
                    first: bulb[0],
                    bulb: wanted,
                    shaft: found,
                });
            }
        }
        Ok(())
    }

    /// Checks the marks by the definitions of their rules.
    fn marks(&self) -> Result<(), GridFault> {
        let value = |cell| self.value(cell);
        for mark in &self.spec.marks {
            if let Some(cells) = mark.rule.condition.fault(mark, self.spec, &value) {
                let found = |cell: Cell| Candidate::new(cell, self.grid.digit(cell));
                return Err(GridFault::Mark {
                    mark: mark.clone(),
                    found: cells.into_iter().map(found).collect(),
                });
            }
        }
        Ok(())
    }
}

/// Largest number of digits that a fault lists.
const MOST_LISTED: usize = 9;

/// Returns digits that break a rule in words, as `r1c1=1 and r1c2=2 break`.
fn breaking(found: &[Candidate]) -> String {
    match found {
        [only] => format!("{only} breaks"),
        [first @ .., last] if found.len() <= MOST_LISTED => {
            format!("{} and {last} break", first.iter().format(", "))
        }
        _ => "the digits break".to_owned(),
    }
}

/// Returns the cells of a rectangle in the grid that begins in `start`, in reading order.
fn rectangle(
    start: Cell,
    top: usize,
    left: usize,
    rows: usize,
    cols: usize,
) -> impl Iterator<Item = Cell> + Clone {
    let (top, left) = (start.row() + top, start.col() + left);
    (top..top + rows).flat_map(move |row| (left..left + cols).map(move |col| Cell::new(row, col)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Rules;

    /// Returns a solved 4×4 with these changes, by place in reading order.
    fn grid_with(changes: &[(usize, usize)]) -> Grid {
        let mut values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        for &(place, value) in changes {
            values[place] = value;
        }
        let digits = values.iter().map(|&value| Digit::from_index(value - 1));
        Grid::new(Size::of_order(2).unwrap(), digits.collect())
    }

    fn told(puzzle: &Puzzle, changed: &[(usize, usize)]) -> String {
        match grid(puzzle, &grid_with(changed)) {
            Ok(()) => "right".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn every_fault_is_found_and_told() {
        let empty = Puzzle::empty(Size::of_order(2).unwrap());
        assert_eq!(told(&empty, &[]), "right");
        assert_eq!(told(&empty, &[(0, 4)]), "row 1 has two 4s: r1c1 and r1c4");
        // Rows 1 and 2 keep their digits, column 1 does not.
        let swapped = [(4, 2), (7, 3)];
        assert_eq!(told(&empty, &swapped), "column 1 has two 2s: r2c1 and r3c1");
        // Rows 2 and 3 exchanged: rows and columns right, boxes wrong.
        let rows = [2, 1, 4, 3, 3, 4, 1, 2];
        let rows: Vec<(usize, usize)> = (4..).zip(rows).collect();
        assert_eq!(told(&empty, &rows), "box 1 has two 2s: r1c2 and r2c1");
        assert_eq!(
            told(&empty, &[(5, 5)]),
            "r2c2 holds 5, which is no digit of this size"
        );

        let mut puzzle = empty.clone();
        puzzle.set_clue(Cell::new(0, 0), Some(Digit::from_index(2)));
        assert_eq!(
            told(&puzzle, &[]),
            "the clue r1c1=3 is not kept: the grid has 1"
        );
        let mut puzzle = empty;
        puzzle.exclude(Candidate::new(Cell::new(3, 3), Digit::from_index(0)));
        assert_eq!(told(&puzzle, &[]), "r4c4=1 is excluded by the pencilmarks");

        let nine = Puzzle::empty(Size::of_order(3).unwrap());
        assert_eq!(told(&nine, &[]), "the puzzle is 9×9, the grid 4×4");
    }

    /// Returns the error for the solved 4×4 grid with these changes, under boxes and
    /// one more rule.
    fn told_by(state: impl FnOnce(&mut Spec), changed: &[(usize, usize)]) -> String {
        let mut spec = Spec::boxes(2, 2).unwrap();
        state(&mut spec);
        told(&Puzzle::new(Rules::new(spec).unwrap().into()), changed)
    }

    // 1 2 | 3 4
    // 3 4 | 1 2
    // ----+----
    // 2 1 | 4 3
    // 4 3 | 2 1
    #[test]
    fn every_rule_is_checked_and_told() {
        let at = |row: usize, col: usize| Cell::new(row - 1, col - 1);
        let jigsaw = |spec: &mut Spec| {
            spec.regions = Regions::Map(vec![0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 2, 3, 3, 3, 3]);
        };
        assert_eq!(told_by(jigsaw, &[]), "region 2 has two 4s: r2c2 and r3c3");
        let falls = |spec: &mut Spec| spec.diagonals = [true, false];
        assert_eq!(told_by(falls, &[]), "diagonal 1 has two 4s: r2c2 and r3c3");
        let rises = |spec: &mut Spec| spec.diagonals = [false, true];
        assert_eq!(told_by(rises, &[]), "diagonal 1 has two 1s: r2c3 and r3c2");
        let both = |spec: &mut Spec| spec.diagonals = [true, true];
        assert_eq!(told_by(both, &[]), "diagonal 1 has two 4s: r2c2 and r3c3");
        let windows = |spec: &mut Spec| spec.windows = true;
        assert_eq!(told_by(windows, &[]), "window 1 has two 1s: r2c3 and r3c2");
        let groups = |spec: &mut Spec| spec.disjoint_groups = true;
        assert_eq!(told_by(groups, &[]), "right");
        let rows = [2, 1, 4, 3, 1, 2, 2, 1, 4, 3];
        let other: Vec<(usize, usize)> = (6..).zip(rows).collect();
        assert_eq!(told_by(|_| {}, &other), "right");
        let found = "disjoint group 1 has two 1s: r1c1 and r3c3";
        assert_eq!(told_by(groups, &other), found);
        let extra = |cells: Vec<Cell>| |spec: &mut Spec| spec.extra.push(cells);
        let found = "extra house 1 has two 1s: r1c1 and r2c3";
        assert_eq!(told_by(extra(vec![at(2, 3), at(1, 1)]), &[]), found);
        assert_eq!(told_by(extra(vec![at(2, 3), at(1, 2)]), &[]), "right");

        let knight = |spec: &mut Spec| spec.mark("anti-knight", &[], &[]);
        let found = "r1c1=1 and r2c3=1 break the rule anti-knight";
        assert_eq!(told_by(knight, &[]), found);
        let king = |spec: &mut Spec| spec.mark("anti-king", &[], &[]);
        let found = "r2c2=4 and r3c3=4 break the rule anti-king";
        assert_eq!(told_by(king, &[]), found);
        let next = |spec: &mut Spec| spec.mark("non-consecutive", &[], &[]);
        let found = "r1c1=1 and r1c2=2 break the rule non-consecutive";
        assert_eq!(told_by(next, &[]), found);

        let even = |spec: &mut Spec| spec.parities.push((at(1, 1), Parity::Even));
        assert_eq!(told_by(even, &[]), "r1c1 holds 1, expected an even digit");
        let odd = |spec: &mut Spec| spec.parities.push((at(1, 2), Parity::Odd));
        assert_eq!(told_by(odd, &[]), "r1c2 holds 2, expected an odd digit");

        let less = |cells: [Cell; 2]| move |spec: &mut Spec| spec.mark("less", &[], &cells);
        let found = "r1c2=2 and r1c1=1 break the rule less r1c2 r1c1";
        assert_eq!(told_by(less([at(1, 2), at(1, 1)]), &[]), found);
        assert_eq!(told_by(less([at(1, 1), at(1, 2)]), &[]), "right");
        let warm = |cells: Vec<Cell>| move |spec: &mut Spec| spec.mark("thermo", &[], &cells);
        let found = "r1c2=2 and r2c3=1 break the rule thermo r1c1 r1c2 r2c3";
        assert_eq!(
            told_by(warm(vec![at(1, 1), at(1, 2), at(2, 3)]), &[]),
            found
        );
        assert_eq!(
            told_by(warm(vec![at(1, 1), at(1, 2), at(1, 3)]), &[]),
            "right"
        );
        let mirror = |cells: Vec<Cell>| move |spec: &mut Spec| spec.mark("palindrome", &[], &cells);
        let found = "r1c1=1 and r2c2=4 break the rule palindrome r1c1 r1c2 r2c2";
        assert_eq!(
            told_by(mirror(vec![at(1, 1), at(1, 2), at(2, 2)]), &[]),
            found
        );
        assert_eq!(
            told_by(mirror(vec![at(1, 1), at(1, 2), at(2, 3)]), &[]),
            "right"
        );

        let dot = |col: usize, rule: &'static str, number: u32| {
            let cells = [at(1, 1), at(1, col)];
            move |spec: &mut Spec| spec.mark(rule, &[number], &cells)
        };
        let found = "r1c1=1 and r1c3=3 break the rule kropki white r1c1 r1c3";
        assert_eq!(told_by(dot(3, "difference", 1), &[]), found);
        assert_eq!(told_by(dot(2, "difference", 1), &[]), "right");
        let found = "r1c1=1 and r1c3=3 break the rule kropki black r1c1 r1c3";
        assert_eq!(told_by(dot(3, "ratio", 2), &[]), found);
        assert_eq!(told_by(dot(2, "ratio", 2), &[]), "right");
        let found = "r1c1=1 and r1c3=3 break the rule xv V r1c1 r1c3";
        assert_eq!(told_by(dot(3, "sum", 5), &[]), found);
        assert_eq!(told_by(dot(4, "sum", 5), &[]), "right");

        let cage = |cells: Vec<Cell>, sum: Option<u32>, repeats: bool| {
            let cage = Cage {
                cells,
                sum,
                repeats,
            };
            move |spec: &mut Spec| spec.cages.push(cage)
        };
        let ones = || vec![at(1, 1), at(2, 3)];
        let found = "cage 1 has two 1s: r1c1 and r2c3";
        assert_eq!(told_by(cage(ones(), None, false), &[]), found);
        assert_eq!(told_by(cage(ones(), Some(2), true), &[]), "right");
        let found = "cage 1 at r1c1 adds up to 2, expected 3";
        assert_eq!(told_by(cage(ones(), Some(3), true), &[]), found);
        let arrow = |bulb: Vec<Cell>, shaft: Vec<Cell>| {
            move |spec: &mut Spec| spec.arrows.push(Arrow { bulb, shaft })
        };
        let found = "arrow 1 at r1c4 adds up to 5, and its bulb is 4";
        assert_eq!(
            told_by(arrow(vec![at(1, 4)], vec![at(1, 2), at(1, 3)]), &[]),
            found
        );
        assert_eq!(
            told_by(arrow(vec![at(1, 3)], vec![at(1, 1), at(1, 2)]), &[]),
            "right"
        );
        let bulb = || vec![at(1, 1), at(1, 2)];
        let shaft = vec![at(1, 4), at(2, 2), at(3, 3)];
        assert_eq!(
            told_by(arrow(bulb(), shaft), &[]),
            "right",
            "4 + 4 + 4 = 12"
        );
        let found = "arrow 1 at r1c1 adds up to 4, and its bulb is 12";
        assert_eq!(told_by(arrow(bulb(), vec![at(1, 4)]), &[]), found);
    }

    #[test]
    fn disjoint_groups_without_boxes_are_no_rules() {
        for regions in [Regions::None, Regions::Map([0, 0, 1, 1].repeat(2))] {
            let mut spec = Spec::boxes(2, 2).unwrap();
            spec.regions = regions;
            spec.disjoint_groups = true;
            let grid = &grid_with(&[]);
            let fault = Filled { grid, spec: &spec }.disjoint_groups();
            assert_eq!(fault, Err(GridFault::GroupsWithoutBoxes));
            spec.regions = Regions::None;
            assert!(Rules::new(spec).is_err());
        }
    }

    #[test]
    fn windows_and_groups_of_9x9_are_where_they_should_be() {
        // The grid of shifted rows: row r begins with shift(r) + 1.
        let shifts = [0, 3, 6, 1, 4, 7, 2, 5, 8];
        let values = shifts.map(|shift| (0..9).map(move |col| (col + shift) % 9));
        let digits = values.into_iter().flatten().map(Digit::from_index);
        let size = Size::of_order(3).unwrap();
        let filled = Grid::new(size, digits.collect());
        let by = |state: fn(&mut Spec)| {
            let mut spec = Spec::boxes(3, 3).unwrap();
            state(&mut spec);
            let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
            grid(&puzzle, &filled).err().map(|fault| fault.to_string())
        };
        assert_eq!(by(|_| {}), None);
        // r2c2 … r4c4 have 5 6 7, 8 9 1, 3 4 5.
        let found = by(|spec| spec.windows = true);
        assert_eq!(found.unwrap(), "window 1 has two 5s: r2c2 and r4c4");
        // r1c1, r1c4, r1c7, r4c1, …: 1 4 7, 2 5 8, 3 6 9.
        assert_eq!(by(|spec| spec.disjoint_groups = true), None);
    }

    #[test]
    fn of_all_4x4_grids_whose_rows_are_right_288_are_right() {
        // Rows are permutations; the check alone decides. 24⁴ grids.
        let size = Size::of_order(2).unwrap();
        let empty = Puzzle::empty(size);
        let rows: Vec<Vec<Digit>> = (0..256)
            .map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3])
            .filter(|row| (0..4).all(|digit| row.contains(&digit)))
            .map(|row| row.map(Digit::from_index).to_vec())
            .collect();
        let mut right = 0;
        for a in &rows {
            for b in &rows {
                for c in &rows {
                    for d in &rows {
                        let digits = [a, b, c, d].into_iter().flatten().copied().collect();
                        right += usize::from(grid(&empty, &Grid::new(size, digits)).is_ok());
                    }
                }
            }
        }
        assert_eq!(right, 288);
    }
}
