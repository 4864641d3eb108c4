//! A total assignment of truth values.

use super::{Lit, Var};

/// A truth value for every variable of a formula.
///
/// A model need not satisfy any formula: [`crate::check`] decides that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// Creates the model in which variable i has the i-th value.
    pub fn new(values: Vec<bool>) -> Model {
        Model { values }
    }

    /// Returns the number of variables.
    pub fn num_vars(&self) -> usize {
        self.values.len()
    }

    /// Returns the variable's value.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn value(&self, var: Var) -> bool {
        self.values[var.index()]
    }

    /// Returns `true` if the literal is true.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit.var()) == lit.is_positive()
    }

    /// Iterates over the true literals in the order of their variables.
    pub fn lits(&self) -> impl ExactSizeIterator<Item = Lit> + '_ {
        self.values
            .iter()
            .enumerate()
            .map(|(index, &value)| Var::new(index).lit(value))
    }
}
