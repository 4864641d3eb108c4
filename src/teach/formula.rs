//! The explanation of any formula: its clauses by length, and a run of CDCL or DPLL
//! on it.

use super::engine::Engine;
use super::names::Namer;
use super::output::SharedOutput;
use super::style::{HEADING, TRUE, paint};
use super::window::Window;
use super::{cdcl, count, story};
use crate::formula::{Cnf, Model};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Width of lines of literals, in columns.
const WIDTH: usize = 78;

/// Writes an explanation of a formula and a run of CDCL or DPLL on it. With `window`, writes
/// only that part of the run; with `clauses`, lists every clause.
///
/// # Errors
/// An error of the output.
pub fn write(
    out: &mut SharedOutput,
    formula: Cnf,
    engine: Engine,
    window: Option<Window>,
    clauses: bool,
) -> io::Result<()> {
    let namer = Namer::of_variables();
    if window.is_none() {
        sizes(out, &formula)?;
        writeln!(out)?;
    }
    if clauses {
        list(out, &formula, &namer)?;
        writeln!(out)?;
    }
    let heading = format!("THE RUN: {}", engine.name());
    let about = story::about(engine, "Clauses are\nnumbered as in the file.");
    writeln!(out, "{}\n\n{about}\n", paint(HEADING, heading))?;
    let formula = Arc::new(formula);
    let writer = cdcl::StepWriter::new(out.clone(), namer.clone(), formula.clone(), false);
    match story::run_sat(out, engine, &formula, None, writer, window)? {
        Some(solved) => model(out, &solved.model, &namer),
        None => Ok(()),
    }
}

/// Writes the numbers of variables, clauses and literals, and the clauses by
/// length.
fn sizes(out: &mut SharedOutput, formula: &Cnf) -> io::Result<()> {
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for clause in formula.clauses() {
        *lengths.entry(clause.len()).or_default() += 1;
    }
    let literals: usize = lengths.iter().map(|(length, many)| length * many).sum();
    writeln!(
        out,
        "{}\n\n{}, {}, {}{}.",
        paint(HEADING, "THE FORMULA"),
        count(formula.num_vars(), "variable", "variables"),
        count(formula.num_clauses(), "clause", "clauses"),
        count(literals, "literal", "literals"),
        match formula.num_vars() {
            0 => String::new(),
            last => format!("; x{last} is variable {last}"),
        },
    )?;
    for (length, many) in lengths {
        let of = match length {
            0 => "empty: nothing satisfies it".to_string(),
            _ => format!("of {}", count(length, "literal", "literals")),
        };
        writeln!(out, "{many:>7}  {of}")?;
    }
    Ok(())
}

/// Writes each clause with its number, in names, and in DIMACS.
fn list(out: &mut SharedOutput, formula: &Cnf, namer: &Namer) -> io::Result<()> {
    let digits = formula.num_clauses().to_string().len();
    for (index, clause) in formula.clauses().enumerate() {
        let number = format!("#{}", index + 1);
        let numbers = clause.iter().map(|lit| format!("{lit} ")).join("");
        let (width, words) = (digits + 1, namer.clause(clause));
        writeln!(out, "{number:<width$} {words:<45} {numbers}0")?;
    }
    Ok(())
}

/// Writes the model's literals by name.
fn model(out: &mut SharedOutput, model: &Model, namer: &Namer) -> io::Result<()> {
    if model.lits().next().is_none() {
        return writeln!(out, "\nThe model has no variables.");
    }
    writeln!(out, "\nThe model:")?;
    let mut line = String::new();
    for lit in model.lits() {
        let name = namer.literal(lit);
        if !line.is_empty() && line.chars().count() + 1 + name.chars().count() > WIDTH {
            writeln!(out, "  {}", paint(TRUE, &line))?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &name;
    }
    if !line.is_empty() {
        writeln!(out, "  {}", paint(TRUE, &line))?;
    }
    Ok(())
}
