//! Learned clauses given to others and taken from them.
//!
//! Short clauses of small glue are worth something to another search of the
//! same formula, or to a program around this one. What is taken in must follow
//! from the formula; it is treated as a learned clause. With elimination it
//! may speak of a variable that is gone here: then it is let go.

use crate::cdcl::Solver;
use crate::formula::Lit;
use crate::proof::Id;

/// Conflicts from one taking in to the next.
const INTERVAL: u64 = 1000;

/// The other side.
pub trait Sharing: Send {
    /// A clause was learned.
    fn give(&mut self, clause: &[Lit], glue: u32);

    /// Appends clauses that came in, each with its glue.
    fn take(&mut self, clauses: &mut Vec<(Vec<Lit>, u32)>);
}

/// The other side, if there is one.
#[derive(Default)]
pub(in crate::cdcl) struct Shares {
    partner: Option<Box<dyn Sharing>>,
    /// Conflicts at which clauses are taken in.
    due: u64,
}

impl Solver {
    /// From now on clauses are shared. There must be no observer: what comes
    /// from outside is in no proof of ours.
    pub(crate) fn share_with(&mut self, partner: Option<Box<dyn Sharing>>) {
        self.shares.partner = partner;
    }

    #[inline]
    pub(in crate::cdcl) fn give(&mut self, clause: &[Lit], glue: u32) {
        if let Some(partner) = &mut self.shares.partner {
            partner.give(clause, glue);
        }
    }

    pub(in crate::cdcl) fn sharing(&self) -> bool {
        self.shares.partner.is_some() && self.stats.conflicts >= self.shares.due
    }

    /// Takes clauses in.
    pub(in crate::cdcl) fn share(&mut self) {
        self.shares.due = self.stats.conflicts + INTERVAL;
        let Some(mut partner) = self.shares.partner.take() else {
            return;
        };
        self.return_to_root();
        let mut clauses = Vec::new();
        partner.take(&mut clauses);
        self.shares.partner = Some(partner);
        for (clause, glue) in clauses {
            let is_gone = clause.iter().any(|lit| self.eliminated.has(lit.var()));
            if self.unsatisfiable || self.is_full || is_gone {
                continue;
            }
            self.take_in(&clause, glue);
        }
    }

    fn take_in(&mut self, clause: &[Lit], glue: u32) {
        let num_vars = clause.iter().map(|lit| lit.var().index() + 1).max();
        if !self.grow(num_vars.unwrap_or(0)) {
            return;
        }
        let mut lits = Vec::with_capacity(clause.len());
        if !self.simplify_into(clause, &mut lits) {
            return;
        }
        match *lits {
            [] => self.derive_empty(),
            [unit] => self.fix(unit, Id::NONE),
            _ => {
                let glue = glue.min(lits.len() as u32 - 1);
                if self.add_to_arena(&lits, Some(glue), Id::NONE).is_some() {
                    self.stats.imported += 1;
                }
            }
        }
    }
}
