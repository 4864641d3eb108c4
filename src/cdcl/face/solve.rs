//! Solving, and what may be asked about the answer.

use crate::budget::{Budget, Stop};
use crate::cdcl::{Solver, Stats};
use crate::formula::{Lit, Model, Var};
use crate::proof::Conclusion;
use std::fmt;
use std::io;
use std::time::Duration;

/// The answer of a call of `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model, and [`Solver::model`] has it.
    Sat,
    /// There is none; under assumptions, none that makes the
    /// [core](Solver::core) true.
    Unsat,
    /// The search gave up.
    Unknown(Stop),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Sat => f.write_str("satisfiable"),
            Verdict::Unsat => f.write_str("unsatisfiable"),
            Verdict::Unknown(stop) => write!(f, "unknown: {stop}"),
        }
    }
}

impl Solver {
    /// Looks for a model of the clauses.
    ///
    /// The budget's steps are conflicts of this call. A search that gave up
    /// goes on where it was when called again, with all that it learned.
    ///
    /// # Errors
    /// The observer's: a proof that could not be written, for instance. The
    /// verdict is lost with it.
    pub fn solve(&mut self, budget: &Budget) -> io::Result<Verdict> {
        self.solve_with(&[], budget)
    }

    /// Looks for a model of the clauses in which all assumptions are true.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_with(&mut self, assumptions: &[Lit], budget: &Budget) -> io::Result<Verdict> {
        self.reopen();
        self.assumptions.clear();
        for &lit in assumptions {
            if self.grow(lit.var().index() + 1) {
                self.assumptions.push(lit);
            }
        }
        self.restore_mentioned(assumptions);
        self.core.clear();
        self.is_full = false;
        self.limits.begin_call(self.stats.conflicts);
        self.watchdog.begin_call(&self.stats);
        self.install_added();

        let verdict = self.search(budget);
        self.core.sort_unstable();
        let conclusion = match verdict {
            Verdict::Sat => Conclusion::Satisfiable,
            Verdict::Unsat if self.unsatisfiable => Conclusion::Unsatisfiable,
            Verdict::Unsat => Conclusion::UnsatisfiableUnderAssumptions,
            Verdict::Unknown(_) => Conclusion::Unknown,
        };
        self.has_model = verdict == Verdict::Sat;
        if self.has_model {
            let Solver {
                eliminated, trail, ..
            } = self;
            eliminated.extend(|lit| trail.is_true(lit));
        }
        if !self.has_model {
            self.return_to_root();
        }
        self.telling.conclude(conclusion)?;
        Ok(verdict)
    }

    /// The model, if the last call found one and no clause was added since.
    pub fn model(&self) -> Option<Model> {
        if !self.has_model {
            return None;
        }
        let values = (0..self.num_vars).map(|index| self.is_true_in_model(Var::new(index)));
        Some(Model::new(values.collect()))
    }

    /// The literal's value in the model, if there is a [`Solver::model`].
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.has_model
            .then(|| self.is_true_in_model(lit.var()) == lit.is_positive())
    }

    /// A variable that no clause mentions gets its first phase.
    fn is_true_in_model(&self, var: Var) -> bool {
        if let Some(value) = self.eliminated.value(var) {
            value
        } else if var.index() < self.trail.num_vars() {
            self.trail.is_true(var.positive())
        } else {
            self.config.first_phase
        }
    }

    /// The literal's value at level 0: the one that it has in every model.
    /// `None`: not known to be fixed.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        let var = lit.var();
        if var.index() >= self.trail.num_vars()
            || self.trail.is_open(var)
            || self.trail.level_of(var) > 0
        {
            return None;
        }
        Some(self.trail.is_true(lit))
    }

    /// After `Unsat`: assumptions that can't all be true, in the order of their
    /// codes. Empty if there is no
    /// model without assumptions either.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Whether the literal is in the [`Solver::core`].
    pub fn failed(&self, assumption: Lit) -> bool {
        self.core.binary_search(&assumption).is_ok()
    }

    /// A hint: decide the variable so that the literal is true, until the
    /// search knows better.
    pub fn phase(&mut self, lit: Lit) {
        if self.grow(lit.var().index() + 1) {
            self.phases.save(lit.var(), lit.is_positive());
            // A lucky guess knows no phases: whoever gives some wants those tried.
            self.limits.guess = u64::MAX;
        }
    }

    /// How long the search for at-most-ones and what they prove took, over all
    /// calls, the use of what it found included.
    pub fn counting_time(&self) -> Duration {
        self.counting_time
    }

    /// What was counted, over all calls.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Back to level 0, ready for clauses.
    pub(super) fn reopen(&mut self) {
        self.has_model = false;
        self.return_to_root();
    }
}
