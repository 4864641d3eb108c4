//! Which value a decided variable gets.
//!
//! The *saved* phase is the value that the variable had last (Pipatsrisawat
//! and Darwiche, "A Lightweight Component Caching Scheme", SAT 2007). In stable
//! mode the *target* phases come first: those of the largest assignment
//! without conflict since phases were last reset; the *best* ones, of the
//! largest assignment since best phases were last used, are what a reset may
//! go back to (Biere and Fleury, "Chasing Target Phases", POS 2020).

use super::trail::Trail;
use crate::cdcl::face::config::Config;
use crate::formula::Var;

/// Phases by variable: 1 true, −1 false, 0 none.
pub(in crate::cdcl) struct Phases {
    first: i8,
    /// Chooses the variables with the other first phase.
    seed: u64,
    saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    /// How many literals the assignments had that gave target and best.
    target_size: usize,
    best_size: usize,
}

impl Phases {
    pub fn new(config: &Config) -> Phases {
        Phases {
            first: if config.first_phase { 1 } else { -1 },
            seed: config.seed,
            saved: Vec::new(),
            target: Vec::new(),
            best: Vec::new(),
            target_size: 0,
            best_size: 0,
        }
    }

    pub fn grow(&mut self, num_vars: usize) {
        let (first, seed) = (self.first, self.seed);
        self.saved
            .extend((self.saved.len()..num_vars).map(|index| first_of(index, first, seed)));
        self.target.resize(num_vars, 0);
        self.best.resize(num_vars, 0);
    }

    /// The phase tried when nothing is known.
    pub fn first(&self, var: Var) -> bool {
        first_of(var.index(), self.first, self.seed) > 0
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
        self.fill_with_first(self.first);
    }

    /// Saved phases become the opposite of the first ones.
    pub fn reset_to_inverted(&mut self) {
        self.fill_with_first(-self.first);
    }

    fn fill_with_first(&mut self, first: i8) {
        for (index, saved) in self.saved.iter_mut().enumerate() {
            *saved = first_of(index, first, self.seed);
        }
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

/// One of so many variables has the other first phase, if there is a seed.
const ODD: u64 = 8;

fn first_of(index: usize, first: i8, seed: u64) -> i8 {
    if seed == 0 {
        return first;
    }
    // The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    let mut bits = (index as u64 ^ seed.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    match (bits ^ bits >> 31) % ODD {
        0 => -first,
        _ => first,
    }
}

/// Writes the values of the trail's first literals; leaves the others.
fn copy(trail: &Trail, size: usize, phases: &mut [i8]) {
    for lit in &trail.lits()[..size] {
        phases[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
    }
}
