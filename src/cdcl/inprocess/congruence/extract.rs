//! Finding gates among the irredundant clauses.
//!
//! - A conjunction g = a ∧ b ∧ … is a clause g ∨ ¬a ∨ ¬b ∨ … with the binary clauses
//!   ¬g ∨ a, ¬g ∨ b, … A binary clause is looked for in the shorter of its two watch
//!   lists, or in a small group.
//! - An exclusive or of n variables is a set of 2ⁿ⁻¹ clauses over them whose numbers of
//!   negations have one parity. Sorting the clauses by a hash of their variables brings
//!   them together. Each of the variables is the output of a gate.
//! - "if c then t else e" is two equivalences that hold under c and under ¬c. Each is two
//!   clauses of three literals over the same variables, that sorting brought together as well.

use super::gate::{Gates, Kind};
use crate::cdcl::inprocess::eliminate::SMALL_GROUP;
use crate::cdcl::inprocess::implications::Implications;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Lit, Var};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// Numbers of variables of the exclusive ors that are looked for. Chosen by hand: a wider
/// one has 2ⁿ⁻¹ clauses, and few encodings use it.
const XOR_SIZES: RangeInclusive<usize> = 3..=5;
/// Number of sets of signs of a clause with the largest of these sizes.
const MOST_SIGNS: usize = 1 << *XOR_SIZES.end();
/// Among clauses of more literals than this, only one output is looked for. Chosen by hand:
/// where several literals are conjunctions of the others, exactly one of them is true,
/// and no gate is meant.
const FEW: usize = 4;
/// More clauses than this with the same hash, or more equivalences under the same condition
/// of the same variable, are not searched, because the search is quadratic. Chosen by hand.
const MANY: usize = 64;

/// The search for gates among the clauses of a solver.
pub(super) struct Extraction<'a> {
    pub(super) graph: Implications<'a>,
    /// Set if the gates need their sources, for a proof.
    pub(super) has_proof: bool,
}

/// An equivalence of a variable and a literal that holds if the condition is true.
#[derive(Clone, Copy)]
struct Conditional {
    condition: Lit,
    var: Var,
    value: Lit,
    sources: [ClauseRef; 2],
}

impl Extraction<'_> {
    /// Returns the gates found within the effort.
    pub(super) fn find(&self, effort: &mut Effort) -> Gates {
        let mut gates = Gates::default();
        effort.spend(self.graph.clauses.num_words() / 16);
        let degrees = self.degrees();
        let mut short = Vec::new();
        let mut lits = Vec::new();
        for clause in self.graph.clauses.refs() {
            if self.graph.clauses.is_learned(clause) || !self.open_lits(clause, &mut lits) {
                continue;
            }
            if XOR_SIZES.contains(&lits.len()) {
                short.push(u64::from(hash_of_vars(&mut lits)) << 32 | u64::from(clause.word()));
            }
            if lits.len() > 2 {
                self.find_conjunctions(clause, &lits, &degrees, &mut gates, effort);
            }
            if effort.is_spent() {
                return gates;
            }
        }
        effort.spend(short.len() / 2);
        short.sort_unstable();
        self.find_among(&short, &mut gates, effort);
        gates
    }

    /// Returns for each literal the approximate number of literals that it implies by
    /// binary clauses.
    pub(super) fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; 2 * self.graph.trail.num_vars()];
        for clause in self.graph.clauses.refs() {
            if self.graph.clauses.size(clause) == 2 {
                for lit in self.graph.clauses.lits(clause) {
                    degrees[(!lit).code()] += 1;
                }
            }
        }
        let (groups, _) = self.graph.groups.to_groups();
        for group in groups.iter().filter(|group| group.len() <= SMALL_GROUP) {
            for lit in group {
                degrees[lit.code()] += group.len() as u32 - 1;
            }
        }
        degrees
    }

    /// Puts the unassigned literals of a clause into `lits`. Returns `false` if another
    /// one is true.
    pub(super) fn open_lits(&self, clause: ClauseRef, lits: &mut Vec<Lit>) -> bool {
        lits.clear();
        for lit in self.graph.clauses.lits(clause) {
            match self.graph.trail.value(lit) {
                0 => lits.push(lit),
                value if value > 0 => return false,
                _ => {}
            }
        }
        true
    }

    /// Finds the literals of a clause that are conjunctions of the negations of the others.
    fn find_conjunctions(
        &self,
        clause: ClauseRef,
        lits: &[Lit],
        degrees: &[u32],
        gates: &mut Gates,
        effort: &mut Effort,
    ) {
        for &output in lits {
            if (degrees[output.code()] as usize) < lits.len() - 1 {
                continue;
            }
            let others = || lits.iter().copied().filter(|&lit| lit != output);
            if others().all(|other| self.excludes(output, other, effort)) {
                let sources: &[ClauseRef] = if self.has_proof { &[clause] } else { &[] };
                let sources = gates.add_sources(sources);
                effort.spend(lits.len() / 4);
                gates.push(Kind::And, output, others().map(|lit| !lit), sources);
                if lits.len() > FEW {
                    return;
                }
            }
        }
    }

    /// Returns `true` if a binary clause or a small group excludes that both are true.
    pub(super) fn excludes(&self, first: Lit, second: Lit, effort: &mut Effort) -> bool {
        let Implications {
            watches, groups, ..
        } = self.graph;
        let (mut list, mut other) = (watches.list(!first), !second);
        if watches.list(other).len() < list.len() {
            (list, other) = (watches.list(other), !first);
        }
        effort.spend(1 + list.len() / 8);
        let is_it = |group: &u32| {
            let members = groups.members(*group);
            members.len() <= SMALL_GROUP && members.contains(&second)
        };
        list.iter().any(|watch| {
            watch.is_binary()
                && watch.blit() == other
                && !self.graph.clauses.is_garbage(watch.clause())
        }) || groups.of(first).iter().any(is_it)
    }

    /// Finds exclusive ors and if-then-elses among clauses, which are sorted by the hash of
    /// their variables in the upper half.
    fn find_among(&self, clauses: &[u64], gates: &mut Gates, effort: &mut Effort) {
        let mut conditionals = Vec::new();
        for same in clauses.chunk_by(|a, b| a >> 32 == b >> 32) {
            if same.len() == 1 {
                continue;
            }
            effort.spend(same.len());
            if effort.is_spent() {
                return;
            }
            let clause = |word: &u64| ClauseRef::from_word(*word as u32);
            let mut left: Vec<ClauseRef> = same.iter().take(MANY).map(clause).collect();
            while left.len() > 1 {
                left = self.find_in(&left, gates, &mut conditionals);
            }
        }
        effort.spend(conditionals.len());
        conditionals.sort_by_key(|one| (one.condition.var(), one.var, one.condition));
        for both in
            conditionals.chunk_by(|a, b| a.condition.var() == b.condition.var() && a.var == b.var)
        {
            self.find_choices(both, gates, effort);
        }
    }

    /// Considers the clauses over the same variables as the first one, and returns the
    /// others.
    fn find_in(
        &self,
        clauses: &[ClauseRef],
        gates: &mut Gates,
        conditionals: &mut Vec<Conditional>,
    ) -> Vec<ClauseRef> {
        let mut vars: Vec<Var> = Vec::new();
        let mut by_signs = [None; MOST_SIGNS];
        let mut others = Vec::new();
        let mut lits = Vec::new();
        for &clause in clauses {
            self.open_lits(clause, &mut lits);
            lits.sort_unstable();
            if vars.is_empty() {
                vars.extend(lits.iter().map(|lit| lit.var()));
            }
            if !lits.iter().map(|lit| lit.var()).eq(vars.iter().copied()) {
                others.push(clause);
                continue;
            }
            let signs = (0..).zip(&lits);
            let signs = signs.map(|(bit, lit)| usize::from(lit.is_negative()) << bit);
            by_signs[signs.sum::<usize>()] = Some(clause);
        }
        for is_odd in [false, true] {
            let signs =
                (0..1_usize << vars.len()).filter(|signs| (signs.count_ones() % 2 == 1) == is_odd);
            let present: Vec<(usize, ClauseRef)> = signs
                .filter_map(|signs| by_signs[signs].map(|clause| (signs, clause)))
                .collect();
            if present.len() == 1 << (vars.len() - 1) {
                self.add_exclusive_or(&vars, is_odd, &present, gates);
            } else if vars.len() == 3 {
                add_conditionals(&vars, &present, conditionals);
            }
        }
        others
    }

    /// Adds a gate for each variable of an exclusive or, whose clauses exclude the assignments
    /// with an odd or with an even number of true variables.
    fn add_exclusive_or(
        &self,
        vars: &[Var],
        excludes_odd: bool,
        present: &[(usize, ClauseRef)],
        gates: &mut Gates,
    ) {
        let clauses: Vec<ClauseRef> = present.iter().map(|&(_, clause)| clause).collect();
        let sources = gates.add_sources(if self.has_proof { &clauses } else { &[] });
        for &output in vars {
            let inputs = vars.iter().filter(|&&var| var != output);
            let inputs = inputs.map(|var| var.positive());
            gates.push(Kind::Xor, output.lit(excludes_odd), inputs, sources.clone());
        }
    }

    /// Finds the if-then-elses among equivalences of one variable, under one condition or its
    /// negation. Those under the positive literal come first.
    fn find_choices(&self, both: &[Conditional], gates: &mut Gates, effort: &mut Effort) {
        let num_positive = both.partition_point(|one| one.condition.is_positive());
        let (positive, negative) = both.split_at(num_positive);
        effort.spend(both.len() / 4);
        if positive.len() * negative.len() > MANY || effort.is_spent() {
            return;
        }
        for then in positive {
            for otherwise in negative {
                let [a, b] = then.sources;
                let [c, d] = otherwise.sources;
                let sources = [a, b, c, d];
                let sources = gates.add_sources(if self.has_proof { &sources } else { &[] });
                let inputs = [then.condition, then.value, otherwise.value];
                let output = then.var.positive();
                gates.push(Kind::Choice, output, inputs.into_iter(), sources);
            }
        }
    }
}

/// Adds, for each two of the clauses, the equivalence of two variables that holds if the
/// literal that both clauses contain is false. The clauses are given with their signs; two
/// of them differ in two signs.
fn add_conditionals(
    vars: &[Var],
    present: &[(usize, ClauseRef)],
    conditionals: &mut Vec<Conditional>,
) {
    for (index, &(signs, clause)) in present.iter().enumerate() {
        for &(other_signs, other) in &present[index + 1..] {
            let lit = |bit: usize| vars[bit].lit(signs >> bit & 1 == 0);
            let is_common = |&bit: &usize| (signs ^ other_signs) >> bit & 1 == 0;
            let Some(common) = (0..3).find(is_common) else {
                continue;
            };
            let [first, second] = [(common + 1) % 3, (common + 2) % 3].map(lit);
            for (one, value) in [(first, !second), (second, !first)] {
                conditionals.push(Conditional {
                    condition: !lit(common),
                    var: one.var(),
                    value: if one.is_positive() { value } else { !value },
                    sources: [clause, other],
                });
            }
        }
    }
}

/// Sorts the literals, and returns a hash of their variables.
fn hash_of_vars(lits: &mut [Lit]) -> u32 {
    lits.sort_unstable();
    let mut hasher = FxHasher::default();
    for lit in lits {
        lit.var().hash(&mut hasher);
    }
    (hasher.finish() >> 32) as u32
}
