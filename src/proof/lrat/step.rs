//! One step of an LRAT proof.

use super::super::binary::{push_lit, push_signed};
use crate::formula::Lit;
use std::fmt;

/// A step of an LRAT proof, displayed as its line in the text format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Adds a clause.
    Add {
        /// Id of the clause, from 1.
        id: u64,
        /// Literals of the clause; the first one is the pivot of a RAT lemma.
        lits: Vec<Lit>,
        /// Ids of clauses, negative for RAT candidates, never 0.
        hints: Vec<i64>,
    },
    /// Deletes clauses.
    Delete {
        /// Ids of the clauses, from 1.
        ids: Vec<u64>,
    },
}

impl Step {
    /// Appends the step in the binary format.
    pub fn write_binary(&self, bytes: &mut Vec<u8>) {
        match self {
            Step::Add { id, lits, hints } => {
                bytes.push(b'a');
                push_signed(bytes, *id as i64);
                lits.iter().for_each(|&lit| push_lit(bytes, lit));
                bytes.push(0);
                hints.iter().for_each(|&hint| push_signed(bytes, hint));
            }
            Step::Delete { ids } => {
                bytes.push(b'd');
                ids.iter().for_each(|&id| push_signed(bytes, id as i64));
            }
        }
        bytes.push(0);
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Add { id, lits, hints } => {
                write!(f, "{id} ")?;
                lits.iter().try_for_each(|lit| write!(f, "{lit} "))?;
                f.write_str("0 ")?;
                hints.iter().try_for_each(|hint| write!(f, "{hint} "))?;
            }
            Step::Delete { ids } => {
                // The id of a deletion has no meaning.
                f.write_str("1 d ")?;
                ids.iter().try_for_each(|id| write!(f, "{id} "))?;
            }
        }
        f.write_str("0")
    }
}
