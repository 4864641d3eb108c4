//! A total assignment of truth values.

use super::{Lit, Var};

/// A truth value for every variable of a formula.
///
/// Says nothing about whether the formula holds: that is for
/// [`crate::check`] to find out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// The model in which variable i has the i-th value.
    pub fn new(values: Vec<bool>) -> Model {
        Model { values }
    }

    /// How many variables have a value.
    pub fn num_vars(&self) -> usize {
        self.values.len()
    }

    /// The variable's value.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn value(&self, var: Var) -> bool {
        self.values[var.index()]
    }

    /// Whether the literal is true.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit.var()) == lit.is_positive()
    }

    /// The true literals, in the order of their variables.
    pub fn lits(&self) -> impl ExactSizeIterator<Item = Lit> + '_ {
        self.values
            .iter()
            .enumerate()
            .map(|(index, &value)| Var::new(index).lit(value))
    }
}
