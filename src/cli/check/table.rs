//! The table of a few puzzles, and the sums of many.

use crate::cli::color::{self, Painter};
use crate::cli::corpus::Corpus;
use crate::cli::corpus::summary::{self, time};
use anstyle::Style;
use itertools::Itertools as _;
use std::io::{self, Write};
use std::time::Duration;
use sudosat::batch::{AnswerRecord, EngineTally, Finding, Record};
use sudosat::engine::compare::Judgement;
use sudosat::io::{counted, counted_plural, display};

/// Number of puzzles up to which each has a row. Of more, only those that did not
/// agree are listed, unless all are wanted.
pub(super) const FEW: usize = 60;

/// Number of columns of a terminal that the table fits into.
const WIDTH: usize = 80;

/// Least number of characters that a puzzle's name is shortened to.
const SHORT_NAME: usize = 16;

/// The columns before those of the engines.
const FIRST: [&str; 4] = ["puzzle", "size", "clues", "solutions"];

/// A puzzle's row.
struct Row {
    /// The columns before those of the engines.
    first: [String; 4],
    /// For each engine the time, and the time with the steps.
    answers: Vec<(String, String)>,
    judgement: Judgement,
    /// Remarks under the row.
    notes: Vec<String>,
}

/// The parts of a row that are printed, from most to least.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Steps,
    Times,
    ShortNames,
    NoTimes,
}

/// Rows that wait until it is known whether the puzzles are few.
pub(super) struct Table {
    engines: Vec<String>,
    rows: Vec<Row>,
    /// Set if all puzzles are listed, however many.
    all_rows: bool,
    /// Set if there were too many rows for a table.
    many: bool,
    /// Number of puzzles that are not listed.
    hidden: u64,
    painter: Painter,
}

impl Table {
    /// Returns the empty table of these engines.
    pub(super) fn new(engines: Vec<String>, all_rows: bool) -> Table {
        Table {
            engines,
            rows: Vec::new(),
            all_rows,
            many: false,
            hidden: 0,
            painter: Painter::stdout(),
        }
    }

    /// Adds a puzzle.
    pub(super) fn add(&mut self, record: &Record, out: &mut impl Write) -> io::Result<()> {
        // Every record of a comparison has one.
        let judgement = record.judgement.unwrap_or(Judgement::NotCrossChecked);
        if !self.many && self.rows.len() == FEW {
            if self.all_rows {
                self.print(out)?;
                writeln!(out)?;
            } else {
                self.many = true;
                let agreed = |row: &Row| row.judgement == Judgement::Agreed;
                self.hidden = self.rows.iter().filter(|row| agreed(row)).count() as u64;
                self.rows.retain(|row| !agreed(row));
                self.print(out)?;
            }
            self.rows.clear();
        }
        if self.many && judgement == Judgement::Agreed {
            self.hidden += 1;
            return Ok(());
        }
        let solutions = match record.finding() {
            Finding::Unknown | Finding::Failed => "unknown".to_owned(),
            _ if record.complete => record.solutions.to_string(),
            _ => format!("{}+", record.solutions),
        };
        let notes = record.notes.iter();
        self.rows.push(Row {
            first: [
                display(&record.puzzle).into_owned(),
                match record.grids {
                    None => format!("{0}×{0}", record.size),
                    Some(grids) => format!("{grids} of {0}×{0}", record.size),
                },
                record.clues.to_string(),
                solutions,
            ],
            answers: record.engines.iter().map(cell).collect(),
            judgement,
            notes: notes.map(|note| display(note).into_owned()).collect(),
        });
        if self.many {
            self.print(out)?;
            self.rows.clear();
        }
        Ok(())
    }

    /// Returns the names of the engines.
    pub(super) fn engines(&self) -> &[String] {
        &self.engines
    }

    /// Adds a puzzle on which engines agreed, after more than [`FEW`] others.
    pub(super) fn hide(&mut self) {
        self.hidden += 1;
    }

    /// Prints the rows that are left, and how many puzzles are not listed.
    pub(super) fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.hidden > 0 {
            let hidden = counted(self.hidden, "puzzle");
            writeln!(
                out,
                "… {hidden} not listed, all agreed (--all-rows lists them)"
            )?;
        }
        if !self.many && !self.rows.is_empty() {
            self.print(out)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Prints the rows that there are, with the header unless they are rows of
    /// many, in as much detail as fits.
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let details = [
            Detail::Steps,
            Detail::Times,
            Detail::ShortNames,
            Detail::NoTimes,
        ];
        let fits = |detail: &Detail| self.width(&self.texts(*detail)) <= WIDTH;
        let detail = details.into_iter().find(fits).unwrap_or(Detail::NoTimes);
        let mut texts = self.texts(detail);
        if matches!(detail, Detail::ShortNames | Detail::NoTimes) {
            // Names get what the other columns leave.
            let left = WIDTH.saturating_sub(self.width(&texts));
            for (text, row) in texts.iter_mut().rev().zip(self.rows.iter().rev()) {
                text[0] = shortened(&row.first[0], SHORT_NAME + left);
            }
        }
        let widths = self.widths(&texts);
        let notes = self
            .rows
            .iter()
            .map(|row| (Some(row.judgement), &row.notes[..]));
        let mut under = notes.collect::<Vec<_>>();
        if !self.many {
            under.insert(0, (None, &[]));
        }
        for (texts, (judgement, notes)) in texts.iter().zip(under) {
            let last = texts.len() - 1;
            let mut line = String::new();
            for (column, (text, &width)) in texts.iter().zip(&widths).enumerate() {
                // Names and words to the left, numbers to the right.
                let padded = match column {
                    1..=3 => format!("{text:>width$}  "),
                    _ if column == last => text.clone(),
                    _ => format!("{text:<width$}  "),
                };
                line += &match judgement {
                    None => self.painter.paint(&padded, color::HEADER),
                    Some(judgement) if column == last => {
                        self.painter.paint(&padded, style(judgement))
                    }
                    Some(_) => padded,
                };
            }
            writeln!(out, "{}", line.trim_end())?;
            for note in notes {
                writeln!(out, "    {note}")?;
            }
        }
        Ok(())
    }

    /// Returns the texts of the header, unless the rows are some of many, and the rows.
    fn texts(&self, detail: Detail) -> Vec<Vec<String>> {
        let with_times = detail != Detail::NoTimes;
        let mut texts = Vec::new();
        if !self.many {
            let engines = self.engines.iter().filter(|_| with_times);
            let first = FIRST.map(String::from).into_iter();
            let last = ["result".to_owned()];
            texts.push(first.chain(engines.cloned()).chain(last).collect());
        }
        texts.extend(self.rows.iter().map(|row| {
            let mut first = row.first.clone();
            if matches!(detail, Detail::ShortNames | Detail::NoTimes) {
                first[0] = shortened(&first[0], SHORT_NAME);
            }
            let mut texts = Vec::from(first);
            for (time, steps) in row.answers.iter().filter(|_| with_times) {
                let text = if detail == Detail::Steps { steps } else { time };
                texts.push(text.clone());
            }
            texts.push(row.judgement.to_string());
            texts
        }));
        texts
    }

    /// Returns the number of columns of a terminal that the table takes.
    fn width(&self, texts: &[Vec<String>]) -> usize {
        let widths = self.widths(texts);
        widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
    }

    /// Returns the widths of the columns.
    fn widths(&self, texts: &[Vec<String>]) -> Vec<usize> {
        let columns = texts.first().map_or(0, Vec::len);
        let width = |column: usize| texts.iter().map(move |row| row[column].chars().count());
        (0..columns)
            .map(|column| width(column).max().unwrap_or(0))
            .collect()
    }
}

/// Returns the style of a result.
fn style(judgement: Judgement) -> Style {
    match judgement {
        Judgement::Agreed => color::GOOD,
        Judgement::NotCrossChecked => color::UNSURE,
        Judgement::Failed | Judgement::Disagreed => color::BAD,
    }
}

/// Returns the end of a name that has more characters than `limit`.
fn shortened(name: &str, limit: usize) -> String {
    let length = name.chars().count();
    if length <= limit {
        return name.to_owned();
    }
    let end = name.chars().skip(length - limit + 1);
    format!("…{}", end.collect::<String>())
}

/// Returns the result of one engine, without and with its main steps: its time, or
/// the reason why it has no answer.
fn cell(answer: &AnswerRecord) -> (String, String) {
    if answer.error.is_some() {
        return ("failed".into(), "failed".into());
    }
    let time = time(answer.seconds);
    match (&answer.gave_up, answer.steps.first()) {
        (Some(_), _) => match &answer.count {
            None => ("gave up".into(), format!("{time}, gave up")),
            _ => ("incomplete".into(), format!("{time}, incomplete")),
        },
        (None, Some((name, count))) => {
            let steps = format!("{time}, {}", counted_plural(*count, name));
            (time, steps)
        }
        (None, None) => ("clash".into(), "clues clash".into()),
    }
}

/// Prints the totals.
pub(super) fn totals(
    corpus: &Corpus,
    bad_inputs: u64,
    interrupted: bool,
    with_steps: bool,
    elapsed: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    let tally = &corpus.tally;
    let puzzles = tally.puzzles;
    let early = if interrupted {
        " before the interrupt"
    } else {
        ""
    };
    let counts = |counts: &[(u64, &str)]| {
        let there = counts.iter().filter(|(count, _)| *count > 0);
        there
            .map(|(count, what)| format!("{count} {what}"))
            .join(", ")
    };
    let judgements = counts(&[
        (tally.not_cross_checked, "not cross-checked"),
        (tally.failed, "with an engine that failed"),
        (tally.disagreed, "DISAGREED"),
    ]);
    let comma = if judgements.is_empty() { "" } else { ", " };
    let time_taken = summary::time_of_run(corpus, elapsed);
    writeln!(
        out,
        "{} in {time_taken}{early}: {} agreed{comma}{judgements}",
        counted(puzzles, "puzzle"),
        tally.agreed,
    )?;
    let unknown = puzzles - tally.unique - tally.several - tally.unsolvable;
    let kinds = counts(&[
        (tally.unique, "with one solution"),
        (tally.several, "with several"),
        (tally.unsolvable, "without"),
        (unknown, "not known"),
    ]);
    if !kinds.is_empty() {
        writeln!(out, "{kinds}")?;
    }
    if bad_inputs > 0 {
        let were = if bad_inputs == 1 { "was" } else { "were" };
        writeln!(out, "{} {were} refused", counted(bad_inputs, "input"))?;
    }
    if let Some(line) = summary::speed(&tally.times, tally.puzzles - corpus.num_past, elapsed) {
        writeln!(out, "{line}")?;
    }
    if let Some(line) = summary::time_of_merge(corpus, elapsed) {
        writeln!(out, "{line}")?;
    }
    tally
        .engines
        .iter()
        .try_for_each(|engine| engine_total(engine, with_steps, out))
}

/// Prints what an engine did on all puzzles.
fn engine_total(engine: &EngineTally, with_steps: bool, out: &mut impl Write) -> io::Result<()> {
    let mut line = format!("{}: {} answered", engine.name, engine.answered);
    // The time is that of the puzzles answered and given up.
    if engine.gave_up > 0 {
        line += &format!(", {} given up", engine.gave_up);
    }
    line += &format!(" in {}", time(engine.time.as_secs_f64()));
    if engine.failed > 0 {
        line += &format!(", {} failed", engine.failed);
    }
    writeln!(out, "{line}")?;
    for (name, count) in engine.steps.iter().filter(|_| with_steps) {
        let text = counted_plural(*count, name);
        // The counts stand right-aligned in a column.
        let width = 15 + text.len() - count.to_string().len() - 1;
        writeln!(out, "    {text:>width$}")?;
    }
    Ok(())
}
