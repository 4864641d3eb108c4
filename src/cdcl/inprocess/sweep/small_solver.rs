//! A small CDCL solver for a few hundred clauses of the formula.
//!
//! It records the antecedents of every clause that it derives, in the order in
//! which unit propagation uses them, so that a derivation can be repeated in
//! the proof of the whole formula. Nothing is ever deleted: a solver lives for
//! a few calls, and is limited in ticks (as the small solvers of Fleury and
//! Biere, "Mining Definitions in Kissat with Kittens", FMSD 2022).
//!
//! In a model, [`SmallSolver::flip`] changes the value of a single variable if
//! no clause needs it.

use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::lists::Lists;
use crate::cdcl::state::queue::Queue;
use crate::cdcl::state::reason::{Antecedent, Reason};
use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Var};

/// Number of watches, and of clause numbers in pairs, in a cache line of 64 bytes.
pub(super) const PER_LINE: usize = 8;

/// The number of a clause, in the order of addition. The antecedents of a
/// derived clause have smaller numbers.
pub(super) type Number = u32;

/// The result of a call of [`SmallSolver::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// There is a model of the clauses and the assumptions.
    Sat,
    /// There is none. The clause with this number was derived: it contains only
    /// negated assumptions.
    Unsat(Number),
    /// The ticks are spent.
    Unknown,
}

/// A clause that watches a literal, with another literal of the clause.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    clause: Number,
    blit: Lit,
}

/// A solver for clauses over the variables from 0 to `num_vars − 1`.
pub(super) struct SmallSolver {
    trail: Trail,
    queue: Queue,
    phases: Vec<bool>,
    /// For each literal, the clauses that watch it. Further lists are empty.
    watches: Vec<Vec<Watch>>,
    /// The literals of each clause. The first two are watched.
    clauses: Lists<Lit, u32>,
    /// For each clause, the clauses it was derived from; none if it was added.
    antecedents: Lists<Number, u32>,
    /// For each variable fixed at level 0, the unit clause that fixed it.
    units: Vec<Number>,
    /// The empty clause, if it was derived.
    empty: Option<Number>,
    /// For each literal, the added clauses that contain it. Filled by the first
    /// call of `solve`.
    occurrences: Lists<Number, u32>,
    /// For each variable, its value in the last model.
    model: Vec<bool>,
    /// For each added clause, the number of literals that are true in the model.
    num_true: Vec<u32>,
    /// Number of steps of about one cache line each.
    ticks: u64,
    /// Variables marked by the analysis in progress.
    seen: Vec<Var>,
}

impl SmallSolver {
    /// Creates a solver without clauses.
    #[cfg(test)]
    pub(super) fn new(num_vars: usize) -> SmallSolver {
        SmallSolver::with_lists(num_vars, Vec::new())
    }

    /// Creates a solver without clauses that uses the memory of an earlier one's lists.
    pub(super) fn with_lists(num_vars: usize, mut watches: Vec<Vec<Watch>>) -> SmallSolver {
        watches.resize_with(watches.len().max(2 * num_vars), Vec::new);
        let mut solver = SmallSolver {
            trail: Trail::default(),
            queue: Queue::new(),
            phases: vec![false; num_vars],
            watches,
            clauses: Lists::default(),
            antecedents: Lists::default(),
            units: vec![0; num_vars],
            empty: None,
            occurrences: Lists::default(),
            model: vec![false; num_vars],
            num_true: Vec::new(),
            ticks: num_vars as u64 / 4,
            seen: Vec::new(),
        };
        solver.trail.grow(num_vars);
        solver.queue.grow(num_vars);
        solver
    }

    /// Returns the memory of the lists, for another solver.
    pub(super) fn into_lists(mut self) -> Vec<Vec<Watch>> {
        let num_used = 2 * self.num_vars();
        self.watches[..num_used].iter_mut().for_each(Vec::clear);
        self.watches
    }

    /// Adds a clause without repeated variables, before the first call of
    /// [`solve`](Self::solve).
    pub(super) fn add(&mut self, lits: &[Lit]) -> Number {
        debug_assert!(self.occurrences.len() == 0);
        self.store(lits, std::iter::empty())
    }

    /// Returns the number of variables.
    pub(super) fn num_vars(&self) -> usize {
        self.model.len()
    }

    /// Returns the literals of a clause.
    pub(super) fn lits(&self, clause: Number) -> &[Lit] {
        self.clauses.of(clause as usize)
    }

    /// Returns the clauses from which a clause was derived, in the order in
    /// which unit propagation uses them once all literals of the clause are
    /// false. The last one is the conflict.
    pub(super) fn antecedents(&self, clause: Number) -> &[Number] {
        self.antecedents.of(clause as usize)
    }

    /// Returns the literals that are implied by the clauses alone, in the order
    /// in which they were found.
    pub(super) fn fixed(&self) -> &[Lit] {
        &self.trail.lits()[..self.trail.num_fixed()]
    }

    /// Returns `true` if the variable has the same value in all models, and this
    /// was found.
    pub(super) fn is_fixed(&self, var: Var) -> bool {
        !self.trail.is_open(var)
    }

    /// Returns the unit clause of a fixed variable.
    pub(super) fn unit(&self, var: Var) -> Number {
        self.units[var.index()]
    }

    /// Returns `true` if the literal is true in the last model.
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.model[lit.var().index()] == lit.is_positive()
    }

    /// Returns the number of steps so far, of about one cache line each.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Sets all saved phases by `phase`, so that the next model is another one.
    pub(super) fn set_phases(&mut self, mut phase: impl FnMut() -> bool) {
        self.phases.fill_with(&mut phase);
    }

    /// Counts steps that the caller took.
    pub(super) fn spend(&mut self, steps: usize) {
        self.ticks += steps as u64;
    }

    /// Returns a clause and all those that its derivation uses, directly or
    /// not, in ascending order.
    pub(super) fn core(&self, clause: Number) -> Vec<Number> {
        let mut is_used = vec![false; clause as usize + 1];
        is_used[clause as usize] = true;
        for number in (0..=clause).rev() {
            if is_used[number as usize] {
                for &other in self.antecedents(number) {
                    is_used[other as usize] = true;
                }
            }
        }
        let core = (0..=clause).filter(|&number| is_used[number as usize]);
        core.collect()
    }

    /// Looks for a model in which all assumptions, of different variables, are
    /// true, until `limit` ticks are spent in total.
    pub(super) fn solve(&mut self, assumptions: &[Lit], limit: u64) -> Outcome {
        if self.occurrences.len() == 0 {
            let clauses = (0..).zip(self.clauses.iter());
            let pairs =
                clauses.flat_map(|(number, lits)| lits.iter().map(move |lit| (lit.code(), number)));
            self.occurrences = Lists::sorted_by_list(2 * self.num_vars(), pairs);
            self.num_true = vec![0; self.clauses.len()];
        }
        let outcome = self.search(assumptions, limit);
        if outcome == Outcome::Sat {
            self.save_model();
        }
        self.backtrack(0);
        outcome
    }

    fn search(&mut self, assumptions: &[Lit], limit: u64) -> Outcome {
        loop {
            if let Some(empty) = self.empty {
                return Outcome::Unsat(empty);
            }
            if let Some(conflict) = self.propagate() {
                self.learn_from(conflict);
                continue;
            }
            if self.ticks >= limit {
                return Outcome::Unknown;
            }
            match assumptions.get(self.trail.level()) {
                Some(&lit) if self.trail.is_false(lit) => {
                    return Outcome::Unsat(self.refute(lit));
                }
                Some(&lit) => {
                    self.trail.open_level();
                    if !self.trail.is_true(lit) {
                        self.trail.assign(lit, Reason::NONE);
                    }
                }
                None => match self.queue.next(&self.trail) {
                    None => return Outcome::Sat,
                    Some(var) => {
                        let lit = var.lit(self.phases[var.index()]);
                        self.trail.open_level();
                        self.trail.assign(lit, Reason::NONE);
                    }
                },
            }
        }
    }

    /// Stores a clause derived from `antecedents`, or added if there are none.
    /// The first literal may be assigned, all others must not be unless nothing
    /// was propagated since.
    fn store(&mut self, lits: &[Lit], antecedents: impl Iterator<Item = Number>) -> Number {
        let number = self.clauses.len() as Number;
        self.clauses.push(lits.iter().copied());
        self.antecedents.push(antecedents);
        self.ticks += 1;
        match *lits {
            [] => self.empty = Some(number),
            [unit] => self.fix(unit, number),
            [first, second, ..] => {
                for (lit, blit) in [(first, second), (second, first)] {
                    let clause = number;
                    self.watches[lit.code()].push(Watch { clause, blit });
                }
            }
        }
        number
    }

    /// Makes the literal of a unit clause true at level 0.
    fn fix(&mut self, unit: Lit, number: Number) {
        if self.trail.is_false(unit) {
            let contrary = self.unit(unit.var());
            self.store(&[], [contrary, number].into_iter());
        } else if !self.trail.is_true(unit) {
            self.trail.assign(unit, reason(number));
            self.fix_units();
        }
    }

    /// Derives the new literals of level 0 as unit clauses.
    fn fix_units(&mut self) {
        while let Some((lit, antecedent)) = self.trail.next_to_fix() {
            let number = number(antecedent).expect("a literal of level 0 has a reason");
            self.units[lit.var().index()] = number;
            if self.clauses.of(number as usize).len() > 1 {
                let others = self.clauses.of(number as usize).iter();
                let others = others.filter(|&&other| other != lit);
                let units = others.map(|other| self.units[other.var().index()]);
                let antecedents: Vec<Number> = units.chain([number]).collect();
                self.units[lit.var().index()] = self.clauses.len() as Number;
                self.clauses.push([lit]);
                self.antecedents.push(antecedents);
            }
        }
    }

    fn backtrack(&mut self, level: usize) {
        while let Some(lit) = self.trail.pop_above(level) {
            self.phases[lit.var().index()] = lit.is_positive();
            self.queue.reopen(lit.var());
        }
    }

    /// Propagates, and returns a clause whose literals are all false, if there
    /// is one.
    fn propagate(&mut self) -> Option<Number> {
        let mut conflict = None;
        while conflict.is_none()
            && let Some(lit) = self.trail.next_to_propagate()
        {
            conflict = self.propagate_literal(!lit);
        }
        if self.trail.level() == 0 {
            self.fix_units();
        }
        conflict
    }

    fn propagate_literal(&mut self, falsified: Lit) -> Option<Number> {
        let mut list = std::mem::take(&mut self.watches[falsified.code()]);
        self.ticks += 1 + (list.len() / PER_LINE) as u64;
        let mut conflict = None;
        let mut kept = 0; // list[..kept] stays
        for next in 0..list.len() {
            let watch = list[next];
            list[kept] = watch;
            kept += 1;
            if conflict.is_some() || self.trail.is_true(watch.blit) {
                continue;
            }
            self.ticks += 1;
            let lits = self.clauses.of_mut(watch.clause as usize);
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let other = lits[0];
            if self.trail.is_true(other) {
                list[kept - 1].blit = other;
                continue;
            }
            let is_possible = |&place: &usize| !self.trail.is_false(lits[place]);
            if let Some(place) = (2..lits.len()).find(is_possible) {
                lits.swap(1, place);
                let blit = other;
                self.watches[lits[1].code()].push(Watch { blit, ..watch });
                kept -= 1;
            } else if self.trail.is_false(other) {
                conflict = Some(watch.clause);
            } else {
                self.trail.assign(other, reason(watch.clause));
            }
        }
        list.truncate(kept);
        self.watches[falsified.code()] = list;
        conflict
    }

    /// Learns the clause of the first unique implication point, and jumps back.
    fn learn_from(&mut self, conflict: Number) {
        let current = self.trail.level();
        let mut resolved = vec![conflict];
        let mut units = Vec::new();
        let mut lits = Vec::new();
        if current == 0 {
            self.mark(conflict, &mut units, &mut lits);
            self.clear_marks();
            self.store(&[], units.into_iter().chain(resolved));
            return;
        }
        lits.push(self.trail.lits()[0]); // the place of the unique implication point
        let mut open = self.mark(conflict, &mut units, &mut lits);
        let mut position = self.trail.len();
        let point = loop {
            position -= 1;
            let lit = self.trail.lits()[position];
            if self.trail.record(lit.var()).marks == 0 {
                continue;
            }
            open -= 1;
            if open == 0 {
                break lit;
            }
            let reason = number(self.trail.antecedent(lit.var())).expect("it is implied");
            resolved.push(reason);
            open += self.mark(reason, &mut units, &mut lits);
        };
        lits[0] = !point;
        self.bump_seen();
        self.clear_marks();
        let level_of = |lit: &Lit| self.trail.level_of(lit.var());
        let second = (1..lits.len()).max_by_key(|&place| level_of(&lits[place]));
        let target = second.map_or(0, |place| {
            lits.swap(1, place);
            level_of(&lits[1])
        });
        self.backtrack(target);
        let number = self.store(&lits, units.into_iter().chain(resolved.into_iter().rev()));
        if lits.len() > 1 {
            self.trail.assign(lits[0], reason(number));
        }
    }

    /// Derives a clause of negated assumptions, among them `assumption`, which
    /// is false.
    fn refute(&mut self, assumption: Lit) -> Number {
        if self.trail.level_of(assumption.var()) == 0 {
            return self.unit(assumption.var());
        }
        self.mark_var(assumption.var());
        let (mut resolved, mut units) = (Vec::new(), Vec::new());
        let mut others = Vec::new(); // false literals, which are visited later
        let mut lits = vec![!assumption];
        for position in (self.trail.start(1)..self.trail.len()).rev() {
            let lit = self.trail.lits()[position];
            if self.trail.record(lit.var()).marks == 0 {
                continue;
            }
            match number(self.trail.antecedent(lit.var())) {
                None => lits.push(!lit),
                Some(reason) => {
                    resolved.push(reason);
                    self.mark(reason, &mut units, &mut others);
                }
            }
        }
        self.clear_marks();
        self.backtrack(0);
        self.store(&lits, units.into_iter().chain(resolved.into_iter().rev()))
    }

    /// Marks the variables of a clause that are not marked. Adds to `units` the
    /// unit clauses of those of level 0, and to `lits` the literals of levels in
    /// between. Returns the number of those of the current level.
    fn mark(&mut self, clause: Number, units: &mut Vec<Number>, lits: &mut Vec<Lit>) -> usize {
        let mut num_current = 0;
        self.ticks += 1;
        for place in self.clauses.range(clause as usize) {
            let lit = self.clauses.items()[place];
            if !self.mark_var(lit.var()) {
                continue;
            }
            match self.trail.level_of(lit.var()) {
                0 => units.push(self.unit(lit.var())),
                level if level == self.trail.level() => num_current += 1,
                _ => lits.push(lit),
            }
        }
        num_current
    }

    /// Marks the variable. Returns `false` if it was marked.
    fn mark_var(&mut self, var: Var) -> bool {
        let marks = &mut self.trail.record_mut(var).marks;
        let is_new = *marks == 0;
        if is_new {
            *marks = 1;
            self.seen.push(var);
        }
        is_new
    }

    /// Moves the marked variables to the front of the decision order.
    fn bump_seen(&mut self) {
        let queue = &mut self.queue;
        self.seen.sort_unstable_by_key(|&var| queue.stamp(var));
        for &var in &self.seen {
            queue.bump(var);
        }
    }

    fn clear_marks(&mut self) {
        for var in self.seen.drain(..) {
            self.trail.record_mut(var).marks = 0;
        }
    }

    /// Saves the total assignment of the trail as the model.
    fn save_model(&mut self) {
        self.num_true.fill(0);
        for &lit in self.trail.lits() {
            self.model[lit.var().index()] = lit.is_positive();
            let clauses = self.occurrences.of(lit.code());
            self.ticks += 1 + (clauses.len() / PER_LINE) as u64;
            for &clause in clauses {
                self.num_true[clause as usize] += 1;
            }
        }
    }

    /// Makes a true literal false in the model, unless that falsifies a clause.
    /// Returns `true` if it is false now.
    pub(super) fn flip(&mut self, lit: Lit) -> bool {
        debug_assert!(self.is_true(lit));
        let clauses = self.occurrences.of(lit.code());
        self.ticks += 1 + (clauses.len() / PER_LINE) as u64;
        if clauses
            .iter()
            .any(|&clause| self.num_true[clause as usize] == 1)
        {
            return false;
        }
        for &clause in clauses {
            self.num_true[clause as usize] -= 1;
        }
        let clauses = self.occurrences.of((!lit).code());
        self.ticks += 1 + (clauses.len() / PER_LINE) as u64;
        for &clause in clauses {
            self.num_true[clause as usize] += 1;
        }
        self.model[lit.var().index()] = lit.is_negative();
        true
    }
}

/// Returns the reason that is the clause with this number.
fn reason(number: Number) -> Reason {
    Reason::long(ClauseRef::from_word(number))
}

/// Returns the number of the clause that is the reason, if there is one.
fn number(antecedent: Antecedent) -> Option<Number> {
    antecedent.clause().map(ClauseRef::word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const VARS: usize = 8;

    fn holds(bits: u32, lit: Lit) -> bool {
        (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
    }

    /// Returns the assignments that satisfy all clauses, as bit masks.
    fn models(clauses: &[Vec<Lit>]) -> Vec<u32> {
        let satisfies = |&bits: &u32| {
            let mut clauses = clauses.iter();
            clauses.all(|clause| clause.iter().any(|&lit| holds(bits, lit)))
        };
        (0..1 << VARS).filter(satisfies).collect()
    }

    /// Returns a clause of different variables.
    fn random_clause(rng: &mut fastrand::Rng) -> Vec<Lit> {
        let size = [1, 2, 2, 3, 3, 3, 3, 4][rng.usize(0..8)].min(1 + rng.usize(1..5));
        let vars = rng.choose_multiple(0..VARS, size).into_iter();
        vars.map(|index| Var::new(index).lit(rng.bool())).collect()
    }

    /// Panics unless the antecedents, in their order, are the steps of a unit
    /// propagation that refutes the clause.
    fn check_derivation(small: &SmallSolver, clause: Number) {
        let mut falsified: BTreeSet<Lit> = small.lits(clause).iter().copied().collect();
        let (last, steps) = small.antecedents(clause).split_last().unwrap();
        let open = |number: Number, falsified: &BTreeSet<Lit>| -> Vec<Lit> {
            assert!(number < clause);
            let lits = small.lits(number).iter().copied();
            lits.filter(|lit| !falsified.contains(lit)).collect()
        };
        for &step in steps {
            let open = open(step, &falsified);
            assert_eq!(open.len(), 1, "an antecedent implies a literal");
            assert!(falsified.insert(!open[0]), "and this is new");
        }
        assert!(
            open(*last, &falsified).is_empty(),
            "the last one is a conflict"
        );
    }

    #[test]
    fn answers_are_right_and_every_derivation_is_a_propagation() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut sat, mut cores, mut empty, mut flips) = (0, 0, 0, 0);
        for _ in 0..4000 {
            let num_clauses = rng.usize(10..40);
            let clauses: Vec<Vec<Lit>> =
                (0..num_clauses).map(|_| random_clause(&mut rng)).collect();
            let mut small = SmallSolver::new(VARS);
            for clause in &clauses {
                small.add(clause);
            }
            let expected = models(&clauses);
            let mut derived = 0;
            for _ in 0..6 {
                let num_assumptions = rng.usize(0..4);
                let vars = rng.choose_multiple(0..VARS, num_assumptions).into_iter();
                let lits = vars.map(|index| Var::new(index).lit(rng.bool()));
                let assumptions: Vec<Lit> = lits.collect();
                small.set_phases(|| rng.bool());
                let fits = |&&bits: &&u32| assumptions.iter().all(|&lit| holds(bits, lit));
                let is_sat = expected.iter().any(|bits| fits(&bits));
                match small.solve(&assumptions, u64::MAX) {
                    Outcome::Unknown => panic!("there is no limit"),
                    Outcome::Sat => {
                        assert!(is_sat);
                        sat += 1;
                        let model = |small: &SmallSolver| {
                            let is_true =
                                |&index: &usize| small.is_true(Var::new(index).positive());
                            (0..VARS)
                                .filter(is_true)
                                .fold(0, |bits, index| bits | 1 << index)
                        };
                        let bits = model(&small);
                        assert!(expected.contains(&bits) && fits(&&bits));
                        for index in 0..VARS {
                            let var = Var::new(index);
                            let before = model(&small);
                            let is_flipped = small.flip(var.lit(small.is_true(var.positive())));
                            let other = before ^ 1 << index;
                            assert_eq!(is_flipped, expected.contains(&other));
                            assert_eq!(model(&small), if is_flipped { other } else { before });
                            flips += usize::from(is_flipped);
                        }
                    }
                    Outcome::Unsat(clause) => {
                        assert!(!is_sat);
                        let lits = small.lits(clause);
                        assert!(lits.iter().all(|&lit| assumptions.contains(&!lit)));
                        empty += usize::from(lits.is_empty());
                        cores += 1;
                        // The added clauses of the core suffice.
                        let core = small.core(clause).into_iter();
                        let added = core.filter(|&number| small.antecedents(number).is_empty());
                        let mut needed: Vec<Vec<Lit>> =
                            added.map(|number| small.lits(number).to_vec()).collect();
                        assert!(needed.iter().all(|lits| {
                            let is_same = |other: &&Vec<Lit>| {
                                other.len() == lits.len()
                                    && lits.iter().all(|lit| other.contains(lit))
                            };
                            clauses.iter().any(|other| is_same(&other))
                        }));
                        needed.extend(lits.iter().map(|&lit| vec![!lit]));
                        assert!(models(&needed).is_empty());
                    }
                }
                while derived < small.clauses.len() {
                    if !small.antecedents(derived as Number).is_empty() {
                        check_derivation(&small, derived as Number);
                    }
                    derived += 1;
                }
                for &lit in small.fixed() {
                    assert!(expected.iter().all(|&bits| holds(bits, lit)));
                    assert_eq!(small.lits(small.unit(lit.var())), [lit]);
                }
            }
        }
        assert!(
            sat > 3000 && cores > 3000 && empty > 500 && flips > 3000,
            "{sat} {cores} {empty} {flips}"
        );
    }

    #[test]
    fn a_limit_of_ticks_ends_a_call_and_the_next_one_goes_on() {
        // Six pigeons in five holes.
        let lit = |pigeon: usize, hole: usize| Var::new(5 * pigeon + hole).positive();
        let mut small = SmallSolver::new(30);
        for pigeon in 0..6 {
            small.add(&[0, 1, 2, 3, 4].map(|hole| lit(pigeon, hole)));
            for (other, hole) in itertools::iproduct!(0..pigeon, 0..5) {
                small.add(&[!lit(pigeon, hole), !lit(other, hole)]);
            }
        }
        let mut limit = small.ticks();
        let mut calls = 0;
        while small.solve(&[], limit) == Outcome::Unknown {
            assert!(small.ticks() >= limit);
            limit = small.ticks() + 500;
            calls += 1;
        }
        assert!(calls > 3, "{calls}");
        assert!(
            matches!(small.solve(&[], limit), Outcome::Unsat(clause) if small.lits(clause).is_empty())
        );
    }
}
