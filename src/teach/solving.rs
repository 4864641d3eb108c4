//! The steps of a person (`hint`, `why`) as runs on a page: what a step uses, removes and
//! places, its sentence, and the lines of its check.
//!
//! The steps of `hint` were checked when they were found; here the check is repeated for its
//! lines. Those of `why` are checked here, each against the facts that it names: the set
//! that they belong to was refuted as a whole before.
//!
//! Texts name digits by numbers, as the grid of a page does.

use crate::check::{self, Content, Line, Premise, StepFault};
use crate::encode;
use crate::io::counted;
use crate::reason::explanation::{Because, Ending, Explanation, Goal, Known, RuledOut};
use crate::reason::hint::{self, Marks};
use crate::reason::statements::{Statement, Statements};
use crate::reason::why::words::{Words, capital};
use crate::reason::{explanation, hint::Why};
use crate::sudoku::{Candidate, Cell, Digit, Grid, House, Puzzle, Rules, Symbols};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// The steps of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// `hint` or `why`.
    engine: &'static str,
    /// The candidates that are ruled out before the first step, by their variables.
    gone: Vec<i32>,
    /// The cells whose clues the steps are about; missing if they are about all clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    clues: Option<Vec<usize>>,
    /// A sentence for the start.
    start: String,
    events: Vec<Event>,
}

/// A step, or the end. Cells are numbered from 0 in reading order, candidates by their
/// variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Event {
    /// `step` or `end`.
    t: &'static str,
    text: String,
    /// Cells of the pattern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<usize>,
    /// Houses of the pattern, as their cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    areas: Vec<Vec<usize>>,
    /// Candidates of the pattern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uses: Vec<i32>,
    /// Candidates of the pattern's other part: a second colour, fins, weak links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<i32>,
    /// Candidates that are removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removes: Vec<i32>,
    /// The candidate that is placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<i32>,
    /// Further candidates that are gone after the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<i32>,
    /// The evidence: what was checked.
    #[serde(skip_serializing_if = "String::is_empty")]
    checked: String,
    /// The lines of the check, each with its depth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<(usize, String)>,
}

/// The evidence for a step that assumes a single solution.
const ASSUMED: &str = "Compared with the solution: a search found one solution, and no other. That \
                       there is only one is assumed by this technique, so no single facts show it.";

/// The evidence for a step of `why` that has too many cases for a check by itself.
const LONG: &str = "The step by itself has too many cases for the check. It was checked with the \
                    set as a whole: see the last step.";

/// Largest number of houses that are drawn: more are no help.
const MOST_AREAS: usize = 6;

impl Run {
    /// Returns the name of the run.
    pub(super) fn engine(&self) -> &'static str {
        self.engine
    }
}

/// Returns the steps of techniques, each with the marks before it, as a run. `end` has
/// sentences about how they end.
///
/// # Errors
/// If a step fails its check.
pub fn hints(
    puzzle: &Puzzle,
    steps: &[(Marks, hint::Step)],
    after: &Marks,
    solution: Option<&Grid>,
    end: &str,
) -> Result<Run, StepFault> {
    let painter = Painter::new(puzzle.rules());
    let marks = steps.iter().map(|(before, _)| before).chain([after]);
    let marks: Vec<&Marks> = marks.collect();
    let mut events = Vec::new();
    for ((before, step), next) in steps.iter().zip(&marks[1..]) {
        let lines = hint::check_lines(step, before, solution);
        let deduction = &step.deduction;
        let removed: FxHashSet<Candidate> = deduction.eliminations.iter().copied().collect();
        let is_gone = |candidate: &Candidate| {
            before.is_left(*candidate) && !next.is_left(*candidate) && !removed.contains(candidate)
        };
        let is_left = |candidate: &Candidate| before.is_left(*candidate);
        let (uses, others) = pattern(step, before, puzzle.rules());
        let (checked, lines) = match step.technique.assumes_unique {
            true => (ASSUMED.to_owned(), lines.map(|_| Vec::new())?),
            false => painter.checked(&deduction.premises, &|one| before.is_left(one), lines)?,
        };
        events.push(Event {
            t: "step",
            text: hint::words(step, puzzle.rules(), &Symbols::NUMBERS),
            cells: painter.cells(deduction.cells.iter().copied()),
            areas: painter.areas(&deduction.premises),
            uses: painter.vars(uses.into_iter().filter(is_left)),
            others: painter.vars(others.into_iter().filter(is_left)),
            removes: painter.vars(deduction.eliminations.iter().copied()),
            places: deduction.placement.map(|placed| painter.var(placed)),
            gone: painter.vars(painter.candidates().filter(is_gone)),
            checked,
            lines,
        });
    }
    events.push(Event {
        t: "end",
        text: end.to_owned(),
        ..Event::default()
    });
    let first = marks[0];
    let is_gone = |candidate: &Candidate| !first.is_left(*candidate);
    Ok(Run {
        engine: "hint",
        gone: painter.vars(painter.candidates().filter(is_gone)),
        clues: None,
        start: match puzzle.excluded() {
            [] => {
                "The small digits are the pencil marks: what the clues leave in each cell.".into()
            }
            _ => {
                "The small digits are the pencil marks: what the clues and the candidates that the \
                  puzzle gives leave in each cell."
                    .into()
            }
        },
        events,
    })
}

/// Returns the candidates of a step's pattern, in two parts.
fn pattern(step: &hint::Step, before: &Marks, rules: &Rules) -> (Vec<Candidate>, Vec<Candidate>) {
    let deduction = &step.deduction;
    let of = |cells: &[Cell], digits: &[Digit]| -> Vec<Candidate> {
        let pairs = cells.iter().cartesian_product(digits);
        pairs
            .map(|(&cell, &digit)| Candidate::new(cell, digit))
            .collect()
    };
    let in_houses = |houses: &[House], digit: Digit| -> Vec<Candidate> {
        let cells = houses.iter().flat_map(|&house| rules.cells_of(house));
        cells.map(|&cell| Candidate::new(cell, digit)).collect()
    };
    match &deduction.why {
        Why::FullHouse(_)
        | Why::HiddenSingle(_)
        | Why::NakedSingle
        | Why::Table(_)
        | Why::Joint { .. }
        | Why::Sums { .. } => (Vec::new(), Vec::new()),
        Why::LockedByRule { digit, holders, .. } => (of(holders, &[*digit]), Vec::new()),
        Why::Relation { other, left, .. } => (of(&[*other], left), Vec::new()),
        Why::Locked { digit, house, .. } => (in_houses(&[*house], *digit), Vec::new()),
        Why::NakedSubset { digits, .. } | Why::HiddenSubset { digits, .. } => {
            (of(&deduction.cells, digits), Vec::new())
        }
        Why::Fish {
            digit, base, fins, ..
        } => {
            let mut all = in_houses(base, *digit);
            all.retain(|candidate| !fins.contains(&candidate.cell));
            (all, of(fins, &[*digit]))
        }
        Why::TwoLinks {
            digit,
            joined,
            ends,
            ..
        } => (of(ends, &[*digit]), of(joined, &[*digit])),
        Why::Wing { cells, digit, .. } => {
            let all = cells.iter().flat_map(|(cell, digits)| of(&[*cell], digits));
            all.partition(|candidate| candidate.digit == *digit)
        }
        Why::WWing {
            ends,
            house,
            link,
            digit,
        } => {
            let mut links = in_houses(&[*house], *link);
            links.extend(of(ends, &[*link]));
            (of(ends, &[*digit]), links)
        }
        Why::ColourTrap {
            digit,
            colours: [first, second],
        } => (of(first, &[*digit]), of(second, &[*digit])),
        Why::ColourWrap {
            digit,
            wrong,
            right,
            ..
        } => (of(right, &[*digit]), of(wrong, &[*digit])),
        Why::Chain { candidates, .. } => {
            let (off, on): (Vec<_>, Vec<_>) =
                (0..).zip(candidates).partition(|(place, _)| place % 2 == 0);
            let own = |list: Vec<(usize, &Candidate)>| list.into_iter().map(|(_, &c)| c).collect();
            (own(on), own(off))
        }
        Why::Rectangle { digits, .. } => (of(&deduction.cells, digits), Vec::new()),
        Why::Bug(cell) => {
            let digits: Vec<_> = before.in_cell(*cell).collect();
            (of(&[*cell], &digits), Vec::new())
        }
        Why::Contradiction(case, _) => (of_case(case), vec![case.assumed]),
        Why::Forcing { cases, .. } => {
            let assumed = cases.iter().map(|case| case.assumed);
            (cases.iter().flat_map(of_case).collect(), assumed.collect())
        }
    }
}

/// Returns the placements that follow in a case.
fn of_case(case: &hint::Case) -> Vec<Candidate> {
    let next = case.consequences.iter();
    next.map(|next| next.candidate).collect()
}

/// Returns the steps of an explanation as a run.
///
/// # Errors
/// If a step fails its check.
pub fn why(statements: &Statements, explained: &Explanation) -> Result<Run, StepFault> {
    let puzzle = statements.puzzle().clone().with_symbols(Symbols::NUMBERS);
    let statements = &Statements::new(&puzzle);
    let words = Words::new(statements);
    // The explanation whose steps are shown, as the text of `why` does.
    let shown = explained.by_steps.as_deref().unwrap_or(explained);
    let mut story = Story::new(statements, shown);
    let gone = story.gone();
    if let Some((candidate, holds)) = shown.supposed {
        story.suppose(candidate, holds);
    }
    for (step, sentence) in shown.steps.iter().zip(words.steps(shown)) {
        story.step(step, format!("{}.", capital(&sentence)))?;
    }
    match &shown.cases {
        Some(cases) => {
            for sentence in words.cases(cases, shown) {
                story.events.push(Event {
                    t: "step",
                    text: format!("{}.", capital(&sentence)),
                    cells: story.painter.cells([cases.cell]),
                    checked: "Checked with the set as a whole: see the last step.".into(),
                    ..Event::default()
                });
            }
        }
        None => {
            let sentence = words.end(shown).map(|end| match shown.steps.is_empty() {
                true => format!("{}.", capital(&end)),
                false => format!("So there is a clash: {end}."),
            });
            story.end(&shown.end, sentence.unwrap_or_default())?;
        }
    }
    let clues: Vec<Cell> = shown.clues().map(|clue| clue.cell).collect();
    let needed = words.needed(explained, true);
    story.events.push(Event {
        t: "end",
        text: format!("{}Needed: {needed}.", shown_otherwise(shown)),
        cells: story.painter.cells(clues.iter().copied()),
        checked: checked_as_a_whole(explained.is_minimal, shown.goal),
        ..Event::default()
    });
    let is_marked = |statement: &&Statement| matches!(statement, Statement::Marks(_));
    let num_marked = shown.statements.iter().filter(is_marked).count();
    Ok(Run {
        engine: "why",
        gone,
        start: beginning(clues.len(), num_marked),
        clues: Some(story.painter.cells(clues)),
        events: story.events,
    })
}

/// Returns a candidate that holds or is ruled out as a statement: `r1c2 is not 3`.
fn stated(candidate: Candidate, holds: bool) -> String {
    let is = if holds { "is" } else { "is not" };
    format!("{} {is} {}", candidate.cell, candidate.digit)
}

/// Returns a sentence about the goal, if the steps do not end with it.
fn shown_otherwise(shown: &Explanation) -> String {
    let goal = match shown.goal {
        Goal::Clash if shown.cases.is_some() => return String::new(),
        Goal::Clash => "there is no solution".to_owned(),
        Goal::Candidate { candidate, holds } => stated(candidate, holds),
    };
    if shown.end == Ending::Open {
        format!("Filling in cells one by one does not show it, but trying all cases does: {goal}. ")
    } else if shown.supposed.is_some() {
        format!("So {goal}. ")
    } else {
        String::new()
    }
}

/// Returns the evidence for an explanation as a whole.
fn checked_as_a_whole(is_minimal: bool, goal: Goal) -> String {
    let assumed = match goal {
        Goal::Clash => "nothing else",
        Goal::Candidate { .. } => "the opposite",
    };
    let kept = match is_minimal {
        true => {
            " For each clue, a grid was found that obeys the others and all rules of the puzzle, \
                 and for each rule one that obeys all else that is needed: none can be left out."
        }
        false => "",
    };
    format!(
        "Checked: a second search on these clues and rules alone refuted them, with {assumed} \
         assumed, and every step of this search was checked.{kept}"
    )
}

/// Returns the sentences for the start of an explanation that needs this number of clues, and the
/// candidates that the puzzle gives in this number of cells.
fn beginning(num_clues: usize, num_marked: usize) -> String {
    let clues = counted(num_clues, "clue");
    let marked = format!("the candidates given in {}", counted(num_marked, "cell"));
    let what = match (num_clues, num_marked) {
        (0, 0) => return "No clue matters here: the rules alone decide it.".to_owned(),
        (1, 0) => format!("{clues} matters"),
        (_, 0) => format!("{clues} matter"),
        (0, _) => format!("{marked} matter"),
        (..) => format!("{clues} and {marked} matter"),
    };
    format!(
        "{}; the other clues are faint. A small digit stays until a step excludes it, even if a clue \
         excludes it already.",
        capital(&what)
    )
}

/// What the steps of an explanation have shown so far.
struct Story<'a> {
    statements: &'a Statements,
    painter: Painter<'a>,
    left: FxHashSet<Candidate>,
    events: Vec<Event>,
}

impl<'a> Story<'a> {
    /// Begins with the clues and pencil marks of the set.
    fn new(statements: &'a Statements, shown: &Explanation) -> Story<'a> {
        let painter = Painter::new(statements.rules());
        let mut story = Story {
            statements,
            left: painter.candidates().collect(),
            painter,
            events: Vec::new(),
        };
        for &statement in &shown.statements {
            match statement {
                Statement::Clue(clue) => story.place(clue),
                Statement::Marks(cell) => {
                    let digits = statements.marked(cell);
                    let stays = |one: &Candidate| one.cell != cell || digits.contains(&one.digit);
                    story.left.retain(stays);
                }
                _ => {}
            }
        }
        story
    }

    /// Returns the candidates that are ruled out.
    fn gone(&self) -> Vec<i32> {
        let gone = self.painter.candidates();
        self.painter
            .vars(gone.filter(|one| !self.left.contains(one)))
    }

    /// Adds a supposition: that a candidate holds, or is ruled out.
    fn suppose(&mut self, candidate: Candidate, holds: bool) {
        match holds {
            true => self.place(candidate),
            false => {
                self.left.remove(&candidate);
            }
        }
        self.events.push(Event {
            t: "step",
            text: format!("Suppose that {}.", stated(candidate, holds)),
            places: holds.then(|| self.painter.var(candidate)),
            removes: self.painter.vars((!holds).then_some(candidate)),
            checked: "Nothing to check: a supposition, which the steps below refute.".into(),
            ..Event::default()
        });
    }

    /// Removes the other candidates of a cell.
    fn place(&mut self, placed: Candidate) {
        self.left
            .retain(|one| one.cell != placed.cell || *one == placed);
    }

    /// Adds a step, after checking it.
    fn step(&mut self, step: &explanation::Step, text: String) -> Result<(), StepFault> {
        let mut facts = Facts::default();
        let (placement, removed, seen): (_, Vec<Candidate>, Vec<Candidate>) = match step {
            explanation::Step::Placed {
                candidate,
                because,
                others,
            } => {
                self.because(&mut facts, candidate.cell, *because);
                self.ruled_out(&mut facts, others);
                let others = others.iter().map(|one| one.candidate);
                (Some(*candidate), Vec::new(), others.collect())
            }
            explanation::Step::RuledOut {
                candidates,
                because,
                known,
            } => {
                self.because(&mut facts, candidates[0].cell, *because);
                self.known(&mut facts, known);
                let excluded = known.iter().filter(|one| !one.holds);
                let excluded = excluded.map(|one| one.candidate);
                (None, candidates.clone(), excluded.collect())
            }
        };
        let removed: Vec<Candidate> = removed
            .into_iter()
            .filter(|one| self.left.contains(one))
            .collect();
        let left = &self.left;
        // A second digit of a cell is placed before the steps end in this clash.
        let is_second = placement.is_some_and(|placed| !left.contains(&placed));
        let is_left = |candidate| left.contains(&candidate) || placement == Some(candidate);
        let rules = self.statements.rules();
        let lines = check::step(rules, &is_left, &facts.premises, placement, &removed);
        let (checked, lines) = self.painter.checked(&facts.premises, &is_left, lines)?;
        let before = self.left.clone();
        for one in removed.iter().chain(&seen) {
            self.left.remove(one);
        }
        let placement = placement.filter(|_| !is_second);
        if let Some(placed) = placement {
            self.place(placed);
        }
        let painter = &self.painter;
        let gone = painter.candidates().filter(|one| {
            before.contains(one) && !self.left.contains(one) && !removed.contains(one)
        });
        self.events.push(Event {
            t: "step",
            text,
            cells: painter.cells(facts.cells.iter().copied()),
            areas: painter.areas(&facts.main),
            uses: painter.vars(facts.holders.iter().copied()),
            removes: painter.vars(removed.iter().copied()),
            places: placement.map(|placed| painter.var(placed)),
            gone: painter.vars(gone),
            checked,
            lines,
            ..Event::default()
        });
        Ok(())
    }

    /// Adds the end of the steps, if it is a clash, after checking it.
    fn end(&mut self, end: &Ending, text: String) -> Result<(), StepFault> {
        let mut facts = Facts::default();
        match end {
            Ending::Reached | Ending::Open => return Ok(()),
            Ending::NoDigit(cell, ruled_out) => {
                facts.add_main(Premise::Cell(*cell));
                facts.cells.push(*cell);
                self.ruled_out(&mut facts, ruled_out);
            }
            Ending::NoCell(house, _, ruled_out) => {
                facts.add_main(Premise::House(*house));
                self.ruled_out(&mut facts, ruled_out);
            }
            Ending::Against {
                candidate,
                holds,
                ruled_out,
                known,
            } => {
                facts.cells.push(candidate.cell);
                facts.premises.push(Premise::Cell(candidate.cell));
                self.because(&mut facts, candidate.cell, *holds);
                self.because(&mut facts, candidate.cell, *ruled_out);
                self.known(&mut facts, known);
            }
            Ending::NoDigits(table, known) => {
                self.table(&mut facts, *table);
                self.known(&mut facts, known);
            }
        }
        let left = &self.left;
        let is_left = |candidate| left.contains(&candidate);
        let lines = check::clash_lines(self.statements.rules(), &is_left, &facts.premises);
        let (checked, lines) = self.painter.checked(&facts.premises, &is_left, lines)?;
        self.events.push(Event {
            t: "step",
            text,
            cells: self.painter.cells(facts.cells.iter().copied()),
            areas: self.painter.areas(&facts.main),
            uses: self.painter.vars(facts.holders.iter().copied()),
            checked,
            lines,
            ..Event::default()
        });
        Ok(())
    }

    /// Adds the facts of a reason about a candidate in a cell.
    fn because(&self, facts: &mut Facts, cell: Cell, because: Because) {
        match because {
            Because::Marks | Because::Cell(_) => {}
            Because::Clue | Because::Supposed => facts.premises.push(Premise::Cell(cell)),
            Because::House(house, other) => {
                facts.add_main(Premise::House(house));
                self.holder(facts, other);
            }
            Because::OnlyDigit => facts.add_main(Premise::Cell(cell)),
            Because::OnlyCell(house) => facts.add_main(Premise::House(house)),
            Because::Pair(index, _) => {
                facts.premises.push(Premise::Pair(index));
                let cells = self.statements.pair(index).cells;
                let other = cells[usize::from(cells[0] == cell)];
                self.holder(facts, other);
            }
            Because::Table(index) => {
                self.table(facts, index);
            }
        }
    }

    /// Adds a table, by whose statement its cells have digits.
    fn table(&self, facts: &mut Facts, index: usize) {
        facts.premises.push(Premise::Table(index));
        for &cell in &self.statements.table(index).cells {
            facts.premises.push(Premise::Cell(cell));
            facts.cells.push(cell);
        }
    }

    /// Adds a cell whose digits matter.
    fn holder(&self, facts: &mut Facts, cell: Cell) {
        facts.premises.push(Premise::Cell(cell));
        facts.cells.push(cell);
        let own = self.left.iter().filter(|one| one.cell == cell);
        if let Ok(&only) = own.exactly_one() {
            facts.holders.push(only);
        }
    }

    fn ruled_out(&self, facts: &mut Facts, ruled_out: &[RuledOut]) {
        // Houses that only rule something out are not drawn.
        for one in ruled_out {
            let mut own = Facts::default();
            self.because(&mut own, one.candidate.cell, one.because);
            facts.add(own);
        }
    }

    fn known(&self, facts: &mut Facts, known: &[Known]) {
        for one in known {
            let mut own = Facts::default();
            self.because(&mut own, one.candidate.cell, one.because);
            if one.holds {
                self.holder(&mut own, one.candidate.cell);
            }
            own.cells.push(one.candidate.cell);
            facts.add(own);
        }
    }
}

/// The facts of a step.
#[derive(Default)]
struct Facts {
    premises: Vec<Premise>,
    /// Those whose houses are drawn.
    main: Vec<Premise>,
    cells: Vec<Cell>,
    /// The digits of cells that have one.
    holders: Vec<Candidate>,
}

impl Facts {
    fn add_main(&mut self, premise: Premise) {
        self.premises.push(premise);
        self.main.push(premise);
    }

    /// Adds the facts of a part, without drawing its houses.
    fn add(&mut self, part: Facts) {
        self.premises.extend(part.premises);
        self.cells.extend(part.cells);
        self.holders.extend(part.holders);
    }
}

/// Turns cells, candidates and facts into what a page contains.
struct Painter<'a> {
    rules: &'a Rules,
}

impl<'a> Painter<'a> {
    fn new(rules: &'a Rules) -> Painter<'a> {
        Painter { rules }
    }

    fn candidates(&self) -> impl Iterator<Item = Candidate> + use<> {
        let size = self.rules.size();
        let digits = move |cell| size.digits().map(move |digit| Candidate::new(cell, digit));
        size.cells().flat_map(digits)
    }

    fn var(&self, candidate: Candidate) -> i32 {
        encode::var(candidate, self.rules.size()).to_dimacs()
    }

    fn vars(&self, candidates: impl IntoIterator<Item = Candidate>) -> Vec<i32> {
        let vars = candidates.into_iter().map(|candidate| self.var(candidate));
        vars.sorted_unstable().dedup().collect()
    }

    fn cells(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
        let cells = cells.into_iter();
        let cells = cells.map(|cell| cell.index(self.rules.size()));
        cells.sorted_unstable().dedup().collect()
    }

    /// Returns the houses among the facts, unless there are many.
    fn areas(&self, premises: &[Premise]) -> Vec<Vec<usize>> {
        let houses = premises.iter().filter_map(|premise| match premise {
            Premise::House(house) | Premise::Sum(house) => Some(*house),
            _ => None,
        });
        let houses: Vec<_> = houses.unique().collect();
        if houses.len() > MOST_AREAS {
            return Vec::new();
        }
        let areas = houses.into_iter();
        let areas = areas.map(|house| self.cells(self.rules.cells_of(house).iter().copied()));
        areas.collect()
    }

    /// Returns the facts that a step was checked against, in words, and the lines of the
    /// check. Lines about cells with a single candidate left are omitted: they are seen.
    ///
    /// # Errors
    /// If the step was refused, unless it has too many cases.
    fn checked(
        &self,
        premises: &[Premise],
        is_left: &dyn Fn(Candidate) -> bool,
        lines: Result<Vec<Line>, StepFault>,
    ) -> Result<(String, Vec<(usize, String)>), StepFault> {
        let lines = match lines {
            Err(StepFault::TooLong) => return Ok((LONG.to_owned(), Vec::new())),
            lines => lines?,
        };
        let facts = premises.iter().sorted_unstable().dedup();
        let facts = facts.map(|premise| match *premise {
            Premise::Cell(cell) => format!("{cell}"),
            Premise::House(house) => house.to_string(),
            Premise::Pair(index) => self.rules.pairs()[index].to_string(),
            Premise::Table(index) => self.rules.tables()[index].to_string(),
            Premise::Sum(house) => format!("the sum of {house}"),
            Premise::Less(index) => format!("without {}", self.rules.tables()[index]),
        });
        let facts = facts.collect::<Vec<_>>().join("; ");
        let size = self.rules.size();
        let is_known = |cell: Cell| {
            let digits = size.digits();
            digits
                .filter(|&digit| is_left(Candidate::new(cell, digit)))
                .count()
                == 1
        };
        let is_seen = |line: &&Line| match line.content {
            Content::Follows(candidate, _) => is_known(candidate.cell),
            _ => false,
        };
        let shown = lines.iter().filter(|line| !is_seen(line));
        let words = |line: &Line| {
            let text = hint::of_check(line.content, self.rules, &Symbols::NUMBERS);
            (line.depth, text)
        };
        let told = "Checked against these facts alone, and what is left in their cells";
        Ok((format!("{told}: {facts}."), shown.map(words).collect()))
    }
}
