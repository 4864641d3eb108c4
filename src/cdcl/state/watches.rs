//! Watch lists: for each literal, the clauses that watch it.
//!
//! Every clause is watched by its first two literals (Moskewicz, Madigan, Zhao,
//! Zhang, Malik, "Chaff", DAC 2001). As long as neither is false, the clause
//! can neither be in conflict nor imply anything, and backtracking never
//! changes a watch. The invariant after propagation: if a watched literal is
//! false, then the other watched literal, or the watch's blocking literal, is
//! true and became true at no higher level.
//!
//! A watch contains a *blocking literal* of the clause (Sörensson and Eén,
//! MiniSat 2.1, 2008): while it is true, the clause need not be read. The
//! blocking literal of a binary clause is the other literal, so the clause is
//! never read.

use super::clauses::ClauseRef;
use crate::formula::Lit;
use crate::prefetch::prefetch;
use std::ops::Range;

/// An entry of a watch list, of eight bytes.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Watch {
    blit: Lit,
    /// The clause; the top bit is set if it is binary.
    tagged: u32,
}

/// Flag of a watch of a binary clause: the bit above a clause reference of 31
/// bits.
const BINARY: u32 = 1 << 31;

impl Watch {
    pub(crate) fn new(blit: Lit, clause: ClauseRef, binary: bool) -> Watch {
        Watch {
            blit,
            tagged: clause.word() | if binary { BINARY } else { 0 },
        }
    }

    #[inline]
    pub(crate) fn blit(self) -> Lit {
        self.blit
    }

    #[inline]
    pub(crate) fn with_blit(self, blit: Lit) -> Watch {
        Watch { blit, ..self }
    }

    #[inline]
    pub(crate) fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline]
    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef::from_word(self.tagged & !BINARY)
    }
}

/// The place of a literal's list in the arena.
#[derive(Clone, Copy, Default)]
struct Place {
    start: usize,
    /// Number of watches.
    len: u32,
    /// Number of watches for which there is room.
    room: u32,
}

impl Place {
    fn range(self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }
}

/// For each literal, the clauses that watch it. All lists are in one arena, as in kissat: a
/// list without room moves to the end, and [`pack`](Watches::pack) closes the gaps. With a heap
/// block for each list, a formula that does not fit into the processor's caches took a quarter
/// more time (docs/EXPERIMENTS.md).
#[derive(Default)]
pub(in crate::cdcl) struct Watches {
    places: Vec<Place>,
    arena: Vec<Watch>,
    /// Number of watches of the arena that belong to no list any more.
    wasted: usize,
    /// Watches to be added when the walk of a list ends. Empty otherwise.
    delayed: Vec<(Lit, Watch)>,
}

impl Watches {
    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.places.resize(2 * num_vars, Place::default());
    }

    /// Returns the memory of all lists in bytes, with the room for more watches.
    pub(crate) fn bytes(&self) -> usize {
        self.arena.capacity() * size_of::<Watch>()
    }

    /// Adds the two watches of a new clause, whose first two literals are
    /// given.
    pub(crate) fn add(&mut self, first: Lit, second: Lit, clause: ClauseRef, binary: bool) {
        if self.wasted > self.arena.len() / 3 {
            let lits = (0..self.places.len()).map(Lit::from_code);
            self.pack(lits, |_, watch| Some(watch));
        }
        self.push(first, Watch::new(second, clause, binary));
        self.push(second, Watch::new(first, clause, binary));
    }

    #[inline]
    pub(crate) fn push(&mut self, lit: Lit, watch: Watch) {
        let place = &mut self.places[lit.code()];
        if place.len == place.room {
            self.wasted += enlarge(place, &mut self.arena, watch);
        }
        self.arena[place.start + place.len as usize] = watch;
        place.len += 1;
    }

    pub(crate) fn list(&self, lit: Lit) -> &[Watch] {
        &self.arena[self.places[lit.code()].range()]
    }

    /// Returns a literal's list to be walked, and a place for watches of other literals. They
    /// are added by [`end_walk`](Watches::end_walk), which must follow if there are any.
    #[inline]
    pub(crate) fn walk(&mut self, lit: Lit) -> (&mut [Watch], &mut Vec<(Lit, Watch)>) {
        let range = self.places[lit.code()].range();
        (&mut self.arena[range], &mut self.delayed)
    }

    /// Ends the walk of a list of which the first `len` watches stay.
    #[inline]
    pub(crate) fn end_walk(&mut self, lit: Lit, len: usize) {
        self.places[lit.code()].len = len as u32;
        for index in 0..self.delayed.len() {
            let (lit, watch) = self.delayed[index];
            self.push(lit, watch);
        }
        self.delayed.clear();
    }

    /// Asks for the first watches of a literal's list, which is walked soon.
    #[inline]
    pub(crate) fn prefetch(&self, lit: Lit) {
        prefetch(&self.arena, self.places[lit.code()].start);
    }

    /// Removes from all lists the watches for which `is_kept` returns `false`.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&Watch) -> bool) {
        for place in &mut self.places {
            let mut kept = place.start;
            for index in place.range() {
                self.arena[kept] = self.arena[index];
                kept += usize::from(is_kept(&self.arena[index]));
            }
            place.len = (kept - place.start) as u32;
        }
    }

    /// Moves the lists of `lits` into a new arena, in this order, and empties all others.
    /// `image` returns what replaces a watch of a literal; `None` removes it.
    pub(crate) fn pack(
        &mut self,
        lits: impl Iterator<Item = Lit>,
        mut image: impl FnMut(Lit, Watch) -> Option<Watch>,
    ) {
        let places = std::mem::take(&mut self.places);
        self.places = vec![Place::default(); places.len()];
        let mut arena = Vec::with_capacity(self.arena.len() - self.wasted);
        for lit in lits {
            let start = arena.len();
            let list = &self.arena[places[lit.code()].range()];
            arena.extend(list.iter().filter_map(|&watch| image(lit, watch)));
            let len = (arena.len() - start) as u32;
            self.places[lit.code()] = Place {
                start,
                len,
                room: len,
            };
        }
        self.arena = arena;
        self.wasted = 0;
    }

    /// Empties a literal's list, all of whose clauses are garbage.
    pub(crate) fn clear(&mut self, lit: Lit) {
        let place = std::mem::take(&mut self.places[lit.code()]);
        self.wasted += place.room as usize;
    }
}

/// Doubles the room of a full list, and fills it with `filler`. Returns the number of watches of
/// the arena that the list leaves behind.
#[cold]
fn enlarge(place: &mut Place, arena: &mut Vec<Watch>, filler: Watch) -> usize {
    let old = place.range();
    let room = (2 * place.room).max(4);
    place.room = room;
    let is_last = old.end == arena.len();
    if !is_last {
        place.start = arena.len();
        arena.extend_from_within(old.clone());
    }
    arena.resize(place.start + room as usize, filler);
    if is_last { 0 } else { old.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;

    const LITS: usize = 8;

    fn numbers(watches: &Watches, lit: Lit) -> Vec<usize> {
        let list = watches.list(lit).iter();
        list.map(|watch| watch.clause().word() as usize).collect()
    }

    /// Plays random changes on the arena and on plain vectors.
    #[test]
    fn lists_in_the_arena_are_those_of_plain_vectors() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut watches = Watches::default();
        watches.grow(LITS / 2);
        let mut expected = vec![Vec::new(); LITS];
        let (mut moves, mut packs) = (0, 0);
        for number in 0..20_000 {
            let lit = Lit::from_code(rng.usize(0..LITS));
            let other = Lit::from_code((lit.code() + rng.usize(1..LITS)) % LITS);
            match rng.usize(0..100) {
                0 => {
                    watches.clear(lit);
                    expected[lit.code()].clear();
                }
                1 => {
                    watches.retain(|watch| watch.clause().word() % 3 > 0);
                    expected
                        .iter_mut()
                        .for_each(|list| list.retain(|n| n % 3 > 0));
                }
                2 => {
                    // One variable is left out, and loses its lists.
                    let vars = (0..LITS / 2).rev().map(Var::new);
                    let vars = vars.filter(|&var| var != lit.var());
                    watches.pack(
                        vars.flat_map(|var| [var.negative(), var.positive()]),
                        |_, watch| Some(watch).filter(|watch| watch.clause().word() % 2 > 0),
                    );
                    packs += 1;
                    for (code, list) in expected.iter_mut().enumerate() {
                        let is_in = Lit::from_code(code).var() != lit.var();
                        list.retain(|n| is_in && n % 2 > 0);
                    }
                }
                3..50 => {
                    watches.add(lit, other, ClauseRef::from_word(number as u32), false);
                    expected[lit.code()].push(number);
                    expected[other.code()].push(number);
                }
                _ => {
                    // Moves every other watch of a list to another, as propagation does.
                    let (list, delayed) = watches.walk(lit);
                    let (mut kept, len) = (0, list.len());
                    for next in 0..len {
                        if next % 2 == 0 {
                            list[kept] = list[next];
                            kept += 1;
                        } else {
                            delayed.push((other, list[next]));
                            moves += 1;
                        }
                    }
                    watches.end_walk(lit, kept);
                    let list = std::mem::take(&mut expected[lit.code()]);
                    for (next, number) in list.into_iter().enumerate() {
                        let lit = if next % 2 == 0 { lit } else { other };
                        expected[lit.code()].push(number);
                    }
                }
            }
            for (code, list) in expected.iter().enumerate() {
                assert_eq!(
                    numbers(&watches, Lit::from_code(code)),
                    *list,
                    "after {number}"
                );
            }
            let room = watches.places.iter().map(|place| place.room as usize);
            assert_eq!(watches.wasted + room.sum::<usize>(), watches.arena.len());
        }
        assert!(moves > 1000 && packs > 100);
    }
}
