//! Delta debugging: the smallest formula with the same fault.
//!
//! Clauses are removed in chunks, from all of them down to single ones; then literals of each
//! clause in the same way; then the variables are numbered anew. This is repeated until
//! nothing more can be removed: the result without any single clause or literal has the fault
//! no longer. A smaller formula with the fault may exist.

use crate::formula::{Cnf, Lit, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A formula that was made smaller.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest formula found.
    pub formula: Cnf,
    /// Number of times that the test was run.
    pub runs: u32,
    /// Set if no clause and no literal can be removed. It is not if the test was stopped or the
    /// limit on its runs reached.
    pub is_minimal: bool,
}

/// Makes a formula smaller as long as `is_same` returns `Some(true)` for it, with at most
/// `limit` runs of `is_same`. `None` stops at once.
///
/// ```
/// use sudosat::formula::Cnf;
/// use sudosat::fuzz::shrink;
///
/// let cnf: Cnf = [&[1, 2][..], &[7, -8, 9], &[-2, 8]].into_iter().collect();
/// // The fault needs a clause of three literals.
/// let small = shrink(&cnf, 1000, |cnf| {
///     Some(cnf.clauses().any(|clause| clause.len() == 3))
/// });
/// assert_eq!((small.formula.num_vars(), small.formula.num_clauses()), (3, 1));
/// ```
pub fn shrink(formula: &Cnf, limit: u32, mut is_same: impl FnMut(&Cnf) -> Option<bool>) -> Shrunk {
    let mut search = Search {
        num_vars: formula.num_vars(),
        clauses: formula.clauses().map(<[Lit]>::to_vec).collect(),
        runs: 0,
        limit,
        failed: FxHashSet::default(),
        is_same: &mut is_same,
    };
    let is_minimal = search.run().is_some();
    Shrunk {
        formula: built(search.num_vars, &search.clauses),
        runs: search.runs,
        is_minimal,
    }
}

fn built(num_vars: usize, clauses: &[Vec<Lit>]) -> Cnf {
    let mut cnf = Cnf::new(num_vars);
    for clause in clauses {
        cnf.add_clause(clause);
    }
    cnf
}

/// The smallest formula so far, and what was tried.
struct Search<'a> {
    num_vars: usize,
    clauses: Vec<Vec<Lit>>,
    runs: u32,
    limit: u32,
    /// Formulas that do not have the fault.
    failed: FxHashSet<(usize, Vec<Vec<Lit>>)>,
    is_same: &'a mut dyn FnMut(&Cnf) -> Option<bool>,
}

impl Search<'_> {
    /// Returns `None` if it was stopped.
    fn run(&mut self) -> Option<()> {
        loop {
            let before = (self.num_vars, self.clauses.clone());
            self.remove_clauses()?;
            self.remove_literals()?;
            self.renumber()?;
            if before == (self.num_vars, self.clauses.clone()) {
                return Some(());
            }
        }
    }

    /// Takes this formula if it has the fault. Returns `None` if the test was stopped.
    fn accept(&mut self, num_vars: usize, clauses: Vec<Vec<Lit>>) -> Option<bool> {
        let key = (num_vars, clauses);
        if self.failed.contains(&key) {
            return Some(false);
        }
        if self.runs == self.limit {
            return None;
        }
        self.runs += 1;
        let is_same = (self.is_same)(&built(num_vars, &key.1))?;
        if is_same {
            (self.num_vars, self.clauses) = key;
        } else {
            self.failed.insert(key);
        }
        Some(is_same)
    }

    fn remove_clauses(&mut self) -> Option<()> {
        let mut chunk = self.clauses.len();
        while chunk > 0 {
            let mut start = 0;
            while start < self.clauses.len() {
                let end = (start + chunk).min(self.clauses.len());
                let mut without = self.clauses.clone();
                without.drain(start..end);
                if !self.accept(self.num_vars, without)? {
                    start = end;
                }
            }
            chunk /= 2;
        }
        Some(())
    }

    fn remove_literals(&mut self) -> Option<()> {
        for number in 0..self.clauses.len() {
            let mut chunk = self.clauses[number].len();
            while chunk > 0 {
                let mut start = 0;
                while start < self.clauses[number].len() {
                    let end = (start + chunk).min(self.clauses[number].len());
                    let mut without = self.clauses.clone();
                    without[number].drain(start..end);
                    if !self.accept(self.num_vars, without)? {
                        start = end;
                    }
                }
                chunk /= 2;
            }
        }
        Some(())
    }

    /// Numbers the variables by their first places and makes the first literal of each positive;
    /// if the fault needs the signs, keeps them; if it needs the order, keeps that, too; if it
    /// needs the numbers, only drops variables beyond the last one used.
    fn renumber(&mut self) -> Option<()> {
        let (mut order, mut firsts) = (Vec::new(), FxHashMap::default());
        for &lit in self.clauses.iter().flatten() {
            firsts.entry(lit.var()).or_insert_with(|| {
                order.push(lit.var());
                lit.is_positive()
            });
        }
        let named = |order: &[Var], flips: bool| {
            let places = order.iter().enumerate();
            let places: FxHashMap<Var, usize> = places.map(|(place, &var)| (var, place)).collect();
            let name = |lit: &Lit| {
                let is_positive = lit.is_positive() == (!flips || firsts[&lit.var()]);
                Var::new(places[&lit.var()]).lit(is_positive)
            };
            let clauses = self.clauses.iter();
            let clauses = clauses.map(|clause| clause.iter().map(name).collect());
            clauses.collect::<Vec<Vec<Lit>>>()
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let used = sorted.last().map_or(0, |var| var.index() + 1);
        let count = order.len();
        let candidates = [
            (count, named(&order, true)),
            (count, named(&order, false)),
            (count, named(&sorted, false)),
            (used, self.clauses.clone()),
        ];
        for (num_vars, clauses) in candidates {
            let is_new = (num_vars, &clauses) != (self.num_vars, &self.clauses);
            if !is_new || self.accept(num_vars, clauses)? {
                break;
            }
        }
        self.lower()
    }

    /// Lowers, by bisection, the number of variables if it is more than the last variable's
    /// number, and else the number of the last variable.
    fn lower(&mut self) -> Option<()> {
        let vars = self.clauses.iter().flatten().map(|lit| lit.var());
        let vars: BTreeSet<Var> = vars.collect();
        let mut last = vars.iter().rev().map(|var| var.index() + 1);
        let (largest, second) = (last.next().unwrap_or(0), last.next().unwrap_or(0));
        let is_unused = self.num_vars > largest;
        // The number below is too low, as far as is known.
        let mut low = if is_unused { largest } else { second };
        while low + 1 < self.num_vars {
            let middle = low + (self.num_vars - low) / 2;
            let mut clauses = self.clauses.clone();
            if !is_unused {
                let highest = Var::new(self.num_vars - 1);
                let lits = clauses.iter_mut().flatten();
                for lit in lits.filter(|lit| lit.var() == highest) {
                    *lit = Var::new(middle - 1).lit(lit.is_positive());
                }
            }
            if !self.accept(middle, clauses)? {
                low = middle;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(cnf: &Cnf) -> Vec<Vec<i32>> {
        let clauses = cnf.clauses();
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        clauses.map(numbers).collect()
    }

    #[test]
    fn what_the_fault_needs_is_left() {
        // A wrong solver: it takes every clause for one of two literals.
        let num_long = |cnf: &Cnf| cnf.clauses().filter(|clause| clause.len() > 2).count();
        for seed in 0..30 {
            let cnf = crate::fuzz::formula(seed);
            if num_long(&cnf) == 0 {
                continue;
            }
            let small = shrink(&cnf, u32::MAX, |cnf| Some(num_long(cnf) > 0));
            assert!(small.is_minimal);
            let found = numbers(&small.formula);
            assert_eq!(
                (found.len(), found[0].len()),
                (1, 3),
                "seed {seed}: {found:?}"
            );
            assert!(small.formula.num_vars() <= 3);
            assert_eq!(found[0][0], 1);
        }
    }

    #[test]
    fn order_numbers_and_signs_are_kept_if_they_matter() {
        let cnf: Cnf = [&[5, -9][..], &[3]].into_iter().collect();
        let has = |cnf: &Cnf, wanted: &[i32]| numbers(cnf).iter().any(|clause| clause == wanted);
        let small = shrink(&cnf, 100, |cnf| Some(has(cnf, &[5, -9])));
        assert_eq!(
            (numbers(&small.formula), small.formula.num_vars()),
            (vec![vec![5, -9]], 9)
        );
        let negative = |cnf: &Cnf| cnf.clauses().flatten().any(|lit| lit.is_negative());
        let small = shrink(&cnf, 100, |cnf| Some(negative(cnf)));
        assert_eq!(numbers(&small.formula), [[-1]]);
        let unused = shrink(&cnf, 100, |cnf| Some(cnf.num_vars() >= 7));
        assert_eq!(unused.formula, Cnf::new(7), "the number of variables alone");
        let high = |cnf: &Cnf| {
            cnf.clauses()
                .flatten()
                .any(|lit| lit.to_dimacs().abs() >= 6)
        };
        let small = shrink(&cnf, 100, |cnf| Some(high(cnf)));
        assert_eq!(numbers(&small.formula), [[-6]]);
    }

    #[test]
    fn a_limit_or_a_stop_leaves_what_was_found() {
        let cnf: Cnf = [&[1, 2][..], &[3, 4], &[5, 6], &[7, 8]]
            .into_iter()
            .collect();
        let stopped = shrink(&cnf, 100, |_| None);
        assert_eq!((stopped.formula, stopped.is_minimal), (cnf.clone(), false));
        let limited = shrink(&cnf, 3, |cnf| Some(cnf.num_clauses() >= 2));
        assert_eq!((limited.runs, limited.is_minimal), (3, false));
        assert_eq!(limited.formula.num_clauses(), 2);
    }
}
