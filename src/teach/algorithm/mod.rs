//! The algorithms of the engines as text, and the line at which each step of a run stands.
//!
//! An algorithm is a list of lines. A line at which steps stand has a letter, and a run has the
//! letter of each of its events, in [`Run::at`](super::trace::Run::at). What the variables hold
//! is in the events themselves.
//!
//! Dancing links have the notation of D. E. Knuth, "Dancing links" (2000). Of the run of the
//! links, the page derives the steps of each column, which stand at the lines with digits.

use super::engine::{CoverForm, Engine};
use super::trace::Event;
use serde::{Deserialize, Serialize};

/// The letter of an event that stands at no line.
pub const NOWHERE: char = ' ';

/// The literal of the reader that CDCL decides at a level: each has a level of its own, also if it
/// is true already.
const NEXT: &str = "next literal asked for";
/// The lines that choose the leftmost of the columns with the fewest 1s.
const LEFTMOST: &str = "choose the leftmost column c of those with the fewest 1s.";
const FEWER: &str = "if S[j] < s, set c ← j and s ← S[j].";
/// The literal of the reader that DPLL decides.
const OPEN: &str = "first open literal asked for";

/// A line of an algorithm: its letter ([`NOWHERE`] if no step stands there), its indentation in
/// levels, and its text, which is empty between two procedures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line(pub char, pub usize, pub String);

/// Returns the algorithm of an engine.
pub fn of(engine: Engine) -> Vec<Line> {
    let text = match engine {
        Engine::Cdcl => include_str!("cdcl.txt"),
        Engine::Dpll => include_str!("dpll.txt"),
        Engine::Cover(engine) => match engine.form {
            CoverForm::Links => include_str!("dlx.txt"),
            CoverForm::Matrix => include_str!("matrix.txt"),
        },
        Engine::Backtrack => include_str!("backtrack.txt"),
    };
    let lines = text.lines().map(|line| {
        let letter = line.chars().next().unwrap_or(NOWHERE);
        let rest = line.get(letter.len_utf8()..).unwrap_or_default();
        let text = rest.trim_start();
        let indent = (rest.len() - text.len()).saturating_sub(1) / 2;
        Line(letter, indent, text.to_owned())
    });
    let lines = lines.collect();
    match engine.seed() {
        None => lines,
        Some(seed) => lines_by_chance(lines, seed),
    }
}

/// Returns an algorithm for exact covers that chooses among columns with equally few 1s at random.
fn lines_by_chance(lines: Vec<Line>, seed: u64) -> Vec<Line> {
    let by_chance = |Line(letter, indent, text): Line| match text.as_str() {
        LEFTMOST => vec![Line(
            letter,
            indent,
            format!("choose a column c of those with the fewest 1s at random (seed {seed})."),
        )],
        FEWER => vec![
            Line(
                letter,
                indent,
                "if S[j] < s, set c ← j, s ← S[j] and t ← 1,".into(),
            ),
            Line(
                letter,
                indent,
                format!(
                    "else if S[j] = s, set t ← t + 1, and with probability 1/t set c ← j (seed {seed})."
                ),
            ),
        ],
        _ => vec![Line(letter, indent, text)],
    };
    lines.into_iter().flat_map(by_chance).collect()
}

/// Returns the algorithm of an engine that decides literals of the reader first.
pub fn asked(engine: Engine) -> Vec<Line> {
    let mut lines = of(engine);
    let decides = if engine == Engine::Cdcl { NEXT } else { OPEN };
    for line in lines.iter_mut().filter(|line| line.0 == 'd') {
        line.2 = format!(
            "else level ← level + 1; make l true, the {decides}, or else the first open variable."
        );
    }
    if let (Engine::Cdcl, Some(place)) = (engine, lines.iter().position(|line| line.0 == 's')) {
        let text = format!(
            "else if the {NEXT} is false, undo all and stop: no solution under these decisions."
        );
        lines.insert(place, Line('a', lines[place].1, text));
    }
    lines
}

/// Returns the letters of the lines at which the events of a run stand.
pub fn letters(engine: Engine, events: &[Event]) -> String {
    let mut walk = Walk::new(engine);
    events.iter().map(|event| walk.step(event)).collect()
}

/// A walk through an algorithm, along the events of a run.
#[derive(Debug)]
pub struct Walk {
    engine: Engine,
    /// Set after the first event.
    begun: bool,
    /// Set from a conflict to the clause that is learned from it.
    analyzes: bool,
    /// Set from a learned clause to the jump after it.
    learned: bool,
    /// Set once the empty clause is learned.
    refuted: bool,
    /// Number of levels of the search for a cover whose item is chosen.
    chosen: usize,
    /// Number of levels of the search for a cover whose option is selected.
    selected: usize,
}

impl Walk {
    /// Creates a walk that stands before the first event.
    pub fn new(engine: Engine) -> Walk {
        Walk {
            engine,
            begun: false,
            analyzes: false,
            learned: false,
            refuted: false,
            chosen: 0,
            selected: 0,
        }
    }

    /// Returns the letter of the line at which the next event stands.
    pub fn step(&mut self, event: &Event) -> char {
        let letter = match self.engine {
            Engine::Cdcl | Engine::Dpll => self.on_formula(event),
            Engine::Cover(engine) => self.cover(engine.form == CoverForm::Links, event),
            Engine::Backtrack => self.backtrack(event),
        };
        self.begun = true;
        letter
    }

    fn on_formula(&mut self, event: &Event) -> char {
        match *event {
            Event::Decide { .. } => 'd',
            Event::Imply { .. } => 'i',
            Event::Conflict { .. } => {
                self.analyzes = true;
                'c'
            }
            Event::Resolve { .. } => 'r',
            Event::Learn { ref clause, .. } => {
                self.refuted |= clause.is_empty();
                let follows = std::mem::take(&mut self.analyzes);
                self.learned = follows;
                if follows { 'l' } else { 'x' }
            }
            Event::Backjump { .. } if std::mem::take(&mut self.learned) => 'j',
            // The decisions end with the search.
            Event::Backjump { .. } => 'a',
            Event::Flip { .. } => 'f',
            Event::Solution { .. } => 's',
            Event::NoSolution if self.engine == Engine::Cdcl && self.begun && !self.refuted => 'a',
            Event::NoSolution => 'n',
            _ => NOWHERE,
        }
    }

    fn cover(&mut self, links: bool, event: &Event) -> char {
        // Before its first option and after its last one the search is at the item alone.
        let at_item = links && self.chosen > self.selected;
        match *event {
            Event::Choose { .. } => {
                self.chosen += 1;
                'c'
            }
            Event::Cover { .. } if at_item => 'C',
            Event::Cover { .. } => 'j',
            Event::Select { .. } => {
                self.selected += 1;
                'O'
            }
            Event::Uncover { .. } if at_item => {
                self.chosen -= 1;
                'U'
            }
            Event::Uncover { .. } => 'u',
            Event::Unselect { .. } => {
                self.selected = self.selected.saturating_sub(1);
                if links { 'r' } else { 'g' }
            }
            Event::Deadend { .. } => 'r',
            Event::Solution { .. } => 'p',
            Event::NoSolution => 'n',
            _ => NOWHERE,
        }
    }

    fn backtrack(&self, event: &Event) -> char {
        match event {
            Event::Try { .. } => 't',
            Event::Undo { .. } => 'u',
            Event::Stuck { .. } => 'r',
            Event::Solution { .. } => 's',
            Event::NoSolution if self.begun => 'n',
            Event::NoSolution => 'x',
            Event::Reject { .. } => 'f',
            _ => NOWHERE,
        }
    }
}
