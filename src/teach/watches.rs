//! The scheme of two watched literals, replayed along a run on a formula, to count the clauses
//! that it visits.
//!
//! Each clause watches its first two literals. It is visited at a step that makes one of these
//! false. If its other watched literal is not true, it then watches the first of its literals
//! that is not false instead, if it has one. A learned clause watches the literal that it will
//! imply and one of the highest level among the others. Our solver's own watches may differ.
//! `page/js/watches.js` replays the same scheme, and shows each visit.

use super::trace::{ClauseId, Event};
use crate::formula::{Cnf, Lit};
use itertools::Itertools;
use std::cmp::Reverse;

/// The watched literals after some steps of a run, and the number of visits so far.
#[derive(Debug, Default)]
pub(super) struct Watches {
    /// The clauses without repeated literals.
    clauses: Vec<Vec<Lit>>,
    /// For each clause, its watched literals: at most two.
    watched: Vec<Vec<Lit>>,
    /// For each literal, by its code, the clauses that watch it.
    watchers: Vec<Vec<usize>>,
    /// For each literal, by its code, the number of clauses that contain it.
    occurrences: Vec<usize>,
    /// For each variable, its value and the level of its last assignment.
    values: Vec<(Option<bool>, usize)>,
    /// The true literals in the order in which they became true.
    trail: Vec<Lit>,
    /// The highest number of a clause.
    last: ClauseId,
    /// Number of visits so far.
    pub(super) visits: usize,
    /// Number of visits so far if every clause with a literal that becomes false were visited.
    pub(super) contained: usize,
}

impl Watches {
    /// Creates the watches before the first step.
    pub(super) fn new(formula: &Cnf) -> Watches {
        let mut watches = Watches::default();
        for clause in formula.clauses() {
            watches.last += 1;
            watches.add(clause);
        }
        watches
    }

    /// Returns the clauses that watch a literal, by their places, the first one at 0.
    pub(super) fn watching(&self, lit: Lit) -> &[usize] {
        self.watchers.get(lit.code()).map_or(&[], Vec::as_slice)
    }

    /// Returns the watched literals of the clause at a place.
    pub(super) fn watched(&self, clause: usize) -> &[Lit] {
        &self.watched[clause]
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        let (value, _) = self.values.get(lit.var().index()).copied()?;
        value.map(|value| value == lit.is_positive())
    }

    /// Adds a clause that watches the first two of these literals.
    fn add(&mut self, clause: &[Lit]) {
        let number = self.clauses.len();
        let lits: Vec<Lit> = clause.iter().copied().unique().collect();
        for &lit in &lits {
            let code = self.room(lit);
            self.occurrences[code] += 1;
        }
        let watched = lits[..lits.len().min(2)].to_vec();
        for lit in &watched {
            self.watchers[lit.code()].push(number);
        }
        self.clauses.push(lits);
        self.watched.push(watched);
    }

    /// Returns the code of a literal, for which there is room in all tables then.
    fn room(&mut self, lit: Lit) -> usize {
        let vars = lit.var().index() + 1;
        if vars > self.values.len() {
            self.values.resize(vars, (None, 0));
            self.watchers.resize(2 * vars, Vec::new());
            self.occurrences.resize(2 * vars, 0);
        }
        lit.code()
    }

    /// Goes a step on.
    pub(super) fn apply(&mut self, event: &Event) {
        match *event {
            Event::Backjump { to, .. } => self.undo(to),
            Event::Restart { .. } => self.undo(0),
            Event::Flip { lit, level, .. } => {
                self.undo(level - 1);
                self.assign(lit, level);
            }
            Event::Decide { lit, level } | Event::Imply { lit, level, .. } => {
                self.assign(lit, level);
            }
            Event::Learn { id, ref clause, .. } if id > self.last => {
                self.last = id;
                let lits = clause.iter().filter_map(|&lit| Lit::from_dimacs(lit));
                let mut lits: Vec<Lit> = lits.collect();
                lits.sort_by_key(|&lit| Reverse(self.rank(lit)));
                self.add(&lits);
            }
            _ => {}
        }
    }

    /// Returns the level of a false literal, and a number above all levels for another one.
    fn rank(&self, lit: Lit) -> usize {
        match (self.value(lit), self.values.get(lit.var().index())) {
            (Some(false), Some(&(_, level))) => level,
            _ => usize::MAX,
        }
    }

    /// Removes the levels above `level`.
    fn undo(&mut self, level: usize) {
        while let Some(lit) = self.trail.last() {
            let (value, of) = &mut self.values[lit.var().index()];
            if *of <= level {
                break;
            }
            *value = None;
            self.trail.pop();
        }
    }

    /// Makes a literal true, and visits the clauses that watch its negation.
    fn assign(&mut self, lit: i32, level: usize) {
        let Some(lit) = Lit::from_dimacs(lit) else {
            return;
        };
        let code = self.room(!lit);
        self.values[lit.var().index()] = (Some(lit.is_positive()), level);
        self.trail.push(lit);
        self.contained += self.occurrences[code];
        let mut watching = std::mem::take(&mut self.watchers[code]);
        self.visits += watching.len();
        watching.retain(|&clause| !self.moves(clause, !lit));
        self.watchers[code] = watching;
    }

    /// Visits a clause that watches `lit`, which is false. Returns `true` if it watches another
    /// literal from now on.
    fn moves(&mut self, clause: usize, lit: Lit) -> bool {
        let watched = &self.watched[clause];
        let other = watched.iter().copied().find(|&one| one != lit);
        if other.is_some_and(|other| self.value(other) == Some(true)) {
            return false;
        }
        let lits = self.clauses[clause].iter().copied();
        let mut free = lits.filter(|&one| Some(one) != other && self.value(one) != Some(false));
        let Some(next) = free.next() else {
            return false;
        };
        for watch in &mut self.watched[clause] {
            if *watch == lit {
                *watch = next;
            }
        }
        self.watchers[next.code()].push(clause);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    fn watches(clauses: &[&[i32]]) -> Watches {
        let mut formula = Cnf::new(0);
        for clause in clauses {
            formula.add_clause(&lits(clause));
        }
        Watches::new(&formula)
    }

    fn decide(lit: i32, level: usize) -> Event {
        Event::Decide { lit, level }
    }

    #[test]
    fn a_clause_is_visited_if_a_watched_literal_becomes_false() {
        let mut watches = watches(&[&[1, 2, 3, 4], &[-1, 4], &[4, 3, 1]]);
        let counts = |watches: &Watches| (watches.visits, watches.contained);
        watches.apply(&decide(-1, 1));
        // The first clause watches 3 instead; the last one does not watch 1.
        assert_eq!(counts(&watches), (1, 2));
        watches.apply(&decide(-3, 2));
        // Both move, to 4 and to none: 4 is the other watch of the last one.
        assert_eq!(counts(&watches), (3, 4));
        assert_eq!(watches.watched[0], lits(&[4, 2]));
        assert_eq!(watches.watched[2], lits(&[4, 3]));
        watches.apply(&Event::Backjump {
            from: 2,
            to: 0,
            undo: 2,
        });
        // A jump back leaves the watches as they are.
        watches.apply(&decide(-1, 1));
        assert_eq!(counts(&watches), (3, 6));
        watches.apply(&decide(-4, 2));
        assert_eq!(counts(&watches), (6, 9));
    }

    #[test]
    fn a_learned_clause_watches_what_it_implies_and_the_highest_level() {
        let mut watches = watches(&[&[1, 2, 3]]);
        for (lit, level) in [(1, 1), (2, 2), (3, 3)] {
            watches.apply(&decide(lit, level));
        }
        watches.apply(&Event::Backjump {
            from: 3,
            to: 2,
            undo: 1,
        });
        let learn = |id| Event::Learn {
            id,
            clause: vec![-1, -2, -3],
            uip: Some(-3),
        };
        watches.apply(&learn(2));
        assert_eq!(watches.watched[1], lits(&[-3, -2]));
        watches.apply(&learn(2));
        assert_eq!(watches.clauses.len(), 2, "the clause is known");
    }

    #[test]
    fn odd_clauses() {
        let mut watches = watches(&[&[2, 2, 3], &[1, -1], &[2, 2], &[3], &[]]);
        watches.apply(&decide(-2, 1));
        assert_eq!((watches.visits, watches.contained), (2, 2));
        // A variable that is in no clause.
        watches.apply(&decide(9, 2));
        assert_eq!((watches.visits, watches.contained), (2, 2));
    }
}
