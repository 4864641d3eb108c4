//! Proofs that are composed of parts, one for each cube.
//!
//! A part derives, from the clauses of the formula alone, that its cube is impossible. In the
//! composed proof the parts follow each other, and then the empty clause is derived from
//! their last clauses. Parts of independent searches do not fit together as they are:
//!
//! - Each deletes clauses of the formula, which other parts need. They stay.
//! - Each counts its lemmas from the same number, and its new variables from the same
//!   index. Both are renumbered.
//! - A lemma that is RAT (whose negation is in other clauses) depends on all clauses that are
//!   present. So all lemmas of a part but the last are deleted before the next part
//!   begins, and each step is checked where it stands in the composed proof.

use crate::budget::{Budget, Stop};
use crate::cdcl::{CallLimits, Solver, Verdict};
use crate::check::{Auditor, LratChecker, ProofFault};
use crate::formula::{Cnf, Lit, Model, Var};
use crate::io::InputError;
use crate::proof::lrat::Step;
use crate::proof::{Conclusion, Id, Observer};
use rustc_hash::FxHashMap;
use std::io;

/// The reason why a part is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartFault {
    /// The part can't be read.
    #[error("{0}")]
    Input(#[from] InputError),
    /// A step is wrong. Steps are counted from the beginning of the part.
    #[error("{0}")]
    Step(#[from] ProofFault),
    /// A step is RAT by hints that a solver of ours does not give.
    #[error("step {0}: a clause with a new variable has hints other than the clauses against it")]
    Hints(u64),
    /// The part has more new variables than there is room for.
    #[error("step {0}: there is no room for another new variable")]
    Variables(u64),
    /// The part has no lemma, or its last one is possible under the cube.
    #[error("its last lemma{} does not refute the cube ({})", lemma(last.as_deref()), text(cube))]
    OtherCube {
        /// The last lemma.
        last: Option<Vec<Lit>>,
        /// The cube that the part should refute.
        cube: Vec<Lit>,
    },
}

fn lemma(last: Option<&[Lit]>) -> String {
    last.map_or_else(String::new, |last| format!(" ({})", text(last)))
}

fn text(lits: &[Lit]) -> String {
    let lits: Vec<String> = lits.iter().map(Lit::to_string).collect();
    lits.join(" ")
}

/// The end of a composition.
#[derive(Debug)]
pub enum Composed {
    /// The proof is complete.
    Refuted,
    /// The formula has a model, which none of the cubes covers.
    Uncovered(Model),
    /// The budget ended.
    Unknown(Stop),
}

/// Composes parts to one proof, and checks each step.
pub struct Composer {
    /// Receives the composed proof.
    observer: Box<dyn Observer>,
    checker: LratChecker,
    num_vars: usize,
    num_clauses: u64,
    /// Number of lemmas so far.
    lemmas: u64,
    /// Index of the first variable that is not used yet.
    first_new: usize,
    /// The last lemma of each part, with its number in the proof.
    last_lemmas: Vec<(u64, Vec<Lit>)>,
}

/// The lemmas of a part that are present, with their numbers in the composed proof.
type Present = FxHashMap<u64, (u64, Vec<Lit>)>;

impl Composer {
    /// Begins a proof of the formula, which is reported to the observer.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(
        cnf: &Cnf,
        mut observer: Box<dyn Observer>,
        budget: &Budget,
    ) -> Result<Composer, ProofFault> {
        for (number, clause) in (1..).zip(cnf.clauses()) {
            observer.original(Id::original(number), clause);
        }
        Ok(Composer {
            observer,
            checker: LratChecker::of(cnf, budget)?,
            num_vars: cnf.num_vars(),
            num_clauses: cnf.num_clauses() as u64,
            lemmas: 0,
            first_new: cnf.num_vars(),
            last_lemmas: Vec::new(),
        })
    }

    /// Adds the part of a cube. A cube with contradictory literals needs none, so its part is
    /// not read.
    ///
    /// # Errors
    /// The fault of the part. Then the composer is of no further use.
    pub fn add_part(
        &mut self,
        cube: &[Lit],
        steps: impl IntoIterator<Item = Result<Step, InputError>>,
        budget: &Budget,
    ) -> Result<(), PartFault> {
        if cube.iter().any(|&lit| cube.contains(&!lit)) {
            return Ok(());
        }
        let first_new = self.first_new;
        let mut present = Present::default();
        let mut last = None;
        self.checker.count_anew();
        let mut is_done = false;
        for step in steps {
            match step? {
                // All is read: a damaged part is not to pass.
                _ if is_done => {}
                Step::Delete { ids } => {
                    for id in ids {
                        if let Some((number, lits)) = present.remove(&id) {
                            self.delete(number, &lits);
                        }
                    }
                }
                Step::Add { id, lits, hints } => {
                    let lits = self.renamed(&lits, first_new)?;
                    let is_rat = hints.iter().any(|&hint| hint < 0);
                    if is_rat && hints.iter().any(|&hint| hint > 0) {
                        return Err(PartFault::Hints(self.checker.stats().steps + 1));
                    }
                    let hints = self.renumbered(&hints, &present)?;
                    let number = self.derive(&lits, hints, budget)?;
                    last = Some(id);
                    present.insert(id, (number, lits));
                }
            }
            is_done = self.checker.is_refuted();
        }
        let last = last.and_then(|id| present.remove(&id));
        match last {
            Some((number, lits)) if lits.iter().all(|&lit| cube.contains(&!lit)) => {
                self.last_lemmas.push((number, lits));
            }
            _ if self.checker.is_refuted() => {}
            last => {
                return Err(PartFault::OtherCube {
                    last: last.map(|(_, lits)| lits),
                    cube: cube.to_vec(),
                });
            }
        }
        let mut left: Vec<(u64, Vec<Lit>)> = present.into_values().collect();
        left.sort_unstable();
        left.iter()
            .for_each(|(number, lits)| self.delete(*number, lits));
        Ok(())
    }

    /// Derives the empty clause from the last lemmas of the parts. If they do not suffice,
    /// because the cubes do not cover every assignment, searches the rest of the formula. The
    /// limits are those of this search.
    ///
    /// # Errors
    /// If the proof can't be written, or if a step is wrong.
    pub fn finish(self, cnf: &Cnf, limits: CallLimits, budget: &Budget) -> io::Result<Composed> {
        let mut names: Vec<u64> = self.last_lemmas.iter().map(|&(number, _)| number).collect();
        names.extend(1..=self.num_clauses);
        let lemmas: Vec<Vec<Lit>> = self
            .last_lemmas
            .iter()
            .map(|(_, lits)| lits.clone())
            .collect();
        if self.checker.is_refuted() {
            let mut observer = self.observer;
            observer.conclude(Conclusion::Unsatisfiable)?;
            return Ok(Composed::Refuted);
        }
        let closing = Closing {
            composer: self,
            names,
            derived: FxHashMap::default(),
            fault: None,
        };
        let mut solver = Solver::default().with_observer(Box::new(closing));
        solver.set_limits(limits);
        for lemma in &lemmas {
            solver.add_clause(lemma);
        }
        let mut verdict = solver.solve(budget)?;
        if verdict == Verdict::Sat {
            solver.add_cnf(cnf);
            verdict = solver.solve(budget)?;
        }
        Ok(match verdict {
            Verdict::Unsat => Composed::Refuted,
            Verdict::Unknown(stop) => Composed::Unknown(stop),
            Verdict::Sat => Composed::Uncovered(solver.model().expect("there is a model")),
        })
    }

    /// Returns a part's literals with its new variables in a range of their own, from
    /// `first_new` on.
    fn renamed(&mut self, lits: &[Lit], first_new: usize) -> Result<Vec<Lit>, PartFault> {
        let mut renamed = Vec::with_capacity(lits.len());
        for lit in lits {
            let mut index = lit.var().index();
            if index >= self.num_vars {
                index += first_new - self.num_vars;
                if index >= Var::LIMIT {
                    return Err(PartFault::Variables(self.checker.stats().steps + 1));
                }
                self.first_new = self.first_new.max(index + 1);
            }
            renamed.push(Var::new(index).lit(lit.is_positive()));
        }
        Ok(renamed)
    }

    /// Returns a part's hints as numbers of the composed proof.
    fn renumbered(&self, hints: &[i64], present: &Present) -> Result<Vec<i64>, ProofFault> {
        let number = |&hint: &i64| match hint.unsigned_abs() {
            id if id <= self.num_clauses => Ok(hint),
            id => match present.get(&id) {
                Some(&(number, _)) => Ok(number as i64 * hint.signum()),
                None => Err(ProofFault::UnknownHint {
                    step: self.checker.stats().steps + 1,
                    hint: id,
                }),
            },
        };
        hints.iter().map(number).collect()
    }

    /// Checks and reports a lemma, and returns its number in the proof.
    fn derive(
        &mut self,
        lits: &[Lit],
        hints: Vec<i64>,
        budget: &Budget,
    ) -> Result<u64, ProofFault> {
        self.lemmas += 1;
        let id = Id::derived(self.lemmas);
        let number = id.in_file(self.num_clauses);
        let ids: Vec<Id> = hints
            .iter()
            .map(|hint| self.id(hint.unsigned_abs()))
            .collect();
        let is_definition = hints.iter().all(|&hint| hint < 0);
        let lits = lits.to_vec();
        let step = Step::Add {
            id: number,
            lits: lits.clone(),
            hints,
        };
        self.checker.step(&step, budget)?;
        match is_definition {
            true => self.observer.defined(id, &lits, &ids),
            false => self.observer.derived(id, &lits, &ids),
        }
        Ok(number)
    }

    fn delete(&mut self, number: u64, lits: &[Lit]) {
        let step = Step::Delete { ids: vec![number] };
        // A deletion is never wrong, and the budget ends the next lemma.
        let _ = self.checker.step(&step, &Budget::unlimited());
        self.observer.deleted(self.id(number), lits);
    }

    /// Returns the id of the clause with this number in the composed proof.
    fn id(&self, number: u64) -> Id {
        match number.checked_sub(self.num_clauses) {
            None | Some(0) => Id::original(number),
            Some(number) => Id::derived(number),
        }
    }
}

/// Continues a composed proof with the lemmas of a solver that has the last lemmas of the
/// parts, and then the clauses of the formula, as its formula.
struct Closing {
    composer: Composer,
    /// The numbers in the proof of the solver's clauses, in their order.
    names: Vec<u64>,
    /// The numbers in the proof of the lemmas that the solver derived.
    derived: FxHashMap<Id, u64>,
    fault: Option<ProofFault>,
}

impl Closing {
    fn number(&self, id: Id) -> u64 {
        match id.is_original() {
            true => self.names[id.in_file(0) as usize - 1],
            false => self.derived[&id],
        }
    }
}

impl Observer for Closing {
    fn wants_hints(&self) -> bool {
        true
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        if self.fault.is_some() {
            return;
        }
        let hints = hints.iter().map(|&hint| self.number(hint) as i64).collect();
        match self.composer.derive(clause, hints, &Budget::unlimited()) {
            Ok(number) => _ = self.derived.insert(id, number),
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn deleted(&mut self, id: Id, clause: &[Lit]) {
        if self.fault.is_none() && !id.is_original() {
            let number = self.number(id);
            self.derived.remove(&id);
            self.composer.delete(number, clause);
        }
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        let is_refuted = self.composer.checker.is_refuted();
        if let Some(fault) = &self.fault {
            return Err(io::Error::other(format!("the parts do not fit: {fault}")));
        } else if conclusion == Conclusion::Unsatisfiable && !is_refuted {
            return Err(io::Error::other("the composed proof refutes nothing"));
        }
        self.composer.observer.conclude(conclusion)
    }
}

/// Returns an assignment that makes none of the cubes true, or `None` if there is none,
/// which is proved and checked. Returns the reason to stop if the limits or the budget end the
/// search.
///
/// # Errors
/// If a step of the proof is wrong.
pub fn uncovered(
    cubes: &[Vec<Lit>],
    limits: CallLimits,
    budget: &Budget,
) -> io::Result<Result<Option<Model>, Stop>> {
    let mut solver = Solver::default().with_observer(Box::new(Auditor::new()));
    solver.set_limits(limits);
    for cube in cubes {
        solver.add_clause(&negated(cube));
    }
    Ok(match solver.solve(budget)? {
        Verdict::Unsat => Ok(None),
        Verdict::Sat => Ok(solver.model()),
        Verdict::Unknown(stop) => Err(stop),
    })
}

/// Returns the clause that says that a cube is not true.
pub fn negated(cube: &[Lit]) -> Vec<Lit> {
    cube.iter().map(|&lit| !lit).collect()
}
