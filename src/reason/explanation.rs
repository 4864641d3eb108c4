//! Explains why statements contradict each other, or why a candidate holds or is
//! excluded: a minimal set of statements, and single steps from them if these are
//! enough.

use super::groups::{CONFLICTS, Groups};
use super::minimal::{self, Core};
use super::plain;
use super::propagation::{Clash, Fact, Propagation, Reason, Run};
use super::statements::{Statement, Statements};
use crate::budget::{Budget, Stop};
use crate::formula::Lit;
use crate::sudoku::{self, Candidate, Cell, Digit, House, Puzzle};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use std::fmt;

/// The fact to be explained.
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
    /// The fact that is explained.
    pub goal: Goal,
    /// The statements: clues and marks first, then rules.
    pub statements: Vec<Statement>,
    /// Set if none of the statements can be left out; not set if the budget ended
    /// before this was known.
    pub is_minimal: bool,
    /// Set if no smaller set of statements is enough.
    pub is_smallest: bool,
    /// The reason why the search for a minimal set, or for a smallest one if that was
    /// asked for, ended before it was decided.
    pub stop: Option<Stop>,
    /// The opposite of the goal, if the steps start from supposing it.
    pub supposed: Option<(Candidate, bool)>,
    /// The steps that the statements allow, as far as they matter for the end.
    pub steps: Vec<Step>,
    /// The end of the steps.
    pub end: Ending,
    /// A second explanation with more statements, if single steps from this one's
    /// statements do not reach the goal, or reach it only by assuming its opposite.
    /// From the statements of the second explanation single steps reach the goal
    /// directly. None of them can be left out for these steps, but the set is not
    /// minimal.
    pub by_steps: Option<Box<Explanation>>,
    /// If single steps do not reach a clash, even from a larger set: the digits of a cell
    /// that has a digit, each of which leads to a clash by single steps.
    pub cases: Option<Cases>,
}

/// The digits of a cell, each of which leads to a clash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The cell.
    pub cell: Cell,
    /// The digits that are ruled out at once.
    pub ruled_out: Vec<RuledOut>,
    /// The others.
    pub cases: Vec<Case>,
}

/// A digit that leads to a clash by single steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The digit in its cell.
    pub candidate: Candidate,
    /// The steps that follow.
    pub steps: Vec<Step>,
    /// The clash.
    pub end: Ending,
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

    /// Returns the effort of following the explanation: steps, and then statements.
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

    /// Returns the explanation of two clues, or of a clue and the marks of its cell,
    /// that can't stand together by themselves; `None` if no clues of the puzzle do.
    ///
    /// Takes time for each house and pair once, and needs no formula.
    pub fn of_clues(puzzle: &Puzzle) -> Option<Explanation> {
        let clash = puzzle.clashes().into_iter().next()?;
        let clue = |cell: Cell, digit| Candidate::new(cell, digit);
        let (statements, candidate, ruled_out) = match clash {
            sudoku::Clash::Twice {
                house,
                digit,
                cells: [first, second],
            } => (
                vec![
                    Statement::Clue(clue(first, digit)),
                    Statement::Clue(clue(second, digit)),
                    Statement::Once(house, digit),
                ],
                clue(second, digit),
                Because::House(house, first),
            ),
            sudoku::Clash::Pair { pair, digits } => {
                let [first, second] = [0, 1].map(|place| clue(pair.cells[place], digits[place]));
                let index = puzzle.rules().pairs().iter().position(|one| *one == pair)?;
                let rule = Statement::Pair(index);
                let values = || puzzle.size().digits().map(Digit::value);
                let fits_first = values().any(|value| pair.allows(first.digit.value(), value));
                let fits_second = values().any(|value| pair.allows(value, second.digit.value()));
                match (fits_first, fits_second) {
                    (true, true) => {
                        let (first, second) = (first.min(second), first.max(second));
                        (
                            vec![Statement::Clue(first), Statement::Clue(second), rule],
                            second,
                            Because::Pair(index, Some(first.digit)),
                        )
                    }
                    // One clue alone breaks the rule.
                    (false, true) => (
                        vec![Statement::Clue(first), rule],
                        first,
                        Because::Pair(index, None),
                    ),
                    (true, false) => (
                        vec![Statement::Clue(second), rule],
                        second,
                        Because::Pair(index, None),
                    ),
                    (false, false) => return None,
                }
            }
            sudoku::Clash::Excluded(excluded) => (
                vec![Statement::Clue(excluded), Statement::Marks(excluded.cell)],
                excluded,
                Because::Marks,
            ),
        };
        let rules = puzzle.rules();
        let has_houses_only = rules.pairs().is_empty() && rules.tables().is_empty();
        Some(Explanation {
            goal: Goal::Clash,
            statements,
            is_minimal: true,
            // Two clues and a rule: without marks and other rules, no two statements
            // of which one is a rule for a house can clash.
            is_smallest: has_houses_only && puzzle.excluded().is_empty(),
            stop: None,
            supposed: None,
            steps: Vec::new(),
            end: Ending::Against {
                candidate,
                holds: Because::Clue,
                ruled_out,
                known: Vec::new(),
            },
            by_steps: None,
            cases: None,
        })
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
    /// Digits of a cell are ruled out by a pair or table, because of what is known of
    /// other cells.
    RuledOut {
        /// The candidates, all of one cell.
        candidates: Vec<Candidate>,
        /// The reason.
        because: Because,
        /// The candidates of the other cells of the pair or table that the reason depends
        /// on, each held or ruled out.
        known: Vec<Known>,
    },
}

/// A candidate that is known to hold, or to be ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The candidate.
    pub candidate: Candidate,
    /// Set if it holds; not set if it is ruled out.
    pub holds: bool,
    /// The step that derives it.
    pub because: Because,
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
    /// The pair with this index in the rules, and the digit of its other cell; without
    /// a digit, none that is left there fits.
    Pair(usize, Option<Digit>),
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
        /// The candidates of other cells that a pair or table rules it out by.
        known: Vec<Known>,
    },
    /// No digits left in the cells of the table with this index fit together, because
    /// of what is known of these cells.
    NoDigits(usize, Vec<Known>),
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
            long_searches: LONG_SEARCHES,
        })
    }

    /// Returns the groups of the statements, none of them fixed.
    pub fn groups(&mut self) -> &mut Groups {
        &mut self.groups
    }

    /// Explains the goal by a minimal set; returns `None` if it does not follow. Of
    /// several sets the one with the fewest steps is returned.
    ///
    /// # Errors
    /// If the budget ends before a first set is found.
    pub fn explain(&mut self, goal: Goal, budget: &Budget) -> Result<Option<Explanation>, Stop> {
        let given: Vec<Lit> = goal.opposite(self.statements).into_iter().collect();
        self.long_searches = LONG_SEARCHES;
        let mut best: Option<Explanation> = None;
        let mut by_steps: Vec<Vec<usize>> = Vec::new();
        let (seeds, start) = self.seeds(goal, budget)?;
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
                let Some(used) = self.refute_all(&given, budget)? else {
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
                is_minimal: true,
                is_smallest: true,
                stop: None,
                ..known.clone()
            });
        }
        let mut explanation = self.explanation(known.goal, &core, Start::Opposite);
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

    /// Returns the statements that a refutation uses. The refutation is repeated with
    /// these statements alone as long as it uses fewer of them.
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

    /// Returns sets of statements with which single steps lead to the goal, those with
    /// few steps first, and where these steps start.
    fn seeds(&self, goal: Goal, budget: &Budget) -> Result<(Vec<Vec<usize>>, Start), Stop> {
        let mut active = FixedBitSet::with_capacity(self.statements.list().len());
        active.insert_range(..);
        let (run, ends) = self.attempt(&active, goal, Start::Opposite);
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
            let known = match fact.reason {
                Reason::PairLeft(_) | Reason::Table(_) => {
                    let steps = &self.propagation;
                    self.known(
                        run,
                        &steps.premises(run, fact.candidate, fact.reason, index),
                    )
                }
                _ => Vec::new(),
            };
            // What a rule says by itself is said where it is used.
            if known.is_empty() && !is_goal {
                continue;
            }
            match steps.last_mut() {
                Some(Step::RuledOut {
                    candidates,
                    because: last,
                    known: before,
                }) if *last == because && candidates[0].cell == fact.candidate.cell => {
                    candidates.push(fact.candidate);
                    before.extend(known);
                    before.sort_by_key(|known| known.candidate);
                    before.dedup();
                }
                _ => steps.push(Step::RuledOut {
                    candidates: vec![fact.candidate],
                    because,
                    known,
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

    fn known(&self, run: &Run, facts: &[usize]) -> Vec<Known> {
        let facts = facts.iter().map(|&fact| run.facts[fact]);
        facts
            .map(|fact| Known {
                candidate: fact.candidate,
                holds: fact.holds,
                because: self.because(run, fact.reason),
            })
            .collect()
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
            Clash::NoDigit(_, cell) => {
                let premises = self.propagation.premises_of_clash(run, clash);
                Ending::NoDigit(cell, self.ruled_out(run, &premises))
            }
            Clash::NoPlace(statement) => match self.statements.list()[statement] {
                Statement::Has(house, digit) => {
                    let premises = self.propagation.premises_of_clash(run, clash);
                    Ending::NoCell(house, digit, self.ruled_out(run, &premises))
                }
                _ => Ending::Open,
            },
            Clash::Against(fact, reason) => {
                let Fact {
                    candidate,
                    reason: holds,
                    ..
                } = run.facts[fact];
                let known = match reason {
                    Reason::PairLeft(_) | Reason::Table(_) => {
                        let end = run.facts.len();
                        self.propagation.premises(run, candidate, reason, end)
                    }
                    _ => Vec::new(),
                };
                Ending::Against {
                    candidate,
                    holds: self.because(run, holds),
                    ruled_out: self.because(run, reason),
                    known: self.known(run, &known),
                }
            }
            Clash::Table(statement) => match self.statements.list()[statement] {
                Statement::Table(index) => {
                    let premises = self.propagation.premises_of_clash(run, clash);
                    Ending::NoDigits(index, self.known(run, &premises))
                }
                _ => Ending::Open,
            },
        }
    }

    fn because(&self, run: &Run, reason: Reason) -> Because {
        let of = |statement: usize| self.statements.list()[statement];
        let candidate = |fact: usize| run.facts[fact].candidate;
        let by_rule = |statement: usize| match of(statement) {
            Statement::Pair(index) => Because::Pair(index, None),
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
            Reason::Pair { statement, fact } => match by_rule(statement) {
                Because::Pair(index, _) => Because::Pair(index, Some(candidate(fact).digit)),
                other => other,
            },
            Reason::Single(statement) => match of(statement) {
                Statement::Has(house, _) => Because::OnlyCell(house),
                _ => Because::OnlyDigit,
            },
            Reason::Given(statement) | Reason::PairLeft(statement) | Reason::Table(statement) => {
                by_rule(statement)
            }
        }
    }
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
