//! Fish: X-wing, swordfish, jellyfish, and the same with fins.
//!
//! The cells left for a digit in k rows lie in k columns. Each of the rows needs the
//! digit, and no column holds it twice, so the columns have it in these rows, and their
//! other cells lose it. The same holds with rows and columns exchanged. k is 2 for an
//! *X-wing*, 3 for a *swordfish*, 4 for a *jellyfish*.
//!
//! With *fins*, some cells of the rows lie outside of the k columns. Either a fin
//! holds the digit, or the fish without it is right. So a cell of the columns loses the
//! digit if it also sees all fins. The fish is *sashimi* if one of its rows has at most
//! one cell in the k columns: without the fins, that cell would be a hidden single.
//!
//! Names: HoDoKu ("Basic Fish", "Finned/Sashimi Fish").

use super::marks::bits;
use super::subsets::unions;
use super::{Deduction, Marks, Why, locked};
use crate::check::Premise;
use crate::sudoku::{Digit, House, HouseKind};

/// Largest number of lines that may have fins.
const FIN_LINES: u32 = 2;

/// Finds a fish of `k` lines without fins.
pub(super) fn basic(marks: &Marks, k: u32) -> Option<Deduction> {
    search(marks, k, k, &mut |fish| fish.removing(marks, fish.lines))
}

/// Finds a fish of `k` lines with fins, each of which has two cells in the crossing lines.
pub(super) fn finned(marks: &Marks, k: u32) -> Option<Deduction> {
    with_fins(marks, k, false)
}

/// Finds a sashimi fish of `k` lines.
pub(super) fn sashimi(marks: &Marks, k: u32) -> Option<Deduction> {
    with_fins(marks, k, true)
}

fn with_fins(marks: &Marks, k: u32, is_sashimi: bool) -> Option<Deduction> {
    search(marks, k, k + FIN_LINES, &mut |fish| {
        let lines: Vec<u64> = bits(fish.lines).map(|line| 1 << line).collect();
        let fins = fish.lines.count_ones() - k;
        if fins == 0 {
            return None;
        }
        unions(&lines, fins, fins, &mut |_, fins| {
            let cover = fish.lines & !fins;
            match fish.is_sashimi(marks, cover) == is_sashimi {
                true => fish.removing(marks, cover),
                false => None,
            }
        })
    })
}

/// The cells for a digit in some lines.
struct Fish {
    digit: usize,
    /// The lines that need the digit.
    base: Vec<usize>,
    /// Index of the first crossing line.
    first_cover: usize,
    /// The crossing lines that have these cells.
    lines: u64,
}

fn search(
    marks: &Marks,
    k: u32,
    most: u32,
    found: &mut impl FnMut(&Fish) -> Option<Deduction>,
) -> Option<Deduction> {
    let rules = marks.board().rules();
    // In one grid each cell is in one row and one column, at the place of the other's number.
    let lines_of = |kind: HouseKind, grid: Option<usize>| {
        let lines = rules.houses_of_kind(kind);
        let is_before = |house: &House| house.grid() < grid;
        let start = lines.start + rules.houses()[lines.clone()].partition_point(is_before);
        let of_grid = rules.houses()[start..lines.end].iter();
        start..start + of_grid.take_while(|house| house.grid() == grid).count()
    };
    let size = rules.size();
    let grids = (0..size.starts().len()).map(|grid| (!size.is_one_grid()).then_some(grid));
    let grids = grids.map(|grid| [HouseKind::Row, HouseKind::Col].map(|kind| lines_of(kind, grid)));
    // Grids above each other may have rows in common, which the first one names.
    let grids: Vec<_> = grids
        .filter(|lines| lines.iter().all(|of| of.len() == size.side()))
        .collect();
    let both = grids
        .iter()
        .flat_map(|[rows, cols]| [(rows, cols), (cols, rows)]);
    for digit in 0..marks.board().side() {
        for (base, cover) in both.clone() {
            // The position in a row is the column, and the other way round.
            let places: Vec<u64> = base
                .clone()
                .map(|line| match marks.places(line, digit) {
                    places if places.count_ones() < 2 => 0,
                    places => places,
                })
                .collect();
            let deduction = unions(&places, k, most, &mut |chosen, lines| {
                found(&Fish {
                    digit,
                    base: chosen.iter().map(|line| base.start + line).collect(),
                    first_cover: cover.start,
                    lines,
                })
            });
            if deduction.is_some() {
                return deduction;
            }
        }
    }
    None
}

impl Fish {
    /// Returns `true` if a base line has at most one cell in these covering lines.
    fn is_sashimi(&self, marks: &Marks, cover: u64) -> bool {
        let mut base = self.base.iter();
        base.any(|&line| (marks.places(line, self.digit) & cover).count_ones() < 2)
    }

    /// Returns the fish with these covering lines, if it removes anything.
    fn removing(&self, marks: &Marks, cover: u64) -> Option<Deduction> {
        let (board, digit) = (marks.board(), self.digit);
        let cover: Vec<usize> = bits(cover).map(|line| self.first_cover + line).collect();
        let is_in = |lines: &[usize], cell: usize| lines.iter().any(|&l| board.is_in(cell, l));
        let cells: Vec<usize> = self
            .base
            .iter()
            .flat_map(|&line| marks.cells_for(line, digit))
            .collect();
        let (body, fins): (Vec<usize>, Vec<usize>) =
            cells.iter().partition(|&&cell| is_in(&cover, cell));
        let removed: Vec<usize> = cover
            .iter()
            .flat_map(|&line| marks.cells_for(line, digit))
            .filter(|&cell| !is_in(&self.base, cell))
            .filter(|&cell| fins.iter().all(|&fin| board.sees(cell, fin)))
            .collect();
        if removed.is_empty() || body.is_empty() {
            return None;
        }
        let [base, cover] = [&self.base, &cover]
            .map(|lines| lines.iter().map(|&l| board.house(l)).collect::<Vec<_>>());
        let mut premises: Vec<Premise> = base
            .iter()
            .chain(&cover)
            .copied()
            .map(Premise::House)
            .collect();
        premises.extend(locked::links(marks, &fins, &removed, digit));
        let why = Why::Fish {
            digit: Digit::from_index(digit),
            base,
            cover,
            fins: board.named(&fins),
        };
        let removed = removed.into_iter().map(|cell| (cell, digit));
        Some(Deduction::remove(board, removed, premises, &cells, why))
    }
}
