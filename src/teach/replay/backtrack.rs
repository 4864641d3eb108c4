//! Replay of a run of backtracking, step by step: the next cell and digit, and
//! what forbids a digit.

use super::{Result, expect};
use crate::check;
use crate::engine::backtrack::sums;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Size};
use crate::teach::trace::{Because, Event};

/// A search that fills cells in reading order with ascending digits.
pub(super) struct Backtrack {
    board: Puzzle,
    clues: Puzzle,
    /// The nodes on the path from the root to the current node, each with its cell.
    path: Vec<(u64, usize)>,
    /// For the root and each node of the path, the digit to be tried next.
    next: Vec<usize>,
    nodes: u64,
    /// Set right after the search got stuck.
    stuck: bool,
}

impl Backtrack {
    pub(super) fn new(clues: &Puzzle) -> Backtrack {
        Backtrack {
            board: clues.clone(),
            clues: clues.clone(),
            path: Vec::new(),
            next: vec![1],
            nodes: 0,
            stuck: false,
        }
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn cell(&self, index: usize) -> Cell {
        self.size().cell(index)
    }

    fn node(&self) -> u64 {
        self.path.last().map_or(0, |&(node, _)| node)
    }

    /// Checks that the cell is the first empty one and the digit is the next
    /// one for it.
    fn turn(&mut self, cell: usize, digit: usize) -> Result<Candidate> {
        expect(self.first_empty() == Some(cell), "the first empty cell")?;
        let next = self.next.last_mut().ok_or("a node")?;
        expect(*next == digit, "this digit's turn")?;
        *next += 1;
        let digit = Digit::from_value(digit, self.size()).ok_or("a digit")?;
        Ok(Candidate::new(self.cell(cell), digit))
    }

    /// Checks that the other cell of the pair forbids the candidate.
    fn check_pair(&self, candidate: Candidate, pair: usize, by: usize) -> Result<()> {
        let pair = self.board.rules().pairs().get(pair).ok_or("a pair")?;
        expect(by < self.size().num_cells(), "a cell")?;
        let by = self.cell(by);
        let other = self.board.clue(by).ok_or("a filled cell")?.value();
        let digit = candidate.digit.value();
        let allows = match pair.cells {
            [first, second] if (first, second) == (candidate.cell, by) => pair.allows(digit, other),
            [first, second] if (first, second) == (by, candidate.cell) => pair.allows(other, digit),
            _ => return Err("the two cells of the pair".into()),
        };
        expect(!allows, "digits that the pair forbids")
    }

    /// Checks that the candidate violates the table: all its cells are filled
    /// then and violate it, or the empty cells can't satisfy it.
    fn check_table(&self, candidate: Candidate, table: usize) -> Result<()> {
        let table = self.board.rules().tables().get(table).ok_or("a table")?;
        let cells = &table.cells;
        expect(cells.contains(&candidate.cell), "a cell of the table")?;
        let value = |&cell: &Cell| match cell == candidate.cell {
            true => candidate.digit.value(),
            false => self.board.clue(cell).map_or(0, Digit::value),
        };
        let values: Vec<usize> = cells.iter().map(value).collect();
        let is_broken = sums::is_broken(table, values.iter().copied(), self.size().side());
        expect(is_broken, "a table that can't be met")
    }

    /// Checks that the candidate is forbidden for this reason.
    fn check_reason(&self, candidate: Candidate, because: Because) -> Result<()> {
        let rules = self.board.rules();
        let houses = rules.houses_of(candidate.cell);
        let (house, by) = match because {
            Because::Row(by) => (houses[0] as usize, by),
            Because::Column(by) => (houses[1] as usize, by),
            Because::Box(by) => (houses[2] as usize, by),
            Because::House { house, by } => {
                expect(houses.contains(&(house as u32)), "a house of the cell")?;
                (house, by)
            }
            Because::Pair { pair, by } => return self.check_pair(candidate, pair, by),
            Because::Table(table) => return self.check_table(candidate, table),
            Because::Excluded => {
                return expect(self.clues.excluded().contains(&candidate), "excluded");
            }
        };
        expect(by < self.size().num_cells(), "a cell")?;
        let by = self.cell(by);
        expect(rules.cells(house).contains(&by), "a cell of the house")?;
        expect(
            self.board.clue(by) == Some(candidate.digit),
            "it has the digit",
        )
    }

    /// Returns the index of the first empty cell.
    fn first_empty(&self) -> Option<usize> {
        let mut cells = self.size().cells();
        cells.position(|cell| self.board.clue(cell).is_none())
    }

    pub(super) fn step(&mut self, event: &Event) -> Result<()> {
        let stuck = std::mem::replace(&mut self.stuck, matches!(event, Event::Stuck { .. }));
        let goes_back = matches!(event, Event::Undo { .. } | Event::NoSolution);
        expect(
            stuck == goes_back,
            "back where the search is stuck, and only there",
        )?;
        match *event {
            Event::Reject {
                cell,
                digit,
                node,
                because,
            } => {
                expect(node == self.node(), "at this node")?;
                let candidate = self.turn(cell, digit)?;
                self.check_reason(candidate, because)?;
            }
            Event::Try {
                cell,
                digit,
                node,
                parent,
            } => {
                expect(parent == self.node(), "below this node")?;
                let candidate = self.turn(cell, digit)?;
                expect(self.board.allows(candidate), "the digit can stand there")?;
                self.nodes += 1;
                expect(node == self.nodes, "the next node")?;
                self.board.set_clue(candidate.cell, Some(candidate.digit));
                self.path.push((node, cell));
                self.next.push(1);
            }
            Event::Undo { cell, node } => {
                expect(self.path.pop() == Some((node, cell)), "the last node")?;
                self.next.pop();
                self.board.set_clue(self.cell(cell), None);
            }
            Event::Stuck { cell, node } => {
                expect(node == self.node(), "at this node")?;
                expect(self.first_empty() == Some(cell), "the first empty cell")?;
                let all = self.next.last() == Some(&(self.size().side() + 1));
                expect(all, "every digit was looked at")?;
            }
            Event::Solution { ref grid, .. } => {
                expect(grid.len() == self.size().num_cells(), "a grid")?;
                let digits = grid.iter();
                let digits: Option<Vec<Digit>> = digits
                    .map(|&value| Digit::from_value(value, self.size()))
                    .collect();
                let grid = Grid::new(self.size(), digits.ok_or("digits")?);
                expect(
                    self.board.as_grid().as_ref() == Some(&grid),
                    "the grid as filled",
                )?;
                check::grid(&self.clues, &grid).map_err(|fault| fault.to_string())?;
            }
            Event::NoSolution => expect(self.path.is_empty(), "everything is taken away")?,
            _ => return Err("no step of backtracking".into()),
        }
        Ok(())
    }
}
