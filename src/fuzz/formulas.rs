//! Random formulas: small ones of several families, with odd features.
//!
//! | family | clauses |
//! |---|---|
//! | uniform | clauses of `k` different variables, about as many as where formulas stop having models |
//! | pigeons | objects in places, each in one of them, no two in the same one |
//! | lines | a matrix with holes in which each row and column has exactly one true variable |
//! | parity | exclusive ors of a few variables each |
//! | colours | the nodes of a random graph in three or four colours |
//! | mixed | two of these on the same variables |
//! | tiny | up to four variables and eight clauses of any literals, none included |
//!
//! Half of the formulas then get odd features: repeated literals, tautologies, units, repeated
//! clauses, the empty clause, variables that are declared and not used, and large numbers of
//! variables.

use crate::formula::{Cnf, Lit, Var};
use fastrand::Rng;

/// Clauses as DIMACS numbers, and the number of variables.
struct Draft {
    num_vars: i32,
    clauses: Vec<Vec<i32>>,
}

/// The largest number to which a variable is renamed: enough for tables that are too small, and
/// few enough that a solver which allocates for each variable has memory.
pub(super) const LARGEST: i32 = 200_000;

/// Returns the formula of this seed, the same on every 64-bit machine (on 32 bits, `fastrand`
/// draws a `usize` from fewer bits).
pub fn formula(seed: u64) -> Cnf {
    let mut rng = Rng::with_seed(seed);
    let rng = &mut rng;
    let mut draft = match rng.u32(0..20) {
        0 => tiny(rng),
        1 | 2 => mixed(rng),
        _ => family(rng),
    };
    if rng.bool() {
        rng.shuffle(&mut draft.clauses);
    }
    if rng.bool() {
        for _ in 0..rng.u32(1..=3) {
            oddity(rng, &mut draft);
        }
    }
    let mut cnf = Cnf::new(usize::try_from(draft.num_vars).unwrap_or_default());
    for clause in &draft.clauses {
        let lits = clause.iter().copied().filter_map(Lit::from_dimacs);
        cnf.add_clause(&lits.collect::<Vec<Lit>>());
    }
    cnf
}

fn family(rng: &mut Rng) -> Draft {
    match rng.u32(0..17) {
        0..7 => uniform(rng),
        7..9 => pigeons(rng),
        9..12 => lines(rng),
        12..15 => parity(rng),
        _ => colours(rng),
    }
}

/// `count` different variables of `1..=num_vars`, with random signs.
fn distinct(rng: &mut Rng, num_vars: i32, count: usize) -> Vec<i32> {
    let chosen = rng.choose_multiple(1..=num_vars, count);
    let sign = |var: i32| if rng.bool() { var } else { -var };
    chosen.into_iter().map(sign).collect()
}

fn uniform(rng: &mut Rng) -> Draft {
    // Sizes and the ratios of clauses to variables at which half of the formulas have a model.
    let (width, most, ratio) = [(2, 100, 1.0), (3, 70, 4.26), (4, 35, 9.93), (5, 24, 21.1)]
        [[0, 1, 1, 1, 2, 3][rng.usize(0..6)]];
    let num_vars = rng.i32(5..=most);
    let count = f64::from(num_vars) * ratio * (0.85 + 0.3 * rng.f64());
    let clauses = (0..count as usize).map(|_| distinct(rng, num_vars, width));
    Draft {
        clauses: clauses.collect(),
        num_vars,
    }
}

fn at_most_one(clauses: &mut Vec<Vec<i32>>, members: &[i32]) {
    for (place, &first) in members.iter().enumerate() {
        clauses.extend(members[..place].iter().map(|&second| vec![-first, -second]));
    }
}

fn pigeons(rng: &mut Rng) -> Draft {
    let objects = rng.i32(2..=6);
    let places = objects - i32::from(rng.u32(0..3) > 0);
    let at = |object: i32, place: i32| object * places + place + 1;
    let mut clauses = Vec::new();
    for object in 0..objects {
        let row: Vec<i32> = (0..places).map(|place| at(object, place)).collect();
        if rng.bool() {
            at_most_one(&mut clauses, &row);
        }
        clauses.push(row);
    }
    for place in 0..places {
        let column: Vec<i32> = (0..objects).map(|object| at(object, place)).collect();
        at_most_one(&mut clauses, &column);
    }
    if rng.u32(0..4) == 0 {
        clauses.swap_remove(rng.usize(0..clauses.len()));
    }
    Draft {
        num_vars: objects * places,
        clauses,
    }
}

fn lines(rng: &mut Rng) -> Draft {
    let (rows, columns) = (rng.i32(2..=7), rng.i32(2..=7));
    let holes = rng.i32(0..=rows * columns / 2);
    let mut is_open = vec![true; (rows * columns) as usize];
    for _ in 0..holes {
        let hole = rng.usize(0..is_open.len());
        is_open[hole] = false;
    }
    let mut clauses = Vec::new();
    let mut exactly_one = |cells: &mut dyn Iterator<Item = i32>| {
        let line: Vec<i32> = cells.filter(|&cell| is_open[cell as usize - 1]).collect();
        at_most_one(&mut clauses, &line);
        // A line without a cell is the empty clause, which the odd features have.
        if !line.is_empty() {
            clauses.push(line);
        }
    };
    for row in 0..rows {
        exactly_one(&mut (0..columns).map(|column| row * columns + column + 1));
    }
    for column in 0..columns {
        exactly_one(&mut (0..rows).map(|row| row * columns + column + 1));
    }
    Draft {
        num_vars: rows * columns,
        clauses,
    }
}

fn parity(rng: &mut Rng) -> Draft {
    let num_vars = rng.i32(3..=24);
    let count = rng.i32(1..=num_vars + 2);
    let mut clauses = Vec::new();
    for _ in 0..count {
        let width = rng.usize(2..=4).min(num_vars as usize);
        // The random signs decide whether an odd number is true.
        let members = distinct(rng, num_vars, width);
        for signs in (0..1_u32 << width).filter(|signs| signs.count_ones() % 2 == 1) {
            let signed = |(place, &lit): (usize, &i32)| match signs >> place & 1 {
                0 => lit,
                _ => -lit,
            };
            clauses.push(members.iter().enumerate().map(signed).collect());
        }
    }
    Draft { num_vars, clauses }
}

fn colours(rng: &mut Rng) -> Draft {
    let colours = rng.i32(3..=4);
    let nodes = rng.i32(4..=16);
    let degree = if colours == 3 { 4.7 } else { 8.5 };
    let edges = (f64::from(nodes) * degree / 2.0 * (0.7 + 0.5 * rng.f64())) as usize;
    let var = |node: i32, colour: i32| (node - 1) * colours + colour + 1;
    let mut clauses = Vec::new();
    for node in 1..=nodes {
        let palette: Vec<i32> = (0..colours).map(|colour| var(node, colour)).collect();
        if rng.bool() {
            at_most_one(&mut clauses, &palette);
        }
        clauses.push(palette);
    }
    for _ in 0..edges {
        let ends = rng.choose_multiple(1..=nodes, 2);
        clauses
            .extend((0..colours).map(|colour| vec![-var(ends[0], colour), -var(ends[1], colour)]));
    }
    Draft {
        num_vars: nodes * colours,
        clauses,
    }
}

fn mixed(rng: &mut Rng) -> Draft {
    let (mut first, second) = (family(rng), family(rng));
    first.num_vars = first.num_vars.max(second.num_vars);
    first.clauses.extend(second.clauses);
    // Together they rarely have a model: without a part of them there may be one.
    let kept = rng.usize(first.clauses.len() / 2..=first.clauses.len());
    rng.shuffle(&mut first.clauses);
    first.clauses.truncate(kept);
    first
}

fn tiny(rng: &mut Rng) -> Draft {
    let num_vars = rng.i32(0..=4);
    let longest = if num_vars == 0 { 0 } else { 4 };
    let count = rng.usize(0..=8) / if num_vars == 0 { 4 } else { 1 };
    let mut clause = |_| {
        let length = rng.usize(0..=longest);
        let lit = |_| any_literal(rng, num_vars);
        (0..length).map(lit).collect()
    };
    Draft {
        num_vars,
        clauses: (0..count).map(&mut clause).collect(),
    }
}

fn any_literal(rng: &mut Rng, num_vars: i32) -> i32 {
    let var = rng.i32(1..=num_vars);
    if rng.bool() { var } else { -var }
}

/// Adds one of the odd features.
fn oddity(rng: &mut Rng, draft: &mut Draft) {
    let Draft { num_vars, clauses } = draft;
    let kind = rng.u32(0..16);
    let chosen = match clauses.len() {
        0 => None,
        count => Some(rng.usize(0..count)),
    };
    match (kind, chosen) {
        (0..=3, Some(chosen)) if !clauses[chosen].is_empty() => {
            let clause = &mut clauses[chosen];
            let lit = clause[rng.usize(0..clause.len())];
            // A repeated literal, or a tautology.
            let other = if kind < 2 { lit } else { -lit };
            clause.insert(rng.usize(0..=clause.len()), other);
        }
        (4..=7, _) if *num_vars > 0 => {
            let unit = vec![any_literal(rng, *num_vars)];
            clauses.insert(rng.usize(0..=clauses.len()), unit);
        }
        (8 | 9, Some(chosen)) => clauses.push(clauses[chosen].clone()),
        (10, _) => clauses.insert(rng.usize(0..=clauses.len()), Vec::new()),
        (11 | 12, _) => *num_vars += rng.i32(1..=50),
        (13 | 14, _) if *num_vars > 0 => {
            // One variable gets a number far above the others'.
            let var = rng.i32(1..=*num_vars);
            let large = rng.i32(*num_vars..=LARGEST.max(*num_vars));
            for lit in clauses.iter_mut().flatten().filter(|lit| lit.abs() == var) {
                *lit = lit.signum() * large;
            }
            *num_vars = large;
        }
        (15, _) if *num_vars > 0 => {
            // A clause of all variables, some of them twice.
            let lits = (0..*num_vars.min(&mut 500)).map(|_| any_literal(rng, *num_vars));
            clauses.push(lits.collect());
        }
        _ => {}
    }
    debug_assert!((*num_vars as usize) < Var::LIMIT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_formula() {
        assert_eq!(formula(5), formula(5));
        let different = (0..200).filter(|&seed| formula(seed) != formula(seed + 1));
        assert!(different.count() > 195);
    }

    /// Another odd feature may come after one that added variables.
    #[test]
    fn variables_over_the_largest_number_can_be_renamed() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..200 {
            let (num_vars, clauses) = (LARGEST + 5, vec![vec![1]]);
            let mut draft = Draft { num_vars, clauses };
            oddity(&mut rng, &mut draft);
            assert!(draft.num_vars >= num_vars);
        }
    }

    /// Formulas with some property, of a thousand.
    fn count(property: impl Fn(&Cnf) -> bool) -> usize {
        (0..1000).filter(|&seed| property(&formula(seed))).count()
    }

    #[test]
    fn odd_features_occur() {
        assert!(count(|cnf| cnf.num_clauses() == 0) >= 2, "no clause");
        let any = |found: fn(&[Lit]) -> bool| count(move |cnf| cnf.clauses().any(found));
        assert!(any(<[Lit]>::is_empty) >= 10, "the empty clause");
        assert!(any(|clause| clause.len() == 1) >= 100, "units");
        assert!(any(|clause| clause.iter().any(|&lit| clause.contains(&!lit))) >= 50);
        let repeats =
            |clause: &[Lit]| (1..clause.len()).any(|at| clause[..at].contains(&clause[at]));
        assert!(any(repeats) >= 50, "repeated literals");
        assert!(count(|cnf| cnf.num_vars() > 1000) >= 20, "large numbers");
        let used = |cnf: &Cnf| {
            cnf.clauses()
                .flatten()
                .map(|lit| lit.var().index() + 1)
                .max()
        };
        assert!(
            count(|cnf| used(cnf).unwrap_or(0) < cnf.num_vars()) >= 50,
            "unused variables"
        );
    }
}
