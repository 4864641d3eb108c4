//! LRAT: a proof that says why each of its steps is right.
//!
//! Every clause has a number, its *id*: those of the formula 1, 2, … in their
//! order (repeated clauses and tautologies too), the lemmas any numbers that
//! grow. A lemma comes with *hints*, the ids of clauses in the order in which
//! unit propagation uses them when the lemma's literals are assumed false:
//! each makes one more literal true, and the last is a conflict. A checker
//! follows the hints and searches nothing.
//!
//! If no conflict is reached so, the lemma may still be RAT on its first
//! literal: for each clause that has the opposite literal there follow that
//! clause's id, negative, and the hints that lead to a conflict when the rest
//! of that clause is assumed false too.
//!
//! # Text
//!
//! One step a line. A lemma is its id, its literals, 0, its hints, 0; a
//! deletion is an id without meaning (by custom the last lemma's), `d`, the
//! ids of the clauses that are no longer used, 0. For the formula
//! (x₁ ∨ x₂)(x₁ ∨ ¬x₂)(¬x₁ ∨ x₂)(¬x₁ ∨ ¬x₂):
//!
//! ```text
//! 5 1 0 1 2 0
//! 5 d 1 2 0
//! 6 0 5 3 4 0
//! ```
//!
//! # Binary
//!
//! A lemma is the byte `a`, the id, the literals, 0, the hints, 0; a deletion
//! the byte `d`, the ids, 0. All numbers are signed and coded as in
//! [binary DRAT](super::drat), ids and hints like literals.

mod read;
mod step;
mod writer;

pub use read::{Reader, read};
pub use step::Step;
pub use writer::Writer;
