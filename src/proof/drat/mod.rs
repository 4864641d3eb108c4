//! DRAT, the proof format of the SAT competitions.
//!
//! A proof is a list of steps. A step adds a clause (a *lemma*) or deletes
//! one. A lemma must be harmless beside the clauses present: either assuming
//! all its literals false leads to a conflict by unit propagation alone
//! (RUP), or the same holds after resolving it upon its first literal with
//! each clause that has the opposite one (RAT). A formula is refuted when the
//! empty clause can be added so.
//!
//! # Text
//!
//! One step a line. A lemma is its literals as DIMACS numbers and then 0; a
//! deletion is the same after `d`; a line that starts with `c` is a comment.
//! For the formula (x₁ ∨ x₂)(x₁ ∨ ¬x₂)(¬x₁ ∨ x₂)(¬x₁ ∨ ¬x₂):
//!
//! ```text
//! 1 0
//! d 1 2 0
//! 0
//! ```
//!
//! # Binary
//!
//! A step is the byte `a` or `d`, its literals, and the byte 0. The literal
//! with DIMACS number l is the number 2·|l| + (1 if l is negative), in groups
//! of seven bits from the lowest, each byte but the last with its high bit
//! set. The proof above is these nine bytes:
//!
//! ```text
//! 61 02 00  64 02 04 00  61 00
//!  a  1  0   d  1  2  0   a  0
//! ```

mod read;
mod writer;

pub use read::{Reader, read};
pub use writer::Writer;
