//! Delta debugging: the smallest formula, or sequence of calls, with the same fault.
//!
//! Clauses or calls are removed in chunks, from all of them down to single ones; then literals of
//! each clause in the same way; then the variables are numbered anew. This is repeated until
//! nothing more can be removed: the result without any single clause, call or literal has the
//! fault no longer. A smaller one with the fault may exist.

use super::calls::{Call, Trace};
use crate::formula::{Cnf, Lit, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::hash::Hash;
use std::slice;

/// A case that was made smaller: a formula or a trace.
#[derive(Clone, Debug)]
pub struct Shrunk<T> {
    /// The smallest case found.
    pub case: T,
    /// Number of times that the test was run.
    pub runs: u32,
    /// Set if no clause, call or literal can be removed. It is not if the test was stopped or the
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
/// assert_eq!((small.case.num_vars(), small.case.num_clauses()), (3, 1));
/// ```
pub fn shrink(
    formula: &Cnf,
    limit: u32,
    mut is_same: impl FnMut(&Cnf) -> Option<bool>,
) -> Shrunk<Cnf> {
    let clauses = formula.clauses().map(<[Lit]>::to_vec).collect();
    let mut search = Search::new(formula.num_vars(), clauses, limit);
    let is_minimal = search.run(&mut |num_vars, clauses| is_same(&built(num_vars, clauses)));
    Shrunk {
        case: built(search.num_vars, &search.parts),
        runs: search.runs,
        is_minimal: is_minimal.is_some(),
    }
}

/// Makes a trace smaller, as [`shrink`] does for a formula. The calls keep their order.
///
/// ```
/// use sudosat::fuzz::{Trace, shrink_trace};
///
/// let trace = Trace::read("add 5 -7 0\nassume 7\nsolve\nsolve\n", "-").unwrap();
/// // The fault needs an assumption before a call of `ipasir_solve`.
/// let small = shrink_trace(&trace, 1000, |trace| {
///     let text = trace.to_string();
///     Some(text.contains("assume") && text.ends_with("solve\n"))
/// });
/// assert_eq!(small.case.to_string(), "assume 1\nsolve\n");
/// ```
pub fn shrink_trace(
    trace: &Trace,
    limit: u32,
    mut is_same: impl FnMut(&Trace) -> Option<bool>,
) -> Shrunk<Trace> {
    let calls = trace.calls().to_vec();
    let largest = trace.variables().last().map_or(0, |var| var.index() + 1);
    let mut search = Search::new(largest, calls, limit);
    let is_minimal = search.run(&mut |_, calls| is_same(&Trace::new(calls.to_vec())));
    Shrunk {
        case: Trace::new(search.parts),
        runs: search.runs,
        is_minimal: is_minimal.is_some(),
    }
}

fn built(num_vars: usize, clauses: &[Vec<Lit>]) -> Cnf {
    let mut cnf = Cnf::new(num_vars);
    for clause in clauses {
        cnf.add_clause(clause);
    }
    cnf
}

/// A clause or a call: the unit that is removed from a case.
trait Part: Clone + Eq + Hash {
    /// Returns the literals.
    fn lits(&self) -> &[Lit];

    /// Returns the literals, to be renamed.
    fn lits_mut(&mut self) -> &mut [Lit];

    /// Returns the literals that can be removed alone, if there are such.
    fn clause(&mut self) -> Option<&mut Vec<Lit>>;
}

impl Part for Vec<Lit> {
    fn lits(&self) -> &[Lit] {
        self
    }

    fn lits_mut(&mut self) -> &mut [Lit] {
        self
    }

    fn clause(&mut self) -> Option<&mut Vec<Lit>> {
        Some(self)
    }
}

impl Part for Call {
    fn lits(&self) -> &[Lit] {
        Call::lits(self)
    }

    fn lits_mut(&mut self) -> &mut [Lit] {
        match self {
            Call::Add(clause) => clause,
            Call::Assume(lit) => slice::from_mut(lit),
            Call::Solve | Call::Learn(_) | Call::Terminate(_) => &mut [],
        }
    }

    fn clause(&mut self) -> Option<&mut Vec<Lit>> {
        match self {
            Call::Add(clause) => Some(clause),
            Call::Assume(_) | Call::Solve | Call::Learn(_) | Call::Terminate(_) => None,
        }
    }
}

/// The test of a case: its number of variables, and its parts.
type Test<'a, P> = &'a mut dyn FnMut(usize, &[P]) -> Option<bool>;

/// The smallest case so far, and what was tried.
struct Search<P> {
    num_vars: usize,
    parts: Vec<P>,
    runs: u32,
    limit: u32,
    /// Cases that do not have the fault.
    failed: FxHashSet<(usize, Vec<P>)>,
}

impl<P: Part> Search<P> {
    fn new(num_vars: usize, parts: Vec<P>, limit: u32) -> Search<P> {
        Search {
            num_vars,
            parts,
            runs: 0,
            limit,
            failed: FxHashSet::default(),
        }
    }

    /// Returns `None` if it was stopped.
    fn run(&mut self, test: Test<P>) -> Option<()> {
        loop {
            let before = (self.num_vars, self.parts.clone());
            self.remove_parts(test)?;
            self.remove_literals(test)?;
            self.renumber(test)?;
            if before == (self.num_vars, self.parts.clone()) {
                return Some(());
            }
        }
    }

    /// Takes this case if it has the fault. Returns `None` if the test was stopped.
    fn accept(&mut self, num_vars: usize, parts: Vec<P>, test: Test<P>) -> Option<bool> {
        let key = (num_vars, parts);
        if self.failed.contains(&key) {
            return Some(false);
        }
        if self.runs == self.limit {
            return None;
        }
        self.runs += 1;
        let is_same = test(num_vars, &key.1)?;
        if is_same {
            (self.num_vars, self.parts) = key;
        } else {
            self.failed.insert(key);
        }
        Some(is_same)
    }

    fn remove_parts(&mut self, test: Test<P>) -> Option<()> {
        let mut chunk = self.parts.len();
        while chunk > 0 {
            let mut start = 0;
            while start < self.parts.len() {
                let end = (start + chunk).min(self.parts.len());
                let mut without = self.parts.clone();
                without.drain(start..end);
                if !self.accept(self.num_vars, without, test)? {
                    start = end;
                }
            }
            chunk /= 2;
        }
        Some(())
    }

    fn remove_literals(&mut self, test: Test<P>) -> Option<()> {
        for number in 0..self.parts.len() {
            let removable = |part: &mut P| part.clause().map_or(0, |clause| clause.len());
            let mut chunk = removable(&mut self.parts[number]);
            while chunk > 0 {
                let (mut start, mut length) = (0, removable(&mut self.parts[number]));
                while start < length {
                    let end = (start + chunk).min(length);
                    let mut without = self.parts.clone();
                    if let Some(clause) = without[number].clause() {
                        clause.drain(start..end);
                    }
                    if self.accept(self.num_vars, without, test)? {
                        length = removable(&mut self.parts[number]);
                    } else {
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
    fn renumber(&mut self, test: Test<P>) -> Option<()> {
        let (mut order, mut firsts) = (Vec::new(), FxHashMap::default());
        for &lit in self.parts.iter().flat_map(Part::lits) {
            firsts.entry(lit.var()).or_insert_with(|| {
                order.push(lit.var());
                lit.is_positive()
            });
        }
        let named = |order: &[Var], flips: bool| {
            let places = order.iter().enumerate();
            let places: FxHashMap<Var, usize> = places.map(|(place, &var)| (var, place)).collect();
            let mut parts = self.parts.clone();
            for lit in parts.iter_mut().flat_map(Part::lits_mut) {
                let is_positive = lit.is_positive() == (!flips || firsts[&lit.var()]);
                *lit = Var::new(places[&lit.var()]).lit(is_positive);
            }
            parts
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let used = sorted.last().map_or(0, |var| var.index() + 1);
        let count = order.len();
        let candidates = [
            (count, named(&order, true)),
            (count, named(&order, false)),
            (count, named(&sorted, false)),
            (used, self.parts.clone()),
        ];
        for (num_vars, parts) in candidates {
            let is_new = (num_vars, &parts) != (self.num_vars, &self.parts);
            if !is_new || self.accept(num_vars, parts, test)? {
                break;
            }
        }
        self.lower(test)
    }

    /// Lowers, by bisection, the number of variables if it is more than the last variable's
    /// number, and else the number of the last variable.
    fn lower(&mut self, test: Test<P>) -> Option<()> {
        let vars = self.parts.iter().flat_map(Part::lits).map(|lit| lit.var());
        let vars: BTreeSet<Var> = vars.collect();
        let mut last = vars.iter().rev().map(|var| var.index() + 1);
        let (largest, second) = (last.next().unwrap_or(0), last.next().unwrap_or(0));
        let is_unused = self.num_vars > largest;
        // The number below is too low, as far as is known.
        let mut low = if is_unused { largest } else { second };
        while low + 1 < self.num_vars {
            let middle = low + (self.num_vars - low) / 2;
            let mut parts = self.parts.clone();
            if !is_unused {
                let highest = Var::new(self.num_vars - 1);
                let lits = parts.iter_mut().flat_map(Part::lits_mut);
                for lit in lits.filter(|lit| lit.var() == highest) {
                    *lit = Var::new(middle - 1).lit(lit.is_positive());
                }
            }
            if !self.accept(middle, parts, test)? {
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
            let found = numbers(&small.case);
            assert_eq!(
                (found.len(), found[0].len()),
                (1, 3),
                "seed {seed}: {found:?}"
            );
            assert!(small.case.num_vars() <= 3);
            assert_eq!(found[0][0], 1);
        }
    }

    #[test]
    fn order_numbers_and_signs_are_kept_if_they_matter() {
        let cnf: Cnf = [&[5, -9][..], &[3]].into_iter().collect();
        let has = |cnf: &Cnf, wanted: &[i32]| numbers(cnf).iter().any(|clause| clause == wanted);
        let small = shrink(&cnf, 100, |cnf| Some(has(cnf, &[5, -9])));
        assert_eq!(
            (numbers(&small.case), small.case.num_vars()),
            (vec![vec![5, -9]], 9)
        );
        let negative = |cnf: &Cnf| cnf.clauses().flatten().any(|lit| lit.is_negative());
        let small = shrink(&cnf, 100, |cnf| Some(negative(cnf)));
        assert_eq!(numbers(&small.case), [[-1]]);
        let unused = shrink(&cnf, 100, |cnf| Some(cnf.num_vars() >= 7));
        assert_eq!(unused.case, Cnf::new(7), "the number of variables alone");
        let high = |cnf: &Cnf| {
            cnf.clauses()
                .flatten()
                .any(|lit| lit.to_dimacs().abs() >= 6)
        };
        let small = shrink(&cnf, 100, |cnf| Some(high(cnf)));
        assert_eq!(numbers(&small.case), [[-6]]);
    }

    #[test]
    fn a_limit_or_a_stop_leaves_what_was_found() {
        let cnf: Cnf = [&[1, 2][..], &[3, 4], &[5, 6], &[7, 8]]
            .into_iter()
            .collect();
        let stopped = shrink(&cnf, 100, |_| None);
        assert_eq!((stopped.case, stopped.is_minimal), (cnf.clone(), false));
        let limited = shrink(&cnf, 3, |cnf| Some(cnf.num_clauses() >= 2));
        assert_eq!((limited.runs, limited.is_minimal), (3, false));
        assert_eq!(limited.case.num_clauses(), 2);
    }
}
