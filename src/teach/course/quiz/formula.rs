//! Questions about a run of CDCL.

use super::Verdict::{Right, Wrong};
use super::{Answer, Question, Verdict, mixed};
use crate::formula::{Cnf, Lit};
use crate::teach::trace::{Event, Graph, Trace};
use crate::teach::watches::Watches;
use itertools::Itertools;
use std::cmp::Reverse;

/// A true literal.
#[derive(Clone, Copy)]
struct Entry {
    lit: i32,
    level: usize,
    is_decision: bool,
}

/// A run after some steps, with the next steps.
struct State<'a> {
    trace: &'a Trace,
    /// The steps before, and those that come.
    before: &'a [Event],
    after: &'a [Event],
    /// The true literals in the order in which they became true.
    trail: Vec<Entry>,
    /// The clauses, the learned ones among them; the first one has number 1.
    clauses: Vec<&'a [i32]>,
}

/// Literals of a clause by their values.
struct Standing {
    true_lits: Vec<i32>,
    num_false: usize,
    open: Vec<i32>,
}

/// Returns the question of this name about the step after `at` steps, if the step has it.
pub(super) fn question(
    asked: &str,
    trace: &Trace,
    events: &[Event],
    at: usize,
) -> Option<Question> {
    let state = State::new(trace, events, at)?;
    match asked {
        "unit" => state.unit(),
        "watch" => state.watch(),
        "uip" => state.uip(),
        "level" => state.level(),
        "block" => state.block(),
        _ => None,
    }
}

impl<'a> State<'a> {
    fn new(trace: &'a Trace, events: &'a [Event], at: usize) -> Option<State<'a>> {
        let (before, after) = events.split_at(at);
        let clauses = trace.cnf.as_ref()?.clauses.iter().map(Vec::as_slice);
        let mut state = State {
            trace,
            before,
            after,
            trail: Vec::new(),
            clauses: clauses.collect(),
        };
        for event in before {
            match *event {
                Event::Decide { lit, level } => state.push(lit, level, true),
                Event::Imply { lit, level, .. } => state.push(lit, level, false),
                Event::Learn { ref clause, .. } => state.clauses.push(clause),
                Event::Backjump { to, .. } => state.trail.retain(|entry| entry.level <= to),
                Event::Restart { .. } => state.trail.retain(|entry| entry.level == 0),
                _ => {}
            }
        }
        Some(state)
    }

    fn push(&mut self, lit: i32, level: usize, is_decision: bool) {
        self.trail.push(Entry {
            lit,
            level,
            is_decision,
        });
    }

    fn entry(&self, lit: i32) -> Option<Entry> {
        self.trail.iter().copied().find(|entry| entry.lit == lit)
    }

    fn clause(&self, id: usize) -> &'a [i32] {
        self.clauses[id - 1]
    }

    fn ids(&self) -> impl Iterator<Item = usize> {
        1..=self.clauses.len()
    }

    fn standing(&self, id: usize) -> Standing {
        let lits = self.clause(id).iter().copied();
        let is_true = |lit: i32| self.entry(lit).is_some();
        let (true_lits, others): (Vec<i32>, Vec<i32>) = lits.partition(|&lit| is_true(lit));
        let (falses, open): (Vec<i32>, _) = others.into_iter().partition(|&lit| is_true(-lit));
        Standing {
            true_lits,
            num_false: falses.len(),
            open,
        }
    }

    fn lit(&self, lit: i32) -> String {
        self.trace.literal(lit)
    }

    fn listed(&self, lits: &[i32], separator: &str) -> String {
        lits.iter().map(|&lit| self.lit(lit)).join(separator)
    }

    /// Returns a clause with its number, in words, where there are words for it, and its literals.
    fn told(&self, id: usize) -> String {
        let lits = self.listed(self.clause(id), " or ");
        let cnf = self.trace.cnf.as_ref();
        let is_learned = cnf.is_none_or(|cnf| id > cnf.clauses.len());
        match cnf.and_then(|cnf| cnf.words.get(id - 1)) {
            Some(words) if *words != lits => format!("#{id} {words}: {lits}"),
            _ if is_learned => format!("#{id} learned: {lits}"),
            _ => format!("#{id}: {lits}"),
        }
    }

    /// Returns the true literals by levels.
    fn trail(&self) -> String {
        let levels = self.trail.iter().chunk_by(|entry| entry.level);
        let levels = levels.into_iter().map(|(level, entries)| {
            let lits = entries.map(|entry| self.lit(entry.lit));
            format!("at level {level} {}", { lits }.format(", "))
        });
        format!("These literals are true: {}.", { levels }.format("; "))
    }

    /// Which clause is unit?
    fn unit(&self) -> Option<Question> {
        let &Event::Imply { by, .. } = self.after.first()? else {
            return None;
        };
        let by = by as usize;
        let last = self.trail.last().map_or(0, |entry| -entry.lit);
        let is_unit = |id: usize| {
            let standing = self.standing(id);
            standing.true_lits.is_empty() && standing.open.len() == 1
        };
        // The nearer to a unit clause, the more plausible.
        let near = |id: usize| {
            let has_last = 4 * i64::from(self.clause(id).contains(&last));
            let standing = self.standing(id);
            has_last + standing.num_false as i64 - standing.open.len() as i64
        };
        let wrong = self.ids().filter(|&id| !is_unit(id));
        let wrong = wrong.sorted_by_key(|&id| Reverse(near(id))).collect_vec();
        // Some are as long as the right one, so that its length does not give it away.
        let first = |must_be_as_long: bool, is_satisfied: bool| {
            wrong.iter().copied().find(|&id| {
                let is_as_long = self.clause(id).len() == self.clause(by).len();
                let fits = is_as_long || !must_be_as_long;
                fits && self.standing(id).true_lits.is_empty() != is_satisfied
            })
        };
        let chosen = [(true, false), (true, true), (false, true), (false, false)];
        let chosen = chosen
            .into_iter()
            .filter_map(|(long, done)| first(long, done));
        let chosen = chosen.unique().collect_vec();
        let number = chosen.len().max(3);
        let wrong = chosen.into_iter().chain(wrong.iter().copied());
        let wrong = wrong.unique().take(number);
        let judged = |id: usize| {
            let Standing {
                true_lits, open, ..
            } = self.standing(id);
            let told = |lits: &[i32]| self.listed(lits, ", ");
            match (&true_lits[..], &open[..]) {
                ([], [lit]) => Right(format!(
                    "Only {} of it is open, so it must be true.",
                    self.lit(*lit)
                )),
                ([], []) => Wrong("no literal of it is open".into()),
                ([], lits) => Wrong(format!(
                    "{} of its literals are open: {}. Any of them could satisfy it",
                    lits.len(),
                    told(lits)
                )),
                (lits, _) => Wrong(format!(
                    "it is satisfied, because {} {} true. A satisfied clause implies nothing",
                    told(lits),
                    if lits.len() > 1 { "are" } else { "is" }
                )),
            }
        };
        let answers = std::iter::once(by).chain(wrong);
        Some(Question {
            state: self.trail(),
            text: "Which clause is unit now, with all its literals false but one, which is open?"
                .into(),
            answers: self.of_clauses(answers, judged),
        })
    }

    fn of_clauses(
        &self,
        ids: impl Iterator<Item = usize>,
        judged: impl Fn(usize) -> Verdict,
    ) -> Vec<Answer> {
        let answers = ids.map(|id| Answer {
            text: self.told(id),
            verdict: judged(id),
        });
        answers.collect()
    }

    fn of_lits(
        &self,
        lits: impl Iterator<Item = i32>,
        judged: impl Fn(i32) -> Verdict,
    ) -> Vec<Answer> {
        let answers = lits.map(|lit| Answer {
            text: self.lit(lit),
            verdict: judged(lit),
        });
        answers.collect()
    }

    /// Which clause is visited when the next literal becomes false?
    fn watch(&self) -> Option<Question> {
        let next = self.after.first()?;
        let (&Event::Decide { lit, .. } | &Event::Imply { lit, .. }) = next else {
            return None;
        };
        let gone = Lit::from_dimacs(-lit)?;
        let mut formula = Cnf::new(0);
        for clause in &self.trace.cnf.as_ref()?.clauses {
            let lits = clause.iter().filter_map(|&lit| Lit::from_dimacs(lit));
            formula.add_clause(&lits.collect_vec());
        }
        let mut watches = Watches::new(&formula);
        for event in self.before {
            watches.apply(event);
        }
        let visited = watches.watching(gone).iter().map(|index| index + 1);
        let visited = visited.collect_vec();
        // The first of the longest.
        let longest = { visited.iter().rev() }.max_by_key(|&&id| self.clause(id).len());
        let unvisited = |wanted: i32| {
            let ids = self.ids().filter(|id| !visited.contains(id));
            ids.filter(move |&id| self.clause(id).contains(&wanted))
        };
        let ids = std::iter::once(*longest?);
        let ids = ids
            .chain(unvisited(-lit).take(3))
            .chain(unvisited(lit).take(1));
        let ids = ids.collect_vec();
        let pair = |watches: &Watches, id: usize| {
            let watched = watches.watched(id - 1).iter();
            watched.map(|lit| lit.to_dimacs()).collect_vec()
        };
        let before = ids.iter().map(|&id| pair(&watches, id)).collect_vec();
        watches.apply(next);
        let name = self.lit(-lit);
        let judged = |(&id, before): (&usize, &Vec<i32>)| Answer {
            text: self.told(id),
            verdict: match (visited.contains(&id), self.clause(id).contains(&-lit)) {
                (true, _) => Right(format!(
                    "It watches {name}: {}.",
                    self.outcome(-lit, before, &pair(&watches, id))
                )),
                (false, true) => Wrong(format!(
                    "it contains {name}, but it watches {}",
                    self.listed(before, " and ")
                )),
                (false, false) => Wrong(format!(
                    "it contains {}, which becomes true: this can't make it unit",
                    self.lit(lit)
                )),
            },
        };
        let told = ids.iter().zip(&before);
        let told = told.map(|(id, watched)| format!("#{id} {}", self.listed(watched, " and ")));
        Some(Question {
            state: format!(
                "{} Watched literals: {}.",
                self.trail(),
                { told }.format("; ")
            ),
            text: format!("{name} becomes false in the next step. Which clause has to be visited?"),
            answers: ids.iter().zip(&before).map(judged).collect(),
        })
    }

    /// Returns the outcome of the visit of a clause that watched `lit`, from its watched literals before and after.
    fn outcome(&self, lit: i32, before: &[i32], after: &[i32]) -> String {
        let other = before.iter().find(|&&one| one != lit);
        match (after.iter().find(|one| !before.contains(one)), other) {
            (Some(&new), _) => format!("now watches {} instead", self.lit(new)),
            (None, Some(&other)) if self.entry(other).is_some() => "its other watch is true".into(),
            (None, Some(&other)) if self.entry(-other).is_none() => {
                format!("unit: only {} is left", self.lit(other))
            }
            _ => "violated".into(),
        }
    }

    /// Which literal is the first unique implication point?
    fn uip(&self) -> Option<Question> {
        let Some(Event::Conflict {
            level,
            graph: Some(graph),
            ..
        }) = self.before.last()
        else {
            return None;
        };
        let uip = self.after.iter().find_map(|event| match *event {
            Event::Learn { uip, .. } => Some(uip),
            _ => None,
        });
        let (uip, level) = (-uip??, *level);
        let nodes = graph.nodes.iter().map(|node| node.0);
        let entries = nodes.filter_map(|lit| self.entry(lit)).collect_vec();
        let own = entries.iter().filter(|entry| entry.level == level);
        let decision = own.clone().find(|entry| entry.is_decision)?.lit;
        let own = own.map(|entry| entry.lit).collect_vec();
        let later = { own.iter().copied() }.filter(|&lit| lit != uip && lit != decision);
        let later = mixed(later.collect_vec(), self.before.len());
        let earlier = entries.iter().rev().find(|entry| entry.level < level);
        let wrong = std::iter::once(decision).filter(|&lit| lit != uip);
        let wrong = wrong.chain(later.into_iter().take(3));
        let wrong = wrong.chain(earlier.map(|entry| entry.lit)).unique().take(4);
        let name = |lit: i32| self.lit(lit);
        let judged = |lit: i32| {
            if lit == uip {
                let decided =
                    ", because it is the decision, and no later literal is on all of them";
                let is_decided = uip == decision;
                return Right(format!(
                    "Every path from the decision {} to the conflict leads through it{}.",
                    name(decision),
                    if is_decided {
                        decided
                    } else {
                        ", and it is the one nearest to the conflict"
                    }
                ));
            }
            let own_level = self.entry(lit).map_or(level, |entry| entry.level);
            if own_level < level {
                return Wrong(format!(
                    "it is of level {own_level}, and the conflict of level {level}. A UIP is of the conflict's level"
                ));
            }
            match path_around(graph, &own, decision, lit).filter(|_| lit != decision) {
                Some(path) => Wrong(format!(
                    "this path does not lead through it: {} → conflict",
                    self.listed(&path, " → ")
                )),
                None => Wrong(
                    "every path leads through it, so it is a UIP, but not the first: every path leads \
                     through another literal, too, which is nearer to the conflict"
                        .into(),
                ),
            }
        };
        let from = |to: usize| {
            let edges = graph.edges.iter().filter(|edge| edge.1 == to);
            let from = edges.map(|edge| graph.nodes[edge.0].0).collect_vec();
            self.listed(&from, " and ")
        };
        let nodes = graph.nodes.iter().enumerate();
        let nodes = nodes.map(|(index, node)| match self.entry(node.0) {
            None => format!("the conflict follows from {}", from(index)),
            Some(entry) if entry.is_decision => {
                format!("{} is the decision of level {}", name(node.0), entry.level)
            }
            Some(entry) => match from(index).as_str() {
                "" => format!("{} is true at level {}", name(node.0), entry.level),
                from => format!("{} follows from {from}", name(node.0)),
            },
        });
        Some(Question {
            state: format!("The implication graph: {}.", { nodes }.format("; ")),
            text: "Which literal is the first unique implication point (UIP) of this conflict? It is a node of the graph.".into(),
            answers: self.of_lits(std::iter::once(uip).chain(wrong), judged),
        })
    }

    /// To which level does the solver jump back?
    fn level(&self) -> Option<Question> {
        let (Event::Learn { id, clause, .. }, &Event::Backjump { from, to, .. }) =
            (self.before.last()?, self.after.first()?)
        else {
            return None;
        };
        let open = |level: usize| {
            let lits = clause.iter().copied();
            let is_open = |lit: &i32| self.entry(-lit).is_some_and(|entry| entry.level > level);
            lits.filter(is_open).collect_vec()
        };
        let judged = |level: usize| {
            let open = open(level);
            let told = self.listed(&open, ", ");
            match (level == to, open.len()) {
                (true, _) => Right(format!(
                    "There only {told} of the clause is open, and at no lower level."
                )),
                (_, 0) => Wrong(format!(
                    "at level {level} every literal of the clause is still false, so the conflict would stay"
                )),
                (_, 1) if clause.len() == 1 => Wrong(
                    "a clause of one literal is unit at level 0 already, whatever was decided"
                        .into(),
                ),
                (_, 1) => Wrong(format!(
                    "the clause is unit at level {level}, but also at a lower level: the solver jumps as \
                     far back as it stays unit"
                )),
                (_, number) => Wrong(format!(
                    "at level {level} the clause would have {number} open literals, {told}: it would imply nothing"
                )),
            }
        };
        let shown = (to.saturating_sub(3)..=from).collect_vec();
        let shown = match shown.len() {
            ..=6 => shown,
            _ => shown[..5]
                .iter()
                .copied()
                .chain([to, from])
                .unique()
                .collect(),
        };
        let answers = shown.into_iter().map(|level| Answer {
            text: format!("level {level}"),
            verdict: judged(level),
        });
        Some(Question {
            state: format!(
                "{} The learned clause is {}.",
                self.trail(),
                self.listed(clause, " or ")
            ),
            text: format!(
                "Clause #{id} was learned at level {from}. To which level does the solver jump back?"
            ),
            answers: answers.collect(),
        })
    }

    /// Which clause excludes the solution that is found in the next step, and no other?
    fn block(&self) -> Option<Question> {
        let puzzle = self.trace.puzzle.as_ref()?;
        if !matches!(self.after.first()?, Event::Solution { .. }) {
            return None;
        }
        let side = puzzle.givens.len().isqrt();
        let candidates = i32::try_from(puzzle.givens.len() * side).ok()?;
        let lits = self.trail.iter().map(|entry| entry.lit);
        let found = lits.filter(|lit| (1..=candidates).contains(lit)).sorted();
        let is_clue = |lit: &i32| puzzle.givens[(lit.unsigned_abs() as usize - 1) / side] > 0;
        let (clues, filled): (Vec<i32>, Vec<i32>) = found.partition(is_clue);
        let not = |lits: &[i32]| lits.iter().map(|lit| -lit).collect_vec();
        let first = *filled.first()?;
        let answers = [
            (
                not(&filled),
                Right(
                    "All its literals are false in this solution. Any other solution has another number in \
                     some cell, and makes a literal of it true."
                        .into(),
                ),
            ),
            (
                filled.clone(),
                Wrong(
                    "each literal of it is true in this solution, so the solution satisfies it and is not \
                     excluded. A clause excludes what makes all its literals false"
                        .into(),
                ),
            ),
            (
                vec![-first],
                Wrong(format!(
                    "it excludes this solution, but also any other with {}, so that none of these would be counted",
                    self.lit(first)
                )),
            ),
            (
                not(&clues),
                Wrong(
                    "these are the clues, which every solution has: it excludes all of them. The answer would \
                     be UNSATISFIABLE at once, and the count would end with 1"
                        .into(),
                ),
            ),
        ];
        let answers = answers.into_iter().filter(|(clause, _)| !clause.is_empty());
        let answers = answers.map(|(clause, verdict)| Answer {
            text: self.listed(&clause, " or "),
            verdict,
        });
        Some(Question {
            state: format!(
                "The clues: {}. The other numbers of the solution: {}.",
                self.listed(&clues, ", "),
                self.listed(&filled, ", ")
            ),
            text: "Every variable has a value now, so the next step is a solution. Which clause, added to \
                   the formula, excludes this solution and no other?"
                .into(),
            answers: answers.collect(),
        })
    }
}

/// Returns a shortest path of literals of the conflict's level (`own`) from the decision to the conflict without a
/// literal, if there is one.
fn path_around(graph: &Graph, own: &[i32], decision: i32, without: i32) -> Option<Vec<i32>> {
    let mut paths = vec![vec![decision]];
    let mut seen = vec![decision, without];
    let mut next = 0;
    while let Some(path) = paths.get(next).cloned() {
        next += 1;
        let last = *path.last()?;
        let edges = graph
            .edges
            .iter()
            .map(|edge| [edge.0, edge.1].map(|index| graph.nodes[index].0));
        for [_, to] in edges.filter(|[from, _]| *from == last) {
            if to == Graph::CONFLICT {
                return Some(path);
            }
            if !seen.contains(&to) {
                seen.push(to);
                if own.contains(&to) {
                    paths.push([&path[..], &[to]].concat());
                }
            }
        }
    }
    None
}
