//! Sums of different digits in clauses, by the sets of digits that have the sum.
//!
//! A cage of two cells with the sum 5 holds the set {1, 4} or {2, 3}. There are few such sets: a
//! cage in a 9×9 grid has at most 12, whatever its number of cells. Each has an auxiliary variable
//! s, and each digit that is in some of them but not in all has an auxiliary variable p: "the
//! digit is among those added". The clauses say:
//!
//! - x → p for each candidate x of the digit, and p → one of the x;
//! - s → p for each digit of the set, and s → ¬p for each other;
//! - one of the s is true; also if p is, or ¬p is, of those with the digit, or without it.
//!
//! In contrast to an automaton, no clause depends on an order of the
//! cells, so digits that are ruled out in any of them rule out sets at once.
//!
//! In a whole row or column seen from outside, the digits themselves may decide which cells are
//! added: those between 1 and 9, or the first X. There are few cases: 36 pairs of places for a
//! sandwich, 9 numbers X. In each, a cell has some of the digits, and is added or not. A case has an
//! auxiliary variable c, and each cell that is added in some of them but not in all has an
//! auxiliary variable m. The clauses say, too:
//!
//! - c → ¬x for each candidate that the case does not allow, and x → one of the c that allow it;
//! - c → s₁ ∨ s₂ ∨ …, the sets that fit the case: their number of digits is the number of cells that
//!   the case adds, and the other digits of the line fit into the other cells; s → one of the c that
//!   it fits; and one of the c is true;
//! - c → m for each cell that is added, and c → ¬m for each other; m → one of these c, and
//!   ¬m → one of the others;
//! - m ∧ x → p, and ¬m ∧ x → ¬p, in place of x → p.
//!
//! Without a sum, the cases alone are left: in a numbered room one for each first digit.
//!
//! The number of digits of a set is the number of cells that are added. If no two of these cells
//! hold the same digit, each digit of the set is therefore in one of them: cages need no other clauses
//! for that, lines those of their house.

use super::automaton::{Choice, counted};
use super::running::Layer;
use crate::formula::{ClauseSink, Lit, Var};
use crate::sudoku::rules::Machine;
use itertools::Itertools as _;
use std::ops::Not;

/// Largest number of sets of a cage or line; those with more are read by an automaton. Chosen by hand: most
/// cages of up to five cells in a 16×16 grid have fewer.
const MAX_SETS: usize = 256;

/// Limit on the steps of the search for sets: cells with few candidates can make it visit many
/// subsets without a result. Chosen by hand.
const MAX_STEPS: usize = 1 << 14;

/// The sets of digits that are added in some cells. A set is a bit for each digit.
#[derive(Clone, Debug)]
pub(super) struct DigitSets {
    sets: Vec<u64>,
    cases: Vec<Case>,
    /// Number of cells.
    cells: usize,
}

/// One of the ways in which the cells may be filled. The cases exclude each other.
#[derive(Clone, Debug)]
struct Case {
    /// A bit for the place of each cell that is added.
    added: u64,
    /// By place: the digits that the cell may hold, a bit each.
    digits: Vec<u64>,
    /// The sets that the digits in the cells that are added may have, by their places in the list
    /// of sets.
    sets: Vec<usize>,
}

/// A truth value in clauses: a constant, or a literal.
#[derive(Clone, Copy, Debug)]
enum Term {
    Known(bool),
    Lit(Lit),
}

impl Not for Term {
    type Output = Term;

    fn not(self) -> Term {
        match self {
            Term::Known(value) => Term::Known(!value),
            Term::Lit(lit) => Term::Lit(!lit),
        }
    }
}

/// Writes a clause, unless one of its terms is known to be true.
fn clause<S: ClauseSink>(
    sink: &mut S,
    terms: impl IntoIterator<Item = Term>,
) -> Result<(), S::Error> {
    let mut lits = Vec::new();
    for term in terms {
        match term {
            Term::Known(true) => return Ok(()),
            Term::Known(false) => {}
            Term::Lit(lit) => lits.push(lit),
        }
    }
    lits.sort_unstable();
    sink.clause(&lits)
}

impl DigitSets {
    /// Returns the sets of digits with this sum for a cage of `cells` cells in a grid with `side`
    /// digits, such that each cell may hold a digit of its own. `values` returns the digits
    /// that a cell may hold. Returns `None` if there are more than [`MAX_SETS`].
    pub(super) fn of_cage(
        cells: usize,
        sum: u64,
        side: usize,
        values: impl Fn(usize) -> Layer,
    ) -> Option<DigitSets> {
        if side >= u64::BITS as usize || cells > side {
            return None;
        }
        let whole = Case {
            added: (1 << cells) - 1,
            digits: (0..cells).map(|place| set_of(&values(place))).collect(),
            sets: Vec::new(),
        };
        DigitSets::new(vec![whole], sum, cells)
    }

    /// Returns the sets of digits that a machine allows to be added in a row or column: each of
    /// the grid's `side` digits is in one of the cells. `values` returns the digits
    /// that a cell may hold. Returns `None` if there are too many cases or sets.
    pub(super) fn of_line(
        machine: &Machine,
        side: usize,
        values: impl Fn(usize) -> Layer,
    ) -> Option<DigitSets> {
        let cells = machine.num_cells();
        if side >= u64::BITS as usize || cells != side {
            return None;
        }
        // A machine without a selection adds no cells.
        let (reader, sum) = match machine.selection() {
            Some(selection) => (&selection.machine, selection.sum.into()),
            None => (machine, 0),
        };
        // The cases so far, each with the state that it leads to.
        let start = Case {
            added: 0,
            digits: Vec::new(),
            sets: Vec::new(),
        };
        let mut cases = vec![(0, start)];
        for place in 0..cells {
            let held = set_of(&values(place));
            let mut next = Vec::new();
            for (state, case) in &cases {
                let mut steps: Vec<(u32, bool, u64)> = Vec::new();
                for value in 1..=reader.side() {
                    let is_added = value > side;
                    let digit = held & 1 << (value - usize::from(is_added) * side);
                    let Some(state) = reader.next(place, *state, value).filter(|_| digit > 0)
                    else {
                        continue;
                    };
                    let mut known = steps.iter_mut();
                    match known.find(|step| (step.0, step.1) == (state, is_added)) {
                        Some(step) => step.2 |= digit,
                        None => steps.push((state, is_added, digit)),
                    }
                }
                next.extend(steps.into_iter().map(|(state, is_added, digits)| {
                    let mut case = case.clone();
                    case.added |= u64::from(is_added) << place;
                    case.digits.push(digits);
                    (state, case)
                }));
                if next.len() > side * side {
                    return None;
                }
            }
            cases = next;
        }
        let cases = cases.into_iter().map(|(_, case)| case).collect();
        DigitSets::new(cases, sum, cells)
    }

    /// Returns the sets with this sum for some cases, and the cases for which there are any.
    fn new(mut cases: Vec<Case>, sum: u64, cells: usize) -> Option<DigitSets> {
        let added = cases.iter().flat_map(|case| {
            let cells = case.digits.iter().enumerate();
            cells.filter(|(place, _)| case.added >> place & 1 == 1)
        });
        let all = added.fold(0, |all, (_, digits)| all | digits);
        let mut search = Search {
            digits: digits_of(all).collect(),
            found: Vec::new(),
            steps: 0,
        };
        let sizes = cases.iter().map(|case| case.added.count_ones());
        for size in sizes.sorted_unstable().dedup() {
            search.extend(0, 0, size as usize, sum)?;
        }
        let mut sets = search.found;
        let are_several = cases.len() > 1;
        for case in &mut cases {
            let is_possible = |&set: &usize| {
                let set: u64 = sets[set];
                set.count_ones() == case.added.count_ones() && can_differ(&case.with(set))
            };
            case.sets = (0..sets.len()).filter(is_possible).collect();
            if are_several {
                let mut digits = vec![0; cells];
                for &set in &case.sets {
                    let held = digits.iter_mut().zip(case.with(sets[set]));
                    held.for_each(|(digits, more)| *digits |= more);
                }
                case.digits = digits;
            }
        }
        cases.retain(|case| !case.sets.is_empty());
        // The sets of no case are left out.
        let used = cases.iter().flat_map(|case| case.sets.iter().copied());
        let used: Vec<usize> = used.sorted_unstable().dedup().collect();
        for set in cases.iter_mut().flat_map(|case| &mut case.sets) {
            *set = used.partition_point(|used| used < set);
        }
        sets = used.into_iter().map(|set| sets[set]).collect();
        Some(DigitSets { sets, cases, cells })
    }

    /// Returns the number of auxiliary variables: for each digit that is in some of the sets but
    /// not in all, each set, each case, and each cell that is added in some cases but not in all.
    pub(super) fn num_aux(&self) -> u64 {
        let several = |count: usize| if count > 1 { count as u64 } else { 0 };
        u64::from(self.undecided_digits().count_ones())
            + several(self.sets.len())
            + several(self.cases.len())
            + u64::from(self.undecided_cells().count_ones())
    }

    /// Returns the numbers of clauses and literals that [`DigitSets::write`] writes if the cells
    /// may hold `values` and no digit is certain. It writes no more otherwise.
    pub(super) fn num_clauses_and_lits(&self, values: impl Fn(usize) -> Layer) -> (u64, u64) {
        counted(values, |choices, sink| self.write(choices, 1, sink))
    }

    /// Writes the clauses. `choices` returns what the cell at a place may hold. Auxiliary
    /// variables are the [`DigitSets::num_aux`] from index `aux` on. Literals ascend within a
    /// clause if `aux` is above those of the choices.
    ///
    /// # Errors
    /// The sink's.
    pub(super) fn write<S: ClauseSink>(
        &self,
        choices: impl Fn(usize) -> Vec<Choice>,
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let terms = Terms::new(self, choices, aux);
        self.write_digits(&terms, sink)?;
        self.write_sets(&terms, sink)?;
        self.write_cases(&terms, sink)
    }

    /// Writes the clauses on candidates and the digits that are added.
    fn write_digits<S: ClauseSink>(&self, terms: &Terms, sink: &mut S) -> Result<(), S::Error> {
        for digit in 0..u64::BITS as usize {
            let present = terms.digits[digit];
            let held = || {
                let held = terms.held.iter().zip(&terms.added);
                held.filter_map(|(held, &added)| Some((held[digit]?, added)))
            };
            for (x, added) in held() {
                clause(sink, [!x, !added, present])?;
                clause(sink, [!x, added, !present])?;
            }
            let cells = held().filter(|(_, added)| !matches!(added, Term::Known(false)));
            clause(sink, cells.map(|(x, _)| x).chain([!present]))?;
        }
        Ok(())
    }

    /// Writes the clauses on the sets and the digits that are added.
    fn write_sets<S: ClauseSink>(&self, terms: &Terms, sink: &mut S) -> Result<(), S::Error> {
        if self.sets.len() < 2 {
            return Ok(());
        }
        for digit in digits_of(self.undecided_digits()) {
            let present = terms.digits[digit as usize];
            let has = |set: u64| set >> digit & 1 == 1;
            let sets = || self.sets.iter().map(|&set| has(set)).zip(&terms.sets);
            either(present, || sets().map(|(has, &set)| (set, has)), sink)?;
        }
        clause(sink, terms.sets.iter().copied())
    }

    /// Writes the clauses on the cases, if there are several.
    fn write_cases<S: ClauseSink>(&self, terms: &Terms, sink: &mut S) -> Result<(), S::Error> {
        let cases = || self.cases.iter().zip(&terms.cases);
        for place in 0..self.cells {
            for (digit, x) in terms.held[place].iter().enumerate() {
                let Some(x) = *x else { continue };
                let allows = |case: &Case| case.digits[place] >> digit & 1 == 1;
                for (_, &term) in cases().filter(|(case, _)| !allows(case)) {
                    clause(sink, [!x, !term])?;
                }
                let allowing = cases().filter(|(case, _)| allows(case));
                if allowing.clone().count() < self.cases.len() {
                    clause(sink, allowing.map(|(_, &term)| term).chain([!x]))?;
                }
            }
        }
        if self.cases.len() < 2 {
            return Ok(());
        }
        for place in digits_of(self.undecided_cells()) {
            let is_added = |case: &Case| case.added >> place & 1 == 1;
            let cases = || cases().map(|(case, &term)| (term, is_added(case)));
            either(terms.added[place as usize], cases, sink)?;
        }
        if self.sets.len() > 1 {
            for (case, &term) in cases() {
                let sets = case.sets.iter().map(|&set| terms.sets[set]);
                clause(sink, sets.chain([!term]))?;
            }
            for (set, &term) in terms.sets.iter().enumerate() {
                let of_set = cases().filter(|(case, _)| case.sets.contains(&set));
                clause(sink, of_set.map(|(_, &case)| case).chain([!term]))?;
            }
        }
        clause(sink, terms.cases.iter().copied())
    }

    /// Returns the digits that are in some of the sets but not in all.
    fn undecided_digits(&self) -> u64 {
        undecided(self.sets.iter().copied())
    }

    /// Returns the places of cells that are added in some of the cases but not in all.
    fn undecided_cells(&self) -> u64 {
        undecided(self.cases.iter().map(|case| case.added))
    }
}

impl Case {
    /// Returns the digits of each cell if this set of digits is added.
    fn with(&self, set: u64) -> Vec<u64> {
        let digits = self.digits.iter().enumerate();
        digits
            .map(|(place, digits)| match self.added >> place & 1 {
                1 => digits & set,
                _ => digits & !set,
            })
            .collect()
    }
}

/// The terms that stand for the variables of [`DigitSets`] in clauses.
struct Terms {
    /// By place and digit: the candidates that there are.
    held: Vec<[Option<Term>; u64::BITS as usize]>,
    /// By digit: it is added.
    digits: [Term; u64::BITS as usize],
    sets: Vec<Term>,
    cases: Vec<Term>,
    /// By place: the cell is added.
    added: Vec<Term>,
}

impl Terms {
    /// Returns the terms of candidates, and of the auxiliary variables from index `aux` on.
    fn new(of: &DigitSets, choices: impl Fn(usize) -> Vec<Choice>, aux: usize) -> Terms {
        let mut held = vec![[None; u64::BITS as usize]; of.cells];
        for (place, held) in held.iter_mut().enumerate() {
            for (value, lit) in choices(place) {
                held[value] = Some(lit.map_or(Term::Known(true), Term::Lit));
            }
        }
        let mut next = aux;
        let mut var = || {
            next += 1;
            Term::Lit(Var::new(next - 1).positive())
        };
        // A bit that all have is known, if it is not one of the undecided.
        let mut bit =
            |undecided: u64, first: Option<u64>, place: usize| match undecided >> place & 1 {
                1 => var(),
                _ => Term::Known(first.is_some_and(|bits| bits >> place & 1 == 1)),
            };
        let (of_digits, of_cells) = (of.undecided_digits(), of.undecided_cells());
        let mut digits = [Term::Known(false); u64::BITS as usize];
        for (digit, term) in digits.iter_mut().enumerate() {
            *term = bit(of_digits, of.sets.first().copied(), digit);
        }
        let mut list = |len: usize| -> Vec<Term> {
            let undecided = u64::from(len > 1);
            (0..len).map(|_| bit(undecided, Some(1), 0)).collect()
        };
        let (sets, cases) = (list(of.sets.len()), list(of.cases.len()));
        // If there is no case, all candidates are ruled out, as they are in no set.
        let first = of.cases.first().map_or(u64::MAX, |case| case.added);
        let added = (0..of.cells).map(|place| bit(of_cells, Some(first), place));
        Terms {
            held,
            digits,
            sets,
            cases,
            added: added.collect(),
        }
    }
}

/// Writes term ↔ OR of the cases marked `true`, given that exactly one case holds.
fn either<S: ClauseSink, I: Iterator<Item = (Term, bool)>>(
    term: Term,
    cases: impl Fn() -> I,
    sink: &mut S,
) -> Result<(), S::Error> {
    for is_true in [true, false] {
        let own = if is_true { term } else { !term };
        let with = || cases().filter(|case| case.1 == is_true).map(|case| case.0);
        clause(sink, with().chain([!own]))?;
        with().try_for_each(|case| clause(sink, [own, !case]))?;
    }
    Ok(())
}

/// Returns the bits that are in some of the sets but not in all.
fn undecided(sets: impl Iterator<Item = u64> + Clone) -> u64 {
    let some = sets.clone().fold(0, |some, set| some | set);
    some & !sets.fold(some, |all, set| all & set)
}

/// Returns `true` if each cell can have one of its digits, all of them different.
fn can_differ(cells: &[u64]) -> bool {
    /// Gives a cell one of its digits that are not yet `seen`; cells that have one may have to change it.
    /// Calls itself at most once for each cell.
    fn give(cell: usize, cells: &[u64], seen: &mut u64, holders: &mut [Option<usize>]) -> bool {
        loop {
            let free = cells[cell] & !*seen;
            if free == 0 {
                return false;
            }
            let digit = free.trailing_zeros() as usize;
            *seen |= 1 << digit;
            if holders[digit].is_none_or(|holder| give(holder, cells, seen, holders)) {
                holders[digit] = Some(cell);
                return true;
            }
        }
    }
    let mut holders = [None; u64::BITS as usize];
    (0..cells.len()).all(|cell| give(cell, cells, &mut 0, &mut holders))
}

/// The search for the sets of a number of digits with a sum.
struct Search {
    /// The digits, ascending.
    digits: Vec<u64>,
    found: Vec<u64>,
    /// Number of sets tried, complete or not.
    steps: usize,
}

impl Search {
    /// Adds to `found` each set that has the digits of `set` and `left` more, from `start` on,
    /// whose sum is `sum`. Calls itself at most once for each cell. Returns `None` if a limit is
    /// reached.
    fn extend(&mut self, set: u64, start: usize, left: usize, sum: u64) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.found.len() > MAX_SETS {
            return None;
        }
        if left == 0 {
            if sum == 0 {
                self.found.push(set);
            }
            return (self.found.len() <= MAX_SETS).then_some(());
        }
        let most: u64 = self.digits[start..].iter().rev().take(left).sum();
        if self.digits.len() - start < left || most < sum {
            return Some(());
        }
        for next in start..=self.digits.len() - left {
            let least: u64 = self.digits[next..next + left].iter().sum();
            if least > sum {
                break;
            }
            let digit = self.digits[next];
            self.extend(set | 1 << digit, next + 1, left - 1, sum - digit)?;
        }
        Some(())
    }
}

/// Returns the set of the members of a layer, which are below 64.
fn set_of(layer: &Layer) -> u64 {
    layer.iter().fold(0, |set, digit| set | 1 << digit)
}

/// Returns the digits of a set, ascending.
fn digits_of(set: u64) -> impl Iterator<Item = u64> {
    (0..u64::from(u64::BITS)).filter(move |digit| set >> digit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::automaton::TableClauses;
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Solver, Verdict};
    use crate::formula::Cnf;
    use crate::sudoku::rules::Table;
    use crate::sudoku::text;
    use itertools::iproduct;
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    fn all(side: u64) -> impl Fn(usize) -> Layer {
        move |_| Layer::union(std::iter::once(1..side + 1))
    }

    /// Against all subsets of the digits, tried one after another.
    #[test]
    fn the_sets_are_those_with_the_sum_and_a_digit_for_each_cell() {
        let side = 9_u64;
        // All digits; then the second cell holds 4, and the last an even digit.
        for is_restricted in [false, true] {
            for cells in 1..=side as usize {
                let values = |place: usize| match place {
                    1 if is_restricted => Layer::of([4]),
                    _ if is_restricted && place + 1 == cells => Layer::of([2, 4, 6, 8]),
                    _ => all(side)(place),
                };
                // The sets of different digits, one of each cell.
                let of_cells: Vec<u64> = (0..cells).map(|p| set_of(&values(p))).collect();
                let union = of_cells.iter().fold(0, |union, of_cell| union | of_cell);
                let held = of_cells.iter().fold(BTreeSet::from([0]), |held, &of_cell| {
                    let more =
                        |set: u64| digits_of(of_cell & !set).map(move |digit| set | 1 << digit);
                    held.into_iter().flat_map(more).collect()
                });
                for sum in 0..50 {
                    let sets = DigitSets::of_cage(cells, sum, side as usize, values).unwrap();
                    let mut found = sets.sets;
                    found.sort_unstable();
                    let subsets = (0..1 << (side + 1)).step_by(2);
                    let expected: Vec<u64> = subsets
                        .filter(|set: &u64| set & !union == 0)
                        .filter(|set| set.count_ones() as usize == cells)
                        .filter(|&set| digits_of(set).sum::<u64>() == sum)
                        .filter(|&set| held.contains(&set))
                        .collect();
                    assert_eq!(found, expected, "{cells} cells, sum {sum}");
                }
            }
        }
    }

    /// Against the machines, with all rows of different digits.
    #[test]
    fn lines_allow_what_their_machines_allow() {
        let side = 5;
        let lit = |place: usize, value: usize| Var::new(place * side + value - 1).positive();
        // All digits; then the second cell is a clue, and the last lacks two digits.
        let choices = |place: usize, is_restricted: bool| -> Vec<Choice> {
            match place {
                1 if is_restricted => vec![(4, None)],
                4 if is_restricted => [1, 2, 5].map(|v| (v, Some(lit(place, v)))).to_vec(),
                _ => (1..=side).map(|v| (v, Some(lit(place, v)))).collect(),
            }
        };
        let (mut lines, mut allowed) = ([0; 2], 0);
        for (rule, number) in iproduct!(["sandwich", "xsum", "numbered-room", "skyscraper"], 0..17)
        {
            let Some(table) = line(side, rule, number) else {
                continue;
            };
            for is_restricted in [false, true] {
                let choices = |place| choices(place, is_restricted);
                let values = |place| Layer::of(choices(place).iter().map(|&(v, _)| v as u64));
                let Ok(sets) =
                    TableClauses::new(&table, side, values, &mut |_| Ok::<(), Infallible>(()));
                let is_of_sets = matches!(sets, TableClauses::Sets(_));
                assert!(is_of_sets || rule == "skyscraper");
                lines[usize::from(is_of_sets)] += 1;
                let num_vars = side * side + sets.num_aux() as usize;
                let mut cnf = Cnf::new(num_vars);
                let Ok(()) = sets.write(choices, side * side, &mut cnf);
                assert_eq!(cnf.num_vars(), num_vars);
                let told = sets.num_clauses_and_lits(values);
                match is_restricted {
                    false => assert_eq!(told, (cnf.num_clauses() as u64, cnf.num_lits() as u64)),
                    true => assert!(told.0 >= cnf.num_clauses() as u64),
                }
                assert!(cnf.clauses().all(|clause| clause.is_sorted()));
                for row in (1..=side).permutations(side) {
                    let is_held = |place: usize| choices(place).iter().any(|c| c.0 == row[place]);
                    if !(0..side).all(is_held) {
                        continue;
                    }
                    let mut solver = Solver::default();
                    solver.add_cnf(&cnf);
                    for (place, value) in iproduct!(0..side, 1..=side) {
                        let lit = lit(place, value);
                        solver.add_clause(&[if row[place] == value { lit } else { !lit }]);
                    }
                    let is_sat = solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat;
                    assert_eq!(is_sat, table.allows(&row), "{rule} {number} {row:?}");
                    allowed += usize::from(is_sat);
                }
            }
        }
        assert!(
            lines[0] > 1 && lines[1] > 80 && allowed > 400,
            "{lines:?} {allowed}"
        );
    }

    /// Returns the table of a rule for the first row of a grid, if it can have this number.
    fn line(side: usize, rule: &str, number: usize) -> Option<Table> {
        let text = format!("size {side}x{side}\n{rule} {number} r1c1-r1c{side}\n");
        let entry = text::read(text.as_bytes(), "test", &text::Options::default()).next();
        let puzzle = entry.unwrap().ok()?.puzzle;
        Some(puzzle.rules().tables()[0].clone())
    }

    #[test]
    fn a_line_has_few_cases() {
        let cases = |side: usize, rule, number| {
            let table = line(side, rule, number).unwrap();
            let sets = DigitSets::of_line(table.machine(), side, all(side as u64))?;
            Some((sets.cases.len(), sets.sets.len()))
        };
        // The digits 2 and 8 or 3 and 7 or 4 and 6 are between, and 1 and 9 have 6 pairs of places; or
        // 2, 3 and 5, for 5 pairs of places.
        assert_eq!(cases(9, "sandwich", 10), Some((11, 4)));
        assert_eq!(cases(9, "sandwich", 0), Some((8, 1)));
        assert_eq!(cases(9, "sandwich", 1), Some((0, 0)));
        // 1 alone, or no digit 1.
        assert_eq!(cases(9, "xsum", 1), Some((1, 1)));
        // {2, 3}; {3, …} has a larger sum.
        assert_eq!(cases(9, "xsum", 5), Some((1, 1)));
        // Neither 1 nor 5 is first.
        assert_eq!(cases(9, "numbered-room", 5), Some((7, 1)));
        // The largest digit is first.
        assert_eq!(cases(9, "skyscraper", 1), Some((1, 1)));
        assert_eq!(cases(9, "skyscraper", 4), None);
        assert_eq!(cases(25, "sandwich", 150), None);
    }

    #[test]
    fn a_cage_with_one_set_has_no_auxiliary_variable() {
        let sets = DigitSets::of_cage(2, 3, 9, all(9)).unwrap();
        assert_eq!((sets.sets.as_slice(), sets.num_aux()), (&[0b110][..], 0));
        // The digits 3 to 9 are in no set: 7 clauses for each cell; 1 and 2 are in one of the cells.
        assert_eq!(sets.num_clauses_and_lits(all(9)), (16, 18));
        // {1, 4} and {2, 3}.
        let sets = DigitSets::of_cage(2, 5, 9, all(9)).unwrap();
        assert_eq!(sets.num_aux(), 6);
    }

    #[test]
    fn many_sets_and_long_searches_are_left_to_automata() {
        assert!(DigitSets::of_cage(8, 68, 16, all(16)).is_none());
        assert!(DigitSets::of_cage(20, 630, 62, all(62)).is_none());
        assert!(DigitSets::of_cage(2, 64, 64, all(64)).is_none());
        // No set of even digits has an odd sum.
        let even = |_| Layer::of((2..=60).step_by(2));
        assert!(DigitSets::of_cage(12, 331, 60, even).is_none());
        assert!(DigitSets::of_cage(10, 11, 9, all(9)).is_none());
    }
}
