//! VeriPB's proof format, version 3, which is based on cutting planes.
//!
//! A formula is read as inequalities: the clause x₁ ∨ ¬x₂ is x₁ + ¬x₂ ≥ 1,
//! where ¬x₂ stands for 1 − x₂. The clauses have the numbers 1, 2, … in the
//! order of the file; each line that adds an inequality gives it the next
//! number. Variable i of DIMACS is `xi`, its negation `~xi`. Every line except
//! the first ends with a semicolon:
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
//! - `f` states the number of clauses of the formula.
//! - `rup` adds an inequality that follows by unit propagation: if its negation
//!   is assumed, propagation on all inequalities ends in a contradiction.
//! - `pol` adds the result of an expression in reverse Polish notation: numbers
//!   push inequalities, literals push l ≥ 0; `+` adds two, `k *` multiplies, `k
//!   d` divides and rounds up, `s` saturates, `xi w` weakens a variable away.
//! - `red` adds an inequality that a substitution makes redundant; this is how
//!   new variables are defined.
//! - `dom` adds an inequality that a symmetry makes redundant, after `def_order` and `load_order` have defined an order of
//!   assignments.
//! - `del id` deletes inequalities by number.
//!
//! Numbers below 0 count back from the last inequality, which is −1.
//!
//! A finding of [`crate::cdcl::counting`] takes a few `pol` lines here. The
//! at-most-one constraint of m literals follows from its m(m−1)/2 binary
//! clauses by induction: (s−1) times the sum of the first s negations, plus the
//! s clauses with the next literal, divided by s and rounded up (Cook,
//! Coullard, Turán, On the complexity of cutting-plane proofs, 1987). For a
//! block, all its clauses and all its groups but one are then added.
//!
//! Sums of parities take a few `red` and `pol` lines for each parity, and one
//! `pol` line for each clause that a sum implies.

mod dominance;
mod inequality;
mod lift;
mod parity;
mod reader;
mod writer;

#[cfg(test)]
pub(crate) use dominance::order_of;
pub use inequality::Inequality;
pub use lift::{lift, rup};
pub use reader::{Claim, Id, Image, Op, Reader, Step};
pub use writer::{Writer, state_premises};
