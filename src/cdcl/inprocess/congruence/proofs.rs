//! Proofs of equivalences of gates by unit propagation and cases.
//!
//! The premises are few clauses: those that define the two gates, and the equivalences
//! found before that relate their inputs. A clause is derived from the premises alone, by
//! reverse unit propagation. If propagation does not suffice, as for exclusive ors, the
//! clause is first derived with a further literal, whose variable is in the clauses of a
//! gate, and this helper becomes a premise. With all these variables assigned, propagation
//! always suffices. Helpers are deleted from the proof at once.

use super::classes::Classes;
use super::gate::Gates;
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::{ClauseRef, Clauses};
use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Var};
use crate::proof::Id;

/// A clause that propagation may use.
enum Premise {
    /// A clause of the arena.
    Long(ClauseRef),
    /// A binary clause, which may be part of a group.
    Pair([Lit; 2]),
    /// A clause that exists only in the proof.
    Helper(Vec<Lit>, Id),
}

/// A step of propagation.
#[derive(Clone, Copy)]
enum Step {
    /// The value that the variable has at level 0.
    Fixed(Var),
    /// The premise with this index, which is a unit or false.
    Premise(usize),
}

/// The premises, and the working memory of propagation.
pub(super) struct Prover {
    premises: Vec<Premise>,
    /// The variables by which cases are distinguished. None are needed for conjunctions.
    cases: Vec<Var>,
    /// For each literal, its value: 1 for true, −1 for false, 0 if unassigned. Values of
    /// level 0 are taken over when they are used.
    values: Vec<i8>,
    /// The literals with a value.
    assigned: Vec<Lit>,
    steps: Vec<Step>,
}

impl Prover {
    pub(super) fn new(num_vars: usize) -> Prover {
        Prover {
            premises: Vec::new(),
            cases: Vec::new(),
            values: vec![0; 2 * num_vars],
            assigned: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Makes the clauses of these gates, and the equivalences of their variables, the
    /// premises.
    pub(super) fn assume(
        &mut self,
        numbers: &[usize],
        gates: &Gates,
        classes: &Classes,
        clauses: &Clauses,
    ) {
        self.premises.clear();
        self.cases.clear();
        let mut vars: Vec<Var> = Vec::new();
        for &number in numbers {
            let head = gates.head(number);
            let sources = gates.sources(number);
            for &source in sources {
                vars.extend(clauses.lits(source).map(|lit| lit.var()));
                self.premises.push(Premise::Long(source));
            }
            if let &[conjunction] = sources {
                let others = clauses.lits(conjunction).filter(|&lit| lit != head);
                let pairs = others.map(|lit| Premise::Pair([!head, !lit]));
                self.premises.extend(pairs);
                continue;
            }
            let lits = sources.iter().flat_map(|&source| clauses.lits(source));
            let roots = lits.map(|lit| classes.representative(lit).var());
            self.cases.extend(roots);
        }
        self.cases.sort_unstable();
        self.cases.dedup();
        self.assume_equivalences(vars, classes);
    }

    /// Adds the clauses that relate these variables to their representatives.
    fn assume_equivalences(&mut self, mut vars: Vec<Var>, classes: &Classes) {
        vars.sort_unstable();
        vars.dedup();
        let mut edges: Vec<[Lit; 2]> = Vec::new();
        for var in vars {
            let mut lit = var.positive();
            while let Some(parent) = classes.parent(lit) {
                // The same edge may be reached from either literal.
                edges.push(match lit.is_positive() {
                    true => [lit, parent],
                    false => [!lit, !parent],
                });
                lit = parent;
            }
        }
        edges.sort_unstable();
        edges.dedup();
        for [lit, parent] in edges {
            self.premises.push(Premise::Pair([!lit, parent]));
            self.premises.push(Premise::Pair([lit, !parent]));
        }
    }

    /// Propagates the negation of the clause until a premise is false. Returns `false` if
    /// none becomes false.
    fn refutes(&mut self, clause: &[Lit], trail: &Trail, clauses: &Clauses) -> bool {
        for lit in self.assigned.drain(..) {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
        }
        self.steps.clear();
        for &lit in clause {
            self.assign(!lit);
        }
        loop {
            let before = self.assigned.len();
            for index in 0..self.premises.len() {
                if self.propagate(index, trail, clauses) {
                    return true;
                }
            }
            if self.assigned.len() == before {
                return false;
            }
        }
    }

    fn assign(&mut self, lit: Lit) {
        debug_assert!(self.values[lit.code()] >= 0);
        if self.values[lit.code()] == 0 {
            self.values[lit.code()] = 1;
            self.values[(!lit).code()] = -1;
            self.assigned.push(lit);
        }
    }

    /// Assigns the last literal of a premise whose other literals are false. Returns
    /// `true` if all are.
    fn propagate(&mut self, index: usize, trail: &Trail, clauses: &Clauses) -> bool {
        let lits: Vec<Lit> = match &self.premises[index] {
            Premise::Long(clause) => clauses.lits(*clause).collect(),
            Premise::Pair(lits) => lits.to_vec(),
            Premise::Helper(lits, _) => lits.clone(),
        };
        let value = |lit: Lit| match self.values[lit.code()] {
            0 => trail.value(lit),
            value => value,
        };
        let mut open = lits.iter().filter(|&&lit| value(lit) >= 0);
        let unit = match (open.next(), open.next()) {
            (None, _) => None,
            (Some(&unit), None) if value(unit) == 0 => Some(unit),
            _ => return false,
        };
        for lit in lits {
            if Some(lit) != unit && self.values[lit.code()] == 0 {
                self.steps.push(Step::Fixed(lit.var()));
                self.assign(!lit);
            }
        }
        self.steps.push(Step::Premise(index));
        if let Some(unit) = unit {
            self.assign(unit);
        }
        unit.is_none()
    }
}

impl Solver {
    /// Derives a clause of unassigned literals, or the empty clause, from the premises.
    /// Returns its id, or `None` if it does not follow.
    pub(super) fn derive_from_gates(&mut self, clause: &[Lit], prover: &mut Prover) -> Option<Id> {
        let cases = std::mem::take(&mut prover.cases);
        let id = self.derive_by_cases(clause, &cases, prover);
        prover.cases = cases;
        debug_assert!(id.is_some(), "{clause:?} follows");
        id
    }

    /// Derives a clause, if need be by cases. There are at most ten: the variables of two
    /// gates, each with five.
    fn derive_by_cases(
        &mut self,
        clause: &[Lit],
        mut cases: &[Var],
        prover: &mut Prover,
    ) -> Option<Id> {
        if prover.refutes(clause, &self.trail, &self.clauses) {
            self.hint_steps(prover);
            return Some(self.tracer.derive(clause));
        }
        let case = loop {
            let (&case, rest) = cases.split_first()?;
            cases = rest;
            if prover.values[case.positive().code()] == 0 && self.trail.is_open(case) {
                break case;
            }
        };
        let helper = [clause, &[case.positive()]].concat();
        let id = self.derive_by_cases(&helper, cases, prover)?;
        prover.premises.push(Premise::Helper(helper.clone(), id));
        let derived = self.derive_by_cases(clause, cases, prover);
        prover.premises.pop();
        if helper.len() > 1 {
            self.tracer.forget(&helper, id);
        }
        derived
    }

    /// Adds the steps of the last propagation as hints.
    fn hint_steps(&mut self, prover: &Prover) {
        if !self.tracer.wants_reasons() {
            return;
        }
        for &step in &prover.steps {
            let id = match step {
                Step::Fixed(var) => {
                    self.tracer.hint_unit(var);
                    continue;
                }
                Step::Premise(index) => match prover.premises[index] {
                    Premise::Long(clause) => self.clauses.id(clause),
                    Premise::Pair([first, second]) => self.id_of_binary(first, second),
                    Premise::Helper(_, id) => id,
                },
            };
            self.tracer.hint(id);
        }
    }
}
