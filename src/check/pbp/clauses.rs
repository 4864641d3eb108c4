//! Clauses, each watched by two of its literals.
//!
//! The clauses lie one after another in one list of words, since a formula may
//! have millions: a word with the length and two flags, and then its literals, the
//! watched ones first. Binary clauses have lists of their own, and are not looked
//! at in propagation. A clause that is satisfied when it is added is not watched
//! until its literals can be open again: most clauses of a Sudoku's formula are
//! satisfied by the clues.

use super::super::assignment::Value;
use super::handle::Handle;
use super::trail::Trail;
use crate::formula::Lit;

/// Flag of a clause that was not deleted.
const PRESENT: u32 = 1;
/// Flag of a clause that is in the lists of its first literals.
const WATCHED: u32 = 1 << 1;
/// Number of bits before the length.
const FLAGS: u32 = 2;

/// Returns the length that a clause's first word says.
fn len_of(header: u32) -> usize {
    (header >> FLAGS) as usize
}

/// The clauses that are present.
#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Number of words of removed clauses.
    garbage: usize,
    /// By literal code: the binary clauses with this literal.
    pairs: Vec<Vec<Watch>>,
    /// By literal code: the longer clauses that watch this literal, and some that
    /// were removed.
    watches: Vec<Vec<Watch>>,
    /// The clauses of one literal, and some that were removed.
    units: Vec<u32>,
}

/// A clause in the list of one of its literals.
#[derive(Clone, Copy)]
struct Watch {
    /// Another literal of the clause.
    other: Lit,
    /// The clause's offset in `words`.
    clause: u32,
}

/// The new offsets of clauses after removed ones were dropped.
pub(super) struct Moved(Vec<u32>);

impl Moved {
    /// Returns the new offset of a clause that is present.
    pub(super) fn of(&self, clause: u32) -> u32 {
        self.0[clause as usize + 1]
    }
}

impl Clauses {
    /// Makes room for literals with codes below `num_lits`.
    pub(super) fn grow(&mut self, num_lits: usize) {
        if self.watches.len() < num_lits {
            self.watches.resize_with(num_lits, Vec::new);
            self.pairs.resize_with(num_lits, Vec::new);
        }
    }

    /// Makes room for clauses with this number of literals in all.
    pub(super) fn reserve(&mut self, clauses: usize, lits: usize) {
        self.words.reserve_exact(clauses + lits);
    }

    /// Adds a clause with at least one literal, the two to be watched first.
    /// Returns its offset, or `None` if there are too many clauses.
    pub(super) fn add(&mut self, lits: &[Lit], is_satisfied: bool) -> Option<u32> {
        let clause = u32::try_from(self.words.len()).ok()?;
        if self.words.len() + lits.len() >= Handle::CLAUSES {
            return None;
        }
        self.words.push((lits.len() as u32) << FLAGS | PRESENT);
        self.words.extend(lits.iter().map(|lit| lit.code() as u32));
        if lits.len() == 1 {
            self.units.push(clause);
        } else if !is_satisfied {
            self.watch(clause);
        }
        Some(clause)
    }

    /// Puts a clause of several literals into the lists of the first two.
    fn watch(&mut self, clause: u32) {
        self.words[clause as usize] |= WATCHED;
        let codes = self.codes(clause);
        let [first, second] = [0, 1].map(|index| Lit::from_code(codes[index] as usize));
        let lists = match codes.len() {
            2 => &mut self.pairs,
            _ => &mut self.watches,
        };
        for (lit, other) in [(first, second), (second, first)] {
            lists[lit.code()].push(Watch { other, clause });
        }
    }

    /// Watches all clauses. Their literals must be open.
    pub(super) fn watch_all(&mut self) {
        let mut start = 0;
        while start < self.words.len() {
            let header = self.words[start];
            if header & (PRESENT | WATCHED) == PRESENT && len_of(header) > 1 {
                self.watch(start as u32);
            }
            start += 1 + len_of(header);
        }
    }

    /// Removes a clause.
    pub(super) fn remove(&mut self, clause: u32) {
        let is_watched = self.words[clause as usize] & WATCHED != 0;
        if let (&[first, second], true) = (self.codes(clause), is_watched) {
            for lit in [first, second] {
                let list = &mut self.pairs[lit as usize];
                list.retain(|watch| watch.clause != clause);
            }
        }
        self.garbage += self.codes(clause).len() + 1;
        self.words[clause as usize] &= !PRESENT;
    }

    /// Returns `true` if more than half of the words are those of removed clauses.
    pub(super) fn is_wasteful(&self) -> bool {
        2 * self.garbage > self.words.len()
    }

    /// Drops the removed clauses.
    pub(super) fn compact(&mut self) -> Moved {
        let mut old = std::mem::take(&mut self.words);
        self.garbage = 0;
        let mut start = 0;
        while start < old.len() {
            let end = start + 1 + len_of(old[start]);
            if old[start] & PRESENT != 0 {
                let offset = self.words.len() as u32;
                self.words.extend_from_slice(&old[start..end]);
                old[start + 1] = offset;
            }
            start = end;
        }
        let is_present = |clause: u32| old[clause as usize] & PRESENT != 0;
        self.units.retain(|&clause| is_present(clause));
        for list in self.pairs.iter_mut().chain(&mut self.watches) {
            list.retain(|watch| is_present(watch.clause));
        }
        let moved = Moved(old);
        for clause in &mut self.units {
            *clause = moved.of(*clause);
        }
        for watch in self.pairs.iter_mut().chain(&mut self.watches).flatten() {
            watch.clause = moved.of(watch.clause);
        }
        moved
    }

    fn codes(&self, clause: u32) -> &[u32] {
        let start = clause as usize;
        let len = len_of(self.words[start]);
        &self.words[start + 1..start + 1 + len]
    }

    /// Returns the literals of a clause.
    pub(super) fn lits(&self, clause: u32) -> impl ExactSizeIterator<Item = Lit> + '_ {
        let codes = self.codes(clause).iter();
        codes.map(|&code| Lit::from_code(code as usize))
    }

    /// Assigns the literals of all unit clauses. Returns `false` if two of them are in
    /// conflict.
    pub(super) fn assign_units(&self, trail: &mut Trail) -> bool {
        self.units.iter().all(|&unit| {
            let is_present = self.words[unit as usize] & PRESENT != 0;
            let lit = self.lits(unit).next();
            let Some(lit) = lit.filter(|_| is_present) else {
                return true;
            };
            trail.imply(lit, Handle::of_clause(unit))
        })
    }

    /// Makes true what clauses force after `lit` became false. Returns `false` in
    /// conflict.
    pub(super) fn falsify(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        for pair in &self.pairs[lit.code()] {
            if !trail.imply(pair.other, Handle::of_clause(pair.clause)) {
                return false;
            }
        }
        let mut list = std::mem::take(&mut self.watches[lit.code()]);
        let (mut next, mut kept) = (0, 0);
        let mut in_conflict = false;
        while next < list.len() && !in_conflict {
            let mut watch = list[next];
            next += 1;
            if trail.value(watch.other) != Value::True {
                let start = watch.clause as usize;
                let header = self.words[start];
                if header & PRESENT == 0 {
                    continue;
                }
                let end = start + 1 + len_of(header);
                let codes = &mut self.words[start + 1..end];
                if codes[0] as usize == lit.code() {
                    codes.swap(0, 1);
                }
                watch.other = Lit::from_code(codes[0] as usize);
                if trail.value(watch.other) != Value::True {
                    let is_open =
                        |&code: &u32| trail.value(Lit::from_code(code as usize)) != Value::False;
                    if let Some(index) = codes[2..].iter().position(is_open) {
                        codes.swap(1, index + 2);
                        self.watches[codes[1] as usize].push(watch);
                        continue;
                    }
                    in_conflict = !trail.imply(watch.other, Handle::of_clause(watch.clause));
                }
            }
            list[kept] = watch;
            kept += 1;
        }
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        self.watches[lit.code()] = list;
        !in_conflict
    }
}
