//! An observer of a solver that refutes a formula together with a cube.
//!
//! The solver is given the literals of the cube as unit clauses after the clauses of the
//! formula. A lemma that it derives follows from the formula and those literals that
//! unit propagation used for it, directly or through other lemmas. With the negations of
//! these literals added, the lemma follows from the formula alone, by the same hints
//! without the unit clauses. The empty clause becomes the clause that the cube, or a part
//! of it, is impossible. Clauses that define new variables are the same in any case.

use super::{Conclusion, Counting, Id, Observer};
use crate::formula::Lit;
use rustc_hash::FxHashMap;
use std::io;

/// Reports to another observer lemmas of the formula, instead of lemmas of the formula
/// and a cube.
#[derive(Debug)]
pub struct UnderCube<T> {
    observer: T,
    /// Number of clauses of the formula, which come first.
    num_clauses: u64,
    cube: Vec<Lit>,
    /// What is known of the clauses that need literals of the cube.
    needed: FxHashMap<Id, Needed>,
}

/// The literals of the cube that a clause follows from.
#[derive(Clone, Copy, Debug)]
struct Needed {
    /// A bit for each literal of the cube, the last one for all further literals.
    literals: u64,
    /// Set if the clause is not reported, because a literal of the cube satisfies it.
    is_silent: bool,
}

impl Needed {
    /// Returns the bit of the cube's literal with this index.
    fn bit(index: usize) -> u64 {
        1 << index.min(u64::BITS as usize - 1)
    }
}

impl<T: Observer> UnderCube<T> {
    /// Creates an observer of a solver that is given a formula of `num_clauses` clauses,
    /// and then each literal of the cube as a unit clause.
    pub fn new(observer: T, num_clauses: usize, cube: Vec<Lit>) -> UnderCube<T> {
        UnderCube {
            observer,
            num_clauses: num_clauses as u64,
            cube,
            needed: FxHashMap::default(),
        }
    }

    /// Returns the observer that is reported to.
    pub fn into_observer(self) -> T {
        self.observer
    }

    fn is_silent(&self, id: Id) -> bool {
        self.needed.get(&id).is_some_and(|needed| needed.is_silent)
    }

    /// Returns the clause with the negations of the literals added.
    fn weakened(&self, clause: &[Lit], literals: u64) -> Vec<Lit> {
        let mut weakened = clause.to_vec();
        for (index, &lit) in self.cube.iter().enumerate() {
            if literals & Needed::bit(index) != 0 && !weakened.contains(&!lit) {
                weakened.push(!lit);
            }
        }
        weakened
    }
}

impl<T: Observer> Observer for UnderCube<T> {
    fn wants_hints(&self) -> bool {
        true
    }

    fn counting(&self) -> Counting {
        self.observer.counting()
    }

    fn original(&mut self, id: Id, clause: &[Lit]) {
        match id.in_file(0).checked_sub(self.num_clauses + 1) {
            None => self.observer.original(id, clause),
            Some(index) => {
                let needed = Needed {
                    literals: Needed::bit(index as usize),
                    is_silent: true,
                };
                self.needed.insert(id, needed);
            }
        }
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        let of_hints = hints.iter().filter_map(|hint| self.needed.get(hint));
        let literals = of_hints.fold(0, |bits, needed| bits | needed.literals);
        if literals == 0 {
            self.observer.derived(id, clause, hints);
            return;
        }
        // With a literal of the cube and its negation, it would be a tautology.
        let mut cube = self.cube.iter().enumerate();
        let is_silent =
            cube.any(|(index, lit)| literals & Needed::bit(index) != 0 && clause.contains(lit));
        let needed = Needed {
            literals,
            is_silent,
        };
        self.needed.insert(id, needed);
        if !is_silent {
            let weakened = self.weakened(clause, literals);
            let reported = hints.iter().copied().filter(|&hint| !self.is_silent(hint));
            let hints: Vec<Id> = reported.collect();
            self.observer.derived(id, &weakened, &hints);
        }
    }

    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        self.observer.defined(id, clause, against);
    }

    fn deleted(&mut self, id: Id, clause: &[Lit]) {
        match self.needed.remove(&id) {
            None => self.observer.deleted(id, clause),
            Some(needed) if needed.is_silent => {}
            Some(needed) => {
                let weakened = self.weakened(clause, needed.literals);
                self.observer.deleted(id, &weakened);
            }
        }
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        self.observer.conclude(conclusion)
    }
}
