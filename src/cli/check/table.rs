//! The table of a few puzzles, and the sums of many.

use std::io::{self, Write};
use std::time::Duration;
use sudosat::batch::Tally;
use sudosat::engine::compare::{Answer, Comparison, Judgement};
use sudosat::engine::{End, Verdict};
use sudosat::io::display;
use sudosat::sudoku::text::Entry;

/// Up to so many puzzles are a table; of more, only those that did not agree
/// are told.
const FEW: usize = 60;

/// Rows that wait until it is known whether the puzzles are few.
pub struct Table {
    header: Vec<String>,
    /// The rows, and the notes under each.
    rows: Vec<(Vec<String>, Vec<String>)>,
    /// Whether there were too many rows for a table.
    many: bool,
}

impl Table {
    pub fn new(engines: Vec<String>) -> Table {
        let mut header: Vec<String> = ["puzzle", "order", "clues", "solutions"]
            .map(String::from)
            .into();
        header.extend(engines);
        header.push("result".into());
        Table {
            header,
            rows: Vec::new(),
            many: false,
        }
    }

    /// Adds a puzzle.
    pub fn add(
        &mut self,
        entry: &Entry,
        comparison: &Comparison,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if !self.many && self.rows.len() == FEW {
            self.many = true;
            self.rows.retain(|(_, notes)| !notes.is_empty());
            self.print(out)?;
            self.rows.clear();
        }
        if self.many && comparison.judgement == Judgement::Agreed {
            return Ok(());
        }
        let known = comparison.known();
        let more = if known.complete { "" } else { "+" };
        let mut row = vec![
            display(&entry.name).into_owned(),
            entry.puzzle.size().to_string(),
            entry.puzzle.num_clues().to_string(),
            format!("{}{more}", known.solutions),
        ];
        row.extend(comparison.answers.iter().map(cell));
        row.push(comparison.judgement.to_string());
        let notes = comparison
            .notes
            .iter()
            .map(|note| display(note).into_owned());
        self.rows.push((row, notes.collect()));
        if self.many {
            self.print(out)?;
            self.rows.clear();
        }
        Ok(())
    }

    /// Prints what is left.
    pub fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.many || self.rows.is_empty() {
            return Ok(());
        }
        self.print(out)?;
        writeln!(out)
    }

    /// Prints the rows that there are, with the header unless they are rows of
    /// many.
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let no_notes = Vec::new();
        let header = (!self.many).then_some((&self.header, &no_notes));
        let rows = || {
            header
                .into_iter()
                .chain(self.rows.iter().map(|(row, notes)| (row, notes)))
        };
        let widths: Vec<usize> = (0..self.header.len())
            .map(|column| {
                rows()
                    .map(|(row, _)| row[column].chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        for (row, notes) in rows() {
            let mut line = String::new();
            for (column, (text, &width)) in row.iter().zip(&widths).enumerate() {
                // Names and words to the left, numbers to the right.
                line += &match column {
                    1..=3 => format!("{text:>width$}  "),
                    _ => format!("{text:<width$}  "),
                };
            }
            writeln!(out, "{}", line.trim_end())?;
            for note in notes {
                writeln!(out, "    {note}")?;
            }
        }
        Ok(())
    }
}

/// What one engine did: its time and its main steps, or why it has no answer.
fn cell(answer: &Answer) -> String {
    let Ok((outcome, _)) = &answer.result else {
        return "failed".into();
    };
    let time = time(outcome.time);
    match (&outcome.end, outcome.steps.main()) {
        (End::GaveUp(_), _) => match outcome.verdict() {
            Verdict::Solved => format!("{time}, incomplete"),
            _ => format!("{time}, gave up"),
        },
        (_, Some((name, count))) => format!("{time}, {count} {name}"),
        (_, None) => "clues clash".into(),
    }
}

/// A time with three digits.
fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.000_999_5 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 0.999_5 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// The sums.
pub fn summary(
    tally: &Tally,
    bad_inputs: u64,
    interrupted: bool,
    with_steps: bool,
    elapsed: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    let puzzles = tally.puzzles;
    let many = if puzzles == 1 { "puzzle" } else { "puzzles" };
    let early = if interrupted {
        " before the interrupt"
    } else {
        ""
    };
    let mut parts = vec![format!("{} agreed", tally.agreed)];
    for (count, what) in [
        (tally.not_cross_checked, "not cross-checked"),
        (tally.failed, "with an engine that failed"),
        (tally.disagreed, "DISAGREED"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    let time_taken = time(elapsed);
    writeln!(
        out,
        "{puzzles} {many} in {time_taken}{early}: {}",
        parts.join(", ")
    )?;
    let kinds = [
        (tally.unique, "with one solution"),
        (tally.several, "with several"),
        (tally.unsolvable, "without"),
        (
            puzzles - tally.unique - tally.several - tally.unsolvable,
            "not known",
        ),
    ];
    let kinds: Vec<String> = kinds
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if !kinds.is_empty() {
        writeln!(out, "{}", kinds.join(", "))?;
    }
    if bad_inputs > 0 {
        let inputs = if bad_inputs == 1 {
            "input was"
        } else {
            "inputs were"
        };
        writeln!(out, "{bad_inputs} {inputs} refused")?;
    }
    for engine in &tally.engines {
        let mut line = format!(
            "{}: {} answered in {}",
            engine.name,
            engine.answered,
            time(engine.time)
        );
        for (count, what) in [(engine.gave_up, "given up"), (engine.failed, "failed")] {
            if count > 0 {
                line += &format!(", {count} {what}");
            }
        }
        writeln!(out, "{line}")?;
        if with_steps {
            for (name, count) in &engine.steps {
                writeln!(out, "    {count:>14} {name}")?;
            }
        }
    }
    Ok(())
}
