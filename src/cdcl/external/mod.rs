//! A propagator outside the clauses: IPASIR-UP.
//!
//! A caller's [`Propagator`] takes part in the search. It is told the
//! assignments of the variables that it observes, implies literals, adds
//! clauses, decides, and accepts or rejects each model (Fazekas, Niemetz,
//! Preiner, Kirchweger, Szeider, Biere, "IPASIR-UP: User Propagators for CDCL",
//! SAT 2023; the same authors, "Satisfiability Modulo User Propagators", JAIR
//! 81, 2024).
//!
//! The search consults the propagator after each propagation without a
//! conflict, before it runs techniques or decides, and when the trail is a
//! model. Whatever the propagator implies or adds becomes a clause, so conflict
//! analysis, cores and proofs need no code for it. Techniques that propagate
//! decisions of their own do not consult it. Observed variables stay: they are
//! neither eliminated nor substituted.
//!
//! | file | what it holds |
//! |---|---|
//! | `propagator` | the trait, and the clauses that a propagator adds |
//! | `connection` | the propagator, its observed variables, and what it was told |
//! | `connect` | connecting and disconnecting, observing |
//! | `consult` | where the search calls the propagator |
//! | `lemma` | adding a clause under any trail |
//! | `constraints` | sums of literals and long exclusive ors, as a propagator |

mod connect;
pub(super) mod connection;
pub(super) mod constraints;
mod consult;
mod lemma;
pub(super) mod propagator;
