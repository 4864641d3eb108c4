//! Tests of the construction with the LRAT checker.

use super::*;
use crate::budget::Budget;
use crate::check::LratChecker;
use crate::formula::{Cnf, Var};
use crate::proof::lrat::Step;
use rustc_hash::FxHashMap;

/// Checks each step. Ids are those of the checker.
struct Desk {
    checker: LratChecker,
    pairs: FxHashMap<[Lit; 2], Id>,
    last: u64,
    vars: usize,
    live: usize,
}

impl Desk {
    fn next(&mut self) -> Id {
        self.last += 1;
        Id::original(self.last)
    }

    fn original(&mut self, clause: &[Lit]) -> Id {
        let id = self.next();
        self.checker.original(self.last, clause);
        id
    }

    fn step(&mut self, lits: &[Lit], hints: Vec<i64>) -> Id {
        let id = self.next();
        let step = Step::Add {
            id: self.last,
            lits: lits.to_vec(),
            hints,
        };
        let result = self.checker.step(&step, &Budget::unlimited());
        assert_eq!(result, Ok(()), "{step}");
        self.live += 1;
        id
    }
}

fn number(id: &Id) -> i64 {
    id.in_file(0) as i64
}

impl Derive for Desk {
    fn derive(&mut self, clause: &[Lit], hints: &[Id]) -> Id {
        let rat = self.checker.stats().rat;
        let id = self.step(clause, hints.iter().map(number).collect());
        assert_eq!(self.checker.stats().rat, rat, "{clause:?} follows");
        id
    }
}

impl Lemmas for Desk {
    fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Var::new(self.vars - 1).positive()
    }

    fn define(&mut self, clause: &[Lit], against: &[Id]) -> Id {
        assert!(clause[0].var().index() < self.vars);
        let rat = self.checker.stats().rat;
        let id = self.step(clause, against.iter().map(|id| -number(id)).collect());
        assert!(self.checker.is_refuted() || self.checker.stats().rat == rat + 1);
        id
    }

    fn delete(&mut self, _: &[Lit], id: Id) {
        self.live -= 1;
        let ids = vec![number(&id) as u64];
        let step = Step::Delete { ids };
        self.checker.step(&step, &Budget::unlimited()).unwrap();
    }
}

impl Pairs for Desk {
    fn pair(&mut self, a: Lit, b: Lit) -> Id {
        let key = if a < b { [a, b] } else { [b, a] };
        self.pairs[&key]
    }
}

/// Creates a block, and a checker that has its clauses. `cell` gives the number
/// of literals by which each pigeon may be in a hole.
fn block(
    pigeons: usize,
    holes: usize,
    mut cell: impl FnMut(usize, usize) -> usize,
    rest: &[usize],
    signs: impl Fn(usize) -> bool,
) -> (Pigeonhole, Desk) {
    let mut vars = 0;
    let mut fresh = || {
        vars += 1;
        Var::new(vars - 1).lit(signs(vars - 1))
    };
    let mut members = vec![Vec::new(); holes];
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        let mut lits = Vec::new();
        for (hole, group) in members.iter_mut().enumerate() {
            for _ in 0..cell(pigeon, hole) {
                let lit = fresh();
                lits.push((hole, lit));
                group.push(lit);
            }
        }
        clauses.push(lits);
    }
    let rest: Vec<(usize, Lit)> = rest.iter().map(|&hole| (hole, fresh())).collect();
    for &(hole, lit) in &rest {
        members[hole].push(lit);
    }
    let stray = fresh();
    let mut desk = Desk {
        checker: LratChecker::of(&Cnf::new(0), &Budget::unlimited()).unwrap(),
        pairs: FxHashMap::default(),
        last: 0,
        vars,
        live: 0,
    };
    let unit = desk.original(&[!stray]);
    for group in &members {
        for (place, &b) in group.iter().enumerate() {
            for &a in &group[..place] {
                let id = desk.original(&[!a, !b]);
                let key = if a < b { [a, b] } else { [b, a] };
                desk.pairs.insert(key, id);
            }
        }
    }
    let pigeons = clauses
        .into_iter()
        .map(|lits| {
            let mut clause: Vec<Lit> = lits.iter().map(|&(_, lit)| lit).collect();
            clause.push(stray);
            Pigeon {
                id: desk.original(&clause),
                lits,
                clause,
                outside: vec![unit],
            }
        })
        .collect();
    let block = Pigeonhole {
        pigeons,
        holes,
        rest,
    };
    (block, desk)
}

#[test]
fn more_pigeons_than_holes_are_refuted() {
    for holes in 0..9 {
        for pigeons in holes + 1..holes + 3 {
            let (block, mut desk) = block(pigeons, holes, |_, _| 1, &[], |_| true);
            assert!(matches!(block.prove(&mut desk), Proved::Refuted));
            assert!(desk.checker.is_refuted());
        }
    }
}

/// Pigeons fill the holes in any shape: at most one literal of each clause is
/// true, and none of the rest.
#[test]
fn tight_blocks_are_proved_whatever_their_shape() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut tight, mut refuted) = (0, 0);
    for round in 0..600 {
        let holes = random.usize(1..7);
        let density = random.f64();
        let crowd = random.usize(1..4);
        let rest: Vec<usize> = (0..random.usize(0..4))
            .map(|_| random.usize(0..holes))
            .collect();
        let mut shape = random.fork();
        let signs = random.u64(..);
        let pick = |pigeon, hole| match pigeon == hole || shape.f64() < density {
            true if round % 3 == 0 => shape.usize(1..=crowd),
            true => 1,
            false => 0,
        };
        let (block, mut desk) = block(holes, holes, pick, &rest, |var| {
            signs >> (var % 64) & 1 == 1
        });
        let before = desk.live;
        let Proved::Tight { chains, rest } = block.prove(&mut desk) else {
            refuted += 1;
            continue;
        };
        tight += 1;
        assert_eq!(rest.len(), block.rest.len());
        assert_eq!(chains.len(), holes);
        let left = desk.live - before;
        assert!(
            left <= 12 * holes * holes * crowd + 20,
            "{left} clauses stay"
        );
        for (pigeon, chain) in block.pigeons.iter().zip(&chains) {
            for (place, &(at, a)) in pigeon.lits.iter().enumerate() {
                for &(other_at, b) in &pigeon.lits[..place] {
                    let pair = chain.pair(a, b, &mut desk);
                    assert_eq!(pair.is_some(), at != other_at);
                }
            }
        }
    }
    assert!(tight > 500 && refuted == 0, "{tight} and {refuted}");
}

/// A proof has about 1.6 m³ lemmas for m pigeons in m holes.
#[test]
fn the_size_is_cubic() {
    for m in [9, 16, 25] {
        let (block, mut desk) = block(m, m, |_, _| 1, &[], |_| true);
        let before = desk.last;
        assert!(matches!(block.prove(&mut desk), Proved::Tight { .. }));
        let lemmas = (desk.last - before) as f64;
        let cube = (m * m * m) as f64;
        println!("{m}: {lemmas} lemmas, {:.2} m³", lemmas / cube);
        assert!(lemmas < 5.0 * cube, "{m}: {:.2} m³", lemmas / cube);
    }
}
