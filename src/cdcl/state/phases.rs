//! Phases: the value that a decision gives to a variable.
//!
//! The *saved* phase is the variable's last value (Pipatsrisawat and Darwiche,
//! "A Lightweight Component Caching Scheme", SAT 2007). In stable mode the
//! *target* phases have priority: those of the largest assignment without
//! conflict since the phases were last reset. The *best* phases are those of
//! the largest such assignment since the best phases were last used; a reset
//! may return to them (Biere and Fleury, "Chasing Target Phases", POS 2020).

use super::trail::Trail;
use crate::cdcl::Config;
use crate::formula::Var;

/// The phases of each variable: 1 for true, −1 for false, 0 for none.
pub(in crate::cdcl) struct Phases {
    first: i8,
    /// Selects the variables with the opposite first phase; 0 selects none.
    seed: u64,
    saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    /// Number of literals of the assignments that the target phases and the
    /// best phases come from.
    target_size: usize,
    best_size: usize,
}

impl Phases {
    pub(crate) fn new(config: &Config) -> Phases {
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

    pub(crate) fn grow(&mut self, num_vars: usize) {
        let (first, seed) = (self.first, self.seed);
        self.saved
            .extend((self.saved.len()..num_vars).map(|index| first_of(index, first, seed)));
        self.target.resize(num_vars, 0);
        self.best.resize(num_vars, 0);
    }

    /// Returns the initial phase of the variable.
    pub(crate) fn first(&self, var: Var) -> bool {
        first_of(var.index(), self.first, self.seed) > 0
    }

    pub(crate) fn saved(&self, var: Var) -> bool {
        self.saved[var.index()] > 0
    }

    pub(crate) fn target(&self, var: Var) -> Option<bool> {
        match self.target[var.index()] {
            0 => None,
            phase => Some(phase > 0),
        }
    }

    #[inline]
    pub(crate) fn save(&mut self, var: Var, value: bool) {
        self.saved[var.index()] = if value { 1 } else { -1 };
    }

    /// Records the first `size` literals of the trail, which are without
    /// conflict, as target and best phases if they are more than before.
    pub(crate) fn note_consistent(&mut self, trail: &Trail, size: usize) {
        if size > self.target_size {
            self.target_size = size;
            copy(trail, size, &mut self.target);
        }
        if size > self.best_size {
            self.best_size = size;
            copy(trail, size, &mut self.best);
        }
    }

    /// Returns a copy of the saved phases, to be [restored](Phases::restore)
    /// after decisions that are not part of the search.
    pub(crate) fn keep(&self) -> Vec<i8> {
        self.saved.clone()
    }

    /// Restores the phases that `keep` returned. Variables that are newer keep theirs.
    pub(crate) fn restore(&mut self, saved: &[i8]) {
        self.saved[..saved.len()].copy_from_slice(saved);
    }

    /// Removes the target phases.
    pub(crate) fn reset_target(&mut self) {
        self.target.fill(0);
        self.target_size = 0;
    }

    /// Sets the saved phases to the initial ones.
    pub(crate) fn reset_to_first(&mut self) {
        self.fill_with_first(self.first);
    }

    /// Sets the saved phases to the opposite of the initial ones.
    pub(crate) fn reset_to_inverted(&mut self) {
        self.fill_with_first(-self.first);
    }

    fn fill_with_first(&mut self, first: i8) {
        for (index, saved) in self.saved.iter_mut().enumerate() {
            *saved = first_of(index, first, self.seed);
        }
    }

    /// Sets the saved phases to the best ones, and starts to collect new best
    /// phases.
    pub(crate) fn reset_to_best(&mut self) {
        for (saved, &best) in self.saved.iter_mut().zip(&self.best) {
            if best != 0 {
                *saved = best;
            }
        }
        self.best_size = 0;
    }
}

/// With a non-zero seed, one variable in `FLIP_ONE_IN` starts with the opposite phase.
/// Chosen by hand: enough to make searches differ, few enough to keep the
/// default's advantage.
const FLIP_ONE_IN: u64 = 8;

fn first_of(index: usize, first: i8, seed: u64) -> i8 {
    if seed == 0 {
        return first;
    }
    // The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    let mut bits = (index as u64 ^ seed.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    match (bits ^ bits >> 31) % FLIP_ONE_IN {
        0 => -first,
        _ => first,
    }
}

/// Copies the values of the first `size` literals of the trail into `phases`,
/// and leaves other variables unchanged.
fn copy(trail: &Trail, size: usize, phases: &mut [i8]) {
    for lit in &trail.lits()[..size] {
        phases[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
    }
}
