//! A variable with its surroundings: copies of clauses for the small solver.

use super::Sweeper;
use super::small_solver::{Number, PER_LINE, SmallSolver};
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::lists::Lists;
use crate::formula::{Lit, Var};
use crate::proof::Id;

/// Stands for the number of a variable that is not in the environment.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// Part of the formula around a variable. In the copies of clauses,
/// representatives stand for equivalent literals, and false literals are
/// missing.
pub(super) struct Environment {
    /// The variables. Their places are the variables of the small solver.
    vars: Vec<Var>,
    /// Contains the copies of the clauses.
    pub small: SmallSolver,
    /// For each clause of the small solver, the clause of which it is a copy,
    /// if it was not derived.
    sources: Vec<Option<ClauseRef>>,
    /// For each clause of the small solver, its id if the proof has it.
    proofs: Vec<Option<Id>>,
    /// The clauses that were derived in the proof only for this environment.
    lemmas: Vec<Number>,
    /// Number of the small solver's fixed literals that were handled.
    pub num_fixed: usize,
    /// Number of the small solver's ticks that were spent of the effort.
    pub charged: u64,
    /// Pairs of equivalent literals, with the ids of the clauses by which the
    /// second literal implies the first one, and the other way round.
    pub merged: Vec<([Lit; 2], [Id; 2])>,
}

impl Environment {
    /// Returns the solver's literal for one of the small solver.
    pub(super) fn outer(&self, lit: Lit) -> Lit {
        self.vars[lit.var().index()].lit(lit.is_positive())
    }

    fn outer_lits(&self, clause: Number) -> Vec<Lit> {
        let lits = self.small.lits(clause).iter();
        lits.map(|&lit| self.outer(lit)).collect()
    }

    /// Keeps a derived clause in the proof when the environment is left.
    pub(super) fn keep(&mut self, clause: Number) {
        self.lemmas.retain(|&lemma| lemma != clause);
    }
}

impl Sweeper<'_> {
    /// Builds the environment of a variable.
    pub(super) fn environment(&mut self, var: Var) -> Environment {
        let mut vars = Vec::new();
        let mut copies: Lists<Lit> = Lists::default();
        let mut sources = Vec::new();
        let (mut members, mut literals) = (Vec::new(), Vec::new());
        self.enter(var, &mut vars);
        let (mut current, mut end) = (0, 1);
        let mut depth = 1;
        'grow: while current < vars.len() {
            if current == end {
                depth += 1;
                end = vars.len();
            }
            if depth > self.size.depth {
                break;
            }
            let lits = [vars[current].positive(), vars[current].negative()];
            members.clear();
            members.extend(lits.iter().flat_map(|&lit| self.equivalences.class(lit)));
            for &via in &members {
                for place in self.occurrences.range(via.code()) {
                    let clause = self.occurrences.items()[place];
                    if self.copy(clause, via, current, &mut vars, &mut literals) {
                        copies.push(literals.iter().copied());
                        sources.push(clause);
                    }
                    if vars.len() >= self.size.vars || sources.len() >= self.size.clauses {
                        break 'grow;
                    }
                }
            }
            current += 1;
        }
        let mut environment = Environment {
            small: SmallSolver::with_lists(vars.len(), std::mem::take(&mut self.watches)),
            vars,
            sources: Vec::new(),
            proofs: Vec::new(),
            lemmas: Vec::new(),
            num_fixed: 0,
            charged: 0,
            merged: Vec::new(),
        };
        for (lits, source) in copies.iter().zip(sources) {
            let number = environment.small.add(lits) as usize;
            environment.sources.resize(number, None);
            environment.sources.push(Some(source));
        }
        self.charge(&mut environment);
        environment
    }

    /// Returns the variable's number in the environment, and adds it if it is
    /// not there.
    fn enter(&mut self, var: Var, vars: &mut Vec<Var>) -> u32 {
        let number = &mut self.numbers[var.index()];
        if *number == OUTSIDE {
            *number = vars.len() as u32;
            vars.push(var);
        }
        *number
    }

    /// Puts the literals of a clause's copy into `lits`. The clause is visited because
    /// of its literal `via`, which belongs to the variable number `current`. Returns
    /// `false` if the clause is visited because of another literal, or is true.
    fn copy(
        &mut self,
        clause: ClauseRef,
        via: Lit,
        current: usize,
        vars: &mut Vec<Var>,
        lits: &mut Vec<Lit>,
    ) -> bool {
        let size = self.solver.clauses.size(clause);
        self.effort.spend(1 + size / 16);
        if size > self.size.vars {
            return false;
        }
        lits.clear();
        let mut is_before = true;
        for lit in self.solver.clauses.lits(clause) {
            match self.solver.trail.value(lit) {
                0 => {}
                value if value > 0 => return false,
                _ => continue,
            }
            let image = self.equivalences.image(lit);
            let number = self.numbers[image.var().index()] as usize;
            is_before &= lit != via;
            if number < current || number == current && is_before {
                return false;
            }
            lits.push(image);
        }
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return false;
        }
        for lit in lits {
            let number = self.enter(lit.var(), vars);
            *lit = Var::new(number as usize).lit(lit.is_positive());
        }
        true
    }

    /// Derives a clause of the small solver, and the clauses that it needs, in
    /// the proof unless they are there. Returns its id.
    pub(super) fn prove(&mut self, environment: &mut Environment, clause: Number) -> Id {
        // The core costs the same number of steps with and without an observer, so that both
        // searches are the same.
        environment.small.spend(1 + clause as usize / PER_LINE);
        if !self.solver.tracer.is_on() {
            return Id::NONE;
        }
        let num_proofs = environment.proofs.len().max(clause as usize + 1);
        environment.proofs.resize(num_proofs, None);
        for number in environment.small.core(clause) {
            if environment.proofs[number as usize].is_none() {
                let source = environment.sources.get(number as usize);
                let id = match source.copied().flatten() {
                    Some(source) => self.prove_copy(environment, number, source),
                    None => self.prove_derived(environment, number),
                };
                environment.proofs[number as usize] = Some(id);
            }
        }
        environment.proofs[clause as usize].unwrap_or(Id::NONE)
    }

    /// Derives a clause that the small solver derived.
    fn prove_derived(&mut self, environment: &mut Environment, number: Number) -> Id {
        let antecedents = environment.small.antecedents(number).iter();
        let hints = antecedents.map(|&other| environment.proofs[other as usize]);
        let hints: Vec<Id> = hints.map(|id| id.unwrap_or(Id::NONE)).collect();
        environment.lemmas.push(number);
        let tracer = &mut self.solver.tracer;
        tracer.derive_from(&environment.outer_lits(number), &hints)
    }

    /// Derives the copy of a clause.
    fn prove_copy(
        &mut self,
        environment: &mut Environment,
        number: Number,
        source: ClauseRef,
    ) -> Id {
        let clauses = &self.solver.clauses;
        let lits: Vec<Lit> = clauses.lits(source).collect();
        let id = clauses.id(source);
        let copy = environment.outer_lits(number);
        if lits.len() == copy.len() && lits.iter().all(|lit| copy.contains(lit)) {
            return id;
        }
        let mut hints = Vec::new();
        for lit in lits {
            if copy.contains(&self.equivalences.image(lit)) {
                self.equivalences.explain(lit, &mut hints);
            } else {
                hints.extend(self.solver.tracer.unit(lit.var()));
            }
        }
        hints.push(id);
        environment.lemmas.push(number);
        self.solver.tracer.derive_from(&copy, &hints)
    }

    /// Removes the environment's lemmas from the proof, and uses its
    /// equivalences from now on.
    pub(super) fn leave(&mut self, mut environment: Environment) {
        self.charge(&mut environment);
        for &number in &environment.lemmas {
            // Unit clauses stay: the solver has them.
            let lits = environment.outer_lits(number);
            if let (Some(id), 2..) = (environment.proofs[number as usize], lits.len()) {
                self.solver.tracer.forget(&lits, id);
            }
        }
        for (lits, ids) in environment.merged {
            self.effort.spend(self.equivalences.class(lits[1]).count());
            self.equivalences.merge(lits, ids);
        }
        for var in environment.vars {
            self.numbers[var.index()] = OUTSIDE;
        }
        self.watches = environment.small.into_lists();
    }
}
