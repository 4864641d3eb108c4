//! The language of SAT: variables, literals, clauses, formulas and models.
//!
//! A formula in conjunctive normal form is a list of clauses. A clause is a
//! list of literals, at least one of which must be true. A literal is a [`Var`]
//! or its negation. Inside the crate a literal is the code `2·variable + sign`;
//! DIMACS numbers (±1, ±2, …) are used only in text: formulas in [`dimacs`],
//! solvers' answers in [`answer`].

pub mod answer;
mod cnf;
pub mod dimacs;
mod lit;
mod model;
#[cfg(feature = "json")]
mod serde;

pub use cnf::{ClauseSink, Clauses, Cnf};
#[cfg(test)]
pub(crate) use lit::lits;
pub use lit::{Lit, NotALit, Var};
pub use model::{Model, TrueLits};
