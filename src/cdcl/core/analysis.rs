//! The scratch of one conflict. Empty in between.

use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Var};
use std::collections::BinaryHeap;

/// Marks in [`Record::marks`](crate::cdcl::state::trail::Record::marks): the variable took part.
pub(in crate::cdcl) const SEEN: u32 = 1;
/// Minimisation found the variable implied by other literals of the clause.
pub(in crate::cdcl) const REMOVABLE: u32 = 1 << 1;
/// Minimisation found that it is not.
pub(in crate::cdcl) const POISON: u32 = 1 << 2;

/// Shrinking took the variable into the block of its level.
pub(in crate::cdcl) const SHRINKABLE: u32 = 1 << 3;

/// The variable is explained, or about to be: see [`super::explain`].
pub(in crate::cdcl) const EXPLAINED: u32 = 1 << 4;

/// The clause being looked at has the variable's positive literal, or the
/// negative one.
const INSIDE: [u32; 2] = [1 << 5, 1 << 6];

/// The mark of a literal that is in the clause being looked at.
#[inline]
pub(in crate::cdcl) fn inside(lit: Lit) -> u32 {
    INSIDE[usize::from(lit.is_negative())]
}

/// What is known of a level while a conflict is analysed.
#[derive(Clone, Copy, Default)]
struct LevelMark {
    /// How many literals of the clause are assigned there.
    seen: u32,
    /// The lowest trail position of them.
    first: u32,
}

/// The clause being learned, and what led to it.
#[derive(Default)]
pub(in crate::cdcl) struct Analysis {
    /// The clause. Its first literal is the asserting one, once that is known.
    pub clause: Vec<Lit>,
    /// All variables marked as seen: those of the clause, and those resolved
    /// upon. What is bumped.
    pub seen: Vec<Var>,
    /// How many literals of the current level are seen and not resolved upon.
    pub open: usize,
    /// The literals resolved upon, all of the current level, the last assigned
    /// first.
    pub resolved: Vec<Lit>,
    /// The variables of level 0 that were met, some more than once.
    pub fixed: Vec<Var>,
    /// The levels of the clause, the current one excepted.
    pub levels: Vec<u32>,
    level_marks: Vec<LevelMark>,
    /// Variables that minimisation and shrinking marked, some more than once.
    pub minimized: Vec<Var>,
    /// The stack of minimisation: a variable, and how many literals of its
    /// reason have been looked at.
    pub stack: Vec<(Var, u32)>,
    /// The trail positions of the block being shrunk, the highest on top.
    pub block: BinaryHeap<u32>,
    /// Variables that an explanation marked.
    pub explained: Vec<Var>,
    /// The trail positions of those whose reasons it needs.
    pub needed: Vec<u32>,
    /// By level: the last count of levels that met it.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Analysis {
    /// Takes a false literal into the clause, unless it is there or is fixed
    /// at level 0.
    #[inline]
    pub fn see(&mut self, lit: Lit, trail: &mut Trail) {
        let current = trail.level() as u32;
        let record = trail.record_mut(lit.var());
        if record.level == 0 {
            self.fixed.push(lit.var());
            return;
        }
        if record.marks & SEEN != 0 {
            return;
        }
        record.marks |= SEEN;
        self.seen.push(lit.var());
        if record.level == current {
            self.open += 1;
            return;
        }
        self.clause.push(lit);
        let (level, position) = (record.level, record.position);
        if self.level_marks.len() <= level as usize {
            self.level_marks
                .resize(current as usize, LevelMark::default());
        }
        let mark = &mut self.level_marks[level as usize];
        if mark.seen == 0 {
            self.levels.push(level);
            mark.first = position;
        } else {
            mark.first = mark.first.min(position);
        }
        mark.seen += 1;
    }

    /// Marks the variable as seen, unless it is, or is fixed at level 0. The
    /// clause stays as it is.
    #[inline]
    pub fn mark(&mut self, var: Var, trail: &mut Trail) {
        let record = trail.record_mut(var);
        if record.level > 0 && record.marks & SEEN == 0 {
            record.marks |= SEEN;
            self.seen.push(var);
        }
    }

    /// How many literals of the clause are assigned at the level, and the
    /// lowest position of them.
    #[inline]
    pub fn on_level(&self, level: u32) -> (u32, u32) {
        match self.level_marks.get(level as usize) {
            Some(mark) => (mark.seen, mark.first),
            None => (0, 0),
        }
    }

    /// The number of levels among the literals, less one.
    pub fn glue(&mut self, lits: impl Iterator<Item = Lit>, trail: &Trail) -> u32 {
        self.stamp += 1;
        if self.stamps.len() <= trail.level() {
            self.stamps.resize(trail.level() + 1, 0);
        }
        let mut levels = 0;
        for lit in lits {
            let stamp = &mut self.stamps[trail.level_of(lit.var())];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                levels += 1_u32;
            }
        }
        levels.saturating_sub(1)
    }

    /// Takes all marks back. The clause goes too.
    pub fn clear(&mut self, trail: &mut Trail) {
        for var in self.seen.drain(..).chain(self.minimized.drain(..)) {
            trail.record_mut(var).marks = 0;
        }
        for level in self.levels.drain(..) {
            self.level_marks[level as usize] = LevelMark::default();
        }
        self.clause.clear();
        self.resolved.clear();
        self.fixed.clear();
        self.open = 0;
    }

    /// Panics unless everything is clear.
    pub fn check_invariants(&self, trail: &Trail) {
        assert!(self.clause.is_empty() && self.seen.is_empty() && self.levels.is_empty());
        assert!(self.resolved.is_empty() && self.fixed.is_empty());
        assert!(self.minimized.is_empty() && self.stack.is_empty());
        assert!(self.block.is_empty() && self.open == 0);
        assert!(self.explained.is_empty() && self.needed.is_empty());
        assert!(self.level_marks.iter().all(|mark| mark.seen == 0));
        let marks = (0..trail.num_vars()).map(|index| trail.record(Var::new(index)).marks);
        assert!(marks.into_iter().all(|marks| marks == 0), "no mark is left");
    }
}
