//! Exchange of learned clauses with other searches.
//!
//! Short clauses of small glue are useful to another search of the same
//! formula, or to a program around this one. An imported clause must follow
//! from the formula; it is treated as a learned clause. It may contain a
//! variable that was eliminated here; then it is dropped.

use crate::cdcl::Solver;
use crate::formula::Lit;
use crate::proof::Id;

/// Number of conflicts between two imports. Chosen by hand: an import returns
/// to level 0, so a smaller number interrupts the search more often.
const INTERVAL: u64 = 1000;

/// The partner that clauses are exchanged with.
pub(crate) trait Sharing: Send {
    /// Receives a learned clause with its glue.
    fn export_clause(&mut self, clause: &[Lit], glue: u32);

    /// Appends the clauses that came in, each with its glue.
    fn import_clauses(&mut self, clauses: &mut Vec<(Vec<Lit>, u32)>);
}

/// The sharing partner, if there is one.
#[derive(Default)]
pub(in crate::cdcl) struct Shares {
    partner: Option<Box<dyn Sharing>>,
    /// Number of conflicts at which the next import is due.
    due: u64,
}

impl Solver {
    /// Starts sharing clauses with `partner`. There must be no observer,
    /// because imported clauses have no derivation in our proof.
    pub(crate) fn share_with(&mut self, partner: Option<Box<dyn Sharing>>) {
        self.shares.partner = partner;
    }

    /// Offers a learned clause to the partner, if there is one.
    #[inline]
    pub(in crate::cdcl) fn export_clause(&mut self, clause: &[Lit], glue: u32) {
        if let Some(partner) = &mut self.shares.partner {
            partner.export_clause(clause, glue);
        }
    }

    /// Returns `true` if clauses are exchanged with a partner.
    pub(in crate::cdcl) fn is_sharing(&self) -> bool {
        self.shares.partner.is_some()
    }

    /// Returns `true` if an import of clauses is due.
    pub(in crate::cdcl) fn sharing(&self) -> bool {
        self.is_sharing() && self.stats.conflicts >= self.shares.due
    }

    /// Imports the clauses that came in.
    pub(in crate::cdcl) fn share(&mut self) {
        self.shares.due = self.stats.conflicts + INTERVAL;
        let Some(mut partner) = self.shares.partner.take() else {
            return;
        };
        self.return_to_root();
        let mut clauses = Vec::new();
        partner.import_clauses(&mut clauses);
        self.shares.partner = Some(partner);
        for (clause, glue) in clauses {
            let is_gone = clause.iter().any(|lit| self.eliminated.has(lit.var()));
            if self.unsatisfiable || self.is_full || is_gone {
                continue;
            }
            self.import_clause(&clause, glue);
        }
    }

    fn import_clause(&mut self, clause: &[Lit], glue: u32) {
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
