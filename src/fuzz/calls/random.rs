//! Random traces: the clauses of a random formula in parts, with assumptions and odd calls.
//!
//! A formula of one of the families is cut into parts, and the solver solves after each of them,
//! so that the first answers are mostly SATISFIABLE. In a third of the traces each part has a
//! selector: a variable that is assumed to switch the part's clauses on. Assumptions are few,
//! many, or those of the solve before with a change; some are repeated, contradict each other, or
//! are of variables that no clause has. Two thirds of the traces set a callback for learned
//! clauses, and half one that ends some of the solves; both are replaced and removed now and then.

use super::call::{Call, Trace};
use crate::formula::{Lit, Var};
use crate::fuzz::formulas::formula;
use fastrand::Rng;

/// Largest number of calls of `ipasir_solve` in parts of a formula.
const PARTS: usize = 8;

/// Largest number of assumptions of one call of `ipasir_solve`, without selectors.
const ASSUMPTIONS: usize = 30;

/// Returns the trace of this seed, the same on every 64-bit machine.
pub fn trace(seed: u64) -> Trace {
    let mut rng = Rng::with_seed(seed);
    let formula = formula(rng.u64(..));
    let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
    let mut vars: Vec<Var> = clauses.iter().flatten().map(|lit| lit.var()).collect();
    vars.sort_unstable();
    vars.dedup();
    let next = vars.last().map_or(0, |var| var.index() + 1);
    let has_selectors = rng.u32(0..3) == 0;
    let parts = rng.usize(1..=PARTS);
    let mut cuts: Vec<usize> = (1..parts).map(|_| rng.usize(0..=clauses.len())).collect();
    cuts.extend([0, clauses.len()]);
    cuts.sort_unstable();
    let mut draft = Draft {
        rng,
        vars,
        next,
        calls: Vec::new(),
        selectors: Vec::new(),
        assumed: Vec::new(),
    };
    for cut in cuts.windows(2) {
        draft.part(&clauses[cut[0]..cut[1]], has_selectors);
    }
    let Draft { mut rng, calls, .. } = draft;
    Trace::new(with_callbacks(calls, &mut rng))
}

/// Returns the calls with some before the solves that set callbacks.
fn with_callbacks(calls: Vec<Call>, rng: &mut Rng) -> Vec<Call> {
    let (learns, terminates) = (rng.u32(0..3) > 0, rng.bool());
    let mut all = Vec::new();
    // The first call after the last solve.
    let mut first = 0;
    for call in calls {
        if call == Call::Solve {
            let mut more = Vec::new();
            if learns && (first == 0 || rng.u32(0..3) == 0) {
                more.push(Call::Learn(match rng.u32(0..8) {
                    0..2 if first > 0 => None,
                    0..2 => Some(i32::MAX as u32),
                    2..5 => Some(rng.u32(0..100)),
                    _ => Some(rng.u32(0..6)),
                }));
            }
            if terminates && rng.u32(0..3) == 0 {
                more.push(Call::Terminate(match rng.u32(0..6) {
                    0..3 => None,
                    3 => Some(0),
                    4 => Some(rng.u32(0..10)),
                    _ => Some(rng.u32(0..1000)),
                }));
            }
            for call in more {
                let place = rng.usize(first..=all.len());
                all.insert(place, call);
            }
        }
        all.push(call);
        if all.last() == Some(&Call::Solve) {
            first = all.len();
        }
    }
    all
}

/// A trace that is being made.
struct Draft {
    rng: Rng,
    /// The variables of the formula.
    vars: Vec<Var>,
    /// The index of the first variable that has no use yet.
    next: usize,
    calls: Vec<Call>,
    selectors: Vec<Lit>,
    /// The assumptions of the last call of `ipasir_solve`.
    assumed: Vec<Lit>,
}

impl Draft {
    /// Adds a part of the clauses, and solves.
    fn part(&mut self, clauses: &[Vec<Lit>], has_selector: bool) {
        let mut clauses = clauses.to_vec();
        if has_selector {
            let selector = self.unused();
            self.selectors.push(selector);
            clauses.iter_mut().for_each(|clause| clause.push(!selector));
        }
        self.odd_clause(&mut clauses);
        let assumptions = self.assumptions();
        let first = self.calls.len();
        self.calls.extend(clauses.into_iter().map(Call::Add));
        for &lit in &assumptions {
            // An assumption holds for the next call of `ipasir_solve`, wherever it is made.
            let place = match self.rng.bool() {
                true => self.calls.len(),
                false => self.rng.usize(first..=self.calls.len()),
            };
            self.calls.insert(place, Call::Assume(lit));
        }
        self.calls.push(Call::Solve);
        if self.rng.u32(0..10) == 0 {
            // Now without the assumptions.
            self.calls.push(Call::Solve);
        }
        self.assumed = assumptions;
    }

    /// Sometimes adds a unit clause, a tautology, the empty clause, or the negation of the last
    /// assumptions.
    fn odd_clause(&mut self, clauses: &mut Vec<Vec<Lit>>) {
        let lit = self.literal();
        let clause = match self.rng.u32(0..60) {
            0..8 => vec![lit],
            8..10 => vec![lit, self.literal(), !lit],
            10 => Vec::new(),
            11..15 => self.assumed.iter().map(|&lit| !lit).collect(),
            15..18 if !self.selectors.is_empty() => {
                // This part is never needed again, or always.
                let selector = self.selectors[self.rng.usize(0..self.selectors.len())];
                vec![selector.var().lit(self.rng.bool())]
            }
            _ => return,
        };
        let place = self.rng.usize(0..=clauses.len());
        clauses.insert(place, clause);
    }

    fn assumptions(&mut self) -> Vec<Lit> {
        let mut lits: Vec<Lit> = match self.rng.u32(0..12) {
            0..3 => Vec::new(),
            3..7 => self.literals(3),
            7..9 => self.literals(10),
            9 => self.literals(ASSUMPTIONS),
            _ => {
                let mut lits = self.assumed.clone();
                if !lits.is_empty() {
                    let place = self.rng.usize(0..lits.len());
                    match self.rng.bool() {
                        true => lits[place] = !lits[place],
                        false => drop(lits.remove(place)),
                    }
                }
                lits
            }
        };
        for selector in self.selectors.clone() {
            if self.rng.u32(0..4) > 0 {
                lits.push(selector);
            }
        }
        if !lits.is_empty() {
            let lit = lits[self.rng.usize(0..lits.len())];
            match self.rng.u32(0..30) {
                0..3 => lits.push(lit),
                3 => lits.push(!lit),
                _ => {}
            }
        }
        if self.rng.u32(0..12) == 0 {
            let lit = self.unused();
            lits.push(lit);
        }
        lits
    }

    /// Returns up to `most` random literals, of which several may have the same variable.
    fn literals(&mut self, most: usize) -> Vec<Lit> {
        let count = self.rng.usize(1..=most);
        (0..count).map(|_| self.literal()).collect()
    }

    fn literal(&mut self) -> Lit {
        match self.vars.is_empty() {
            true => self.unused(),
            false => {
                let var = self.vars[self.rng.usize(0..self.vars.len())];
                var.lit(self.rng.bool())
            }
        }
    }

    /// Returns a literal of a variable without use so far, sometimes with a gap before it.
    fn unused(&mut self) -> Lit {
        if self.rng.u32(0..4) == 0 {
            self.next += self.rng.usize(1..=10);
        }
        self.next += 1;
        Var::new(self.next - 1).lit(self.rng.bool())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_trace() {
        assert_eq!(trace(5), trace(5));
        let different = (0..200).filter(|&seed| trace(seed) != trace(seed + 1));
        assert!(different.count() > 195);
    }

    /// The assumptions of each call of `ipasir_solve`.
    fn assumed(calls: &[Call]) -> impl Iterator<Item = Vec<Lit>> {
        calls.split(|call| *call == Call::Solve).map(|calls| {
            let lits = calls.iter().filter_map(|call| match call {
                Call::Assume(lit) => Some(*lit),
                _ => None,
            });
            lits.collect()
        })
    }

    #[test]
    fn odd_calls_occur() {
        let traces: Vec<Trace> = (0..1000).map(trace).collect();
        // Traces with some property, of a thousand.
        let count = |property: &dyn Fn(&[Call]) -> bool| {
            let traces = traces.iter();
            traces.filter(|trace| property(trace.calls())).count()
        };
        let solves = |calls: &[Call]| calls.iter().filter(|call| **call == Call::Solve).count();
        assert_eq!(count(&|calls| calls.last() == Some(&Call::Solve)), 1000);
        assert!(count(&|calls| solves(calls) >= 5) >= 300);
        assert!(count(&|calls| calls.contains(&Call::Add(Vec::new()))) >= 20);
        let repeats = |lits: &[Lit]| (1..lits.len()).any(|at| lits[..at].contains(&lits[at]));
        assert!(count(&|calls| assumed(calls).any(|lits| repeats(&lits))) >= 100);
        let contradicts = |lits: &[Lit]| lits.iter().any(|&lit| lits.contains(&!lit));
        assert!(count(&|calls| assumed(calls).any(|lits| contradicts(&lits))) >= 100);
        let tautology = |call: &Call| matches!(call, Call::Add(lits) if contradicts(lits));
        assert!(count(&|calls| calls.iter().any(tautology)) >= 100);
        let forgets = |calls: &[Call]| {
            let lits: Vec<Vec<Lit>> = assumed(calls).collect();
            lits.windows(2)
                .any(|pair| !pair[0].is_empty() && pair[1].is_empty())
        };
        assert!(count(&forgets) >= 200);
        let learns = |call: &Call| matches!(call, Call::Learn(Some(_)));
        let stops = |call: &Call| matches!(call, Call::Terminate(Some(_)));
        for (sets, off) in [
            (&learns as &dyn Fn(&Call) -> bool, Call::Learn(None)),
            (&stops, Call::Terminate(None)),
        ] {
            let num_set = |calls: &[Call]| calls.iter().filter(|call| sets(call)).count();
            assert!((200..800).contains(&count(&|calls| num_set(calls) > 0)));
            assert!(count(&|calls| num_set(calls) > 1) >= 100, "replaced");
            let is_removed = |calls: &[Call]| {
                let mut rest = calls.iter().skip_while(|call| !sets(call));
                let mut rest = rest.by_ref().skip_while(|&call| *call != off);
                rest.any(|call| *call == Call::Solve)
            };
            assert!(count(&is_removed) >= 50);
        }
    }
}
