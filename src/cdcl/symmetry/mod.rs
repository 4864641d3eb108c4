//! Symmetries: permutations of the literals that map the clauses to themselves.
//!
//! They map models to models. So of the models that differ by a symmetry, all but one may be
//! excluded: the least one in the lexicographic order of the variables' values. Formulas of
//! pigeons, colourings or Ramsey numbers have many symmetries, and a refutation without them
//! repeats itself for each. (Aloul, Sakallah, Markov, "Efficient Symmetry Breaking for Boolean
//! Satisfiability", IEEE Transactions on Computers 2006; Devriendt, Bogaerts, Bruynooghe, Denecker,
//! "Improved Static Symmetry Breaking for SAT", SAT 2016.)
//!
//! Excluding models would be wrong if clauses or assumptions came later. So symmetries are looked
//! for in [`Solver::solve_once`](super::Solver::solve_once) only, which takes the solver. The
//! symmetries are those of the clauses as they were added: what other techniques derive before does
//! not break them, and follows from them.
//!
//! | file | what it holds |
//! |---|---|
//! | `formula` | the clauses, and the exact check of a permutation |
//! | `partition` | the graph of the clauses, and the refinement of partitions of its vertices |
//! | `generators` | the search for generators of the group |

mod formula;
mod generators;
mod partition;

use super::Solver;
use crate::budget::Budget;
use crate::formula::{Cnf, Lit, Var};
use crate::proof::{Id, LexLeader};
use formula::{Formula, Permutation};
use std::collections::BTreeSet;

/// Effort limit in ticks. Chosen by hand: up to three seconds on large formulas.
const MOST_TICKS: u64 = 20_000_000;
/// Largest size in words of the clauses whose symmetries are looked for. Chosen by hand: to prepare
/// more takes longer than the search may.
const MOST_WORDS: usize = 1 << 22;
/// Approximate memory in bytes that the search takes for each word of the clauses, and for each
/// variable.
const BYTES: usize = 64;
/// Largest number of comparisons of a lex-leader. Chosen by hand, as others do.
const MOST_COMPARED: usize = 60;
/// Largest number of variables that are compared by all lex-leaders if there is a proof, in which
/// each of them mentions all. Chosen by hand.
const MOST_ORDERED: usize = 1500;

/// The comparisons of a lex-leader: variables with their images.
type Compared = Vec<(u32, u32)>;

impl Solver {
    /// Keeps the clauses whose symmetries are to be looked for, if this is the first call. There
    /// must be no other constraints, and no later call.
    pub(in crate::cdcl) fn keep_for_symmetry(&mut self) {
        if !self.may_break() {
            return;
        }
        let num_words = self.clauses.num_words();
        let bytes = BYTES.saturating_mul(num_words + self.trail.num_vars());
        if num_words > MOST_WORDS || bytes > self.bytes_left() {
            return;
        }
        let mut cnf = Cnf::new(0);
        for &unit in self.trail.lits() {
            cnf.add_clause(&[unit]);
        }
        let mut lits = Vec::new();
        for clause in self.clauses.refs() {
            lits.clear();
            lits.extend(self.clauses.lits(clause));
            cnf.add_clause(&lits);
        }
        self.symmetry = Some(cnf);
    }

    /// Returns `true` if symmetries may be broken in this call, if it is the last one: it is the
    /// first one, all constraints are clauses, and nobody else depends on what is derived.
    fn may_break(&self) -> bool {
        let is_plain = self.added_groups.is_empty() && !self.is_connected() && !self.is_sharing();
        is_plain
            && self.config.symmetry_start.is_some()
            && !self.watchdog.was_called()
            && !self.unsatisfiable
            && self.tracer.takes_leaders()
    }

    /// Returns `true` if symmetries are to be looked for.
    pub(in crate::cdcl) fn breaking(&self) -> bool {
        let start = self.config.symmetry_start;
        self.symmetry.is_some() && start.is_some_and(|start| self.stats.conflicts >= start)
    }

    /// Looks for symmetries, and adds lex-leaders.
    pub(in crate::cdcl) fn break_symmetries(&mut self, budget: &Budget) {
        self.return_to_root();
        let Some(cnf) = self.symmetry.take() else {
            return;
        };
        if BYTES.saturating_mul(cnf.num_lits() + cnf.num_vars()) > self.bytes_left() {
            return;
        }
        let mut formula = Formula::new(&cnf);
        drop(cnf);
        let mut effort = self.effort(MOST_TICKS as i64, budget);
        let found = generators::find(&mut formula, &mut effort);
        self.stats.symmetry_ticks += effort.spent();
        self.stats.symmetries += found.permutations.len() as u64;
        if (found.permutations.len() as u64) < self.config.symmetry_least {
            return;
        }
        let place = |lit: u32| found.places[(lit / 2) as usize];
        let mut leaders: Vec<(&Permutation, Compared)> = Vec::new();
        let mut ordered = BTreeSet::new();
        for permutation in &found.permutations {
            let compared = compared(permutation, place);
            ordered.extend(compared.iter().map(|pair| pair.0));
            if self.tracer.is_on() && ordered.len() > MOST_ORDERED {
                break;
            }
            leaders.push((permutation, compared));
        }
        let num_new = leaders.iter().map(|(_, compared)| compared.len()).sum();
        if leaders.is_empty() || !self.has_room_for_new(num_new) || !self.tracer.takes_leaders() {
            return;
        }
        let compared = leaders.iter().flat_map(|(_, compared)| compared);
        let ordered: BTreeSet<(u32, u32)> = compared.map(|pair| (place(pair.0), pair.0)).collect();
        let ordered: Vec<Lit> = ordered.iter().map(|pair| formula.lit(pair.1)).collect();
        self.tracer
            .ordered(&ordered.iter().map(|lit| lit.var()).collect::<Vec<_>>());
        for (permutation, compared) in leaders {
            let vars = |pairs: &[(u32, u32)]| -> Vec<(Var, Lit)> {
                let pairs = pairs.iter();
                pairs
                    .map(|&(lit, image)| (formula.lit(lit).var(), formula.lit(image)))
                    .collect()
            };
            let compared = vars(&compared);
            let images: Vec<Lit> = compared.iter().map(|pair| pair.1).collect();
            self.restore_mentioned(&ordered);
            self.restore_mentioned(&images);
            self.lead(&vars(permutation.moved()), &compared);
        }
    }

    /// Adds the lex-leader that compares these variables with their images under a symmetry.
    fn lead(&mut self, images: &[(Var, Lit)], compared: &[(Var, Lit)]) {
        let first = self.trail.num_vars();
        let num_new = compared.len() - 1;
        self.grow_tables(first + num_new);
        let rests = (first..first + num_new).map(|index| Var::new(index).positive());
        let leader = LexLeader {
            images,
            compared,
            rests: &rests.collect::<Vec<_>>(),
        };
        self.tracer.led(&leader);
        for clause in leader.clauses() {
            self.stats.symmetry_clauses += 1;
            self.add_known(&clause, Id::NONE);
        }
    }

    /// Makes room for the variables that the caller has declared, so that new ones come after them.
    /// Returns `false` if these and
    /// `num_new` new ones do not fit into memory.
    fn has_room_for_new(&mut self, num_new: usize) -> bool {
        let total = self.num_vars.max(self.trail.num_vars()) + num_new;
        let fits = total <= Var::LIMIT / 2 && self.has_room_for(total, total);
        if fits {
            self.grow_tables(self.num_vars.max(self.trail.num_vars()));
        }
        fits
    }
}

/// Returns the comparisons of a symmetry's lex-leader, in the order of the variables' places. The
/// last variable of a cycle is left out: it equals its image if the others do. A variable that is
/// mapped to its negation is the last one.
fn compared(permutation: &Permutation, place: impl Fn(u32) -> u32) -> Compared {
    let mut compared = Compared::new();
    let mut moved = permutation.moved().to_vec();
    moved.sort_unstable_by_key(|pair| place(pair.0));
    for (lit, image) in moved {
        let mut other = image;
        while place(other) < place(lit) {
            other = permutation.image(other);
        }
        if other != lit {
            compared.push((lit, image));
        }
        if image == lit ^ 1 || compared.len() == MOST_COMPARED {
            break;
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Verdict};
    use crate::proof::{Recorder, Shared};
    use fastrand::Rng;
    use rustc_hash::FxHashSet;

    /// Returns clauses that a random permutation of the literals maps to each other.
    fn symmetric(rng: &mut Rng) -> Cnf {
        let num_vars = rng.usize(3..9);
        let mut vars: Vec<usize> = (0..num_vars).collect();
        rng.shuffle(&mut vars);
        // Cycles of two or three variables, some with negations.
        let size = rng.usize(2..4);
        let mut images: Vec<Lit> = (0..num_vars).map(|var| Var::new(var).positive()).collect();
        for cycle in vars.chunks(size) {
            for (place, &var) in cycle.iter().enumerate() {
                let next = cycle[(place + 1) % cycle.len()];
                images[var] = Var::new(next).lit(rng.u32(0..6) > 0);
            }
        }
        let mut clauses: FxHashSet<Vec<Lit>> = FxHashSet::default();
        for _ in 0..rng.usize(2..9) {
            let mut clause = vars.clone();
            rng.shuffle(&mut clause);
            let lits = clause.into_iter().take(rng.usize(2..4));
            let mut clause: Vec<Lit> = lits.map(|var| Var::new(var).lit(rng.bool())).collect();
            loop {
                clause.sort_unstable();
                if !clauses.insert(clause.clone()) {
                    break;
                }
                for lit in &mut clause {
                    let image = images[lit.var().index()];
                    *lit = if lit.is_positive() { image } else { !image };
                }
            }
        }
        let mut clauses: Vec<_> = clauses.into_iter().collect();
        clauses.sort_unstable();
        let mut cnf = Cnf::new(num_vars);
        clauses.iter().for_each(|clause| cnf.add_clause(clause));
        cnf
    }

    /// Returns the formula of `n` pigeons in holes that take two each, and are too few.
    fn pigeons(n: usize) -> Cnf {
        let num_holes = (n - 1) / 2;
        let lit = |pigeon: usize, hole: usize| Var::new(pigeon * num_holes + hole).positive();
        let mut cnf = Cnf::new(0);
        for pigeon in 0..n {
            let holes: Vec<Lit> = (0..num_holes).map(|hole| lit(pigeon, hole)).collect();
            cnf.add_clause(&holes);
        }
        for hole in 0..num_holes {
            for a in 0..n {
                for b in 0..a {
                    for c in 0..b {
                        cnf.add_clause(&[!lit(a, hole), !lit(b, hole), !lit(c, hole)]);
                    }
                }
            }
        }
        cnf
    }

    fn config() -> Config {
        Config::default().with(|config| {
            config.symmetry_start = Some(0);
            config.symmetry_least = 1;
            config.lucky = false;
        })
    }

    #[test]
    fn generators_map_clauses_to_clauses() {
        let mut rng = Rng::with_seed(1);
        let mut num_found = 0;
        for _ in 0..400 {
            let cnf = symmetric(&mut rng);
            let mut formula = Formula::new(&cnf);
            let budget = Budget::unlimited();
            let mut effort = Solver::default().effort(1 << 20, &budget);
            let clauses: FxHashSet<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
            let found = generators::find(&mut formula, &mut effort);
            num_found += found.permutations.len();
            for permutation in found.permutations {
                let pairs = permutation.moved().iter();
                let images: Vec<(Lit, Lit)> = pairs
                    .map(|&(lit, image)| (formula.lit(lit), formula.lit(image)))
                    .collect();
                for clause in cnf.clauses() {
                    let image = |&lit: &Lit| {
                        let moved = |&(from, to): &(Lit, Lit)| match lit {
                            lit if lit == from => Some(to),
                            lit if lit == !from => Some(!to),
                            _ => None,
                        };
                        images.iter().find_map(moved).unwrap_or(lit)
                    };
                    let mut image: Vec<Lit> = clause.iter().map(image).collect();
                    image.sort_unstable();
                    assert!(clauses.contains(&image), "{cnf:?} {images:?}");
                }
            }
        }
        assert!(num_found > 400, "{num_found}");
    }

    #[test]
    fn all_symmetries_of_pigeons_are_found() {
        let mut formula = Formula::new(&pigeons(9));
        let budget = Budget::unlimited();
        let found = generators::find(
            &mut formula,
            &mut Solver::default().effort(1 << 20, &budget),
        );
        // Swaps of neighbours generate the group.
        let swaps = found.permutations.iter();
        assert_eq!(swaps.len(), 8 + 3);
        assert!(swaps.map(|swap| swap.moved().len()).max() <= Some(2 * 9));
    }

    #[test]
    fn a_permutation_that_is_no_symmetry_is_found_out() {
        let cnf: Cnf = [&[1, 2][..], &[2, 3], &[-1, -3]].into_iter().collect();
        let mut formula = Formula::new(&cnf);
        let mut is_symmetry = |pairs: &[(u32, u32)]| {
            let permutation = Permutation::new(pairs.iter().copied());
            formula.is_symmetry(&permutation, &mut 0)
        };
        assert!(is_symmetry(&[(0, 4), (4, 0)]));
        assert!(!is_symmetry(&[(0, 2), (2, 0)]));
        assert!(!is_symmetry(&[(0, 1)]));
        // Not one-to-one.
        assert!(!is_symmetry(&[(0, 4)]));
    }

    #[test]
    fn symmetries_are_broken_only_where_nothing_can_follow() {
        let cnf = pigeons(7);
        let budget = Budget::unlimited();
        let led = |prepare: &dyn Fn(Solver) -> Solver| {
            let mut solver = prepare(Solver::new(config()));
            solver.add_cnf(&cnf);
            let solved = solver.solve_once(&budget).unwrap();
            assert_eq!(solved.verdict, Verdict::Unsat);
            solved.stats.symmetry_clauses
        };
        assert!(led(&|solver| solver) > 0);
        // An observer that can't account for it.
        let observer = || Box::new(Shared::new(Recorder::new()));
        assert_eq!(led(&|solver| solver.with_observer(observer())), 0);
        // A constraint that is no clause.
        let group = |mut solver: Solver| {
            let lits: Vec<Lit> = (30..36).map(|index| Var::new(index).positive()).collect();
            solver.add_at_most_one(&lits);
            solver
        };
        assert_eq!(led(&group), 0);
        // An earlier call.
        let called = |mut solver: Solver| {
            solver.add_clause(&[Var::new(0).positive(), Var::new(1).positive()]);
            assert_eq!(solver.solve(&budget).unwrap(), Verdict::Sat);
            solver
        };
        assert_eq!(led(&called), 0);
        // Any other call.
        let mut solver = Solver::new(config());
        solver.add_cnf(&cnf);
        assert_eq!(solver.solve(&budget).unwrap(), Verdict::Unsat);
        assert_eq!(solver.stats().symmetry_clauses, 0);
    }
}
