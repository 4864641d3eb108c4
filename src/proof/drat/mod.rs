//! DRAT, the proof format of the SAT competitions.
//!
//! A proof is a list of steps. A step adds a clause (a *lemma*) or deletes one.
//! Adding a lemma must keep the formula satisfiable if it is. Either assuming
//! all literals of the lemma false leads to a conflict by unit propagation
//! alone (RUP), or the same holds for its resolvents upon its first literal
//! with each clause that contains the opposite literal (RAT). A formula is
//! refuted when the empty clause can be added in this way.
//!
//! # Text
//!
//! One step per line. A lemma is its literals as DIMACS numbers and a 0. A
//! deletion is the same after `d`. A line that starts with `c` is a comment.
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
//! with DIMACS number l is encoded as 2·|l| + (1 if l is negative), in groups
//! of seven bits, the lowest first; each byte but the last has its high bit
//! set. The proof above takes these nine bytes:
//!
//! ```text
//! 61 02 00  64 02 04 00  61 00
//!  a  1  0   d  1  2  0   a  0
//! ```

mod read;
mod writer;

pub use read::{Reader, read};
pub use writer::Writer;
