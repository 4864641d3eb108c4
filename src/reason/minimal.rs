//! Minimal and smallest unsatisfiable sets of groups.
//!
//! A set of groups that can't hold together is minimal if each proper subset can.
//! Deletion finds one: leave out one group after the other, and keep those without
//! which there is a model. Each refutation also drops all groups that it did not use
//! (clause set refinement: Nadel, "Boosting minimal unsatisfiable core extraction",
//! FMCAD 2010).
//!
//! A set is smallest if no other has fewer groups. Such a set is a smallest hitting
//! set of all correction sets (Ignatiev et al., "Smallest MUS extraction with minimal
//! hitting set dualization", CP 2015).

use super::corrections::Counter;
use super::groups::Groups;
use crate::budget::{Budget, Stop};
use crate::cdcl::{Solver, Verdict};
use crate::formula::{Lit, Var};

/// Groups that can't hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Core {
    /// The groups.
    pub members: Vec<usize>,
    /// Set if each proper subset of the groups can hold; not set if the budget ended
    /// before this was known.
    pub is_minimal: bool,
    /// Set if no other set of groups that can't hold together has fewer members.
    pub is_smallest: bool,
}

impl Groups {
    /// Returns a minimal subset of the groups that can't hold together while the
    /// literals `given` are true; `None` if they all can. The earlier a group in
    /// the list, the sooner it is kept where there is a choice.
    ///
    /// # Errors
    /// If the budget ends before the first answer. Its steps limit each search.
    pub fn minimal_core(
        &mut self,
        groups: &[usize],
        given: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Core>, Stop> {
        let Some(core) = self.solve(groups, given, budget)? else {
            return Ok(None);
        };
        Ok(Some(self.shrink(core, given, budget)))
    }

    /// Returns a minimal subset of groups that can't hold together, as
    /// [`Groups::minimal_core`].
    pub fn shrink(&mut self, groups: Vec<usize>, given: &[Lit], budget: &Budget) -> Core {
        delete(groups, |rest| self.solve(rest, given, budget))
    }

    /// Returns a smallest subset of the groups that can't hold together while the
    /// literals `given` are true. `known` is such a set, which is returned if there
    /// is no smaller one.
    ///
    /// # Errors
    /// If the budget ends first: sets smaller than `known` may or may not exist.
    pub fn smallest_core(
        &mut self,
        groups: &[usize],
        given: &[Lit],
        known: &Core,
        budget: &Budget,
    ) -> Result<Core, Stop> {
        let most = known.members.len();
        let mut hitting = HittingSets::new(groups.len());
        while let Some(places) = hitting.smallest(most, budget)? {
            let chosen: Vec<usize> = places.iter().map(|&place| groups[place]).collect();
            if self.solve(&chosen, given, budget)?.is_some() {
                // Every core hits all correction sets, so none has fewer groups.
                return Ok(Core {
                    members: chosen,
                    is_minimal: true,
                    is_smallest: true,
                });
            }
            let kept = self.maximal(groups, given, chosen, budget)?;
            let left_out = (0..groups.len()).filter(|&place| !kept[place]);
            hitting.add(left_out);
        }
        Ok(Core {
            is_minimal: true,
            is_smallest: true,
            ..known.clone()
        })
    }

    /// Extends groups that can hold together to a maximal set of such groups, while the
    /// literals `given` are true. Returns for each of `groups` if it is in the set; the
    /// others are a minimal correction set.
    ///
    /// # Errors
    /// If the budget ends first. Its steps limit each search.
    pub fn maximal(
        &mut self,
        groups: &[usize],
        given: &[Lit],
        start: Vec<usize>,
        budget: &Budget,
    ) -> Result<Vec<bool>, Stop> {
        let mut held = start;
        let mut kept: Vec<bool> = groups.iter().map(|group| held.contains(group)).collect();
        for next in 0..=groups.len() {
            if next < groups.len() && kept[next] {
                continue;
            }
            // The first search has no further group. Each model may have many more
            // groups than it was asked for.
            let tried = groups.get(next).copied();
            let place = held.len();
            held.extend(tried);
            for &group in groups {
                if let Some(selector) = self.selector(group) {
                    self.prefer(selector);
                }
            }
            if self.solve(&held, given, budget)?.is_some() {
                held.truncate(place);
                continue;
            }
            for (place, &group) in groups.iter().enumerate() {
                if !kept[place] && self.is_on(group) {
                    kept[place] = true;
                    if Some(group) != tried {
                        held.push(group);
                    }
                }
            }
        }
        Ok(kept)
    }
}

/// Returns a minimal subset of groups that can't hold together, found by deletion.
/// `refute` returns those of some groups that a refutation of them uses, and `None` if
/// they can hold together.
pub(super) fn delete(
    mut left: Vec<usize>,
    mut refute: impl FnMut(&[usize]) -> Result<Option<Vec<usize>>, Stop>,
) -> Core {
    let mut needed: Vec<usize> = Vec::new();
    let mut is_minimal = true;
    while let Some(group) = left.pop() {
        let rest: Vec<usize> = needed.iter().chain(&left).copied().collect();
        match refute(&rest) {
            Ok(Some(used)) => left.retain(|group| used.contains(group)),
            Ok(None) => needed.push(group),
            Err(_) => {
                needed.push(group);
                is_minimal = false;
            }
        }
    }
    needed.reverse();
    Core {
        members: needed,
        is_minimal,
        is_smallest: false,
    }
}

/// Smallest sets that have a member in common with each of some sets.
struct HittingSets {
    solver: Solver,
    counter: Counter,
    /// The largest size that the counter counts to.
    width: usize,
    /// The sets that must be hit, as clauses.
    sets: Vec<Vec<Lit>>,
    /// A lower bound on the size.
    least: usize,
    num_members: usize,
}

impl HittingSets {
    /// Largest size that the counter counts to at first. For larger sets the solver is set
    /// up again with a counter to twice the size. Chosen by hand.
    const WIDTH: usize = 16;

    /// Sets of numbers below `num_members`.
    fn new(num_members: usize) -> HittingSets {
        let mut hitting = HittingSets {
            solver: Solver::default(),
            counter: Counter::new(&[], 0, 0, |_| {}),
            width: 0,
            sets: Vec::new(),
            least: 1,
            num_members,
        };
        hitting.count_to(HittingSets::WIDTH);
        hitting
    }

    /// Starts a solver whose counter counts to this size.
    fn count_to(&mut self, width: usize) {
        let mut solver = Solver::default();
        let lits: Vec<Lit> = (0..self.num_members)
            .map(|place| Var::new(place).positive())
            .collect();
        for &lit in &lits {
            solver.phase(!lit);
        }
        self.counter = Counter::new(&lits, width, self.num_members, |clause| {
            solver.add_clause(clause);
        });
        for set in &self.sets {
            solver.add_clause(set);
        }
        (self.solver, self.width) = (solver, width);
    }

    /// Adds a set that must be hit.
    fn add(&mut self, members: impl Iterator<Item = usize>) {
        let clause: Vec<Lit> = members.map(|place| Var::new(place).positive()).collect();
        self.solver.add_clause(&clause);
        self.sets.push(clause);
    }

    /// Returns a smallest hitting set, if there is one of fewer than `limit` members.
    fn smallest(&mut self, limit: usize, budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
        while self.least < limit {
            if self.least > self.width {
                self.count_to(2 * self.width);
            }
            let bound = self.counter.at_most(self.least);
            let verdict = self.solver.solve_with(bound.as_slice(), budget);
            match verdict.expect("no observer can fail") {
                Verdict::Unknown(stop) => return Err(stop),
                Verdict::Unsat => self.least += 1,
                Verdict::Sat => {
                    let is_in = |&place: &usize| {
                        self.solver.value(Var::new(place).positive()) == Some(true)
                    };
                    return Ok(Some((0..self.num_members).filter(is_in).collect()));
                }
            }
        }
        Ok(None)
    }
}
