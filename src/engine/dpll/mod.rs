//! DPLL, the stage between backtracking and clause learning: unit propagation, and
//! from a conflict back to the last decision, whose opposite is tried next (Davis,
//! Logemann and Loveland, "A machine program for theorem-proving", 1962).
//!
//! ```text
//! loop:
//!   propagate: a clause with one literal left implies it
//!   a clause without a true or open literal is a conflict:
//!     undo up to the last decision that was tried one way only, and try the other
//!     way; if there is none, the formula is unsatisfiable
//!   otherwise decide the first open variable, true first
//! ```
//!
//! Nothing is learned, so the same conflict comes back below every other decision.
//! Beside that it decides as plain `cdcl` does in `explain`, so that a comparison
//! shows what learning and backjumping are worth. Pure literals are not used.
//!
//! Propagation watches two literals of each clause that are not false, if it has
//! them; backtracking need not change the watches.

#[cfg(feature = "engines")]
mod session;

#[cfg(feature = "engines")]
pub(super) use session::{Dpll as Factory, NAME};

use crate::budget::{Budget, Stop};
use crate::formula::Lit;

/// Number of decisions and conflicts between two checks of the budget's clock.
const WORK_PER_CHECK: u64 = 256;

/// A receiver of the steps of a search.
pub trait Watcher: Send {
    /// A literal was decided, which opened `level`.
    fn decided(&mut self, lit: Lit, level: usize);

    /// Every other literal of `clause` is false, so `lit` is true.
    fn implied(&mut self, lit: Lit, clause: &[Lit], level: usize);

    /// Every literal of `clause` is false.
    fn conflict(&mut self, clause: &[Lit], level: usize);

    /// The decision of `level` was undone with all that came after it, and its
    /// opposite `lit` is tried.
    fn flipped(&mut self, lit: Lit, level: usize);
}

/// Numbers of steps that a search has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DpllStats {
    /// Clauses found false.
    pub conflicts: u64,
    /// Literals decided.
    pub decisions: u64,
    /// Decisions whose opposite was tried.
    pub flips: u64,
    /// Literals implied by clauses.
    pub propagations: u64,
}

/// A decision on the current path.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The number of literals on the trail before it.
    start: usize,
    /// Set if the opposite of the decision is tried.
    is_flipped: bool,
}

/// A search for a model.
pub struct Dpll {
    /// The clauses without repeated literals; the first two are watched.
    clauses: Vec<Vec<Lit>>,
    /// For each literal, by its code, the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// The clauses of fewer than two literals.
    short: Vec<usize>,
    /// For each variable, its value if it has one.
    values: Vec<Option<bool>>,
    /// The true literals in the order in which they became true.
    trail: Vec<Lit>,
    /// Number of literals of the trail that were propagated.
    propagated: usize,
    levels: Vec<Level>,
    /// Literals that are decided before all others, in this order.
    first: Vec<Lit>,
    stats: DpllStats,
    watcher: Option<Box<dyn Watcher>>,
}

impl std::fmt::Debug for Dpll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dpll")
            .field("clauses", &self.clauses.len())
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Dpll {
    /// Creates a search without clauses.
    pub fn new(num_vars: usize) -> Dpll {
        Dpll {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * num_vars],
            short: Vec::new(),
            values: vec![None; num_vars],
            trail: Vec::new(),
            propagated: 0,
            levels: Vec::new(),
            first: Vec::new(),
            stats: DpllStats::default(),
            watcher: None,
        }
    }

    /// Returns the search with a receiver of its steps.
    #[must_use]
    pub fn with_watcher(mut self, watcher: Box<dyn Watcher>) -> Dpll {
        self.watcher = Some(watcher);
        self
    }

    /// Returns the search with literals that it decides before all others, in their order, where
    /// they are open. Their opposites are tried, too. The search must have their variables.
    #[must_use]
    pub fn with_first(mut self, first: &[Lit]) -> Dpll {
        self.first = first.to_vec();
        self
    }

    /// Adds a clause; it may bring new variables. The next search starts anew.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.undo(0);
        let vars = clause.iter().map(|lit| lit.var().index() + 1).max();
        if let Some(vars) = vars.filter(|&vars| vars > self.values.len()) {
            self.values.resize(vars, None);
            self.watches.resize_with(2 * vars, Vec::new);
        }
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_tautology {
            return;
        }
        let number = self.clauses.len();
        match lits[..] {
            [first, second, ..] => {
                self.watches[first.code()].push(number);
                self.watches[second.code()].push(number);
            }
            _ => self.short.push(number),
        }
        self.clauses.push(lits);
    }

    /// Returns the numbers of steps of all searches so far.
    pub fn stats(&self) -> DpllStats {
        self.stats
    }

    /// Returns the model, after a search that found one: a literal of each variable.
    pub fn model(&self) -> &[Lit] {
        &self.trail
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|value| value == lit.is_positive())
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.var().index()] = Some(lit.is_positive());
        self.trail.push(lit);
    }

    fn imply(&mut self, lit: Lit, clause: usize) {
        self.assign(lit);
        self.stats.propagations += 1;
        if let Some(watcher) = &mut self.watcher {
            watcher.implied(lit, &self.clauses[clause], self.levels.len());
        }
    }

    /// Removes the literals of the trail from place `start` on, and their levels.
    fn undo(&mut self, start: usize) {
        for lit in self.trail.drain(start..) {
            self.values[lit.var().index()] = None;
        }
        self.levels.retain(|level| level.start < start);
        self.propagated = start;
    }

    /// Searches for a model from the beginning. Returns `true` if there is one.
    ///
    /// # Errors
    /// The reason, if the budget ended before an answer.
    pub fn solve(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.undo(0);
        for place in 0..self.short.len() {
            let clause = self.short[place];
            let unit = self.clauses[clause].first().copied();
            match unit.map(|lit| (lit, self.value(lit))) {
                Some((_, Some(true))) => {}
                Some((lit, None)) => self.imply(lit, clause),
                Some((_, Some(false))) | None => {
                    self.conflict(clause);
                    return Ok(false);
                }
            }
        }
        // Variables before this one are assigned.
        let mut next = 0;
        for work in 0.. {
            if work % WORK_PER_CHECK == 0
                && let Some(stop) = budget.exhausted(self.stats.conflicts)
            {
                return Err(stop);
            }
            if let Some(clause) = self.propagate() {
                self.conflict(clause);
                match self.flip() {
                    // Variables before that of a literal of `first` may be open.
                    Some(_) if !self.first.is_empty() => next = 0,
                    Some(lit) => next = lit.var().index() + 1,
                    None => return Ok(false),
                }
                continue;
            }
            let asked = self.first.iter().find(|&&lit| self.value(lit).is_none());
            if let Some(&lit) = asked {
                self.decide(lit);
                continue;
            }
            let open = self.values[next..].iter().position(Option::is_none);
            let Some(open) = open.map(|place| next + place) else {
                break;
            };
            next = open + 1;
            self.decide(crate::formula::Var::new(open).positive());
        }
        Ok(true)
    }

    fn conflict(&mut self, clause: usize) {
        self.stats.conflicts += 1;
        if let Some(watcher) = &mut self.watcher {
            watcher.conflict(&self.clauses[clause], self.levels.len());
        }
    }

    fn decide(&mut self, lit: Lit) {
        self.stats.decisions += 1;
        self.levels.push(Level {
            start: self.trail.len(),
            is_flipped: false,
        });
        self.assign(lit);
        if let Some(watcher) = &mut self.watcher {
            watcher.decided(lit, self.levels.len());
        }
    }

    /// Returns to the last decision tried one way only, tries the other way, and returns
    /// its literal; `None` if there is no such decision.
    fn flip(&mut self) -> Option<Lit> {
        let level = self.levels.iter().rposition(|level| !level.is_flipped)?;
        let start = self.levels[level].start;
        let lit = !self.trail[start];
        self.undo(start);
        self.levels.push(Level {
            start,
            is_flipped: true,
        });
        self.stats.flips += 1;
        self.assign(lit);
        if let Some(watcher) = &mut self.watcher {
            watcher.flipped(lit, self.levels.len());
        }
        Some(lit)
    }

    /// Propagates the literals of the trail. Returns a clause that became false, if one
    /// did.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let false_lit = !lit;
            let mut place = 0;
            while let Some(&number) = self.watches[false_lit.code()].get(place) {
                let clause = &mut self.clauses[number];
                if clause[0] == false_lit {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                if self.value(other) == Some(true) {
                    place += 1;
                    continue;
                }
                let rest = &self.clauses[number][2..];
                let free = rest.iter().position(|&lit| self.value(lit) != Some(false));
                if let Some(free) = free {
                    self.clauses[number].swap(1, 2 + free);
                    let watched = self.clauses[number][1];
                    self.watches[watched.code()].push(number);
                    self.watches[false_lit.code()].swap_remove(place);
                    continue;
                }
                match self.value(other) {
                    Some(_) => return Some(number),
                    None => self.imply(other, number),
                }
                place += 1;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;
    use proptest::prelude::*;

    fn search(clauses: &[&[i32]], vars: usize) -> Dpll {
        let mut search = Dpll::new(vars);
        for clause in clauses {
            search.add_clause(&lits(clause));
        }
        search
    }

    #[test]
    fn a_conflict_leads_to_the_last_decision_tried_one_way_only() {
        // 1 is wrong whatever 2 and 3 are: nothing is learned, so 3 is tried both ways
        // below each value of 2.
        let clauses: [&[i32]; 4] = [&[-1, 3, 4], &[-1, 3, -4], &[-1, -3, 4], &[-1, -3, -4]];
        let mut search = search(&clauses, 4);
        assert_eq!(search.solve(&Budget::unlimited()), Ok(true));
        assert!(search.model().contains(&lits(&[-1])[0]));
        let stats = search.stats();
        assert_eq!((stats.conflicts, stats.flips), (4, 4));
        assert_eq!(stats.decisions, 7, "1, 2, 3; 3 again; then 2, 3 and 4");
    }

    #[test]
    fn the_first_decisions_are_those_asked_for() {
        // 1 implies that 3 is false, so 3 is not decided.
        let clauses: [&[i32]; 3] = [&[-1, -3], &[-2, 4], &[-2, -4]];
        let mut search = search(&clauses, 5).with_first(&lits(&[1, 3, -5]));
        assert_eq!(search.solve(&Budget::unlimited()), Ok(true));
        let decided: Vec<Lit> = search
            .levels
            .iter()
            .map(|level| search.model()[level.start])
            .collect();
        assert_eq!(decided, lits(&[1, -5, -2, 4]));
        // The opposite of each is tried, too.
        search.add_clause(&lits(&[-1, 5]));
        search.add_clause(&lits(&[-1, -5]));
        assert_eq!(search.solve(&Budget::unlimited()), Ok(true));
        assert!(search.model().contains(&lits(&[-1])[0]));
    }

    #[test]
    fn short_and_odd_clauses() {
        let budget = Budget::unlimited();
        assert_eq!(search(&[], 0).solve(&budget), Ok(true));
        assert_eq!(search(&[&[]], 0).solve(&budget), Ok(false));
        assert_eq!(search(&[&[1], &[-1]], 1).solve(&budget), Ok(false));
        let mut odd = search(&[&[1, -1], &[-2, -2], &[2, 3, 3]], 3);
        assert_eq!(odd.solve(&budget), Ok(true));
        assert_eq!(odd.model().len(), 3);
        odd.add_clause(&lits(&[-3]));
        assert_eq!(odd.solve(&budget), Ok(false));
        let mut limited = search(&[&[1, 2]], 2);
        assert_eq!(limited.solve(&budget.with_steps(0)), Err(Stop::Steps));
    }

    proptest! {
        #[test]
        fn answers_are_those_of_a_truth_table(
            clauses in prop::collection::vec(prop::collection::vec((1..=6_i32, any::<bool>()), 1..4), 0..30),
            first in prop::collection::vec((1..=6_i32, any::<bool>()), 0..4)
        ) {
            let numbers: Vec<Vec<i32>> = clauses
                .iter()
                .map(|clause| clause.iter().map(|&(var, sign)| if sign { var } else { -var }).collect())
                .collect();
            let holds = |truth: u32| numbers.iter().all(|clause| {
                clause.iter().any(|lit| (truth >> (lit.abs() - 1) & 1 == 1) == (*lit > 0))
            });
            let clauses: Vec<&[i32]> = numbers.iter().map(Vec::as_slice).collect();
            let first: Vec<i32> = first.iter().map(|&(var, sign)| if sign { var } else { -var }).collect();
            let mut search = search(&clauses, 6).with_first(&lits(&first));
            let found = search.solve(&Budget::unlimited()).unwrap();
            prop_assert_eq!(found, (0..64).any(holds));
            if found {
                let mut truth = 0;
                for lit in search.model().iter().filter(|lit| lit.is_positive()) {
                    truth |= 1 << lit.var().index();
                }
                prop_assert!(holds(truth));
            }
        }
    }
}
