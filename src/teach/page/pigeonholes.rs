//! The pigeonholes of a formula: clauses that each need a true literal, and fewer
//! groups with at most one true literal each that contain all these literals.
//!
//! Unit propagation comes first: what it settles is neither pigeon nor hole. Then the
//! search of [`counting`](crate::cdcl::counting) finds them in any formula.

use crate::budget::Budget;
use crate::cdcl::counting::{Finding, Structure};
use crate::formula::{Cnf, Lit};
use crate::teach::trace::{ClauseId, CnfPart};
use serde::Serialize;

/// Limit on the search for structure, in steps of about one memory access. Chosen by hand:
/// a fraction of a second, and many times what a 16×16 grid needs.
const EFFORT: u64 = 20_000_000;

/// More pigeons than holes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Pigeonholes {
    /// The numbers of the clauses that need a true literal.
    pigeons: Vec<ClauseId>,
    /// For each group, the literals of these clauses in it. At most one of them is true.
    holes: Vec<Vec<i32>>,
}

impl Pigeonholes {
    /// Returns the pigeonholes that refute a formula, or `None` if none are found, or if
    /// the groups are not stated by binary clauses.
    pub(super) fn of(formula: &CnfPart) -> Option<Pigeonholes> {
        let open = propagated(formula)?;
        let mut cnf = Cnf::new(formula.vars);
        for (_, lits) in &open {
            cnf.add_clause(lits);
        }
        let structure = Structure::find(&cnf, EFFORT, &Budget::unlimited());
        let block = structure
            .findings
            .iter()
            .find_map(|finding| match finding {
                Finding::Refuted(block) => Some(block),
                Finding::Tight { .. } => None,
            })?;
        let is_stated = |&group: &u32| (group as usize) < structure.hidden.start;
        if !block.singles.is_empty() || !block.groups.iter().all(is_stated) {
            return None;
        }
        let clauses = block.clauses.iter();
        let clauses: Vec<&[Lit]> = clauses
            .map(|&clause| structure.clauses.clause(clause as usize))
            .collect();
        let id_of = |lits: &&[Lit]| open.iter().find(|(_, open)| open == lits);
        let pigeons = clauses.iter().map(|lits| Some(id_of(lits)?.0));
        let mut pigeons = pigeons.collect::<Option<Vec<ClauseId>>>()?;
        pigeons.sort_unstable();
        let literals = |&group: &u32| {
            let lits = structure.groups.group(group as usize).iter();
            let used = { lits }.filter(|lit| clauses.iter().any(|clause| clause.contains(lit)));
            used.map(|lit| lit.to_dimacs()).collect::<Vec<i32>>()
        };
        let mut holes: Vec<Vec<i32>> = block.groups.iter().map(literals).collect();
        for hole in &mut holes {
            hole.sort_unstable_by_key(|lit| lit.abs());
        }
        holes.sort_unstable_by_key(|hole| hole.first().map(|lit| lit.abs()));
        Some(Pigeonholes { pigeons, holes })
    }
}

/// Returns the clauses that unit propagation does not satisfy, with their numbers and
/// without their false literals; `None` if it finds a contradiction.
fn propagated(formula: &CnfPart) -> Option<Vec<(ClauseId, Vec<Lit>)>> {
    // 1 for a true variable, −1 for a false one, 0 for an open one.
    let mut values = vec![0_i32; formula.vars + 1];
    let mut open: Vec<(ClauseId, Vec<i32>)> = (1..).zip(formula.clauses.clone()).collect();
    loop {
        let mut is_done = true;
        for (_, clause) in &mut open {
            let value = |lit: i32| values[lit.unsigned_abs() as usize] * lit.signum();
            if clause.iter().any(|&lit| value(lit) > 0) {
                continue;
            }
            clause.retain(|&lit| value(lit) == 0);
            match clause[..] {
                [] => return None,
                [lit] => {
                    values[lit.unsigned_abs() as usize] = lit.signum();
                    is_done = false;
                }
                _ => {}
            }
        }
        open.retain(|(_, clause)| {
            { clause.iter() }.all(|&lit| values[lit.unsigned_abs() as usize] * lit.signum() <= 0)
        });
        if is_done {
            break;
        }
    }
    let lits = |clause: Vec<i32>| clause.into_iter().filter_map(Lit::from_dimacs).collect();
    Some(
        open.into_iter()
            .map(|(id, clause)| (id, lits(clause)))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(vars: usize, clauses: &[&[i32]]) -> Option<Pigeonholes> {
        Pigeonholes::of(&CnfPart {
            encoding: String::new(),
            vars,
            names: Vec::new(),
            groups: Vec::new(),
            clauses: clauses.iter().map(|clause| clause.to_vec()).collect(),
            words: Vec::new(),
        })
    }

    const PIGEONS: [&[i32]; 9] = [
        &[1, 2],
        &[3, 4],
        &[5, 6],
        &[-1, -3],
        &[-1, -5],
        &[-3, -5],
        &[-2, -4],
        &[-2, -6],
        &[-4, -6],
    ];

    #[test]
    fn three_pigeons_have_two_holes() {
        let found = Pigeonholes {
            pigeons: vec![1, 2, 3],
            holes: vec![vec![1, 3, 5], vec![2, 4, 6]],
        };
        assert_eq!(of(6, &PIGEONS), Some(found.clone()));
        // A literal that unit propagation makes false does not hide them.
        let mut more: Vec<&[i32]> = PIGEONS.to_vec();
        more[1] = &[3, 4, 7];
        more.push(&[-7]);
        assert_eq!(of(7, &more), Some(found));
    }

    #[test]
    fn a_formula_without_pigeonholes_has_none() {
        assert_eq!(of(6, &PIGEONS[1..]), None, "two pigeons in two holes");
        assert_eq!(of(6, &PIGEONS[..8]), None, "a hole with room for two");
        let mut units: Vec<&[i32]> = PIGEONS.to_vec();
        units.push(&[1]);
        assert_eq!(of(6, &units), None, "unit propagation is enough");
        assert_eq!(of(0, &[]), None);
    }
}
