//! The working memory of conflict analysis. Empty between conflicts.

use crate::cdcl::state::positions::Positions;
use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Var};
use crate::proof::Id;
use std::collections::BinaryHeap;

/// Mark in [`Record::marks`](crate::cdcl::state::trail::Record::marks): the
/// variable took part in the conflict.
pub(in crate::cdcl) const SEEN: u32 = 1;
/// Mark: minimisation found that other literals of the clause imply the
/// variable's literal.
pub(in crate::cdcl) const REMOVABLE: u32 = 1 << 1;
/// Mark: minimisation found that other literals of the clause do not imply the
/// variable's literal.
pub(in crate::cdcl) const POISON: u32 = 1 << 2;

/// Mark: shrinking took the variable into the block of its level.
pub(in crate::cdcl) const SHRINKABLE: u32 = 1 << 3;

/// Mark: the variable is in the clause that is explained, or is about to be explained (see
/// [`super::explain`]).
pub(in crate::cdcl) const EXPLAINED: u32 = 1 << 4;

/// Marks: the clause being simplified contains the variable's positive literal,
/// or its negative literal.
const INSIDE: [u32; 2] = [1 << 5, 1 << 6];

/// Returns the mark of a literal that is in the clause being simplified.
#[inline]
pub(in crate::cdcl) fn inside(lit: Lit) -> u32 {
    INSIDE[usize::from(lit.is_negative())]
}

/// Facts about a decision level, kept while a conflict is analysed.
#[derive(Clone, Copy, Default)]
struct LevelMark {
    /// Number of literals of the clause assigned at this level.
    seen: u32,
    /// The lowest trail position of these literals.
    first: u32,
}

/// The clause being learned, and the variables and levels met on the way.
#[derive(Default)]
pub(in crate::cdcl) struct Analysis {
    /// The learned clause. Its first literal will be the asserting one.
    pub clause: Vec<Lit>,
    /// All variables marked as seen: those of the clause and those resolved
    /// upon. They are the ones to bump.
    pub seen: Vec<Var>,
    /// Number of literals of the current level marked as seen but not yet
    /// resolved.
    pub open: usize,
    /// The ids of the reasons resolved with, that of the last assigned literal first, and
    /// then of those that explain removed literals. Empty unless reasons are wanted.
    pub resolved: Vec<Id>,
    /// The variables of the literals that minimisation and shrinking removed or replaced.
    pub removed: Vec<Var>,
    /// The variables met that are fixed at level 0. May contain repetitions.
    pub fixed: Vec<Var>,
    /// The decision levels of the clause's literals, except the current level.
    pub levels: Vec<u32>,
    level_marks: Vec<LevelMark>,
    /// Variables that minimisation and shrinking marked. May contain repetitions.
    pub minimized: Vec<Var>,
    /// The stack of minimisation: a variable, and the number of literals of its
    /// reason that were already visited.
    pub stack: Vec<(Var, u32)>,
    /// The trail positions of the block being shrunk, the highest on top.
    pub block: BinaryHeap<u32>,
    /// Sorting keys with the variables or literals that they belong to: sorting these pairs
    /// does not look each key up several times.
    pub keyed: Vec<(u64, usize)>,
    /// The variables fixed at level 0 that are marked to be explained.
    pub explained: Vec<Var>,
    /// The trail positions of the other variables marked to be explained.
    pub needed: Positions,
    /// For each level, the value of `stamp` when [`glue`](Self::glue) last met
    /// it.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Analysis {
    /// Adds a false literal to the clause, unless it is there already or is
    /// fixed at level 0.
    #[inline]
    pub(crate) fn analyze_literal(&mut self, lit: Lit, trail: &mut Trail) {
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

    /// Marks the variable as seen, unless it is marked already or fixed at
    /// level 0. Does not change the clause.
    #[inline]
    pub(crate) fn mark(&mut self, var: Var, trail: &mut Trail) {
        let record = trail.record_mut(var);
        if record.level > 0 && record.marks & SEEN == 0 {
            record.marks |= SEEN;
            self.seen.push(var);
        }
    }

    /// Returns the number of the clause's literals assigned at `level`, and the
    /// lowest trail position of these.
    #[inline]
    pub(crate) fn on_level(&self, level: u32) -> (u32, u32) {
        match self.level_marks.get(level as usize) {
            Some(mark) => (mark.seen, mark.first),
            None => (0, 0),
        }
    }

    /// Returns the glue of the literals: the number of their decision levels,
    /// less one.
    pub(crate) fn glue(&mut self, lits: impl Iterator<Item = Lit>, trail: &Trail) -> u32 {
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

    /// Removes all marks and empties the clause.
    pub(crate) fn clear(&mut self, trail: &mut Trail) {
        for var in self.seen.drain(..).chain(self.minimized.drain(..)) {
            trail.record_mut(var).marks = 0;
        }
        for level in self.levels.drain(..) {
            self.level_marks[level as usize] = LevelMark::default();
        }
        self.clause.clear();
        self.resolved.clear();
        self.removed.clear();
        self.fixed.clear();
        self.open = 0;
    }

    /// Panics unless all working memory is empty and no variable is marked.
    pub(crate) fn check_invariants(&self, trail: &Trail) {
        assert!(self.clause.is_empty() && self.seen.is_empty() && self.levels.is_empty());
        assert!(self.resolved.is_empty() && self.removed.is_empty());
        assert!(self.fixed.is_empty());
        assert!(self.minimized.is_empty() && self.stack.is_empty());
        assert!(self.block.is_empty() && self.keyed.is_empty() && self.open == 0);
        assert!(self.explained.is_empty() && self.needed.is_empty());
        assert!(self.level_marks.iter().all(|mark| mark.seen == 0));
        let marks = (0..trail.num_vars()).map(|index| trail.record(Var::new(index)).marks);
        assert!(marks.into_iter().all(|marks| marks == 0), "no mark is left");
    }
}
