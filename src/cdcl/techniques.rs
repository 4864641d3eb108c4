//! The table of techniques: everything about each that is not in its own file.
//!
//! A row has
//!
//! - `due`: the predicate that returns `true` if the technique is due, and the
//!   call that runs it and sets its next time. The search runs the first one
//!   that is due, in the order of the rows. A technique without this line is
//!   part of another one, or of learning and deciding.
//! - `event`: the letter and the legend of its lines in progress reports, and
//!   the counter that shows that it ran. A rare event is always shown, a
//!   frequent one only in long reports.
//! - `off`: the setting that switches it off, and its value then. Experiments
//!   that switch off one technique after the other go by this line.
//! - `settings`: fields of [`Config`], and so options of the program, with
//!   their defaults and ranges.
//! - `counters`: fields of [`Stats`], and so lines of the statistics. A technique
//!   whose work is not part of `ticks` counts it in a counter that ends in
//!   `_ticks`: the sum of all these is the work of a run.
//! - `limits`: fields of `Limits`, with their first values: its state between
//!   two runs, above all when it is due next.
//!
//! To add a technique, write a row and a file.

use super::Solver;
use super::api::progress::Event;
use super::api::setting::{Decision, Modes, Setting, Value};
use super::core::mode::Mode;
use super::inprocess::sweep::Progress;
use super::parity::News;
use super::state::ema::Ema;
use super::state::reluctant::Reluctant;
use super::state::schedule::{Schedule, Share};
use super::technique::{Technique, techniques};
use crate::budget::Budget;
use std::ops::RangeInclusive;

/// The range of numbers without bounds of their own.
const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// The range of intervals and lengths: an interval of 0 conflicts means
/// nothing.
const POSITIVE: RangeInclusive<u64> = 1..=u64::MAX;
/// The range of effort limits, in thousandths of the search's ticks.
const EFFORT: RangeInclusive<u64> = 0..=1 << 20;
/// The range of glue.
const GLUE: RangeInclusive<u64> = 0..=u32::MAX as u64;

techniques! {
    |config, solver, budget|

    /// Decides, propagates, and learns a clause from each conflict.
    search {
        settings {
            /// Rule that chooses the next decision variable.
            decision: Decision = Decision::Activity, ANY;
            /// Try the value true first for a variable that was never assigned.
            first_phase: bool = true, ANY;
            /// Number that makes runs different: with one other than 0, some variables
            /// start with the opposite phase.
            seed: u64 = 0, ANY;
            /// Largest size of the clause arena, in 32-bit words. A search that needs
            /// more ends for lack of memory.
            clause_words: usize = 1 << 31, 0..=1 << 31;
        }
        counters {
            /// Literals decided, including assumptions.
            decisions;
            /// Literals whose watch lists were visited.
            propagations;
            /// Clauses found with all literals false.
            conflicts;
            /// Estimated cache lines visited by propagation; the unit of effort limits.
            ticks;
            /// Clauses learned, including unit clauses.
            learned;
            /// Literals of the learned clauses.
            learned_literals;
            /// Literals fixed at level 0.
            fixed;
        }
        limits {
            /// Number of clauses of the formula that were added.
            added: u64 = 0;
            /// Number of binary clauses learned.
            pairs: u64 = 0;
        }
    }

    /// Decides a variable again with the value that it had before.
    phase_saving {
        off: phase_saving = "off";
        settings {
            /// Give a decision variable the value that it had before.
            phase_saving: bool = true, ANY;
        }
    }

    /// Bumps also the variables that imply the literals of a learned clause.
    bump_reasons {
        off: bump_reasons = "off";
        settings {
            /// Bump also the variables that imply the literals of a learned clause; in
            /// focused mode only while decisions imply several literals each.
            bump_reasons: bool = true, ANY;
        }
        limits {
            /// Average number of decisions between two conflicts.
            decision_rate: Ema = Ema::new(1e5);
            /// Average number of literals on a decision level at a conflict of focused
            /// mode.
            literals_per_level: Ema = Ema::new(1e5);
            /// Number of decisions made before the last conflict.
            last_decisions: u64 = 0;
            /// Number of conflicts for which bumping of reasons pauses after it found
            /// too many variables.
            bump_reasons_pause: u64 = 0;
            /// Number of conflicts of the pause that are still to come.
            bump_reasons_wait: u64 = 0;
        }
    }

    /// Replaces the literals of a level in a learned clause by one that implies them.
    shrink {
        off: shrink = "off";
        settings {
            /// Shrink learned clauses, not only minimise them.
            shrink: bool = true, ANY;
        }
        counters {
            /// Literals that minimisation and shrinking removed from learned clauses.
            minimized_literals;
        }
    }

    /// Imports clauses that other searches of the same formula learned.
    share {
        due: sharing => solver.share();
        counters {
            /// Clauses imported from other searches.
            imported;
        }
    }

    /// Finds at-most-one groups and pigeonholes, and uses them.
    count {
        due: counting => solver.count(budget);
        event: Event::rare('c', "at-most-ones or pigeonholes found",
            |stats| stats.at_most_ones + stats.blocks);
        off: counting = "off";
        settings {
            /// Find and use at-most-one groups and pigeonholes.
            counting: bool = true, ANY;
        }
        counters {
            /// At-most-one groups in use.
            at_most_ones;
            /// Tight or overfull blocks found by counting.
            blocks;
            /// Steps that the search for groups and blocks took, each about one memory
            /// access.
            counting_steps;
        }
        limits {
            /// Number of added clauses at which the formula is searched for counting
            /// structure.
            count: u64 = 1;
        }
    }

    /// Counts again after clauses became shorter, or were learned or added.
    recount {
        due: recounting => solver.recount(budget);
        limits {
            /// Number of ticks at which counting may be repeated.
            recount: u64 = 0;
            /// Number of the last counts in a row that found nothing.
            fruitless: u32 = 0;
            /// Number of fixed literals at the last count.
            counted_fixed: usize = 0;
            /// Number of added clauses at the last count.
            counted_added: u64 = 0;
            /// Number of learned binary clauses at the last count.
            counted_pairs: u64 = 0;
        }
    }

    /// Finds exclusive ors, and adds the literals and equivalences that they imply.
    parity {
        due: summing => solver.sum_parities(budget);
        event: Event::rare('x', "exclusive ors looked for and summed",
            |stats| stats.parity_rounds);
        off: parity_interval = "never";
        settings {
            /// Conflicts between two rounds of parity reasoning after the first, growing
            /// linearly.
            parity_interval: Option<u64> = Some(2000), POSITIVE;
            /// Effort limit of parity reasoning, in thousandths of the search's ticks.
            parity_effort: u64 = 10, EFFORT;
        }
        counters {
            /// Rounds of parity reasoning.
            parity_rounds;
            /// Exclusive ors found, counted once in each round.
            parities;
            /// Literals fixed by sums of exclusive ors.
            parity_units;
            /// Binary clauses added that sums of exclusive ors imply.
            parity_pairs;
            /// Ticks spent in finding and summing exclusive ors, not included in `ticks`.
            parity_ticks;
        }
        limits {
            /// Rounds of parity reasoning.
            parity: Schedule = Schedule::new(config.parity_interval);
            /// Number of added clauses at which the formula is searched for exclusive
            /// ors.
            parity_added: u64 = 1;
            /// Effort share of parity reasoning.
            parity_share: Share = Share::default();
            /// Counts as of the last round; another round is useless while they are the same.
            parity_news: News = News::default();
            /// Number of variables of the sums of parities that were proved by clauses.
            parity_proved: usize = 0;
        }
    }

    /// Removes satisfied clauses, and false literals of the others.
    simplify {
        due: simplifying => solver.simplify();
        event: Event::frequent('s', "clauses simplified by fixed literals",
            |stats| stats.simplifications);
        off: simplify = "off";
        settings {
            /// Simplify clauses by the literals fixed at level 0.
            simplify: bool = true, ANY;
        }
        counters {
            /// Simplifications by literals fixed at level 0.
            simplifications;
            /// Clauses that simplifications removed or shortened.
            simplified;
        }
        limits {
            /// Number of ticks at which the next simplification is allowed.
            simplify: u64 = 0;
            /// Number of literals fixed at the last simplification.
            simplified: usize = 0;
        }
    }

    /// Returns to a lower decision level and keeps all learned clauses.
    restart {
        due: restarting => solver.restart();
        off: restart_interval = "never";
        settings {
            /// Least number of conflicts between two restarts in focused mode.
            restart_interval: Option<u64> = Some(2), POSITIVE;
            /// Unit, in conflicts, of the Luby sequence that spaces restarts in stable
            /// mode.
            reluctant_period: u64 = 1024, POSITIVE;
        }
        counters {
            /// Restarts.
            restarts;
        }
        limits {
            /// Restarts in focused mode.
            restart: Schedule = Schedule::new(config.restart_interval);
            /// Average glue of the last clauses learned in focused mode.
            fast_glue: Ema = Ema::new(33.0);
            /// Average glue of many more clauses learned in focused mode.
            slow_glue: Ema = Ema::new(1e5);
            /// Restarts in stable mode.
            reluctant: Reluctant = Reluctant::new(config.reluctant_period);
        }
    }

    /// Switches between focused mode, for refutations, and stable mode, for models.
    modes {
        due: switching => solver.switch();
        event: Event::rare('m', "from focused to stable mode or back",
            |stats| stats.mode_switches);
        off: modes = "focused";
        settings {
            /// Search modes to use.
            modes: Modes = Modes::Alternate, ANY;
            /// Conflicts in the first focused phase when the modes alternate.
            mode_interval: u64 = 1000, POSITIVE;
        }
        counters {
            /// Switches between focused and stable mode.
            mode_switches;
        }
        limits {
            /// The mode of the search.
            mode: Mode = Mode::first(config.modes);
            /// Number of ticks at which the mode changes, after the first focused
            /// phase.
            mode_end: Option<u64> = None;
            /// Number of ticks of the first focused phase: the unit of later phases.
            mode_unit: u64 = 0;
        }
    }

    /// Gives stable mode more of the ticks if its learned clauses have hardly more glue than those of
    /// focused mode, or at least four times as much.
    balance {
        off: stable_share = "50";
        settings {
            /// Percentage of the ticks that stable mode gets when the modes alternate and the
            /// average glue of its learned clauses is at most 1.35 times or at least 4 times that of
            /// focused mode. Otherwise it gets 50.
            stable_share: u64 = 80, 50..=99;
        }
        limits {
            /// Average glue of about the last 100 000 clauses learned in stable mode.
            stable_glue: Ema = Ema::new(1e5);
        }
    }

    /// Resets the saved phases, so that the search leaves the region it is in.
    rephase {
        due: rephasing => solver.rephase(budget);
        event: Event::rare('p', "saved phases reset", |stats| stats.rephasings);
        off: rephase_interval = "never";
        settings {
            /// Conflicts between two resets of the saved phases, growing linearly.
            rephase_interval: Option<u64> = Some(1000), POSITIVE;
        }
        counters {
            /// Resets of the saved phases.
            rephasings;
        }
        limits {
            /// Resets of the saved phases.
            rephase: Schedule = Schedule::new(config.rephase_interval);
        }
    }

    /// Improves the saved phases by local search, after some resets.
    walk {
        event: Event::rare('w', "phases walked from by local search", |stats| stats.walks);
        off: walk = "off";
        settings {
            /// Follow some resets of the saved phases by a local search.
            walk: bool = true, ANY;
            /// Effort limit of local search, in thousandths of the search's ticks.
            walk_effort: u64 = 80, EFFORT;
        }
        counters {
            /// Local searches for better phases.
            walks;
            /// Local searches that improved the phases.
            walks_improved;
            /// Ticks spent in local search, not included in `ticks`.
            walk_ticks;
        }
        limits {
            /// Effort share of local search.
            walk_share: Share = Share::default();
        }
    }

    /// Looks for a model by local search, if the formula asks for an option from each of many groups.
    choose {
        due: choosing => solver.choose_options(budget);
        event: Event::rare('o', "a model looked for among choices of options",
            |stats| stats.choosings);
        off: choose_interval = "never";
        settings {
            /// Conflicts before the first local search among choices. Each further one begins after twice
            /// the conflicts of the one before.
            choose_interval: Option<u64> = Some(2000), POSITIVE;
            /// Effort limit of local search among choices, in thousandths of the search's ticks; four
            /// times as much if the search is in stable mode alone, and a tenth if the formula has no other clauses of options
            /// than the groups.
            choose_effort: u64 = 500, EFFORT;
        }
        counters {
            /// Local searches among choices.
            choosings;
            /// Moves made by them.
            choose_moves;
            /// Models found by them.
            choose_found;
            /// Ticks that they took, not included in `ticks`.
            choose_ticks;
        }
        limits {
            /// Local search among choices.
            choose: Schedule = Schedule::new(config.choose_interval);
            /// Effort share of local search among choices.
            choose_share: Share = Share::default();
            /// Ticks of the share that are left.
            choose_left: u64 = 0;
            /// Number of added clauses at which the groups are to be found.
            choose_added: u64 = 1;
        }
    }

    /// Adds constraints that leave one of several symmetric models, if the solver is used once.
    symmetry {
        due: breaking => solver.break_symmetries(budget);
        event: Event::rare('y', "symmetries broken", |stats| stats.symmetry_clauses);
        off: symmetry_start = "never";
        settings {
            /// Conflicts before symmetries of the clauses are looked for and broken. They are not
            /// in a solver that is called again, with several worker threads, or with a proof in
            /// DRAT or LRAT.
            symmetry_start: Option<u64> = Some(20_000), ANY;
            /// Least number of symmetries that are broken: fewer gain little, and make models
            /// harder to find.
            symmetry_least: u64 = 3, ANY;
        }
        counters {
            /// Symmetries found.
            symmetries;
            /// Clauses added to break symmetries.
            symmetry_clauses;
            /// Ticks spent in looking for symmetries, not included in `ticks`.
            symmetry_ticks;
        }
    }

    /// Merges gates that compute the same function of the same inputs.
    congruence {
        due: merging => solver.merge_gates(budget);
        event: Event::rare('g', "equal gates looked for and merged", |stats| stats.congruences);
        off: congruence_interval = "never";
        settings {
            /// Conflicts between two rounds of merging equal gates, growing linearly. The
            /// first is before the search.
            congruence_interval: Option<u64> = Some(5000), POSITIVE;
            /// Effort limit of merging gates, in thousandths of the search's ticks.
            congruence_effort: u64 = 10, EFFORT;
        }
        counters {
            /// Rounds of merging equal gates.
            congruences;
            /// Gates found in these rounds.
            congruence_gates;
            /// Equivalences found by equal gates.
            merged;
            /// Literals fixed because their gates are constant.
            congruence_units;
            /// Ticks spent in merging gates, not included in `ticks`.
            congruence_ticks;
        }
        limits {
            /// Rounds of merging equal gates.
            congruence: Schedule = Schedule::new(config.congruence_interval);
            /// Number of added clauses at which the next round begins at the latest.
            congruence_added: u64 = 1;
            /// Ticks that the last round took.
            congruence_cost: u64 = 0;
            /// Set if exclusive ors or if-then-elses were among the gates, as in circuits.
            is_circuit: bool = false;
            /// Effort share of merging gates.
            congruence_share: Share = Share::default();
        }
    }

    /// Replaces equivalent literals by one of them.
    substitute {
        due: substituting => solver.substitute();
        event: Event::rare('d', "equivalent literals looked for and substituted",
            |stats| stats.substitutions);
        off: substitute_interval = "never";
        settings {
            /// Conflicts between two substitutions of equivalent literals.
            substitute_interval: Option<u64> = Some(2000), POSITIVE;
            /// Effort limit of substitution, in thousandths of the search's ticks.
            substitute_effort: u64 = 20, EFFORT;
        }
        counters {
            /// Searches for equivalent literals.
            substitutions;
            /// Variables replaced by an equivalent literal.
            substituted;
            /// Literals fixed because they are equivalent to their negation.
            failed;
            /// Ticks spent in substitution, not included in `ticks`.
            substitute_ticks;
        }
        limits {
            /// Substitution of equivalent literals.
            substitute: Schedule = Schedule::new(config.substitute_interval);
            /// Effort share of substitution.
            substitute_share: Share = Share::default();
        }
    }

    /// Finds fixed and equivalent literals in parts of a circuit, by a small solver.
    sweep {
        due: sweeping => solver.sweep(budget);
        event: Event::rare('q', "fixed and equivalent literals found by a small solver",
            |stats| stats.sweeps);
        off: sweep_interval = "never";
        settings {
            /// Conflicts between two rounds of sweeping, growing while rounds find
            /// little. The first is before the search. There are none before exclusive
            /// ors or if-then-elses are found among the gates of the formula.
            sweep_interval: Option<u64> = Some(2000), POSITIVE;
            /// Effort limit of sweeping, in thousandths of the search's ticks. The first round
            /// has a limit of its own, and each later one may take some ticks.
            sweep_effort: u64 = 30, EFFORT;
        }
        counters {
            /// Rounds of sweeping.
            sweeps;
            /// Calls of the small solver.
            sweep_solved;
            /// Pairs of equivalent literals found by sweeping.
            sweep_equivalences;
            /// Literals fixed by sweeping.
            sweep_units;
            /// Ticks spent in sweeping, not included in `ticks`.
            sweep_ticks;
        }
        limits {
            /// Rounds of sweeping.
            sweep: Schedule = Schedule::new(config.sweep_interval);
            /// Effort share of sweeping.
            sweep_share: Share = Share::default();
            /// The variables that are still to be tried, and earlier results.
            sweep_progress: Progress = Progress::default();
        }
    }

    /// Replaces the clauses of a variable by their resolvents.
    eliminate {
        due: eliminating => solver.eliminate(budget);
        event: Event::rare('e', "variables eliminated", |stats| stats.eliminations);
        off: eliminate_interval = "never";
        settings {
            /// Conflicts between two rounds of variable elimination, growing linearly.
            eliminate_interval: Option<u64> = Some(2000), POSITIVE;
            /// Effort limit of elimination, in thousandths of the search's ticks.
            eliminate_effort: u64 = 200, EFFORT;
        }
        counters {
            /// Rounds of variable elimination.
            eliminations;
            /// Variables eliminated.
            eliminated;
            /// Eliminated variables that were restored.
            restored;
            /// Gates found among the clauses of eliminated variables.
            gates;
            /// Ticks spent in elimination and subsumption, not included in `ticks`.
            eliminate_ticks;
        }
        limits {
            /// Rounds of variable elimination.
            eliminate: Schedule = Schedule::new(config.eliminate_interval);
            /// Effort share of elimination.
            eliminate_share: Share = Share::default();
        }
    }

    /// Removes clauses and literals that another clause makes redundant, during elimination.
    subsume {
        event: Event::rare('b', "clauses subsumed or strengthened",
            |stats| stats.subsumed + stats.strengthened);
        counters {
            /// Irredundant clauses subsumed by another clause.
            subsumed;
            /// Irredundant clauses strengthened by another clause.
            strengthened;
        }
    }

    /// Shortens clauses by propagation.
    vivify {
        due: vivifying => solver.vivify(budget);
        event: Event::rare('v', "clauses vivified", |stats| stats.vivifications);
        off: vivify_interval = "never";
        settings {
            /// Conflicts between two rounds of vivification, growing with the logarithm
            /// of their number.
            vivify_interval: Option<u64> = Some(2000), POSITIVE;
            /// Effort limit of vivification, in thousandths of the search's ticks.
            vivify_effort: u64 = 200, EFFORT;
        }
        counters {
            /// Rounds of vivification.
            vivifications;
            /// Clauses that vivification tried.
            vivify_tried;
            /// Clauses that vivification shortened.
            vivify_shortened;
            /// Clauses that vivification shortened by assuming their last literal true.
            vivify_instantiated;
            /// Clauses that vivification removed.
            vivify_removed;
            /// Ticks spent in vivification, not included in `ticks`.
            vivify_ticks;
        }
        limits {
            /// Rounds of vivification.
            vivify: Schedule = Schedule::new(config.vivify_interval);
            /// Effort share of vivification.
            vivify_share: Share = Share::default();
            /// For each kind of clause, the ticks left over from the last round.
            vivify_left: [i64; 4] = [0; 4];
        }
    }

    /// Deletes learned clauses that are little used.
    reduce {
        due: reducing => solver.reduce();
        event: Event::frequent('r', "learned clauses reduced", |stats| stats.reductions);
        off: reduce_interval = "never";
        settings {
            /// Conflicts between two reductions of the learned clauses, growing with
            /// the square root of the conflicts.
            reduce_interval: Option<u64> = Some(12), POSITIVE;
            /// Largest glue of the first tier of learned clauses, which are kept as
            /// long as they are used at all.
            tier1: u32 = 2, GLUE;
            /// Largest glue of the second tier of learned clauses, which are kept while
            /// they were used recently.
            tier2: u32 = 6, GLUE;
        }
        counters {
            /// Reductions of the learned clauses.
            reductions;
            /// Learned clauses that reductions removed.
            reduced;
        }
        limits {
            /// Reductions of the learned clauses.
            reduce: Schedule = Schedule::new(config.reduce_interval);
        }
    }

    /// Compacts the memory of the clauses.
    collect {
        due: collecting => solver.collect();
        counters {
            /// Compactions of the clause arena.
            collections;
        }
    }

    /// Tries a few assignments that are models of many easy formulas.
    lucky {
        due: guessing => solver.guess();
        event: Event::rare('l', "a lucky guess was a model", |stats| stats.lucky);
        off: lucky = "off";
        settings {
            /// Try, before the search, a few assignments that are models of many easy
            /// formulas.
            lucky: bool = true, ANY;
        }
        counters {
            /// Models found by a lucky guess before the search.
            lucky;
        }
        limits {
            /// Number of added clauses at which the next round of lucky guesses
            /// begins.
            guess: u64 = 1;
            /// Number of guesses already tried in this round.
            guesses: usize = 0;
        }
    }
}

impl Stats {
    /// Returns the counters by which searches are compared, with the names that reports and
    /// the bindings give them.
    pub fn steps(&self) -> [(&'static str, u64); 6] {
        [
            ("conflicts", self.conflicts),
            ("decisions", self.decisions),
            ("propagations", self.propagations),
            ("restarts", self.restarts),
            ("learned", self.learned),
            ("reductions", self.reductions),
        ]
    }
}
