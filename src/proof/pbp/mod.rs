//! VeriPB's proof format, version 3: cutting planes.
//!
//! A formula is read as inequalities: the clause x₁ ∨ ¬x₂ is
//! x₁ + ¬x₂ ≥ 1, where ¬x₂ stands for 1 − x₂. The clauses have the numbers
//! 1, 2, … in the order of the file; each line that adds an inequality gives
//! it the next number. Variable i of DIMACS is `xi`, its negation `~xi`. Every
//! line but the first ends with a semicolon:
//!
//! ```text
//! pseudo-Boolean proof version 3.0
//! f 4;
//! rup 1 x1 >= 1;
//! pol 5 2 +;
//! del id 5;
//! rup >= 1;
//! output NONE;
//! conclusion UNSAT : 7;
//! end pseudo-Boolean proof;
//! ```
//!
//! - `f` says how many clauses the formula has.
//! - `rup` adds an inequality that follows by unit propagation: assuming its
//!   negation, propagation among all inequalities ends in a contradiction.
//! - `pol` adds what an expression in reverse Polish notation gives: numbers
//!   push inequalities, literals push l ≥ 0; `+` adds two, `k *` multiplies,
//!   `k d` divides and rounds up, `s` saturates, `xi w` weakens a variable away.
//! - `red` adds an inequality that a substitution makes redundant; with it
//!   new variables get their meaning.
//! - `del id` deletes by number.
//!
//! The counting of [`crate::cdcl::counting`] is a few `pol` lines here. The
//! at-most-one of m literals comes from its m(m−1)/2 binary clauses by
//! induction: (s−1) times the sum of the first s negations, plus the s clauses
//! with the next literal, divided by s and rounded up (Cook, Coullard, Turán,
//! On the complexity of cutting-plane proofs, 1987). A block then adds all
//! its clauses and all its groups but one.

mod inequality;
mod reader;
mod writer;

pub use inequality::Inequality;
pub use reader::{Claim, Id, Image, Op, Reader, Step};
pub use writer::Writer;
