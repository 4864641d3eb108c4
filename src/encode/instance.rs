//! A puzzle as a problem of exact cover whose solutions can be drawn.

use super::{candidate_of_option, cover};
use crate::cover::BuildError;
use crate::cover::picture::{Canvas, Hues, Panel, Square, Walls, hues_of_regions};
use crate::cover::problems::Instance;
use crate::sudoku::{Candidate, Cell, HouseKind, Puzzle};

/// Returns the problem that [`cover`] makes of a puzzle, and how its solutions are
/// drawn.
///
/// # Errors
/// As [`cover`].
pub fn instance(puzzle: &Puzzle) -> Result<Instance, BuildError> {
    let problem = cover(puzzle)?;
    let size = puzzle.size();
    let mut canvas = canvas(puzzle);
    let marks: Vec<_> = size
        .digits()
        .map(|digit| canvas.mark(&puzzle.symbols().of(digit).to_string(), digit.index()))
        .collect();
    for option in problem.options() {
        let candidate = candidate_of_option(&problem, option, size);
        let written = |Candidate { cell, digit }: Candidate| {
            (cell.row() * size.cols() + cell.col(), marks[digit.index()])
        };
        canvas.option(candidate.map(written));
    }
    Ok(Instance::drawn(problem, canvas))
}

/// Returns the grid: boxes or regions in walls, cells of further houses shaded, cages
/// coloured with their sums in the corner, clues bold.
fn canvas(puzzle: &Puzzle) -> Canvas {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let cages = &rules.spec().cages;
    let mut squares = vec![Square::default(); size.num_cells()];
    for (number, cage) in cages.iter().enumerate() {
        for cell in &cage.cells {
            let square = &mut squares[cell.index(size)];
            (square.cage, square.region) = (number as u32 + 1, number as u32 + 1);
        }
        if let (Some(first), Some(sum)) = (cage.cells.iter().min(), cage.sum) {
            squares[first.index(size)].note = sum.to_string();
        }
    }
    for clue in puzzle.clues() {
        squares[clue.cell.index(size)].given = true;
    }
    for kind in [HouseKind::Diagonal, HouseKind::Window, HouseKind::Extra] {
        for house in rules.houses_of_kind(kind) {
            for cell in rules.cells(house) {
                squares[cell.index(size)].shaded = true;
            }
        }
    }
    let places = (0..size.rows()).flat_map(|row| size.row(row));
    let mut square =
        |cell: Option<Cell>| cell.map(|cell| std::mem::take(&mut squares[cell.index(size)]));
    let mut panel = Panel {
        squares: places.map(&mut square).collect(),
        ..Panel::rectangle(0, size.cols())
    };
    // Neighbouring cages get different hues; then the walls are the regions'.
    let hues = hues_of_regions([&panel]);
    for (square, region) in panel.squares.iter_mut().flatten().zip(rules.regions()) {
        if square.cage > 0 {
            square.hue = hues.get(&square.cage).copied();
        }
        square.region = region as u32;
    }
    let title = format!("Sudoku of {size}");
    let mut canvas = Canvas::new(title, Walls::Regions, Hues::None);
    canvas.panel(panel);
    canvas
}
