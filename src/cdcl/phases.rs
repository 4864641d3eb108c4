//! Which value a decided variable gets.
//!
//! The *saved* phase is the value that the variable had last (Pipatsrisawat
//! and Darwiche, "A Lightweight Component Caching Scheme", SAT 2007). In stable
//! mode the *target* phases come first: those of the largest assignment
//! without conflict since phases were last reset; the *best* ones, of the
//! largest assignment since best phases were last used, are what a reset may
//! go back to (Biere and Fleury, "Chasing Target Phases", POS 2020).

use super::trail::Trail;
use crate::formula::Var;

/// Phases by variable: 1 true, −1 false, 0 none.
pub(super) struct Phases {
    first: i8,
    saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    /// How many literals the assignments had that gave target and best.
    target_size: usize,
    best_size: usize,
}

impl Phases {
    pub fn new(first: bool) -> Phases {
        Phases {
            first: if first { 1 } else { -1 },
            saved: Vec::new(),
            target: Vec::new(),
            best: Vec::new(),
            target_size: 0,
            best_size: 0,
        }
    }

    pub fn grow(&mut self, num_vars: usize) {
        self.saved.resize(num_vars, self.first);
        self.target.resize(num_vars, 0);
        self.best.resize(num_vars, 0);
    }

    /// The phase tried when nothing is known.
    pub fn first(&self) -> bool {
        self.first > 0
    }

    pub fn saved(&self, var: Var) -> bool {
        self.saved[var.index()] > 0
    }

    pub fn target(&self, var: Var) -> Option<bool> {
        match self.target[var.index()] {
            0 => None,
            phase => Some(phase > 0),
        }
    }

    #[inline]
    pub fn save(&mut self, var: Var, value: bool) {
        self.saved[var.index()] = if value { 1 } else { -1 };
    }

    /// The first `size` literals of the trail are free of conflict: remembers
    /// them, if they are more than ever.
    pub fn note_consistent(&mut self, trail: &Trail, size: usize) {
        if size > self.target_size {
            self.target_size = size;
            copy(trail, size, &mut self.target);
        }
        if size > self.best_size {
            self.best_size = size;
            copy(trail, size, &mut self.best);
        }
    }

    /// The saved phases, to be [restored](Phases::restore) when decisions
    /// were made for other ends than a model.
    pub fn keep(&self) -> Vec<i8> {
        self.saved.clone()
    }

    pub fn restore(&mut self, saved: Vec<i8>) {
        self.saved = saved;
    }

    /// Forgets the target.
    pub fn reset_target(&mut self) {
        self.target.fill(0);
        self.target_size = 0;
    }

    /// Saved phases become the first ones.
    pub fn reset_to_first(&mut self) {
        self.saved.fill(self.first);
    }

    /// Saved phases become the opposite of the first ones.
    pub fn reset_to_inverted(&mut self) {
        self.saved.fill(-self.first);
    }

    /// Saved phases become the best ones, which are sought anew.
    pub fn reset_to_best(&mut self) {
        for (saved, &best) in self.saved.iter_mut().zip(&self.best) {
            if best != 0 {
                *saved = best;
            }
        }
        self.best_size = 0;
    }
}

/// Writes the values of the trail's first literals; leaves the others.
fn copy(trail: &Trail, size: usize, phases: &mut [i8]) {
    for lit in &trail.lits()[..size] {
        phases[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
    }
}
