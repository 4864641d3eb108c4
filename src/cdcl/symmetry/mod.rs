//! Symmetries: permutations of the literals that map the clauses to themselves.
//!
//! They map models to models. So of the models that differ by a symmetry, all but one may be excluded: the least one in the
//! lexicographic order of the variables' values. Formulas of pigeons, colourings or Ramsey numbers have many symmetries, and a
//! refutation without them repeats itself for each. (Aloul, Sakallah, Markov, "Efficient
//! Symmetry Breaking for Boolean Satisfiability", IEEE Transactions on Computers 2006; Devriendt, Bogaerts,
//! Bruynooghe, Denecker, "Improved Static Symmetry Breaking for SAT", SAT 2016.)
//!
//! Excluding models would be wrong if clauses or assumptions came later. So symmetries are looked for in
//! [`Solver::solve_once`](super::Solver::solve_once) only, which takes the solver. The symmetries are those of the clauses
//! as they were added: what other techniques derive before does not break them, and follows from them.
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
use crate::formula::{Lit, Var};
use crate::proof::{Id, LexLeader};
pub(super) use formula::Formula;
use formula::Permutation;
use std::collections::BTreeSet;

/// Effort limit in ticks. Chosen by hand: about a second.
const MOST_TICKS: u64 = 20_000_000;
/// Largest number of literals in the clauses of a formula whose symmetries are looked for. Chosen by hand: to read more takes
/// longer than the search among them may.
const MOST_LITERALS: usize = 1 << 21;
/// Approximate memory in bytes that the search takes for each literal of the clauses, and for each clause and variable.
const BYTES: usize = 128;
/// Largest number of comparisons of a lex-leader. Chosen by hand, as others do.
const MOST_COMPARED: usize = 60;
/// Largest number of variables that are compared by all lex-leaders if there is a proof, in which each of them mentions all. Chosen by hand.
const MOST_ORDERED: usize = 1500;

/// The comparisons of a lex-leader: variables with their images.
type Compared = Vec<(u32, u32)>;

impl Solver {
    /// Keeps the clauses whose symmetries are to be looked for, if this is the first call. There must be no other constraints, and no
    /// later call.
    pub(in crate::cdcl) fn keep_for_symmetry(&mut self) {
        let is_first = !self.limits.was_called && !self.unsatisfiable;
        let is_plain = !self.is_connected() && !self.is_sharing() && self.added_groups.is_empty();
        if !self.config.symmetry || !is_first || !is_plain || !self.tracer.takes_leaders() {
            return;
        }
        let num_lits = self.clauses.num_words() - self.clauses.num_wasted();
        let bytes = BYTES.saturating_mul(num_lits + self.trail.num_vars());
        if num_lits > MOST_LITERALS || bytes > self.bytes_left() {
            return;
        }
        let Solver { clauses, trail, .. } = self;
        let units = trail.lits().iter().map(|&lit| vec![lit]);
        let longer = clauses.refs().map(|clause| clauses.lits(clause).collect());
        self.symmetry = Some(Formula::new(units.chain(longer).map(Vec::into_iter)));
    }

    /// Returns `true` if symmetries are to be looked for.
    pub(in crate::cdcl) fn breaking(&self) -> bool {
        self.symmetry.is_some()
    }

    /// Looks for symmetries, and adds lex-leaders. A lucky guess is tried before.
    pub(in crate::cdcl) fn break_symmetries(&mut self, budget: &Budget) {
        self.return_to_root();
        while self.guessing() && !self.has_model {
            self.guess();
        }
        let Some(mut formula) = self.symmetry.take().filter(|_| !self.has_model) else {
            return;
        };
        let mut effort = self.effort(MOST_TICKS as i64, budget);
        let found = generators::find(&mut formula, &mut effort);
        self.stats.symmetry_ticks += effort.spent();
        self.stats.symmetries += found.len() as u64;
        let mut leaders: Vec<(&Permutation, Compared)> = Vec::new();
        let mut ordered = BTreeSet::new();
        for permutation in &found {
            let compared = compared(permutation);
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
        let ordered = leaders.iter().flat_map(|(_, compared)| compared);
        let ordered: BTreeSet<Var> = ordered.map(|pair| formula.lit(pair.0).var()).collect();
        self.tracer.ordered(&ordered.into_iter().collect::<Vec<_>>());
        for (permutation, compared) in leaders {
            let vars = |pairs: &[(u32, u32)]| -> Vec<(Var, Lit)> {
                let pairs = pairs.iter();
                pairs.map(|&(lit, image)| (formula.lit(lit).var(), formula.lit(image))).collect()
            };
            self.lead(&vars(permutation.moved()), &vars(&compared));
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

    /// Makes room for the variables that the caller has declared, so that new ones come after them. Returns `false` if these and
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

/// Returns the comparisons of a symmetry's lex-leader. The last variable of a cycle is left out: it equals its image if the others
/// do. A variable that is mapped to its negation is the last one.
fn compared(permutation: &Permutation) -> Compared {
    let mut compared = Compared::new();
    for &(lit, image) in permutation.moved() {
        let mut other = image;
        while other / 2 < lit / 2 {
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
