//! A step of a solver's reasoning against the facts that it names, by definition.
//!
//! The facts are cells, houses, rules for two or more cells, and the sum of houses without
//! cages. What they say about the
//! candidates that are left is written down as conditions, the conclusion is denied, and
//! all cases are tried: fill in what is forced, and where nothing is, go through the
//! possibilities of a cell or of a digit in a house. The step is right if every case ends
//! in a contradiction. Facts that are not named are not used, so a step that names too few
//! is refused as well.

use crate::sudoku::rules::{Table, TableKind};
use crate::sudoku::{Candidate, Cell, Digit, House, Rules};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Number of cases after which a step is not followed further.
const MOST_CASES: usize = 10_000;

/// Number of partial combinations of a table after which a further one is taken to exist.
const MOST_COMBINATIONS: usize = 200_000;

/// A fact that a step follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Premise {
    /// The cell holds one of the digits that are left in it.
    Cell(Cell),
    /// The house holds no digit twice, and each digit once if it has N cells.
    House(House),
    /// The rule for two cells with this index in [`Rules::pairs`].
    Pair(usize),
    /// The table with this index in [`Rules::tables`].
    Table(usize),
    /// The house has N cells, so its digits have the sum 1 + 2 + … + N. All premises `Sum` and
    /// `Less` of a step are one equation: the houses together without the cages.
    Sum(House),
    /// The digits of this table, a cage, have its sum, which is subtracted from the houses.
    Less(usize),
}

/// A reason why a step is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepFault {
    /// The step is about a candidate that is not left.
    #[error("{0} is not among the candidates that are left")]
    Gone(Candidate),
    /// The placement does not follow.
    #[error("it does not follow from the facts named that {0}")]
    Placement(Candidate),
    /// The elimination does not follow.
    #[error("it does not follow from the facts named that {} is not {}", .0.cell, .0.digit)]
    Elimination(Candidate),
    /// The solution has another digit than is placed.
    #[error("the solution has no {} in {}", .0.digit, .0.cell)]
    NotInSolution(Candidate),
    /// The solution has the digit that is removed.
    #[error("the solution has {0}, which the step removes")]
    InSolution(Candidate),
    /// The step assumes that there is only one solution, and it is not known.
    #[error("the step assumes a single solution, which is not known")]
    NotUnique,
    /// The facts do not contradict each other.
    #[error("the facts named do not contradict each other")]
    NoClash,
    /// There are too many cases to try.
    #[error("the step has more than {MOST_CASES} cases, too many to check")]
    TooLong,
}

/// A part of a fact: what a cell, a digit in a house, or a rule for two or more cells asks
/// for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The cell holds one digit.
    Cell(Cell),
    /// The house holds the digit once, or at most once.
    House(House, Digit),
    /// The rule for two cells with this index in [`Rules::pairs`].
    Pair(usize),
    /// The table with this index in [`Rules::tables`].
    Table(usize),
    /// The houses of [`Premise::Sum`] without the cages of [`Premise::Less`].
    Sum,
}

/// A line of the check of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of suppositions and cases that the line depends on.
    pub depth: usize,
    /// The content of the line.
    pub content: Content,
}

/// The content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The opposite of a conclusion: the candidate holds, or is ruled out.
    Supposed(Candidate, bool),
    /// One of the candidates by which the condition can be met. The other candidates have `Case`
    /// lines of the same depth.
    Case(Candidate, Condition),
    /// The only candidate left by which the condition can be met.
    Follows(Candidate, Condition),
    /// A contradiction: nothing is left by which the condition can be met.
    Unmet(Condition),
    /// A contradiction: two candidates hold that the condition excludes together.
    Broken(Condition),
}

/// Checks that the premises contradict each other, for a puzzle with these rules of which
/// the candidates with `is_left` are left. Returns the lines of the check.
///
/// # Errors
/// [`StepFault::NoClash`] if they do not.
pub fn clash_lines(
    rules: &Rules,
    is_left: &dyn Fn(Candidate) -> bool,
    premises: &[Premise],
) -> Result<Vec<Line>, StepFault> {
    let facts = Facts::new(rules, is_left, premises, std::iter::empty());
    let mut search = Search::default();
    let values = vec![None; facts.candidates.len()];
    match facts.is_possible(values, None, 0, &mut search)? {
        true => Err(StepFault::NoClash),
        false => Ok(search.lines),
    }
}

/// Checks that a placement and eliminations follow from the premises, for a puzzle with these
/// rules of which the candidates with `is_left` are left. Returns the lines of the check: the
/// opposite of each conclusion, the cases, and what follows in each up to its contradiction.
///
/// # Errors
/// The first conclusion that does not follow.
pub fn step(
    rules: &Rules,
    is_left: &dyn Fn(Candidate) -> bool,
    premises: &[Premise],
    placement: Option<Candidate>,
    eliminations: &[Candidate],
) -> Result<Vec<Line>, StepFault> {
    let conclusions = placement.iter().chain(eliminations);
    if let Some(&gone) = conclusions.clone().find(|&&candidate| !is_left(candidate)) {
        return Err(StepFault::Gone(gone));
    }
    let cells = conclusions.map(|candidate| candidate.cell);
    let facts = Facts::new(rules, is_left, premises, cells);
    let mut search = Search::default();
    for &candidate in eliminations {
        if facts.can_be(candidate, true, &mut search)? {
            return Err(StepFault::Elimination(candidate));
        }
    }
    match placement {
        Some(candidate) if facts.can_be(candidate, false, &mut search)? => {
            Err(StepFault::Placement(candidate))
        }
        _ => Ok(search.lines),
    }
}

/// The cases tried so far.
#[derive(Default)]
struct Search {
    cases: usize,
    lines: Vec<Line>,
}

impl Search {
    fn say(&mut self, depth: usize, content: Content) {
        self.lines.push(Line { depth, content });
    }
}

/// Candidates, by index, of which a condition requires at least one, or allows at most one, to be
/// true.
struct Group {
    members: Vec<usize>,
    of: Condition,
}

/// The conditions that premises state about candidates.
struct Facts<'a> {
    candidates: Vec<Candidate>,
    numbers: FxHashMap<Candidate, usize>,
    /// Of these candidates one at least is true.
    one_of: Vec<Group>,
    /// Of these candidates one at most is true.
    no_two: Vec<Group>,
    /// The tables, and the equation of houses without cages.
    tables: Vec<Combined<'a>>,
    /// For each candidate those that can't hold beside it; empty without tables.
    excludes: Vec<FixedBitSet>,
}

/// Cells whose digits fit together as a whole.
struct Combined<'a> {
    cells: Vec<Cell>,
    rule: Combination<'a>,
    of: Condition,
}

/// A condition on the digits of several cells together.
enum Combination<'a> {
    /// The table allows the digits of its cells.
    Table(&'a Table),
    /// The digits, each times the cell's factor, have this sum.
    Sum(Vec<i64>, i64),
}

/// For each candidate, by index: `Some` if it is known to be true or false.
type Values = Vec<Option<bool>>;

/// A case that can't be, with the line that says why.
struct Contradiction(Content);

impl<'a> Facts<'a> {
    fn new(
        rules: &'a Rules,
        is_left: &dyn Fn(Candidate) -> bool,
        premises: &[Premise],
        concluded: impl Iterator<Item = Cell>,
    ) -> Facts<'a> {
        let mut cells: Vec<Cell> = concluded.collect();
        let sum = sum_of(rules, premises);
        cells.extend(sum.iter().flat_map(|sum| &sum.cells));
        for premise in premises {
            match *premise {
                Premise::Cell(cell) => cells.push(cell),
                Premise::House(house) => cells.extend(rules.cells_of(house)),
                Premise::Pair(pair) => cells.extend(rules.pairs()[pair].cells),
                Premise::Table(table) => cells.extend(&rules.tables()[table].cells),
                Premise::Sum(_) | Premise::Less(_) => {}
            }
        }
        cells.sort_unstable();
        cells.dedup();
        let digits = rules.size().digits();
        let all = cells.iter().cartesian_product(digits);
        let all = all.map(|(&cell, digit)| Candidate::new(cell, digit));
        let candidates: Vec<Candidate> = all.filter(|&candidate| is_left(candidate)).collect();
        let numbers = candidates.iter().copied().zip(0..).collect();
        let mut facts = Facts {
            candidates,
            numbers,
            one_of: Vec::new(),
            no_two: Vec::new(),
            tables: sum.into_iter().collect(),
            excludes: Vec::new(),
        };
        for &cell in &cells {
            let members = facts.of_cell(rules, cell);
            let of = Condition::Cell(cell);
            facts.no_two.push(Group { members, of });
        }
        for premise in premises.iter().sorted_unstable().dedup() {
            facts.add(rules, *premise);
        }
        if !facts.tables.is_empty() {
            facts.exclude();
        }
        facts
    }

    /// Notes for each candidate those that can't hold beside it.
    fn exclude(&mut self) {
        let count = self.candidates.len();
        self.excludes = vec![FixedBitSet::with_capacity(count); count];
        for group in &self.no_two {
            for &member in &group.members {
                self.excludes[member].extend(group.members.iter().copied());
            }
        }
    }

    /// Adds the conditions that a premise states.
    fn add(&mut self, rules: &'a Rules, premise: Premise) {
        match premise {
            Premise::Cell(cell) => {
                let members = self.of_cell(rules, cell);
                let of = Condition::Cell(cell);
                self.one_of.push(Group { members, of });
            }
            Premise::House(house) => {
                let cells = rules.cells_of(house);
                for digit in rules.size().digits() {
                    let members = self.numbers_of(cells.iter().map(|&cell| (cell, digit)));
                    let of = Condition::House(house, digit);
                    if cells.len() == rules.size().side() {
                        let members = members.clone();
                        self.one_of.push(Group { members, of });
                    }
                    self.no_two.push(Group { members, of });
                }
            }
            Premise::Pair(index) => {
                let pair = rules.pairs()[index];
                let [first, second] = pair.cells.map(|cell| self.of_cell(rules, cell));
                for (a, b) in first.into_iter().cartesian_product(second) {
                    let [one, other] = [a, b].map(|number| self.candidates[number].digit.value());
                    if !pair.allows(one, other) {
                        let members = vec![a, b];
                        let of = Condition::Pair(index);
                        self.no_two.push(Group { members, of });
                    }
                }
            }
            Premise::Table(index) => {
                let table = &rules.tables()[index];
                self.tables.push(Combined {
                    cells: table.cells.clone(),
                    rule: Combination::Table(table),
                    of: Condition::Table(index),
                });
            }
            Premise::Sum(_) | Premise::Less(_) => {}
        }
    }

    /// Returns the numbers of the candidates that are left in a cell.
    fn of_cell(&self, rules: &Rules, cell: Cell) -> Vec<usize> {
        self.numbers_of(rules.size().digits().map(|digit| (cell, digit)))
    }

    /// Returns the numbers of those of these candidates that are left.
    fn numbers_of(&self, candidates: impl Iterator<Item = (Cell, Digit)>) -> Vec<usize> {
        let candidates = candidates.map(|(cell, digit)| Candidate::new(cell, digit));
        candidates
            .filter_map(|candidate| self.numbers.get(&candidate).copied())
            .collect()
    }

    /// Returns `true` if the facts allow a candidate to be true, or false.
    fn can_be(
        &self,
        candidate: Candidate,
        value: bool,
        search: &mut Search,
    ) -> Result<bool, StepFault> {
        let mut values: Values = vec![None; self.candidates.len()];
        values[self.numbers[&candidate]] = Some(value);
        search.say(0, Content::Supposed(candidate, value));
        let begun = search.lines.len();
        // Most patterns are about a single digit, whose cases alone are few.
        let digit = Some(candidate.digit);
        if !self.is_possible(values.clone(), digit, 1, search)? {
            return Ok(false);
        }
        search.lines.truncate(begun);
        self.is_possible(values, None, 1, search)
    }

    /// Returns `true` if these values can be completed. With a digit, only the cells for it
    /// in houses are gone through, so the answer `true` is not final.
    fn is_possible(
        &self,
        mut values: Values,
        digit: Option<Digit>,
        depth: usize,
        search: &mut Search,
    ) -> Result<bool, StepFault> {
        if search.cases == MOST_CASES {
            return Err(StepFault::TooLong);
        }
        search.cases += 1;
        if let Err(Contradiction(content)) = self.complete(&mut values, depth, search) {
            search.say(depth, content);
            return Ok(false);
        }
        let is_open = |group: &&Group| {
            !group
                .members
                .iter()
                .any(|&number| values[number] == Some(true))
        };
        let unknown = |group: &Group| {
            let members = group.members.iter().copied();
            let unknown: Vec<usize> = members.filter(|&number| values[number].is_none()).collect();
            (unknown, group.of)
        };
        let is_wanted = |group: &&Group| {
            let is_of = |digit: Digit| {
                let mut members = group.members.iter();
                members.all(|&number| self.candidates[number].digit == digit)
            };
            digit.is_none_or(is_of)
        };
        let open = self
            .one_of
            .iter()
            .filter(is_wanted)
            .filter(is_open)
            .map(unknown);
        let Some((choices, of)) = open.min_by_key(|(choices, _)| choices.len()) else {
            return Ok(true);
        };
        for number in choices {
            let mut case = values.clone();
            case[number] = Some(true);
            search.say(depth, Content::Case(self.candidates[number], of));
            if self.is_possible(case, digit, depth + 1, search)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Fills in what is forced.
    fn complete(
        &self,
        values: &mut Values,
        depth: usize,
        search: &mut Search,
    ) -> Result<(), Contradiction> {
        loop {
            let mut has_changed = false;
            for group in &self.no_two {
                let mut trues = group
                    .members
                    .iter()
                    .filter(|&&number| values[number] == Some(true));
                let Some(&holds) = trues.next() else {
                    continue;
                };
                if trues.next().is_some() {
                    return Err(Contradiction(Content::Broken(group.of)));
                }
                for &other in group.members.iter().filter(|&&other| other != holds) {
                    has_changed |= values[other].replace(false).is_none();
                }
            }
            for group in &self.one_of {
                let mut members = group.members.iter();
                if members.any(|&number| values[number] == Some(true)) {
                    continue;
                }
                let members = group.members.iter();
                let mut unknown = members.filter(|&&number| values[number].is_none());
                match (unknown.next(), unknown.next()) {
                    (None, _) => return Err(Contradiction(Content::Unmet(group.of))),
                    (Some(&last), None) => {
                        values[last] = Some(true);
                        search.say(depth, Content::Follows(self.candidates[last], group.of));
                        has_changed = true;
                    }
                    _ => {}
                }
            }
            if !has_changed {
                break;
            }
        }
        let mut tables = self.tables.iter();
        match tables.find(|table| !self.has_combination(table, values)) {
            None => Ok(()),
            Some(table) => Err(Contradiction(Content::Unmet(table.of))),
        }
    }

    /// Returns `true` if some cells have a combination of digits that these values allow, no
    /// two of which exclude each other.
    fn has_combination(&self, table: &Combined, values: &Values) -> bool {
        let choices = table.cells.iter().map(|&cell| {
            let own = (0..self.candidates.len())
                .filter(|&number| self.candidates[number].cell == cell)
                .filter(|&number| values[number] != Some(false));
            let own: Vec<usize> = own.collect();
            // A digit that is known to be there is the only choice.
            match own.iter().find(|&&number| values[number] == Some(true)) {
                Some(&known) => vec![known],
                None => own,
            }
        });
        let mut combiner = Combiner {
            facts: self,
            rule: &table.rule,
            values: Vec::new(),
            dead: FxHashSet::default(),
            tried: 0,
        };
        combiner.is_possible(&choices.collect::<Vec<_>>())
    }
}

/// Returns the equation of the houses without the cages that are among the premises.
fn sum_of<'a>(rules: &Rules, premises: &[Premise]) -> Option<Combined<'a>> {
    let side = rules.size().side() as i64;
    let mut factors: BTreeMap<Cell, i64> = BTreeMap::new();
    let mut total = 0;
    for premise in premises.iter().sorted_unstable().dedup() {
        match *premise {
            Premise::Sum(house) if rules.is_full(rules.index(house)) => {
                let cells = rules.cells_of(house).iter();
                cells.for_each(|&cell| *factors.entry(cell).or_default() += 1);
                total += side * (side + 1) / 2;
            }
            Premise::Less(index) => {
                let table = &rules.tables()[index];
                if let TableKind::Cage { sum, .. } = table.kind {
                    let cells = table.cells.iter();
                    cells.for_each(|&cell| *factors.entry(cell).or_default() -= 1);
                    total -= i64::from(sum);
                }
            }
            _ => {}
        }
    }
    factors.retain(|_, factor| *factor != 0);
    let (cells, factors): (Vec<Cell>, Vec<i64>) = factors.into_iter().unzip();
    (!cells.is_empty()).then_some(Combined {
        cells,
        rule: Combination::Sum(factors, total),
        of: Condition::Sum,
    })
}

/// The search for a combination of digits of some cells.
struct Combiner<'a> {
    facts: &'a Facts<'a>,
    rule: &'a Combination<'a>,
    /// The digits of the first cells.
    values: Vec<usize>,
    /// States, with the candidates of the cells that follow, from which no combination was found.
    dead: FxHashSet<(i64, Vec<Vec<usize>>)>,
    tried: usize,
}

impl Combiner<'_> {
    /// Returns `true` if the values can be continued to a combination by these candidates of
    /// the cells that follow.
    fn is_possible(&mut self, choices: &[Vec<usize>]) -> bool {
        let Some((next, others)) = choices.split_first() else {
            return match self.rule {
                Combination::Table(table) => table.allows(&self.values),
                Combination::Sum(..) => self.state() == Some(0),
            };
        };
        self.tried += 1;
        let Some(state) = self.state() else {
            return false;
        };
        let key = (state, choices.to_vec());
        if self.tried > MOST_COMBINATIONS {
            return true;
        }
        if choices.iter().any(Vec::is_empty) || self.dead.contains(&key) {
            return false;
        }
        for &number in next {
            let digit = self.facts.candidates[number].digit;
            let excludes = &self.facts.excludes[number];
            let differ = match self.rule {
                Combination::Table(table) => {
                    matches!(table.kind, TableKind::Cage { distinct: true, .. })
                }
                Combination::Sum(..) => false,
            };
            let fits = |&&other: &&usize| {
                let is_same = self.facts.candidates[other].digit == digit;
                !(excludes.contains(other) || differ && is_same)
            };
            let others = others
                .iter()
                .map(|own| own.iter().filter(fits).copied().collect());
            let others: Vec<Vec<usize>> = others.collect();
            self.values.push(digit.value());
            let is_found = self.is_possible(&others);
            self.values.pop();
            if is_found {
                return true;
            }
        }
        self.dead.insert(key);
        false
    }

    /// Returns the state after the values: what the cells that follow must fulfil depends on
    /// it alone. `None` if nothing can follow.
    fn state(&self) -> Option<i64> {
        let values = &self.values;
        let sum = |values: &[usize]| values.iter().sum::<usize>() as i64;
        let table = match self.rule {
            Combination::Table(table) => table,
            Combination::Sum(factors, total) => {
                let parts = values.iter().zip(factors);
                return Some(total - parts.map(|(&v, factor)| v as i64 * factor).sum::<i64>());
            }
        };
        match table.kind {
            TableKind::Cage { sum: total, .. } => {
                let rest = i64::from(total) - sum(values);
                (rest >= 0).then_some(rest)
            }
            TableKind::Arrow { bulb } => {
                let (bulb, shaft) = values.split_at(bulb.min(values.len()));
                let digits = bulb.iter();
                let number = digits.fold(0, |number, &value| 10 * number + value as i64);
                Some(number - sum(shaft))
            }
            TableKind::Marked(_) => {
                let machine = table.machine();
                let mut places = values.iter().enumerate();
                let state = places.try_fold(0, |state, (at, &v)| machine.next(at, state, v));
                state.map(i64::from)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::HouseKind;
    use crate::sudoku::rules::{Arrow, Cage, Spec};
    use crate::sudoku::{Puzzle, Size};

    /// Checks a step on a blank 4×4 grid without the candidates in `gone`.
    fn check(
        gone: &[(usize, usize, usize)],
        premises: &[Premise],
        placement: Option<Candidate>,
        eliminations: &[Candidate],
    ) -> Result<(), StepFault> {
        let gone: Vec<Candidate> = gone.iter().map(|&(r, c, d)| candidate(r, c, d)).collect();
        let puzzle = Puzzle::empty(Size::of_order(2).unwrap());
        let is_left = |candidate| !gone.contains(&candidate);
        step(puzzle.rules(), &is_left, premises, placement, eliminations).map(drop)
    }

    /// Returns a candidate, counted from 1.
    fn candidate(row: usize, col: usize, digit: usize) -> Candidate {
        Candidate::new(Cell::new(row - 1, col - 1), Digit::from_index(digit - 1))
    }

    #[test]
    fn a_single_follows_from_its_house_and_not_without_it() {
        let gone = [(1, 1, 3), (1, 2, 3), (1, 3, 3)];
        let found = Some(candidate(1, 4, 3));
        let row = [Premise::House(House::new(HouseKind::Row, 0))];
        assert_eq!(check(&gone, &row, found, &[]), Ok(()));
        let wrong = Err(StepFault::Placement(candidate(1, 4, 3)));
        assert_eq!(check(&gone, &[], found, &[]), wrong);
        assert_eq!(check(&gone[1..], &row, found, &[]), wrong);
        let other = [Premise::House(House::new(HouseKind::Row, 1))];
        assert_eq!(check(&gone, &other, found, &[]), wrong);
    }

    #[test]
    fn the_lines_of_a_check_deny_the_conclusion_and_end_in_contradictions() {
        let gone = [(1, 1, 3), (1, 2, 3), (1, 3, 3)];
        let is_gone: Vec<Candidate> = gone.iter().map(|&(r, c, d)| candidate(r, c, d)).collect();
        let puzzle = Puzzle::empty(Size::of_order(2).unwrap());
        let is_left = |candidate| !is_gone.contains(&candidate);
        let found = candidate(1, 4, 3);
        let row = House::new(HouseKind::Row, 0);
        let premises = [Premise::House(row)];
        let lines = step(puzzle.rules(), &is_left, &premises, Some(found), &[]).unwrap();
        let line = |depth, content| Line { depth, content };
        assert_eq!(
            lines,
            [
                line(0, Content::Supposed(found, false)),
                line(1, Content::Unmet(Condition::House(row, found.digit))),
            ]
        );
        let clash = |premises: &[Premise]| clash_lines(puzzle.rules(), &is_left, premises);
        assert_eq!(clash(&premises), Err(StepFault::NoClash));
        let only =
            |candidate: Candidate| candidate.digit == found.digit || candidate.cell.row() > 0;
        let lines = clash_lines(
            puzzle.rules(),
            &only,
            &[Premise::Cell(Cell::new(0, 0)), premises[0]],
        );
        assert!(matches!(
            lines.unwrap().last(),
            Some(Line {
                depth: 0,
                content: Content::Unmet(_) | Content::Broken(_)
            })
        ));
    }

    #[test]
    fn a_pair_follows_from_its_cells_and_its_house() {
        let gone = [(1, 1, 3), (1, 1, 4), (1, 2, 3), (1, 2, 4)];
        let cells = [1, 2].map(|col| Premise::Cell(Cell::new(0, col - 1)));
        let premises = [
            Premise::House(House::new(HouseKind::Row, 0)),
            cells[0],
            cells[1],
        ];
        let removed = [candidate(1, 3, 1), candidate(1, 4, 2)];
        assert_eq!(check(&gone, &premises, None, &removed), Ok(()));
        let too_many = [candidate(1, 3, 1), candidate(1, 3, 3)];
        let wrong = Err(StepFault::Elimination(candidate(1, 3, 3)));
        assert_eq!(check(&gone, &premises, None, &too_many), wrong);
        assert!(check(&gone, &premises[1..], None, &removed).is_err());
        let absent = [candidate(1, 1, 3)];
        let gone_before = Err(StepFault::Gone(candidate(1, 1, 3)));
        assert_eq!(check(&gone, &premises, None, &absent), gone_before);
    }

    /// In a 4×4 grid with a cage of 7 in three cells of row 1, r1c4 is 3, and nothing else about
    /// it follows; with a cage that reaches out, the difference is known.
    #[test]
    fn sums_of_houses_without_cages_are_one_equation() {
        let mut spec = Spec::boxes(2, 2).unwrap();
        let cage = |cells: &[(usize, usize)], sum| Cage {
            cells: cells
                .iter()
                .map(|&(row, col)| Cell::new(row, col))
                .collect(),
            sum: Some(sum),
            repeats: true,
        };
        spec.cages = vec![
            cage(&[(0, 0), (0, 1), (0, 2)], 7),
            cage(&[(0, 3), (1, 3)], 5),
        ];
        let rules = Rules::new(spec).unwrap();
        let all = |_| true;
        let row = Premise::Sum(House::new(HouseKind::Row, 0));
        let [four, two] = [[1, 4], [2, 4]].map(|[r, c]| Premise::Cell(Cell::new(r - 1, c - 1)));
        let removed = |premises: &[Premise], candidate| {
            step(&rules, &all, premises, None, &[candidate]).map(drop)
        };
        let first = [row, Premise::Less(0), four];
        assert_eq!(removed(&first, candidate(1, 4, 4)), Ok(()));
        assert!(removed(&first, candidate(1, 4, 3)).is_err());
        assert!(removed(&first[..2], candidate(1, 4, 4)).is_ok());
        assert!(removed(&[row, four], candidate(1, 4, 4)).is_err());
        assert!(removed(&first[1..], candidate(1, 4, 4)).is_err());
        // 10 − 7 − 5 = −2 is r1c4 − r1c4 − r2c4.
        let both = [row, Premise::Less(0), Premise::Less(1), two];
        assert_eq!(removed(&both, candidate(2, 4, 1)), Ok(()));
        assert!(removed(&both, candidate(2, 4, 2)).is_err());
    }

    /// Cells of a house differ in an arrow, if the house is named.
    #[test]
    fn combinations_obey_the_houses_that_are_named() {
        let mut spec = Spec::boxes(2, 2).unwrap();
        spec.arrows = vec![Arrow {
            bulb: vec![Cell::new(0, 0)],
            shaft: vec![Cell::new(0, 1), Cell::new(0, 2)],
        }];
        let rules = Rules::new(spec).unwrap();
        let cells = (0..3).map(|col| Premise::Cell(Cell::new(0, col)));
        let mut premises: Vec<Premise> = cells.chain([Premise::Table(0)]).collect();
        let two = [candidate(1, 1, 2)];
        assert!(step(&rules, &|_| true, &premises, None, &two).is_err());
        premises.push(Premise::House(House::new(HouseKind::Row, 0)));
        assert!(step(&rules, &|_| true, &premises, None, &two).is_ok());
        let three = [candidate(1, 1, 3)];
        assert!(step(&rules, &|_| true, &premises, None, &three).is_err());
    }
}
