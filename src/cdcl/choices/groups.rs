//! The groups of a formula: clauses that contain each option once.
//!
//! A formula asks for choices if of each variable only one literal, its option, is in clauses of three or more
//! literals, and if some of the clauses of options contain each option once: these are the groups. There are often
//! several ways to take them: a Sudoku has an option for each digit in a cell, and its groups are the cells, or
//! each digit in each row. Of each other clause of options at most one may be true, as of the places of a digit in a row. A Sudoku
//! has as many pairs of a row and a digit as cells. If an option is chosen for each cell, and at most one for each
//! of these pairs, then each pair has one, so its clause is satisfied. In other formulas this may not follow. Then propagation finds a conflict, and
//! the choices are dropped.

use super::{Annealing, Search};
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::lists::Lists;
use crate::cdcl::state::trail::Trail;
use crate::formula::Lit;

/// Maximum of [`Groups::cost`]. It bounds the memory for pairs of options that exclude each other: four bytes each, so 64 MB.
const MAX_COST: u64 = 1 << 24;

/// Number of partitions tried, each with another first group, if the order of the clauses gives none.
const MAX_TRIES: usize = 2;

/// Maximum number of steps of a try for each literal of the clauses, and in all. Chosen by hand, to bound the time.
const STEPS_PER_LITERAL: u64 = 16;
/// See `STEPS_PER_LITERAL`.
const MAX_TRY: u64 = 1 << 22;

/// Least average number of options in a group. Chosen by hand: on two Latin squares with holes and 4.7 options local search found no
/// model, and learning did.
const MIN_OPTIONS: usize = 5;

/// Number of times that binary clauses are searched for options. Chosen by hand: few options are in binary clauses alone.
const MAX_ROUNDS: usize = 2;

/// The number of a literal that is no option.
const NONE: u32 = u32::MAX;

/// The groups of a formula.
pub(in crate::cdcl) struct Groups {
    /// The options of each group.
    groups: Lists<Lit, u32>,
    /// Sets of literals, of each of which at most one is true.
    exclusive: Lists<Lit, u32>,
    /// Set if there are more clauses of options than the groups.
    pub(super) is_tight: bool,
}

impl Groups {
    /// Returns the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let lists = [&self.groups, &self.exclusive].into_iter();
        lists
            .map(|lists| 4 * (lists.items().len() + lists.len()))
            .sum()
    }

    /// Returns the effort of [`Groups::begin`]: the sum of the squared sizes of the sets.
    pub(super) fn cost(&self) -> u64 {
        self.exclusive
            .iter()
            .map(|set| (set.len() as u64).pow(2))
            .sum()
    }

    /// Returns a local search among the options that are still open. Returns `None` if there are none, if a group has none left,
    /// or if an option excludes 32 767 others or more: the energy that it adds would not fit into 16 bits.
    pub(super) fn begin(&self, trail: &Trail, seed: u64) -> Option<Search> {
        let is_open = |lit: &Lit| trail.is_open(lit.var());
        let (mut options, mut group_of, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for group in self.groups.iter() {
            if !group.iter().any(|&lit| trail.is_true(lit)) {
                options.extend(group.iter().copied().filter(is_open));
                let size = options.len() - group_of.len();
                if size == 0 {
                    return None;
                }
                group_of.extend((0..size).map(|_| sizes.len()));
                sizes.push(size);
            }
        }
        let mut numbers = vec![NONE; 2 * trail.num_vars()];
        for (number, lit) in (0..).zip(&options) {
            numbers[lit.code()] = number;
        }
        let sets = self.exclusive.by_literal(trail.num_vars());
        let mut excluded = Lists::default();
        for (lit, &group) in options.iter().zip(&group_of) {
            let sets = sets.of(lit.code()).iter();
            let members = sets.flat_map(|&set| self.exclusive.of(set as usize));
            let members = members.map(|member| numbers[member.code()]);
            let others =
                members.filter(|&other| other != NONE && group_of[other as usize] != group);
            excluded.push(others);
        }
        excluded.sort_and_deduplicate();
        if excluded
            .iter()
            .any(|others| others.len() >= i16::MAX as usize)
        {
            return None;
        }
        (!sizes.is_empty()).then(|| Search {
            options,
            annealing: Annealing::new(sizes, excluded, seed),
            is_tight: self.is_tight,
        })
    }
}

impl Solver {
    /// Returns the groups of the formula. Returns `None` if it asks for no choices. Everything must be propagated at level 0.
    pub(super) fn find_groups(&self) -> Option<Groups> {
        let clauses = self.clauses_of_options()?;
        let num_vars = self.trail.num_vars();
        let chosen = partition(&clauses, num_vars)?;
        let exclusive = self.exclusive();
        let sets = exclusive.by_literal(num_vars);
        let of = |lit: &Lit| sets.of(lit.code());
        let is_exclusive = |clause: &[Lit]| {
            let rarest = clause.iter().min_by_key(|lit| of(lit).len());
            let has_all = |set: &u32| clause.iter().all(|lit| of(lit).binary_search(set).is_ok());
            rarest.is_some_and(|lit| of(lit).iter().any(has_all))
        };
        let mut is_group = vec![false; clauses.len()];
        let mut groups = Lists::default();
        for &group in &chosen {
            is_group[group as usize] = true;
            groups.push(clauses.of(group as usize).iter().copied());
        }
        if groups.items().len() < MIN_OPTIONS * groups.len() {
            return None;
        }
        let mut all = clauses.iter().zip(is_group);
        if !all.all(|(clause, is_group)| is_group || is_exclusive(clause)) {
            return None;
        }
        let is_tight = groups.len() < clauses.len();
        let found = Groups {
            groups,
            exclusive,
            is_tight,
        };
        (found.cost() <= MAX_COST && found.bytes() <= self.bytes_left()).then_some(found)
    }

    /// Returns the clauses that are not satisfied or learned, in the order of the formula.
    fn open_refs(&self) -> impl Iterator<Item = ClauseRef> {
        let (clauses, trail) = (&self.clauses, &self.trail);
        clauses.refs().filter(|&clause| {
            !clauses.is_learned(clause) && !clauses.lits(clause).any(|lit| trail.is_true(lit))
        })
    }

    /// Returns the open literals of a clause.
    fn open_literals(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + Clone {
        let lits = self.clauses.lits(clause);
        lits.filter(|lit| self.trail.is_open(lit.var()))
    }

    /// Returns the open literals of the clauses with two of them.
    fn open_pairs(&self) -> impl Iterator<Item = [Lit; 2]> {
        self.open_refs().filter_map(|clause| {
            let mut lits = self.open_literals(clause);
            let pair = [lits.next()?, lits.next()?];
            lits.next().is_none().then_some(pair)
        })
    }

    /// Returns the clauses of options. Returns `None` if both literals of a variable are in clauses of three literals or more, or if
    /// a binary clause says that an option implies another one.
    fn clauses_of_options(&self) -> Option<Lists<Lit, u32>> {
        let mut is_option = vec![false; 2 * self.trail.num_vars()];
        for clause in self.open_refs() {
            let lits = self.open_literals(clause);
            if lits.clone().nth(2).is_none() {
                continue;
            }
            for lit in lits {
                is_option[lit.code()] = true;
                if is_option[(!lit).code()] {
                    return None;
                }
            }
        }
        // A variable of binary clauses alone has the literal that is in a large set.
        for group in 0..self.at_most_ones.len() {
            for &lit in self.at_most_ones.members(group) {
                is_option[lit.code()] |= !is_option[(!lit).code()] && self.trail.is_open(lit.var());
            }
        }
        // Or the one that is in a clause with an option.
        for _ in 0..MAX_ROUNDS {
            for [first, second] in self.open_pairs() {
                for (lit, other) in [(first, second), (second, first)] {
                    is_option[lit.code()] |= is_option[other.code()] && !is_option[(!lit).code()];
                }
            }
        }
        let is_known = |lit: Lit| is_option[lit.code()] || is_option[(!lit).code()];
        let mut found = Lists::default();
        for clause in self.open_refs() {
            let mut lits = self.open_literals(clause);
            if lits.clone().all(|lit| is_option[lit.code()]) {
                found.push(lits);
            } else if lits.clone().any(|lit| is_option[lit.code()]) && lits.all(is_known) {
                return None;
            }
        }
        (found.len() > 0).then_some(found)
    }

    /// Returns sets of open literals, of each of which at most one is true: groups, and what binary clauses say.
    fn exclusive(&self) -> Lists<Lit, u32> {
        let mut sets = Lists::default();
        for group in 0..self.at_most_ones.len() {
            let members = self.at_most_ones.members(group).iter();
            sets.push(members.copied().filter(|lit| self.trail.is_open(lit.var())));
        }
        for pair in self.open_pairs() {
            sets.push(pair.map(|lit| !lit));
        }
        sets
    }
}

/// Returns the numbers of clauses without a common literal that contain all literals of the clauses. Returns `None` if it finds none.
/// Most encoders write clauses of a kind one after the other, so first the clauses are taken in their order or the opposite one.
/// On a Sudoku of 36×36 groups of one kind took local search a quarter of the moves that mixed ones took.
fn partition(clauses: &Lists<Lit, u32>, num_vars: usize) -> Option<Vec<u32>> {
    let of = clauses.by_literal(num_vars);
    let all = 0..clauses.len() as u32;
    in_order(all.clone(), clauses, &of)
        .or_else(|| in_order(all.rev(), clauses, &of))
        .or_else(|| (0..MAX_TRIES).find_map(|first| partition_from(first, clauses, &of)))
}

/// Takes each clause without a literal of those taken before. Returns `None` if a literal is left without a clause.
fn in_order(
    order: impl Iterator<Item = u32>,
    clauses: &Lists<Lit, u32>,
    of: &Lists<u32, u32>,
) -> Option<Vec<u32>> {
    let mut is_covered = vec![false; of.len()];
    let mut chosen = Vec::new();
    for clause in order {
        let lits = clauses.of(clause as usize);
        if !lits.iter().any(|lit| is_covered[lit.code()]) {
            lits.iter().for_each(|lit| is_covered[lit.code()] = true);
            chosen.push(clause);
        }
    }
    let mut all = (0..of.len()).zip(is_covered);
    all.all(|(lit, is_covered)| is_covered || of.of(lit).is_empty())
        .then_some(chosen)
}

/// Takes clauses without a common literal that contain all literals: first the given one of those with the first literal. Then it
/// takes the clause for which the smallest part of the clauses that it crosses could still be chosen: so the choice
/// goes on as it began, from cell to cell or from row to row. Returns `None` if a literal is left without a clause, or after too many steps.
fn partition_from(
    first: usize,
    clauses: &Lists<Lit, u32>,
    of: &Lists<u32, u32>,
) -> Option<Vec<u32>> {
    let limit = MAX_TRY.min(STEPS_PER_LITERAL * clauses.items().len() as u64);
    let mut is_available = vec![true; clauses.len()];
    let mut is_covered = vec![false; of.len()];
    let mut num_left: Vec<usize> = of.iter().map(<[u32]>::len).collect();
    let (mut chosen, mut steps) = (Vec::new(), 0u64);
    let (mut forced, mut near): (Vec<usize>, Vec<usize>) = Default::default();
    let mut rest = (0..of.len()).filter(|&lit| !of.of(lit).is_empty());
    while let Some(lit) = forced.pop().or_else(|| near.pop()).or_else(|| rest.next()) {
        if is_covered[lit] {
            continue;
        }
        let available = of
            .of(lit)
            .iter()
            .filter(|&&clause| is_available[clause as usize]);
        let available: Vec<u32> = available.copied().collect();
        let crossing = |clause: u32| {
            let lits = clauses.of(clause as usize).iter();
            lits.flat_map(|lit| of.of(lit.code()))
        };
        let mut best = None;
        for &clause in &available {
            let lits = clauses.of(clause as usize).iter();
            let all: u64 = lits.map(|lit| of.of(lit.code()).len() as u64).sum();
            steps += all;
            if steps > limit {
                return None;
            }
            let is_left = |&&other: &&u32| is_available[other as usize];
            let left = crossing(clause).filter(is_left).count() as u64;
            let part = (left << 16) / all;
            if best.is_none_or(|(least, _)| part < least) {
                best = Some((part, clause));
            }
        }
        let clause = match chosen.is_empty() {
            true => *available.get(first)?,
            false => best?.1,
        };
        chosen.push(clause);
        for lit in clauses.of(clause as usize) {
            is_covered[lit.code()] = true;
        }
        for &other in crossing(clause) {
            if std::mem::take(&mut is_available[other as usize]) {
                for lit in clauses.of(other as usize).iter().map(|lit| lit.code()) {
                    let left = &mut num_left[lit];
                    *left -= 1;
                    match *left {
                        _ if is_covered[lit] => {}
                        0 => return None,
                        1 => forced.push(lit),
                        _ => near.push(lit),
                    }
                }
            }
        }
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::Config;
    use crate::formula::Cnf;

    /// Returns the number of groups that a solver finds in a formula, and whether they are tight.
    fn found(clauses: &[Vec<i32>]) -> Option<(usize, bool)> {
        let cnf: Cnf = clauses.iter().map(Vec::as_slice).collect();
        let mut solver = Solver::new(Config::default().with(|config| config.lucky = false));
        solver.add_cnf(&cnf);
        let _ = solver.solve(&Budget::unlimited().with_steps(1)).unwrap();
        let groups = match std::mem::take(&mut solver.choices) {
            super::super::Choices::Found(groups) => groups,
            _ => return None,
        };
        let mut options: Vec<Lit> = groups.groups.items().to_vec();
        options.sort_unstable();
        options.dedup();
        assert_eq!(options.len(), groups.groups.items().len());
        Some((groups.groups.len(), groups.is_tight))
    }

    /// Returns the clauses of a Latin square: each of its families of clauses if wanted.
    fn latin(side: i32, families: [bool; 3]) -> Vec<Vec<i32>> {
        let var = |row: i32, column: i32, value: i32| (row * side + column) * side + value + 1;
        let mut clauses = Vec::new();
        for first in 0..side {
            for second in 0..side {
                let lines: [Vec<i32>; 3] = [
                    (0..side).map(|value| var(first, second, value)).collect(),
                    (0..side).map(|column| var(first, column, second)).collect(),
                    (0..side).map(|row| var(row, first, second)).collect(),
                ];
                for (line, is_wanted) in lines.into_iter().zip(families) {
                    for (place, &one) in line.iter().enumerate() {
                        clauses.extend(line[..place].iter().map(|&other| vec![-one, -other]));
                    }
                    if is_wanted {
                        clauses.push(line);
                    }
                }
            }
        }
        clauses
    }

    #[test]
    fn groups_are_found_in_latin_squares() {
        for side in 5..9 {
            let num = (side * side) as usize;
            for family in 0..3 {
                let families = std::array::from_fn(|other| other == family);
                assert_eq!(found(&latin(side, families)), Some((num, false)));
            }
            let mut clauses = latin(side, [true; 3]);
            assert_eq!(found(&clauses), Some((num, true)));
            fastrand::Rng::with_seed(side as u64).shuffle(&mut clauses);
            assert_eq!(found(&clauses), Some((num, true)), "side {side}, shuffled");
            let opposite = clauses
                .iter()
                .map(|clause| clause.iter().map(|lit| -lit).collect());
            assert_eq!(found(&opposite.collect::<Vec<_>>()), Some((num, true)));
        }
    }

    #[test]
    fn known_options_are_not_in_groups() {
        let mut clauses = latin(6, [true; 3]);
        // The first cell has the first value: 15 options are false, and three lines done.
        clauses.push(vec![1]);
        assert_eq!(found(&clauses), Some((35, true)));
    }

    #[test]
    fn other_formulas_ask_for_no_choices() {
        let latin = latin(5, [true, false, false]);
        assert!(found(&latin).is_some());
        for other in [
            // Both literals of a variable in long clauses.
            &[-1, -7, -13][..],
            // Variables 1, 7 and 13 are in a clause, but do not exclude each other.
            &[1, 7, 13],
            // An option implies another one.
            &[-1, 7],
            // No groups contain all options.
            &[1, 2, 3, 126],
        ] {
            let mut clauses = latin.clone();
            clauses.push(other.to_vec());
            assert_eq!(found(&clauses), None, "{other:?}");
        }
        // Too few options.
        assert_eq!(found(&self::latin(4, [true; 3])), None);
        assert_eq!(found(&[vec![1, 2], vec![-1, -2]]), None);
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn a_search_that_would_take_too_much_memory_is_not_begun() {
        let set = |size: usize| (1..=size as i32).collect::<Vec<i32>>();
        let pairs = |num: i32| (1..=num).flat_map(|a| (1..a).map(move |b| vec![-a, -b]));
        let mut clauses: Vec<Vec<i32>> = pairs(20).collect();
        clauses.push(set(20));
        let cnf: Cnf = clauses.iter().map(Vec::as_slice).collect();
        for (bytes, is_found) in [(usize::MAX, true), (1, false)] {
            let mut solver = Solver::new(Config::default());
            solver.add_cnf(&cnf);
            solver.count(&Budget::unlimited());
            let limit = solver.bytes().saturating_add(bytes);
            solver.watchdog.limits.bytes = Some(limit);
            assert_eq!(solver.find_groups().is_some(), is_found);
        }
    }

    #[test]
    fn an_option_that_excludes_too_many_is_refused() {
        let literal = |index: usize| crate::formula::Var::new(index).positive();
        for (num_groups, is_begun) in [(100, true), (33_000, false)] {
            let (mut groups, mut exclusive): (Lists<Lit, u32>, Lists<Lit, u32>) =
                Default::default();
            for group in 0..num_groups {
                groups.push((5 * group..5 * group + 5).map(literal));
                exclusive.push([literal(0), literal(5 * group + 1)]);
            }
            let found = Groups {
                groups,
                exclusive,
                is_tight: false,
            };
            let mut solver = Solver::new(Config::default());
            assert!(solver.grow(5 * num_groups));
            assert_eq!(found.begin(&solver.trail, 0).is_some(), is_begun);
        }
    }
}
