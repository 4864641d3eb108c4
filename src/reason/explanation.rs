//! Why statements can't hold together, or why a candidate holds or is ruled out: a
//! minimal set of statements, and single steps from them where these are enough.

use super::groups::{CONFLICTS, Groups};
use super::minimal::{self, Core};
use super::plain;
use super::propagation::{Clash, Fact, Propagation, Reason, Run};
use super::statements::{Statement, Statements};
use crate::budget::{Budget, Stop};
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit, House};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;

/// What is to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The statements can't hold together.
    Clash,
    /// The candidate holds, or is ruled out.
    Candidate {
        /// The candidate.
        candidate: Candidate,
        /// Set if it holds.
        holds: bool,
    },
}

impl Goal {
    /// Returns the opposite of the goal as a literal, unless the goal is a clash.
    fn opposite(self, statements: &Statements) -> Option<Lit> {
        match self {
            Goal::Clash => None,
            Goal::Candidate { candidate, holds } => {
                let lit = statements.lit(candidate);
                Some(if holds { !lit } else { lit })
            }
        }
    }
}

/// A minimal set of statements with which the goal is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What is explained.
    pub goal: Goal,
    /// The statements: clues and marks first, then rules.
    pub statements: Vec<Statement>,
    /// Set if none of the statements can be left out; not set if the budget ended
    /// before this was known.
    pub is_minimal: bool,
    /// Set if no smaller set of statements is enough.
    pub is_smallest: bool,
    /// The opposite of the goal, if the steps start from supposing it.
    pub supposed: Option<(Candidate, bool)>,
    /// The steps that the statements allow, as far as they matter for the end.
    pub steps: Vec<Step>,
    /// The end of the steps.
    pub end: Ending,
    /// Where single steps from the statements do not lead to the goal: more
    /// statements from which they do. Without any of these, single steps from the
    /// others would not; so they are minimal for the steps, though not as a set.
    pub by_steps: Option<Box<Explanation>>,
}

impl Explanation {
    /// Returns the clues among the statements.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Clue(clue) => Some(*clue),
                _ => None,
            })
    }

    /// The effort of following the explanation: steps, and then statements.
    fn effort(&self) -> (bool, usize, bool, usize) {
        let is_open = self.end == Ending::Open;
        let is_supposed = self.supposed.is_some();
        (
            is_open,
            self.steps.len(),
            is_supposed,
            self.statements.len(),
        )
    }
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A cell gets a digit.
    Placed {
        /// The cell and its digit.
        candidate: Candidate,
        /// The reason.
        because: Because,
        /// The other digits of the cell, or the other cells of the house, that are
        /// ruled out.
        others: Vec<RuledOut>,
    },
    /// Digits of a cell are ruled out by a pair or table.
    RuledOut {
        /// The candidates, all of one cell.
        candidates: Vec<Candidate>,
        /// The reason.
        because: Because,
    },
}

/// A candidate that is ruled out, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuledOut {
    /// The candidate.
    pub candidate: Candidate,
    /// The reason.
    pub because: Because,
}

/// The reason of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// A clue.
    Clue,
    /// Marks of the cell.
    Marks,
    /// It is supposed.
    Supposed,
    /// The cell holds this digit.
    Cell(Digit),
    /// The house has the digit in this other cell.
    House(House, Cell),
    /// It is the only digit left in its cell.
    OnlyDigit,
    /// It is the only cell left for its digit in this house.
    OnlyCell(House),
    /// The pair with this index in the rules.
    Pair(usize),
    /// The table with this index in the rules.
    Table(usize),
}

/// The end of the steps of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last step is the goal.
    Reached,
    /// The cell can hold no digit: each is ruled out.
    NoDigit(Cell, Vec<RuledOut>),
    /// The house has no cell for the digit: each is ruled out.
    NoCell(House, Digit, Vec<RuledOut>),
    /// The candidate holds, but it is ruled out.
    Against {
        /// The candidate.
        candidate: Candidate,
        /// The reason why it holds.
        holds: Because,
        /// The reason why it is ruled out.
        ruled_out: Because,
    },
    /// No digits left in the cells of the table with this index fit together.
    NoDigits(usize),
    /// Single steps from the statements do not lead to the goal.
    Open,
}

/// Explains goals about a puzzle.
pub struct Explainer<'a> {
    statements: &'a Statements,
    propagation: Propagation<'a>,
    groups: Groups,
    /// Number of long searches, without selectors, that may still be made.
    long_searches: u32,
}

/// Number of long searches for one explanation, and the limit on the conflicts of
/// each but the first: some seconds in all. When they are used up, statements are kept
/// that may not be needed.
const LONG_SEARCHES: u32 = 200;
/// See `LONG_SEARCHES`.
const LONG_CONFLICTS: u64 = 3_000;

/// Number of sets that single steps lead to which are made minimal, and compared.
const TRIALS: usize = 6;

impl<'a> Explainer<'a> {
    /// Prepares explanations.
    pub fn new(statements: &'a Statements) -> Explainer<'a> {
        Explainer {
            statements,
            propagation: Propagation::new(statements),
            groups: statements.groups(|_| false),
            long_searches: LONG_SEARCHES,
        }
    }

    /// Returns the groups of the statements, none of them fixed.
    pub fn groups(&mut self) -> &mut Groups {
        &mut self.groups
    }

    /// Explains the goal; returns `None` if it does not follow. Of several minimal
    /// sets the one with the fewest steps is returned, or with `smallest` one with as
    /// few statements as can be found within the budget.
    ///
    /// # Errors
    /// If the budget ends before a first set is found.
    pub fn explain(
        &mut self,
        goal: Goal,
        smallest: bool,
        budget: &Budget,
    ) -> Result<Option<Explanation>, Stop> {
        let all: Vec<usize> = (0..self.statements.list().len()).collect();
        let given: Vec<Lit> = goal.opposite(self.statements).into_iter().collect();
        self.long_searches = LONG_SEARCHES;
        // What is found must also be checked before the time ends.
        let budget = &match budget.time_left() {
            Some(left) => budget.clone().with_time(left / 2),
            None => budget.clone(),
        };
        let mut best: Option<(Explanation, Core)> = None;
        let mut by_steps: Vec<Vec<usize>> = Vec::new();
        for seed in self.seeds(goal) {
            let reduced = self.reduce(seed.clone(), goal, budget);
            let core = self.shrink(reduced.clone(), &given, budget);
            self.compare(&mut best, goal, core);
            by_steps.push(reduced);
            if budget.exhausted(0).is_some() {
                break;
            }
        }
        if best.is_none() {
            let Some(used) = self.refute_all(&given, budget)? else {
                return Ok(None);
            };
            let core = self.shrink(used, &given, budget);
            self.compare(&mut best, goal, core);
        }
        let Some((mut explanation, core)) = best else {
            return Ok(None);
        };
        if smallest {
            let core = self.groups.smallest_core(&all, &given, core, budget);
            explanation = self.explanation(goal, &core);
        }
        if explanation.end == Ending::Open {
            let easier = by_steps.into_iter().map(|members| {
                let core = Core {
                    members,
                    is_minimal: false,
                    is_smallest: false,
                };
                self.explanation(goal, &core)
            });
            explanation.by_steps = easier.min_by_key(Explanation::effort).map(Box::new);
        }
        Ok(Some(explanation))
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

    /// Returns the statements that a refutation of all uses. While a refutation of
    /// these uses fewer, it is the next one.
    fn refute_all(&mut self, given: &[Lit], budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
        let all: Vec<usize> = (0..self.statements.list().len()).collect();
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

    /// Replaces `best` by the explanation of a set if that is easier.
    fn compare(&self, best: &mut Option<(Explanation, Core)>, goal: Goal, core: Core) {
        let explanation = self.explanation(goal, &core);
        let is_easier = best
            .as_ref()
            .is_none_or(|(best, _)| explanation.effort() < best.effort());
        if is_easier {
            *best = Some((explanation, core));
        }
    }

    /// Returns sets of statements with which single steps lead to the goal, those with
    /// few steps first.
    fn seeds(&self, goal: Goal) -> Vec<Vec<usize>> {
        let mut active = FixedBitSet::with_capacity(self.statements.list().len());
        active.insert_range(..);
        let (run, ends) = self.attempt(&active, goal);
        let traces = ends.into_iter().map(|end| self.trace(&run, end));
        traces
            .map(|(facts, statements)| {
                let placed = facts.iter().filter(|&&fact| {
                    run.facts[fact].holds && !matches!(run.facts[fact].reason, Reason::Given(_))
                });
                (placed.count(), statements.len(), statements)
            })
            .sorted()
            .map(|(_, _, statements)| statements)
            .dedup()
            .take(TRIALS)
            .collect()
    }

    /// Takes single steps: to the goal itself, or where they do not reach it, from its
    /// opposite to a clash. Returns the ends found, none if there is none.
    fn attempt(&self, active: &FixedBitSet, goal: Goal) -> (Run, Vec<Found>) {
        let mut supposed = None;
        if let Goal::Candidate { candidate, holds } = goal {
            let run = self.propagation.run(active, None, Some((candidate, holds)));
            if let Some(fact) = run.find(candidate, holds, &self.propagation) {
                return (run, vec![Found::Fact(fact)]);
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
    fn reduce(&self, mut left: Vec<usize>, goal: Goal, budget: &Budget) -> Vec<usize> {
        let mut needed: Vec<usize> = Vec::new();
        while let Some(statement) = left.pop() {
            let mut active = FixedBitSet::with_capacity(self.statements.list().len());
            active.extend(left.iter().chain(&needed).copied());
            let (run, ends) = self.attempt(&active, goal);
            let traces = ends.into_iter().map(|end| self.trace(&run, end).1);
            match traces.min_by_key(Vec::len) {
                Some(used) => left.retain(|statement| used.contains(statement)),
                None => needed.push(statement),
            }
            if budget.exhausted(0).is_some() {
                break;
            }
        }
        left.extend(needed);
        left
    }

    /// Returns the explanation by a set of statements.
    fn explanation(&self, goal: Goal, core: &Core) -> Explanation {
        let mut members = core.members.clone();
        members.sort_unstable();
        let mut active = FixedBitSet::with_capacity(self.statements.list().len());
        active.extend(members.iter().copied());
        let (run, ends) = self.attempt(&active, goal);
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
            supposed,
            steps,
            end,
            by_steps: None,
        }
    }

    /// Returns the steps among facts: digits placed, digits ruled out by pairs and
    /// tables, and the last fact if it is the goal.
    fn steps(&self, run: &Run, facts: &[usize], found: Found) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for &index in facts {
            let fact = run.facts[index];
            let because = self.because(run, fact.reason);
            let is_goal = found == Found::Fact(index);
            if fact.holds {
                if !matches!(fact.reason, Reason::Given(_) | Reason::Supposed) || is_goal {
                    steps.push(Step::Placed {
                        candidate: fact.candidate,
                        because,
                        others: self.others(run, fact, index),
                    });
                }
                continue;
            }
            if !is_goal && !matches!(fact.reason, Reason::PairLeft(_) | Reason::Table(_)) {
                continue;
            }
            match steps.last_mut() {
                Some(Step::RuledOut {
                    candidates,
                    because: last,
                }) if *last == because && candidates[0].cell == fact.candidate.cell => {
                    candidates.push(fact.candidate);
                }
                _ => steps.push(Step::RuledOut {
                    candidates: vec![fact.candidate],
                    because,
                }),
            }
        }
        steps
    }

    /// Returns what is ruled out beside a fact that something is the only one left.
    fn others(&self, run: &Run, fact: Fact, index: usize) -> Vec<RuledOut> {
        match fact.reason {
            Reason::Single(_) => {
                let premises = self
                    .propagation
                    .premises(run, fact.candidate, fact.reason, index);
                self.ruled_out(run, &premises)
            }
            _ => Vec::new(),
        }
    }

    fn ruled_out(&self, run: &Run, facts: &[usize]) -> Vec<RuledOut> {
        let facts = facts.iter().map(|&fact| run.facts[fact]);
        facts
            .map(|fact| RuledOut {
                candidate: fact.candidate,
                because: self.because(run, fact.reason),
            })
            .collect()
    }

    fn ending(&self, run: &Run, found: Found) -> Ending {
        let clash = match found {
            Found::Fact(_) => return Ending::Reached,
            Found::Clash(clash) => clash,
        };
        match clash {
            Clash::Nothing(statement) => {
                let premises = self.propagation.premises_of_clash(run, clash);
                let ruled_out = self.ruled_out(run, &premises);
                match self.statements.list()[statement] {
                    Statement::Has(house, digit) => Ending::NoCell(house, digit, ruled_out),
                    other => Ending::NoDigit(self.statements.cells(other)[0], ruled_out),
                }
            }
            Clash::Against(fact, reason) => Ending::Against {
                candidate: run.facts[fact].candidate,
                holds: self.because(run, run.facts[fact].reason),
                ruled_out: self.because(run, reason),
            },
            Clash::Table(statement) => match self.statements.list()[statement] {
                Statement::Table(index) => Ending::NoDigits(index),
                _ => Ending::Open,
            },
        }
    }

    fn because(&self, run: &Run, reason: Reason) -> Because {
        let of = |statement: usize| self.statements.list()[statement];
        let candidate = |fact: usize| run.facts[fact].candidate;
        let by_rule = |statement: usize| match of(statement) {
            Statement::Pair(index) => Because::Pair(index),
            Statement::Table(index) => Because::Table(index),
            Statement::Has(house, _) => Because::OnlyCell(house),
            Statement::Filled(_) => Because::OnlyDigit,
            Statement::Marks(_) => Because::Marks,
            Statement::Clue(_) | Statement::Once(..) => Because::Clue,
        };
        match reason {
            Reason::Supposed => Because::Supposed,
            Reason::Cell(fact) => Because::Cell(candidate(fact).digit),
            Reason::Once { statement, fact } => match of(statement) {
                Statement::Once(house, _) => Because::House(house, candidate(fact).cell),
                _ => by_rule(statement),
            },
            Reason::Given(statement)
            | Reason::Single(statement)
            | Reason::Pair { statement, .. }
            | Reason::PairLeft(statement)
            | Reason::Table(statement) => by_rule(statement),
        }
    }
}

/// An end that single steps lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The fact that is the goal.
    Fact(usize),
    /// A clash.
    Clash(Clash),
}
