//! LRAT: a proof format with hints, which justify each step.
//!
//! Every clause has a number, its *id*: the clauses of the formula have 1, 2, …
//! in their order (including repeated clauses and tautologies), the lemmas have
//! any increasing numbers. A lemma has *hints*: the ids of clauses in the order
//! in which unit propagation uses them when the lemma's literals are assumed
//! false. Each makes one more literal true, and the last one is a conflict. A
//! checker follows the hints without any search.
//!
//! If the hints lead to no conflict, the lemma may still be RAT on its first
//! literal. Then for each clause that contains the opposite literal there
//! follow the clause's negated id, and the hints that lead to a conflict when
//! the rest of that clause is assumed false too.
//!
//! # Text
//!
//! One step per line. A lemma is its id, its literals, 0, its hints, 0. A
//! deletion is an id without meaning (by convention that of the last lemma),
//! `d`, the ids of the clauses to delete, 0. For the formula (x₁ ∨ x₂)(x₁ ∨
//! ¬x₂)(¬x₁ ∨ x₂)(¬x₁ ∨ ¬x₂):
//!
//! ```text
//! 5 1 0 1 2 0
//! 5 d 1 2 0
//! 6 0 5 3 4 0
//! ```
//!
//! # Binary
//!
//! A lemma is the byte `a`, the id, the literals, 0, the hints, 0. A deletion
//! is the byte `d`, the ids, 0. All numbers are signed and encoded as in
//! [binary DRAT](super::drat), ids and hints like literals.

mod read;
mod step;
mod writer;

pub use read::{Reader, read};
pub use step::Step;
pub use writer::Writer;
