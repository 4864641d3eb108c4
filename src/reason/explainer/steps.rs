//! The facts of a run of single steps, as the steps of an explanation.

use super::{Explainer, Found};
use crate::reason::explanation::{Because, Ending, Known, RuledOut, Step};
use crate::reason::propagation::{Clash, Fact, Reason, Run};
use crate::reason::statements::Statement;

impl Explainer<'_> {
    /// Returns the steps among facts: digits placed, digits ruled out by pairs and
    /// tables, and the last fact if it is the goal.
    pub(super) fn steps(&self, run: &Run, facts: &[usize], found: Found) -> Vec<Step> {
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

    pub(super) fn ruled_out(&self, run: &Run, facts: &[usize]) -> Vec<RuledOut> {
        let facts = facts.iter().map(|&fact| run.facts[fact]);
        facts
            .map(|fact| RuledOut {
                candidate: fact.candidate,
                because: self.because(run, fact.reason),
            })
            .collect()
    }

    pub(super) fn ending(&self, run: &Run, found: Found) -> Ending {
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
