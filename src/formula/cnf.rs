//! A formula held in memory, and anything else that takes clauses.

use super::Lit;
use std::collections::TryReserveError;
use std::ops::Range;

/// Whatever clauses can be poured into: a formula in memory, a DIMACS writer,
/// a solver, a counter.
pub trait ClauseSink {
    /// Why a clause can't be taken: [`std::convert::Infallible`] in memory, an I/O error
    /// for a file.
    type Error;

    /// Takes one clause.
    fn clause(&mut self, lits: &[Lit]) -> Result<(), Self::Error>;

    /// Takes the clauses that let no two of `lits` be true: ¬a ∨ ¬b for each
    /// pair, in their order.
    ///
    /// The same as clause by clause; a sink may have a faster way.
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
/// All literals stand in one buffer, clause after clause. Variables are
/// `0..num_vars`, whether or not they occur. Clauses are kept as they came:
/// in order, with repeated literals and tautologies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    num_vars: usize,
    lits: Vec<Lit>,
    /// Where each clause ends in `lits`.
    ends: Vec<usize>,
}

impl Cnf {
    /// A formula without clauses over `num_vars` variables.
    pub fn new(num_vars: usize) -> Cnf {
        Cnf {
            num_vars,
            ..Cnf::default()
        }
    }

    /// Adds a clause; its variables become the formula's.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.num_vars = self.num_vars.max(lit.var().index() + 1);
        }
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }

    /// Adds a clause as [`Cnf::add_clause`] does, unless there is no memory for it.
    pub fn try_add_clause(&mut self, lits: &[Lit]) -> Result<(), TryReserveError> {
        self.lits.try_reserve(lits.len())?;
        self.ends.try_reserve(1)?;
        self.add_clause(lits);
        Ok(())
    }

    /// Makes the formula have at least this many variables.
    pub fn grow_vars(&mut self, num_vars: usize) {
        self.num_vars = self.num_vars.max(num_vars);
    }

    /// How many variables there are.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// How many clauses there are.
    pub fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    /// How many literals the clauses have in all.
    pub fn num_lits(&self) -> usize {
        self.lits.len()
    }

    /// The clause added as number `index`, from 0.
    ///
    /// # Panics
    /// If there is none.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.lits[start..self.ends[index]]
    }

    /// The clauses in the order in which they were added.
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

/// Collects DIMACS numbers, for tests and small examples.
///
/// # Panics
/// If a number is 0 or over the limit.
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
