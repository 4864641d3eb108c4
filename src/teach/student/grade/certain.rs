//! Proofs that a formula is wrong under every numbering of its variables.
//!
//! A judgement is about one numbering. That no other one makes the formula right follows from
//! what does not depend on the numbering: whether there are models, how many, and how many
//! variables are true in them. Candidates have variables of their own, and a variable that can
//! be changed alone in a model of the rules, or [with few others](super::changes), stands for none. Where these are all variables
//! that a numbering can use, two formulas of which one implies the other are compared by
//! counting: under a renaming that makes it right, the formula has as many models as the
//! rules, or as the puzzle has solutions.

use super::changes::leave_too_few;
use super::judge::{self, Judgement};
use super::project::project;
use super::reference::{Reference, is_tautology, sorted};
use super::structure::{Isomorphism, isomorphism, of_rules};
use crate::budget::Budget;
use crate::cdcl::{Implied, Solver, Verdict};
use crate::encode::{self, Encoding, Layout, Part};
use crate::formula::{Lit, Var};
use crate::sudoku::Candidate;
use crate::sudoku::rules::{Regions, Spec};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use std::io;

/// Largest number of models that are counted. Chosen by hand: most puzzles have one.
pub const MODELS: usize = 20;
/// Largest number of variables of a clause whose exclusions are counted. Chosen by hand to bound
/// the time.
const ASKED: usize = 4;
/// Largest number of conflicts for one question. Chosen by hand to bound the time.
const CONFLICTS: u64 = 20_000;

/// The reason why no numbering makes a formula right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The formula has only this many variables, fewer than there are candidates.
    Variables(usize),
    /// Too many variables can be changed alone, or with too few others, in an assignment that
    /// satisfies the clauses.
    Free,
    /// The formula has a different number of models than the puzzle has solutions; more than
    /// [`MODELS`] are not counted.
    Models {
        /// Number of models.
        found: usize,
        /// Number of solutions.
        solutions: usize,
    },
    /// An assignment with this many true variables satisfies the clauses of several literals.
    TrueVariables(usize),
    /// This variable, numbered as by [`encode::var`], excludes fewer variables than each
    /// candidate does: their number, and the least of a candidate.
    Excludes(Var, usize, usize),
    /// Each correct grid satisfies the clauses of several literals, and so does an assignment
    /// that is none.
    MoreGrids,
    /// Each solution is a model, and so is an assignment that is none.
    MoreModels,
    /// Each model is a solution, but a solution is no model.
    FewerModels,
    /// The clauses of several literals state the rules, but the unit clauses state only this
    /// many candidates, or others than the clues under every renaming that keeps the rules.
    Clues(usize),
}

/// Looks for a proof that a formula is wrong under every numbering. Its variables are
/// numbered by one under which this judgement was made.
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn find(
    reference: &Reference,
    clauses: &[Vec<Lit>],
    judgement: &Judgement,
    budget: &Budget,
) -> io::Result<Option<Proof>> {
    let clauses = clauses.iter().map(|clause| sorted(clause)).unique();
    let question = Question {
        reference,
        clauses: clauses.filter(|clause| !is_tautology(clause)).collect(),
        judgement,
        budget: budget.clone().with_steps(CONFLICTS),
    };
    question.answer()
}

struct Question<'a> {
    reference: &'a Reference<'a>,
    /// The different clauses, each sorted.
    clauses: Vec<Vec<Lit>>,
    judgement: &'a Judgement,
    budget: Budget,
}

impl Question<'_> {
    fn answer(&self) -> io::Result<Option<Proof>> {
        let vars = self.clauses.iter().flatten().map(|lit| lit.var()).unique();
        let (vars, needed) = (vars.count(), self.candidates());
        if vars < needed && self.is_direct() {
            return Ok(Some(Proof::Variables(vars)));
        }
        let solutions = self.solutions()?;
        if let (Some(found), Some(solutions)) = (self.models(0)?, solutions)
            && (found == 0) != (solutions == 0)
        {
            return Ok(Some(Proof::Models { found, solutions }));
        }
        let usable = self.usable()?;
        if usable.len() < needed {
            return Ok(self.is_direct().then_some(Proof::Free));
        }
        let Some(usable) = self.without_auxiliary(usable)? else {
            return Ok(None);
        };
        if usable.len() != needed || usable.iter().any(|var| var.index() >= needed) {
            let Judgement { gaps, .. } = self.judgement;
            // Else the candidates' variables are others.
            let is_near = gaps.len() * 2 <= self.reference.families.len();
            let is_free = is_near
                && leave_too_few(self.reference, &self.clauses, usable, gaps, &self.budget)?;
            return Ok(is_free.then_some(Proof::Free));
        }
        let more = solutions.filter(|&solutions| solutions <= MODELS);
        if let (Some(found), Some(solutions)) = (self.models(MODELS)?, more)
            && found != solutions
        {
            return Ok(Some(Proof::Models { found, solutions }));
        }
        self.by_implication(solutions)
    }

    /// Looks for a proof by comparing with the rules and clues, under the condition that the
    /// candidates' variables are the same in all numberings.
    fn by_implication(&self, solutions: Option<usize>) -> io::Result<Option<Proof>> {
        let Judgement {
            gaps,
            refusal,
            clues,
            unsure,
            ..
        } = self.judgement;
        let cells = self.reference.size().num_cells();
        let counts = gaps.iter().map(|gap| gap.model.len());
        if let Some(count) = counts.into_iter().find(|&count| count != cells) {
            return Ok(Some(Proof::TrueVariables(count)));
        }
        let is_implied = self.rules_imply_long_clauses()?;
        if is_implied && !gaps.is_empty() {
            return Ok(Some(Proof::MoreGrids));
        }
        if unsure.is_some() {
            return Ok(None);
        }
        match refusal {
            Some(_) if gaps.is_empty() && clues.is_empty() && solutions > Some(0) => {
                return Ok(Some(Proof::FewerModels));
            }
            None if self.has_another_model()? => return Ok(Some(Proof::MoreModels)),
            _ => {}
        }
        let stated = self.stated();
        if is_implied && gaps.is_empty() && self.has_other_clues(&stated) {
            return Ok(Some(Proof::Clues(stated.len())));
        }
        for &lit in gaps.iter().flat_map(|gap| gap.clause.iter().take(ASKED)) {
            let (found, least) = (self.excluded(lit.var())?, self.least_excluded());
            if let Some(found) = found.filter(|&found| found < least) {
                return Ok(Some(Proof::Excludes(lit.var(), found, least)));
            }
        }
        Ok(None)
    }

    /// Returns the number of other candidates that this one excludes by the formula without its
    /// unit clauses, if it is below [`Self::least_excluded`].
    fn excluded(&self, var: Var) -> io::Result<Option<usize>> {
        let mut solver = Solver::default();
        for clause in self.about_rules() {
            solver.add_clause(clause);
        }
        let mut open: Vec<Lit> = (0..self.candidates())
            .map(|at| Var::new(at).positive())
            .collect();
        open.retain(|lit| lit.var() != var);
        let mut found = 0;
        while let Some(&lit) = open.last() {
            match solver.solve_with(&[var.positive(), lit], &self.budget)? {
                Verdict::Sat => open.retain(|&other| solver.value(other) != Some(true)),
                Verdict::Unsat => {
                    found += 1;
                    open.pop();
                }
                Verdict::Unknown(_) => return Ok(None),
            }
            if found >= self.least_excluded() {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// Returns the usable variables without those, behind the candidates', that stand for no candidates
    /// in any numbering that makes the formula right, because each excludes fewer of the usable ones
    /// than a candidate does. Returns `None` if such variables can't be looked for.
    ///
    /// Unit clauses are left out, as each is about a clue: each clue needs one about its cell.
    fn without_auxiliary(&self, usable: FxHashSet<Var>) -> io::Result<Option<FxHashSet<Var>>> {
        let all: Vec<Var> = usable.iter().copied().sorted().collect();
        let first = all.partition_point(|var| var.index() < self.candidates());
        if first == all.len() {
            return Ok(Some(usable));
        }
        let puzzle = self.reference.puzzle;
        let units = self.clauses.iter().filter(|clause| clause.len() == 1);
        if units.count() > puzzle.num_clues() || !puzzle.excluded().is_empty() {
            return Ok(None);
        }
        // What follows by counting in houses is hard to find otherwise.
        let Ok(mut solver) = judge::solver(self.reference, &self.clauses, &self.budget) else {
            return Ok(None);
        };
        let least = self.least_excluded();
        // One bit for each usable variable.
        let mut models: Vec<FixedBitSet> = Vec::new();
        let mut left = usable;
        for own in first..all.len() {
            let mut together = FixedBitSet::with_capacity(all.len());
            let with = models.iter().filter(|model| model.contains(own));
            with.for_each(|model| together.union_with(model));
            let (Implied::Consistent(implied) | Implied::Conflict(implied)) =
                solver.propagate_under(&[all[own].positive()]);
            let false_ones = implied.into_iter().filter(|lit| lit.is_negative());
            let places = false_ones.filter_map(|lit| all.binary_search(&lit.var()).ok());
            let mut excluded = FixedBitSet::with_capacity(all.len());
            excluded.extend(places);
            let is_auxiliary = loop {
                if all.len() - together.count_ones(..) < least {
                    break true;
                }
                let mut open = (0..all.len()).rev();
                let open = open.find(|&at| !together.contains(at) && !excluded.contains(at));
                let Some(open) = open.filter(|_| excluded.count_ones(..) < least) else {
                    break false;
                };
                let assumed = [all[own].positive(), all[open].positive()];
                match solver.solve_with(&assumed, &self.budget)? {
                    Verdict::Sat => {
                        let is_true = |&at: &usize| solver.value(all[at].positive()) == Some(true);
                        let model = (0..all.len()).filter(is_true).collect::<FixedBitSet>();
                        together.union_with(&model);
                        models.push(model);
                    }
                    Verdict::Unsat => excluded.insert(open),
                    Verdict::Unknown(_) => break false,
                }
            };
            if is_auxiliary {
                left.remove(&all[own]);
            }
        }
        Ok(Some(left))
    }

    /// Returns the least number of others that a candidate excludes by the rules.
    fn least_excluded(&self) -> usize {
        let rules = self.reference.rules();
        let least = self.reference.size().cells().map(|cell| {
            let houses = rules.houses_of(cell).iter();
            let cells = houses.flat_map(|&house| rules.cells(house as usize));
            cells.filter(|&&other| other != cell).unique().count()
        });
        least.min().unwrap_or(0) + rules.size().side() - 1
    }

    /// Returns the clauses but for the unit clauses of candidates.
    fn about_rules(&self) -> impl Iterator<Item = &Vec<Lit>> {
        let is_candidate = |lit: &Lit| lit.var().index() < self.candidates();
        let clauses = self.clauses.iter();
        clauses.filter(move |clause| clause.len() != 1 || !clause.iter().all(is_candidate))
    }

    fn candidates(&self) -> usize {
        self.reference.size().num_candidates()
    }

    fn long_clauses(&self) -> impl Iterator<Item = &Vec<Lit>> {
        self.clauses.iter().filter(|clause| clause.len() != 1)
    }

    /// Returns `true` if most clauses have literals of one sign, as those of cells and houses.
    /// Other formulas may have variables with another meaning, as "at most 3".
    fn is_direct(&self) -> bool {
        let sign = |clause: &&Vec<Lit>| clause.iter().map(|lit| lit.is_positive()).all_equal();
        self.long_clauses().filter(sign).count() * 2 >= self.long_clauses().count()
    }

    fn solver(&self) -> Solver {
        let mut solver = Solver::default();
        solver.reserve_vars(self.candidates());
        for clause in &self.clauses {
            solver.add_clause(clause);
        }
        solver
    }

    /// Returns a solver for the rules, and the clues.
    fn puzzle(&self) -> (Solver, Vec<Lit>) {
        let mut solver = Solver::default();
        let layout = Layout {
            part: Part::Rules,
            ..Layout::default()
        };
        let puzzle = self.reference.puzzle;
        let Ok(()) = encode::formula(puzzle, &Encoding::EXTENDED, layout, &mut solver);
        (solver, judge::clues(self.reference).collect())
    }

    /// Returns the number of solutions of the puzzle, at most one more than [`MODELS`].
    fn solutions(&self) -> io::Result<Option<usize>> {
        let (mut solver, clues) = self.puzzle();
        clues.iter().for_each(|&clue| solver.add_clause(&[clue]));
        self.count(solver, MODELS)
    }

    /// Returns the number of models, different in candidates, at most one more than `most`.
    fn models(&self, most: usize) -> io::Result<Option<usize>> {
        self.count(self.solver(), most)
    }

    fn count(&self, mut solver: Solver, most: usize) -> io::Result<Option<usize>> {
        for found in 0..=most {
            match solver.solve(&self.budget)? {
                Verdict::Unsat => return Ok(Some(found)),
                Verdict::Unknown(_) => return Ok(None),
                Verdict::Sat => {}
            }
            let all = (0..self.candidates()).map(Var::new);
            let block = all.map(|var| var.lit(solver.value(var.positive()) != Some(true)));
            let block: Vec<Lit> = block.collect();
            solver.add_clause(&block);
        }
        Ok(Some(most + 1))
    }

    /// Returns the variables that may stand for candidates: those of long clauses, without
    /// those that can be changed alone in a model.
    ///
    /// Such a change is possible for a variable of which long clauses have only one sign.
    fn usable(&self) -> io::Result<FxHashSet<Var>> {
        let lits: FxHashSet<Lit> = self.long_clauses().flatten().copied().collect();
        let mut usable: FxHashSet<Var> = lits.iter().map(|lit| lit.var()).collect();
        let pure = lits.iter().filter(|&&lit| !lits.contains(&!lit));
        let pure: Vec<Lit> = pure.copied().sorted().collect();
        let mut solver = Solver::default();
        for clause in self.long_clauses() {
            solver.add_clause(clause);
        }
        let units = self.clauses.iter().filter(|clause| clause.len() == 1);
        let units: Vec<Lit> = units.map(|unit| unit[0]).collect();
        for lit in pure {
            let others = units.iter().filter(|unit| unit.var() != lit.var());
            let assumed: Vec<Lit> = others.copied().chain([!lit]).collect();
            if solver.solve_with(&assumed, &self.budget)? == Verdict::Sat {
                usable.remove(&lit.var());
                if usable.len() < self.candidates() {
                    break;
                }
            }
        }
        Ok(usable)
    }

    /// Returns `true` if each long clause follows from the rules without the clues.
    fn rules_imply_long_clauses(&self) -> io::Result<bool> {
        let candidates = self.candidates();
        let is_known = |clause: &[Lit]| {
            self.reference.place(clause).is_some() || self.reference.forbids_a_clash(clause)
        };
        let clauses = self.about_rules().cloned();
        let Ok(left) = project(clauses, candidates, is_known, &self.budget) else {
            return Ok(false);
        };
        let (mut solver, _) = self.puzzle();
        for clause in left {
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            if solver.solve_with(&negated, &self.budget)? != Verdict::Unsat {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if a model violates one of the rules that do not follow, or a clue.
    fn has_another_model(&self) -> io::Result<bool> {
        let mut solver = self.solver();
        let gaps = self.judgement.gaps.iter().map(|gap| gap.clause.clone());
        let clues = self.judgement.clues.iter().map(|&clue| vec![clue]);
        for clause in gaps.chain(clues) {
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            if solver.solve_with(&negated, &self.budget)? == Verdict::Sat {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the candidates that unit clauses state: as true, or as the only one of their
    /// cell that is not false.
    fn stated(&self) -> FxHashSet<Candidate> {
        let units = self.clauses.iter().filter(|clause| clause.len() == 1);
        let units: FxHashSet<Lit> = units.map(|unit| unit[0]).collect();
        let size = self.reference.size();
        let candidates = (0..size.num_candidates()).map(|at| size.candidate(at));
        let lit = |candidate| encode::var(candidate, size).positive();
        let is_stated = |candidate: &Candidate| {
            let mut others = size.digits().filter(|&digit| digit != candidate.digit);
            let is_denied = |digit| units.contains(&!lit(Candidate::new(candidate.cell, digit)));
            units.contains(&lit(*candidate)) || others.all(is_denied)
        };
        candidates.filter(is_stated).collect()
    }

    /// Returns `true` if no renaming that keeps the rules leads from these candidates to the
    /// clues. The formula must have the rules' models without its unit clauses.
    ///
    /// Such a renaming keeps which candidates exclude each other, so also the groups of N that
    /// do. Only for boxes alone are these known to be the cells, and the numbers in houses.
    fn has_other_clues(&self, stated: &FxHashSet<Candidate>) -> bool {
        let puzzle = self.reference.puzzle;
        let spec = self.reference.rules().spec();
        let is_boxes = match spec.regions {
            Regions::Boxes { rows, cols } => {
                rows > 1 && cols > 1 && Spec::boxes(rows, cols).is_some_and(|boxes| boxes == *spec)
            }
            _ => false,
        };
        if !is_boxes || !puzzle.excluded().is_empty() || stated.len() > puzzle.num_clues() {
            return false;
        }
        let clues: FxHashSet<Candidate> = puzzle.clues().collect();
        stated.len() < clues.len()
            || isomorphism(
                &of_rules(self.reference, stated),
                &of_rules(self.reference, &clues),
                &self.budget,
            ) == Isomorphism::None
    }
}
