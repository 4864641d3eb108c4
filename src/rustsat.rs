//! Our solver as one of the crate [`rustsat`](https://docs.rs/rustsat)'s.
//!
//! What is written against its traits can use [`RustSat`] as it would
//! `rustsat_minisat` or `rustsat_cadical`.

use crate::budget::{Budget, Stop};
use crate::cdcl::{CallLimits, Config, Implied, Solver, Verdict};
use crate::formula::{Lit, Var};
use ::rustsat::OutOfMemory;
use ::rustsat::solvers::{
    FreezeVar, GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, LimitDecisions,
    LimitPropagations, PhaseLit, Propagate, PropagateResult, Solve, SolveIncremental, SolveStats,
    SolverResult, SolverState, SolverStats, StateError,
};
use ::rustsat::types as theirs;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Our solver behind `rustsat`'s traits.
///
/// The time that it reports is the clock's, not the processor's. Variables need
/// not be frozen; it only remembers which are.
pub struct RustSat {
    solver: Solver,
    state: SolverState,
    conflicts: Option<u32>,
    frozen: BTreeSet<u32>,
    interrupted: Arc<AtomicBool>,
    stats: SolverStats,
    /// The literals of all clauses, for their average length.
    lits: usize,
}

impl RustSat {
    /// Creates a solver with these settings.
    pub fn new(config: Config) -> RustSat {
        let interrupted = Arc::new(AtomicBool::new(false));
        let mut solver = Solver::new(config);
        let flag = interrupted.clone();
        solver.set_terminate(Some(Box::new(move || flag.load(Ordering::Relaxed))));
        RustSat {
            solver,
            state: SolverState::Input,
            conflicts: None,
            frozen: BTreeSet::new(),
            interrupted,
            stats: SolverStats::default(),
            lits: 0,
        }
    }

    fn note_var(&mut self, lit: theirs::Lit) {
        self.stats.max_var = self.stats.max_var.max(Some(lit.var()));
    }

    fn set_limit(&mut self, set: impl FnOnce(&mut CallLimits)) {
        let mut limits = self.solver.limits().clone();
        set(&mut limits);
        self.solver.set_limits(limits);
    }

    fn expect(&self, required: SolverState) -> anyhow::Result<()> {
        if self.state == required {
            return Ok(());
        }
        Err(anyhow::Error::new(StateError {
            required_state: required,
            actual_state: self.state,
        }))
    }
}

impl Default for RustSat {
    fn default() -> RustSat {
        RustSat::new(Config::default())
    }
}

/// Theirs go further than ours.
fn ours(lit: theirs::Lit) -> anyhow::Result<Lit> {
    let index = lit.vidx();
    anyhow::ensure!(
        index < Var::LIMIT,
        "variable {index}: expected less than {}",
        Var::LIMIT
    );
    Ok(Var::new(index).lit(lit.is_pos()))
}

fn all_ours(lits: &[theirs::Lit]) -> anyhow::Result<Vec<Lit>> {
    lits.iter().map(|&lit| ours(lit)).collect()
}

fn theirs(lit: Lit) -> theirs::Lit {
    theirs::Lit::new(lit.var().index() as u32, lit.is_negative())
}

impl Solve for RustSat {
    fn signature(&self) -> &'static str {
        concat!("sudosat ", env!("CARGO_PKG_VERSION"))
    }

    fn reserve(&mut self, max_var: theirs::Var) -> anyhow::Result<()> {
        let lit = ours(max_var.pos_lit())?;
        self.solver.reserve_vars(lit.var().index() + 1);
        Ok(())
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.solve_assumps(&[])
    }

    fn lit_val(&self, lit: theirs::Lit) -> anyhow::Result<theirs::TernaryVal> {
        self.expect(SolverState::Sat)?;
        if lit.vidx() >= self.solver.num_vars() {
            return Ok(theirs::TernaryVal::DontCare);
        }
        Ok(match self.solver.value(ours(lit)?) {
            Some(true) => theirs::TernaryVal::True,
            Some(false) => theirs::TernaryVal::False,
            None => theirs::TernaryVal::DontCare,
        })
    }

    fn add_clause_ref<C>(&mut self, clause: &C) -> anyhow::Result<()>
    where
        C: AsRef<theirs::Cl> + ?Sized,
    {
        let clause: Vec<theirs::Lit> = clause.as_ref().iter().copied().collect();
        let added = all_ours(&clause)?;
        clause.iter().for_each(|&lit| self.note_var(lit));
        self.stats.n_clauses += 1;
        self.lits += clause.len();
        self.stats.avg_clause_len = self.lits as f32 / self.stats.n_clauses as f32;
        self.state = SolverState::Input;
        self.solver.add_clause(&added);
        Ok(())
    }
}

impl SolveIncremental for RustSat {
    fn solve_assumps(&mut self, assumps: &[theirs::Lit]) -> anyhow::Result<SolverResult> {
        let start = Instant::now();
        let assumed = all_ours(assumps)?;
        assumps.iter().for_each(|&lit| self.note_var(lit));
        let mut budget = Budget::unlimited();
        if let Some(conflicts) = self.conflicts {
            budget = budget.with_steps(conflicts.into());
        }
        let verdict = self.solver.solve_with(&assumed, &budget)?;
        self.stats.cpu_solve_time += start.elapsed();
        let (state, result, count) = match verdict {
            Verdict::Sat => (SolverState::Sat, SolverResult::Sat, &mut self.stats.n_sat),
            Verdict::Unsat => (
                SolverState::Unsat,
                SolverResult::Unsat,
                &mut self.stats.n_unsat,
            ),
            Verdict::Unknown(stop) => {
                // An interrupt is for one call.
                self.interrupted.store(false, Ordering::Relaxed);
                if stop == Stop::Memory {
                    self.state = SolverState::Unknown;
                    return Err(OutOfMemory::ExternalApi.into());
                }
                (
                    SolverState::Unknown,
                    SolverResult::Interrupted,
                    &mut self.stats.n_terminated,
                )
            }
        };
        *count += 1;
        self.state = state;
        Ok(result)
    }

    fn core(&mut self) -> anyhow::Result<Vec<theirs::Lit>> {
        self.expect(SolverState::Unsat)?;
        // Theirs is a clause: the assumptions negated.
        Ok(self.solver.core().iter().map(|&lit| theirs(!lit)).collect())
    }
}

impl Extend<theirs::Clause> for RustSat {
    fn extend<T: IntoIterator<Item = theirs::Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| {
            self.add_clause_ref(&clause)
                .expect("the variables are not too many")
        });
    }
}

impl<'a> Extend<&'a theirs::Clause> for RustSat {
    fn extend<T: IntoIterator<Item = &'a theirs::Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| {
            self.add_clause_ref(clause)
                .expect("the variables are not too many")
        });
    }
}

/// Ends the search that goes on, or the next one.
pub struct Interrupter(Arc<AtomicBool>);

impl InterruptSolver for Interrupter {
    fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Interrupt for RustSat {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        Interrupter(self.interrupted.clone())
    }
}

impl PhaseLit for RustSat {
    fn phase_lit(&mut self, lit: theirs::Lit) -> anyhow::Result<()> {
        self.solver.phase(ours(lit)?);
        Ok(())
    }

    /// Does nothing: the search itself replaces the phase when it has a better one.
    fn unphase_var(&mut self, _var: theirs::Var) -> anyhow::Result<()> {
        Ok(())
    }
}

impl FreezeVar for RustSat {
    fn freeze_var(&mut self, var: theirs::Var) -> anyhow::Result<()> {
        self.frozen.insert(var.idx32());
        Ok(())
    }

    fn melt_var(&mut self, var: theirs::Var) -> anyhow::Result<()> {
        self.frozen.remove(&var.idx32());
        Ok(())
    }

    fn is_frozen(&mut self, var: theirs::Var) -> anyhow::Result<bool> {
        Ok(self.frozen.contains(&var.idx32()))
    }
}

impl LimitConflicts for RustSat {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.conflicts = limit;
        Ok(())
    }
}

impl LimitDecisions for RustSat {
    fn limit_decisions(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.set_limit(|limits| limits.decisions = limit.map(u64::from));
        Ok(())
    }
}

impl LimitPropagations for RustSat {
    fn limit_propagations(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.set_limit(|limits| limits.propagations = limit.map(u64::from));
        Ok(())
    }
}

impl GetInternalStats for RustSat {
    fn propagations(&self) -> usize {
        self.solver.stats().propagations as usize
    }

    fn decisions(&self) -> usize {
        self.solver.stats().decisions as usize
    }

    fn conflicts(&self) -> usize {
        self.solver.stats().conflicts as usize
    }
}

impl Propagate for RustSat {
    /// Literals fixed without assumptions are not among the propagated ones.
    /// Phases are never saved.
    fn propagate(
        &mut self,
        assumps: &[theirs::Lit],
        _phase_saving: bool,
    ) -> anyhow::Result<PropagateResult> {
        let assumed = all_ours(assumps)?;
        assumps.iter().for_each(|&lit| self.note_var(lit));
        self.state = SolverState::Input;
        let (lits, conflict) = match self.solver.propagate_under(&assumed) {
            Implied::Consistent(lits) => (lits, false),
            Implied::Conflict(lits) => (lits, true),
        };
        let is_news = |lit: &Lit| self.solver.fixed(*lit).is_none();
        Ok(PropagateResult {
            propagated: lits.into_iter().filter(is_news).map(theirs).collect(),
            conflict,
        })
    }
}

impl SolveStats for RustSat {
    fn stats(&self) -> SolverStats {
        self.stats.clone()
    }
}
