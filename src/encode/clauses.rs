//! The clauses of the families, written part by part.

use super::automaton::{Choice, TableClauses};
use super::family::tables_of;
use super::running::Layer;
use super::{AtMostOne, Constraint, Encoding, Family, Numbering};
use crate::formula::{ClauseSink, Lit};
use crate::sudoku::rules::{Pair, RuleId, Table};
use crate::sudoku::{Candidate, Cell, Digit, HouseKind, Puzzle, Rules};
use std::convert::Infallible;

/// Writes families, part by part, into a sink.
pub(super) struct Families<'a, S> {
    rules: &'a Rules,
    numbering: Numbering,
    encoding: &'a Encoding,
    sink: &'a mut S,
    /// The literals of the part that is being written.
    lits: Vec<Lit>,
    /// The first auxiliary variable of each family that has any.
    aux_starts: Vec<(Family, usize)>,
    /// For each house, the number of auxiliary variables for one digit in the
    /// houses of its kind before it; empty if at-most-ones need none.
    aux_before: Vec<usize>,
}

impl<'a, S: ClauseSink> Families<'a, S> {
    pub(super) fn new(
        rules: &'a Rules,
        numbering: Numbering,
        encoding: &'a Encoding,
        sink: &'a mut S,
    ) -> Families<'a, S> {
        let mut aux_starts = Vec::new();
        let mut start = numbering.num_vars(rules.size()) as u64;
        for family in encoding.families(rules) {
            let num_aux = num_aux(family, rules, encoding);
            if num_aux > 0 {
                aux_starts.push((family, start as usize));
            }
            start = start.saturating_add(num_aux);
        }
        let way = encoding.at_most_one;
        let mut aux_before = Vec::new();
        if way != AtMostOne::Pairwise {
            for kind in HouseKind::ALL {
                let mut before = 0;
                for house in rules.houses_of_kind(kind) {
                    aux_before.push(before);
                    before += way.num_aux(rules.cells(house).len());
                }
            }
        }
        Families {
            rules,
            numbering,
            encoding,
            sink,
            lits: Vec::with_capacity(rules.size().side()),
            aux_starts,
            aux_before,
        }
    }

    /// Writes the part of a family at `outer`, `inner`, both from 0: the row
    /// and column of a cell, or the place of a house in its kind and the digit.
    pub(super) fn part(
        &mut self,
        family: Family,
        outer: usize,
        inner: usize,
    ) -> Result<(), S::Error> {
        let cell = Cell::new(outer, inner);
        match family {
            Family::CellAtLeastOne | Family::CellAtMostOne if !self.rules.size().has(cell) => {
                Ok(())
            }
            Family::CellAtLeastOne => self.at_least_one(Constraint::Cell(cell)),
            Family::CellAtMostOne => self.at_most_one(family, Constraint::Cell(cell)),
            Family::AtLeastOne(kind) => self.house(kind, outer, inner, true, false),
            Family::AtMostOne(kind) => self.house(kind, outer, inner, false, true),
            Family::Pairs(_)
            | Family::Cages
            | Family::Arrows
            | Family::Marks
            | Family::Clues
            | Family::Exclusions => Ok(()),
        }
    }

    /// Writes the clauses for a digit in a house: that it is there, if `there`,
    /// and not twice, if `once`.
    pub(super) fn house(
        &mut self,
        kind: HouseKind,
        place: usize,
        digit: usize,
        there: bool,
        once: bool,
    ) -> Result<(), S::Error> {
        let houses = self.rules.houses_of_kind(kind);
        let index = houses.start + place;
        let constraint = Constraint::House(self.rules.houses()[index], Digit::from_index(digit));
        if there && self.rules.is_full(index) {
            self.at_least_one(constraint)?;
        }
        if once {
            let is_line = matches!(kind, HouseKind::Row | HouseKind::Col);
            if self.encoding.leaves_pairs_to_lines() && !is_line {
                self.pairs_new_in(index, constraint)?;
            } else {
                self.at_most_one(Family::AtMostOne(kind), constraint)?;
            }
        }
        Ok(())
    }

    /// Writes that a digit is not in two cells of the house, for cells without an
    /// earlier house in common.
    fn pairs_new_in(&mut self, house: usize, constraint: Constraint) -> Result<(), S::Error> {
        self.load(constraint);
        for_new_pairs(self.rules, house, |first, second| {
            self.sink.clause(&[!self.lits[first], !self.lits[second]])
        })
    }

    /// Writes a whole family: all its parts, the outer index slowest.
    pub(super) fn family(&mut self, family: Family) -> Result<(), S::Error> {
        let size = self.rules.size();
        let (outer, inner) = match family {
            Family::CellAtLeastOne | Family::CellAtMostOne => (0..size.rows(), size.cols()),
            Family::AtLeastOne(kind) | Family::AtMostOne(kind) => {
                (0..self.rules.houses_of_kind(kind).len(), size.side())
            }
            Family::Pairs(rule) => return self.pairs(rule),
            Family::Cages | Family::Arrows | Family::Marks => return self.tables(family),
            Family::Clues | Family::Exclusions => (0..0, 0),
        };
        for outer in outer {
            for inner in 0..inner {
                self.part(family, outer, inner)?;
            }
        }
        Ok(())
    }

    /// Writes the pairs of a rule: no two digits that it forbids.
    fn pairs(&mut self, rule: RuleId) -> Result<(), S::Error> {
        let rules = self.rules;
        let mut pairs = rules.pairs().iter().filter(|pair| pair.rule == rule);
        pairs.try_for_each(|pair| {
            for (first, second) in forbidden(pair) {
                let lits = [first, second].map(|candidate| self.lit(candidate));
                let (low, high) = (lits[0].min(lits[1]), lits[0].max(lits[1]));
                self.sink.clause(&[!low, !high])?;
            }
            Ok(())
        })
    }

    /// Writes the tables of a family: the clauses of an automaton for each.
    fn tables(&mut self, family: Family) -> Result<(), S::Error> {
        let mut aux = self.start_of_aux(family);
        let (rules, numbering) = (self.rules, self.numbering);
        for table in tables_of(family, rules) {
            let automaton = automaton(table, rules);
            let choices = |place| choices(table.cells[place], rules, numbering);
            automaton.write(choices, aux, self.sink)?;
            aux += automaton.num_aux() as usize;
        }
        Ok(())
    }

    /// Writes the clues, in ascending order: ⋀ xᵢⱼₖ
    pub(super) fn clues(&mut self, puzzle: &Puzzle) -> Result<(), S::Error> {
        puzzle.clues().try_for_each(|clue| self.unit(clue, true))
    }

    /// Writes the excluded candidates, in ascending order: ⋀ ¬xᵢⱼₖ
    pub(super) fn exclusions(&mut self, puzzle: &Puzzle) -> Result<(), S::Error> {
        let mut excluded = puzzle.excluded().iter();
        excluded.try_for_each(|&candidate| self.unit(candidate, false))
    }

    fn lit(&self, candidate: Candidate) -> Lit {
        self.numbering.var(candidate, self.rules.size()).positive()
    }

    fn unit(&mut self, candidate: Candidate, holds: bool) -> Result<(), S::Error> {
        let lit = self.lit(candidate);
        self.sink.clause(&[if holds { lit } else { !lit }])
    }

    fn at_least_one(&mut self, constraint: Constraint) -> Result<(), S::Error> {
        self.load(constraint);
        self.sink.clause(&self.lits)
    }

    fn at_most_one(&mut self, family: Family, constraint: Constraint) -> Result<(), S::Error> {
        self.load(constraint);
        let aux = self.first_aux(family, constraint);
        let at_most_one = self.encoding.at_most_one;
        at_most_one.write(&self.lits, aux, self.sink)
    }

    /// Puts the literals of the constraint's candidates into `lits`.
    fn load(&mut self, constraint: Constraint) {
        let mut lits = std::mem::take(&mut self.lits);
        lits.clear();
        let size = self.rules.size();
        match constraint {
            Constraint::Cell(cell) => {
                lits.extend(
                    size.digits()
                        .map(|digit| self.lit(Candidate::new(cell, digit))),
                );
            }
            Constraint::House(house, digit) => {
                let cells = self.rules.cells_of(house).iter();
                lits.extend(cells.map(|&cell| self.lit(Candidate::new(cell, digit))));
            }
        }
        self.lits = lits;
    }

    /// Returns the first auxiliary variable of a family; 0 if it has none.
    fn start_of_aux(&self, family: Family) -> usize {
        let start = self.aux_starts.iter().find(|(other, _)| *other == family);
        start.map_or(0, |&(_, start)| start)
    }

    /// Returns the first auxiliary variable of an at-most-one.
    ///
    /// Each has a block of its own after the candidates' variables: families in
    /// the encoding's order, then the constraints. So the numbers don't depend
    /// on the order of clauses.
    fn first_aux(&self, family: Family, constraint: Constraint) -> usize {
        let way = self.encoding.at_most_one;
        let side = self.rules.size().side();
        if way == AtMostOne::Pairwise {
            return 0;
        }
        let start = self.start_of_aux(family);
        let block = match constraint {
            Constraint::Cell(cell) => cell.index(self.rules.size()) * way.num_aux(side),
            Constraint::House(house, digit) => {
                let index = self.rules.index(house);
                let num_aux = way.num_aux(self.rules.cells(index).len());
                self.aux_before[index] * side + digit.index() * num_aux
            }
        };
        start + block
    }
}

/// Returns the number of auxiliary variables of a family.
pub(super) fn num_aux(family: Family, rules: &Rules, encoding: &Encoding) -> u64 {
    let (size, way) = (rules.size(), encoding.at_most_one);
    match family {
        Family::CellAtMostOne => (size.num_cells() * way.num_aux(size.side())) as u64,
        Family::AtMostOne(kind) => {
            let houses = rules.houses_of_kind(kind);
            let num_aux = houses.map(|house| way.num_aux(rules.cells(house).len()) as u64);
            num_aux.sum::<u64>() * size.side() as u64
        }
        Family::Cages | Family::Arrows | Family::Marks => {
            let tables = tables_of(family, rules);
            let num_aux = tables.map(|table| automaton(table, rules).num_aux());
            num_aux.fold(0, u64::saturating_add)
        }
        _ => 0,
    }
}

/// Returns the automaton of a table whose cells may hold any digit. It is made in time
/// linear in the cells, however many states it has.
pub(super) fn automaton(table: &Table, rules: &Rules) -> TableClauses {
    let watch = &mut |_| Ok::<(), Infallible>(());
    let Ok(automaton) = TableClauses::new(table, rules.size().side(), all_values(rules), watch);
    automaton
}

/// Writes the clauses of a table whose cells may hold any digit, which are correct even
/// if the houses of the cells are not stated.
/// Candidates have the variables of [`super::var`]. `new_vars` returns the index of
/// the first of a number of new auxiliary variables.
///
/// # Errors
/// The sink's.
pub(crate) fn table<S: ClauseSink>(
    table: &Table,
    rules: &Rules,
    sink: &mut S,
    new_vars: impl FnOnce(&mut S, usize) -> usize,
) -> Result<(), S::Error> {
    let watch = &mut |_| Ok::<(), Infallible>(());
    let Ok(automaton) = TableClauses::alone(table, rules.size().side(), all_values(rules), watch);
    let choices = |place| choices(table.cells[place], rules, Numbering::Consecutive);
    let aux = new_vars(sink, automaton.num_aux() as usize);
    automaton.write(choices, aux, sink)
}

/// Returns all digits of a cell, ascending, with their literals.
fn choices(cell: Cell, rules: &Rules, numbering: Numbering) -> Vec<Choice> {
    let size = rules.size();
    let lit = |digit| numbering.var(Candidate::new(cell, digit), size).positive();
    size.digits()
        .map(|digit| (digit.value(), Some(lit(digit))))
        .collect()
}

/// Returns the digits of a cell that may hold any.
pub(super) fn all_values(rules: &Rules) -> impl Fn(usize) -> Layer {
    let end = rules.size().side() as u64 + 1;
    move |_| Layer::union(std::iter::once(1..end))
}

/// Calls `found` with the places of each two cells of a house that have no
/// earlier house in common, the earlier place first.
pub(super) fn for_new_pairs<E>(
    rules: &Rules,
    house: usize,
    mut found: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let cells = rules.cells(house);
    let is_joined = |first: Cell, second: Cell| {
        let of_second = rules.houses_of(second);
        let earlier = rules.houses_of(first).iter();
        let mut earlier = earlier.take_while(|&&other| (other as usize) < house);
        earlier.any(|other| of_second.contains(other))
    };
    for (later, &second) in cells.iter().enumerate() {
        for (earlier, &first) in cells[..later].iter().enumerate() {
            if !is_joined(first, second) {
                found(earlier, later)?;
            }
        }
    }
    Ok(())
}

/// Returns the candidates of two cells that a pair forbids together.
pub(crate) fn forbidden(pair: &Pair) -> impl Iterator<Item = (Candidate, Candidate)> + use<> {
    let [a, b] = pair.cells;
    let digit = |value: usize| Digit::from_index(value - 1);
    let forbidden = pair.relation.forbidden();
    forbidden.map(move |(first, second)| {
        (
            Candidate::new(a, digit(first)),
            Candidate::new(b, digit(second)),
        )
    })
}
