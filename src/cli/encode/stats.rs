//! The table of families with the numbers of their clauses and literals.

use crate::cli::color::{self, Painter};
use crate::cli::{json, out};
use serde::Serialize;
use std::io::{self, Write};
use sudosat::encode::{AtMostOne, Encoding, FamilySize, Layout, family_sizes, size};
use sudosat::io::{counted, display};
use sudosat::sudoku::text::Entry;

/// Width of the table in columns, that of a usual terminal.
const COLUMNS: usize = 80;

/// The file that a formula was written to.
#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
    bytes: u64,
}

/// A table, and the file of its formula if that was written.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    table: &'a Statistics,
    #[serde(flatten)]
    written: Option<Written<'a>>,
}

/// The numbers of a formula, known before it is written.
#[derive(Serialize)]
pub(super) struct Statistics {
    /// The place of the puzzle, `INPUT:LINE`.
    puzzle: String,
    /// n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    encoding: &'static str,
    at_most_one: &'static str,
    pub variables: u64,
    pub clauses: u64,
    literals: u64,
    families: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    /// The lecture's number, for its five.
    number: Option<&'static str>,
    family: &'static str,
    formula: String,
    clauses: u64,
    literals: u64,
    auxiliary: u64,
}

impl Statistics {
    /// Returns the numbers of a puzzle's formula.
    pub(super) fn new(entry: &Entry, encoding: &Encoding, layout: Layout) -> Statistics {
        let formula = size(&entry.puzzle, encoding, layout);
        let row = |of: FamilySize| Row {
            number: of.family.number(),
            family: of.family.name(),
            formula: match encoding.at_most_one {
                AtMostOne::Pairwise => encoding.formula_of(of.family),
                _ if !of.family.is_at_most_one() => encoding.formula_of(of.family),
                way => format!("{}, {way}", of.family.constraint()),
            },
            clauses: of.clauses,
            literals: of.lits,
            auxiliary: of.aux,
        };
        let families = family_sizes(&entry.puzzle, encoding, layout);
        Statistics {
            puzzle: entry.name.clone(),
            order: entry.puzzle.rules().order(),
            size: entry.puzzle.size().side(),
            encoding: encoding.name,
            at_most_one: encoding.at_most_one.name(),
            variables: formula.vars,
            clauses: formula.clauses,
            literals: formula.lits,
            families: families.into_iter().map(row).collect(),
        }
    }

    /// Prints them as a line of JSON, with the name and the length of the file that was written.
    pub(super) fn print_json(&self, written: Option<(&str, u64)>) -> io::Result<()> {
        let mut out = out::stdout();
        let written = written.map(|(file, bytes)| Written { file, bytes });
        json::line(
            &mut out,
            &Object {
                table: self,
                written,
            },
        )?;
        out.flush()
    }

    /// Prints them as a table.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = out::stdout();
        self.table(&mut out)?;
        out.flush()
    }

    fn table(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{}: {}, encoding {}, at-most-ones {}, {}",
            display(&self.puzzle),
            match self.order {
                Some(order) => format!("order {order}"),
                None => format!("{0}×{0}", self.size),
            },
            self.encoding,
            self.at_most_one,
            counted(self.variables, "variable")
        )?;
        let auxiliary: u64 = self.families.iter().map(|row| row.auxiliary).sum();
        let counts = |clauses: u64, literals: u64, auxiliary_of_row: u64| {
            let mut counts = vec![clauses.to_string(), literals.to_string()];
            // Only where there are any.
            if auxiliary > 0 {
                counts.push(auxiliary_of_row.to_string());
            }
            counts
        };
        let heads = ["clauses", "literals", "auxiliary"];
        let heads = heads.map(str::to_owned).into_iter();
        let head = heads.take(2 + usize::from(auxiliary > 0)).collect();
        let mut rows = vec![(["", "family", "formula"], head)];
        for row in &self.families {
            rows.push((
                [row.number.unwrap_or_default(), row.family, &row.formula],
                counts(row.clauses, row.literals, row.auxiliary),
            ));
        }
        let total = counts(self.clauses, self.literals, auxiliary);
        rows.push((["", "total", ""], total));

        write_rows(out, &rows)
    }
}

/// A line of the table: the texts of the family, and its counts.
type Line<'a> = ([&'a str; 3], Vec<String>);

/// Writes the rows in columns, the first and the last as headings.
fn write_rows(out: &mut impl Write, rows: &[Line]) -> io::Result<()> {
    let of_texts = |column: usize| {
        let widths = rows.iter().map(|(texts, _)| texts[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let [a, b, c] = [0, 1, 2].map(of_texts);
    let of_counts = |column: usize| {
        let widths = rows.iter().map(|(_, counts)| counts[column].len());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows[0].1.len()).map(of_counts).collect();
    let numbers = |counts: &[String]| -> String {
        let columns = counts.iter().zip(&widths);
        columns
            .map(|(count, &width)| format!("  {count:>width$}"))
            .collect()
    };
    // Formulas have lines of their own where the table would be too wide.
    let fits = a + b + c + 4 + widths.iter().map(|width| width + 2).sum::<usize>() <= COLUMNS;
    let (painter, last) = (Painter::stdout(), rows.len() - 1);
    for (index, ([number, family, formula], counts)) in rows.iter().enumerate() {
        let numbers = numbers(counts);
        let row = match fits {
            true => format!("{number:<a$}  {family:<b$}  {formula:<c$}{numbers}"),
            false => format!("{number:<a$}  {family:<b$}{numbers}"),
        };
        if index == 0 || index == last {
            writeln!(out, "{}", painter.paint(&row, color::HEADER))?;
        } else {
            writeln!(out, "{row}")?;
        }
        if !fits && !formula.is_empty() && index > 0 {
            writeln!(out, "{:<a$}    {formula}", "")?;
        }
    }
    Ok(())
}
