//! Recomputes every step of a trace from the definitions: what is implied, what
//! is false, what a resolution gives, which item is smallest, what forbids a digit.

use super::drawing;
use std::collections::{BTreeSet, HashMap};
use sudosat::check;
use sudosat::sudoku::{Candidate, Cell, Digit, Grid, Order, Puzzle};
use sudosat::teach::trace::{Because, CoverPart, Edge, Event, Graph, ItemKind, Run, Trace};

/// Whether the first run of a trace is what it says; if not, which step isn't.
pub fn replay(trace: &Trace) -> Result<(), String> {
    let run = &trace.runs[0];
    let step: &mut dyn FnMut(&Event) -> Result<(), String> = match run.engine.as_str() {
        "cdcl" => {
            let cnf = trace.cnf.as_ref().ok_or("no formula")?;
            let mut solver = Cdcl::new(cnf.clauses.clone());
            &mut move |event| solver.step(event)
        }
        "backtrack" => {
            let puzzle = trace.puzzle.as_ref().ok_or("no puzzle")?;
            let mut search = Backtrack::new(&puzzle.givens, &puzzle.excluded);
            &mut move |event| search.step(event)
        }
        engine => {
            let mut search = Cover::new(&trace.cover, engine == "dlx");
            &mut move |event| search.step(event)
        }
    };
    for (index, event) in run.events.iter().enumerate() {
        let told = format!("step {}, {event:?}", index + 1);
        step(event).map_err(|why| format!("{told}: {why}"))?;
        let is_last = index + 1 == run.events.len();
        let answers = matches!(event, Event::Solution { .. } | Event::NoSolution);
        expect(
            is_last || !answers,
            &format!("{told}: nothing follows an answer"),
        )?;
    }
    solution_is_told(trace)?;
    match run.truncated {
        None => ended(run),
        Some(steps) => expect(steps == run.events.len() as u64, "the cap is the length"),
    }
}

fn ended(run: &Run) -> Result<(), String> {
    let last = run.events.last();
    let known = matches!(last, Some(Event::Solution { .. } | Event::NoSolution));
    expect(known, "a run that is not cut off ends with an answer")
}

/// The puzzle's solution is that of the run, and the options say the same.
fn solution_is_told(trace: &Trace) -> Result<(), String> {
    let (Some(puzzle), Some(last)) = (&trace.puzzle, trace.runs[0].events.last()) else {
        return Ok(());
    };
    let Event::Solution { grid, options } = last else {
        return expect(puzzle.solution.is_none(), "no solution was found");
    };
    expect(
        puzzle.solution.as_ref() == Some(grid),
        "the solution of the run",
    )?;
    let side = puzzle.order * puzzle.order;
    let vars = grid.iter().enumerate();
    let vars: BTreeSet<i32> = vars
        .map(|(cell, digit)| (cell * side + digit) as i32)
        .collect();
    let taken = options
        .iter()
        .filter_map(|&option| trace.cover.options.get(option)?.var);
    let taken: BTreeSet<i32> = taken.collect();
    expect(
        options.is_empty() || taken == vars,
        "the grid of the options",
    )
}

fn expect(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

type Clause = BTreeSet<i32>;

struct Cdcl {
    clauses: Vec<Clause>,
    /// True literals with their levels.
    trail: Vec<(i32, usize)>,
    /// By true literal, the number of the clause that implied it.
    reasons: HashMap<i32, u64>,
    level: usize,
    /// The clause that conflict analysis has, and the conflict's level.
    analysis: Option<(Clause, usize)>,
    /// The level to which the clause just learned leads back.
    jump: Option<usize>,
}

impl Cdcl {
    fn new(clauses: Vec<Vec<i32>>) -> Cdcl {
        Cdcl {
            clauses: clauses
                .into_iter()
                .map(|clause| clause.into_iter().collect())
                .collect(),
            trail: Vec::new(),
            reasons: HashMap::new(),
            level: 0,
            analysis: None,
            jump: None,
        }
    }

    fn level_of(&self, lit: i32) -> Option<usize> {
        let entry = self.trail.iter().find(|&&(known, _)| known == lit);
        entry.map(|&(_, level)| level)
    }

    fn is_open(&self, lit: i32) -> bool {
        self.level_of(lit).is_none() && self.level_of(-lit).is_none()
    }

    fn clause(&self, id: u64) -> Result<&Clause, String> {
        let index = (id as usize).checked_sub(1);
        let clause = index.and_then(|index| self.clauses.get(index));
        clause.ok_or("no such clause".into())
    }

    fn without_fixed(&self, clause: &Clause) -> Clause {
        let lits = clause.iter().copied();
        lits.filter(|&lit| self.level_of(-lit) != Some(0)).collect()
    }

    /// Whether assuming every literal false leads to a conflict by unit
    /// propagation.
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

    /// Whether each clause has a true literal, or two open ones.
    fn is_complete(&self) -> bool {
        self.clauses.iter().all(|clause| {
            clause.iter().any(|&lit| self.level_of(lit).is_some())
                || clause.iter().filter(|&&lit| self.is_open(lit)).count() > 1
        })
    }

    fn step(&mut self, event: &Event) -> Result<(), String> {
        match *event {
            Event::Decide { lit, level } => {
                expect(self.analysis.is_none(), "no conflict is open")?;
                expect(self.is_complete(), "nothing is left to imply")?;
                let first = (1..).find(|&var| self.is_open(var));
                expect(first == Some(lit), "the first open variable, tried true")?;
                expect(level == self.level + 1, "a new level")?;
                self.level = level;
                self.trail.push((lit, level));
            }
            Event::Imply { lit, by, level } => {
                let clause = self.clause(by)?;
                expect(clause.contains(&lit), "the clause has the literal")?;
                expect(self.is_open(lit), "the literal is open")?;
                expect(level == self.level, "on this level")?;
                expect(self.analysis.is_none(), "no conflict is open")?;
                expect(self.jump.is_none(), "the way back comes first")?;
                let others = clause.iter().filter(|&&other| other != lit);
                let all_false = others.clone().all(|&other| self.level_of(-other).is_some());
                expect(all_false, "the other literals are false")?;
                self.trail.push((lit, level));
                self.reasons.insert(lit, by);
            }
            Event::Conflict {
                by,
                level,
                ref graph,
            } => {
                expect(self.analysis.is_none(), "no conflict is open")?;
                expect(self.jump.is_none(), "the way back comes first")?;
                let clause = self.clause(by)?.clone();
                let all_false = clause.iter().all(|&lit| self.level_of(-lit).is_some());
                expect(all_false, "every literal is false")?;
                expect(level == self.level, "on this level")?;
                let graph = graph.as_ref().ok_or("a graph")?;
                self.comes_from(&clause, level, graph)?;
                drawing::is_clean(graph)?;
                self.analysis = Some((clause, level));
            }
            Event::Resolve {
                on,
                with,
                ref clause,
            } => {
                let reason = self.clause(with)?;
                let (at_hand, _) = self.analysis.as_ref().ok_or("a conflict came before")?;
                expect(
                    reason.contains(&on) && at_hand.contains(&-on),
                    "the pivot is in both",
                )?;
                let union: Clause = at_hand
                    .union(reason)
                    .copied()
                    .filter(|lit| lit.abs() != on.abs())
                    .collect();
                let resolvent: Clause = clause.iter().copied().collect();
                let right = self.without_fixed(&union) == resolvent;
                expect(right, "the resolvent of the two")?;
                self.analysis.as_mut().ok_or("a conflict")?.0 = resolvent;
            }
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
            } => {
                let learned: Clause = clause.iter().copied().collect();
                expect(id == self.clauses.len() as u64 + 1, "the next number")?;
                expect(self.follows(&learned), "it follows")?;
                if let Some((at_hand, level)) = self.analysis.take() {
                    let same = learned.is_empty() || self.without_fixed(&at_hand) == learned;
                    expect(same, "what the analysis has")?;
                    let of_level: Vec<i32> = learned
                        .iter()
                        .copied()
                        .filter(|&lit| self.level_of(-lit) == Some(level))
                        .collect();
                    let right = of_level.len() == usize::from(uip.is_some())
                        && of_level.first().copied() == uip;
                    expect(right, "one literal of the conflict's level")?;
                    let others = learned.iter().filter(|&&lit| Some(lit) != uip);
                    let levels = others.filter_map(|&lit| self.level_of(-lit));
                    self.jump = (level > 0).then(|| levels.max().unwrap_or(0));
                } else {
                    expect(!learned.is_empty(), "a conflict is told")?;
                }
                self.clauses.push(learned);
            }
            Event::Backjump { from, to, undo } => {
                expect(from == self.level && to < from, "downwards")?;
                expect(self.jump.take() == Some(to), "to where the clause implies")?;
                self.undo(to, undo)?;
            }
            Event::Restart { from, undo } => {
                expect(from == self.level, "from here")?;
                self.undo(0, undo)?;
            }
            Event::Solution { ref grid, .. } => {
                let satisfied =
                    |clause: &Clause| clause.iter().any(|&lit| self.level_of(lit).is_some());
                expect(
                    self.clauses.iter().all(satisfied),
                    "every clause is satisfied",
                )?;
                let side = grid.len().isqrt();
                for (cell, digit) in grid.iter().enumerate() {
                    let lit = (cell * side + digit) as i32;
                    expect(self.level_of(lit).is_some(), "the model's grid")?;
                }
            }
            Event::NoSolution => {
                expect(
                    self.clauses.last().is_some_and(Clause::is_empty),
                    "the empty clause",
                )?;
            }
            _ => return Err("no step of CDCL".into()),
        }
        Ok(())
    }

    /// Whether a graph holds what the conflict needs, and nothing else: from
    /// the conflict backwards, the literals of its level with their reasons.
    fn comes_from(&self, conflict: &Clause, level: usize, graph: &Graph) -> Result<(), String> {
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
        let ends = |edge: &Edge| Some((*drawn.get(edge.0)?, *drawn.get(edge.1)?));
        let drawn: Option<Vec<(i32, i32)>> = graph.edges.iter().map(ends).collect();
        let drawn = drawn.ok_or("edges join nodes")?;
        expect(drawn.len() == edges.len(), "each edge once")?;
        expect(
            drawn.into_iter().collect::<BTreeSet<_>>() == edges,
            "the reasons",
        )?;
        drawing::columns_are_depths(graph, |lit| lit == 0 || self.level_of(lit) == Some(level))?;
        drawing::is_laid_out(graph)
    }

    fn undo(&mut self, to: usize, undo: usize) -> Result<(), String> {
        let before = self.trail.len();
        let gone = self.trail.extract_if(.., |&mut (_, level)| level > to);
        for (lit, _) in gone {
            self.reasons.remove(&lit);
        }
        self.level = to;
        expect(before - self.trail.len() == undo, "so many literals")
    }
}

/// A search that covers the leftmost smallest item first, and tries its options
/// in order.
struct Cover<'a> {
    problem: &'a CoverPart,
    /// Dancing links cover the chosen item before the option is selected.
    chosen_first: bool,
    covered: Vec<usize>,
    taken: Vec<usize>,
    /// The nodes of the path.
    nodes: Vec<Node>,
    last: Option<Event>,
}

/// A node of the search tree.
struct Node {
    item: usize,
    /// How many options the item has there.
    size: usize,
    /// The option tried last.
    tried: Option<usize>,
}

impl Cover<'_> {
    fn new(problem: &CoverPart, chosen_first: bool) -> Cover<'_> {
        Cover {
            problem,
            chosen_first,
            covered: Vec::new(),
            taken: Vec::new(),
            nodes: Vec::new(),
            last: None,
        }
    }

    fn items(&self, option: usize) -> Result<&[usize], String> {
        let option = self.problem.options.get(option);
        Ok(&option.ok_or("no such option")?.items)
    }

    /// The options left that have the item, whether it itself is covered or not.
    fn options_of(&self, item: usize) -> impl Iterator<Item = usize> {
        let open = move |&other: &usize| other == item || !self.covered.contains(&other);
        let options = self.problem.options.iter().enumerate();
        let left = options.filter(move |(_, option)| {
            option.items.contains(&item) && option.items.iter().all(open)
        });
        left.map(|(index, _)| index)
    }

    fn open_primary(&self) -> impl Iterator<Item = usize> {
        let items = self.problem.items.iter().enumerate();
        items
            .filter(|(index, item)| item.kind == ItemKind::Primary && !self.covered.contains(index))
            .map(|(index, _)| index)
    }

    /// Exactly the items of the options taken are covered, and this one if any.
    fn covers_what_is_taken(&self, and: Option<usize>) -> Result<(), String> {
        let options = self
            .taken
            .iter()
            .map(|&option| &self.problem.options[option]);
        let mut items: BTreeSet<usize> = options.flat_map(|o| o.items.iter().copied()).collect();
        items.extend(and);
        let covered: BTreeSet<usize> = self.covered.iter().copied().collect();
        expect(covered == items, "what is covered is what the options have")
    }

    /// At the node where the search is, every option was tried.
    fn is_exhausted(&self) -> Result<(), String> {
        let node = self.nodes.last().ok_or("a node")?;
        let mut left = self.options_of(node.item);
        let more = left.any(|option| node.tried.is_none_or(|tried| tried < option));
        expect(!more, "every option was tried")?;
        let dead = matches!(self.last, Some(Event::Deadend { .. }));
        expect(node.tried.is_some() || dead, "a dead end is told")
    }

    fn step(&mut self, event: &Event) -> Result<(), String> {
        match *event {
            Event::Choose { item, size } => {
                expect(self.nodes.len() == self.taken.len(), "one choice a level")?;
                self.covers_what_is_taken(None)?;
                let number = |item: usize| self.options_of(item).count();
                let best = self.open_primary().min_by_key(|&item| number(item));
                expect(best == Some(item), "the leftmost smallest item")?;
                expect(number(item) == size, "its size")?;
                let tried = None;
                self.nodes.push(Node { item, size, tried });
            }
            Event::Cover { item } => {
                expect(!self.covered.contains(&item), "not covered yet")?;
                let of_choice =
                    matches!(self.last, Some(Event::Choose { item: i, .. }) if i == item);
                if !(self.chosen_first && of_choice) {
                    let option = *self.taken.last().ok_or("an option was taken")?;
                    let is_new = self.nodes.len() == self.taken.len();
                    let of_option = is_new && self.items(option)?.contains(&item);
                    expect(of_option, "an item of the option taken")?;
                }
                self.covered.push(item);
            }
            Event::Uncover { item } => {
                if !matches!(self.last, Some(Event::Uncover { .. })) {
                    self.is_exhausted()?;
                }
                expect(self.covered.pop() == Some(item), "the item covered last")?;
            }
            Event::Select { option } => {
                let node = self.nodes.last().ok_or("an item was chosen")?;
                expect(
                    self.nodes.len() == self.taken.len() + 1,
                    "a choice comes first",
                )?;
                let chosen = self.chosen_first.then_some(node.item);
                self.covers_what_is_taken(chosen)?;
                let mut left = self.options_of(node.item);
                let next = left.find(|&option| node.tried.is_none_or(|tried| tried < option));
                expect(next == Some(option), "the item's next option")?;
                drop(left);
                let depth = self.taken.len();
                self.nodes[depth].tried = Some(option);
                self.taken.push(option);
            }
            Event::Unselect { option } => {
                expect(self.taken.pop() == Some(option), "the option taken last")?;
                let depth = self.taken.len();
                let item = self.nodes.get(depth).ok_or("its choice")?.item;
                expect(self.nodes.len() == depth + 2, "it was tried")?;
                self.nodes.truncate(depth + 1);
                self.covers_what_is_taken(self.chosen_first.then_some(item))?;
            }
            Event::Deadend { item } => {
                let node = self.nodes.last().ok_or("an item was chosen")?;
                expect(node.item == item && node.size == 0, "no option left")?;
                let chosen = self.chosen_first.then_some(item);
                self.covers_what_is_taken(chosen)?;
                let again = matches!(self.last, Some(Event::Deadend { .. }));
                expect(!again, "once")?;
            }
            Event::Solution { ref options, .. } => {
                expect(*options == self.taken, "the options taken")?;
                expect(self.nodes.len() == self.taken.len(), "no choice is open")?;
                self.covers_what_is_taken(None)?;
                expect(
                    self.open_primary().next().is_none(),
                    "every item is covered",
                )?;
            }
            Event::NoSolution => {
                expect(self.taken.is_empty(), "nothing is taken")?;
                expect(self.covered.is_empty(), "everything is put back")?;
                let again = matches!(self.last, Some(Event::Uncover { .. }));
                if !again {
                    self.is_exhausted()?;
                }
            }
            _ => return Err("no step of exact cover".into()),
        }
        self.last = Some(event.clone());
        Ok(())
    }
}

struct Backtrack {
    board: Puzzle,
    clues: Puzzle,
    /// The nodes of the path with their cells.
    path: Vec<(u64, usize)>,
    /// For each node of the path and the root, the digit to be looked at next.
    next: Vec<usize>,
    nodes: u64,
    /// The search has just found itself stuck.
    stuck: bool,
}

impl Backtrack {
    fn new(givens: &[usize], excluded: &[i32]) -> Backtrack {
        let mut clues = Puzzle::from_values(givens);
        for &var in excluded {
            clues.exclude(clues.order().candidate(var as usize - 1));
        }
        Backtrack {
            board: clues.clone(),
            clues,
            path: Vec::new(),
            next: vec![1],
            nodes: 0,
            stuck: false,
        }
    }

    fn order(&self) -> Order {
        self.board.order()
    }

    fn cell(&self, index: usize) -> Cell {
        self.order().cell(index)
    }

    fn node(&self) -> u64 {
        self.path.last().map_or(0, |&(node, _)| node)
    }

    /// The cell is the first empty one, and the digit is its turn.
    fn turn(&mut self, cell: usize, digit: usize) -> Result<Candidate, String> {
        let first = self
            .order()
            .cells()
            .position(|cell| self.board.clue(cell).is_none());
        expect(first == Some(cell), "the first empty cell")?;
        let next = self.next.last_mut().ok_or("a node")?;
        expect(*next == digit, "this digit's turn")?;
        *next += 1;
        let digit = Digit::from_value(digit, self.order()).ok_or("a digit")?;
        Ok(Candidate::new(self.cell(cell), digit))
    }

    fn step(&mut self, event: &Event) -> Result<(), String> {
        let stuck = std::mem::replace(&mut self.stuck, matches!(event, Event::Stuck { .. }));
        let goes_back = matches!(event, Event::Undo { .. } | Event::NoSolution);
        expect(
            stuck == goes_back,
            "back where the search is stuck, and only there",
        )?;
        match *event {
            Event::Reject {
                cell,
                digit,
                node,
                because,
            } => {
                expect(node == self.node(), "at this node")?;
                let candidate = self.turn(cell, digit)?;
                let [row, col, r#box] = candidate.cell.houses(self.order());
                let (house, by) = match because {
                    Because::Row(by) => (row, by),
                    Because::Column(by) => (col, by),
                    Because::Box(by) => (r#box, by),
                    Because::Excluded => {
                        return expect(self.clues.excluded().contains(&candidate), "excluded");
                    }
                };
                expect(by < self.order().num_cells(), "a cell")?;
                let by = self.cell(by);
                expect(
                    house.cells(self.order()).any(|cell| cell == by),
                    "a cell of the house",
                )?;
                expect(
                    self.board.clue(by) == Some(candidate.digit),
                    "it has the digit",
                )?;
            }
            Event::Try {
                cell,
                digit,
                node,
                parent,
            } => {
                expect(parent == self.node(), "below this node")?;
                let candidate = self.turn(cell, digit)?;
                expect(self.board.allows(candidate), "the digit can stand there")?;
                self.nodes += 1;
                expect(node == self.nodes, "the next node")?;
                self.board.set_clue(candidate.cell, Some(candidate.digit));
                self.path.push((node, cell));
                self.next.push(1);
            }
            Event::Undo { cell, node } => {
                expect(self.path.pop() == Some((node, cell)), "the last node")?;
                self.next.pop();
                self.board.set_clue(self.cell(cell), None);
            }
            Event::Stuck { cell, node } => {
                expect(node == self.node(), "at this node")?;
                let first = self
                    .order()
                    .cells()
                    .position(|cell| self.board.clue(cell).is_none());
                expect(first == Some(cell), "the first empty cell")?;
                let all = self.next.last() == Some(&(self.order().side() + 1));
                expect(all, "every digit was looked at")?;
            }
            Event::Solution { ref grid, .. } => {
                expect(grid.len() == self.order().num_cells(), "a grid")?;
                let digits = grid.iter();
                let digits: Option<Vec<Digit>> = digits
                    .map(|&value| Digit::from_value(value, self.order()))
                    .collect();
                let grid = Grid::new(self.order(), digits.ok_or("digits")?);
                expect(
                    self.board.as_grid().as_ref() == Some(&grid),
                    "the grid as filled",
                )?;
                check::grid(&self.clues, &grid).map_err(|fault| fault.to_string())?;
            }
            Event::NoSolution => expect(self.path.is_empty(), "everything is taken away")?,
            _ => return Err("no step of backtracking".into()),
        }
        Ok(())
    }
}
