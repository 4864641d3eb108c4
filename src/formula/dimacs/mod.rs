//! The DIMACS format of formulas: a strict reader and a streaming writer.
//!
//! ```text
//! c a comment
//! p cnf 3 2
//! 1 -3 0
//! 2 3 -1 0
//! ```
//!
//! The header declares the numbers of variables and clauses. A clause is its
//! literals (±1 … ±variables) and a final 0; line ends are treated as blanks. A
//! line whose first visible character is `c` is a comment, of any bytes and any
//! length, even within a clause.
//!
//! # What is accepted
//!
//! Readers differ in the extensions they accept, and a misread formula gets the
//! answer of another formula. So everything that is not plainly correct is
//! refused:
//!
//! - There must be exactly one header, before the clauses, and it must be
//!   correct: the declared number of clauses, and no literal over the number of
//!   variables. The declared numbers are never used to reserve memory.
//! - There are at most [`Var::LIMIT`](crate::formula::Var::LIMIT) variables. The
//!   number of literals is limited only by memory. A clause of more literals than two for each
//!   variable plus a million repeats some: it is kept without repetitions, and sorted.
//! - Blanks are the space, the tab, and the carriage return before a line feed.
//!   They may precede the header and a comment's `c`, and separate the words of
//!   the header. A carriage return alone, NUL, vertical tab, form feed, a byte
//!   order mark and Unicode blanks are refused.
//! - Numbers are decimal; leading zeros are allowed, `+1` and `-0` are not.
//! - A line `%` ends the formula, as in the files of SATLIB; the caller gets a
//!   warning. Only the `0` of those files, blanks and comments may follow.
//! - Extensions (QDIMACS, weighted and incremental CNF, XOR clauses) are other
//!   problems; they are refused, and the message names them. [`read_with_cubes`] reads one
//!   of them: the header `p inccnf`, clauses, and lines `a LITERALS 0` after them.
//!
//! # What is accepted on request
//!
//! Other solvers accept more. [`Reading::Relaxed`] accepts those deviations that have one
//! meaning; the caller gets a warning for each kind, with the first place and the number:
//!
//! - no header; then the variables and clauses are counted;
//! - a header with a wrong number of clauses or a too small number of variables;
//! - a last clause without its 0, where the file ends;
//! - a comment after literals in the same line;
//! - a plus sign before a digit;
//! - a byte order mark of UTF-8.
//!
//! `-0`, which some solvers read as the end of a clause, a second or a late header, further numbers in the
//! header and unknown control characters stay errors.

mod head;
mod read;
mod relaxed;
mod write;

pub use head::read_with_comments;
pub use read::{WithCubes, read, read_with, read_with_cubes};
pub use relaxed::Reading;
pub use write::{Writer, write, write_with_cubes};
