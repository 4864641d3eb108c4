//! The clause arena: every clause of two or more literals in one flat vector.
//!
//! A clause is three header words and its literals:
//!
//! ```text
//! size | glue:19 used:5 flags:8 | position | literal literal literal …
//! ```
//!
//! When clauses have [ids](crate::proof::Id), two words with the id follow the
//! literals.
//!
//! A single vector, instead of a heap block for each clause, means one cache
//! miss per visit and references of 32 bits; MiniSat and most fast solvers
//! since do the same. Clauses are only appended. A clause to be removed is
//! flagged as garbage: it is then ignored, and
//! collection (`inprocess::collect`) frees its space.

use crate::formula::Lit;
use crate::proof::Id;

/// Position of a clause in the arena: the index of its first header word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::cdcl) struct ClauseRef(u32);

impl ClauseRef {
    /// Returns the reference as a word of 31 bits.
    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn from_word(word: u32) -> ClauseRef {
        ClauseRef(word)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The three words before a clause's literals.
pub(in crate::cdcl) type Header = [u32; 3];

/// Index of the header word with the number of literals.
const SIZE: usize = 0;
/// Index of the header word with glue, use and flags.
const INFO: usize = 1;
/// Index of the header word with the literal at which the search for a
/// replacement continues (Gent, "Optimal Implementation of Watched Literals",
/// JAIR 2013). During collection the word holds the clause's new position.
pub(in crate::cdcl) const POSITION: usize = 2;
/// Number of header words.
const HEADER: usize = 3;

/// Flag of a learned clause.
const LEARNED: u32 = 1;
/// Flag of a removed clause.
const GARBAGE: u32 = 1 << 1;
/// Flag, during collection, of a clause that was moved.
const MOVED: u32 = 1 << 2;
/// Flag of a clause that vivification has tried.
const VIVIFIED: u32 = 1 << 3;
/// Flag of a clause that was tried as a subsuming clause.
const MATCHED: u32 = 1 << 4;
/// Position of the 5 bits of [`Clauses::used`] in the info word.
const USED_SHIFT: u32 = 8;
/// Position of the 19 bits of the glue in the info word.
const GLUE_SHIFT: u32 = 13;
/// The largest glue that 19 bits can store; larger values are stored as this
/// one.
const MAX_GLUE: u32 = (1 << 19) - 1;

/// The largest value of [`Clauses::used`], which has 5 bits.
pub(in crate::cdcl) const MAX_USED: u32 = (1 << 5) - 1;

/// Fills the gap after a clause that was shortened. No clause has this size.
const GAP: u32 = u32::MAX;

/// All clauses of two or more literals, in the layout that the module describes.
pub(in crate::cdcl) struct Clauses {
    words: Vec<u32>,
    /// Largest number of words, at most 2³¹ so that references have 31 bits.
    limit: usize,
    /// Number of words of garbage and gaps, without ids.
    wasted: usize,
    /// Number of clauses, including garbage. `garbage` is the number of garbage
    /// clauses.
    total: usize,
    garbage: usize,
    /// Number of words after a clause's literals: 2 if clauses have ids, else
    /// 0.
    trailer: usize,
    /// The learned clauses, including those that became garbage since the last
    /// reduction.
    pub learned: Vec<ClauseRef>,
}

impl Clauses {
    pub(crate) fn new(limit: usize) -> Clauses {
        Clauses {
            words: Vec::new(),
            limit: limit.min(1 << 31),
            wasted: 0,
            total: 0,
            garbage: 0,
            trailer: 0,
            learned: Vec::new(),
        }
    }

    /// Makes all future clauses have ids. There must be no clause yet.
    pub(crate) fn have_ids(&mut self) {
        debug_assert!(self.words.is_empty());
        self.trailer = 2;
    }

    /// Appends a clause. `learned` is the glue of a learned clause. Returns
    /// `None` if the clause does not fit.
    pub(crate) fn add(&mut self, lits: &[Lit], learned: Option<u32>, id: Id) -> Option<ClauseRef> {
        debug_assert!(lits.len() >= 2);
        let need = HEADER + lits.len() + self.trailer;
        let start = self.words.len();
        if start.saturating_add(need) > self.limit || self.words.try_reserve(need).is_err() {
            return None;
        }
        let info = match learned {
            None => 0,
            Some(glue) => glue.min(MAX_GLUE) << GLUE_SHIFT | MAX_USED << USED_SHIFT | LEARNED,
        };
        self.words.extend([lits.len() as u32, info, 2]);
        self.words.extend(lits.iter().map(|lit| lit.code() as u32));
        self.words.extend(&id.words()[..self.trailer]);
        self.total += 1;
        let clause = ClauseRef(start as u32);
        if learned.is_some() {
            self.learned.push(clause);
        }
        Some(clause)
    }

    /// Returns `true` if further clauses of `words` words in total, including
    /// headers and ids, would fit.
    pub(crate) fn has_room(&mut self, words: usize) -> bool {
        self.words.len().saturating_add(words) <= self.limit
            && self.words.try_reserve(words).is_ok()
    }

    /// Returns the number of words of the arena without ids, because the search
    /// must not depend on whether there are ids.
    pub(crate) fn num_words(&self) -> usize {
        self.words.len() - self.trailer * self.total
    }

    /// Returns the approximate number of irredundant clauses. May count a few
    /// that are garbage.
    pub(crate) fn num_irredundant(&self) -> usize {
        (self.total - self.garbage).saturating_sub(self.learned.len())
    }

    /// Returns the number of clauses, including garbage.
    pub(crate) fn num_clauses(&self) -> usize {
        self.total
    }

    /// Returns the memory of the arena in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<u32>() * self.words.capacity()
    }

    /// Returns the number of words that remain after a collection, including
    /// ids.
    pub(crate) fn num_live(&self) -> usize {
        self.words.len() - self.wasted - self.trailer * self.garbage
    }

    /// Returns how many of the [`Clauses::num_words`] a collection would free.
    pub(crate) fn num_wasted(&self) -> usize {
        self.wasted
    }

    #[inline]
    pub(crate) fn size(&self, clause: ClauseRef) -> usize {
        self.words[clause.index() + SIZE] as usize
    }

    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, index: usize) -> Lit {
        Lit::from_code(self.words[clause.index() + HEADER + index] as usize)
    }

    /// Returns the clause's literals. The first two are watched.
    #[inline]
    pub(crate) fn lits(
        &self,
        clause: ClauseRef,
    ) -> impl ExactSizeIterator<Item = Lit> + Clone + '_ {
        let start = clause.index() + HEADER;
        self.words[start..start + self.size(clause)]
            .iter()
            .map(|&word| Lit::from_code(word as usize))
    }

    /// Returns the header and the literal codes for changes in place.
    #[inline]
    pub(crate) fn parts_mut(&mut self, clause: ClauseRef) -> (&mut Header, &mut [u32]) {
        let (header, rest) = self.words[clause.index()..]
            .split_first_chunk_mut::<HEADER>()
            .expect("a reference points at a header");
        let size = header[SIZE] as usize;
        (header, &mut rest[..size])
    }

    #[inline]
    fn info(&self, clause: ClauseRef) -> u32 {
        self.words[clause.index() + INFO]
    }

    /// Returns the clause's id, or `Id::NONE` if clauses have no ids.
    #[inline]
    pub(crate) fn id(&self, clause: ClauseRef) -> Id {
        if self.trailer == 0 {
            return Id::NONE;
        }
        let end = clause.index() + HEADER + self.size(clause);
        self.words[end..]
            .first_chunk()
            .map_or(Id::NONE, |&words| Id::from_words(words))
    }

    /// Sets the clause's id, if clauses have ids.
    pub(crate) fn set_id(&mut self, clause: ClauseRef, id: Id) {
        let end = clause.index() + HEADER + self.size(clause);
        self.words[end..end + self.trailer].copy_from_slice(&id.words()[..self.trailer]);
    }

    pub(crate) fn is_learned(&self, clause: ClauseRef) -> bool {
        self.info(clause) & LEARNED != 0
    }

    /// Makes a learned clause irredundant, so that reductions keep it.
    pub(crate) fn make_irredundant(&mut self, clause: ClauseRef) {
        self.words[clause.index() + INFO] &= !LEARNED;
    }

    /// Returns `true` if vivification has tried the clause in the current pass
    /// over all clauses.
    pub(crate) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.info(clause) & VIVIFIED != 0
    }

    pub(crate) fn set_vivified(&mut self, clause: ClauseRef, vivified: bool) {
        let info = &mut self.words[clause.index() + INFO];
        *info = *info & !VIVIFIED | if vivified { VIVIFIED } else { 0 };
    }

    /// Returns `true` if the clause was tried as a subsuming clause.
    pub(crate) fn is_matched(&self, clause: ClauseRef) -> bool {
        self.info(clause) & MATCHED != 0
    }

    pub(crate) fn set_matched(&mut self, clause: ClauseRef) {
        self.words[clause.index() + INFO] |= MATCHED;
    }

    pub(crate) fn is_garbage(&self, clause: ClauseRef) -> bool {
        is_garbage(self.info(clause))
    }

    /// Returns the learned clause's glue when it was last computed: the number
    /// of its decision levels, less one.
    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.info(clause) >> GLUE_SHIFT
    }

    pub(crate) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let info = &mut self.words[clause.index() + INFO];
        *info = *info & ((1 << GLUE_SHIFT) - 1) | glue.min(MAX_GLUE) << GLUE_SHIFT;
    }

    /// Returns the countdown of use: [`MAX_USED`] when conflict analysis last
    /// met the clause, one less after each reduction.
    pub(crate) fn used(&self, clause: ClauseRef) -> u32 {
        self.info(clause) >> USED_SHIFT & MAX_USED
    }

    pub(crate) fn set_used(&mut self, clause: ClauseRef, used: u32) {
        debug_assert!(used <= MAX_USED);
        let info = &mut self.words[clause.index() + INFO];
        *info = *info & !(MAX_USED << USED_SHIFT) | used << USED_SHIFT;
    }

    pub(crate) fn mark_garbage(&mut self, clause: ClauseRef) {
        debug_assert!(!self.is_garbage(clause));
        self.words[clause.index() + INFO] |= GARBAGE;
        self.wasted += HEADER + self.size(clause);
        self.garbage += 1;
    }

    /// Removes the literals for which `keep` returns `false`. At least two must
    /// remain, including the watched ones.
    pub(crate) fn shorten(&mut self, clause: ClauseRef, mut keep: impl FnMut(Lit) -> bool) {
        let id = self.id(clause);
        let old_end = self.end(clause);
        let (header, lits) = self.parts_mut(clause);
        let mut kept = 0;
        for index in 0..lits.len() {
            if keep(Lit::from_code(lits[index] as usize)) {
                lits[kept] = lits[index];
                kept += 1;
            }
        }
        debug_assert!(kept >= 2);
        let removed = lits.len() - kept;
        header[SIZE] = kept as u32;
        header[POSITION] = 2;
        header[INFO] &= !MATCHED;
        self.set_id(clause, id);
        let end = self.end(clause);
        self.words[end..old_end].fill(GAP);
        self.wasted += removed;
    }

    /// Returns the first clause, garbage included, that starts at index `word`
    /// or later.
    pub(crate) fn next_from(&self, mut word: usize) -> Option<ClauseRef> {
        while *self.words.get(word)? == GAP {
            word += 1;
        }
        Some(ClauseRef(word as u32))
    }

    /// Returns the index of the word after the clause.
    pub(crate) fn end(&self, clause: ClauseRef) -> usize {
        clause.index() + HEADER + self.size(clause) + self.trailer
    }

    /// Iterates over all clauses except garbage, in the order of the arena.
    pub(crate) fn refs(&self) -> impl Iterator<Item = ClauseRef> + Clone + '_ {
        let mut next = self.next_from(0);
        std::iter::from_fn(move || {
            while let Some(clause) = next {
                next = self.next_from(self.end(clause));
                if !self.is_garbage(clause) {
                    return Some(clause);
                }
            }
            None
        })
    }

    /// Moves a clause to the end of another arena, unless it was moved before,
    /// and returns its position there. Returns `None` for garbage, which is not
    /// moved.
    pub(crate) fn relocate(&mut self, clause: ClauseRef, into: &mut Vec<u32>) -> Option<ClauseRef> {
        let start = clause.index();
        let info = self.words[start + INFO];
        if info & MOVED != 0 {
            return Some(ClauseRef(self.words[start + POSITION]));
        }
        if is_garbage(info) {
            return None;
        }
        let target = into.len() as u32;
        into.extend_from_slice(&self.words[start..self.end(clause)]);
        self.words[start + INFO] |= MOVED;
        self.words[start + POSITION] = target;
        Some(ClauseRef(target))
    }

    /// Ends a collection by replacing the arena's words.
    pub(crate) fn replace(&mut self, words: Vec<u32>) {
        self.words = words;
        self.wasted = 0;
        self.total -= self.garbage;
        self.garbage = 0;
    }
}

/// Returns `true` if `info`, the header's second word, marks garbage.
#[inline]
pub(in crate::cdcl) fn is_garbage(info: u32) -> bool {
    info & GARBAGE != 0
}

/// Returns `true` if the header marks garbage.
#[inline]
pub(in crate::cdcl) fn header_is_garbage(header: &Header) -> bool {
    is_garbage(header[INFO])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    #[test]
    fn header_fields_do_not_disturb_each_other() {
        let mut clauses = Clauses::new(1 << 31);
        let clause = clauses.add(&lits(&[1, -2, 3]), Some(5), Id::NONE).unwrap();
        assert!(clauses.is_learned(clause) && !clauses.is_garbage(clause));
        clauses.set_glue(clause, u32::MAX);
        clauses.set_used(clause, 0);
        assert_eq!((clauses.glue(clause), clauses.used(clause)), (MAX_GLUE, 0));
        clauses.set_used(clause, MAX_USED);
        clauses.set_glue(clause, 2);
        assert_eq!((clauses.glue(clause), clauses.used(clause)), (2, MAX_USED));
        assert!(clauses.is_learned(clause) && !clauses.is_garbage(clause));
        assert_eq!(clauses.lits(clause).collect::<Vec<_>>(), lits(&[1, -2, 3]));
    }

    #[test]
    fn gaps_and_garbage_are_skipped() {
        let mut clauses = Clauses::new(1 << 31);
        let long = clauses
            .add(&lits(&[1, 2, 3, 4, 5]), None, Id::NONE)
            .unwrap();
        let gone = clauses.add(&lits(&[1, 2]), None, Id::NONE).unwrap();
        let last = clauses.add(&lits(&[-1, -2]), None, Id::NONE).unwrap();
        let odd = |lit: Lit| lit.to_dimacs() % 2 == 1;
        clauses.shorten(long, odd);
        clauses.mark_garbage(gone);
        assert_eq!(clauses.refs().collect::<Vec<_>>(), [long, last]);
        assert_eq!(clauses.lits(long).collect::<Vec<_>>(), lits(&[1, 3, 5]));
        assert_eq!(clauses.num_wasted(), 2 + 5);
    }

    #[test]
    fn a_full_arena_refuses() {
        let mut clauses = Clauses::new(10);
        assert!(clauses.add(&lits(&[1, 2]), None, Id::NONE).is_some());
        assert!(clauses.add(&lits(&[1, 2, 3]), None, Id::NONE).is_none());
        assert!(clauses.add(&lits(&[1, 2]), None, Id::NONE).is_some());
    }
}
