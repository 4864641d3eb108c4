//! Parity reasoning: what a formula implies about odd and even numbers.
//!
//! A parity, that is an exclusive or of k variables, is stated by 2ᵏ⁻¹ clauses.
//! Gaussian elimination refutes a contradictory system of them, or finds all
//! literals and equivalences that it implies, in polynomial time, where
//! resolution may need exponentially many steps (Urquhart, "Hard Examples for
//! Resolution", JACM 1987; Soos, Nohl, Castelluccia, "Extending SAT Solvers to
//! Cryptographic Problems", SAT 2009; Han and Jiang, "When Boolean
//! Satisfiability Meets Gaussian Elimination in a Simplex Way", CAV 2012).
//!
//! - `find`: the parities that clauses state;
//! - `system`: sparse and dense elimination, and what follows from a system;
//! - `prove`: the report to the observer: each result is a sum of parities;
//! - `add`: when this runs, and the use of the results.

mod add;
mod find;
mod prove;
mod system;

pub(super) use add::News;
pub(super) use find::WIDEST;
