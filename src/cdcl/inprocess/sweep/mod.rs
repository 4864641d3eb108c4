//! SAT sweeping: finds fixed and equivalent literals with a small solver.
//!
//! Around each variable an [environment] is built: its clauses, the clauses of
//! their variables, and so on, within limits. The [small solver](small_solver)
//! looks for models of the environment. A literal that is true in all of them
//! is true in every model of the formula, and two literals that agree in all of
//! them are equivalent. Every model refutes many [candidates] at once
//! (Kuehlmann and Krohm, "Equivalence Checking Using Cuts and Heaps", DAC 1997;
//! Zhu, Kitchen, Kuehlmann, Sangiovanni-Vincentelli, "SAT Sweeping with Local
//! Observability Don't-Cares", DAC 2006; for clauses: Biere, Fazekas, Fleury,
//! Froleyks, "Clausal Equivalence Sweeping", FMCAD 2024).
//!
//! Clauses that the small solver learned and that a result needs are lemmas of
//! the proof while the environment exists. Later environments contain one
//! literal of each equivalence in place of the others, so that gates with
//! equivalent inputs come closer to each other. At the end of a round the
//! equivalences are [substituted](super::substitute).
//!
//! A round goes on where the last one stopped. The literal that stays of an equivalence
//! is tried next, so that a round follows two equal circuits from their inputs on. The
//! first round is before the search, and goes on only while it finds something.

mod candidates;
mod environment;
mod equivalences;
mod small_solver;

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::cdcl::state::lists::Lists;
use crate::cdcl::techniques::Stats;
use crate::formula::{Lit, Var};
use candidates::Candidates;
use environment::Environment;
use equivalences::Equivalences;
use small_solver::{Number, Outcome, Watch};
use std::ops::RangeInclusive;

/// Limits of the first environments. The same as kissat's `sweepvars`,
/// `sweepclauses` and `sweepdepth`.
const FIRST: Size = Size {
    vars: 256,
    clauses: 1024,
    depth: 2,
};
/// Limits of the largest environments. The same as kissat's `sweepmaxvars`,
/// `sweepmaxclauses` and `sweepmaxdepth`.
const LARGEST: Size = Size {
    vars: 8192,
    clauses: 32768,
    depth: 3,
};
/// Effort of the first round for each open variable, in ticks. Two array multipliers whose carries are
/// majorities have an equivalence within it, up to 24 bits (docs/EXPERIMENTS.md).
const FIRST_EFFORT: u64 = 80;
/// Least and largest effort of the first round, in ticks. The largest is chosen by hand: some 30 ms.
const FIRST_RANGE: RangeInclusive<u64> = 20_000..=1_000_000;
/// Effort that the first round gains by each literal that it finds, in ticks. On two equal
/// multipliers a literal takes 1700, on other formulas 10 000 and more.
const FIRST_EFFORT_PER_FIND: u64 = 5_000;
/// The same for each later round, measured (docs/EXPERIMENTS.md).
const EFFORT_PER_FIND: u64 = 15_000;
/// Least effort of a later round, in ticks, after one that found little. Enough to try some
/// variables. This and the next number were measured (docs/EXPERIMENTS.md).
const TRIAL_EFFORT: u64 = 50_000;
/// Least effort of a round, in ticks, after one that found much.
const LEAST_EFFORT: u64 = 500_000;

/// Each round in a row that finds little makes the interval this many times as long.
const GROWTH: f64 = 3.0;

/// Ticks of the small solver between two checks of the limits of the call. Chosen by hand:
/// about a millisecond.
const SLICE: u64 = 100_000;

/// A round is fruitless if it finds nothing, or less than one literal in this many calls of
/// the small solver. Chosen by hand on nine formulas: where rounds found less, the
/// search took about as many conflicts as without sweeping.
const FEW_FINDS: u64 = 200;

/// A variable in fewer clauses than this is tried last: it is likely the output of a gate with two
/// inputs that nothing uses.
const USED: usize = 5;

/// Limits of an environment.
#[derive(Clone, Copy)]
struct Size {
    vars: usize,
    clauses: usize,
    /// Distance from the first variable, in clauses.
    depth: usize,
}

impl Size {
    /// Returns the limits after all variables were tried `passes` times. They
    /// double each time.
    fn after(passes: u32) -> Size {
        let shift = passes.min(8);
        Size {
            vars: (FIRST.vars << shift).min(LARGEST.vars),
            clauses: (FIRST.clauses << shift).min(LARGEST.clauses),
            depth: (FIRST.depth + shift as usize).min(LARGEST.depth),
        }
    }
}

/// The state of sweeping between two rounds.
#[derive(Default)]
pub(in crate::cdcl) struct Progress {
    /// The variables that are still to be tried, the next one last.
    queue: Vec<Var>,
    /// For each variable, set if it is still to be tried. Of its places in the queue, only
    /// the last one counts.
    is_queued: Vec<bool>,
    /// Number of times that all variables were tried.
    passes: u32,
    /// Number of the last rounds in a row that found little.
    fruitless: u32,
    /// Set if the last round found much.
    is_fruitful: bool,
}

/// A round of sweeping.
struct Sweeper<'a> {
    solver: &'a mut Solver,
    effort: Effort<'a>,
    size: Size,
    rng: fastrand::Rng,
    /// For each literal, the irredundant and the binary clauses that contain it.
    occurrences: Lists<ClauseRef, u32>,
    equivalences: Equivalences,
    /// For each variable, its number in the environment, or
    /// [`environment::OUTSIDE`].
    numbers: Vec<u32>,
    /// Memory of the last small solver's lists.
    watches: Vec<Vec<Watch>>,
}

impl Solver {
    /// Returns `true` if a round of sweeping is due: before the search, and now and then. Outside
    /// of circuits, equivalent literals shorten few searches: quasigroups have a thousand, and
    /// take longer once they are substituted. Conjunctions alone do not count: the clauses
    /// of other problems look like them, too.
    pub(in crate::cdcl) fn sweeping(&self) -> bool {
        let is_first = self.stats.sweeps == 0 && self.config.sweep_interval.is_some();
        self.limits.is_circuit && (is_first || self.limits.sweep.is_due(self.stats.conflicts))
    }

    /// Sweeps, substitutes what was found equivalent, and sets the next time. The effort of the
    /// first round depends on what it finds, that of later ones on the search's ticks as well.
    pub(in crate::cdcl) fn sweep(&mut self, budget: &Budget) {
        self.return_to_root();
        self.stats.sweeps += 1;
        let before = self.stats.clone();
        let ticks = if before.sweeps == 1 {
            self.sweep_cost() + self.first_effort()
        } else {
            let share = &mut self.limits.sweep_share;
            let share = share.take(self.stats.ticks, self.config.sweep_effort);
            share.max(match self.limits.sweep_progress.is_fruitful {
                true => LEAST_EFFORT,
                false => TRIAL_EFFORT,
            })
        };
        let effort = self.effort(ticks as i64, budget);
        let record = self.record();
        self.sweep_within(effort);
        self.stats.sweep_ticks += self.restore_record(record);
        if before.sweeps > 1 {
            let solved = self.stats.sweep_solved - before.sweep_solved;
            let found = finds(&self.stats) - finds(&before);
            let progress = &mut self.limits.sweep_progress;
            progress.is_fruitful = found > 0 && FEW_FINDS * found >= solved;
            match progress.is_fruitful {
                true => progress.fruitless = 0,
                false => progress.fruitless = progress.fruitless.saturating_add(1),
            }
            let growth = GROWTH.powf(f64::from(progress.fruitless));
            self.limits.sweep.postpone(self.stats.conflicts, growth);
        }
        if self.stats.sweep_equivalences > before.sweep_equivalences && !self.unsatisfiable {
            self.substitute_now();
        }
    }

    /// Returns the cost of preparing a round, in ticks.
    fn sweep_cost(&self) -> u64 {
        (self.clauses.num_words() / 8 + self.trail.num_vars()) as u64
    }

    /// Returns the effort of the first round before it finds anything, in ticks.
    fn first_effort(&self) -> u64 {
        let is_open = |&var: &Var| self.trail.is_open(var) && !self.eliminated.has(var);
        let vars = (0..self.trail.num_vars()).map(Var::new).filter(is_open);
        (FIRST_EFFORT * vars.count() as u64).clamp(*FIRST_RANGE.start(), *FIRST_RANGE.end())
    }

    fn sweep_within(&mut self, mut effort: Effort) {
        let num_vars = self.trail.num_vars();
        let clauses = &self.clauses;
        effort.spend(self.sweep_cost() as usize);
        let is_copied =
            |&clause: &ClauseRef| !clauses.is_learned(clause) || clauses.size(clause) == 2;
        let pairs = clauses.refs().filter(is_copied).flat_map(|clause| {
            let lits = clauses.lits(clause);
            lits.map(move |lit| (lit.code(), clause))
        });
        let mut sweeper = Sweeper {
            occurrences: Lists::sorted_by_list(2 * num_vars, pairs),
            equivalences: Equivalences::new(num_vars),
            numbers: vec![environment::OUTSIDE; num_vars],
            watches: Vec::new(),
            size: Size::after(self.limits.sweep_progress.passes),
            rng: fastrand::Rng::with_seed(self.config.seed.wrapping_add(self.stats.sweeps)),
            effort,
            solver: self,
        };
        sweeper.run();
        let spent = sweeper.effort.spent();
        self.stats.sweep_ticks += spent;
    }
}

impl Sweeper<'_> {
    /// Sweeps around variables until the effort is spent or all were tried.
    fn run(&mut self) {
        if self.solver.limits.sweep_progress.queue.is_empty() {
            self.fill_queue();
        }
        let num_vars = self.solver.trail.num_vars();
        let progress = &mut self.solver.limits.sweep_progress;
        progress.is_queued.resize(num_vars, false);
        let gain = match self.solver.stats.sweeps {
            1 => FIRST_EFFORT_PER_FIND,
            _ => EFFORT_PER_FIND,
        };
        while !self.is_over() {
            let progress = &mut self.solver.limits.sweep_progress;
            let Some(var) = progress.queue.pop() else {
                progress.passes += 1;
                break;
            };
            let is_queued = std::mem::take(&mut progress.is_queued[var.index()]);
            let lit = var.positive();
            if is_queued
                && self.solver.trail.is_open(var)
                && !self.solver.eliminated.has(var)
                && self.equivalences.image(lit) == lit
            {
                let before = finds(&self.solver.stats);
                self.sweep_around(var);
                let found = finds(&self.solver.stats) - before;
                self.effort.extend(gain * found);
            }
        }
    }

    fn is_over(&mut self) -> bool {
        self.solver.unsatisfiable || self.solver.must_end(&mut self.effort)
    }

    /// Puts the variables with clauses of both literals into the queue, those with the fewest
    /// clauses last but the unused ones first. Of two with the same number of clauses, the
    /// one with the lower index is later: it is often closer to the inputs.
    fn fill_queue(&mut self) {
        let Sweeper {
            solver,
            occurrences,
            ..
        } = self;
        let count = |lit: Lit| occurrences.of(lit.code()).len();
        let counts = |var: Var| [count(var.positive()), count(var.negative())];
        let range = 1..=self.size.clauses;
        let num_vars = solver.trail.num_vars();
        let mut vars: Vec<Var> = (0..num_vars)
            .rev()
            .map(Var::new)
            .filter(|&var| {
                solver.trail.is_open(var) && counts(var).iter().all(|count| range.contains(count))
            })
            .collect();
        vars.sort_by_key(|&var| {
            let count: usize = counts(var).iter().sum();
            (count >= USED, std::cmp::Reverse(count))
        });
        let progress = &mut solver.limits.sweep_progress;
        progress.is_queued = vec![false; num_vars];
        for var in &vars {
            progress.is_queued[var.index()] = true;
        }
        progress.queue = vars;
    }

    /// Finds fixed and equivalent literals in the environment of `var`.
    fn sweep_around(&mut self, var: Var) {
        let mut environment = self.environment(var);
        if self.solve(&mut environment, &[]) == Outcome::Sat {
            let mut candidates = Candidates::new(&environment.small);
            self.find_backbone(&mut environment, &mut candidates);
            self.find_equivalences(&mut environment, &mut candidates);
        }
        self.leave(environment);
    }

    /// Calls the small solver, and fixes the literals that it found to be fixed.
    /// Returns `Unknown` if the round must end.
    fn solve(&mut self, environment: &mut Environment, assumptions: &[Lit]) -> Outcome {
        self.solver.stats.sweep_solved += 1;
        environment.small.set_phases(|| self.rng.bool());
        self.charge(environment);
        let outcome = loop {
            let limit = environment.small.ticks() + self.effort.left().min(SLICE);
            let outcome = environment.small.solve(assumptions, limit);
            self.charge(environment);
            if outcome != Outcome::Unknown || self.is_over() {
                break outcome;
            }
        };
        if let Outcome::Unsat(clause) = outcome
            && environment.small.lits(clause).is_empty()
        {
            self.prove(environment, clause);
            self.solver.unsatisfiable = true;
        }
        self.fix_units(environment);
        match self.is_over() {
            true => Outcome::Unknown,
            false => outcome,
        }
    }

    /// Spends the ticks that the small solver took since the last call.
    fn charge(&mut self, environment: &mut Environment) {
        let ticks = environment.small.ticks();
        self.effort.spend((ticks - environment.charged) as usize);
        environment.charged = ticks;
    }

    /// Fixes the literals that the small solver found to be fixed.
    fn fix_units(&mut self, environment: &mut Environment) {
        let known = environment.num_fixed;
        environment.num_fixed = environment.small.fixed().len();
        for place in known..environment.num_fixed {
            let lit = environment.small.fixed()[place];
            let outer = environment.outer(lit);
            if self.solver.unsatisfiable || self.solver.trail.is_true(outer) {
                continue;
            }
            self.solver.stats.sweep_units += 1;
            let id = self.prove(environment, environment.small.unit(lit.var()));
            self.solver.fix(outer, id);
        }
        if !self.solver.unsatisfiable
            && let Some(conflict) = self.solver.propagate()
        {
            self.solver.learn_from(conflict);
        }
    }

    /// Fixes the literals that are true in all models of the environment.
    fn find_backbone(&mut self, environment: &mut Environment, candidates: &mut Candidates) {
        while let Some(lit) = candidates.next_backbone(&mut environment.small) {
            match self.solve(environment, &[!lit]) {
                Outcome::Sat => candidates.refine(&mut environment.small),
                Outcome::Unsat(_) => {}
                Outcome::Unknown => return,
            }
        }
    }

    /// Finds the pairs of literals that agree in all models of the environment.
    fn find_equivalences(&mut self, environment: &mut Environment, candidates: &mut Candidates) {
        'pairs: while let Some([lit, other]) = candidates.next_pair(&mut environment.small) {
            let mut clauses = [0; 2];
            for (place, assumptions) in [[other, !lit], [lit, !other]].into_iter().enumerate() {
                match self.solve(environment, &assumptions) {
                    Outcome::Unsat(clause) => clauses[place] = clause,
                    Outcome::Sat => {
                        candidates.refine(&mut environment.small);
                        continue 'pairs;
                    }
                    Outcome::Unknown => return,
                }
            }
            candidates.remove(other);
            self.merge(environment, [lit, other], clauses);
        }
    }

    /// Adds the clauses by which `other` implies `lit` and the other way round,
    /// unless the literals are fixed.
    fn merge(
        &mut self,
        environment: &mut Environment,
        [lit, other]: [Lit; 2],
        clauses: [Number; 2],
    ) {
        const WORDS: usize = 2 * 7; // header, literals, and id, twice
        let is_fixed = clauses
            .iter()
            .any(|&clause| environment.small.lits(clause).len() < 2);
        let [lit, other] = [lit, other].map(|lit| environment.outer(lit));
        if is_fixed
            || [lit, other]
                .iter()
                .any(|lit| !self.solver.trail.is_open(lit.var()))
        {
            return;
        }
        if !self.solver.clauses.has_room(WORDS) {
            self.effort.end();
            return;
        }
        self.solver.stats.sweep_equivalences += 1;
        let ids = clauses.map(|clause| {
            let id = self.prove(environment, clause);
            environment.keep(clause);
            id
        });
        for (clause, id) in [[!other, lit], [!lit, other]].into_iter().zip(ids) {
            self.solver.limits.pairs += 1;
            self.solver.add_to_arena(&clause, Some(1), id);
        }
        environment.merged.push(([lit, other], ids));
        let progress = &mut self.solver.limits.sweep_progress;
        progress.queue.push(lit.var());
        progress.is_queued[lit.var().index()] = true;
    }
}

/// Returns the number of literals found by sweeping.
fn finds(stats: &Stats) -> u64 {
    stats.sweep_equivalences + stats.sweep_units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Verdict};
    use crate::check::Auditor;
    use crate::formula::Cnf;
    use crate::proof::Shared;

    const VARS: usize = 12;

    fn holds(bits: u32, lit: Lit) -> bool {
        (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
    }

    /// Returns the assignments that satisfy all clauses, as bit masks.
    fn models(cnf: &Cnf) -> Vec<u32> {
        let satisfies = |&bits: &u32| {
            let mut clauses = cnf.clauses();
            clauses.all(|clause| clause.iter().any(|&lit| holds(bits, lit)))
        };
        (0..1 << VARS).filter(satisfies).collect()
    }

    /// Returns a formula with gates, several of which compute the same function
    /// in different ways, and with a few other clauses.
    fn random_formula(rng: &mut fastrand::Rng) -> Cnf {
        let mut cnf = Cnf::new(VARS);
        for index in 4..VARS {
            let out = Var::new(index).positive();
            let [a, b, c] = [0; 3].map(|_| Var::new(rng.usize(0..index)).lit(rng.bool()));
            let clauses: &[&[Lit]] = match rng.u32(0..4) {
                0 => &[&[!out, a], &[!out, b], &[out, !a, !b]],
                1 => &[&[!out, a, b], &[!out, !a, !b], &[out, !a, b], &[out, a, !b]],
                2 => &[&[!out, !a, b], &[!out, a, c], &[out, !a, !b], &[out, a, !c]],
                _ => &[&[a, b, out], &[!a, !b, !c], &[a, !out, c], &[!b, c, !out]],
            };
            for &clause in clauses {
                cnf.add_clause(clause);
            }
        }
        for _ in 0..rng.usize(0..8) {
            let lits = [0; 3].map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()));
            cnf.add_clause(&lits[..rng.usize(2..4)]);
        }
        cnf
    }

    /// Panics unless every literal that the solver has fixed is true in all
    /// models.
    fn check_fixed(solver: &Solver, models: &[u32]) {
        for &lit in solver.trail.lits() {
            assert!(models.iter().all(|&bits| holds(bits, lit)), "{lit}");
        }
    }

    /// Counts the variables that are fixed, or equivalent to a literal of an
    /// earlier variable, in all models but not in the solver.
    fn missed(solver: &Solver, models: &[u32]) -> usize {
        let open = (0..VARS)
            .map(Var::new)
            .filter(|&var| solver.trail.is_open(var) && !solver.eliminated.has(var));
        let open: Vec<Var> = open.collect();
        let agree = |a: Lit, b: Lit| models.iter().all(|&bits| holds(bits, a) == holds(bits, b));
        let is_missed = |place: usize| {
            let lit = open[place].positive();
            let is_same =
                |&other: &Var| agree(lit, other.positive()) || agree(lit, other.negative());
            let first = holds(models[0], lit);
            models.iter().all(|&bits| holds(bits, lit) == first)
                || open[..place].iter().any(is_same)
        };
        (0..open.len()).filter(|&place| is_missed(place)).count()
    }

    #[test]
    fn what_sweeping_finds_is_implied_and_little_is_missed() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut refuted, mut units, mut equivalences, mut lost) = (0, 0, 0, 0);
        for _ in 0..600 {
            let cnf = random_formula(&mut rng);
            let expected = models(&cnf);
            let auditor = Shared::new(Auditor::new());
            let mut solver = Solver::new(Config {
                counting: rng.bool(),
                ..Config::default()
            })
            .with_observer(Box::new(auditor.clone()));
            solver.add_cnf(&cnf);
            solver.install_added();
            if let Some(conflict) = solver.propagate() {
                solver.learn_from(conflict);
            }
            for _ in 0..3 {
                if !solver.unsatisfiable {
                    solver.sweep(&Budget::unlimited());
                    solver.check_invariants();
                    check_fixed(&solver, &expected);
                }
            }
            units += solver.stats.sweep_units;
            equivalences += solver.stats.sweep_equivalences;
            if solver.unsatisfiable {
                assert!(expected.is_empty());
                refuted += 1;
            } else {
                if !expected.is_empty() {
                    lost += missed(&solver, &expected);
                }
                let left = solver.preprocess(&Budget::unlimited()).unwrap();
                assert_eq!(models(&left), expected);
                let verdict = solver.solve(&Budget::unlimited()).unwrap();
                assert_eq!(verdict == Verdict::Sat, !expected.is_empty());
            }
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
        }
        assert!(
            refuted > 10 && units > 200 && equivalences > 200 && lost < 20,
            "{refuted} {units} {equivalences} {lost}"
        );
    }

    #[test]
    fn a_fixed_literal_without_an_equivalent_one_is_found() {
        let cnf: Cnf = [&[1, 2][..], &[1, -2]].into_iter().collect();
        let mut solver = Solver::default();
        solver.add_cnf(&cnf);
        assert!(solver.propagate().is_none());
        solver.sweep(&Budget::unlimited());
        assert!(solver.trail.is_true(Var::new(0).positive()));
        assert_eq!(solver.stats.sweep_units, 1);
    }

    #[test]
    fn a_round_without_a_call_of_the_small_solver_is_fruitless() {
        let mut solver = Solver::default();
        solver.add_cnf(&[&[1, 2][..]].into_iter().collect());
        for round in 0..3 {
            solver.sweep(&Budget::unlimited());
            assert_eq!(solver.stats.sweep_solved, 0);
            let progress = &solver.limits.sweep_progress;
            assert_eq!((progress.fruitless, progress.is_fruitful), (round, false));
        }
    }

    /// Adds two gates of each of 400 pairs of inputs, the variables from 0 on. The outputs are the
    /// variables from `first` on: an exclusive or, and the same once more or a conjunction.
    fn add_gates(solver: &mut Solver, first: usize, is_equal: bool) {
        let mut cnf = Cnf::new(first + 800);
        for index in 0..400 {
            let [a, b] = [0, 1].map(|place| Var::new(2 * index + place).positive());
            let [x, y] = [0, 1].map(|place| Var::new(first + 2 * index + place).positive());
            let exclusive = |out: Lit| [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]];
            exclusive(x)
                .iter()
                .for_each(|clause| cnf.add_clause(clause));
            if is_equal {
                exclusive(y)
                    .iter()
                    .for_each(|clause| cnf.add_clause(clause));
            } else {
                let clauses = [&[!y, a][..], &[!y, b], &[y, !a, !b]];
                clauses.iter().for_each(|clause| cnf.add_clause(clause));
            }
        }
        solver.add_cnf(&cnf);
        solver.install_added();
        assert!(solver.propagate().is_none());
    }

    #[test]
    fn the_first_round_goes_on_only_while_it_finds_something() {
        let mut solver = Solver::default();
        for first in [800, 1600, 2400] {
            add_gates(&mut solver, first, true);
        }
        let effort = solver.first_effort();
        assert_eq!(effort, FIRST_EFFORT * 3200);
        solver.sweep(&Budget::unlimited());
        assert_eq!(solver.stats.sweep_equivalences, 5 * 400);
        let spent = solver.stats.sweep_ticks - solver.sweep_cost();
        assert!(2 * spent > 3 * effort, "{spent}");
        let mut solver = Solver::default();
        add_gates(&mut solver, 800, false);
        let most = solver.sweep_cost() + solver.first_effort() + 1000;
        solver.sweep(&Budget::unlimited());
        assert_eq!(finds(&solver.stats), 0);
        assert!(!solver.limits.sweep_progress.queue.is_empty());
        assert!(solver.stats.sweep_ticks < most);
        // The next round goes on, with equivalent literals among new variables.
        add_gates(&mut solver, 1600, true);
        solver.sweep(&Budget::unlimited());
        assert!(solver.stats.sweep_equivalences > 100);
    }

    #[test]
    fn unused_outputs_are_tried_last_and_equivalent_literals_again() {
        let mut solver = Solver::default();
        add_gates(&mut solver, 800, true);
        let budget = Budget::unlimited();
        let mut sweeper = sweeper(&mut solver, &budget);
        sweeper.fill_queue();
        let queue = &sweeper.solver.limits.sweep_progress.queue;
        assert_eq!(queue.last(), Some(&Var::new(0)), "an input");
        assert_eq!(queue.first(), Some(&Var::new(1599)), "an output");
        let before = queue.len();
        sweeper.sweep_around(Var::new(0));
        let queue = &sweeper.solver.limits.sweep_progress.queue;
        assert_eq!(queue.len(), before + 1);
        assert!([800, 801].contains(&queue[before].index()));
    }

    /// Returns a sweeper of the solver's formula without learned clauses.
    fn sweeper<'a>(solver: &'a mut Solver, budget: &'a Budget) -> Sweeper<'a> {
        let num_vars = solver.trail.num_vars();
        let clauses = &solver.clauses;
        let pairs = clauses
            .refs()
            .flat_map(|clause| clauses.lits(clause).map(move |lit| (lit.code(), clause)));
        Sweeper {
            occurrences: Lists::sorted_by_list(2 * num_vars, pairs),
            equivalences: Equivalences::new(num_vars),
            numbers: vec![environment::OUTSIDE; num_vars],
            watches: Vec::new(),
            size: LARGEST,
            rng: fastrand::Rng::with_seed(0),
            effort: Effort::new(u64::MAX, budget),
            solver,
        }
    }

    #[test]
    fn work_between_two_calls_of_the_small_solver_is_spent_of_the_effort() {
        // A literal with its clauses, whose variables have no others.
        let count = 400;
        let mut cnf = Cnf::new(count + 1);
        for index in 1..=count {
            cnf.add_clause(&[0, index].map(|index| Var::new(index).positive()));
        }
        let mut solver = Solver::default();
        solver.add_cnf(&cnf);
        let budget = Budget::unlimited();
        let mut sweeper = sweeper(&mut solver, &budget);
        let mut environment = sweeper.environment(Var::new(0));
        assert_eq!(sweeper.solve(&mut environment, &[]), Outcome::Sat);
        let mut candidates = Candidates::new(&environment.small);
        let mut spent = sweeper.effort.spent();
        let mut spends = |sweeper: &mut Sweeper, environment: &mut Environment| {
            sweeper.charge(environment);
            let before = std::mem::replace(&mut spent, sweeper.effort.spent());
            spent - before
        };
        candidates.next_backbone(&mut environment.small);
        let flips = spends(&mut sweeper, &mut environment);
        assert!(flips >= count as u64 / 2, "{flips}");
        candidates.refine(&mut environment.small);
        let refining = spends(&mut sweeper, &mut environment);
        assert!(
            refining >= (count / small_solver::PER_LINE / 2) as u64,
            "{refining}"
        );
        let last = count as Number - 1;
        sweeper.prove(&mut environment, last);
        let core = spends(&mut sweeper, &mut environment);
        assert!(
            core >= u64::from(last) / small_solver::PER_LINE as u64,
            "{core}"
        );
        candidates.next_pair(&mut environment.small);
        environment.small.spend(7);
        let before = sweeper.effort.spent();
        sweeper.leave(environment);
        assert!(
            sweeper.effort.spent() >= before + 7,
            "the rest is spent at the end"
        );
    }
}
