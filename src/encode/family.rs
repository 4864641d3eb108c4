//! The clause families: one line of the reduction each, with its formula.
//!
//! xᵢⱼₖ is the variable "cell (i, j) holds k"; i, j and k run from 1 to N, b
//! over the boxes, h over the houses of a kind. An at-most-one is given as its
//! pairwise formula; [`super::AtMostOne`] has the other ways of saying it.

use super::automaton::Automaton;
use super::{Constraint, Encoding, Numbering};
use crate::formula::{ClauseSink, Lit, Var};
use crate::sudoku::rules::{Pair, PairRule, Table, TableKind};
use crate::sudoku::{Candidate, Cell, Digit, HouseKind, Puzzle, Rules};

/// A family of clauses: one line of the reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Each number is in each house of this kind that has as many cells as
    /// there are numbers: (i) rows, (ii) columns, (iii) boxes, and others.
    AtLeastOne(HouseKind),
    /// (iv) Each cell holds a number.
    CellAtLeastOne,
    /// (v) No cell holds two numbers.
    CellAtMostOne,
    /// No number is twice in a house of this kind.
    AtMostOne(HouseKind),
    /// Pairs of cells stand in the relation of this rule.
    Pairs(PairRule),
    /// The digits of each cage with a sum add up to it.
    Cages,
    /// The digits along each arrow add up to the number in its bulb.
    Arrows,
    /// The clues hold.
    Clues,
    /// The excluded candidates don't.
    Exclusions,
}

impl Family {
    /// The family's name.
    pub fn name(self) -> &'static str {
        match self {
            Family::AtLeastOne(kind) => match kind {
                HouseKind::Row => "row-at-least-one",
                HouseKind::Col => "column-at-least-one",
                HouseKind::Box => "box-at-least-one",
                HouseKind::Region => "region-at-least-one",
                HouseKind::Diagonal => "diagonal-at-least-one",
                HouseKind::Window => "window-at-least-one",
                HouseKind::Group => "group-at-least-one",
                HouseKind::Extra => "house-at-least-one",
                HouseKind::Cage => "cage-at-least-one",
            },
            Family::CellAtLeastOne => "cell-at-least-one",
            Family::CellAtMostOne => "cell-at-most-one",
            Family::AtMostOne(kind) => match kind {
                HouseKind::Row => "row-at-most-one",
                HouseKind::Col => "column-at-most-one",
                HouseKind::Box => "box-at-most-one",
                HouseKind::Region => "region-at-most-one",
                HouseKind::Diagonal => "diagonal-at-most-one",
                HouseKind::Window => "window-at-most-one",
                HouseKind::Group => "group-at-most-one",
                HouseKind::Extra => "house-at-most-one",
                HouseKind::Cage => "cage-at-most-one",
            },
            Family::Pairs(rule) => rule.name(),
            Family::Cages => "cage-sums",
            Family::Arrows => "arrows",
            Family::Clues => "clues",
            Family::Exclusions => "exclusions",
        }
    }

    /// The lecture's number of the family, for the five that it has. Regions
    /// take the place of boxes.
    pub fn number(self) -> Option<&'static str> {
        match self {
            Family::AtLeastOne(HouseKind::Row) => Some("(i)"),
            Family::AtLeastOne(HouseKind::Col) => Some("(ii)"),
            Family::AtLeastOne(HouseKind::Box | HouseKind::Region) => Some("(iii)"),
            Family::CellAtLeastOne => Some("(iv)"),
            Family::CellAtMostOne => Some("(v)"),
            _ => None,
        }
    }

    /// What the family says, in Sudoku's words.
    pub fn sentence(self) -> &'static str {
        match self {
            Family::AtLeastOne(kind) => match kind {
                HouseKind::Row => "each number is in each row",
                HouseKind::Col => "each number is in each column",
                HouseKind::Box => "each number is in each box",
                HouseKind::Region => "each number is in each region",
                HouseKind::Diagonal => "each number is in each diagonal",
                HouseKind::Window => "each number is in each window",
                HouseKind::Group => "each number is in each disjoint group",
                HouseKind::Extra => "each number is in each extra house",
                HouseKind::Cage => "each number is in each cage of N cells",
            },
            Family::CellAtLeastOne => "each cell holds a number",
            Family::CellAtMostOne => "no cell holds two numbers",
            Family::AtMostOne(kind) => match kind {
                HouseKind::Row => "no number is twice in a row",
                HouseKind::Col => "no number is twice in a column",
                HouseKind::Box => "no number is twice in a box",
                HouseKind::Region => "no number is twice in a region",
                HouseKind::Diagonal => "no number is twice in a diagonal",
                HouseKind::Window => "no number is twice in a window",
                HouseKind::Group => "no number is twice in a disjoint group",
                HouseKind::Extra => "no number is twice in an extra house",
                HouseKind::Cage => "no number is twice in a cage",
            },
            Family::Pairs(rule) => match rule {
                PairRule::AntiKnight => "cells a knight's move apart differ",
                PairRule::AntiKing => "cells that touch differ",
                PairRule::NonConsecutive => "cells that share a side are not consecutive",
                PairRule::Less => "one cell is less than the other",
                PairRule::Thermometer => "numbers increase along each thermometer",
                PairRule::Difference => "two cells have the given difference",
                PairRule::Ratio => "two cells have the given ratio",
                PairRule::Sum => "two cells have the given sum",
                PairRule::Palindrome => "mirrored cells of a palindrome are equal",
            },
            Family::Cages => "the numbers of each cage add up to its sum",
            Family::Arrows => "the numbers along each arrow add up to its bulb's",
            Family::Clues => "the clues hold",
            Family::Exclusions => "the excluded candidates don't hold",
        }
    }

    /// The family's formula, at-most-ones in their pairwise form.
    pub fn formula(self) -> &'static str {
        match self {
            Family::AtLeastOne(kind) => match kind {
                HouseKind::Row => "⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ",
                HouseKind::Col => "⋀ⱼ ⋀ₖ ⋁ᵢ xᵢⱼₖ",
                HouseKind::Box => "⋀_b ⋀ₖ ⋁₍ᵢ,ⱼ₎∈b xᵢⱼₖ",
                _ => "⋀_h ⋀ₖ ⋁₍ᵢ,ⱼ₎∈h xᵢⱼₖ",
            },
            Family::CellAtLeastOne => "⋀ᵢ ⋀ⱼ ⋁ₖ xᵢⱼₖ",
            Family::CellAtMostOne => "⋀ᵢ ⋀ⱼ ⋀ₖ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢⱼₗ)",
            Family::AtMostOne(kind) => match kind {
                HouseKind::Row => "⋀ᵢ ⋀ₖ ⋀ⱼ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢₗₖ)",
                HouseKind::Col => "⋀ⱼ ⋀ₖ ⋀ᵢ<ₗ (¬xᵢⱼₖ ∨ ¬xₗⱼₖ)",
                HouseKind::Box => "⋀_b ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈b (¬xᵢⱼₖ ∨ ¬xₗₘₖ)",
                _ => "⋀_h ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈h (¬xᵢⱼₖ ∨ ¬xₗₘₖ)",
            },
            Family::Pairs(_) => "⋀ (¬xᵢⱼₖ ∨ ¬xₗₘₖ′) for each forbidden k, k′",
            Family::Cages => "⋀ Σ₍ᵢ,ⱼ₎ Σₖ k·xᵢⱼₖ = sum of each cage",
            Family::Arrows => "⋀ Σ₍ᵢ,ⱼ₎ Σₖ k·xᵢⱼₖ = bulb of each arrow",
            Family::Clues => "⋀ xᵢⱼₖ for each clue k in (i, j)",
            Family::Exclusions => "⋀ ¬xᵢⱼₖ for each k excluded in (i, j)",
        }
    }

    /// What the family demands, however its at-most-ones are said.
    pub fn constraint(self) -> &'static str {
        match self {
            Family::CellAtMostOne => "⋀ᵢ ⋀ⱼ Σₖ xᵢⱼₖ ≤ 1",
            Family::AtMostOne(kind) => match kind {
                HouseKind::Row => "⋀ᵢ ⋀ₖ Σⱼ xᵢⱼₖ ≤ 1",
                HouseKind::Col => "⋀ⱼ ⋀ₖ Σᵢ xᵢⱼₖ ≤ 1",
                HouseKind::Box => "⋀_b ⋀ₖ Σ₍ᵢ,ⱼ₎∈b xᵢⱼₖ ≤ 1",
                _ => "⋀_h ⋀ₖ Σ₍ᵢ,ⱼ₎∈h xᵢⱼₖ ≤ 1",
            },
            _ => self.formula(),
        }
    }

    /// Returns `true` if the family consists of at-most-ones.
    pub fn is_at_most_one(self) -> bool {
        matches!(self, Family::CellAtMostOne | Family::AtMostOne(_))
    }
}

/// Writes families, part by part, into a sink.
pub(super) struct Families<'a, S> {
    rules: &'a Rules,
    numbering: Numbering,
    encoding: &'a Encoding,
    sink: &'a mut S,
    /// The literals of the part at hand.
    lits: Vec<Lit>,
    /// Where the auxiliary variables of each family begin, in the encoding's order.
    aux_starts: Vec<(Family, usize)>,
}

impl<'a, S: ClauseSink> Families<'a, S> {
    pub fn new(
        rules: &'a Rules,
        numbering: Numbering,
        encoding: &'a Encoding,
        sink: &'a mut S,
    ) -> Families<'a, S> {
        let mut aux_starts = Vec::new();
        let mut start = numbering.num_vars(rules.size());
        for family in encoding.families(rules) {
            aux_starts.push((family, start));
            start += num_aux(family, rules, encoding);
        }
        Families {
            rules,
            numbering,
            encoding,
            sink,
            lits: Vec::with_capacity(rules.size().side()),
            aux_starts,
        }
    }

    /// Writes the part of a family at `outer`, `inner`, both from 0: the row
    /// and column of a cell, or the number of a house and the digit.
    pub fn part(&mut self, family: Family, outer: usize, inner: usize) -> Result<(), S::Error> {
        match family {
            Family::CellAtLeastOne => self.at_least_one(Constraint::Cell(Cell::new(outer, inner))),
            Family::CellAtMostOne => {
                self.at_most_one(family, Constraint::Cell(Cell::new(outer, inner)))
            }
            Family::AtLeastOne(kind) => self.house(kind, outer, inner, true, false),
            Family::AtMostOne(kind) => self.house(kind, outer, inner, false, true),
            Family::Pairs(_)
            | Family::Cages
            | Family::Arrows
            | Family::Clues
            | Family::Exclusions => Ok(()),
        }
    }

    /// Writes the clauses for a digit in a house: that it is there, if `there`,
    /// and not twice, if `once`.
    pub fn house(
        &mut self,
        kind: HouseKind,
        number: usize,
        digit: usize,
        there: bool,
        once: bool,
    ) -> Result<(), S::Error> {
        let houses = self.rules.houses_of_kind(kind);
        let index = houses.start + number;
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

    /// Not in two cells of the house that have no earlier house in common.
    fn pairs_new_in(&mut self, house: usize, constraint: Constraint) -> Result<(), S::Error> {
        self.load(constraint);
        for_new_pairs(self.rules, house, |first, second| {
            self.sink.clause(&[!self.lits[first], !self.lits[second]])
        })
    }

    /// Writes a whole family: all its parts, the outer index slowest.
    pub fn family(&mut self, family: Family) -> Result<(), S::Error> {
        let side = self.rules.size().side();
        let outer = match family {
            Family::CellAtLeastOne | Family::CellAtMostOne => 0..side,
            Family::AtLeastOne(kind) | Family::AtMostOne(kind) => {
                0..self.rules.houses_of_kind(kind).len()
            }
            Family::Pairs(rule) => return self.pairs(rule),
            Family::Cages | Family::Arrows => return self.tables(family),
            Family::Clues | Family::Exclusions => 0..0,
        };
        for outer in outer {
            for inner in 0..side {
                self.part(family, outer, inner)?;
            }
        }
        Ok(())
    }

    /// Writes the pairs of a rule: no two digits that it forbids.
    fn pairs(&mut self, rule: PairRule) -> Result<(), S::Error> {
        let rules = self.rules;
        let mut pairs = rules.pairs().iter().filter(|pair| pair.rule == rule);
        pairs.try_for_each(|pair| {
            for (first, second) in forbidden(pair, rules) {
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
        for table in tables_of(family, self.rules) {
            let automaton = automaton(table, self.rules, |candidate| self.lit(candidate));
            automaton.write(aux, self.sink)?;
            aux += automaton.num_aux();
        }
        Ok(())
    }

    /// The clues, in ascending order: ⋀ xᵢⱼₖ
    pub fn clues(&mut self, puzzle: &Puzzle) -> Result<(), S::Error> {
        puzzle.clues().try_for_each(|clue| self.unit(clue, true))
    }

    /// The excluded candidates, in ascending order: ⋀ ¬xᵢⱼₖ
    pub fn exclusions(&mut self, puzzle: &Puzzle) -> Result<(), S::Error> {
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

    /// Takes the constraint's candidates as the literals at hand.
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

    /// The first auxiliary variable of a family.
    fn start_of_aux(&self, family: Family) -> usize {
        let start = self.aux_starts.iter().find(|(other, _)| *other == family);
        start.map_or(0, |&(_, start)| start)
    }

    /// The first auxiliary variable of an at-most-one.
    ///
    /// Each has a block of its own after the candidates' variables: families in
    /// the encoding's order, then the constraints. So the numbers don't depend
    /// on the order of clauses.
    fn first_aux(&self, family: Family, constraint: Constraint) -> usize {
        let at_most_one = self.encoding.at_most_one;
        let side = self.rules.size().side();
        if at_most_one.num_aux(side) == 0 {
            return 0;
        }
        let start = self.start_of_aux(family);
        let block = match constraint {
            Constraint::Cell(cell) => cell.index(self.rules.size()) * at_most_one.num_aux(side),
            Constraint::House(house, digit) => {
                let (index, first) = (
                    self.rules.index(house),
                    self.rules.houses_of_kind(house.kind()).start,
                );
                let num_aux = |house: usize| at_most_one.num_aux(self.rules.cells(house).len());
                let earlier: usize = (first..index).map(num_aux).sum();
                earlier * side + digit.index() * num_aux(index)
            }
        };
        start + block
    }
}

/// Number of auxiliary variables of a family.
pub(super) fn num_aux(family: Family, rules: &Rules, encoding: &Encoding) -> usize {
    let (size, way) = (rules.size(), encoding.at_most_one);
    match family {
        Family::CellAtMostOne => size.num_cells() * way.num_aux(size.side()),
        Family::AtMostOne(kind) => {
            let houses = rules.houses_of_kind(kind);
            let num_aux = houses.map(|house| way.num_aux(rules.cells(house).len()));
            num_aux.sum::<usize>() * size.side()
        }
        Family::Cages | Family::Arrows => {
            let tables = tables_of(family, rules);
            let of_table = |table| automaton(table, rules, any_lit).num_aux();
            tables.map(of_table).sum()
        }
        _ => 0,
    }
}

/// The tables of a family.
pub(super) fn tables_of(family: Family, rules: &Rules) -> impl Iterator<Item = &Table> {
    let tables = rules.tables().iter();
    tables.filter(move |table| match table.kind {
        TableKind::Cage { .. } => family == Family::Cages,
        TableKind::Arrow { .. } => family == Family::Arrows,
    })
}

/// The automaton of a table whose cells may hold any digit, by these literals.
pub(super) fn automaton(table: &Table, rules: &Rules, lit: impl Fn(Candidate) -> Lit) -> Automaton {
    let size = rules.size();
    let cells = table.cells.iter();
    let choices = cells.map(|&cell| {
        let digits = size.digits();
        let choice = |digit: Digit| (digit.value(), Some(lit(Candidate::new(cell, digit))));
        digits.map(choice).collect()
    });
    Automaton::new(table, size.side(), choices.collect())
}

/// Stands for any candidate where clauses are only counted.
pub(super) fn any_lit(_: Candidate) -> Lit {
    Var::new(0).positive()
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

/// The candidates of two cells that a pair forbids together.
pub(super) fn forbidden<'a>(
    pair: &'a Pair,
    rules: &Rules,
) -> impl Iterator<Item = (Candidate, Candidate)> + 'a {
    let size = rules.size();
    let [a, b] = pair.cells;
    // Where only near digits can be forbidden, the others need no look.
    let reach = match pair.rule {
        PairRule::AntiKnight | PairRule::AntiKing => 0,
        PairRule::NonConsecutive => 1,
        _ => size.side(),
    };
    let near = move |first: Digit| {
        let start = first.index().saturating_sub(reach);
        let end = size.side().min(first.index() + reach + 1);
        (start..end).map(move |second| (first, Digit::from_index(second)))
    };
    size.digits()
        .flat_map(near)
        .filter(|(first, second)| !pair.allows(first.value(), second.value()))
        .map(move |(first, second)| (Candidate::new(a, first), Candidate::new(b, second)))
}
