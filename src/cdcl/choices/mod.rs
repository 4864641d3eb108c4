//! Choices: models of formulas that ask for an option from each of many groups, where some options exclude each other.
//!
//! Sudokus, colourings, Latin squares and timetables are such formulas. Where they have many models that are hard to find,
//! local search that changes one choice at a time may find one long before learning does.
//! It is tried now and then. Its choices are decided and propagated like any decisions. So a model found this way satisfies all clauses, and
//! a wrong result costs only time.
//!
//! | file | what it holds |
//! |---|---|
//! | `groups` | finding the groups of a formula, and the options that exclude each other |
//! | `annealing` | the local search |

mod annealing;
mod groups;

use super::Solver;
use super::api::setting::Modes;
use crate::budget::Budget;
use crate::formula::{Lit, Var};
use annealing::Annealing;
use groups::Groups;

/// Effort of local search that takes as long as a tick of the search. Chosen by hand: on a Sudoku of 36×36 a core did
/// 13 million ticks, or an effort of 60 million, in a second.
const EFFORT_OF_TICK: u64 = 6;

/// Divisor of the effort if the formula has no clauses of options but the groups, as colourings. Chosen by hand: on colourings
/// local search found models in at most 180 000 moves, or none.
const LOOSE_DIVISOR: u64 = 10;

/// Factor of the effort if the search is in stable mode alone, so that a model is expected.
const STABLE_FACTOR: u64 = 4;

/// Number of variables whose phases are saved and restored in about the time of a tick. Chosen by hand.
const VARS_PER_TICK: u64 = 16;

/// Local search among options.
pub(in crate::cdcl) struct Search {
    /// The options, group by group.
    options: Vec<Lit>,
    annealing: Annealing,
    is_tight: bool,
}

/// The groups of the formula, and the local search among their options.
#[derive(Default)]
pub(in crate::cdcl) enum Choices {
    /// No groups were found, or they were not looked for.
    #[default]
    None,
    /// Groups were found, and there was no local search yet.
    Found(Groups),
    /// Local search was begun. It goes on where it ended.
    Begun(Box<Search>),
}

impl Choices {
    /// Returns the approximate memory in bytes.
    pub(in crate::cdcl) fn bytes(&self) -> usize {
        match self {
            Choices::None => 0,
            Choices::Found(groups) => groups.bytes(),
            Choices::Begun(search) => 4 * search.options.len() + search.annealing.bytes(),
        }
    }

    fn is_tight(&self) -> bool {
        match self {
            Choices::None => false,
            Choices::Found(groups) => groups.is_tight,
            Choices::Begun(search) => search.is_tight,
        }
    }
}

impl Solver {
    /// Returns `true` if the groups are to be found in a formula that is new or has doubled, or if a local search is due and all that a model must
    /// satisfy are clauses.
    pub(in crate::cdcl) fn choosing(&self) -> bool {
        let is_wanted = self.config.choose_interval.is_some();
        match self.choices {
            _ if self.limits.added >= self.limits.choose_added => is_wanted,
            Choices::None => false,
            Choices::Found(_) | Choices::Begun(_) => {
                self.limits.choose.is_due(self.stats.conflicts)
                    && self.assumptions.is_empty()
                    && !self.is_connected()
            }
        }
    }

    /// Finds the groups of the formula, before other techniques change it. Later calls look for a model by local search
    /// within the share of the search's ticks, and set the next time. If one is found, `has_model` is set. What is left of the effort
    /// then is kept for another model, near this one.
    pub(in crate::cdcl) fn choose_options(&mut self, budget: &Budget) {
        self.return_to_root();
        if self.limits.added >= self.limits.choose_added {
            self.limits.choose_added = 2 * self.limits.added + 1;
            self.choices = self.find_groups().map_or(Choices::None, Choices::Found);
            return;
        }
        let interval = self.config.choose_interval.unwrap_or(u64::MAX);
        let growth = self.stats.conflicts as f64 / interval as f64;
        let next = &mut self.limits.choose;
        next.postpone(self.stats.conflicts, growth.max(1.0));
        let factor = match self.config.modes {
            Modes::Stable => STABLE_FACTOR,
            Modes::Alternate | Modes::Focused => 1,
        };
        let divisor = if self.choices.is_tight() {
            1
        } else {
            LOOSE_DIVISOR
        };
        let thousandths = self.config.choose_effort.saturating_mul(factor) / divisor;
        let share = self.limits.choose_share.take(self.stats.ticks, thousandths);
        self.limits.choose_left = self.limits.choose_left.saturating_add(share);
        let mut effort = self.limits.choose_left.saturating_mul(EFFORT_OF_TICK);
        if let Choices::Found(groups) = &self.choices {
            let cost = groups.cost();
            if cost > effort {
                return;
            }
            effort -= cost;
            let search = groups.begin(&self.trail, self.config.seed);
            self.choices = search.map_or(Choices::None, |search| Choices::Begun(Box::new(search)));
        }
        match std::mem::take(&mut self.choices) {
            Choices::Begun(mut search) => {
                self.stats.choosings += 1;
                self.anneal(&mut search, &mut effort, budget);
                self.choices = Choices::Begun(search);
            }
            other => self.choices = other,
        }
        let left = effort / EFFORT_OF_TICK;
        self.stats.choose_ticks += self.limits.choose_left - left;
        self.limits.choose_left = left;
    }

    /// Looks for a model until the effort is spent. If it finds one, sets `has_model`, and another may be looked for at once.
    fn anneal(&mut self, search: &mut Search, effort: &mut u64, budget: &Budget) {
        let Search {
            options, annealing, ..
        } = search;
        let before = annealing.made();
        while annealing.run(effort, || self.is_over(budget)) {
            let chosen = annealing.chosen().iter();
            let chosen = chosen.map(|&option| options[option as usize]);
            match self.decide_first(chosen) {
                Some(ticks) => {
                    let ticks = ticks + self.trail.num_vars() as u64 / VARS_PER_TICK;
                    *effort = effort.saturating_sub(ticks * EFFORT_OF_TICK);
                }
                None => {
                    self.has_model = true;
                    self.stats.choose_found += 1;
                    self.limits.choose.postpone(self.stats.conflicts, 0.0);
                    break;
                }
            }
        }
        self.stats.choose_moves += annealing.made() - before;
    }

    /// Decides these literals, then all other variables. Returns the ticks that this took, off the record, unless that is a model.
    fn decide_first(&mut self, mut lits: impl Iterator<Item = Lit>) -> Option<u64> {
        let record = self.record();
        let mut vars = (0..self.trail.num_vars()).map(Var::new);
        let mut is_consistent = lits.all(|lit| self.is_consistent_if_open(lit));
        is_consistent = is_consistent
            && vars.all(|var| self.is_consistent_if_open(var.lit(self.phases.saved(var))));
        if is_consistent {
            return None;
        }
        self.return_to_root();
        Some(self.restore_record(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Verdict};
    use crate::formula::Cnf;
    use fastrand::Rng;

    /// Returns a solver in which little but local search is done.
    fn solver(cnf: &Cnf) -> Solver {
        let mut solver = Solver::new(Config::default().with(|config| {
            config.lucky = false;
            config.choose_interval = Some(1);
            config.choose_effort = 1 << 20;
        }));
        solver.add_cnf(cnf);
        solver
    }

    /// Returns the formula of a colouring, and its number of models.
    fn colouring(rng: &mut Rng) -> (Cnf, u64) {
        let (num_nodes, num_colours) = (rng.i32(3..7), rng.i32(5..7));
        let var = |node: i32, colour: i32| node * num_colours + colour + 1;
        let (mut clauses, mut edges) = (Vec::new(), Vec::new());
        for node in 0..num_nodes {
            clauses.push((0..num_colours).map(|colour| var(node, colour)).collect());
            for colour in 0..num_colours {
                clauses
                    .extend((0..colour).map(|other| vec![-var(node, colour), -var(node, other)]));
            }
            for other in 0..node {
                if rng.u32(0..9) > 0 {
                    edges.push((node, other));
                    let both = |colour| vec![-var(node, colour), -var(other, colour)];
                    clauses.extend((0..num_colours).map(both));
                }
            }
        }
        let num = num_colours as u32;
        let colour = |assignment: u32, node: i32| assignment / num.pow(node as u32) % num;
        let is_model = |&assignment: &u32| {
            let differs = |&(a, b): &(i32, i32)| colour(assignment, a) != colour(assignment, b);
            edges.iter().all(differs)
        };
        let count = (0..num.pow(num_nodes as u32)).filter(is_model).count();
        (clauses.iter().map(Vec::as_slice).collect(), count as u64)
    }

    #[test]
    fn all_colourings_are_found_once() {
        let mut rng = Rng::with_seed(1);
        let (mut num_found, mut num_models) = (0, 0);
        for _ in 0..10 {
            let (cnf, count) = colouring(&mut rng);
            let mut solver = solver(&cnf);
            for _ in 0..count {
                assert_eq!(
                    solver.solve(&Budget::unlimited()).unwrap(),
                    Verdict::Sat,
                    "{cnf:?}"
                );
                let model = solver.model().unwrap();
                let is_true = |clause: &[Lit]| clause.iter().any(|&lit| model.is_true(lit));
                assert!(cnf.clauses().all(is_true), "{cnf:?}");
                let against: Vec<Lit> = model.lits().map(|lit| !lit).collect();
                solver.add_clause(&against);
            }
            assert_eq!(
                solver.solve(&Budget::unlimited()).unwrap(),
                Verdict::Unsat,
                "{cnf:?}"
            );
            num_found += solver.stats().choose_found;
            num_models += count;
        }
        // Many models are found within three conflicts, before local search is due.
        assert!(num_found > num_models / 10, "{num_found} of {num_models}");
    }

    #[test]
    fn assumptions_are_kept() {
        let mut rng = Rng::with_seed(2);
        let mut num_sat = 0;
        for _ in 0..200 {
            let (cnf, count) = colouring(&mut rng);
            let mut solver = solver(&cnf);
            if count == 0 {
                continue;
            }
            assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
            let vars = (0..cnf.num_vars()).map(Var::new);
            let assumptions: Vec<Lit> = vars
                .filter(|_| rng.u32(0..8) == 0)
                .map(Var::positive)
                .collect();
            match solver
                .solve_with(&assumptions, &Budget::unlimited())
                .unwrap()
            {
                Verdict::Sat => {
                    num_sat += 1;
                    let model = solver.model().unwrap();
                    assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
                }
                verdict => {
                    assert_eq!(verdict, Verdict::Unsat);
                    let mut plain = Solver::new(Config::plain(true));
                    plain.add_cnf(&cnf);
                    let again = plain.solve_with(&assumptions, &Budget::unlimited());
                    assert_eq!(again.unwrap(), Verdict::Unsat);
                }
            }
        }
        assert!(num_sat > 20, "{num_sat}");
    }

    #[test]
    fn groups_are_found_again_when_the_formula_has_doubled() {
        let mut rng = Rng::with_seed(3);
        let (cnf, _) = colouring(&mut rng);
        let mut solver = solver(&Cnf::default());
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
        assert!(!matches!(solver.choices, Choices::Found(_)));
        solver.add_cnf(&cnf);
        let _ = solver.solve(&Budget::unlimited().with_steps(1)).unwrap();
        assert!(matches!(
            solver.choices,
            Choices::Found(_) | Choices::Begun(_)
        ));
    }
}
