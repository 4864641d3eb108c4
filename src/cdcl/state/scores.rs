//! The decision order of stable mode: the variable with the highest score comes
//! first.
//!
//! Exponential VSIDS (Eén and Sörensson, MiniSat, SAT 2003): bumping adds an
//! increment to a variable's score, and the increment grows with each conflict,
//! which has the same effect as letting all scores decay. A binary heap
//! contains the unassigned variables, and some assigned ones that are removed
//! when they reach the top. The heap owns the scores.

use crate::formula::Var;

/// Position of a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;
/// All scores are scaled down when one exceeds this limit, far below the
/// largest `f64` (about 10³⁰⁸). The same limit as CaDiCaL's.
const LIMIT: f64 = 1e150;
/// Factor of the increment at each conflict, which is a decay of 5 % as in
/// MiniSat (`var_decay` 0.95).
const GROWTH: f64 = 1.0 / 0.95;

/// A heap of variables by score. Of equal scores the lower index comes first.
pub(in crate::cdcl) struct Scores {
    scores: Vec<f64>,
    increment: f64,
    heap: Vec<u32>,
    /// Position of each variable in the heap.
    places: Vec<u32>,
}

impl Scores {
    pub(crate) fn new() -> Scores {
        Scores {
            scores: Vec::new(),
            increment: 1.0,
            heap: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(crate) fn grow(&mut self, num_vars: usize) {
        for index in self.scores.len()..num_vars {
            self.scores.push(0.0);
            self.places.push(ABSENT);
            self.insert(Var::new(index));
        }
    }

    pub(crate) fn score(&self, var: Var) -> f64 {
        self.scores[var.index()]
    }

    /// Returns the variable with the highest score, assigned or not.
    pub(crate) fn peek(&self) -> Option<Var> {
        self.heap.first().map(|&index| Var::new(index as usize))
    }

    /// Removes and returns the variable with the highest score.
    pub(crate) fn pop(&mut self) -> Option<Var> {
        let first = self.peek()?;
        let last = self.heap.pop()?;
        self.places[first.index()] = ABSENT;
        if last as usize != first.index() {
            self.heap[0] = last;
            self.sift_down(0);
        }
        Some(first)
    }

    /// Inserts a variable that became unassigned, unless it is in the heap.
    #[inline]
    pub(crate) fn insert(&mut self, var: Var) {
        if self.places[var.index()] == ABSENT {
            self.heap.push(var.index() as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Removes a variable that must not be decided.
    pub(crate) fn remove(&mut self, var: Var) {
        let place = std::mem::replace(&mut self.places[var.index()], ABSENT) as usize;
        if place >= self.heap.len() {
            return; // it was absent
        }
        self.heap.swap_remove(place);
        if let Some(&moved) = self.heap.get(place) {
            self.sift_down(place);
            self.sift_up(self.places[moved as usize] as usize);
        }
    }

    pub(crate) fn bump(&mut self, var: Var) {
        let score = &mut self.scores[var.index()];
        *score += self.increment;
        if *score > LIMIT {
            self.rescale();
        }
        let place = self.places[var.index()];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    /// Lets all scores decay, by raising the increment.
    pub(crate) fn decay(&mut self) {
        self.increment *= GROWTH;
        if self.increment > LIMIT {
            self.rescale();
        }
    }

    /// Scales all scores down. Scores that become equal may violate the order
    /// by index, so the heap is rebuilt.
    fn rescale(&mut self) {
        self.increment /= LIMIT;
        for score in &mut self.scores {
            *score /= LIMIT;
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place);
        }
        for (place, &index) in self.heap.iter().enumerate() {
            self.places[index as usize] = place as u32;
        }
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        let (score_a, score_b) = (self.scores[a as usize], self.scores[b as usize]);
        score_a > score_b || (score_a == score_b && a < b)
    }

    fn sift_up(&mut self, mut place: usize) {
        let index = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(index, self.heap[parent]) {
                break;
            }
            self.set(place, self.heap[parent]);
            place = parent;
        }
        self.set(place, index);
    }

    fn sift_down(&mut self, mut place: usize) {
        let index = self.heap[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.heap.get(left) else {
                break;
            };
            let child = match self.heap.get(left + 1) {
                Some(&second) if self.is_before(second, first) => left + 1,
                _ => left,
            };
            if !self.is_before(self.heap[child], index) {
                break;
            }
            self.set(place, self.heap[child]);
            place = child;
        }
        self.set(place, index);
    }

    fn set(&mut self, place: usize, index: u32) {
        self.heap[place] = index;
        self.places[index as usize] = place as u32;
    }

    /// Panics unless the heap order and the positions are right and every
    /// unassigned variable is in the heap.
    pub(crate) fn check_invariants(&self, is_open: impl Fn(Var) -> bool) {
        for (place, &index) in self.heap.iter().enumerate() {
            assert_eq!(
                self.places[index as usize], place as u32,
                "places are right"
            );
            let parent = self.heap[place.saturating_sub(1) / 2];
            assert!(
                !self.is_before(index, parent),
                "no child is before its parent"
            );
        }
        for index in 0..self.scores.len() {
            assert!(
                self.places[index] != ABSENT || !is_open(Var::new(index)),
                "every open variable is in the heap"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_out_by_score_then_index() {
        let mut scores = Scores::new();
        scores.grow(6);
        for index in [4, 2, 4] {
            scores.bump(Var::new(index));
            scores.check_invariants(|_| true);
        }
        scores.remove(Var::new(2));
        scores.check_invariants(|var| var.index() != 2);
        scores.remove(Var::new(2));
        scores.insert(Var::new(2));
        scores.check_invariants(|_| true);
        let mut order = Vec::new();
        while let Some(var) = scores.pop() {
            scores.check_invariants(|other| other.index() > 5);
            order.push(var.index());
        }
        assert_eq!(order, [4, 2, 0, 1, 3, 5]);
    }

    #[test]
    fn scores_survive_scaling() {
        let mut scores = Scores::new();
        scores.grow(300);
        let mut state = 1_u32;
        for _ in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            scores.bump(Var::new((state >> 8) as usize % 300));
            scores.decay();
        }
        scores.check_invariants(|_| true);
        assert!(scores.scores.iter().all(|score| score.is_finite()));
    }
}
