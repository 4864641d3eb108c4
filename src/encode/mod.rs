//! The reductions to SAT and to exact cover, and every way back.
//!
//! Both reductions have the same 4n⁴ constraints, each an "exactly one of these n²
//! candidates" ([`Constraint`]): a number in each cell, and each number once in
//! each row, column and box. To SAT, candidate `r1c2=3` becomes a variable
//! ([`var`]) and the constraints become [`Family`]s of clauses; an [`Encoding`] is a choice
//! of families. To exact cover, a candidate becomes
//! an option and a constraint an item.
//!
//! Any exact cover becomes a formula ([`cover_to_cnf`]), and any formula an
//! exact cover ([`cnf_to_cover`]).
//!
//! Formulas are written clause by clause into a [`crate::formula::ClauseSink`],
//! in memory that doesn't grow with them, and their [`size`] is known beforehand.
//! A table of [`crate::sudoku::rules`] becomes the clauses of an automaton, or of the sets of digits
//! of a cage without repeats.
//!
//! Cells that clues decide need not become a formula: a [`Residual`] has the other
//! ones, with variables of its own.

mod at_most_one;
mod automaton;
mod axioms;
mod cardinality;
mod clauses;
mod cnf_cover;
mod comments;
mod constraint;
mod cover_axioms;
mod cover_cnf;
mod decode;
#[cfg(feature = "json")]
mod description;
mod digit_sets;
mod encoding;
mod family;
mod formula;
mod instance;
mod layout;
mod length;
mod numbering;
mod puzzle_cover;
mod residual;
mod running;
mod size;
mod states;

pub use at_most_one::AtMostOne;
pub use axioms::Axioms;
pub(crate) use clauses::{forbidden, table};
pub use cnf_cover::{CnfTooLarge, cnf_to_cover, lits_from_options};
pub use comments::comments;
pub use constraint::Constraint;
pub use cover_axioms::{CoverAxioms, Derivation};
pub use cover_cnf::{cover_size, cover_to_cnf, options_from_lits};
pub use decode::{DecodeError, decode, decode_numbered};
#[cfg(feature = "json")]
pub use description::Description;
pub use encoding::{ENCODINGS, Encoding, Inexpressible};
pub use family::Family;
pub use formula::{cnf, first_pair_of_cell, formula, part};
pub use instance::instance;
pub use layout::{ClauseOrder, Layout, Part};
pub use length::{Length, length};
pub use numbering::{Numbering, candidate, var};
pub use puzzle_cover::{
    CoverTemplate, candidate_of_option, cover, cover_while, grid_from_options, options_from_grid,
};
pub use residual::Residual;
pub use size::{FamilySize, FormulaSize, TooManyVars, clauses_by_rule, family_sizes, size};
