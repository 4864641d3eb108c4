//! The conclusions of a pigeonhole proof, after the last hole.

use super::chain::Link;
use super::{Builder, Chain, Id, Pairs, Proved, Scope, Term, clause, lemma};

impl<L: Pairs> Builder<'_, L> {
    pub(super) fn end(&mut self) -> Proved {
        let holes = self.holes;
        // Every pigeon is in some hole, so the first k pigeons fill k holes.
        let mut present = vec![Id::NONE];
        let mut filled = vec![Id::NONE];
        for k in 1..=self.pigeons {
            let y = self.present(k);
            let t = self.now.t(k, k).term;
            let hints = [filled[k - 1], y, lemma(&self.now.b, k, Some(k - 1))];
            let id = self.derive(Scope::Ever, &[t], &hints);
            if self.y[k][holes].term == Term::False || clause(&[t]).is_some_and(|c| c.is_empty()) {
                return Proved::Refuted;
            }
            present.push(y);
            filled.push(id);
        }
        let rest = self.rest(filled[self.pigeons]);
        // If the first k pigeons filled k + 1 holes, all pigeons would fill one
        // hole more than there are.
        let mut over = vec![Id::NONE; holes + 1];
        for k in (1..holes).rev() {
            let t = self.now.t(k, k + 1).term;
            let b = lemma(&self.now.b, k + 1, Some(k + 1));
            over[k] = self.derive(Scope::Ever, &[!t], &[present[k + 1], b, over[k + 1]]);
        }
        let mut chains = Vec::new();
        for k in 1..=self.pigeons {
            let c = lemma(&self.now.c, k, Some(k - 1));
            let y2 = self.y2[k][holes].term;
            let once = self.derive(Scope::Ever, &[!y2], &[filled[k - 1], c, over[k]]);
            chains.push(self.chain(k, once));
        }
        Proved::Tight { chains, rest }
    }

    /// Derives from the clause of pigeon k that it is in some hole.
    fn present(&mut self, k: usize) -> Id {
        let block = self.block;
        let mut hints = Vec::new();
        for c in (1..=self.holes).rev() {
            hints.extend(self.y[k][c].up);
            hints.extend(self.places[c][k].lits.iter().map(|&(_, up)| up));
        }
        let pigeon = &block.pigeons[k - 1];
        hints.extend(&pigeon.outside);
        hints.push(pigeon.id);
        let y = self.y[k][self.holes].term;
        self.derive(Scope::Ever, &[y], &hints)
    }

    /// Derives the chain of pigeon k, which is not in two holes.
    fn chain(&mut self, k: usize, mut once: Id) -> Chain {
        let mut links = Vec::new();
        for c in (1..=self.holes).rev() {
            let place = self.places[c][k].clone();
            if place.x == Term::False {
                continue;
            }
            let (y2, before) = (self.y2[k][c], self.y[k][c - 1].term);
            let excludes = self.derive(Scope::Ever, &[!before, !place.x], &[y2.up[1], once]);
            let y2_before = self.y2[k][c - 1].term;
            if y2.term != y2_before {
                once = self.derive(Scope::Ever, &[!y2_before], &[y2.up[0], once]);
            }
            links.push(Link {
                lits: place.lits,
                up: self.y[k][c].up,
                excludes,
            });
        }
        links.reverse();
        Chain { links }
    }

    /// Derives that the rest is false because every hole is taken. `full` is
    /// the id of t(h,h,h).
    fn rest(&mut self, mut full: Id) -> Vec<Id> {
        let block = self.block;
        if block.rest.is_empty() {
            return Vec::new();
        }
        let mut taken = vec![Id::NONE; self.holes + 1];
        for c in (1..=self.holes).rev() {
            let [down, down_occ] = self.full[c].down;
            let occ = self.occ[c][self.pigeons].term;
            taken[c] = self.derive(Scope::Ever, &[occ], &[full, down_occ]);
            let t = self.full[c - 1].term;
            full = self.derive(Scope::Ever, &[t], &[full, down]);
        }
        let mut ids = Vec::new();
        for &(hole, lit) in &block.rest {
            let c = hole + 1;
            let mut hints = vec![taken[c]];
            for k in (1..=self.pigeons).rev() {
                for place in 0..self.places[c][k].lits.len() {
                    let (other, _) = self.places[c][k].lits[place];
                    hints.push(self.lemmas.pair(lit, other));
                }
                hints.push(self.places[c][k].down);
                hints.push(self.occ[c][k].down[0]);
            }
            ids.push(self.derive(Scope::Ever, &[Term::Is(!lit)], &hints));
        }
        ids
    }
}
