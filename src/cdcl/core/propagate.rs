//! Unit propagation: the inner loop, where most of the time is spent.
//!
//! Uses two watched literals with blocking literals (see
//! [`crate::cdcl::state::watches`]) and a saved position in long clauses. A
//! clause's new watch is added to its list when the walk of the current list
//! ends, because a list that grows may move.

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::{ClauseRef, POSITION, header_is_garbage};
use crate::cdcl::state::reason::{Conflict, Reason};
use crate::cdcl::state::watches::Watch;
use crate::formula::Lit;

/// Number of watches in a cache line of 64 bytes, to convert visited watches
/// into ticks.
const WATCHES_PER_LINE: usize = 8;

impl Solver {
    /// Assigns all literals that the trail implies by unit propagation and
    /// reports them to the observer. Returns the conflict if a clause has only
    /// false literals.
    pub(in crate::cdcl) fn propagate(&mut self) -> Option<Conflict> {
        let conflict = self.propagate_trail::<false>(ClauseRef::from_word(0));
        self.trace_implied();
        if self.trail.level() == 0 {
            self.fix_units();
        }
        conflict
    }

    /// Propagates as [`propagate`](Self::propagate) does, but above level 0 and
    /// as if the clause `ignored`, of at least three literals, did not exist.
    pub(in crate::cdcl) fn propagate_without(&mut self, ignored: ClauseRef) -> Option<Conflict> {
        let conflict = self.propagate_trail::<true>(ignored);
        self.trace_implied();
        conflict
    }

    /// Runs unit propagation. On return either the trail is propagated and the
    /// invariant of watches holds, or there is a conflict. If `IGNORE` is set,
    /// the clause `ignored` keeps its watches and is skipped; otherwise the
    /// code has no test for it.
    fn propagate_trail<const IGNORE: bool>(&mut self, ignored: ClauseRef) -> Option<Conflict> {
        let Solver {
            trail,
            clauses,
            watches,
            at_most_ones,
            stats,
            ..
        } = self;
        let mut conflict = None;
        let (mut propagations, mut ticks) = (0, 0);
        while conflict.is_none()
            && let Some(lit) = trail.next_to_propagate()
        {
            propagations += 1;
            let falsified = !lit;
            // Two literals ahead, chosen by hand: the next and the third one took as long.
            if let Some(upcoming) = trail.upcoming(1) {
                watches.prefetch(!upcoming);
            }
            for &group in at_most_ones.of(lit) {
                for &other in at_most_ones.members(group) {
                    let value = trail.value(other);
                    if value > 0 && other != lit {
                        conflict = Some(Conflict::Binary(falsified, !other));
                    } else if value == 0 {
                        trail.assign(!other, Reason::binary(falsified));
                    }
                }
                ticks += 1;
            }
            if conflict.is_some() {
                break;
            }
            let (list, delayed) = watches.walk(falsified);
            ticks += 1 + list.len() / WATCHES_PER_LINE;
            let mut kept = 0; // list[..kept] stays
            let mut next = 0; // list[next..] is still to be looked at
            while next < list.len() {
                let watch = list[next];
                next += 1;
                let blit = watch.blit();
                let value = trail.value(blit);
                if value > 0 {
                    list[kept] = watch;
                    kept += 1;
                    continue;
                }
                if watch.is_binary() {
                    list[kept] = watch;
                    kept += 1;
                    if value < 0 {
                        conflict = Some(Conflict::Binary(falsified, blit));
                        break;
                    }
                    trail.assign(blit, Reason::binary(falsified));
                    continue;
                }

                ticks += 1;
                let clause = watch.clause();
                if IGNORE && clause == ignored {
                    list[kept] = watch;
                    kept += 1;
                    continue;
                }
                let (header, lits) = clauses.parts_mut(clause);
                if header_is_garbage(header) {
                    continue; // its watch goes
                }
                // One of the first two literals is `falsified`; XOR gives the
                // other.
                let other = Lit::from_code((lits[0] ^ lits[1]) as usize ^ falsified.code());
                let value = trail.value(other);
                if value > 0 {
                    list[kept] = watch.with_blit(other);
                    kept += 1;
                    continue;
                }

                // Look for a replacement from the saved position on, wrapping
                // round. As a function of its own this is not inlined, which cost
                // 7 % of all instructions on an adder.
                let values = trail.values();
                let start = header[POSITION] as usize;
                let is_candidate = |&code: &u32| values[code as usize] >= 0;
                let found = lits[start..]
                    .iter()
                    .position(is_candidate)
                    .map(|offset| start + offset)
                    .or_else(|| {
                        lits[2..start]
                            .iter()
                            .position(is_candidate)
                            .map(|offset| 2 + offset)
                    });
                if let Some(position) = found {
                    header[POSITION] = position as u32;
                    let replacement = Lit::from_code(lits[position] as usize);
                    if values[replacement.code()] > 0 {
                        // A true literal is as good a blocking literal as a
                        // watched one.
                        list[kept] = watch.with_blit(replacement);
                        kept += 1;
                    } else {
                        lits[0] = other.code() as u32;
                        lits[1] = replacement.code() as u32;
                        lits[position] = falsified.code() as u32;
                        delayed.push((replacement, Watch::new(other, clause, false)));
                    }
                    continue;
                }

                list[kept] = watch;
                kept += 1;
                if value < 0 {
                    conflict = Some(Conflict::Long(clause));
                    break;
                }
                ticks += 1;
                trail.assign(other, Reason::long(clause));
            }
            if kept < next {
                list.copy_within(next.., kept);
                let len = kept + list.len() - next;
                watches.end_walk(falsified, len);
            }
        }
        stats.propagations += propagations;
        stats.ticks += ticks as u64;
        conflict
    }
}
