//! Assumptions: what follows from a digit in a cell by singles alone.
//!
//! - *Contradiction*: a digit is assumed in a cell, and hidden and naked singles lead to a cell
//!   without a digit or a digit without a place. So the assumption is false: a failed
//!   literal of SAT solving, known to solvers as "Nishio" or a contradiction chain.
//! - *Forcing chains*: each digit of a cell, or each cell for a digit in a house, is
//!   assumed in turn, and all of them remove the same candidate.
//!
//! The contradiction with the fewest placements is reported, and only those placements that the
//! contradiction depends on.

use super::marks::bits;
use super::{Case, Consequence, Contradiction, Deduction, Marks, Reason, Why};
use crate::check::Premise;
use crate::sudoku::House;

/// Largest number of candidates of which each is assumed in turn.
const MOST_CASES: u32 = 4;

/// Number of assumptions after which the shortest refutation so far is good enough: more
/// than there are candidates in a 9×9 grid.
const ENOUGH: usize = 1000;

/// Finds the candidate with the shortest refutation.
pub(super) fn contradiction(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let mut best: Option<(usize, Deduction)> = None;
    let mut num_runs = 0;
    for cell in marks.open_cells() {
        if num_runs > ENOUGH && best.is_some() {
            break;
        }
        for digit in bits(marks.digits(cell)) {
            num_runs += 1;
            let run = Run::new(marks, cell, digit);
            let Some(end) = run.contradiction else {
                continue;
            };
            let mut used = Used::new(&run);
            used.need_contradiction(end);
            let case = used.case();
            let length = case.consequences.len();
            if best
                .as_ref()
                .is_some_and(|(shortest, _)| *shortest <= length)
            {
                continue;
            }
            let mut premises = used.premises;
            premises.push(match end {
                Contradiction::Cell(cell) => Premise::Cell(cell),
                Contradiction::House(house, _) => Premise::House(house),
            });
            let cells = cells_of(marks, [&case]);
            let why = Why::Contradiction(case, end);
            let removed = [(cell, digit)];
            let deduction = Deduction::remove(board, removed, premises, &cells, why);
            best = Some((length, deduction));
        }
    }
    best.map(|(_, deduction)| deduction)
}

/// Finds a candidate that all digits of a cell, or all cells for a digit in a house,
/// remove.
pub(super) fn forcing(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let by_cell = marks.open_cells().map(|cell| {
        let cases: Vec<_> = bits(marks.digits(cell))
            .map(|digit| (cell, digit))
            .collect();
        (None, cases)
    });
    let by_house = board.full_houses().flat_map(|house| {
        (0..board.side()).map(move |digit| {
            let cells = marks.cells_for(house, digit).into_iter();
            (
                Some(board.house(house)),
                cells.map(|cell| (cell, digit)).collect(),
            )
        })
    });
    let is_wanted = |cases: &[(usize, usize)]| (2..=MOST_CASES as usize).contains(&cases.len());
    let mut best: Option<(usize, Deduction)> = None;
    let mut num_runs = 0;
    for (house, cases) in by_cell
        .chain(by_house)
        .filter(|(_, cases)| is_wanted(cases))
    {
        if num_runs > ENOUGH && best.is_some() {
            break;
        }
        num_runs += cases.len();
        let runs: Vec<Run> = cases.iter().map(|&(c, d)| Run::new(marks, c, d)).collect();
        if runs.iter().any(|run| run.contradiction.is_some()) {
            continue;
        }
        for cell in marks.open_cells() {
            let removed = runs.iter().fold(marks.digits(cell), |left, run| {
                left & !run.marks.digits(cell)
            });
            for digit in bits(removed) {
                let found = forced(marks, &runs, house, (cell, digit));
                if best
                    .as_ref()
                    .is_none_or(|(shortest, _)| found.0 < *shortest)
                {
                    best = Some(found);
                }
            }
        }
    }
    best.map(|(_, deduction)| deduction)
}

/// Returns the deduction of a candidate that all runs remove, with its number of
/// placements.
fn forced(
    marks: &Marks,
    runs: &[Run],
    house: Option<House>,
    (cell, digit): (usize, usize),
) -> (usize, Deduction) {
    let board = marks.board();
    let mut cases = Vec::new();
    let mut premises = vec![match house {
        Some(house) => Premise::House(house),
        None => Premise::Cell(board.cell(runs[0].assumed.0)),
    }];
    for run in runs {
        let mut used = Used::new(run);
        used.need_false(cell, digit);
        cases.push(used.case());
        premises.extend(used.premises);
    }
    let length = cases.iter().map(|case| case.consequences.len()).sum();
    let cells = cells_of(marks, &cases);
    let why = Why::Forcing { house, cases };
    (
        length,
        Deduction::remove(board, [(cell, digit)], premises, &cells, why),
    )
}

fn cells_of<'a>(marks: &Marks, cases: impl IntoIterator<Item = &'a Case>) -> Vec<usize> {
    let size = marks.board().rules().size();
    let placed = cases.into_iter().flat_map(|case| {
        let consequences = case.consequences.iter().map(|next| next.candidate);
        std::iter::once(case.assumed).chain(consequences)
    });
    let mut cells: Vec<usize> = placed.map(|candidate| candidate.cell.index(size)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// All that follows from an assumption by singles, or by its first contradiction.
struct Run<'a> {
    before: &'a Marks,
    marks: Marks,
    assumed: (usize, usize),
    /// The placements in their order, each with the house that it is a single in.
    placed: Vec<(usize, usize, Option<usize>)>,
    /// For each candidate that was removed, the index of the placement that did it.
    removed_by: Vec<u32>,
    contradiction: Option<Contradiction>,
}

const NEVER: u32 = u32::MAX;

impl<'a> Run<'a> {
    fn new(before: &'a Marks, cell: usize, digit: usize) -> Run<'a> {
        let board = before.board();
        let mut run = Run {
            before,
            marks: before.clone(),
            assumed: (cell, digit),
            placed: vec![(cell, digit, None)],
            removed_by: vec![NEVER; board.num_cells() * board.side()],
            contradiction: None,
        };
        let mut next = 0;
        while next < run.placed.len() && run.contradiction.is_none() {
            run.propagate(next);
            next += 1;
        }
        run
    }

    /// Removes what a placement excludes, and adds the singles that appear.
    fn propagate(&mut self, number: usize) {
        let board = self.before.board();
        let (cell, digit, _) = self.placed[number];
        for other in bits(self.marks.digits(cell) & !(1 << digit)) {
            self.remove(cell, other, number);
        }
        for &peer in board.peers(cell) {
            self.remove(peer, digit, number);
        }
        for relation in board.relations(cell) {
            let other = relation.other;
            for wrong in bits(relation.excluded[digit] & self.marks.digits(other)) {
                self.remove(other, wrong, number);
            }
        }
    }

    fn remove(&mut self, cell: usize, digit: usize, number: usize) {
        if self.contradiction.is_some() || !self.marks.has(cell, digit) {
            return;
        }
        let board = self.before.board();
        self.marks.remove_at(cell, digit);
        self.removed_by[cell * board.side() + digit] = number as u32;
        let left = self.marks.digits(cell);
        if left == 0 {
            self.contradiction = Some(Contradiction::Cell(board.cell(cell)));
            return;
        }
        if left.is_power_of_two() {
            self.add(cell, left.trailing_zeros() as usize, None);
        }
        for &(house, _) in board
            .houses_of(cell)
            .iter()
            .filter(|(house, _)| board.is_full(*house))
        {
            let places = self.marks.places(house, digit);
            if places == 0 {
                let digit = crate::sudoku::Digit::from_index(digit);
                self.contradiction = Some(Contradiction::House(board.house(house), digit));
                return;
            }
            if places.is_power_of_two() {
                let single = board.cells(house)[places.trailing_zeros() as usize];
                self.add(single, digit, Some(house));
            }
        }
    }

    fn add(&mut self, cell: usize, digit: usize, house: Option<usize>) {
        let mut placed = self.placed.iter();
        if !self.before.is_placed(cell) && !placed.any(|&(c, d, _)| (c, d) == (cell, digit)) {
            self.placed.push((cell, digit, house));
        }
    }
}

/// The placements of a run that a conclusion depends on.
struct Used<'a> {
    run: &'a Run<'a>,
    /// Set for each placement that is needed.
    is_needed: Vec<bool>,
    premises: Vec<Premise>,
}

impl<'a> Used<'a> {
    fn new(run: &'a Run<'a>) -> Used<'a> {
        Used {
            run,
            is_needed: vec![false; run.placed.len()],
            premises: Vec::new(),
        }
    }

    /// Marks the placements that a contradiction depends on.
    fn need_contradiction(&mut self, contradiction: Contradiction) {
        let board = self.run.before.board();
        match contradiction {
            Contradiction::Cell(cell) => {
                self.need_cell(cell.index(board.rules().size()), None);
            }
            Contradiction::House(house, digit) => {
                self.need_house(board.rules().index(house), digit.index(), None);
            }
        }
    }

    /// Marks what all digits of a cell but one were removed by.
    fn need_cell(&mut self, cell: usize, except: Option<usize>) {
        for digit in bits(self.run.before.digits(cell)).filter(|&digit| Some(digit) != except) {
            self.need_false(cell, digit);
        }
    }

    /// Marks what removed a digit from all cells of a house but one.
    fn need_house(&mut self, house: usize, digit: usize, except: Option<usize>) {
        for cell in self.run.before.cells_for(house, digit) {
            if Some(cell) != except {
                self.need_false(cell, digit);
            }
        }
    }

    /// Marks what removed a candidate, and what that follows from.
    fn need_false(&mut self, cell: usize, digit: usize) {
        let board = self.run.before.board();
        let number = self.run.removed_by[cell * board.side() + digit];
        debug_assert_ne!(number, NEVER);
        let number = number as usize;
        let (by, placed, house) = self.run.placed[number];
        if by != cell {
            self.premises
                .extend(board.link((by, placed), (cell, digit)));
        }
        if std::mem::replace(&mut self.is_needed[number], true) || number == 0 {
            return;
        }
        match house {
            None => {
                self.premises.push(Premise::Cell(board.cell(by)));
                self.need_cell(by, Some(placed));
            }
            Some(house) => {
                self.premises.push(Premise::House(board.house(house)));
                self.need_house(house, placed, Some(by));
            }
        }
    }

    fn case(&self) -> Case {
        let board = self.run.before.board();
        let (cell, digit) = self.run.assumed;
        let needed = self.run.placed.iter().zip(&self.is_needed).skip(1);
        let needed = needed.filter(|(_, is_needed)| **is_needed);
        Case {
            assumed: board.candidate(cell, digit),
            consequences: needed
                .map(|(&(cell, digit, house), _)| Consequence {
                    candidate: board.candidate(cell, digit),
                    reason: house.map_or(Reason::Cell, |house| Reason::House(board.house(house))),
                })
                .collect(),
        }
    }
}
