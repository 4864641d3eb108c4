//! Derives facts from statements by single steps, with the reason of each.
//!
//! A step puts a digit where nothing else is left in a cell, or where a digit has no
//! other place in a house; or it rules a candidate out. Steps are taken in rounds, so
//! that each fact is found with as few steps before it as possible.
//!
//! Each step follows from the clauses of the statements too, where a cell may be blank
//! if the statement that it has a digit is left out.

mod table;

use super::combinations::{Domains, possible};
use super::statements::{Statement, Statements};
use crate::encode::Constraint;
use crate::sudoku::rules::Shape;
use crate::sudoku::{Candidate, Cell, Digit};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use table::relaxed;

/// A fact about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The candidate that holds or is ruled out.
    pub candidate: Candidate,
    /// Set if the candidate holds; not set if it is ruled out.
    pub holds: bool,
    /// The reason why it follows.
    pub reason: Reason,
}

/// The reason of a fact. Statements and facts are named by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A clue or pencil marks.
    Given(usize),
    /// It was supposed.
    Supposed,
    /// The cell holds another digit.
    Cell(usize),
    /// The house of the statement has the digit in another cell.
    Once {
        /// Index of the statement that the digit is not in the house twice.
        statement: usize,
        /// The fact that the other cell holds the digit.
        fact: usize,
    },
    /// Everything else is ruled out in the cell, which has a digit by this statement, or
    /// for the digit in the house of this statement.
    Single(usize),
    /// The pair does not allow the digit beside the one of the other cell.
    Pair {
        /// Index of the statement about the pair.
        statement: usize,
        /// The fact that the other cell holds its digit.
        fact: usize,
    },
    /// The pair allows the digit beside none that is left in the other cell.
    PairLeft(usize),
    /// The table allows the digit with none of the digits left in its other cells.
    Table(usize),
}

/// Facts that can't all be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The cell, which has a digit by this statement, has none left.
    NoDigit(usize, Cell),
    /// The house of the statement has no place left for its digit.
    NoPlace(usize),
    /// A candidate that holds by this fact is ruled out for this reason.
    Against(usize, Reason),
    /// No digits left in the cells of the table fit together.
    Table(usize),
}

/// The facts that follow from some statements.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The facts in the order in which they were found.
    pub facts: Vec<Fact>,
    /// The clashes found in the last round.
    pub clashes: Vec<Clash>,
    /// By candidate, the fact that it holds.
    placed: Vec<u32>,
    /// By candidate, the fact that it is ruled out.
    out: Vec<u32>,
    /// By cell, a digit's fact that it holds.
    in_cell: Vec<u32>,
    /// By constraint, the number of candidates that are not ruled out.
    left: Vec<u32>,
}

/// No fact.
const NONE: u32 = u32::MAX;

/// A conclusion from a table: the table, the digits left in its cells, the cells that are
/// filled, and the cell that is concluded about.
type TableConclusion = (usize, Domains, FixedBitSet, Option<usize>);

/// Takes the single steps of a puzzle's statements.
#[derive(Debug)]
pub struct Propagation<'a> {
    statements: &'a Statements,
    /// By constraint, the statement that one of its candidates holds.
    need: Vec<Option<usize>>,
    /// By constraint, the statement that at most one of its candidates holds.
    once: Vec<Option<usize>>,
    constraints: Vec<Constraint>,
    /// By cell, the indices of its pairs in the rules.
    pairs: Vec<Vec<usize>>,
    /// By cell, the indices of its tables in the rules.
    tables: Vec<Vec<usize>>,
    /// For a table and the digits left in its cells, the possible ones.
    known: RefCell<FxHashMap<(usize, Domains), Option<Domains>>>,
    /// The digits that may be left in the cells of a table without a change of a
    /// conclusion from it.
    relaxed: RefCell<FxHashMap<TableConclusion, Domains>>,
}

impl<'a> Propagation<'a> {
    /// Prepares the steps of a puzzle's statements.
    pub fn new(statements: &'a Statements) -> Propagation<'a> {
        let (size, rules) = (statements.size(), statements.rules());
        let constraints: Vec<Constraint> = Constraint::all(rules).collect();
        let need = |constraint: &Constraint| match *constraint {
            Constraint::Cell(cell) => statements.index(Statement::Filled(cell)),
            Constraint::House(house, digit) => statements.index(Statement::Has(house, digit)),
        };
        let once = |constraint: &Constraint| match *constraint {
            Constraint::Cell(_) => None,
            Constraint::House(house, digit) => statements.index(Statement::Once(house, digit)),
        };
        let mut pairs = vec![Vec::new(); size.num_cells()];
        for (index, pair) in rules.pairs().iter().enumerate() {
            for cell in pair.cells {
                pairs[cell.index(size)].push(index);
            }
        }
        let mut tables = vec![Vec::new(); size.num_cells()];
        for (index, table) in rules.tables().iter().enumerate() {
            for cell in &table.cells {
                tables[cell.index(size)].push(index);
            }
        }
        Propagation {
            need: constraints.iter().map(need).collect(),
            once: constraints.iter().map(once).collect(),
            constraints,
            statements,
            pairs,
            tables,
            known: RefCell::default(),
            relaxed: RefCell::default(),
        }
    }

    /// Takes all steps from the statements in `active` and from what is supposed: that
    /// a candidate holds, or that it is ruled out. Ends after the first round with a
    /// clash, or in which it is found that the `goal` holds or is ruled out as said.
    pub fn run(
        &self,
        active: &FixedBitSet,
        supposed: Option<(Candidate, bool)>,
        goal: Option<(Candidate, bool)>,
    ) -> Run {
        let size = self.statements.size();
        let left = |constraint: &Constraint| match *constraint {
            Constraint::Cell(_) => size.side() as u32,
            Constraint::House(house, _) => self.statements.rules().cells_of(house).len() as u32,
        };
        let mut search = Search {
            steps: self,
            active,
            run: Run {
                placed: vec![NONE; size.num_candidates()],
                out: vec![NONE; size.num_candidates()],
                in_cell: vec![NONE; size.num_cells()],
                left: self.constraints.iter().map(left).collect(),
                ..Run::default()
            },
            tables: FxHashSet::default(),
        };
        search.start(supposed);
        let mut done = 0;
        while done < search.run.facts.len() && search.run.clashes.is_empty() {
            if goal
                .is_some_and(|(candidate, holds)| search.run.find(candidate, holds, self).is_some())
            {
                break;
            }
            let end = search.run.facts.len();
            for fact in done..end {
                search.follow(fact);
            }
            search.filter_tables();
            done = end;
        }
        search.run
    }

    /// Returns the facts that a reason rests on, among those before the fact `end`.
    pub fn premises(
        &self,
        run: &Run,
        candidate: Candidate,
        reason: Reason,
        end: usize,
    ) -> Vec<usize> {
        let size = self.statements.size();
        match reason {
            Reason::Given(_) | Reason::Supposed => Vec::new(),
            Reason::Cell(fact) | Reason::Once { fact, .. } | Reason::Pair { fact, .. } => {
                vec![fact]
            }
            Reason::Single(statement) => {
                let constraint = match self.statements.list()[statement] {
                    Statement::Has(house, digit) => Constraint::House(house, digit),
                    _ => Constraint::Cell(candidate.cell),
                };
                self.ruled_out(run, constraint, Some(candidate))
            }
            Reason::PairLeft(statement) => {
                let Statement::Pair(index) = self.statements.list()[statement] else {
                    return Vec::new();
                };
                let pair = self.statements.pair(index);
                let other = pair.cells[usize::from(pair.cells[0] == candidate.cell)];
                let is_support = |digit: usize| match pair.cells[0] == other {
                    true => pair.allows(digit, candidate.digit.value()),
                    false => pair.allows(candidate.digit.value(), digit),
                };
                let digits = size.digits().filter(|digit| is_support(digit.value()));
                let outs = digits.map(|digit| run.out[Candidate::new(other, digit).index(size)]);
                outs.map(|fact| fact as usize).collect()
            }
            Reason::Table(statement) => self.facts_of_table(run, statement, Some(candidate), end),
        }
    }

    /// Returns the facts that rule out the candidates of a cell or house, without one.
    fn ruled_out(
        &self,
        run: &Run,
        constraint: Constraint,
        without: Option<Candidate>,
    ) -> Vec<usize> {
        let size = self.statements.size();
        let candidates = constraint.candidates(self.statements.rules()).into_iter();
        let others = candidates.filter(|&candidate| Some(candidate) != without);
        others
            .map(|candidate| run.out[candidate.index(size)] as usize)
            .collect()
    }

    /// Returns the facts before `end` about the cells of a table from which it follows
    /// that the table does not allow a candidate, or nothing at all without one. Of a
    /// cell with a digit it is the fact that it has this digit. Facts that the
    /// conclusion does not need are left out.
    fn facts_of_table(
        &self,
        run: &Run,
        statement: usize,
        target: Option<Candidate>,
        end: usize,
    ) -> Vec<usize> {
        let Statement::Table(index) = self.statements.list()[statement] else {
            return Vec::new();
        };
        let size = self.statements.size();
        let table = self.statements.table(index);
        let placed = |cell: Cell| run.in_cell[cell.index(size)] as usize;
        let out = |cell: Cell, digit| run.out[Candidate::new(cell, digit).index(size)] as usize;
        let left = |&cell: &Cell| -> FixedBitSet {
            let mut left = FixedBitSet::with_capacity(size.side());
            match (target, placed(cell)) {
                (Some(target), _) if target.cell == cell => left.insert(target.digit.index()),
                (_, fact) if fact < end => left.insert(run.facts[fact].candidate.digit.index()),
                _ => {
                    let is_left = |digit: &Digit| out(cell, *digit) >= end;
                    left.extend(size.digits().filter(is_left).map(Digit::index));
                }
            }
            left
        };
        let domains: Domains = table.cells.iter().map(left).collect();
        let place = target.and_then(|target| {
            let mut cells = table.cells.iter();
            cells.position(|&cell| cell == target.cell)
        });
        let mut filled = FixedBitSet::with_capacity(table.cells.len());
        let cells = table.cells.iter().enumerate();
        filled.extend(
            cells
                .filter(|(_, cell)| placed(**cell) < end)
                .map(|(place, _)| place),
        );
        let mut known = self.relaxed.borrow_mut();
        let relaxed = known
            .entry((index, domains, filled, place))
            .or_insert_with_key(|(_, domains, filled, place)| {
                relaxed(table, domains, filled, *place)
            });
        let mut facts = Vec::new();
        for (place, &cell) in table.cells.iter().enumerate() {
            let missing = || {
                size.digits()
                    .filter(|digit| !relaxed[place].contains(digit.index()))
            };
            if target.is_some_and(|target| target.cell == cell) {
                continue;
            }
            if placed(cell) < end {
                facts.extend(missing().next().map(|_| placed(cell)));
            } else {
                facts.extend(missing().map(|digit| out(cell, digit)));
            }
        }
        facts
    }

    /// Returns the statements that a reason uses beside its premises.
    fn used(&self, candidate: Candidate, reason: Reason) -> Vec<usize> {
        match reason {
            Reason::Supposed | Reason::Cell(_) => Vec::new(),
            Reason::Given(statement)
            | Reason::Single(statement)
            | Reason::Once { statement, .. }
            | Reason::Pair { statement, .. } => vec![statement],
            Reason::PairLeft(statement) => {
                let pair = self.statements.list()[statement];
                let is_filled = !self.statements.filled_by(pair).is_empty();
                let mut cells = self.statements.cells(pair).into_iter();
                let other = cells.find(|&cell| cell != candidate.cell && !is_filled);
                let filled = other.and_then(|cell| self.statements.index(Statement::Filled(cell)));
                std::iter::once(statement).chain(filled).collect()
            }
            Reason::Table(statement) => vec![statement],
        }
    }

    /// Returns the facts that clash.
    pub fn premises_of_clash(&self, run: &Run, clash: Clash) -> Vec<usize> {
        let end = run.facts.len();
        match clash {
            Clash::NoDigit(_, cell) => self.ruled_out(run, Constraint::Cell(cell), None),
            Clash::NoPlace(statement) => match self.statements.list()[statement] {
                Statement::Has(house, digit) => {
                    self.ruled_out(run, Constraint::House(house, digit), None)
                }
                _ => Vec::new(),
            },
            Clash::Against(fact, reason) => {
                let mut facts = self.premises(run, run.facts[fact].candidate, reason, end);
                facts.push(fact);
                facts
            }
            Clash::Table(statement) => self.facts_of_table(run, statement, None, end),
        }
    }

    /// Returns the facts that lead to some facts, these included, in the order in
    /// which they were found, and the statements that they use, ascending.
    pub fn trace(&self, run: &Run, facts: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mut is_used = FixedBitSet::with_capacity(run.facts.len());
        is_used.extend(facts.iter().copied());
        let mut statements = FixedBitSet::with_capacity(self.statements.list().len());
        for index in (0..run.facts.len()).rev() {
            if !is_used.contains(index) {
                continue;
            }
            let fact = run.facts[index];
            is_used.extend(self.premises(run, fact.candidate, fact.reason, index));
            statements.extend(self.used(fact.candidate, fact.reason));
        }
        (is_used.ones().collect(), statements.ones().collect())
    }

    /// Returns the facts and statements that lead to a clash, as [`Propagation::trace`].
    pub fn trace_clash(&self, run: &Run, clash: Clash) -> (Vec<usize>, Vec<usize>) {
        let (facts, mut statements) = self.trace(run, &self.premises_of_clash(run, clash));
        match clash {
            Clash::NoDigit(statement, _) | Clash::NoPlace(statement) => statements.push(statement),
            Clash::Against(fact, reason) => {
                statements.extend(self.used(run.facts[fact].candidate, reason));
            }
            Clash::Table(statement) => statements.push(statement),
        }
        statements.sort_unstable();
        statements.dedup();
        (facts, statements)
    }
}

impl Run {
    /// Returns the index of the fact that a candidate holds, or with `holds` unset that it
    /// is ruled out. Returns `None` if neither was derived.
    pub fn find(&self, candidate: Candidate, holds: bool, steps: &Propagation) -> Option<usize> {
        let facts = if holds { &self.placed } else { &self.out };
        let fact = facts[candidate.index(steps.statements.size())];
        (fact != NONE).then_some(fact as usize)
    }
}

/// Steps being taken.
struct Search<'a> {
    steps: &'a Propagation<'a>,
    active: &'a FixedBitSet,
    run: Run,
    /// The tables with a cell that has changed in this round.
    tables: FxHashSet<usize>,
}

impl Search<'_> {
    /// Takes the clues, the marks and what is supposed.
    fn start(&mut self, supposed: Option<(Candidate, bool)>) {
        let statements = self.steps.statements;
        match supposed {
            Some((candidate, true)) => self.place(candidate, Reason::Supposed),
            Some((candidate, false)) => self.rule_out(candidate, Reason::Supposed),
            None => {}
        }
        for (index, &statement) in statements.list().iter().enumerate() {
            if !statement.is_given() {
                break;
            }
            match statement {
                _ if !self.active.contains(index) => {}
                Statement::Clue(clue) => self.place(clue, Reason::Given(index)),
                Statement::Marks(cell) => {
                    for &excluded in statements.puzzle().excluded() {
                        if excluded.cell == cell {
                            self.rule_out(excluded, Reason::Given(index));
                        }
                    }
                }
                _ => {}
            }
        }
        let rules = statements.rules();
        // What rules rule out by themselves must not wait for another fact.
        for (index, pair) in rules.pairs().iter().enumerate() {
            for cell in pair.cells {
                let any = Candidate::new(cell, Digit::from_index(0));
                self.follow_pair(index, any, None);
            }
        }
        self.tables.extend(0..rules.tables().len());
        self.filter_tables();
        for index in 0..self.steps.constraints.len() {
            if self.run.left[index] == 1 {
                self.look_for_single(index);
            }
        }
    }

    fn is_active(&self, statement: Option<usize>) -> Option<usize> {
        statement.filter(|&statement| self.active.contains(statement))
    }

    /// Returns an active statement that implies that one of the constraint's candidates
    /// holds. For a cell this may also be a pair or a table, whose cells must be filled.
    fn need(&self, constraint: usize) -> Option<usize> {
        let need = self.is_active(self.steps.need[constraint]);
        let Constraint::Cell(cell) = self.steps.constraints[constraint] else {
            return need;
        };
        let statements = self.steps.statements;
        let place = cell.index(statements.size());
        let pairs = self.steps.pairs[place].iter().copied().map(Statement::Pair);
        let tables = self.steps.tables[place]
            .iter()
            .copied()
            .map(Statement::Table);
        let mut fill = pairs
            .chain(tables)
            .filter(|&rule| statements.filled_by(rule).contains(&cell))
            .filter_map(|rule| self.is_active(statements.index(rule)));
        need.or_else(|| fill.next())
    }

    fn place(&mut self, candidate: Candidate, reason: Reason) {
        let size = self.steps.statements.size();
        let index = candidate.index(size);
        if self.run.placed[index] != NONE {
            return;
        }
        let fact = self.run.facts.len();
        self.run.facts.push(Fact {
            candidate,
            holds: true,
            reason,
        });
        self.run.placed[index] = fact as u32;
        let in_cell = &mut self.run.in_cell[candidate.cell.index(size)];
        *in_cell = (*in_cell).min(fact as u32);
        if self.run.out[index] != NONE {
            let out = self.run.facts[self.run.out[index] as usize].reason;
            self.run.clashes.push(Clash::Against(fact, out));
        }
    }

    fn rule_out(&mut self, candidate: Candidate, reason: Reason) {
        let index = candidate.index(self.steps.statements.size());
        if self.run.placed[index] != NONE {
            let clash = Clash::Against(self.run.placed[index] as usize, reason);
            self.run.clashes.push(clash);
            return;
        }
        if self.run.out[index] != NONE {
            return;
        }
        self.run.out[index] = self.run.facts.len() as u32;
        self.run.facts.push(Fact {
            candidate,
            holds: false,
            reason,
        });
        for constraint in Constraint::of(candidate, self.steps.statements.rules()) {
            self.run.left[constraint] -= 1;
        }
    }

    /// Takes the steps that follow from a fact.
    fn follow(&mut self, fact: usize) {
        let Fact {
            candidate, holds, ..
        } = self.run.facts[fact];
        match holds {
            true => self.follow_placed(candidate, fact),
            false => self.follow_out(candidate),
        }
        let steps = self.steps;
        let cell = candidate.cell.index(steps.statements.size());
        for &index in &steps.pairs[cell] {
            self.follow_pair(index, candidate, holds.then_some(fact));
        }
        self.tables.extend(&steps.tables[cell]);
    }

    fn follow_placed(&mut self, candidate: Candidate, fact: usize) {
        let rules = self.steps.statements.rules();
        for digit in rules.size().digits() {
            if digit != candidate.digit {
                self.rule_out(Candidate::new(candidate.cell, digit), Reason::Cell(fact));
            }
        }
        for constraint in Constraint::of(candidate, rules) {
            let Some(statement) = self.is_active(self.steps.once[constraint]) else {
                continue;
            };
            for other in self.steps.constraints[constraint].candidates(rules) {
                if other != candidate {
                    self.rule_out(other, Reason::Once { statement, fact });
                }
            }
        }
    }

    fn follow_out(&mut self, candidate: Candidate) {
        let rules = self.steps.statements.rules();
        for constraint in Constraint::of(candidate, rules) {
            if self.run.left[constraint] <= 1 {
                self.look_for_single(constraint);
            }
        }
    }

    /// Takes the step of a constraint of which at most one candidate is left.
    fn look_for_single(&mut self, constraint: usize) {
        let Some(statement) = self.need(constraint) else {
            return;
        };
        let statements = self.steps.statements;
        let candidates = self.steps.constraints[constraint].candidates(statements.rules());
        let is_left =
            |candidate: &Candidate| self.run.out[candidate.index(statements.size())] == NONE;
        match candidates.into_iter().find(is_left) {
            Some(candidate) => self.place(candidate, Reason::Single(statement)),
            None => {
                let clash = match self.steps.constraints[constraint] {
                    Constraint::Cell(cell) => Clash::NoDigit(statement, cell),
                    Constraint::House(..) => Clash::NoPlace(statement),
                };
                if !self.run.clashes.contains(&clash) {
                    self.run.clashes.push(clash);
                }
            }
        }
    }

    /// Rules out candidates of the other cell of a pair: with `placed`, the fact that
    /// `candidate` holds, those that it forbids; without it, those that every digit left
    /// in its cell forbids.
    fn follow_pair(&mut self, index: usize, candidate: Candidate, placed: Option<usize>) {
        let statements = self.steps.statements;
        let Some(statement) = self.is_active(statements.index(Statement::Pair(index))) else {
            return;
        };
        let size = statements.size();
        let pair = statements.pair(index);
        let is_first = pair.cells[0] == candidate.cell;
        let other = pair.cells[usize::from(is_first)];
        let allows = |own: usize, others: usize| match is_first {
            true => pair.allows(own, others),
            false => pair.allows(others, own),
        };
        if let Some(fact) = placed {
            for digit in size.digits() {
                if !allows(candidate.digit.value(), digit.value()) {
                    let ruled_out = Candidate::new(other, digit);
                    self.rule_out(ruled_out, Reason::Pair { statement, fact });
                }
            }
            return;
        }
        let cell = Constraint::Cell(candidate.cell).index(statements.rules());
        let is_filled = self.is_active(self.steps.need[cell]).is_some();
        // As long as more digits are left than a digit of the other cell excludes, none is out.
        let is_unsaid = pair.rule.shape == Shape::Grid && !is_filled;
        if is_unsaid || self.run.left[cell] as usize > pair.relation.most_excluded() {
            return;
        }
        let is_left =
            |cell: Cell, digit| self.run.out[Candidate::new(cell, digit).index(size)] == NONE;
        let own: Vec<usize> = size
            .digits()
            .filter(|&digit| is_left(candidate.cell, digit))
            .map(|digit| digit.value())
            .collect();
        for digit in size.digits() {
            if !own.iter().any(|&value| allows(value, digit.value())) {
                let ruled_out = Candidate::new(other, digit);
                self.rule_out(ruled_out, Reason::PairLeft(statement));
            }
        }
    }

    /// Rules out candidates of the tables that have changed.
    fn filter_tables(&mut self) {
        let mut changed: Vec<usize> = self.tables.drain().collect();
        changed.sort_unstable();
        for index in changed {
            self.filter_table(index);
        }
    }

    fn filter_table(&mut self, index: usize) {
        let statements = self.steps.statements;
        let Some(statement) = self.is_active(statements.index(Statement::Table(index))) else {
            return;
        };
        let size = statements.size();
        let table = statements.table(index);
        let left = |&cell: &Cell| -> FixedBitSet {
            let mut left = FixedBitSet::with_capacity(size.side());
            match self.run.in_cell[cell.index(size)] {
                NONE => left.extend(
                    size.digits()
                        .filter(|&digit| {
                            self.run.out[Candidate::new(cell, digit).index(size)] == NONE
                        })
                        .map(|digit| digit.index()),
                ),
                fact => left.insert(self.run.facts[fact as usize].candidate.digit.index()),
            }
            left
        };
        let domains: Domains = table.cells.iter().map(left).collect();
        let mut known = self.steps.known.borrow_mut();
        let key = (index, domains);
        let possible = match known.get(&key) {
            Some(possible) => possible.clone(),
            None => {
                let possible = possible(table, &key.1);
                known.insert(key.clone(), possible.clone());
                possible
            }
        };
        drop(known);
        let Some(possible) = possible else {
            return;
        };
        if possible.iter().any(FixedBitSet::is_clear) {
            self.run.clashes.push(Clash::Table(statement));
            return;
        }
        for ((&cell, before), after) in table.cells.iter().zip(&key.1).zip(&possible) {
            for digit in before.difference(after) {
                let candidate = Candidate::new(cell, Digit::from_index(digit));
                self.rule_out(candidate, Reason::Table(statement));
            }
        }
    }
}
