//! Classes of equivalent literals, and the inputs of gates that belong to each.
//!
//! A forest of variables (Galler and Fischer, "An Improved Equivalence Algorithm",
//! CACM 1964): each edge is an equivalence that the solver states by two binary
//! clauses. The lighter of two trees is hung under the heavier one, so paths have
//! logarithmic length without being compressed, and each edge keeps its clauses.

use super::gate::Gates;
use crate::formula::{Lit, Var};

/// The end of a list of inputs.
const NONE: u32 = u32::MAX;

/// The classes of the variables that are inputs or outputs of gates.
pub(super) struct Classes {
    /// For each variable, the equivalent literal that it hangs under, or its own
    /// positive literal.
    parents: Vec<Lit>,
    /// For each root, the number of inputs in its class, plus 1 for each variable.
    weights: Vec<u32>,
    /// For each root, the first and the last of its inputs, by their place among all
    /// inputs.
    heads: Vec<u32>,
    tails: Vec<u32>,
    /// For each input, the next one of its class.
    nexts: Vec<u32>,
}

impl Classes {
    /// Creates a class for each variable, with the inputs of all gates.
    pub(super) fn new(gates: &Gates, num_vars: usize) -> Classes {
        let mut classes = Classes {
            parents: (0..num_vars)
                .map(|index| Var::new(index).positive())
                .collect(),
            weights: vec![1; num_vars],
            heads: vec![NONE; num_vars],
            tails: vec![NONE; num_vars],
            nexts: Vec::new(),
        };
        for (place, (lit, _)) in (0..).zip(gates.all_inputs()) {
            let var = lit.var().index();
            classes.nexts.push(classes.heads[var]);
            if classes.heads[var] == NONE {
                classes.tails[var] = place;
            }
            classes.heads[var] = place;
            classes.weights[var] += 1;
        }
        classes
    }

    /// Returns the literal that represents the class of `lit`.
    pub(super) fn representative(&self, mut lit: Lit) -> Lit {
        while let Some(parent) = self.parent(lit) {
            lit = parent;
        }
        lit
    }

    /// Returns the literal that `lit` hangs under, if it is no root.
    pub(super) fn parent(&self, lit: Lit) -> Option<Lit> {
        let parent = self.parents[lit.var().index()];
        let parent = if lit.is_positive() { parent } else { !parent };
        (parent != lit).then_some(parent)
    }

    /// Returns `true` if joining the classes would hang `first` under `second`.
    pub(super) fn is_lighter(&self, first: Lit, second: Lit) -> bool {
        self.weights[first.var().index()] < self.weights[second.var().index()]
    }

    /// Hangs the root `lit` under the root `parent`.
    pub(super) fn hang(&mut self, lit: Lit, parent: Lit) {
        let (child, root) = (lit.var().index(), parent.var().index());
        self.parents[child] = if lit.is_positive() { parent } else { !parent };
        self.weights[root] += self.weights[child];
        if self.heads[child] == NONE {
            return;
        }
        if self.heads[root] == NONE {
            self.heads[root] = self.heads[child];
        } else {
            self.nexts[self.tails[root] as usize] = self.heads[child];
        }
        self.tails[root] = self.tails[child];
    }

    /// Iterates over the inputs in the list of a root, by their places. For a
    /// variable that was hung under another one, these are its former inputs and some
    /// of the other's.
    pub(super) fn inputs(&self, var: Var) -> impl Iterator<Item = u32> {
        let first = self.heads[var.index()];
        let step = |&place: &u32| Some(self.nexts[place as usize]).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&place| place != NONE), step)
    }

    /// Empties the list of a root whose value is fixed.
    pub(super) fn forget_inputs(&mut self, var: Var) {
        self.heads[var.index()] = NONE;
    }
}
