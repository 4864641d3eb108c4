//! Simple colouring: colour trap and colour wrap.
//!
//! If a house has only two cells for a digit, one of them holds it. Cells joined by such
//! houses get two colours in turn: the cells of one colour all hold the digit, those of
//! the other colour do not.
//!
//! - *Colour trap*: a cell that sees both colours loses the digit.
//! - *Colour wrap*: two cells of a colour see each other, so that colour is false.
//!
//! Names: HoDoKu ("Simple Colors"), Sudopedia ("Simple Colors").

use super::locked::links;
use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::sudoku::{Digit, House};

/// Finds a colour trap or a colour wrap.
pub(super) fn simple(marks: &Marks) -> Option<Deduction> {
    (0..marks.board().side()).find_map(|digit| {
        let mut colouring = Colouring::new(marks, digit);
        marks.open_cells().find_map(|cell| {
            let component = colouring.component(cell)?;
            component.wrap(marks).or_else(|| component.trap(marks))
        })
    })
}

/// The houses with two cells for a digit.
struct Colouring {
    digit: usize,
    /// For each cell, the cells joined to it, each with the house.
    joined: Vec<Vec<(usize, House)>>,
    colours: Vec<Option<bool>>,
}

/// Cells joined by houses with two cells for a digit.
struct Component {
    digit: usize,
    cells: [Vec<usize>; 2],
    houses: Vec<House>,
}

impl Colouring {
    fn new(marks: &Marks, digit: usize) -> Colouring {
        let board = marks.board();
        let mut joined = vec![Vec::new(); board.num_cells()];
        for house in board.full_houses() {
            if marks.places(house, digit).count_ones() == 2 {
                let cells = marks.cells_for(house, digit);
                joined[cells[0]].push((cells[1], board.house(house)));
                joined[cells[1]].push((cells[0], board.house(house)));
            }
        }
        Colouring {
            digit,
            joined,
            colours: vec![None; board.num_cells()],
        }
    }

    /// Colours the component of a cell. Returns `None` if it has no other cell, or
    /// is coloured already.
    fn component(&mut self, cell: usize) -> Option<Component> {
        if self.joined[cell].is_empty() || self.colours[cell].is_some() {
            return None;
        }
        let mut component = Component {
            digit: self.digit,
            cells: [vec![cell], Vec::new()],
            houses: Vec::new(),
        };
        self.colours[cell] = Some(false);
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            let other = self.colours[cell] == Some(false);
            for &(next, house) in &self.joined[cell] {
                if self.colours[next].is_none() {
                    self.colours[next] = Some(other);
                    component.cells[usize::from(other)].push(next);
                    component.houses.push(house);
                    open.push(next);
                }
            }
        }
        component
            .cells
            .iter_mut()
            .for_each(|cells| cells.sort_unstable());
        Some(component)
    }
}

impl Component {
    fn premises(&self) -> Vec<Premise> {
        self.houses.iter().copied().map(Premise::House).collect()
    }

    fn all(&self) -> Vec<usize> {
        self.cells.concat()
    }

    fn wrap(&self, marks: &Marks) -> Option<Deduction> {
        let board = marks.board();
        for (wrong, right) in [(0, 1), (1, 0)] {
            let cells = &self.cells[wrong];
            let mut pairs = cells
                .iter()
                .enumerate()
                .flat_map(|(place, &a)| cells[place + 1..].iter().map(move |&b| (a, b)));
            let Some((a, b)) = pairs.find(|&(a, b)| board.sees(a, b)) else {
                continue;
            };
            let mut premises = self.premises();
            premises.extend(board.link((a, self.digit), (b, self.digit)));
            let why = Why::ColourWrap {
                digit: Digit::from_index(self.digit),
                wrong: board.named(cells),
                right: board.named(&self.cells[right]),
                clash: [board.cell(a), board.cell(b)],
            };
            let removed = cells.iter().map(|&cell| (cell, self.digit));
            return Some(Deduction::remove(
                board,
                removed,
                premises,
                &self.all(),
                why,
            ));
        }
        None
    }

    fn trap(&self, marks: &Marks) -> Option<Deduction> {
        let board = marks.board();
        let sees = |cell: usize, colour: usize| {
            let mut cells = self.cells[colour].iter().copied();
            cells.find(|&other| board.sees(cell, other))
        };
        let mut premises = self.premises();
        let mut removed = Vec::new();
        let all = self.all();
        let cells = marks
            .open_cells()
            .filter(|&cell| marks.has(cell, self.digit));
        for cell in cells.filter(|cell| !all.contains(cell)) {
            if let (Some(a), Some(b)) = (sees(cell, 0), sees(cell, 1)) {
                premises.extend(links(marks, &[a, b], &[cell], self.digit));
                removed.push((cell, self.digit));
            }
        }
        let colours = [0, 1].map(|colour| board.named(&self.cells[colour]));
        let digit = Digit::from_index(self.digit);
        let why = Why::ColourTrap { digit, colours };
        (!removed.is_empty()).then(|| Deduction::remove(board, removed, premises, &all, why))
    }
}
