//! Pigeonhole proofs by clauses: counting in DRAT and LRAT.
//!
//! Clauses 1 … p, the pigeons, have their literals in the groups 1 … h, the
//! holes, each of which holds at most one pigeon. Resolution alone needs
//! exponentially many steps to count them (Haken, "The Intractability of
//! Resolution", 1985). With new variables that stand for numbers it needs about
//! p·h² steps. (Cook, "A Short Proof of the Pigeon Hole Principle Using
//! Extended Resolution", 1976, had the first such proof, of p⁴ steps.) Write
//! x(c,k) for "pigeon k is in hole c". The new variables, called names, are
//!
//! - occ(c,k): one of the pigeons 1 … k is in hole c;
//! - t(c,k,s): at least s of the holes 1 … c have one of the pigeons 1 … k,
//!   that is t(c−1,k,s) ∨ t(c−1,k,s−1) ∧ occ(c,k);
//! - y(c,k): pigeon k is in one of the holes 1 … c; y₂(c,k): in two of them.
//!
//! Hole by hole these lemmas follow by unit propagation:
//!
//! - N: occ(c,k−1) → ¬x(c,k), because a hole holds one pigeon;
//! - A: t(c,k−1,s) → t(c,k,s);
//! - B: t(c,k−1,s) ∧ y(c,k) → t(c,k,s+1): a further pigeon takes a further
//!   hole;
//! - C: t(c,k−1,s) ∧ y₂(c,k) → t(c,k,s+2).
//!
//! After the last hole, the clauses imply y(h,k) for each k, so B gives
//! t(h,k,k) for k = 1, 2, …. If p > h, this ends in t(h,h+1,h+1), which is
//! false. If p = h, it means that every hole is taken, so the other members of
//! a group are false. Further, from the top down, t(h,k,k+1) is false, because
//! the pigeons after k need holes too. So by C no pigeon is in two holes, and
//! each clause is an at-most-one group, by means of the chain ¬y(c−1,k) ∨
//! ¬x(c,k).
//!
//! Only those t are named that t(h,k,k) and t(h,k,k+1) depend on: about half.
//! No name is introduced that would be equivalent to another literal. The
//! lemmas of a hole are deleted when the next hole is complete.

mod chain;
mod ends;
mod name;
#[cfg(test)]
mod tests;

use super::Id;
use super::lemmas::{Derive, Lemmas, Term, clause};
use crate::formula::Lit;
pub(crate) use chain::Chain;
use name::{Hints, Name};

/// A receiver of the steps of the proof that also has the clauses of the groups.
pub(crate) trait Pairs: Lemmas {
    /// Returns the clause that excludes that both literals are true. They are
    /// in one group.
    fn pair(&mut self, a: Lit, b: Lit) -> Id;
}

/// A clause, as a pigeon.
#[derive(Debug)]
pub(crate) struct Pigeon {
    /// The literals, each with its hole, counted from 0.
    pub lits: Vec<(usize, Lit)>,
    /// All literals of the clause, those outside of the block included.
    pub clause: Vec<Lit>,
    pub id: Id,
    /// The unit clauses that falsify the clause's other literals.
    pub outside: Vec<Id>,
}

/// Pigeons, and at most as many holes.
#[derive(Debug)]
pub(crate) struct Pigeonhole {
    pub pigeons: Vec<Pigeon>,
    pub holes: usize,
    /// Literals that can't be true together with any pigeon in their hole.
    pub rest: Vec<(usize, Lit)>,
}

/// The result of a proof.
pub(crate) enum Proved {
    /// The empty clause was derived.
    Refuted,
    /// There are as many pigeons as holes.
    Tight {
        /// For each pigeon, the proof that it is in at most one hole.
        chains: Vec<Chain>,
        /// The unit clause against each literal of the rest.
        rest: Vec<Id>,
    },
}

impl Pigeonhole {
    /// Derives what the block implies: the empty clause, or the clauses of [`Proved`].
    pub(crate) fn prove<L: Pairs>(&self, lemmas: &mut L) -> Proved {
        Builder::new(self, lemmas).prove()
    }
}

/// The time at which a clause is deleted.
#[derive(Clone, Copy)]
enum Scope {
    /// When its hole is complete.
    Hole,
    /// When the next hole is complete.
    Next,
    /// When the steps of all holes are complete.
    Block,
    /// Never.
    Ever,
}

/// A pigeon in a hole: the term x, and the literals that it stands for.
#[derive(Clone)]
struct Place {
    x: Term,
    /// The literals. If there are several, each with the id of the clause by
    /// which it implies x.
    lits: Vec<(Lit, Id)>,
    /// Id of the clause "x → one of the literals", if there are several.
    down: Id,
}

/// A hole: the names t, by pigeon and number, and the lemmas about them. Only
/// those of the last two holes are kept.
#[derive(Default)]
struct Layer {
    t: Vec<Vec<Name>>,
    a: Vec<Vec<Id>>,
    b: Vec<Vec<Id>>,
    c: Vec<Vec<Id>>,
}

impl Layer {
    /// Returns the name of t(·,k,s) in this layer.
    fn t(&self, k: usize, s: usize) -> Name {
        match self.t.get(k).and_then(|row| row.get(s)) {
            Some(&name) => name,
            // More holes or pigeons than there are.
            None if s > 0 => Name::alias(Term::False),
            None => Name::alias(Term::True),
        }
    }
}

/// Returns the lemma for pigeon k and the number s, if there is one.
fn lemma(table: &[Vec<Id>], k: usize, s: Option<usize>) -> Id {
    let row = table.get(k);
    s.and_then(|s| row?.get(s).copied()).unwrap_or(Id::NONE)
}

/// A proof under construction. Holes and pigeons count from 1.
struct Builder<'a, L> {
    block: &'a Pigeonhole,
    lemmas: &'a mut L,
    holes: usize,
    pigeons: usize,
    /// Set if there are as many pigeons as holes, not more.
    tight: bool,
    /// By hole and pigeon.
    places: Vec<Vec<Place>>,
    occ: Vec<Vec<Name>>,
    /// By pigeon and hole.
    y: Vec<Vec<Name>>,
    y2: Vec<Vec<Name>>,
    /// For each hole c, the name t(c,h,c).
    full: Vec<Name>,
    before: Layer,
    now: Layer,
    /// The clauses to be deleted, by scope.
    scraps: [Vec<(Vec<Lit>, Id)>; 3],
}

impl<'a, L: Pairs> Builder<'a, L> {
    fn new(block: &'a Pigeonhole, lemmas: &'a mut L) -> Builder<'a, L> {
        // A refutation needs no more pigeons.
        let pigeons = block.pigeons.len().min(block.holes + 1);
        let nowhere = vec![vec![Name::alias(Term::False)]; pigeons + 1];
        Builder {
            lemmas,
            holes: block.holes,
            pigeons,
            tight: pigeons <= block.holes,
            places: vec![Vec::new()],
            occ: vec![Vec::new()],
            y: nowhere.clone(),
            y2: nowhere,
            full: vec![Name::alias(Term::True)],
            before: Layer::default(),
            now: Layer::default(),
            scraps: Default::default(),
            block,
        }
    }

    fn prove(&mut self) -> Proved {
        for c in 1..=self.holes {
            self.name_places(c);
            self.name_numbers(c);
            for k in 1..=self.pigeons {
                self.add_pigeon(c, k);
            }
            self.delete(Scope::Hole);
            self.scraps.swap(Scope::Hole as usize, Scope::Next as usize);
        }
        let proved = self.end();
        for scope in [Scope::Hole, Scope::Next, Scope::Block] {
            self.delete(scope);
        }
        proved
    }

    fn delete(&mut self, scope: Scope) {
        for (clause, id) in std::mem::take(&mut self.scraps[scope as usize]) {
            self.lemmas.delete(&clause, id);
        }
    }

    fn scrap(&mut self, scope: Scope, clause: Vec<Lit>, id: Id) {
        // Unit clauses are kept, because checkers differ in what deleting one
        // means.
        if clause.len() > 1
            && let Some(scraps) = self.scraps.get_mut(scope as usize)
        {
            scraps.push((clause, id));
        }
    }

    /// Derives a clause, unless it is a tautology.
    fn derive(&mut self, scope: Scope, terms: &[Term], hints: &[Id]) -> Id {
        let Some(lits) = clause(terms) else {
            return Id::NONE;
        };
        let id = self.lemmas.derive(&lits, &Hints::of(hints).0);
        self.scrap(scope, lits, id);
        id
    }

    /// Adds one clause of the definition of its first literal.
    fn define(&mut self, scope: Scope, terms: &[Term], against: &[Id]) -> Id {
        let Some(lits) = clause(terms) else {
            return Id::NONE;
        };
        let id = self.lemmas.define(&lits, &Hints::of(against).0);
        self.scrap(scope, lits, id);
        id
    }

    /// Returns a name for a ∨ b ∧ o, which is new unless a term for it exists.
    /// The two scopes are those of the clauses that imply the name and of those
    /// that it implies.
    fn name(&mut self, [up, down]: [Scope; 2], a: Term, b: Term, o: Term) -> Name {
        if let Some(term) = name::simple(a, b, o) {
            return Name::alias(term);
        }
        let v = Term::Is(self.lemmas.fresh());
        let up = [
            self.define(up, &[v, !a], &[]),
            self.define(up, &[v, !b, !o], &[]),
        ];
        let down = [
            self.define(down, &[!v, a, b], &up),
            self.define(down, &[!v, a, o], &up),
        ];
        Name { term: v, up, down }
    }

    /// Introduces the names x, occ, y and y₂ for hole c.
    fn name_places(&mut self, c: usize) {
        let mut here = vec![Place {
            x: Term::False,
            lits: Vec::new(),
            down: Id::NONE,
        }];
        for pigeon in &self.block.pigeons[..self.pigeons] {
            let lits = pigeon.lits.iter();
            let lits = lits.filter(|(hole, _)| hole + 1 == c).map(|&(_, lit)| lit);
            let place = self.name_place(lits.collect());
            here.push(place);
        }
        let block = [Scope::Block; 2];
        let mut occ = vec![Name::alias(Term::False)];
        for k in 1..=self.pigeons {
            let x = here[k].x;
            let before = occ[k - 1].term;
            occ.push(self.name(block, before, x, Term::True));
            let y = self.y[k][c - 1].term;
            let name = self.name([Scope::Ever, Scope::Block], y, x, Term::True);
            self.y[k].push(name);
            if self.tight {
                let y2 = self.y2[k][c - 1].term;
                let name = self.name(block, y2, y, x);
                self.y2[k].push(name);
            }
        }
        self.places.push(here);
        self.occ.push(occ);
    }

    fn name_place(&mut self, lits: Vec<Lit>) -> Place {
        let mut place = Place {
            x: Term::False,
            lits: lits.iter().map(|&lit| (lit, Id::NONE)).collect(),
            down: Id::NONE,
        };
        match lits[..] {
            [] => {}
            [lit] => place.x = Term::Is(lit),
            _ => {
                let x = Term::Is(self.lemmas.fresh());
                let mut down = vec![!x];
                let mut ups = Vec::new();
                for (lit, up) in &mut place.lits {
                    *up = self.define(Scope::Ever, &[x, Term::Is(!*lit)], &[]);
                    ups.push(*up);
                    down.push(Term::Is(*lit));
                }
                place.x = x;
                place.down = self.define(Scope::Block, &down, &ups);
            }
        }
        place
    }

    /// Returns the least s from 1 on for which t(c,k,s) is needed, and the
    /// largest.
    fn window(&self, c: usize, k: usize) -> (usize, usize) {
        let most = match k {
            0 => 0,
            _ => c.min(k + usize::from(self.tight)),
        };
        ((c + k).saturating_sub(self.holes).max(1), most)
    }

    /// Introduces the names t for hole c, and allocates the table of its
    /// lemmas.
    fn name_numbers(&mut self, c: usize) {
        self.before = std::mem::take(&mut self.now);
        for k in 0..=self.pigeons {
            let (least, most) = self.window(c, k);
            let mut row = vec![Name::alias(Term::True)];
            row.resize(least.min(most + 1), Name::alias(Term::False));
            for s in least..=most {
                let [a, b] = [s, s - 1].map(|s| self.before.t(k, s).term);
                // Those of the last pigeon prove that a hole is taken.
                let is_full = k == self.pigeons && s == c && !self.block.rest.is_empty();
                let scope = match is_full {
                    true => Scope::Block,
                    false => Scope::Hole,
                };
                let occ = self.occ[c][k].term;
                row.push(self.name([scope; 2], a, b, occ));
            }
            self.now.t.push(row);
            let none = vec![Id::NONE; most + 1];
            self.now.a.push(none.clone());
            self.now.b.push(none.clone());
            self.now.c.push(none);
        }
        let full = self.now.t(self.pigeons, c);
        self.full.push(full);
    }

    /// Derives the lemmas of hole c about pigeon k. In rows of numbers s, the
    /// lemma is about t(c,k−1,s).
    fn add_pigeon(&mut self, c: usize, k: usize) {
        let x = self.places[c][k].x;
        let (occ, y) = (self.occ[c][k], self.y[k][c]);
        let y_before = self.y[k][c - 1].term;
        let n = self.alone(c, k);
        let most = self.window(c, k - 1).1;
        for s in self.window(c, k).0..=most {
            let (from, to) = (self.now.t(k - 1, s), self.now.t(k, s));
            let a = [s, s - 1].map(|s| lemma(&self.before.a, k, Some(s)));
            let [down, down_occ] = from.down;
            let hints = [to.up[0], a[0], down, down_occ, a[1], occ.up[0], to.up[1]];
            let id = self.derive(Scope::Next, &[!from.term, to.term], &hints);
            self.now.a[k].resize(most + 1, Id::NONE);
            self.now.a[k][s] = id;
        }
        // For smaller s, t(c,k,s+1) is not needed.
        let least = (c + k - 1).saturating_sub(self.holes);
        self.now.b[k].resize(most + 1, Id::NONE);
        for s in least..=most {
            let (from, to) = (self.now.t(k - 1, s), self.now.t(k, s + 1));
            let a = lemma(&self.before.a, k, Some(s));
            let mut b = Id::NONE;
            if x != Term::False {
                let scope = match y_before {
                    Term::False => Scope::Next, // x and y are the same
                    _ => Scope::Hole,
                };
                let hints = [n, from.down[1], a, occ.up[1], to.up[1]];
                b = self.derive(scope, &[!from.term, !x, to.term], &hints);
            }
            if y_before != Term::False {
                let b_before = lemma(&self.before.b, k, Some(s));
                let b_less = lemma(&self.before.b, k, s.checked_sub(1));
                let hints = [
                    b,
                    y.down[0],
                    to.up[0],
                    b_before,
                    from.down[0],
                    from.down[1],
                    b_less,
                    occ.up[0],
                    to.up[1],
                ];
                b = self.derive(Scope::Next, &[!from.term, !y.term, to.term], &hints);
            }
            self.now.b[k][s] = b;
        }
        if self.tight {
            self.add_twice(c, k, n);
        }
    }

    /// Derives the lemmas C of hole c about pigeon k.
    fn add_twice(&mut self, c: usize, k: usize, n: Id) {
        let (occ, y2) = (self.occ[c][k], self.y2[k][c]);
        let y2_before = self.y2[k][c - 1].term;
        let least = (c + k - 1).saturating_sub(self.holes);
        let most = self.window(c, k - 1).1.min(k - 1);
        self.now.c[k].resize(most + 1, Id::NONE);
        for s in least..=most {
            let (from, to) = (self.now.t(k - 1, s), self.now.t(k, s + 2));
            let mut id = Id::NONE;
            if y2.term != y2_before {
                let scope = match y2_before {
                    Term::False => Scope::Next,
                    _ => Scope::Hole,
                };
                let b = lemma(&self.before.b, k, Some(s));
                let hints = [
                    y2.down[0],
                    y2.down[1],
                    n,
                    from.down[1],
                    b,
                    occ.up[1],
                    to.up[1],
                ];
                let terms = [!from.term, !y2.term, y2_before, to.term];
                id = self.derive(scope, &terms, &hints);
            }
            if y2_before != Term::False {
                let c_before = lemma(&self.before.c, k, Some(s));
                let c_less = lemma(&self.before.c, k, s.checked_sub(1));
                let hints = [
                    id,
                    to.up[0],
                    c_before,
                    from.down[0],
                    from.down[1],
                    c_less,
                    occ.up[0],
                    to.up[1],
                ];
                id = self.derive(Scope::Next, &[!from.term, !y2.term, to.term], &hints);
            }
            self.now.c[k][s] = id;
        }
    }

    /// Derives the lemma N: a pigeon before k in hole c excludes pigeon k from
    /// it.
    fn alone(&mut self, c: usize, k: usize) -> Id {
        let (x, occ) = (self.places[c][k].x, self.occ[c][k - 1].term);
        if x == Term::False || occ == Term::False {
            return Id::NONE;
        }
        let mut hints = Vec::new();
        for other in (1..k).rev() {
            if self.places[c][other].x != Term::False {
                hints.push(self.exclusive(c, other, k));
                hints.push(self.occ[c][other].down[0]);
            }
        }
        self.derive(Scope::Hole, &[!occ, !x], &hints)
    }

    /// Derives that two pigeons are not both in hole c.
    fn exclusive(&mut self, c: usize, j: usize, k: usize) -> Id {
        let [one, two] = [j, k].map(|k| self.places[c][k].clone());
        let mut each = Vec::new();
        for &(a, _) in &one.lits {
            let pairs = two.lits.iter().map(|&(b, _)| self.lemmas.pair(a, b));
            let mut hints: Vec<Id> = pairs.collect();
            each.push(match hints[..] {
                [pair] => pair,
                _ => {
                    hints.push(two.down);
                    self.derive(Scope::Hole, &[Term::Is(!a), !two.x], &hints)
                }
            });
        }
        match each[..] {
            [id] => id,
            _ => {
                each.push(one.down);
                self.derive(Scope::Hole, &[!one.x, !two.x], &each)
            }
        }
    }
}
