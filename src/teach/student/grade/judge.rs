//! The judgement: whether a formula states exactly the rules and the clues.
//!
//! The rules are judged without the clues, so that a rule that this puzzle happens not
//! to need is missed all the same. Two directions:
//!
//! - Each rule follows from the formula without its unit clauses. Most are there as
//!   clauses. In a house of N cells, "each cell holds a number" and "no number is twice"
//!   imply "no cell holds two" and "each number is there", and the other way round, by
//!   counting. For the rest our solver is asked.
//! - Each clause of the formula follows from rules and clues. Auxiliary variables are
//!   [eliminated](super::project) first.

use super::project::project;
use super::reference::{Reference, is_tautology, sorted};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Implied, Solver, Verdict};
use crate::encode::{self, Constraint, Encoding, Family, Layout, Part};
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidate, Grid, HouseKind};
use rustc_hash::FxHashSet;
use std::io;

/// Largest number of conflicts for one question. Chosen by hand: questions about rules
/// that are only partly stated take a few hundred.
const CONFLICTS: u64 = 20_000;

/// Largest number of conflicts for a question when the formula is known to be wrong.
/// Chosen by hand: more evidence is welcome, but not needed.
const MORE: u64 = 300;

/// The judgement on a formula.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The families of rules that do not follow from the formula.
    pub gaps: Vec<Gap>,
    /// The families of a wrong formula for which that was not found out.
    pub open: Vec<Family>,
    /// A clause that does not follow from the rules and clues.
    pub refusal: Option<Refusal>,
    /// The clues that the formula does not state, and the exclusions.
    pub clues: Vec<Lit>,
    /// The reason why a question has no answer.
    pub unsure: Option<Unsure>,
}

/// A family of rules that do not follow from the formula.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The family.
    pub family: Family,
    /// A clause of it that does not follow.
    pub clause: Vec<Lit>,
    /// The candidates of an assignment that the formula accepts, without its unit
    /// clauses, and that violates the clause.
    pub model: Vec<Candidate>,
}

/// A correct grid that the formula refuses.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Place of the clause that refuses it, from 0; `None` if several clauses with
    /// auxiliary variables do it together.
    pub clause: Option<usize>,
    /// The grid: it obeys the rules and, if the puzzle has a solution, the clues.
    pub grid: Grid,
}

/// The reason why a judgement is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsure {
    /// A search was stopped.
    Stopped(Stop),
    /// The auxiliary variables are too entangled to be eliminated.
    Auxiliary,
}

impl Judgement {
    /// Returns `true` if the formula is right, and `None` if that is not known.
    pub fn is_right(&self) -> Option<bool> {
        let is_wrong = !self.gaps.is_empty() || self.refusal.is_some() || !self.clues.is_empty();
        match self.unsure {
            _ if is_wrong => Some(false),
            Some(_) => None,
            None => Some(true),
        }
    }
}

/// Judges a formula whose variables are numbered as by [`encode::var`], auxiliary ones
/// behind the candidates'.
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn judge(
    reference: &Reference,
    clauses: &[Vec<Lit>],
    budget: &Budget,
) -> io::Result<Judgement> {
    let mut judge = Judge::new(reference, clauses, budget);
    judge.rules()?;
    judge.refusals()?;
    judge.clues()?;
    Ok(judge.judgement)
}

/// Returns a solver with the formula but for its unit clauses of candidates, and what is known to
/// follow from it.
///
/// # Errors
/// If the budget is exhausted.
pub fn solver(
    reference: &Reference,
    clauses: &[Vec<Lit>],
    budget: &Budget,
) -> Result<Solver, Stop> {
    let judge = Judge::new(reference, clauses, budget);
    let mut solver = judge.solver();
    let mut stated = Stated::new(&judge);
    stated.count();
    stated.propagate(&mut solver, budget)?;
    stated.count();
    stated.add_to(&mut solver);
    Ok(solver)
}

struct Judge<'a> {
    reference: &'a Reference<'a>,
    /// The different clauses but for units of candidates, each with its place.
    rest: Vec<(usize, Vec<Lit>)>,
    /// The units of candidates, each with its place.
    units: Vec<(usize, Lit)>,
    had: FxHashSet<Vec<Lit>>,
    budget: Budget,
    judgement: Judgement,
}

impl<'a> Judge<'a> {
    fn new(reference: &'a Reference, clauses: &[Vec<Lit>], budget: &Budget) -> Judge<'a> {
        let mut had = FxHashSet::default();
        let (mut rest, mut units) = (Vec::new(), Vec::new());
        for (place, clause) in clauses.iter().enumerate() {
            let clause = sorted(clause);
            if is_tautology(&clause) || !had.insert(clause.clone()) {
                continue;
            }
            match clause[..] {
                [lit] if reference.candidate(lit).is_some() => units.push((place, lit)),
                _ => rest.push((place, clause)),
            }
        }
        Judge {
            reference,
            rest,
            units,
            had,
            budget: budget.clone().with_steps(CONFLICTS),
            judgement: Judgement::default(),
        }
    }

    /// Returns `true` if the time is over or the run was interrupted, and notes it.
    fn is_out(&mut self) -> bool {
        let stop = self.budget.exhausted(0);
        if let Some(stop) = stop {
            self.judgement.unsure = Some(Unsure::Stopped(stop));
        }
        stop.is_some()
    }

    /// Returns `true` if the variable stands for a candidate.
    fn is_candidate(&self, lit: &Lit) -> bool {
        lit.var().index() < self.reference.size().num_candidates()
    }

    /// Returns a solver with the formula but for its unit clauses.
    fn solver(&self) -> Solver {
        // False first: models have few candidates then.
        let mut solver = Solver::new(Config {
            first_phase: false,
            ..Config::default()
        });
        solver.reserve_vars(self.reference.size().num_candidates());
        for (_, clause) in &self.rest {
            solver.add_clause(clause);
        }
        solver
    }

    /// Finds the families that do not follow.
    fn rules(&mut self) -> io::Result<()> {
        let mut stated = Stated::new(self);
        stated.count();
        if stated.wanted().is_empty() && self.lacking_pairs().is_empty() {
            return Ok(());
        }
        let mut solver = self.solver();
        if self
            .rest
            .iter()
            .any(|(_, c)| !c.iter().all(|lit| self.is_candidate(lit)))
        {
            if let Err(stop) = stated.propagate(&mut solver, &self.budget) {
                self.judgement.unsure = Some(Unsure::Stopped(stop));
                return Ok(());
            }
            stated.count();
        }
        stated.add_to(&mut solver);
        let mut wanted: Vec<Vec<Vec<Lit>>> = Vec::new();
        for (constraint, is_at_least) in stated.wanted() {
            let lits = self.reference.lits(constraint);
            wanted.push(match is_at_least {
                true => vec![lits],
                false => pairs(&lits)
                    .filter(|pair| !self.had.contains(&pair[..]))
                    .collect(),
            });
        }
        wanted.extend(self.lacking_pairs().into_iter().map(|clause| vec![clause]));
        let mut failed: Vec<Family> = Vec::new();
        for clause in wanted.into_iter().flatten() {
            let place = self.reference.place(&clause);
            let family = place.and_then(|place| self.reference.family_at(place));
            let Some(family) = family.filter(|family| !failed.contains(family)) else {
                continue;
            };
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            let budget = match self.judgement.gaps.is_empty() {
                true => self.budget.clone(),
                false => self.budget.clone().with_steps(MORE),
            };
            match solver.solve_with(&negated, &budget)? {
                Verdict::Unsat => solver.add_clause(&clause),
                Verdict::Unknown(stop) => {
                    if self.judgement.gaps.is_empty() {
                        self.judgement.unsure = Some(Unsure::Stopped(stop));
                    }
                    self.judgement.open.push(family);
                    failed.push(family);
                }
                Verdict::Sat => {
                    failed.push(family);
                    let model = self.clear_model(family, &negated)?;
                    let model = model.unwrap_or_else(|| self.candidates(&solver));
                    self.judgement.gaps.push(Gap {
                        family,
                        clause,
                        model,
                    });
                }
            }
        }
        Ok(())
    }

    /// Returns a model that violates a clause of this family and as few other rules as
    /// possible, if there is one.
    fn clear_model(&self, family: Family, negated: &[Lit]) -> io::Result<Option<Vec<Candidate>>> {
        let mut solver = self.solver();
        for (other, range) in &self.reference.families {
            let keeps = match (family, *other) {
                (Family::AtLeastOne(kind), Family::AtLeastOne(other))
                | (Family::AtLeastOne(kind), Family::AtMostOne(other)) => kind != other,
                (Family::AtLeastOne(_), _) => true,
                (Family::CellAtLeastOne, other) => other.is_at_most_one(),
                (_, other) => matches!(other, Family::AtLeastOne(_) | Family::CellAtLeastOne),
            };
            if keeps {
                for clause in &self.reference.clauses[range.clone()] {
                    solver.add_clause(clause);
                }
            }
        }
        let budget = self.budget.clone().with_steps(MORE);
        let verdict = solver.solve_with(negated, &budget)?;
        Ok((verdict == Verdict::Sat).then(|| self.candidates(&solver)))
    }

    /// Returns the candidates that are true in the solver's model.
    fn candidates(&self, solver: &Solver) -> Vec<Candidate> {
        let size = self.reference.size();
        (0..size.num_candidates())
            .filter(|&index| solver.value(Var::new(index).positive()) == Some(true))
            .map(|index| size.candidate(index))
            .collect()
    }

    /// Returns the clauses of rules for pairs of cells that the formula does not have.
    fn lacking_pairs(&self) -> Vec<Vec<Lit>> {
        let families = self.reference.families.iter();
        let of_pairs = families.filter(|(family, _)| matches!(family, Family::Pairs(_)));
        let clauses = of_pairs.flat_map(|(_, range)| &self.reference.clauses[range.clone()]);
        let lacking = clauses.filter(|clause| !self.had.contains(&clause[..]));
        lacking.cloned().collect()
    }

    /// Finds a clause that does not follow from the rules and clues.
    fn refusals(&mut self) -> io::Result<()> {
        if self.is_out() {
            return Ok(());
        }
        let questions = self.questions();
        if questions.is_empty() {
            return Ok(());
        }
        let reference = self.reference;
        let mut solver = Solver::default();
        let layout = Layout {
            part: Part::Rules,
            ..Layout::default()
        };
        let encoding = Encoding::EXTENDED;
        let Ok(()) = encode::formula(reference.puzzle, &encoding, layout, &mut solver);
        let clues: FxHashSet<Lit> = clues(reference).collect();
        let clues: Vec<Lit> = clues.into_iter().collect();
        // Without a solution the clues imply everything: then the rules alone count.
        if solver.solve_with(&clues, &self.budget)? == Verdict::Sat {
            clues.iter().for_each(|&clue| solver.add_clause(&[clue]));
        }
        for (place, clause) in questions {
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            match solver.solve_with(&negated, &self.budget)? {
                Verdict::Unsat => {}
                Verdict::Unknown(stop) => {
                    self.judgement.unsure = Some(Unsure::Stopped(stop));
                    if self.is_out() {
                        return Ok(());
                    }
                }
                Verdict::Sat => {
                    let model = solver.model();
                    let lits = model.iter().flat_map(|model| model.lits());
                    if let Ok(grid) = encode::decode(reference.size(), lits) {
                        self.judgement.refusal = Some(Refusal {
                            clause: place,
                            grid,
                        });
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the clauses of which it is not known that they follow from the rules and clues, each
    /// with its place. Those without a place are what is left of clauses with auxiliary variables.
    fn questions(&mut self) -> Vec<(Option<usize>, Vec<Lit>)> {
        let reference = self.reference;
        let (plain, auxiliary): (Vec<_>, Vec<_>) = self
            .rest
            .iter()
            .partition(|(_, clause)| clause.iter().all(|lit| self.is_candidate(lit)));
        let clues: FxHashSet<Lit> = clues(reference).collect();
        let units = self.units.iter().filter(|(_, lit)| !clues.contains(lit));
        let mut questions: Vec<(Option<usize>, Vec<Lit>)> = units
            .map(|&(place, lit)| (Some(place), vec![lit]))
            .collect();
        let is_known =
            |clause: &[Lit]| reference.place(clause).is_some() || reference.forbids_a_clash(clause);
        let unknown = plain.into_iter().filter(|(_, clause)| !is_known(clause));
        questions.extend(unknown.map(|(place, clause)| (Some(*place), clause.clone())));
        let auxiliary: Vec<Vec<Lit>> = auxiliary.into_iter().map(|(_, c)| c.clone()).collect();
        if !auxiliary.is_empty() {
            let candidates = reference.size().num_candidates();
            match project(auxiliary, candidates, is_known, &self.budget) {
                Ok(clauses) => questions.extend(clauses.into_iter().map(|c| (None, c))),
                Err(unsure) => self.judgement.unsure = Some(unsure),
            }
        }
        questions
    }

    /// Finds the clues that do not follow from the formula and its unit clauses about
    /// the clue's cell.
    fn clues(&mut self) -> io::Result<()> {
        if self.is_out() {
            return Ok(());
        }
        let units: FxHashSet<Lit> = self.units.iter().map(|(_, lit)| *lit).collect();
        let mut solver: Option<Solver> = None;
        for clue in clues(self.reference) {
            if units.contains(&clue) {
                continue;
            }
            let cell = self
                .reference
                .candidate(clue)
                .map(|candidate| candidate.cell);
            let same = |lit: &&Lit| self.reference.candidate(**lit).map(|c| c.cell) == cell;
            let mut assumed: Vec<Lit> = units.iter().filter(same).copied().collect();
            if assumed.contains(&!clue) || assumed.is_empty() {
                self.judgement.clues.push(clue);
                continue;
            }
            assumed.push(!clue);
            let solver = solver.get_or_insert_with(|| self.solver());
            match solver.solve_with(&assumed, &self.budget)? {
                Verdict::Unsat => {}
                Verdict::Sat => self.judgement.clues.push(clue),
                Verdict::Unknown(stop) => {
                    self.judgement.unsure = Some(Unsure::Stopped(stop));
                }
            }
        }
        Ok(())
    }
}

/// Returns the clues and the exclusions as literals.
pub fn clues(reference: &Reference) -> impl Iterator<Item = Lit> {
    let size = reference.size();
    let (clues, excluded) = (reference.puzzle.clues(), reference.puzzle.excluded());
    let clues = clues.map(move |clue| encode::var(clue, size).positive());
    clues.chain(
        excluded
            .iter()
            .map(move |&c| encode::var(c, size).negative()),
    )
}

/// Returns for each two literals the sorted clause that not both are true.
fn pairs(lits: &[Lit]) -> impl Iterator<Item = Vec<Lit>> {
    let first = lits.iter().enumerate();
    first.flat_map(move |(place, &a)| {
        let later = lits[place + 1..].iter();
        later.map(move |&b| sorted(&[!a, !b]))
    })
}

/// The constraints "at least one" and "at most one" that are known to follow.
struct Stated<'a> {
    reference: &'a Reference<'a>,
    constraints: Vec<Constraint>,
    at_least: Vec<bool>,
    at_most: Vec<bool>,
}

impl<'a> Stated<'a> {
    /// Looks up which constraints are there as clauses.
    fn new(judge: &Judge<'a>) -> Stated<'a> {
        let reference = judge.reference;
        let constraints: Vec<Constraint> = Constraint::all(reference.rules()).collect();
        let lits = constraints.iter().map(|&one| reference.lits(one));
        let lits: Vec<Vec<Lit>> = lits.collect();
        let at_most = |lits: &Vec<Lit>| pairs(lits).all(|pair| judge.had.contains(&pair));
        Stated {
            reference,
            at_least: lits.iter().map(|lits| judge.had.contains(lits)).collect(),
            at_most: lits.iter().map(at_most).collect(),
            constraints,
        }
    }

    /// Adds what follows by counting in houses of N cells.
    fn count(&mut self) {
        let rules = self.reference.rules();
        loop {
            let mut is_new = false;
            for (index, &house) in rules.houses().iter().enumerate() {
                if !rules.is_full(index) {
                    continue;
                }
                let cells = rules
                    .cells(index)
                    .iter()
                    .map(|&cell| Constraint::Cell(cell));
                let cells: Vec<usize> = cells.map(|one| one.index(rules)).collect();
                let digits = rules.size().digits();
                let digits = digits.map(|digit| Constraint::House(house, digit).index(rules));
                let digits: Vec<usize> = digits.collect();
                for (there, once) in [(&cells, &digits), (&digits, &cells)] {
                    if there.iter().all(|&one| self.at_least[one])
                        && once.iter().all(|&one| self.at_most[one])
                    {
                        for &one in there {
                            is_new |= !std::mem::replace(&mut self.at_most[one], true);
                        }
                        for &one in once {
                            is_new |= !std::mem::replace(&mut self.at_least[one], true);
                        }
                    }
                }
            }
            is_new |= self.count_digits();
            if !is_new {
                return;
            }
        }
    }

    /// Adds what follows by counting a digit's cells: if the houses of one kind hold it N
    /// times, the houses of another kind that contain all cells do too. Returns `true` if
    /// something was added.
    fn count_digits(&mut self) -> bool {
        let rules = self.reference.rules();
        let side = rules.size().side();
        let kinds = [
            HouseKind::Row,
            HouseKind::Col,
            HouseKind::Box,
            HouseKind::Region,
        ];
        let kinds = kinds.map(|kind| rules.houses_of_kind(kind));
        let is_partition = |houses: &std::ops::Range<usize>| {
            houses.len() == side && houses.clone().all(|house| rules.is_full(house))
        };
        let kinds: Vec<_> = kinds.into_iter().filter(is_partition).collect();
        let mut new: Vec<usize> = Vec::new();
        for digit in rules.size().digits() {
            let of_kind = |houses: &std::ops::Range<usize>| -> Vec<usize> {
                let houses = houses.clone().map(|house| rules.houses()[house]);
                let constraints = houses.map(|house| Constraint::House(house, digit));
                constraints.map(|one| one.index(rules)).collect()
            };
            let kinds: Vec<Vec<usize>> = kinds.iter().map(of_kind).collect();
            let is_exact = |one: usize| self.at_least[one] && self.at_most[one];
            if !kinds
                .iter()
                .any(|kind| kind.iter().all(|&one| is_exact(one)))
            {
                continue;
            }
            for kind in &kinds {
                let open = kind.iter().filter(|&&one| !is_exact(one)).count();
                let follows = open == 1
                    || kind.iter().all(|&one| self.at_least[one])
                    || kind.iter().all(|&one| self.at_most[one]);
                if open > 0 && follows {
                    new.extend(kind.iter().copied());
                }
            }
        }
        for &one in &new {
            self.at_least[one] = true;
            self.at_most[one] = true;
        }
        !new.is_empty()
    }

    /// Adds what follows by unit propagation, as auxiliary variables make it.
    fn propagate(&mut self, solver: &mut Solver, budget: &Budget) -> Result<(), Stop> {
        let mut fails = |lits: &[Lit]| matches!(solver.propagate_under(lits), Implied::Conflict(_));
        for (index, &constraint) in self.constraints.iter().enumerate() {
            if let Some(stop) = budget.exhausted(0) {
                return Err(stop);
            }
            let lits = self.reference.lits(constraint);
            if !self.at_least[index] {
                let none: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                self.at_least[index] = fails(&none);
            }
            if !self.at_most[index] {
                self.at_most[index] = pairs(&lits).all(|pair| fails(&[!pair[0], !pair[1]]));
            }
        }
        Ok(())
    }

    /// Adds the known constraints to a solver.
    fn add_to(&self, solver: &mut Solver) {
        for (index, &constraint) in self.constraints.iter().enumerate() {
            let lits = self.reference.lits(constraint);
            if self.at_least[index] {
                solver.add_clause(&lits);
            }
            if self.at_most[index] {
                solver.add_at_most_one(&lits);
            }
        }
    }

    /// Returns the constraints that have to follow and are not known to, each with
    /// `true` for "at least one". The others follow from these by counting.
    fn wanted(&self) -> Vec<(Constraint, bool)> {
        let rules = self.reference.rules();
        let mut wanted = Vec::new();
        for (index, &constraint) in self.constraints.iter().enumerate() {
            let (there, once) = match constraint {
                Constraint::Cell(_) => (true, true),
                Constraint::House(house, _) => {
                    let is_full = rules.is_full(rules.index(house));
                    (is_full, !is_full)
                }
            };
            if there && !self.at_least[index] {
                wanted.push((constraint, true));
            }
            if once && !self.at_most[index] {
                wanted.push((constraint, false));
            }
        }
        wanted
    }
}
