//! The clauses whose symmetries are looked for, and the exact check of a permutation.

use crate::formula::{Cnf, Lit, Var};
use rustc_hash::FxHashMap;

/// Clauses over literals that are numbered without gaps: the literal `2 * i` is positive, and
/// `2 * i + 1` is its negation.
#[derive(Default)]
pub(super) struct Formula {
    /// The variables, by their numbers here.
    vars: Vec<Var>,
    /// The literals of all clauses.
    lits: Vec<u32>,
    /// Index in `lits` of the end of each clause.
    ends: Vec<u32>,
    /// A clause for each fingerprint.
    clauses: FxHashMap<u64, u32>,
    /// The clauses of each literal, one literal after the other.
    occurrences: Vec<u32>,
    /// For each literal, the index of its first clause in `occurrences`, and a last one.
    starts: Vec<u32>,
    /// By literal: the last check that marked it. `check` is the number of the last one.
    marks: Vec<u32>,
    check: u32,
}

/// A permutation of the literals that maps negations to negations.
pub(super) struct Permutation {
    /// The literals that are moved, positive ones, ascending, each with its image.
    moved: Vec<(u32, u32)>,
}

impl Permutation {
    /// Creates a permutation from the literals that it moves, of both signs, and their images.
    pub(super) fn new(pairs: impl Iterator<Item = (u32, u32)>) -> Permutation {
        let is_moved = |&(lit, image): &(u32, u32)| lit & 1 == 0 && lit != image;
        let mut moved: Vec<(u32, u32)> = pairs.filter(is_moved).collect();
        moved.sort_unstable();
        Permutation { moved }
    }

    /// Returns the positive literals that are moved, with their images.
    pub(super) fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// Returns the image of a literal.
    pub(super) fn image(&self, lit: u32) -> u32 {
        let place = self.moved.binary_search_by_key(&(lit & !1), |pair| pair.0);
        place.map_or(lit, |place| self.moved[place].1 ^ lit & 1)
    }
}

/// Returns a fingerprint of a set of literals.
fn fingerprint(lits: impl Iterator<Item = u32>) -> u64 {
    lits.fold(0, |sum, lit| {
        let mixed = (u64::from(lit) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum.wrapping_add((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    })
}

impl Formula {
    /// Creates a formula of these clauses, without tautologies and repeated literals.
    pub(super) fn new(cnf: &Cnf) -> Formula {
        let mut formula = Formula::default();
        let mut numbers: FxHashMap<Var, u32> = FxHashMap::default();
        for clause in cnf.clauses() {
            for &lit in clause {
                let number = *numbers.entry(lit.var()).or_insert_with(|| {
                    formula.vars.push(lit.var());
                    formula.vars.len() as u32 - 1
                });
                let sign = u32::from(lit.is_negative());
                formula.lits.push(2 * number + sign);
            }
            formula.ends.push(formula.lits.len() as u32);
        }
        formula.sort_vars();
        formula.find_occurrences();
        for clause in 0..formula.ends.len() {
            let print = fingerprint(formula.clause(clause as u32).iter().copied());
            formula.clauses.insert(print, clause as u32);
        }
        formula.marks = vec![0; formula.num_lits()];
        formula
    }

    /// Numbers the variables in their own order.
    fn sort_vars(&mut self) {
        let mut order: Vec<u32> = (0..self.vars.len() as u32).collect();
        order.sort_unstable_by_key(|&number| self.vars[number as usize]);
        let mut places = vec![0; order.len()];
        for (place, &number) in order.iter().enumerate() {
            places[number as usize] = place as u32;
        }
        for lit in &mut self.lits {
            *lit = 2 * places[(*lit / 2) as usize] + (*lit & 1);
        }
        self.vars.sort_unstable();
    }

    fn find_occurrences(&mut self) {
        let mut starts = vec![0; self.num_lits() + 1];
        for &lit in &self.lits {
            starts[lit as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut occurrences = vec![0; self.lits.len()];
        for clause in 0..self.ends.len() as u32 {
            for &lit in self.clause(clause) {
                let place = &mut next[lit as usize];
                occurrences[*place as usize] = clause;
                *place += 1;
            }
        }
        (self.starts, self.occurrences) = (starts, occurrences);
    }

    /// Returns the number of literals, twice that of the variables.
    pub(super) fn num_lits(&self) -> usize {
        2 * self.vars.len()
    }

    /// Returns the number of clauses.
    pub(super) fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of literals in all clauses.
    pub(super) fn size(&self) -> usize {
        self.lits.len()
    }

    /// Returns the literals of a clause.
    pub(super) fn clause(&self, clause: u32) -> &[u32] {
        let start = match clause {
            0 => 0,
            _ => self.ends[clause as usize - 1],
        };
        &self.lits[start as usize..self.ends[clause as usize] as usize]
    }

    /// Returns the clauses with this literal.
    pub(super) fn occurrences(&self, lit: u32) -> &[u32] {
        let range = self.starts[lit as usize]..self.starts[lit as usize + 1];
        &self.occurrences[range.start as usize..range.end as usize]
    }

    /// Returns the solver's literal.
    pub(super) fn lit(&self, lit: u32) -> Lit {
        self.vars[(lit / 2) as usize].lit(lit & 1 == 0)
    }

    /// Returns `true` if the permutation maps every clause to a clause. Adds the literals that it
    /// looks at to `steps`.
    pub(super) fn is_symmetry(&mut self, permutation: &Permutation, steps: &mut usize) -> bool {
        // Different literals must have different images.
        let mut images: Vec<u32> = permutation.moved.iter().map(|pair| pair.1 / 2).collect();
        images.sort_unstable();
        let mut sources = permutation.moved.iter().map(|pair| pair.0 / 2);
        if !images.iter().copied().eq(&mut sources) {
            return false;
        }
        let mut image = Vec::new();
        let lits = permutation
            .moved
            .iter()
            .flat_map(|&(lit, _)| [lit, lit ^ 1]);
        for lit in lits {
            for index in self.starts[lit as usize]..self.starts[lit as usize + 1] {
                let clause = self.occurrences[index as usize];
                image.clear();
                image.extend(
                    self.clause(clause)
                        .iter()
                        .map(|&lit| permutation.image(lit)),
                );
                *steps += image.len();
                if !self.has(&image) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns `true` if a clause has exactly these literals.
    fn has(&mut self, lits: &[u32]) -> bool {
        self.check += 1;
        for &lit in lits {
            self.marks[lit as usize] = self.check;
        }
        let Some(&clause) = self.clauses.get(&fingerprint(lits.iter().copied())) else {
            return false;
        };
        let found = self.clause(clause);
        let is_marked = |&lit: &u32| self.marks[lit as usize] == self.check;
        found.len() == lits.len() && found.iter().all(is_marked)
    }
}
