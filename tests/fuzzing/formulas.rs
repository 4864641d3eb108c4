//! Small formulas of many kinds, mixed: what each technique of the solver
//! needs to get to work.

use crate::cdcl_common::{lits, random_clause, random_lit};
use std::collections::BTreeSet;
use sudosat::formula::{Lit, Var};

/// `count` different variables of `vars`, with signs by chance.
fn distinct(rng: &mut fastrand::Rng, vars: i32, count: usize) -> Vec<i32> {
    let mut all: Vec<i32> = (1..=vars).collect();
    rng.shuffle(&mut all);
    all.truncate(count);
    for var in &mut all {
        if rng.bool() {
            *var = -*var;
        }
    }
    all
}

/// All clauses of an exclusive or.
fn parity(members: &[i32], odd: bool) -> Vec<Vec<i32>> {
    (0..1_u32 << members.len())
        .filter(|signs| (signs.count_ones() % 2 == 1) != odd)
        .map(|signs| {
            let signed =
                |(place, &lit): (usize, &i32)| if signs >> place & 1 == 1 { -lit } else { lit };
            members.iter().enumerate().map(signed).collect()
        })
        .collect()
}

/// At most one of these is true.
fn at_most_one(members: &[i32]) -> Vec<Vec<i32>> {
    let mut clauses = Vec::new();
    for (place, &first) in members.iter().enumerate() {
        clauses.extend(members[..place].iter().map(|&second| vec![-first, -second]));
    }
    clauses
}

/// Objects in places: each in one of them, no two in the same one, some of it
/// left out by chance.
fn pigeons(rng: &mut fastrand::Rng, vars: i32) -> Vec<Vec<i32>> {
    let objects = rng.i32(2..=5);
    let places = (vars / objects).min(rng.i32(1..=5));
    let mut numbers = distinct(rng, vars, (objects * places) as usize);
    if rng.bool() {
        numbers.iter_mut().for_each(|number| *number = number.abs());
    }
    let at = |object: i32, place: i32| numbers[(object * places + place) as usize];
    let mut clauses = Vec::new();
    for object in 0..objects {
        let row: Vec<i32> = (0..places).map(|place| at(object, place)).collect();
        if rng.bool() {
            clauses.extend(at_most_one(&row));
        }
        clauses.push(row);
    }
    for place in 0..places {
        let column: Vec<i32> = (0..objects).map(|object| at(object, place)).collect();
        clauses.extend(at_most_one(&column));
    }
    if rng.u32(0..4) == 0 && !clauses.is_empty() {
        clauses.swap_remove(rng.usize(0..clauses.len()));
    }
    clauses
}

/// The output is what a gate of one of four kinds makes of its inputs.
fn gate(kind: u32, out: i32, [first, second, third]: [i32; 3]) -> Vec<Vec<i32>> {
    match kind {
        0 => vec![vec![-out, first], vec![out, -first]],
        1 => vec![
            vec![-out, first],
            vec![-out, second],
            vec![-out, third],
            vec![out, -first, -second, -third],
        ],
        2 => vec![
            vec![-first, -second, out],
            vec![-first, second, -out],
            vec![first, -third, out],
            vec![first, third, -out],
        ],
        _ => parity(&[out, first, second], true),
    }
}

/// A gate, or two gates of the same inputs, each with a gate of its output, which are
/// sometimes said to differ.
fn gates(rng: &mut fastrand::Rng, vars: i32) -> Vec<Vec<i32>> {
    let (kind, next) = (rng.u32(0..4), rng.u32(0..4));
    match *distinct(rng, vars, 8).as_slice() {
        [out, first, second, third, twin, fourth, top, other] if rng.u32(0..3) > 0 => {
            let mut clauses = gate(kind, out, [first, second, third]);
            clauses.extend(gate(kind, twin, [first, second, third]));
            clauses.extend(gate(next, top, [out, fourth, second]));
            clauses.extend(gate(next, other, [twin, fourth, second]));
            if rng.bool() {
                clauses.extend([vec![top, other], vec![-top, -other]]);
            }
            clauses
        }
        [out, first, second, third, ..] => gate(kind, out, [first, second, third]),
        _ => Vec::new(),
    }
}

/// Clauses of one width and different variables, from `least` to `least + 1`
/// times as many as where formulas stop having models.
pub(crate) fn uniform(rng: &mut fastrand::Rng, vars: i32, least: f64) -> Vec<Vec<Lit>> {
    let width = rng.usize(2..=4).min(vars as usize);
    let ratio = [0.0, 0.5, 1.0, 4.3, 9.8][width];
    let count = (f64::from(vars) * ratio * (least + rng.f64())) as usize;
    (0..count)
        .map(|_| lits(&distinct(rng, vars, width)))
        .collect()
}

/// Some clauses that go together.
pub(crate) fn piece(rng: &mut fastrand::Rng, vars: i32) -> Vec<Vec<Lit>> {
    let clauses: Vec<Vec<i32>> = match rng.u32(0..10) {
        0 | 1 => pigeons(rng, vars),
        2 => {
            let count = rng.usize(2..=6);
            at_most_one(&distinct(rng, vars, count))
        }
        3 => {
            let count = rng.usize(2..=4);
            parity(&distinct(rng, vars, count), rng.bool())
        }
        4 => gates(rng, vars),
        5 | 6 => return uniform(rng, vars, 0.3),
        7 => vec![vec![random_lit(rng, vars)]],
        _ => {
            let (count, longest) = (rng.usize(0..=2 * vars as usize), rng.usize(3..=6));
            let clauses = (0..count).map(|_| random_clause(rng, vars, longest));
            return clauses.collect();
        }
    };
    clauses.iter().map(|clause| lits(clause)).collect()
}

/// A whole formula, its clauses shuffled half of the time.
pub(crate) fn formula(rng: &mut fastrand::Rng, vars: i32) -> Vec<Vec<Lit>> {
    if rng.bool() {
        return uniform(rng, vars, 0.6); // has more conflicts than pieces together
    }
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..rng.usize(1..=4) {
        clauses.extend(piece(rng, vars));
    }
    if rng.bool() {
        rng.shuffle(&mut clauses);
    }
    clauses
}

/// A formula that a permutation of its literals, in cycles of two or three variables, maps to
/// itself: a few clauses and all their images.
pub(crate) fn symmetric(rng: &mut fastrand::Rng, vars: i32) -> Vec<Vec<Lit>> {
    let mut order: Vec<usize> = (0..vars as usize).collect();
    rng.shuffle(&mut order);
    let mut images: Vec<Lit> = (0..order.len())
        .map(|var| Var::new(var).positive())
        .collect();
    for cycle in order.chunks(rng.usize(2..=3)) {
        for (place, &var) in cycle.iter().enumerate() {
            let next = cycle[(place + 1) % cycle.len()];
            images[var] = Var::new(next).lit(rng.u32(0..6) > 0);
        }
    }
    let few = match rng.u32(0..4) {
        0 => formula(rng, vars),
        _ => {
            let count = rng.usize(2..=vars as usize);
            let mut clause = || {
                let width = rng.usize(2..=3);
                lits(&distinct(rng, vars, width))
            };
            (0..count).map(|_| clause()).collect()
        }
    };
    let mut clauses = BTreeSet::new();
    for mut clause in few {
        clause.sort_unstable();
        while clauses.insert(clause.clone()) {
            for lit in &mut clause {
                let image = images[lit.var().index()];
                *lit = if lit.is_positive() { image } else { !image };
            }
            clause.sort_unstable();
        }
    }
    clauses.into_iter().collect()
}
