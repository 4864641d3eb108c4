//! The decision order of focused mode: the variable bumped last comes first.
//!
//! Variable move-to-front (Ryan's thesis on Siege, 2004; Biere and Fröhlich,
//! "Evaluating CDCL Variable Scoring Schemes", SAT 2015): bumping moves a
//! variable to the end of a doubly linked list, in constant time, and the next
//! decision is the last unassigned variable. A cursor makes it cheap to find:
//! every variable after the cursor is assigned.

use super::trail::Trail;
use crate::formula::Var;

/// Stands for a missing neighbour in the list.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    prev: u32,
    next: u32,
    /// Time of the variable's last bump; increases along the list.
    stamp: u64,
}

/// The list of all variables, the one bumped last at the end.
pub(in crate::cdcl) struct Queue {
    links: Vec<Link>,
    first: u32,
    last: u32,
    /// Every variable after this one in the list is assigned.
    cursor: u32,
    stamp: u64,
}

impl Queue {
    pub(crate) fn new() -> Queue {
        Queue {
            links: Vec::new(),
            first: NONE,
            last: NONE,
            cursor: NONE,
            stamp: 0,
        }
    }

    /// Appends new variables, which must be unassigned.
    pub(crate) fn grow(&mut self, num_vars: usize) {
        for index in self.links.len()..num_vars {
            self.links.push(Link {
                prev: NONE,
                next: NONE,
                stamp: 0,
            });
            self.append(index as u32);
            self.cursor = self.last;
        }
    }

    fn append(&mut self, index: u32) {
        self.stamp += 1;
        self.links[index as usize] = Link {
            prev: self.last,
            next: NONE,
            stamp: self.stamp,
        };
        match self.last {
            NONE => self.first = index,
            last => self.links[last as usize].next = index,
        }
        self.last = index;
    }

    fn unlink(&mut self, index: u32) {
        let Link { prev, next, .. } = self.links[index as usize];
        match prev {
            NONE => self.first = next,
            prev => self.links[prev as usize].next = next,
        }
        match next {
            NONE => self.last = prev,
            next => self.links[next as usize].prev = prev,
        }
    }

    /// Removes an unassigned variable that must not be decided.
    pub(crate) fn remove(&mut self, var: Var) {
        let index = var.index() as u32;
        let Link { prev, next, .. } = self.links[var.index()];
        if self.cursor == index {
            self.cursor = if prev == NONE { next } else { prev };
        }
        self.unlink(index);
    }

    /// Appends an unassigned variable that was removed before.
    pub(crate) fn restore(&mut self, var: Var) {
        self.append(var.index() as u32);
        self.cursor = self.last;
    }

    /// Returns the time of the variable's last bump.
    pub(crate) fn stamp(&self, var: Var) -> u64 {
        self.links[var.index()].stamp
    }

    /// Moves an assigned variable to the end.
    pub(crate) fn bump(&mut self, var: Var) {
        let index = var.index() as u32;
        let Link { prev, next, .. } = self.links[var.index()];
        if next == NONE {
            return;
        }
        if self.cursor == index {
            // Without a variable in front, every variable is assigned, so the
            // cursor may be anywhere.
            self.cursor = if prev == NONE { next } else { prev };
        }
        self.unlink(index);
        self.append(index);
    }

    /// Updates the cursor for a variable that became unassigned.
    #[inline]
    pub(crate) fn reopen(&mut self, var: Var) {
        if self.stamp(var) > self.links[self.cursor as usize].stamp {
            self.cursor = var.index() as u32;
        }
    }

    /// Returns the last unassigned variable of the list.
    pub(crate) fn next(&mut self, trail: &Trail) -> Option<Var> {
        let mut index = self.cursor;
        while index != NONE {
            let var = Var::new(index as usize);
            if trail.is_open(var) {
                self.cursor = index;
                return Some(var);
            }
            index = self.links[index as usize].prev;
        }
        None
    }

    /// Iterates over all variables, the one bumped last first.
    pub(crate) fn latest_first(&self) -> impl Iterator<Item = Var> + '_ {
        let mut index = self.last;
        std::iter::from_fn(move || {
            let var = (index != NONE).then(|| Var::new(index as usize))?;
            index = self.links[index as usize].prev;
            Some(var)
        })
    }

    /// Panics unless the list contains all variables except removed ones, in
    /// the order of their stamps, and every variable after the cursor is
    /// assigned.
    pub(crate) fn check_invariants(&self, trail: &Trail, is_removed: impl Fn(Var) -> bool) {
        let order: Vec<Var> = self.latest_first().collect();
        assert!(!order.iter().any(|&var| is_removed(var)));
        let all = (0..self.links.len()).map(Var::new);
        assert_eq!(
            order.len(),
            all.filter(|&var| !is_removed(var)).count(),
            "the queue holds every variable"
        );
        assert!(
            order.is_sorted_by(|a, b| self.stamp(*a) > self.stamp(*b)),
            "stamps grow along the queue"
        );
        let behind = order
            .iter()
            .take_while(|var| var.index() as u32 != self.cursor);
        for var in behind {
            assert!(!trail.is_open(*var), "no open variable behind the cursor");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::state::reason::Reason;

    #[test]
    fn the_last_bumped_open_variable_comes_first() {
        let (mut queue, mut trail) = (Queue::new(), Trail::default());
        queue.grow(4);
        trail.grow(4);
        let var = Var::new;
        assert_eq!(queue.next(&trail), Some(var(3)));
        for index in 0..4 {
            trail.assign(var(index).positive(), Reason::NONE);
        }
        assert_eq!(queue.next(&trail), None);
        trail = Trail::default();
        trail.grow(4);
        trail.open_level();
        for index in [3, 1, 0, 2] {
            trail.assign(var(index).positive(), Reason::NONE);
        }
        queue.bump(var(1));
        queue.bump(var(0));
        queue.check_invariants(&trail, |_| false);
        while let Some(lit) = trail.pop_above(0) {
            queue.reopen(lit.var());
        }
        queue.check_invariants(&trail, |_| false);
        assert_eq!(queue.next(&trail), Some(var(0)));
        assert_eq!(
            queue.latest_first().collect::<Vec<_>>(),
            [var(0), var(1), var(3), var(2)]
        );
        queue.remove(var(0));
        queue.remove(var(2));
        queue.check_invariants(&trail, |other| other.index() % 2 == 0);
        assert_eq!(queue.next(&trail), Some(var(1)));
        queue.restore(var(2));
        assert_eq!(queue.next(&trail), Some(var(2)));
        queue.check_invariants(&trail, |other| other.index() == 0);
    }
}
