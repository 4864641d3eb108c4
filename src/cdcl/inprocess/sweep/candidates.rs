//! Literals that may be fixed or equivalent: no model has refuted it yet.

use super::small_solver::{PER_LINE, SmallSolver};
use crate::formula::{Lit, Var};

/// The candidates of an environment, as literals of the small solver. All are
/// true in its last model.
pub(super) struct Candidates {
    /// Literals that were true in all models.
    backbone: Vec<Lit>,
    /// Classes of literals that had the same value in each model. Each has at
    /// least two.
    classes: Vec<Vec<Lit>>,
    /// Set if no literal of the last model was flipped yet.
    is_fresh: bool,
}

impl Candidates {
    /// Returns the true literals of the first model, all in one class.
    pub(super) fn new(small: &SmallSolver) -> Candidates {
        let vars = (0..small.num_vars()).map(Var::new);
        let open = vars.filter(|&var| !small.is_fixed(var));
        let lits: Vec<Lit> = open
            .map(|var| var.lit(small.is_true(var.positive())))
            .collect();
        Candidates {
            backbone: lits.clone(),
            classes: vec![lits],
            is_fresh: true,
        }
    }

    /// Removes what a new model refutes.
    pub(super) fn refine(&mut self, small: &mut SmallSolver) {
        self.is_fresh = true;
        let in_classes: usize = self.classes.iter().map(Vec::len).sum();
        small.spend(1 + (self.backbone.len() + in_classes) / PER_LINE);
        self.backbone.retain(|&lit| small.is_true(lit));
        for class in std::mem::take(&mut self.classes) {
            let is_true = |lit: &Lit| small.is_true(*lit);
            let (same, changed): (Vec<Lit>, Vec<Lit>) = class.into_iter().partition(is_true);
            let changed = changed.into_iter().map(|lit| !lit).collect();
            let parts = [same, changed].into_iter();
            self.classes.extend(parts.filter(|part| part.len() > 1));
        }
    }

    /// Removes a literal of the last class from it.
    pub(super) fn remove(&mut self, lit: Lit) {
        if let Some(class) = self.classes.last_mut() {
            class.retain(|&other| other != lit);
        }
    }

    /// Removes and returns a literal that was true in all models, and can't be
    /// flipped in the last one.
    pub(super) fn next_backbone(&mut self, small: &mut SmallSolver) -> Option<Lit> {
        if std::mem::take(&mut self.is_fresh) {
            self.backbone
                .retain(|&lit| small.is_true(lit) && !small.flip(lit));
        }
        while let Some(lit) = self.backbone.pop() {
            if !small.is_fixed(lit.var()) {
                return Some(lit);
            }
        }
        // Classes must contain true literals.
        for class in &mut self.classes {
            class.retain(|&lit| small.is_true(lit));
        }
        self.is_fresh = true;
        None
    }

    /// Returns two literals that had the same value in all models, and can't be
    /// flipped in the last one.
    pub(super) fn next_pair(&mut self, small: &mut SmallSolver) -> Option<[Lit; 2]> {
        if std::mem::take(&mut self.is_fresh) {
            for class in &mut self.classes {
                class.retain(|&lit| !small.is_fixed(lit.var()) && !small.flip(lit));
            }
        }
        while let Some(class) = self.classes.last_mut() {
            class.retain(|&lit| !small.is_fixed(lit.var()));
            if let [.., lit, other] = class[..] {
                return Some([lit, other]);
            }
            self.classes.pop();
        }
        None
    }
}
