//! The table of families: how many clauses and literals each has.

use crate::cli::out;
use serde::Serialize;
use std::io::{self, Write};
use sudosat::encode::{AtMostOne, Encoding, FamilySize, Layout, family_sizes, size};
use sudosat::io::display;
use sudosat::sudoku::text::Entry;

/// Prints a puzzle's table, or one line of JSON, to standard output.
pub fn print(entry: &Entry, encoding: &Encoding, layout: Layout, json: bool) -> io::Result<()> {
    let stats = Stats::new(entry, encoding, layout);
    let mut out = out::stdout();
    if json {
        serde_json::to_writer(&mut out, &stats)?;
        out.write_all(b"\n")?;
    } else {
        stats.table(&mut out)?;
    }
    out.flush()
}

/// What is known of a formula before it is written.
#[derive(Serialize)]
struct Stats {
    /// Where the puzzle is from, `INPUT:LINE`.
    puzzle: String,
    /// n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    encoding: &'static str,
    at_most_one: &'static str,
    variables: u64,
    clauses: u64,
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

impl Stats {
    fn new(entry: &Entry, encoding: &Encoding, layout: Layout) -> Stats {
        let told = size(&entry.puzzle, encoding, layout);
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
        Stats {
            puzzle: display(&entry.name).into_owned(),
            order: entry.puzzle.rules().order(),
            size: entry.puzzle.size().side(),
            encoding: encoding.name,
            at_most_one: encoding.at_most_one.name(),
            variables: told.vars,
            clauses: told.clauses,
            literals: told.lits,
            families: families.into_iter().map(row).collect(),
        }
    }

    fn table(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{}: {}, encoding {}, at-most-ones {}, {} variables",
            self.puzzle,
            match self.order {
                Some(order) => format!("order {order}"),
                None => format!("{0}×{0}", self.size),
            },
            self.encoding,
            self.at_most_one,
            self.variables
        )?;
        let head = ["", "family", "formula", "clauses", "literals", "auxiliary"];
        let mut rows = vec![head.map(str::to_owned)];
        for row in &self.families {
            rows.push([
                row.number.unwrap_or_default().to_owned(),
                row.family.to_owned(),
                row.formula.clone(),
                row.clauses.to_string(),
                row.literals.to_string(),
                row.auxiliary.to_string(),
            ]);
        }
        let auxiliary: u64 = self.families.iter().map(|row| row.auxiliary).sum();
        let [clauses, literals, auxiliary] =
            [self.clauses, self.literals, auxiliary].map(|count| count.to_string());
        let (none, total) = (String::new(), "total".to_owned());
        rows.push([none.clone(), total, none, clauses, literals, auxiliary]);

        let width = |column: usize| {
            let widths = rows.iter().map(|row| row[column].chars().count());
            widths.max().unwrap_or(0)
        };
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(width);
        for [number, family, formula, clauses, literals, auxiliary] in &rows {
            writeln!(
                out,
                "{number:<a$}  {family:<b$}  {formula:<c$}  {clauses:>d$}  {literals:>e$}  {auxiliary:>f$}"
            )?;
        }
        Ok(())
    }
}
