//! A formula in memory, and the trait of everything that accepts clauses.

use super::{Lit, Var};
use std::collections::TryReserveError;
use std::ops::Range;

/// A receiver of clauses: a formula in memory, a DIMACS writer, a solver, a
/// counter.
pub trait ClauseSink {
    /// The error of refusing a clause: [`std::convert::Infallible`] in memory,
    /// an I/O error for a file.
    type Error;

    /// Receives a clause.
    ///
    /// # Errors
    /// If the sink can't take the clause.
    fn clause(&mut self, lits: &[Lit]) -> Result<(), Self::Error>;

    /// Receives the constraint that no two of `lits` are true: the clauses ¬a ∨
    /// ¬b for each pair, in their order.
    ///
    /// By default adds clause by clause; a sink may have a faster way.
    ///
    /// # Errors
    /// If the sink can't take one of the clauses.
    fn no_two(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        for (place, &first) in lits.iter().enumerate() {
            for &second in &lits[place + 1..] {
                self.clause(&[!first, !second])?;
            }
        }
        Ok(())
    }
}

/// A formula in conjunctive normal form.
///
/// All literals are stored in one buffer, clause after clause. Variables are
/// `0..num_vars`, whether or not they occur. Clauses are stored as they were
/// added: in order, with repeated literals, and including tautologies.
///
/// ```
/// use sudosat::formula::{Cnf, Var};
///
/// let mut cnf = Cnf::new(0);
/// let (a, b) = (cnf.new_var(), cnf.new_var());
/// cnf.add_clause(&[a.positive(), b.positive()]);
/// cnf.add_clause(&[a.negative()]);
/// assert_eq!((cnf.num_vars(), cnf.num_clauses(), cnf.num_lits()), (2, 2, 3));
/// assert_eq!(cnf.clause(1), [Var::new(0).negative()]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    num_vars: usize,
    lits: Vec<Lit>,
    /// End of each clause in `lits`.
    ends: Vec<usize>,
}

impl Cnf {
    /// Creates a formula without clauses over `num_vars` variables.
    pub fn new(num_vars: usize) -> Cnf {
        Cnf {
            num_vars,
            ..Cnf::default()
        }
    }

    /// Adds a clause, and its variables to the formula.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.num_vars = self.num_vars.max(lit.var().index() + 1);
        }
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }

    /// Adds a clause as [`Cnf::add_clause`] does, if there is enough memory.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn try_add_clause(&mut self, lits: &[Lit]) -> Result<(), TryReserveError> {
        self.lits.try_reserve(lits.len())?;
        self.ends.try_reserve(1)?;
        self.add_clause(lits);
        Ok(())
    }

    /// Gives back memory that is reserved for more clauses.
    pub(super) fn shrink_to_fit(&mut self) {
        self.lits.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Raises the number of variables to at least `num_vars`.
    pub fn grow_vars(&mut self, num_vars: usize) {
        self.num_vars = self.num_vars.max(num_vars);
    }

    /// Adds a variable that no clause has yet, and returns it.
    ///
    /// # Panics
    /// If there are [`Var::LIMIT`] variables already.
    pub fn new_var(&mut self) -> Var {
        let var = Var::new(self.num_vars);
        self.num_vars += 1;
        var
    }

    /// Returns the number of variables.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// Returns the number of clauses.
    pub fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total number of literals in all clauses.
    pub fn num_lits(&self) -> usize {
        self.lits.len()
    }

    /// Returns the clause with this index, in the order of addition from 0.
    ///
    /// # Panics
    /// If there is no such clause.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.lits[start..self.ends[index]]
    }

    /// Iterates over the clauses in the order in which they were added.
    pub fn clauses(&self) -> Clauses<'_> {
        Clauses {
            cnf: self,
            indices: 0..self.num_clauses(),
        }
    }
}

/// Iterator over the clauses of a [`Cnf`], in its order.
#[derive(Clone, Debug)]
pub struct Clauses<'a> {
    cnf: &'a Cnf,
    indices: Range<usize>,
}

impl<'a> Iterator for Clauses<'a> {
    type Item = &'a [Lit];

    #[inline]
    fn next(&mut self) -> Option<&'a [Lit]> {
        self.indices.next().map(|index| self.cnf.clause(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<&'a [Lit]> {
        self.indices.nth(n).map(|index| self.cnf.clause(index))
    }
}

impl DoubleEndedIterator for Clauses<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.indices.next_back().map(|index| self.cnf.clause(index))
    }
}

impl ExactSizeIterator for Clauses<'_> {}

/// The clauses, as [`Cnf::clauses`] returns them.
impl<'a> IntoIterator for &'a Cnf {
    type Item = &'a [Lit];
    type IntoIter = Clauses<'a>;

    fn into_iter(self) -> Clauses<'a> {
        self.clauses()
    }
}

impl ClauseSink for Cnf {
    type Error = std::convert::Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        self.add_clause(lits);
        Ok(())
    }
}

/// Collects clauses given as DIMACS numbers, for tests and small examples.
///
/// # Panics
/// If a number is 0 or exceeds the limit of variables.
impl<'a> FromIterator<&'a [i32]> for Cnf {
    fn from_iter<I: IntoIterator<Item = &'a [i32]>>(clauses: I) -> Cnf {
        let mut cnf = Cnf::default();
        for clause in clauses {
            let lits: Vec<Lit> = clause
                .iter()
                .map(|&number| Lit::from_dimacs(number).expect("a DIMACS literal"))
                .collect();
            cnf.add_clause(&lits);
        }
        cnf
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let cnf: Cnf = [&[1, -2][..], &[], &[3, 3]].into_iter().collect();
        assert_eq!(
            (cnf.num_vars(), cnf.num_clauses(), cnf.num_lits()),
            (3, 3, 4)
        );
        let numbers: Vec<Vec<i32>> = cnf
            .clauses()
            .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
            .collect();
        assert_eq!(numbers, [vec![1, -2], vec![], vec![3, 3]]);
        let backwards: Vec<usize> = (&cnf).into_iter().rev().map(<[Lit]>::len).collect();
        assert_eq!(backwards, [2, 0, 2]);
        assert_eq!(cnf.clauses().len(), 3);
        assert_eq!(cnf.clauses().nth(2), Some(cnf.clause(2)));
    }
}
