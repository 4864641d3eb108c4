//! Inequalities that are added by a substitution.

use super::super::numbering::Numbering;
use super::handle::Handle;
use super::{PbpChecker, PbpFault, check_budget};
use crate::budget::Budget;
use crate::formula::{Lit, Var};
use crate::proof::pbp::{Id, Image, Inequality};
use rustc_hash::FxHashMap;

impl PbpChecker {
    pub(super) fn check_redundant(
        &mut self,
        inequality: &Inequality,
        witness: &[(Var, Image)],
        budget: &Budget,
    ) -> Result<(), PbpFault> {
        let step = self.stats.steps;
        let substitution = substitution_of(witness, &mut self.numbering);
        if self.orders(&substitution) {
            return Err(PbpFault::Order { step });
        }
        let negation = inequality.negated();
        let overflow = || PbpFault::Overflow { step };
        let image = image_of(inequality, &substitution).ok_or_else(overflow)?;
        if !self.follows(&negation, &image) {
            return Err(PbpFault::NotRedundant { step, id: None });
        }
        for place in self.changed_by(&substitution)? {
            let handle = self.handles[place as usize];
            if handle == Handle::NONE {
                continue; // deleted
            }
            check_budget(budget, step)?;
            let present = self.propagation.inequality(handle);
            let image = image_of(&present, &substitution).ok_or_else(overflow)?;
            if !(image.is_trivial() || image == present || self.follows(&negation, &image)) {
                let id = Some(Id::from(place) + 1);
                return Err(PbpFault::NotRedundant { step, id });
            }
        }
        Ok(())
    }

    /// Returns the places of the inequalities that contain a substituted variable, in
    /// ascending order, and of some that were deleted. There is none if all of these
    /// variables are new.
    pub(super) fn changed_by(
        &mut self,
        substitution: &FxHashMap<Var, Image>,
    ) -> Result<Vec<u32>, PbpFault> {
        let vars = substitution.keys().copied();
        let used: Vec<Var> = vars.filter(|&var| self.uses.has(var)).collect();
        if !used.is_empty() && !self.uses.has_lists() {
            self.uses.begin_lists();
            for place in 0..self.handles.len() {
                self.list_uses(place)?;
            }
        }
        let mut places: Vec<u32> = used
            .iter()
            .flat_map(|&var| self.uses.of(var))
            .copied()
            .collect();
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    /// Returns `true` if an inequality follows from an assumption alone, or by unit
    /// propagation from it and those present.
    pub(super) fn follows(&mut self, assumption: &Inequality, image: &Inequality) -> bool {
        assumption.implies(image) || self.refutes(&[assumption.clone(), image.negated()])
    }
}

/// Returns a substitution of small variables.
pub(super) fn substitution_of(
    witness: &[(Var, Image)],
    numbering: &mut Numbering,
) -> FxHashMap<Var, Image> {
    let mut inner = |&(var, image): &(Var, Image)| {
        let image = match image {
            Image::Lit(lit) => Image::Lit(numbering.inner(lit)),
            value => value,
        };
        (numbering.inner(var.positive()).var(), image)
    };
    witness.iter().map(&mut inner).collect()
}

/// Returns the inequality with the substitution applied.
pub(super) fn image_of(
    inequality: &Inequality,
    images: &FxHashMap<Var, Image>,
) -> Option<Inequality> {
    let mut terms: Vec<(i64, Lit)> = Vec::with_capacity(inequality.terms().len());
    let mut degree = i64::try_from(inequality.degree()).ok()?;
    for &(lit, coefficient) in inequality.terms() {
        let coefficient = i64::try_from(coefficient).ok()?;
        match images.get(&lit.var()) {
            None => terms.push((coefficient, lit)),
            Some(Image::Value(value)) if *value == lit.is_positive() => degree -= coefficient,
            Some(Image::Value(_)) => {}
            Some(&Image::Lit(image)) => {
                let image = if lit.is_positive() { image } else { !image };
                terms.push((coefficient, image));
            }
        }
    }
    Inequality::new(&terms, degree)
}
