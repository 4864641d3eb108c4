//! The DIMACS format of formulas: reading it strictly, writing it as a stream.
//!
//! ```text
//! c a comment
//! p cnf 3 2
//! 1 -3 0
//! 2 3 -1 0
//! ```
//!
//! The header declares the number of variables and of clauses. A clause is its
//! literals (±1 … ±variables) and a final 0; line ends mean no more than blanks.
//! A line whose first visible character is `c` is a comment, of any bytes and
//! any length, also within a clause.
//!
//! # What is accepted and what is not
//!
//! Readers differ in what else they take, and a formula that is misread gets
//! the answer of another formula. So whatever isn't plainly right is refused:
//!
//! - The header must be there, once, before the clauses, and be right: neither
//!   fewer nor more clauses than declared, no literal over the variables. The
//!   counts are never used to reserve memory.
//! - There are at most [`Var::LIMIT`](crate::formula::Var::LIMIT) variables. A clause may have twice as
//!   many literals as there are variables and a million more, and the formula
//!   as many as there is memory for.
//! - Blanks are the space, the tab, and the carriage return before a line feed;
//!   they may stand before and within the header and before a comment's `c`.
//!   A carriage return alone, NUL, vertical tab, form feed, a byte order mark
//!   and the blanks of Unicode are refused.
//! - Numbers are decimal; leading zeros are allowed, `+1` and `-0` are not.
//! - A line `%` ends the formula, as in the files of SATLIB, and is told to the
//!   caller. Only the `0` of those files, blanks and comments may follow.
//! - Extensions (QDIMACS, weighted and incremental CNF, XOR clauses) are other
//!   problems and refused by name.

mod head;
mod read;
mod write;

pub use head::read_with_comments;
pub use read::{read, read_with};
pub use write::{Writer, write};
