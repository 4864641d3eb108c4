//! The closure: merges the outputs of equal gates until no two gates are equal.
//!
//! A table maps the hash of each normal form to a gate. If a gate has the same normal form
//! as another one, their outputs are equivalent. The two clauses that state this are
//! derived and added, the classes are joined, and the gates of the lighter class are
//! brought into normal form again (Downey, Sethi and Tarjan, "Variations on the Common
//! Subexpression Problem", JACM 1980).

use super::classes::Classes;
use super::gate::{Form, Gates, Image};
use super::proofs::Prover;
use crate::cdcl::Solver;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Lit, Var};
use crate::proof::Id;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The state of a closure.
pub(super) struct Closure {
    pub(super) gates: Gates,
    pub(super) classes: Classes,
    /// For each hash of a normal form, the last gate that had it. That gate may have
    /// another one now.
    table: FxHashMap<u64, u32>,
    /// The gates to be brought into normal form, and for each gate whether it is one
    /// of them.
    work: VecDeque<u32>,
    is_waiting: Vec<bool>,
    /// Number of literals of the trail whose gates were considered.
    num_considered: usize,
    /// For a proof, if there is an observer.
    prover: Option<Prover>,
}

impl Closure {
    pub(super) fn new(gates: Gates, solver: &Solver) -> Closure {
        let num_vars = solver.trail.num_vars();
        Closure {
            classes: Classes::new(&gates, num_vars),
            table: FxHashMap::default(),
            work: (0..gates.len() as u32).collect(),
            is_waiting: vec![true; gates.len()],
            num_considered: solver.trail.len(),
            prover: solver.tracer.is_on().then(|| Prover::new(num_vars)),
            gates,
        }
    }

    /// Makes the gates with an input in this class wait.
    fn wake(&mut self, root: Var, effort: &mut Effort) {
        for place in self.classes.inputs(root) {
            let gate = self.gates.owner(place);
            effort.spend(1);
            if !std::mem::replace(&mut self.is_waiting[gate as usize], true) {
                self.work.push_back(gate);
            }
        }
    }
}

impl Solver {
    /// Computes the closure within the effort. All literals must be propagated at level 0,
    /// and are so afterwards.
    pub(super) fn close(&mut self, closure: &mut Closure, effort: &mut Effort) {
        while !self.unsatisfiable
            && !self.must_end(effort)
            && let Some(gate) = closure.work.pop_front()
        {
            closure.is_waiting[gate as usize] = false;
            self.consider(gate as usize, closure, effort);
            self.wake_fixed(closure, effort);
        }
    }

    /// Brings a gate into normal form, and draws the conclusion if it has none or if another
    /// gate has the same.
    fn consider(&mut self, number: usize, closure: &mut Closure, effort: &mut Effort) {
        let Closure {
            gates,
            classes,
            table,
            ..
        } = closure;
        effort.spend(2 + gates.inputs(number).len() / 4);
        let image = |lit: Lit| {
            let root = classes.representative(lit);
            match self.trail.value(root) {
                0 => Image::Literal(root),
                value => Image::Constant(value > 0),
            }
        };
        let form = gates.simplify(number, image);
        let output = gates.output(number);
        match form {
            Form::Trivial(Image::Constant(value)) => {
                let unit = classes.representative(if value { output } else { !output });
                self.conclude(&[unit], &[number], closure, effort);
            }
            Form::Trivial(Image::Literal(lit)) => {
                self.merge(output, lit, &[number], closure, effort);
            }
            Form::Function => {
                let hash = gates.hash(number);
                let other = *table.entry(hash).or_insert(number as u32) as usize;
                if other == number {
                } else if gates.are_equal(number, other) {
                    let other_output = gates.output(other);
                    self.merge(output, other_output, &[number, other], closure, effort);
                } else {
                    table.insert(hash, number as u32);
                }
            }
        }
    }

    /// Joins the classes of two literals, which are equivalent because of these gates.
    fn merge(
        &mut self,
        first: Lit,
        second: Lit,
        because: &[usize],
        closure: &mut Closure,
        effort: &mut Effort,
    ) {
        let mut child = closure.classes.representative(first);
        let mut root = closure.classes.representative(second);
        if child == root {
            return;
        }
        if closure.classes.is_lighter(root, child) {
            std::mem::swap(&mut child, &mut root);
        }
        let holds = self.conclude(&[!child, root], because, closure, effort)
            && self.conclude(&[child, !root], because, closure, effort);
        if holds && self.trail.is_open(child.var()) && self.trail.is_open(root.var()) {
            self.stats.merged += 1;
            closure.wake(child.var(), effort);
            closure.classes.hang(child, root);
        }
    }

    /// Derives and adds a clause that follows from these gates. Returns `false` if the closure
    /// ends.
    fn conclude(
        &mut self,
        clause: &[Lit],
        because: &[usize],
        closure: &mut Closure,
        effort: &mut Effort,
    ) -> bool {
        if self.unsatisfiable {
            return false;
        }
        if clause.iter().any(|&lit| self.trail.is_true(lit)) {
            return true;
        }
        let mut lits = clause.to_vec();
        lits.retain(|&lit| !self.trail.is_false(lit));
        lits.dedup();
        let mut id = Id::NONE;
        if let Some(prover) = &mut closure.prover {
            prover.assume(because, &closure.gates, &closure.classes, &self.clauses);
            match self.derive_from_gates(&lits, prover) {
                Some(derived) => id = derived,
                None => return false,
            }
        }
        match *lits {
            [] => self.unsatisfiable = true,
            [unit] => self.add_unit(unit, id),
            _ => {
                // Learned: it is implied, and substitution soon removes it.
                if self.add_to_arena(&lits, Some(1), id).is_none() {
                    self.tracer.deleted(&lits, id);
                    effort.end();
                    return false;
                }
            }
        }
        !self.unsatisfiable
    }

    fn add_unit(&mut self, unit: Lit, id: Id) {
        self.stats.congruence_units += 1;
        self.fix(unit, id);
        if let Some(conflict) = self.propagate() {
            self.learn_from(conflict);
        }
    }

    /// Makes the gates with newly fixed inputs wait.
    fn wake_fixed(&mut self, closure: &mut Closure, effort: &mut Effort) {
        while let Some(&lit) = self.trail.lits().get(closure.num_considered) {
            closure.num_considered += 1;
            let root = closure.classes.representative(lit).var();
            closure.wake(root, effort);
            closure.classes.forget_inputs(root);
        }
    }
}
