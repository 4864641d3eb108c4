//! What the fuzzers share: rounds with a seed each, truth tables, formulas.

pub(crate) mod circuits;
pub(crate) mod formulas;
pub(crate) mod pace;
pub(crate) mod table;
