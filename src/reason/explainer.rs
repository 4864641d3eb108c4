//! Searches for explanations: minimal sets of statements with which a goal is reached, and
//! of these one that is easy to follow.

mod steps;

use super::explanation::{Case, Cases, Ending, Explanation, Goal};
use super::groups::{CONFLICTS, Groups};
use super::minimal::{self, Core};
use super::plain;
use super::propagation::{Clash, Propagation, Reason, Run};
use super::statements::{Statement, Statements};
use crate::budget::{Budget, Stop};
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use std::fmt;

/// Explains goals about a puzzle.
pub struct Explainer<'a> {
    statements: &'a Statements,
    propagation: Propagation<'a>,
    groups: Groups,
    /// The clues and pencil marks as groups beside all rules, which hold in every search. Made
    /// when it is first needed.
    beside_rules: Option<Groups>,
    /// Number of long searches, without selectors, that may still be made.
    long_searches: u32,
}

impl fmt::Debug for Explainer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explainer")
            .field("statements", &self.statements)
            .finish_non_exhaustive()
    }
}

/// Number of long searches for one explanation, and the limit on the conflicts of
/// each but the first: some seconds in all. When they are used up, statements are kept
/// that may not be needed.
const LONG_SEARCHES: u32 = 200;
/// See `LONG_SEARCHES`.
const LONG_CONFLICTS: u64 = 3_000;

/// Limit on the conflicts of a search that decides if a clue is needed where all rules hold. A
/// clue of which it is not decided is kept, and the set is not marked as minimal.
const RULES_CONFLICTS: u64 = 20_000;

/// Number of sets that single steps lead to which are made minimal, and compared.
const TRIALS: usize = 6;

/// Number of cells, those with the fewest digits left, whose digits are gone through.
const TRIALS_OF_CELLS: usize = 16;

impl<'a> Explainer<'a> {
    /// Prepares explanations.
    ///
    /// # Errors
    /// If the budget ends first.
    pub fn new(statements: &'a Statements, budget: &Budget) -> Result<Explainer<'a>, Stop> {
        Ok(Explainer {
            statements,
            propagation: Propagation::new(statements),
            groups: statements.groups(|_| false, budget)?,
            beside_rules: None,
            long_searches: LONG_SEARCHES,
        })
    }

    /// Returns the groups of the statements, none of them fixed.
    pub fn groups(&mut self) -> &mut Groups {
        &mut self.groups
    }

    /// Returns groups in which all rules hold in every search; the clues and pencil marks are
    /// numbered as the statements.
    ///
    /// # Errors
    /// If the budget ends before all clauses are written.
    pub fn beside_rules(&mut self, budget: &Budget) -> Result<&mut Groups, Stop> {
        let statements = self.statements;
        let groups = match self.beside_rules.take() {
            Some(groups) => groups,
            None => statements.groups(|statement| statements.is_rule(statement), budget)?,
        };
        Ok(self.beside_rules.insert(groups))
    }

    /// Explains the goal by a minimal set; returns `None` if it does not follow. Of
    /// several sets the one with the fewest steps is returned, if each of its clues is needed
    /// where all rules hold; otherwise a set with those of its clues that are.
    ///
    /// # Errors
    /// If the budget ends before a first set is found.
    pub fn explain(&mut self, goal: Goal, budget: &Budget) -> Result<Option<Explanation>, Stop> {
        let statements = self.statements;
        let mut allowed = FixedBitSet::with_capacity(statements.list().len());
        allowed.insert_range(..);
        let Some(mut found) = self.explain_by(goal, &allowed, budget)? else {
            return Ok(None);
        };
        let needed = match self.needed_beside_rules(&found, budget) {
            Ok(needed) => needed,
            Err(stop) => {
                found.is_minimal = false;
                found.stop = budget.exhausted(0).map(|_| stop);
                return Ok(Some(found));
            }
        };
        if needed.members.len() == givens(statements, &found).len() {
            found.is_minimal &= needed.is_minimal;
            return Ok(Some(found));
        }
        allowed.clear();
        let is_rule = |&member: &usize| statements.is_rule(statements.list()[member]);
        allowed.extend((0..statements.list().len()).filter(is_rule));
        allowed.extend(needed.members.iter().copied());
        let Ok(Some(mut fewer)) = self.explain_by(goal, &allowed, budget) else {
            found.is_minimal = false;
            found.stop = budget.exhausted(0);
            return Ok(Some(found));
        };
        fewer.is_minimal &= needed.is_minimal;
        let mut easier = found.by_steps.take().unwrap_or_else(|| Box::new(found));
        let is_direct = easier.end != Ending::Open && easier.supposed.is_none();
        let shown = fewer.by_steps.as_deref().unwrap_or(&fewer);
        let is_worth = shown.end == Ending::Open && easier.end != Ending::Open
            || shown.supposed.is_some() && is_direct;
        if is_worth {
            easier.is_minimal = false;
            (fewer.by_steps, fewer.cases) = (Some(easier), None);
        }
        Ok(Some(fewer))
    }

    /// Explains that some statements can't hold together by a minimal set of them; returns `None`
    /// if they can.
    ///
    /// # Errors
    /// If the budget ends before a first set is found.
    pub fn explain_within(
        &mut self,
        members: &[Statement],
        budget: &Budget,
    ) -> Result<Option<Explanation>, Stop> {
        let mut allowed = FixedBitSet::with_capacity(self.statements.list().len());
        allowed.extend(members.iter().filter_map(|&one| self.statements.index(one)));
        self.explain_by(Goal::Clash, &allowed, budget)
    }

    /// Returns those clues and pencil marks of an explanation that are enough where all rules
    /// hold, a minimal set of them.
    fn needed_beside_rules(
        &mut self,
        explanation: &Explanation,
        budget: &Budget,
    ) -> Result<Core, Stop> {
        let statements = self.statements;
        let given: Vec<Lit> = explanation.goal.opposite(statements).into_iter().collect();
        let members = givens(statements, explanation);
        let limited = budget.clone().with_steps(RULES_CONFLICTS);
        let groups = self.beside_rules(budget)?;
        Ok(groups.shrink(members, &given, &limited))
    }

    /// Explains the goal by a set of the statements that are `allowed`, of which none can be left
    /// out unless further rules are added.
    fn explain_by(
        &mut self,
        goal: Goal,
        allowed: &FixedBitSet,
        budget: &Budget,
    ) -> Result<Option<Explanation>, Stop> {
        let given: Vec<Lit> = goal.opposite(self.statements).into_iter().collect();
        self.long_searches = LONG_SEARCHES;
        let mut best: Option<Explanation> = None;
        let mut by_steps: Vec<Vec<usize>> = Vec::new();
        let (seeds, start) = self.seeds(goal, allowed, budget)?;
        for seed in seeds {
            let reduced = self.reduce(seed, goal, start, budget);
            let core = self.shrink(reduced.clone(), &given, budget);
            let explanation = self.explanation(goal, &core, Start::Opposite);
            let is_easier = |best: &Explanation| explanation.effort() < best.effort();
            if best.as_ref().is_none_or(is_easier) {
                best = Some(explanation);
            }
            by_steps.push(reduced);
            if budget.exhausted(0).is_some() {
                break;
            }
        }
        let mut explanation = match best {
            Some(best) => best,
            None => {
                let Some(used) = self.refute_all(allowed, &given, budget)? else {
                    return Ok(None);
                };
                let core = self.shrink(used, &given, budget);
                self.explanation(goal, &core, Start::Opposite)
            }
        };
        let is_direct = start == Start::Statements && explanation.supposed.is_none();
        if explanation.end == Ending::Open || goal != Goal::Clash && !is_direct {
            let easier = by_steps.into_iter().map(|members| {
                let core = Core {
                    members,
                    is_minimal: false,
                    is_smallest: false,
                };
                self.explanation(goal, &core, start)
            });
            let easier = easier.min_by_key(Explanation::effort);
            let is_worth = |easier: &Explanation| {
                explanation.end == Ending::Open
                    || explanation.supposed.is_some() && easier.supposed.is_none()
            };
            explanation.by_steps = easier.filter(is_worth).map(Box::new);
        }
        self.add_cases(&mut explanation, budget);
        if !explanation.is_minimal {
            explanation.stop = budget.exhausted(0);
        }
        Ok(Some(explanation))
    }

    /// Explains the goal by a smallest set, which `known` is if no set is smaller.
    ///
    /// # Errors
    /// If the budget ends before it is decided.
    pub fn smallest(&mut self, known: &Explanation, budget: &Budget) -> Result<Explanation, Stop> {
        let given: Vec<Lit> = known.goal.opposite(self.statements).into_iter().collect();
        let all: Vec<usize> = (0..self.statements.list().len()).collect();
        let members = known.statements.iter();
        let core = Core {
            members: members
                .filter_map(|&member| self.statements.index(member))
                .collect(),
            is_minimal: known.is_minimal,
            is_smallest: false,
        };
        let core = self.groups.smallest_core(&all, &given, &core, budget)?;
        if core.members.len() == known.statements.len() {
            return Ok(Explanation {
                is_smallest: true,
                stop: None,
                ..known.clone()
            });
        }
        let mut explanation = self.explanation(known.goal, &core, Start::Opposite);
        // More rules may make fewer clues enough.
        let needed = self.needed_beside_rules(&explanation, budget)?;
        let num_givens = givens(self.statements, &explanation).len();
        explanation.is_minimal = needed.is_minimal && needed.members.len() == num_givens;
        if explanation.end == Ending::Open {
            let mut easier = known.clone();
            explanation.by_steps = match easier.by_steps.take() {
                Some(easier) => Some(easier),
                None if easier.end == Ending::Open => None,
                None => Some(Box::new(easier)),
            };
        }
        self.add_cases(&mut explanation, budget);
        Ok(explanation)
    }

    /// Adds the cases of a cell to the explanation of a clash without steps, if there is
    /// a cell each of whose digits leads to a clash: the one with the fewest facts.
    fn add_cases(&self, explanation: &mut Explanation, budget: &Budget) {
        let is_open = explanation.end == Ending::Open && explanation.by_steps.is_none();
        if !is_open || explanation.goal != Goal::Clash {
            return;
        }
        let mut active = FixedBitSet::with_capacity(self.statements.list().len());
        let members = explanation.statements.iter();
        active.extend(members.filter_map(|&member| self.statements.index(member)));
        let base = self.propagation.run(&active, None, None);
        let filled = explanation.statements.iter().flat_map(|&statement| {
            let cell = match statement {
                Statement::Filled(cell) => Some(cell),
                _ => None,
            };
            let by_rule = self.statements.filled_by(statement).iter().copied();
            cell.into_iter().chain(by_rule)
        });
        let is_left = |cell: Cell, digit| {
            let candidate = Candidate::new(cell, digit);
            base.find(candidate, false, &self.propagation).is_none()
        };
        let left = |&cell: &Cell| {
            let digits = self.statements.size().digits();
            digits.filter(|&digit| is_left(cell, digit)).count()
        };
        let cells = filled.sorted().dedup().sorted_by_key(left);
        let cells = cells.take(TRIALS_OF_CELLS);
        let cells = cells.take_while(|_| budget.exhausted(0).is_none());
        let cases = cells.filter_map(|cell| self.cases(&active, &base, cell));
        let easiest = cases.min_by_key(|(effort, _)| *effort);
        explanation.cases = easiest.map(|(_, cases)| cases);
    }

    /// Returns the cases of a cell with the number of facts that they take; `None` if a
    /// digit does not lead to a clash.
    fn cases(&self, active: &FixedBitSet, base: &Run, cell: Cell) -> Option<(usize, Cases)> {
        let (mut outs, mut cases, mut effort) = (Vec::new(), Vec::new(), 0);
        for digit in self.statements.size().digits() {
            let candidate = Candidate::new(cell, digit);
            if let Some(out) = base.find(candidate, false, &self.propagation) {
                // Facts of other cells would need steps of their own.
                let (facts, _) = self.propagation.trace(base, &[out]);
                if facts.len() == 1 {
                    outs.push(out);
                    continue;
                }
            }
            let supposed = Some((candidate, true));
            let run = self.propagation.run(active, supposed, None);
            let clashes = run.clashes.iter().map(|&clash| Found::Clash(clash));
            let traced = clashes.map(|clash| (self.trace(&run, clash).0, clash));
            let (facts, clash) = traced.min_by_key(|(facts, _)| facts.len())?;
            effort += facts.len();
            cases.push(Case {
                candidate,
                steps: self.steps(&run, &facts, clash),
                end: self.ending(&run, clash),
            });
        }
        let ruled_out = self.ruled_out(base, &outs);
        let cases = Cases {
            cell,
            ruled_out,
            cases,
        };
        Some((effort, cases))
    }

    /// Returns those of some statements that a refutation uses: a short search for one
    /// with selectors, and then a search without them.
    fn refute(
        &mut self,
        members: &[usize],
        given: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let limited = budget.clone().with_steps(CONFLICTS);
        match self.groups.solve(members, given, &limited) {
            Err(Stop::Steps) if self.long_searches > 0 => {
                self.long_searches -= 1;
                let limited = budget.clone().with_steps(LONG_CONFLICTS);
                plain::refute(self.statements, members, given, &limited)
            }
            answer => answer,
        }
    }

    /// Returns those of the allowed statements that a refutation uses. The refutation is repeated with
    /// these statements alone as long as it uses fewer of them.
    fn refute_all(
        &mut self,
        allowed: &FixedBitSet,
        given: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let all: Vec<usize> = allowed.ones().collect();
        let limited = budget.clone().with_steps(CONFLICTS);
        match self.groups.solve(&all, given, &limited) {
            Err(Stop::Steps) => {}
            answer => return answer,
        }
        let Some(mut used) = plain::refute(self.statements, &all, given, budget)? else {
            return Ok(None);
        };
        while let Ok(Some(fewer)) = self.refute(&used, given, budget) {
            if fewer.len() == used.len() {
                break;
            }
            used = fewer;
        }
        Ok(Some(used))
    }

    /// Returns a minimal subset of statements that can't hold together.
    fn shrink(&mut self, members: Vec<usize>, given: &[Lit], budget: &Budget) -> Core {
        minimal::delete(members, |rest| self.refute(rest, given, budget))
    }

    /// Returns sets of allowed statements with which single steps lead to the goal, those with
    /// few steps first, and where these steps start.
    fn seeds(
        &self,
        goal: Goal,
        allowed: &FixedBitSet,
        budget: &Budget,
    ) -> Result<(Vec<Vec<usize>>, Start), Stop> {
        let (run, ends) = self.attempt(allowed, goal, Start::Opposite);
        let start = match ends.first() {
            Some(Found::Fact(_)) => Start::Statements,
            _ => Start::Opposite,
        };
        let mut traces = Vec::new();
        for end in ends {
            if let Some(stop) = budget.exhausted(0) {
                return Err(stop);
            }
            let (facts, statements) = self.trace(&run, end);
            let placed = facts.iter().filter(|&&fact| {
                run.facts[fact].holds && !matches!(run.facts[fact].reason, Reason::Given(_))
            });
            traces.push((placed.count(), statements.len(), statements));
        }
        let seeds = traces.into_iter().sorted();
        let seeds = seeds.map(|(_, _, statements)| statements).dedup();
        Ok((seeds.take(TRIALS).collect(), start))
    }

    /// Takes single steps: to the goal itself, or where they do not reach it, from its
    /// opposite to a clash if `start` allows it. Returns the ends found, none if there
    /// is none.
    fn attempt(&self, active: &FixedBitSet, goal: Goal, start: Start) -> (Run, Vec<Found>) {
        let mut supposed = None;
        if let Goal::Candidate { candidate, holds } = goal {
            let run = self.propagation.run(active, None, Some((candidate, holds)));
            if let Some(fact) = run.find(candidate, holds, &self.propagation) {
                return (run, vec![Found::Fact(fact)]);
            }
            if start == Start::Statements {
                return (run, Vec::new());
            }
            supposed = Some((candidate, !holds));
        }
        let run = self.propagation.run(active, supposed, None);
        let ends = run.clashes.iter().copied().map(Found::Clash).collect();
        (run, ends)
    }

    /// Returns the facts and statements that lead to an end.
    fn trace(&self, run: &Run, end: Found) -> (Vec<usize>, Vec<usize>) {
        match end {
            Found::Fact(fact) => self.propagation.trace(run, &[fact]),
            Found::Clash(clash) => self.propagation.trace_clash(run, clash),
        }
    }

    /// Drops statements without which single steps still lead to the goal.
    fn reduce(
        &self,
        mut left: Vec<usize>,
        goal: Goal,
        start: Start,
        budget: &Budget,
    ) -> Vec<usize> {
        let mut needed: Vec<usize> = Vec::new();
        while let Some(statement) = left.pop() {
            let mut active = FixedBitSet::with_capacity(self.statements.list().len());
            active.extend(left.iter().chain(&needed).copied());
            let (run, ends) = self.attempt(&active, goal, start);
            let traces = ends.into_iter().map(|end| self.trace(&run, end).1);
            match traces.min_by_key(Vec::len) {
                Some(used) => left.retain(|statement| used.binary_search(statement).is_ok()),
                None => needed.push(statement),
            }
            if budget.exhausted(0).is_some() {
                break;
            }
        }
        left.extend(needed);
        left
    }

    /// Returns the explanation by a set of statements, with steps that start where
    /// `start` allows it.
    fn explanation(&self, goal: Goal, core: &Core, start: Start) -> Explanation {
        let mut members = core.members.clone();
        members.sort_unstable();
        let mut active = FixedBitSet::with_capacity(self.statements.list().len());
        active.extend(members.iter().copied());
        let (run, ends) = self.attempt(&active, goal, start);
        let is_placed = |fact: &usize| run.facts[*fact].holds;
        let easiest = ends
            .into_iter()
            .map(|end| (self.trace(&run, end).0, end))
            .min_by_key(|(facts, _)| facts.iter().filter(|fact| is_placed(fact)).count());
        let (mut steps, mut end, mut is_supposed) = (Vec::new(), Ending::Open, false);
        if let Some((facts, found)) = easiest {
            steps = self.steps(&run, &facts, found);
            end = self.ending(&run, found);
            is_supposed = goal != Goal::Clash && end != Ending::Reached;
        }
        let supposed = match goal {
            Goal::Candidate { candidate, holds } if is_supposed => Some((candidate, !holds)),
            _ => None,
        };
        Explanation {
            goal,
            statements: members
                .into_iter()
                .map(|member| self.statements.list()[member])
                .collect(),
            is_minimal: core.is_minimal,
            is_smallest: core.is_smallest,
            stop: None,
            supposed,
            steps,
            end,
            by_steps: None,
            cases: None,
        }
    }
}

/// Returns the clues and pencil marks of an explanation, by the indices of their statements.
fn givens(statements: &Statements, explanation: &Explanation) -> Vec<usize> {
    let givens = explanation.statements.iter();
    let givens = givens.filter(|&&statement| !statements.is_rule(statement));
    givens
        .filter_map(|&given| statements.index(given))
        .collect()
}

/// The facts from which single steps may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// From the statements alone.
    Statements,
    /// From the opposite of the goal too, if they do not lead there from the
    /// statements alone.
    Opposite,
}

/// An end that single steps lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The goal itself, by its index among the facts.
    Fact(usize),
    /// Facts that can't hold together.
    Clash(Clash),
}
