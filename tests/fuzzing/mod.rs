//! What the fuzzers share: rounds with a seed each, truth tables, formulas.

pub mod formulas;
pub mod pace;
pub mod table;
