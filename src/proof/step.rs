//! One step of a clausal proof.

use crate::formula::Lit;
use std::fmt;

/// A step of a DRAT proof, displayed as its line in the text format.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Adds a clause, the lemma. Its first literal is the pivot if the clause
    /// is not implied but only keeps the formula satisfiable (RAT).
    Add(Vec<Lit>),
    /// Deletes a clause.
    Delete(Vec<Lit>),
}

impl Step {
    /// Returns the clause that is added or deleted.
    pub fn lits(&self) -> &[Lit] {
        match self {
            Step::Add(lits) | Step::Delete(lits) => lits,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Step::Delete(_) = self {
            f.write_str("d ")?;
        }
        for lit in self.lits() {
            write!(f, "{lit} ")?;
        }
        f.write_str("0")
    }
}
