//! A total assignment of truth values.

use super::{Lit, Var};
use std::iter::Enumerate;
use std::slice;

/// A truth value for every variable of a formula.
///
/// A model need not satisfy any formula: [`crate::check`] decides that.
///
/// ```
/// use sudosat::formula::{Lit, Model, Var};
///
/// let model = Model::new(vec![true, false]);
/// assert!(model.value(Var::new(0)) && model.is_true(Lit::from_dimacs(-2).unwrap()));
/// assert!(model.lits().map(Lit::to_dimacs).eq([1, -2]));
/// ```
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
    #[inline]
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
    pub fn lits(&self) -> TrueLits<'_> {
        TrueLits(self.values.iter().enumerate())
    }
}

/// Iterator over the true literals of a [`Model`], in the order of their variables.
#[derive(Clone, Debug)]
pub struct TrueLits<'a>(Enumerate<slice::Iter<'a, bool>>);

impl Iterator for TrueLits<'_> {
    type Item = Lit;

    fn next(&mut self) -> Option<Lit> {
        let (index, &value) = self.0.next()?;
        Some(Var::new(index).lit(value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for TrueLits<'_> {}

/// The true literals, as [`Model::lits`] returns them.
impl<'a> IntoIterator for &'a Model {
    type Item = Lit;
    type IntoIter = TrueLits<'a>;

    fn into_iter(self) -> TrueLits<'a> {
        self.lits()
    }
}
