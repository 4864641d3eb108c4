//! Sudoku by any rules: boxes or a jigsaw, diagonals, windows, killer cages.
//!
//! Items have the names that `encode` gives them: `R1C2` (a number in this
//! cell), `R1#4`, `C2#4`, `B1#4` (a 4 in this row, column, region); and `D1#4`,
//! `D2#4` for the falling and the rising diagonal, `W1#4` for windows.
//!
//! A *cage* has different numbers with a given sum. That is an exact cover with
//! colours: item `K1` asks for a combination of numbers, an option for each;
//! the secondary item `K1=4` has the colour `in` if the combination has a 4 and
//! `out` if not; a 4 in a cell of the cage needs `in`, and the secondary item
//! `K1#4` lets only one cell have it. So many different numbers of a set of so
//! many are all of them, so the sum is right.

mod file;

use super::draft::Draft;
use super::{Arguments, Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Panel, Square, Walls, hues_of_regions};
use crate::cover::{Color, Item};
use crate::io::InputError;

/// The largest boxes and the widest grid that can be had.
const LARGEST_BOX: usize = 12;
const LARGEST_SIDE: usize = LARGEST_BOX * LARGEST_BOX;

pub(super) const FAMILY: Family = Family {
    name: "sudoku",
    arguments: "N[,diagonal][,windoku][,jigsaw=AABB/AABB/…][,clues=1.4..…] or sudoku:file=FILE",
    title: "Sudoku with boxes of N×N, or by other rules; a file may have killer cages, \
            docs/COVER.md tells how",
    build,
};

/// The rules of a Sudoku: which cells have each number once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    side: usize,
    /// The region of each cell, row after row; as many regions as rows.
    regions: Vec<usize>,
    /// Both diagonals have each number once.
    pub diagonals: bool,
    /// The windows between the boxes have each number once.
    windows: Option<usize>,
    cages: Vec<Cage>,
}

/// Cells with different numbers of a given sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The cells, by their places row after row from 0.
    pub cells: Vec<usize>,
    /// The sum of their numbers.
    pub sum: usize,
}

/// Why there are no such rules. Cells are told as rows and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The side is 0 or more than can be had.
    #[error("a grid has from 1 to {LARGEST_SIDE} rows, not {0}")]
    Side(usize),
    /// There are more or fewer cells than the grid has.
    #[error("found {found} cells, expected {expected}")]
    Cells {
        /// How many cells there are.
        found: usize,
        /// How many the grid has.
        expected: usize,
    },
    /// So many cells are no grid with boxes.
    #[error("found {0} cells, and a grid with boxes has 1, 16, 81, 256 or another fourth power")]
    NoBoxes(usize),
    /// A region of a jigsaw has not as many cells as there are numbers.
    #[error("region {region} has {found} cells, and there are {expected} numbers")]
    Region {
        /// The region, from 1 in the order in which they begin.
        region: usize,
        /// How many cells it has.
        found: usize,
        /// How many numbers there are.
        expected: usize,
    },
    /// There are windows only between boxes, from 2×2 on.
    #[error("windows need boxes of 2×2 at least")]
    Windows,
    /// A cage has no cell, the same cell twice, or a cell of another one, or
    /// one outside the grid.
    #[error("cage {0} needs cells of the grid that no other cage has")]
    Cage(usize),
    /// A clue is larger than the side, or there are not as many as cells.
    #[error("clue {clue} of r{row}c{col} is not between 1 and {side}")]
    Clue {
        /// The number.
        clue: usize,
        /// Its row.
        row: usize,
        /// Its column.
        col: usize,
        /// How many numbers there are.
        side: usize,
    },
}

impl Rules {
    /// The usual ones: boxes of n×n in a grid of n²×n².
    ///
    /// # Errors
    /// If n is 0, or larger than 12.
    pub fn boxes(n: usize) -> Result<Rules, RulesError> {
        if n == 0 || n > LARGEST_BOX {
            return Err(RulesError::Side(n.saturating_mul(n)));
        }
        let side = n * n;
        let places = itertools::iproduct!(0..side, 0..side);
        Ok(Rules {
            side,
            regions: places.map(|(row, col)| row / n * n + col / n).collect(),
            diagonals: false,
            windows: None,
            cages: Vec::new(),
        })
    }

    /// Regions of any form: for each cell, row after row, something that its
    /// region alone has.
    ///
    /// # Errors
    /// If the side is 0 or more than 144, or a region has not as many cells.
    pub fn jigsaw<T: PartialEq>(side: usize, cells: &[T]) -> Result<Rules, RulesError> {
        if side == 0 || side > LARGEST_SIDE {
            return Err(RulesError::Side(side));
        }
        if cells.len() != side * side {
            let (found, expected) = (cells.len(), side * side);
            return Err(RulesError::Cells { found, expected });
        }
        let mut firsts: Vec<&T> = Vec::new();
        let mut sizes = Vec::new();
        let mut regions = Vec::with_capacity(cells.len());
        for cell in cells {
            let known = firsts.iter().position(|&first| first == cell);
            let region = known.unwrap_or_else(|| {
                firsts.push(cell);
                sizes.push(0);
                firsts.len() - 1
            });
            sizes[region] += 1;
            regions.push(region);
        }
        if let Some(region) = sizes.iter().position(|&size| size != side) {
            return Err(RulesError::Region {
                region: region + 1,
                found: sizes[region],
                expected: side,
            });
        }
        Ok(Rules {
            side,
            regions,
            diagonals: false,
            windows: None,
            cages: Vec::new(),
        })
    }

    /// Adds windows: the (n − 1)² squares of n×n cells that lie between the
    /// boxes, a cell apart from the border and from each other. In 9×9 it is
    /// Windoku.
    ///
    /// # Errors
    /// If the side is no square, or 1.
    pub fn with_windows(mut self) -> Result<Rules, RulesError> {
        let n = self.side.isqrt();
        if n < 2 || n * n != self.side {
            return Err(RulesError::Windows);
        }
        self.windows = Some(n);
        Ok(self)
    }

    /// Adds cages.
    ///
    /// # Errors
    /// If a cage has no cell, or one that the grid hasn't or another cage has.
    pub fn with_cages(mut self, cages: Vec<Cage>) -> Result<Rules, RulesError> {
        let mut taken = vec![false; self.side * self.side];
        for (number, cage) in (1..).zip(&cages) {
            let free = |&cell: &usize| {
                taken
                    .get_mut(cell)
                    .is_some_and(|taken| !std::mem::replace(taken, true))
            };
            if cage.cells.is_empty() || !cage.cells.iter().all(free) {
                return Err(RulesError::Cage(number));
            }
        }
        self.cages = cages;
        Ok(self)
    }

    /// How many rows, columns and numbers there are.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The window of a cell.
    fn window(&self, row: usize, col: usize) -> Option<usize> {
        let n = self.windows?;
        let inside = |line: usize| !line.is_multiple_of(n + 1);
        (inside(row) && inside(col)).then(|| row / (n + 1) * (n - 1) + col / (n + 1))
    }

    /// The diagonals of a cell: the falling one, the rising one.
    fn diagonals(&self, row: usize, col: usize) -> impl Iterator<Item = usize> {
        let falling = (self.diagonals && row == col).then_some(0);
        let rising = (self.diagonals && row + col + 1 == self.side).then_some(1);
        falling.into_iter().chain(rising)
    }
}

/// The grids that fill in these clues by these rules. A clue for each cell, row
/// after row, 0 where there is none; no clues at all are the blank grid.
///
/// # Errors
/// If a clue is no number of the grid, or it would be too large.
pub fn sudoku(rules: &Rules, clues: &[usize]) -> Result<Instance, ProblemError> {
    let side = rules.side;
    let cells = || itertools::iproduct!(0..side, 0..side);
    if let Some(place) = clues.iter().position(|&clue| clue > side) {
        return Err(ProblemError::Rules(RulesError::Clue {
            clue: clues[place],
            row: place / side + 1,
            col: place % side + 1,
            side,
        }));
    }
    if !clues.is_empty() && clues.len() != side * side {
        let (found, expected) = (clues.len(), side * side);
        return Err(ProblemError::Rules(RulesError::Cells { found, expected }));
    }
    let clue = |place: usize| clues.get(place).copied().unwrap_or(0);
    let mut draft = Draft::new(canvas(rules, clues));
    let names = cells().map(|(row, col)| format!("R{}C{}", row + 1, col + 1));
    let cell_items = draft.primaries(names)?;
    let mut lines = |letter: char, number: usize| {
        let names = itertools::iproduct!(1..=number, 1..=side);
        draft.primaries(names.map(|(line, digit)| format!("{letter}{line}#{digit}")))
    };
    let rows = lines('R', side)?;
    let cols = lines('C', side)?;
    let regions = lines('B', side)?;
    let diagonals = lines('D', if rules.diagonals { 2 } else { 0 })?;
    let windows = lines('W', rules.windows.map_or(0, |n| (n - 1) * (n - 1)))?;
    let cages = Cages::begin(rules, &mut draft)?;
    let marks: Vec<_> = (1..=side)
        .map(|digit| draft.canvas.mark(&digit.to_string(), digit))
        .collect();
    for (row, col) in cells() {
        let place = row * side + col;
        for digit in 0..side {
            if ![0, digit + 1].contains(&clue(place)) {
                continue;
            }
            let mut items = vec![
                cell_items[place],
                rows[row * side + digit],
                cols[col * side + digit],
                regions[rules.regions[place] * side + digit],
            ];
            items.extend(
                rules
                    .diagonals(row, col)
                    .map(|line| diagonals[line * side + digit]),
            );
            items.extend(
                rules
                    .window(row, col)
                    .map(|window| windows[window * side + digit]),
            );
            let plain = items.into_iter().map(|item| (item, None));
            let caged = cages.of_candidate(place, digit);
            draft.colored(plain.chain(caged), [(place, marks[digit])])?;
        }
    }
    cages.end(rules, &mut draft)?;
    Ok(draft.finish())
}

/// The cage of each cell.
fn cages_of_cells(rules: &Rules) -> Vec<Option<usize>> {
    let mut of_cell = vec![None; rules.side * rules.side];
    for (number, cage) in rules.cages.iter().enumerate() {
        for &cell in &cage.cells {
            of_cell[cell] = Some(number);
        }
    }
    of_cell
}

/// The items of cages.
struct Cages {
    /// The cage of each cell.
    of_cell: Vec<Option<usize>>,
    /// For each cage the item that asks for a combination.
    wanted: Vec<Item>,
    /// For each cage and number: it is in the combination, or out of it.
    holds: Vec<Vec<Item>>,
    /// For each cage and number: one cell has it.
    once: Vec<Vec<Item>>,
    colors: Option<(Color, Color)>,
}

impl Cages {
    fn begin(rules: &Rules, draft: &mut Draft) -> Result<Cages, ProblemError> {
        let numbers = 1..=rules.cages.len();
        let wanted = draft.primaries(numbers.clone().map(|cage| format!("K{cage}")))?;
        let mut of_digits = |sign: char| {
            let cages = numbers.clone().map(|cage| {
                let names = (1..=rules.side).map(|digit| format!("K{cage}{sign}{digit}"));
                names.map(|name| draft.secondary(&name)).collect()
            });
            cages.collect::<Result<Vec<Vec<Item>>, ProblemError>>()
        };
        let (holds, once) = (of_digits('=')?, of_digits('#')?);
        let colors = match rules.cages.is_empty() {
            true => None,
            false => Some((draft.color("in")?, draft.color("out")?)),
        };
        Ok(Cages {
            of_cell: cages_of_cells(rules),
            wanted,
            holds,
            once,
            colors,
        })
    }

    /// What a candidate has of the cage of its cell.
    fn of_candidate(
        &self,
        cell: usize,
        digit: usize,
    ) -> impl Iterator<Item = (Item, Option<Color>)> {
        let caged = self.of_cell[cell].zip(self.colors);
        let items = caged.map(|(cage, (inside, _))| {
            [
                (self.holds[cage][digit], Some(inside)),
                (self.once[cage][digit], None),
            ]
        });
        items.into_iter().flatten()
    }

    /// The combinations, as options.
    fn end(&self, rules: &Rules, draft: &mut Draft) -> Result<(), ProblemError> {
        let Some((inside, outside)) = self.colors else {
            return Ok(());
        };
        for (number, cage) in rules.cages.iter().enumerate() {
            each_combination(rules.side, cage.cells.len(), cage.sum, &mut |digits| {
                let colored = (1..=rules.side).map(|digit| {
                    let color = if digits.contains(&digit) {
                        inside
                    } else {
                        outside
                    };
                    (self.holds[number][digit - 1], Some(color))
                });
                draft.colored([(self.wanted[number], None)].into_iter().chain(colored), [])
            })?;
        }
        Ok(())
    }
}

/// Calls `found` with each set of so many different numbers up to `largest`
/// that has this sum.
fn each_combination<E>(
    largest: usize,
    count: usize,
    sum: usize,
    found: &mut impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    fn extend<E>(
        set: &mut Vec<usize>,
        largest: usize,
        count: usize,
        sum: usize,
        found: &mut impl FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        if count == 0 {
            return if sum == 0 { found(set) } else { Ok(()) };
        }
        let first = set.last().map_or(1, |&last| last + 1);
        for number in first..=largest {
            // The smallest and the largest sum from here; all between can be had.
            let rest = count - 1;
            let least = number * count + rest * count / 2;
            let most = number + rest * largest - rest * rest.saturating_sub(1) / 2;
            if number + rest > largest || least > sum {
                break;
            }
            if most >= sum {
                set.push(number);
                extend(set, largest, rest, sum - number, found)?;
                set.pop();
            }
        }
        Ok(())
    }
    extend(&mut Vec::new(), largest, count, sum, found)
}

/// The grid: regions in walls, special cells shaded, cages coloured with their
/// sums in the corner, clues bold.
fn canvas(rules: &Rules, clues: &[usize]) -> Canvas {
    let side = rules.side;
    let mut canvas = Canvas::new(
        format!("Sudoku of {side}×{side}"),
        Walls::Regions,
        Hues::None,
    );
    let cages = cages_of_cells(rules);
    let squares = (0..side * side).map(|place| {
        let (row, col) = (place / side, place % side);
        let special =
            rules.window(row, col).is_some() || rules.diagonals(row, col).next().is_some();
        Some(Square {
            region: cages[place].map_or(0, |cage| cage as u32 + 1),
            shaded: special,
            given: clues.get(place).is_some_and(|&clue| clue > 0),
            ..Square::default()
        })
    });
    let mut panel = Panel {
        title: String::new(),
        cols: side,
        squares: squares.collect(),
    };
    let hues = hues_of_regions([&panel]);
    for (square, &region) in panel.squares.iter_mut().flatten().zip(&rules.regions) {
        if square.region > 0 {
            square.hue = hues.get(&square.region).copied();
            square.cage = square.region;
        }
        square.region = region as u32;
    }
    for cage in &rules.cages {
        let first = cage.cells.iter().copied().min();
        if let Some(square) = first.and_then(|first| panel.squares[first].as_mut()) {
            square.note = cage.sum.to_string();
        }
    }
    canvas.panel(panel);
    canvas
}

fn build(arguments: &mut Arguments<'_>) -> Result<Instance, ProblemError> {
    if let Some(name) = arguments.value("file") {
        arguments.end()?;
        let (rules, clues) = file::read(name)?;
        return sudoku(&rules, &clues);
    }
    let diagonals = arguments.flag("diagonal");
    let windows = arguments.flag("windoku");
    let jigsaw = arguments
        .value("jigsaw")
        .map(|text| text.replace('/', "\n"));
    let clues = match arguments.value("clues") {
        Some(text) => {
            file::numbers(&file::cells(text), text).map_err(|error| arguments.error(error))?
        }
        None => Vec::new(),
    };
    let n = match jigsaw {
        Some(_) => None,
        None => arguments.number_or_none(1..=LARGEST_BOX)?,
    };
    arguments.end()?;
    let told = |error: RulesError| arguments.error(error.to_string());
    let rules = match jigsaw {
        Some(text) => {
            let cells: Vec<&str> = file::cells(&text);
            Rules::jigsaw(cells.len().isqrt(), &cells)
        }
        None => match n {
            Some(n) => Rules::boxes(n),
            None if clues.is_empty() => {
                return Err(arguments.error("found no size, no regions and no clues"));
            }
            None => file::boxes_of(clues.len()),
        },
    };
    let mut rules = rules.map_err(told)?;
    rules.diagonals = diagonals;
    if windows {
        rules = rules.with_windows().map_err(told)?;
    }
    sudoku(&rules, &clues).map_err(|error| match error {
        ProblemError::Rules(error) => told(error),
        other => other,
    })
}

impl From<RulesError> for ProblemError {
    fn from(error: RulesError) -> ProblemError {
        ProblemError::Rules(error)
    }
}

/// Rules in a file are wrong.
fn in_file(name: &str, error: &RulesError) -> ProblemError {
    InputError::whole(name, error.to_string()).into()
}
