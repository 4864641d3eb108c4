//! Inequalities that are added by dominance.
//!
//! `dom l ≥ 1 : σ` is right if, whenever l is false, σ maps a model of the inequalities of before the order was loaded to a model of them that is
//! less in the order. The order is lexicographic. The checker ignores the proof of this that the
//! file has, and compares the variables with their images, one after the other: as long as those
//! before are equal, none may be less than its image, and in the end one must be greater. What
//! follows from the equality of a variable and its image is what follows both if they are true and
//! if they are false.

use super::handle::Handle;
use super::redundant::{image_of, substitution_of};
use super::{PbpChecker, PbpFault, check_budget};
use crate::budget::Budget;
use crate::formula::{Lit, Var};
use crate::proof::pbp::{Id, Image, Inequality};
use rustc_hash::{FxHashMap, FxHashSet};

/// A lexicographic order of assignments.
pub(super) struct Order {
    /// The variables, the first one the most important.
    vars: Vec<Var>,
    /// Number of the inequalities of before the order was loaded: the core, of which none may be
    /// deleted.
    pub(super) num_core: usize,
    /// The core.
    core: FxHashSet<Inequality>,
}

/// Literals that are equal to each other.
#[derive(Default)]
struct Equal(FxHashMap<Var, Lit>);

impl Equal {
    /// Returns the literal that stands for those that equal `lit`.
    fn find(&self, mut lit: Lit) -> Lit {
        while let Some(&next) = self.0.get(&lit.var()) {
            lit = if lit.is_positive() { next } else { !next };
        }
        lit
    }

    /// Makes two literals, which stand for others, equal.
    fn join(&mut self, a: Lit, b: Lit) {
        self.0.insert(a.var(), if a.is_positive() { b } else { !b });
    }
}

impl PbpChecker {
    pub(super) fn load_order(&mut self, vars: &[Var]) -> Result<(), PbpFault> {
        let step = self.stats.steps;
        let mut inner = |var: &Var| self.numbering.inner(var.positive()).var();
        let vars: Vec<Var> = vars.iter().map(&mut inner).collect();
        let distinct: FxHashSet<Var> = vars.iter().copied().collect();
        if self.order.is_some() || distinct.len() < vars.len() {
            return Err(PbpFault::Order { step });
        }
        let present = self
            .handles
            .iter()
            .filter(|&&handle| handle != Handle::NONE);
        self.order = Some(Order {
            vars,
            num_core: self.handles.len(),
            core: present
                .map(|&handle| self.propagation.inequality(handle))
                .collect(),
        });
        Ok(())
    }

    /// Returns `true` if the order depends on one of these variables.
    pub(super) fn orders(&self, images: &FxHashMap<Var, Image>) -> bool {
        let mut vars = self.order.iter().flat_map(|order| &order.vars);
        vars.any(|var| images.contains_key(var))
    }

    /// Adds a literal by dominance. The proof of it in the file had `num_proved` inequalities.
    pub(super) fn dominate(
        &mut self,
        inequality: &Inequality,
        witness: &[(Var, Image)],
        num_proved: usize,
        budget: &Budget,
    ) -> Result<(), PbpFault> {
        let step = self.stats.steps;
        let Some(order) = self.order.take() else {
            return Err(PbpFault::Order { step });
        };
        let inequality = self.inner(inequality);
        // With another degree its negation would not be the negation of the literal.
        let (&[(lit, 1)], 1) = (inequality.terms(), inequality.degree()) else {
            return Err(PbpFault::NotDominated { step });
        };
        let images = substitution_of(witness, &mut self.numbering);
        let negation = inequality.negated();
        for place in self.changed_by(&images)? {
            let handle = self.handles[place as usize];
            if handle == Handle::NONE || place as usize >= order.num_core {
                continue;
            }
            check_budget(budget, step)?;
            let present = self.propagation.inequality(handle);
            let image = image_of(&present, &images).ok_or(PbpFault::Overflow { step })?;
            let is_there = image.is_trivial() || order.core.contains(&image);
            if !is_there && !self.follows(&negation, &image) {
                let id = Some(Id::from(place) + 1);
                return Err(PbpFault::NotRedundant { step, id });
            }
        }
        self.propagation.grow(self.numbering.len());
        if !self.is_less(&order.vars, &images, !lit) {
            return Err(PbpFault::NotDominated { step });
        }
        self.order = Some(order);
        self.stats.dom += 1;
        self.handles
            .resize(self.handles.len() + num_proved, Handle::NONE);
        self.add(inequality)
    }

    /// Returns `true` if the images of the variables are lexicographically less than their values
    /// whenever `assumed` is true.
    fn is_less(&mut self, vars: &[Var], images: &FxHashMap<Var, Image>, assumed: Lit) -> bool {
        let mut known = vec![assumed];
        let mut equal = Equal::default();
        for &var in vars {
            let image = match images.get(&var) {
                None => continue,
                Some(Image::Value(_)) => return false,
                Some(&Image::Lit(image)) => image,
            };
            let lit = var.positive();
            let (a, b) = (equal.find(lit), equal.find(image));
            if a == b {
                continue;
            }
            if self.implied(&known, [!lit, image]).is_some() {
                return false;
            }
            let both = self.implied(&known, [lit, image]);
            let neither = self.implied(&known, [!lit, !image]);
            match (both, neither) {
                _ if a == !b => return true,
                (None, None) => return true,
                (Some(lits), None) | (None, Some(lits)) => known.extend(lits),
                (Some(lits), Some(others)) => {
                    let others: FxHashSet<Lit> = others.into_iter().collect();
                    known.extend(lits.into_iter().filter(|lit| others.contains(lit)));
                }
            }
            equal.join(a, b);
        }
        false
    }

    /// Returns what follows from these literals by unit propagation. Returns `None` if that is a
    /// conflict.
    fn implied(&mut self, known: &[Lit], more: [Lit; 2]) -> Option<Vec<Lit>> {
        self.propagation.implied(known.iter().copied().chain(more))
    }
}
