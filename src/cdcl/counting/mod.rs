//! Counting: what a formula implies about numbers of true literals.
//!
//! When p disjoint clauses each need a true literal, and all their literals lie
//! in h at-most-one groups, then p > h refutes the formula (the pigeonhole
//! principle). If p = h, each of the clauses has exactly one true literal, and
//! the other literals of the groups are false; this is a *tight block*.
//! Resolution needs exponentially many steps to derive that; counting needs one
//! addition. The lecture's encoding of Sudoku contains a tight block for every
//! row, column and box, but does not state it.
//!
//! The stages from clauses to findings, each in a file of its own:
//!
//! ```text
//! binary clauses → conflicts (also hidden) → groups (cliques) → families (disjoint clauses) → hall (matching) → findings
//! ```
//!
//! `count` and `recount` run these stages on the clauses of a
//! [`Solver`](super::Solver); `blocks` proves the findings once they are used.
//!
//! Nothing here depends on Sudoku, and nothing is assumed: a [`Finding`] names
//! the clauses and groups whose sums prove it.

pub(super) mod blocks;
mod conflicts;
mod count;
mod families;
mod groups;
mod hall;
mod hidden;
mod recount;

pub use conflicts::Conflicts;
pub use groups::Groups;
pub(super) use groups::SMALLEST;
pub use hall::{Block, Finding};

use crate::budget::Budget;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Cnf, Lit};
use crate::proof::{Count, Observer};
use families::{Families, Occurrences};
use rustc_hash::FxHashSet;

/// Largest number of passes, each of which uses the groups that the pass before
/// proved. Chosen by hand: more passes may find more but take longer.
const ROUNDS: usize = 4;

/// The counting structure of a formula.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Structure {
    /// The at-most-one groups: first the cliques of binary clauses, then the
    /// groups that tight blocks proved.
    pub groups: Groups,
    /// Number of groups, the first ones, that are cliques of binary clauses.
    pub num_cliques: usize,
    /// Range of the groups whose binary clauses are partly only implied,
    /// through auxiliary variables. See [`Structure::hidden_pairs`].
    pub hidden: std::ops::Range<usize>,
    /// The clauses that findings refer to, by their numbers.
    pub clauses: Cnf,
    /// The findings, each after those it depends on. Findings that prove
    /// nothing new are left out.
    pub findings: Vec<Finding>,
    /// Number of steps of the search, each about one memory access.
    pub steps: u64,
}

impl Structure {
    /// Searches a formula for structure. `effort` limits the search, in steps
    /// of about one memory access each. When it or the budget is spent, the
    /// result is correct but may be incomplete.
    pub fn find(formula: &Cnf, effort: u64, budget: &Budget) -> Structure {
        Structure::find_again(formula, &Groups::default(), 0, effort, budget)
    }

    /// Does the same as [`Structure::find`] where the groups `known` are known
    /// already. The first `num_cliques` of them are cliques whose binary
    /// clauses may be missing from the formula.
    pub fn find_again(
        formula: &Cnf,
        known: &Groups,
        num_cliques: usize,
        effort: u64,
        budget: &Budget,
    ) -> Structure {
        let conflicts = conflicts_of(formula);
        let mut spent = Effort::new(effort, budget);
        let cliques = cliques_beside(known, num_cliques, &conflicts, formula, &mut spent);
        let mut spent_on_hidden = Effort::new(effort, budget);
        let hidden = hidden_groups(known, &conflicts, formula, &mut spent_on_hidden);
        let mut structure = Structure::of(&cliques, &hidden, known, num_cliques);
        structure.clauses = countable(formula, &structure.groups);
        structure.search(&mut spent);
        if structure.findings.is_empty() {
            // The pairs of hidden groups are expensive to prove, so drop the
            // groups if nothing is found by them.
            structure = Structure::of(&cliques, &Groups::default(), known, num_cliques);
        }
        structure.steps = spent.spent() + spent_on_hidden.spent();
        structure
    }

    /// Returns only the known cliques and the groups that binary clauses show,
    /// without findings.
    pub fn cliques(
        formula: &Cnf,
        known: &Groups,
        num_cliques: usize,
        effort: u64,
        budget: &Budget,
    ) -> Structure {
        let mut effort = Effort::new(effort, budget);
        let conflicts = conflicts_of(formula);
        let cliques = cliques_beside(known, num_cliques, &conflicts, formula, &mut effort);
        let mut structure = Structure::of(&cliques, &Groups::default(), known, num_cliques);
        structure.steps = effort.spent();
        structure
    }

    /// Returns a structure of groups only: cliques, hidden groups, and the
    /// groups of `known` that are not cliques.
    fn of(cliques: &Groups, hidden: &Groups, known: &Groups, known_cliques: usize) -> Structure {
        let mut structure = Structure::default();
        let proved = known.iter().skip(known_cliques);
        for group in cliques.iter().chain(hidden.iter()).chain(proved) {
            structure.groups.push(group);
        }
        structure.num_cliques = cliques.len() + hidden.len();
        structure.hidden = cliques.len()..structure.num_cliques;
        structure
    }

    /// Calls `tell` for each binary clause that a [hidden](Structure::hidden)
    /// group stands for and the formula does not contain. The second argument
    /// is the chain of literals that implies it, from one member of the group
    /// to the negation of another, each implying the next by a binary clause.
    pub fn hidden_pairs(&self, formula: &Cnf, mut tell: impl FnMut([Lit; 2], &[Lit])) {
        if self.hidden.is_empty() {
            return;
        }
        let conflicts = conflicts_of(formula);
        let mut chains = hidden::Chains::new(&conflicts);
        let budget = Budget::unlimited();
        let mut effort = Effort::new(u64::MAX, &budget);
        let mut told: FxHashSet<[Lit; 2]> = FxHashSet::default();
        for number in self.hidden.clone() {
            let group = self.groups.group(number);
            for (index, &lit) in group.iter().enumerate() {
                chains.follow(lit, &mut effort);
                for &other in &group[..index] {
                    if !conflicts.exclusive(lit, other) && told.insert([other, lit]) {
                        tell([!lit, !other], &chains.to(lit, !other));
                    }
                }
            }
        }
    }

    /// Reports a finding to an observer.
    pub fn report(&self, finding: &Finding, observer: &mut dyn Observer) {
        let (block, outside, rest) = finding.parts();
        let clauses = block.clauses.iter();
        let clauses: Vec<&[Lit]> = clauses.map(|&n| self.clauses.clause(n as usize)).collect();
        let groups = block.groups.iter();
        let groups: Vec<&[Lit]> = groups.map(|&n| self.groups.group(n as usize)).collect();
        observer.counted(&Count {
            clauses: &clauses,
            groups: &groups,
            singles: &block.singles,
            outside,
            rest,
        });
    }

    fn search(&mut self, effort: &mut Effort) {
        let mut known = Known::new(self);
        for _ in 0..ROUNDS {
            let before = self.groups.len();
            let mut fresh = Vec::new();
            let occurrences = Occurrences::new(&self.clauses, &self.groups);
            let mut families = Families::new(&occurrences);
            while let Some(family) = families.next(effort) {
                for finding in hall::findings(&family, &self.clauses, &self.groups, effort) {
                    let refuted = matches!(finding, Finding::Refuted(_));
                    if known.learn(&finding, &self.clauses, &mut fresh) {
                        self.findings.push(finding);
                    }
                    if refuted {
                        return;
                    }
                }
            }
            for group in fresh {
                self.groups.push(&group);
            }
            if self.groups.len() == before || effort.is_spent() {
                return;
            }
        }
    }
}

/// Returns the conflict graph of the formula's binary clauses.
fn conflicts_of(formula: &Cnf) -> Conflicts {
    let binaries = formula.clauses().filter_map(|clause| match *clause {
        [a, b] => Some([a, b]),
        _ => None,
    });
    Conflicts::new(formula.num_vars(), binaries)
}

/// Returns the first `num_cliques` of the known groups, and the further groups
/// that binary clauses show.
fn cliques_beside(
    known: &Groups,
    num_cliques: usize,
    conflicts: &Conflicts,
    formula: &Cnf,
    effort: &mut Effort,
) -> Groups {
    let seen: FxHashSet<&[Lit]> = known.iter().collect();
    let mut cliques = known.first(num_cliques);
    for group in Groups::find(conflicts, formula.clauses(), effort).iter() {
        if !seen.contains(group) {
            cliques.push(group);
        }
    }
    cliques
}

/// Returns the unknown groups that binary clauses do not state but imply.
fn hidden_groups(
    known: &Groups,
    conflicts: &Conflicts,
    formula: &Cnf,
    effort: &mut Effort,
) -> Groups {
    let mut hidden = Groups::default();
    let Some(implied) = hidden::implied_conflicts(formula, conflicts, effort) else {
        return hidden;
    };
    let seen: FxHashSet<&[Lit]> = known.iter().collect();
    for group in Groups::find(&implied, formula.clauses(), effort).iter() {
        if !seen.contains(group) && !conflicts.all_exclusive(group) {
            hidden.push(group);
        }
    }
    hidden
}

/// Returns the clauses worth counting: those of at least three literals, and
/// the binary ones whose literals are in groups.
fn countable(formula: &Cnf, groups: &Groups) -> Cnf {
    let mut grouped = fixedbitset::FixedBitSet::with_capacity(2 * formula.num_vars());
    for lit in groups.iter().flatten() {
        grouped.insert(lit.code());
    }
    let mut clauses = Cnf::new(formula.num_vars());
    for clause in formula.clauses() {
        let met = clause
            .iter()
            .filter(|lit| grouped.contains(lit.code()))
            .count();
        if clause.len() >= 2 && 2 * met >= clause.len() && (clause.len() > 2 || met == 2) {
            clauses.add_clause(clause);
        }
    }
    clauses
}

/// The findings proved so far, so that nothing is proved twice.
struct Known {
    /// The literals that findings made false.
    falsified: FxHashSet<Lit>,
    /// The numbers of the clauses whose literals are also an at-most-one group.
    exact: FxHashSet<u32>,
}

impl Known {
    fn new(structure: &Structure) -> Known {
        let mut sets: FxHashSet<Vec<Lit>> = FxHashSet::default();
        sets.extend(structure.groups.iter().map(<[Lit]>::to_vec));
        let mut exact = FxHashSet::default();
        for (number, clause) in structure.clauses.clauses().enumerate() {
            let mut sorted = clause.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            if sets.contains(&sorted) {
                exact.insert(number as u32);
            }
        }
        Known {
            falsified: FxHashSet::default(),
            exact,
        }
    }

    /// Records a finding and appends the groups that it proves to `fresh`.
    /// Returns `true` if the finding proves anything new.
    fn learn(&mut self, finding: &Finding, clauses: &Cnf, fresh: &mut Vec<Vec<Lit>>) -> bool {
        let Finding::Tight {
            block,
            outside,
            rest,
        } = finding
        else {
            return true;
        };
        let mut new = false;
        for &lit in rest {
            new |= self.falsified.insert(lit);
        }
        let outside: FxHashSet<Lit> = outside.iter().copied().collect();
        for &number in &block.clauses {
            if self.exact.insert(number) {
                let lits = clauses.clause(number as usize).iter();
                let mut group: Vec<Lit> =
                    lits.copied().filter(|lit| !outside.contains(lit)).collect();
                group.sort_unstable();
                if group.len() >= 2 {
                    fresh.push(group);
                    new = true;
                }
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EFFORT: u64 = 1_000_000_000;

    /// Returns the lecture's formula of an empty Sudoku with boxes of n×n
    /// cells. Its variables are ordered cell by cell, and number by number
    /// within a cell.
    fn lecture(n: usize) -> Cnf {
        let m = n * n;
        let var = |row: usize, col: usize, number: usize| {
            Lit::from_dimacs((row * m * m + col * m + number + 1) as i32).unwrap()
        };
        let mut cnf = Cnf::new(m * m * m);
        let mut add = |lits: Vec<Lit>| cnf.add_clause(&lits);
        for a in 0..m {
            for b in 0..m {
                add((0..m).map(|k| var(a, b, k)).collect());
                add((0..m).map(|col| var(a, col, b)).collect());
                add((0..m).map(|row| var(row, a, b)).collect());
                let cell = |i: usize| (a / n * n + i / n, a % n * n + i % n);
                add((0..m).map(|i| var(cell(i).0, cell(i).1, b)).collect());
                for k in 0..m {
                    for l in 0..k {
                        add(vec![!var(a, b, l), !var(a, b, k)]);
                    }
                }
            }
        }
        cnf
    }

    fn pigeons(pigeons: usize, holes: usize) -> Cnf {
        let var = |pigeon: usize, hole: usize| {
            Lit::from_dimacs((pigeon * holes + hole + 1) as i32).unwrap()
        };
        let mut cnf = Cnf::new(pigeons * holes);
        for pigeon in 0..pigeons {
            let clause: Vec<Lit> = (0..holes).map(|hole| var(pigeon, hole)).collect();
            cnf.add_clause(&clause);
        }
        for hole in 0..holes {
            for a in 0..pigeons {
                for b in 0..a {
                    cnf.add_clause(&[!var(a, hole), !var(b, hole)]);
                }
            }
        }
        cnf
    }

    /// Returns the formula with its variables, signs, clauses and literals
    /// shuffled.
    fn shuffled(cnf: &Cnf, seed: u64) -> Cnf {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut names: Vec<usize> = (0..cnf.num_vars()).collect();
        random.shuffle(&mut names);
        let signs: Vec<bool> = names.iter().map(|_| random.bool()).collect();
        let mut clauses: Vec<Vec<Lit>> = cnf
            .clauses()
            .map(|clause| {
                let mut lits: Vec<Lit> = clause
                    .iter()
                    .map(|lit| {
                        let var = lit.var().index();
                        crate::formula::Var::new(names[var]).lit(lit.is_positive() ^ signs[var])
                    })
                    .collect();
                random.shuffle(&mut lits);
                lits
            })
            .collect();
        random.shuffle(&mut clauses);
        let mut shuffled = Cnf::new(cnf.num_vars());
        for clause in clauses {
            shuffled.add_clause(&clause);
        }
        shuffled
    }

    #[test]
    fn the_lecture_hides_a_tight_block_in_every_house() {
        for n in 2..=4 {
            let m = n * n;
            for formula in [lecture(n), shuffled(&lecture(n), n as u64)] {
                let structure = Structure::find(&formula, EFFORT, &Budget::unlimited());
                assert_eq!(structure.num_cliques, m * m, "a clique a cell");
                assert_eq!(structure.groups.len(), 4 * m * m);
                assert_eq!(structure.findings.len(), 3 * m);
                for finding in &structure.findings {
                    let Finding::Tight {
                        block,
                        outside,
                        rest,
                    } = finding
                    else {
                        panic!("a blank grid has solutions");
                    };
                    assert_eq!((block.clauses.len(), block.num_groups()), (m, m));
                    assert!(outside.is_empty() && rest.is_empty());
                }
            }
        }
    }

    #[test]
    fn pigeonholes_are_refuted_and_perfect_fits_are_not() {
        for holes in [2, 3, 7, 30] {
            for formula in [
                pigeons(holes + 1, holes),
                shuffled(&pigeons(holes + 1, holes), 1),
            ] {
                let structure = Structure::find(&formula, EFFORT, &Budget::unlimited());
                let Some(Finding::Refuted(block)) = structure.findings.last() else {
                    panic!("{holes} holes");
                };
                assert!(block.clauses.len() > block.num_groups());
            }
        }
        let structure = Structure::find(&pigeons(5, 5), EFFORT, &Budget::unlimited());
        let [Finding::Tight { block, .. }] = &structure.findings[..] else {
            panic!("one tight block, not {:?}", structure.findings);
        };
        assert_eq!(block.clauses.len(), 5);
    }
}
