//! The trusted base: readers and checkers that are small enough to be believed.
//!
//! Every other check of this crate uses its readers, tables and limits. The modules here use
//! `core`, `alloc` and each other, and nothing else: whoever reads them has read everything that an
//! accepted model, proof or cover depends on. They are written from the definitions of the formats
//! for a reader who compares them line by line, so they do the obvious thing with ordered maps, and
//! are several times slower than [`check`](crate::check).
//!
//! | module | reads | accepts |
//! |---|---|---|
//! | [`dimacs`] | a formula | |
//! | [`model()`] | a solver's answer | if each clause has a literal of the answer |
//! | [`lrat()`] | LRAT in text or binary | if each lemma follows by its hints, up to the empty clause |
//! | [`opb()`] | pseudo-Boolean constraints | |
//! | [`veripb()`] | VeriPB 3.0: `f`, `pol`, `rup`, `red`, `del` | if each inequality follows or does no harm, up to a contradiction |
//! | [`exact_cover`] | an exact-cover problem in Knuth's text form | |
//! | [`cover()`] | its solutions | if each is an exact cover |
//! | [`count()`] | a certificate of their number | if it has each of them once, and the number is right |
//!
//! Where a format leaves a choice, the stricter reading is taken. `tests/trusted.rs`
//! compares the verdicts with those of [`check`](crate::check), and VeriPB proofs with those of
//! the program `veripb`; docs/RELIABILITY.md says where they differ.

#![forbid(unsafe_code)]

mod count;
mod cover;
mod dimacs;
mod inequality;
mod lrat;
mod model;
mod opb;
mod propagation;
mod text;
mod veripb;

pub use count::count;
pub use cover::{Problem, cover, exact_cover};
pub use dimacs::{Formula, dimacs};
pub use lrat::lrat;
pub use model::model;
pub use opb::{Premises, opb};
pub use veripb::veripb;

use alloc::string::String;
use core::fmt;

/// The reason why an input is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: Kind,
    /// Its place in the input: the number of bytes before it.
    pub offset: usize,
    /// The message: the word that was found, and the form that was expected.
    pub message: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input does not have the form that its format prescribes.
    Malformed,
    /// The input has the right form, but what it claims was not shown.
    Wrong,
    /// The caller stopped the check.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Fault {}
