//! Replay of a run of CDCL or DPLL, step by step: what is implied, what is false, the
//! result of a resolution, and what follows.

use super::{Result, expect, graph};
use crate::teach::trace::{Edge, Event, Graph};
use std::collections::{BTreeSet, HashMap};

type Clause = BTreeSet<i32>;

/// The state of a run of plain CDCL: the first unassigned variable is decided
/// and first tried true, and no clause is deleted.
pub(super) struct Cdcl {
    vars: usize,
    /// Number of digits of the puzzle; 0 if the formula is not a puzzle's.
    side: usize,
    clauses: Vec<Clause>,
    /// True literals with their levels.
    trail: Vec<(i32, usize)>,
    /// For each true literal, its level.
    levels: HashMap<i32, usize>,
    /// For each implied literal, the number of the clause that implied it.
    reasons: HashMap<i32, u64>,
    level: usize,
    /// The present clause of conflict analysis, and the conflict's level.
    analysis: Option<(Clause, usize)>,
    /// The level to which the clause just learned jumps back.
    jump: Option<usize>,
}

impl Cdcl {
    pub(super) fn new(clauses: Vec<Vec<i32>>, vars: usize, side: usize) -> Cdcl {
        Cdcl {
            vars,
            side,
            clauses: clauses
                .into_iter()
                .map(|clause| clause.into_iter().collect())
                .collect(),
            trail: Vec::new(),
            levels: HashMap::new(),
            reasons: HashMap::new(),
            level: 0,
            analysis: None,
            jump: None,
        }
    }

    fn level_of(&self, lit: i32) -> Option<usize> {
        self.levels.get(&lit).copied()
    }

    fn assign(&mut self, lit: i32, level: usize) {
        self.trail.push((lit, level));
        self.levels.insert(lit, level);
    }

    fn is_open(&self, lit: i32) -> bool {
        self.level_of(lit).is_none() && self.level_of(-lit).is_none()
    }

    fn clause(&self, id: u64) -> Result<&Clause> {
        let index = (id as usize).checked_sub(1);
        let clause = index.and_then(|index| self.clauses.get(index));
        clause.ok_or("no such clause".into())
    }

    fn without_fixed(&self, clause: &Clause) -> Clause {
        let lits = clause.iter().copied();
        lits.filter(|&lit| self.level_of(-lit) != Some(0)).collect()
    }

    /// Returns `true` if assuming every literal false leads to a conflict by
    /// unit propagation.
    fn follows(&self, clause: &Clause) -> bool {
        let mut truth: HashMap<i32, bool> =
            clause.iter().map(|lit| (lit.abs(), *lit < 0)).collect();
        let value =
            |truth: &HashMap<i32, bool>, lit: i32| truth.get(&lit.abs()).map(|&t| t == (lit > 0));
        loop {
            let mut changed = false;
            for clause in &self.clauses {
                if clause.iter().any(|&lit| value(&truth, lit) == Some(true)) {
                    continue;
                }
                let open: Vec<i32> = clause
                    .iter()
                    .copied()
                    .filter(|&lit| value(&truth, lit).is_none())
                    .collect();
                match open[..] {
                    [] => return true,
                    [lit] => {
                        truth.insert(lit.abs(), lit > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return false;
            }
        }
    }

    /// Returns `true` if each clause has a true literal or two unassigned ones.
    fn is_complete(&self) -> bool {
        self.clauses.iter().all(|clause| {
            clause.iter().any(|&lit| self.level_of(lit).is_some())
                || clause.iter().filter(|&&lit| self.is_open(lit)).count() > 1
        })
    }

    pub(super) fn step(&mut self, event: &Event) -> Result<()> {
        check_literals(event)?;
        match *event {
            Event::Decide { lit, level } => {
                expect(self.analysis.is_none(), "no conflict is open")?;
                expect(self.is_complete(), "nothing is left to imply")?;
                let first = (1..=self.vars as i32).find(|&var| self.is_open(var));
                expect(first == Some(lit), "the first open variable, tried true")?;
                expect(level == self.level + 1, "a new level")?;
                self.level = level;
                self.assign(lit, level);
            }
            Event::Imply { lit, by, level } => self.imply(lit, by, level)?,
            Event::Conflict {
                by,
                level,
                ref graph,
            } => self.conflict(by, level, graph.as_ref())?,
            Event::Resolve {
                on,
                with,
                ref clause,
                ref fixed,
            } => self.resolve(on, with, clause, fixed)?,
            Event::Minimize { ref clause } => {
                let shorter: Clause = clause.iter().copied().collect();
                let (at_hand, _) = self.analysis.as_ref().ok_or("a conflict came before")?;
                let is_part = shorter.is_subset(at_hand) && shorter != *at_hand;
                expect(is_part, "a part of the clause")?;
                expect(self.follows(&shorter), "it follows")?;
                self.analysis.as_mut().ok_or("a conflict")?.0 = shorter;
            }
            Event::Learn {
                id,
                ref clause,
                uip,
            } => self.learn(id, clause, uip)?,
            Event::Backjump { from, to, undo } => {
                expect(from == self.level && to < from, "downwards")?;
                expect(self.jump.take() == Some(to), "to where the clause implies")?;
                self.undo(to, undo)?;
            }
            Event::Restart { from, undo } => {
                expect(from == self.level, "from here")?;
                self.undo(0, undo)?;
            }
            Event::Solution { ref grid, .. } => self.check_solution(grid)?,
            Event::NoSolution => {
                let refuted = self.clauses.iter().any(Clause::is_empty);
                expect(refuted, "the empty clause")?;
            }
            _ => return Err("no step of CDCL".into()),
        }
        Ok(())
    }

    fn imply(&mut self, lit: i32, by: u64, level: usize) -> Result<()> {
        let clause = self.clause(by)?;
        expect(clause.contains(&lit), "the clause has the literal")?;
        expect(self.is_open(lit), "the literal is open")?;
        expect(level == self.level, "on this level")?;
        expect(self.analysis.is_none(), "no conflict is open")?;
        expect(self.jump.is_none(), "the way back comes first")?;
        let mut others = clause.iter().filter(|&&other| other != lit);
        let all_false = others.all(|&other| self.level_of(-other).is_some());
        expect(all_false, "the other literals are false")?;
        self.assign(lit, level);
        self.reasons.insert(lit, by);
        Ok(())
    }

    fn conflict(&mut self, by: u64, level: usize, graph: Option<&Graph>) -> Result<()> {
        expect(self.analysis.is_none(), "no conflict is open")?;
        expect(self.jump.is_none(), "the way back comes first")?;
        let clause = self.clause(by)?.clone();
        let all_false = clause.iter().all(|&lit| self.level_of(-lit).is_some());
        expect(all_false, "every literal is false")?;
        expect(level == self.level, "on this level")?;
        let graph = graph.ok_or("a graph")?;
        self.comes_from(&clause, level, graph)?;
        graph::check_drawing(graph)?;
        self.analysis = Some((clause, level));
        Ok(())
    }

    fn resolve(&mut self, on: i32, with: u64, clause: &[i32], fixed: &[i32]) -> Result<()> {
        let reason = self.clause(with)?;
        let (at_hand, _) = self.analysis.as_ref().ok_or("a conflict came before")?;
        let is_pivot = reason.contains(&on) && at_hand.contains(&-on);
        expect(is_pivot, "the pivot is in both")?;
        let union = at_hand.union(reason).copied();
        let union: Clause = union.filter(|lit| lit.abs() != on.abs()).collect();
        let resolvent: Clause = clause.iter().copied().collect();
        let kept = self.without_fixed(&union);
        expect(kept == resolvent, "the resolvent of the two")?;
        // Traces of other programs may leave these out.
        let fixed: Clause = fixed.iter().copied().collect();
        let struck: Clause = union.difference(&kept).copied().collect();
        expect(
            fixed.is_empty() || fixed == struck,
            "the literals of the resolvent that are false at level 0",
        )?;
        self.analysis.as_mut().ok_or("a conflict")?.0 = resolvent;
        Ok(())
    }

    fn learn(&mut self, id: u64, clause: &[i32], uip: Option<i32>) -> Result<()> {
        let learned: Clause = clause.iter().copied().collect();
        expect(id == self.clauses.len() as u64 + 1, "the next number")?;
        expect(self.follows(&learned), "it follows")?;
        if let Some((at_hand, level)) = self.analysis.take() {
            let same = learned.is_empty() || self.without_fixed(&at_hand) == learned;
            expect(same, "what the analysis has")?;
            let of_level = learned.iter().copied();
            let mut of_level = of_level.filter(|&lit| self.level_of(-lit) == Some(level));
            let right = of_level.next() == uip && of_level.next().is_none();
            expect(right, "one literal of the conflict's level")?;
            let others = learned.iter().filter(|&&lit| Some(lit) != uip);
            let levels = others.filter_map(|&lit| self.level_of(-lit));
            self.jump = (level > 0).then(|| levels.max().unwrap_or(0));
        } else {
            // Unit clauses may be in conflict before anything is
            // implied.
            let told = !learned.is_empty() || self.trail.is_empty();
            expect(told, "a conflict is told")?;
        }
        self.clauses.push(learned);
        Ok(())
    }

    /// Checks that the assignment satisfies every clause, and that the grid is that of the model.
    fn check_solution(&self, grid: &[usize]) -> Result<()> {
        let satisfied = |clause: &Clause| clause.iter().any(|&lit| self.level_of(lit).is_some());
        let are_satisfied = self.clauses.iter().all(satisfied);
        expect(are_satisfied, "every clause is satisfied")?;
        expect(grid.iter().all(|&digit| digit <= self.side), "digits")?;
        for (cell, digit) in grid.iter().enumerate() {
            let lit = (cell * self.side + digit) as i32;
            expect(self.level_of(lit).is_some(), "the model's grid")?;
        }
        Ok(())
    }

    /// Checks that a graph contains exactly what the conflict depends on: going
    /// back from the conflict, the literals of its level with their reasons.
    fn comes_from(&self, conflict: &Clause, level: usize, graph: &Graph) -> Result<()> {
        let mut needed = BTreeSet::new();
        let mut edges = BTreeSet::new();
        let mut open: Vec<(i32, &Clause)> = vec![(0, conflict)];
        while let Some((lit, reason)) = open.pop() {
            for from in reason.iter().filter(|&&other| other != lit).map(|&l| -l) {
                edges.insert((from, lit));
                if needed.insert(from)
                    && self.level_of(from) == Some(level)
                    && let Some(&by) = self.reasons.get(&from)
                {
                    open.push((from, self.clause(by)?));
                }
            }
        }
        let trail = self.trail.iter().map(|&(lit, _)| lit);
        let nodes: Vec<i32> = trail
            .filter(|lit| needed.contains(lit))
            .chain([0])
            .collect();
        let drawn: Vec<i32> = graph.nodes.iter().map(|node| node.0).collect();
        expect(drawn == nodes, "the literals behind the conflict, in order")?;
        let in_order = |pair: &[Edge]| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1);
        expect(graph.edges.windows(2).all(in_order), "sorted edges")?;
        let ends = |edge: &Edge| Some((*drawn.get(edge.0)?, *drawn.get(edge.1)?));
        let drawn: Option<Vec<(i32, i32)>> = graph.edges.iter().map(ends).collect();
        let drawn = drawn.ok_or("edges join nodes")?;
        expect(drawn.len() == edges.len(), "each edge once")?;
        expect(
            drawn.into_iter().collect::<BTreeSet<_>>() == edges,
            "the reasons",
        )?;
        graph::columns_are_depths(graph, |lit| lit == 0 || self.level_of(lit) == Some(level))?;
        graph::check_layout(graph)
    }

    fn undo(&mut self, to: usize, undo: usize) -> Result<()> {
        let before = self.trail.len();
        let gone = self.trail.extract_if(.., |&mut (_, level)| level > to);
        for (lit, _) in gone {
            self.reasons.remove(&lit);
            self.levels.remove(&lit);
        }
        self.level = to;
        expect(before - self.trail.len() == undo, "so many literals")
    }
}

/// Checks that the literals of an event are literals, sorted by variable.
fn check_literals(event: &Event) -> Result<()> {
    let lits: &[i32] = match event {
        Event::Decide { lit, .. } | Event::Imply { lit, .. } | Event::Flip { lit, .. } => &[*lit],
        Event::Resolve { clause, .. }
        | Event::Minimize { clause }
        | Event::Learn { clause, .. } => clause,
        _ => &[],
    };
    expect(!lits.contains(&0) && !lits.contains(&i32::MIN), "literals")?;
    let ascend = lits.windows(2).all(|pair| pair[0].abs() < pair[1].abs());
    expect(ascend, "literals that ascend by variable")
}

/// The state of a run of DPLL: decisions, implications and conflicts are those of
/// CDCL, and a conflict leads to the last decision that was tried one way only.
pub(super) struct Dpll {
    state: Cdcl,
    /// For each level its decision, and whether it is the opposite of the first one.
    decisions: Vec<(i32, bool)>,
}

impl Dpll {
    pub(super) fn new(clauses: Vec<Vec<i32>>, vars: usize, side: usize) -> Dpll {
        Dpll {
            state: Cdcl::new(clauses, vars, side),
            decisions: Vec::new(),
        }
    }

    pub(super) fn step(&mut self, event: &Event) -> Result<()> {
        let last = self.decisions.iter().rposition(|decision| !decision.1);
        match *event {
            Event::Flip { lit, level, undo } => {
                expect(
                    self.state.analysis.take().is_some(),
                    "a conflict came before",
                )?;
                let last = last.ok_or("expected a decision tried one way only")?;
                expect(level == last + 1, "the last decision tried one way only")?;
                expect(
                    lit == -self.decisions[last].0,
                    "the opposite of the decision",
                )?;
                self.state.undo(last, undo)?;
                self.decisions.truncate(last);
                self.decisions.push((lit, true));
                self.state.level = level;
                self.state.assign(lit, level);
                Ok(())
            }
            Event::NoSolution => {
                expect(self.state.analysis.is_some(), "a conflict came before")?;
                expect(last.is_none(), "every decision tried both ways")
            }
            Event::Decide { lit, .. } => {
                self.state.step(event)?;
                self.decisions.push((lit, false));
                Ok(())
            }
            Event::Imply { .. } | Event::Conflict { .. } | Event::Solution { .. } => {
                self.state.step(event)
            }
            _ => Err("no step of DPLL".into()),
        }
    }
}
