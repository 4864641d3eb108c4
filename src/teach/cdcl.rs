//! A run of CDCL in words.

use super::count;
use super::names::Namer;
use super::recorder::Listener;
use super::style::{CHOICE, FAINT, LEARNED, TRUE, WRONG, paint};
use super::trace::{ClauseId, Event};
use super::watches::Watches;
use crate::formula::{Cnf, Lit};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

/// The legend of the marks.
pub const LEGEND: &str = "\
? decided   → implied   ✗ conflict   ⊗ resolved   + learned   ↩ back";

/// The legend of the marks of a run of DPLL.
pub const LEGEND_OF_DPLL: &str = "? decided   → implied   ✗ conflict   ↩ the other way";

/// Deeper levels are not indented further.
const MAX_INDENT: usize = 16;

/// Writes the steps of a CDCL run, one per line.
#[derive(Debug)]
pub struct StepWriter<W> {
    out: W,
    namer: Namer,
    formula: Arc<Cnf>,
    learned: FxHashMap<ClauseId, Vec<Lit>>,
    watches: Watches,
    level: usize,
    /// Set to leave out the negative literals of level 0, which are most steps
    /// of a 9×9.
    collapse: bool,
    /// Number of steps that were left out since the last line.
    hidden: usize,
}

impl<W: Write + Send> StepWriter<W> {
    /// Creates a writer of the steps of a run on `formula`. With `collapse`, only the
    /// positive of the literals that become true at level 0 are shown.
    pub fn new(out: W, namer: Namer, formula: Arc<Cnf>, collapse: bool) -> StepWriter<W> {
        StepWriter {
            out,
            namer,
            watches: Watches::new(&formula),
            formula,
            learned: FxHashMap::default(),
            level: 0,
            collapse,
            hidden: 0,
        }
    }

    /// Writes a line about the steps left out last. Call it at the end of the
    /// run.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(&mut self) -> io::Result<()> {
        let hidden = std::mem::take(&mut self.hidden);
        if hidden > 0 {
            let candidates = count(hidden, "candidate is", "candidates are");
            let line = format!("         0  … and {candidates} ruled out (not shown)");
            writeln!(self.out, "{}", paint(FAINT, line))?;
        }
        Ok(())
    }

    /// Returns a sentence with the number of clauses that the scheme of two watched literals
    /// visits, and with the number of those that contain a new false literal.
    pub(super) fn watched(&self) -> String {
        format!(
            "Watched literals: {}; {} if each clause with a new false literal were visited.",
            count(self.watches.visits, "visit", "visits"),
            self.watches.contained
        )
    }

    fn clause(&self, id: ClauseId) -> &[Lit] {
        match self.learned.get(&id) {
            Some(clause) => clause,
            None => self.formula.clause(id as usize - 1),
        }
    }

    /// Returns a clause in words with its number: `#65 r1c2 can't hold both 1
    /// and 2`.
    fn named(&self, id: ClauseId) -> impl Display + use<W> {
        let words = self.namer.clause(self.clause(id));
        let number = paint(FAINT, format!("#{id}"));
        match self.learned.contains_key(&id) {
            true => format!("{number} {} {words}", paint(LEARNED, "learned:")),
            false => format!("{number} {words}"),
        }
    }

    fn plain(&self, numbers: &[i32]) -> String {
        self.namer.plain(&lits(numbers))
    }

    /// Records learned clauses, watched literals and the level, whether the
    /// event is shown or not.
    fn note(&mut self, event: &Event) {
        self.watches.apply(event);
        match *event {
            Event::Decide { level, .. }
            | Event::Imply { level, .. }
            | Event::Flip { level, .. } => self.level = level,
            Event::Backjump { to, .. } => self.level = to,
            Event::Restart { .. } => self.level = 0,
            Event::Learn { id, ref clause, .. } => {
                self.learned.insert(id, lits(clause));
            }
            _ => {}
        }
    }

    fn line(&mut self, step: u64, text: impl Display) -> io::Result<()> {
        self.finish()?;
        let level = self.level;
        let indent = 2 * level.min(MAX_INDENT);
        writeln!(self.out, "{step:>6} {level:>3}  {:indent$}{text}", "")
    }

    /// Returns a literal, padded so that reasons are aligned.
    fn padded(&self, number: i32) -> String {
        let [lit] = lits(&[number])[..] else {
            return String::new();
        };
        let name = format!("{:<8}", self.namer.literal(lit));
        match lit.is_positive() {
            true => paint(TRUE, name).to_string(),
            false => name,
        }
    }
}

impl<W: Write + Send> Listener for StepWriter<W> {
    fn skip(&mut self, event: &Event) {
        self.note(event);
    }

    fn show(&mut self, step: u64, event: &Event) -> io::Result<()> {
        self.note(event);
        match *event {
            Event::Imply { lit, level: 0, .. } if self.collapse && lit < 0 => {
                self.hidden += 1;
                Ok(())
            }
            Event::Imply { lit, by, .. } => {
                let text = format!("→ {} {}", self.padded(lit), self.named(by));
                self.line(step, text)
            }
            Event::Decide { lit, .. } => {
                let text = format!("{} {} decided", paint(CHOICE, "?"), self.padded(lit));
                self.line(step, text)
            }
            Event::Conflict { by, .. } => {
                let literals = self.names(self.clause(by));
                let words = self.named(by);
                self.line(step, format!("{} {words}", paint(WRONG, "✗ conflict:")))?;
                self.more(format_args!("every literal of it is false: {literals}"))
            }
            Event::Resolve {
                on,
                with,
                ref clause,
                ref fixed,
            } => self.resolve(step, on, with, clause, fixed),
            Event::Minimize { ref clause } => {
                let clause = self.plain(clause);
                self.line(
                    step,
                    format!("⊗ the rest of it makes the others false: {clause}"),
                )
            }
            Event::Learn {
                id,
                ref clause,
                uip,
            } => self.learn(step, id, clause, uip),
            Event::Backjump { from, to, undo } => {
                let open = reopened(undo);
                self.line(
                    step,
                    format!("↩ back from level {from} to level {to}: {open}"),
                )
            }
            Event::Flip { lit, level, undo } => {
                let (lit, open) = (self.padded(lit), reopened(undo));
                self.line(
                    step,
                    format!("↩ {lit} the other way of level {level}: {open}"),
                )
            }
            Event::Restart { from, undo } => {
                let open = reopened(undo);
                self.line(
                    step,
                    format!("↩ restart: from level {from} to level 0, {open}"),
                )
            }
            Event::Solution { .. } => self.line(step, paint(TRUE, "✓ every clause is satisfied")),
            Event::NoSolution => self.line(step, paint(WRONG, "✗ the formula is unsatisfiable")),
            _ => Ok(()),
        }
    }
}

impl<W: Write + Send> StepWriter<W> {
    fn resolve(
        &mut self,
        step: u64,
        on: i32,
        with: ClauseId,
        clause: &[i32],
        fixed: &[i32],
    ) -> io::Result<()> {
        let on = self.plain(&[on]);
        let text = format!("⊗ resolve on {on} with {}", self.named(with));
        self.line(step, text)?;
        let resolvent = self.plain(&resolvent(clause, fixed));
        self.more(format_args!("gives {resolvent}"))?;
        if fixed.is_empty() {
            return Ok(());
        }
        let (struck, clause) = (self.names(&lits(fixed)), self.plain(clause));
        self.more(format_args!("without {struck}, false at level 0: {clause}"))
    }

    fn learn(
        &mut self,
        step: u64,
        id: ClauseId,
        clause: &[i32],
        uip: Option<i32>,
    ) -> io::Result<()> {
        let words = self.plain(clause);
        let text = format!("{} {words}", paint(LEARNED, format!("+ learned #{id}:")));
        self.line(step, text)?;
        match uip {
            Some(uip) if clause.len() > 1 => {
                let [point, implied] = [-uip, uip].map(|lit| self.plain(&[lit]));
                self.more(format_args!(
                    "{point} is the first unique implication point; the clause will imply {implied}"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Returns the names of literals, with commas between them.
    fn names(&self, lits: &[Lit]) -> String {
        lits.iter().map(|&lit| self.namer.literal(lit)).join(", ")
    }

    /// Writes a second line of a step.
    fn more(&mut self, text: impl Display) -> io::Result<()> {
        let indent = 2 * self.level.min(MAX_INDENT) + 2;
        writeln!(self.out, "{:>10}  {:indent$}{text}", "", "")
    }
}

/// Returns the number of literals that become unassigned in words.
fn reopened(undo: usize) -> String {
    format!("{} open again", count(undo, "literal is", "literals are"))
}

/// Returns the whole resolvent: the literals that are kept and those that are
/// false at level 0, by variable.
fn resolvent(clause: &[i32], fixed: &[i32]) -> Vec<i32> {
    let mut all = [clause, fixed].concat();
    all.sort_unstable_by_key(|lit| lit.unsigned_abs());
    all
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers
        .iter()
        .filter_map(|&number| Lit::from_dimacs(number))
        .collect_vec()
}
