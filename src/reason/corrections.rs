//! Minimal correction sets: groups without which the others can hold.
//!
//! They are listed by size. With sets of fewer groups excluded, every model that
//! leaves out at most `k` of the groups leaves out a minimal correction set of `k`
//! groups (Liffiton and Sakallah, "Algorithms for computing minimal unsatisfiable
//! subsets of constraints", JAR 2008).

use super::groups::Groups;
use crate::budget::{Budget, Stop};
use crate::formula::{Lit, Var};

/// The minimal correction sets that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Corrections {
    /// The sets, smallest first.
    pub sets: Vec<Vec<usize>>,
    /// The reason why there may be more.
    pub end: End,
}

/// The reason why a list of correction sets ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// These are all.
    Complete,
    /// There is another one of the size of the last, beyond the number asked for.
    More,
    /// All others have more groups than the last, or than was asked for.
    Larger,
    /// The budget ended first.
    Stopped(Stop),
}

impl Groups {
    /// Lists minimal sets of `groups` without which the other ones can hold, smallest
    /// first, of at most `most` groups each. With `limit` sets the list goes on with those
    /// of the same size alone, up to `limit_of_size` sets in all. `given` holds the
    /// selectors of groups that are never left out, and other literals that must be true.
    pub fn corrections(
        &mut self,
        groups: &[usize],
        given: &[Lit],
        most: usize,
        limit: usize,
        limit_of_size: usize,
        budget: &Budget,
    ) -> Corrections {
        let (members, selectors): (Vec<usize>, Vec<Lit>) = groups
            .iter()
            .filter_map(|&group| Some((group, self.selector(group)?)))
            .unzip();
        let most = most.min(members.len());
        let mut largest = most;
        let left_out: Vec<Lit> = selectors.iter().map(|&selector| !selector).collect();
        let aux = self.new_vars(Counter::num_vars(left_out.len(), most));
        let mut fixed = self.fixed();
        let counter = Counter::new(&left_out, most, aux, |clause| fixed.add(clause));
        // The clauses against sets already listed hold only if this literal does.
        let listing = Var::new(self.new_vars(1)).positive();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        let end = loop {
            let size = sets.last().map_or(0, Vec::len);
            let sizes = size..=largest;
            match self.next_correction(&selectors, given, &counter, listing, sizes, budget) {
                Err(stop) => break End::Stopped(stop),
                Ok(None) if largest == members.len() => break End::Complete,
                Ok(None) => break End::Larger,
                Ok(Some(_)) if sets.len() >= limit.max(limit_of_size) => break End::More,
                Ok(Some(places)) => {
                    let mut clause: Vec<Lit> =
                        places.iter().map(|&place| selectors[place]).collect();
                    clause.push(!listing);
                    self.fixed().add(&clause);
                    sets.push(places.iter().map(|&place| members[place]).collect());
                    if sets.len() >= limit {
                        largest = places.len();
                    }
                    if places.is_empty() {
                        break End::Complete;
                    }
                }
            }
        };
        self.fixed().add(&[!listing]);
        Corrections { sets, end }
    }

    /// Returns the places of the selectors that are false in a model with as few of
    /// them as possible, within the sizes; `None` if there is no such model.
    fn next_correction(
        &mut self,
        selectors: &[Lit],
        given: &[Lit],
        counter: &Counter,
        listing: Lit,
        sizes: std::ops::RangeInclusive<usize>,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        for size in sizes {
            let mut assumptions = given.to_vec();
            assumptions.push(listing);
            assumptions.extend(counter.at_most(size));
            for &selector in selectors {
                self.prefer(selector);
            }
            if self.is_possible(&assumptions, budget)? {
                let places = 0..selectors.len();
                let is_out = |&place: &usize| !self.is_true(selectors[place]);
                return Ok(Some(places.filter(is_out).collect()));
            }
        }
        Ok(None)
    }
}

/// Counts true literals up to a bound: the sequential counter of C. Sinz ("Towards an
/// optimal CNF encoding of Boolean cardinality constraints", CP 2005), with a literal
/// for each bound.
pub(super) struct Counter {
    /// By the bound `k`: the literal that is implied if more than `k` are true.
    over: Vec<Lit>,
}

impl Counter {
    /// Returns the number of auxiliary variables.
    pub(super) fn num_vars(num_lits: usize, most: usize) -> usize {
        num_lits * (most + 1)
    }

    /// Writes the clauses that count `lits` up to `most` + 1. Auxiliary variables are
    /// those from index `aux` on.
    pub(super) fn new(
        lits: &[Lit],
        most: usize,
        aux: usize,
        mut add: impl FnMut(&[Lit]),
    ) -> Counter {
        let width = most + 1;
        // Implied if more than `count` of the literals up to this place are true.
        let over = |place: usize, count: usize| Var::new(aux + place * width + count).positive();
        for (place, &lit) in lits.iter().enumerate() {
            add(&[!lit, over(place, 0)]);
            for count in (0..width).filter(|_| place > 0) {
                add(&[!over(place - 1, count), over(place, count)]);
                if count + 1 < width {
                    add(&[!lit, !over(place - 1, count), over(place, count + 1)]);
                }
            }
        }
        let last = lits.len().checked_sub(1);
        Counter {
            over: last.map_or(Vec::new(), |last| {
                (0..width).map(|count| over(last, count)).collect()
            }),
        }
    }

    /// Returns the assumption that at most `bound` of the literals are true; `None`
    /// if that needs no assumption.
    pub(super) fn at_most(&self, bound: usize) -> Option<Lit> {
        self.over.get(bound).map(|&over| !over)
    }
}
