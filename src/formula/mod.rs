//! The language of SAT: variables, literals, clauses, formulas and models.
//!
//! A formula in conjunctive normal form is a list of clauses, a clause a list
//! of literals of which at least one must be true, a literal a [`Var`] or its
//! negation. Inside the crate a literal is the code `2·variable + sign`;
//! DIMACS numbers (±1, ±2, …) appear only where text is read or written:
//! formulas in [`dimacs`], what solvers say of them in [`answer`].

pub mod answer;
mod cnf;
pub mod dimacs;
mod lit;
mod model;

pub use cnf::{ClauseSink, Clauses, Cnf};
#[cfg(test)]
pub(crate) use lit::lits;
pub use lit::{Lit, NotALit, Var};
pub use model::{Model, TrueLits};
