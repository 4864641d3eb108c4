//! Figures as text for a terminal: tables as rows, trees by indentation, and other
//! diagrams as lists of nodes and edges. Colours only repeat what marks say.

use super::diagram::{Diagram, Look, Route};
use super::svg;
use super::table::Table;
use super::{Figure, Frame};
use crate::teach::style::{CHOICE, FAINT, HEADING, TRUE, WRONG, paint};
use anstyle::Style;
use std::io::{self, Write};

/// Writes a figure.
///
/// # Errors
/// An error of the output.
pub fn write(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    is_writable(figure)?;
    writeln!(out, "{}\n", paint(HEADING, figure.title()))?;
    write_one(out, figure)
}

/// Writes frames, each with its text above it.
///
/// # Errors
/// An error of the output.
pub fn write_frames(out: &mut impl Write, frames: &[Frame]) -> io::Result<()> {
    for (index, frame) in frames.iter().enumerate() {
        is_writable(&frame.figure)?;
        if index > 0 {
            writeln!(out)?;
        }
        for (number, line) in frame.caption.iter().enumerate() {
            match number {
                0 => writeln!(out, "{}", paint(HEADING, line))?,
                _ => writeln!(out, "{line}")?,
            }
        }
        writeln!(out)?;
        write_one(out, &frame.figure)?;
    }
    Ok(())
}

/// Checks that the figure has a form of text.
fn is_writable(figure: &Figure) -> io::Result<()> {
    match figure {
        Figure::Dots(dots) => Err(io::Error::other(format!(
            "a matrix of {} × {} is too large for a terminal; take --svg",
            dots.rows, dots.columns
        ))),
        _ => Ok(()),
    }
}

fn write_one(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    match figure {
        Figure::Table(table) => write_table(out, table),
        Figure::Dots(_) => is_writable(figure),
        Figure::Diagram(diagram) if !diagram.rows.is_empty() => aligned(out, &diagram.rows),
        Figure::Diagram(diagram) => match diagram.edges.first().map(|edge| &edge.route) {
            Some(Route::Down) => write_tree(out, diagram),
            _ => write_list(out, diagram),
        },
    }
}

fn style(look: Look) -> Style {
    match look {
        Look::Chosen | Look::Right | Look::Covered => TRUE,
        Look::Changed | Look::Wrong => WRONG,
        Look::True => CHOICE,
        Look::Faint => FAINT,
        Look::Plain | Look::Negative => Style::new(),
    }
}

/// Writes a word of a width in a look's style, and then the blanks.
fn padded(out: &mut impl Write, word: &str, look: Look, width: usize) -> io::Result<()> {
    let blanks = width.saturating_sub(word.chars().count());
    write!(out, "{}{:blanks$}", paint(style(look), word), "")
}

/// Writes rows of words in columns. A row of one word is a line of text, which needs no
/// column.
fn aligned(out: &mut impl Write, rows: &[Vec<(String, Look)>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| {
        let words = rows.iter().filter(|row| row.len() > 1);
        let words = words.filter_map(|row| row.get(column));
        words
            .map(|(word, _)| word.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(wide).collect();
    for row in rows {
        for (column, (word, look)) in row.iter().enumerate() {
            let last = column + 1 == row.len();
            padded(out, word, *look, if last { 0 } else { widths[column] + 2 })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let of_row = |row: usize| {
        table
            .rows
            .get(row)
            .map(|(name, look)| (format!("{}{name}", svg::mark(*look)), *look))
    };
    let names: Vec<_> = (0..table.cells.len()).filter_map(of_row).collect();
    // A digit that is not in the grid; without colours it would look like one that is.
    let is_wrong = |look: Look| table.rows.is_empty() && look == Look::Wrong;
    let left = names.iter().map(|(name, _)| name.chars().count()).max();
    let left = left.map_or(0, |longest| longest + 2);
    let words = table.cells.iter().flatten();
    let wide = words
        .map(|(word, _)| word.chars().count())
        .max()
        .unwrap_or(1)
        .max(1);
    let tall = table
        .columns
        .iter()
        .map(|(name, _)| name.chars().count())
        .max();
    let gap = if table.columns.len() > 24 { "" } else { " " };
    let bar = |column: usize| {
        let is_block = table.column_block > 0 && column.is_multiple_of(table.column_block);
        match column {
            0 => "",
            _ if is_block => " │ ",
            _ => gap,
        }
    };
    for line in 0..tall.unwrap_or(0) {
        write!(out, "{:left$}", "")?;
        for (column, (name, look)) in table.columns.iter().enumerate() {
            let c = name.chars().nth(line).map_or(" ".into(), |c| c.to_string());
            write!(out, "{}", bar(column).replace('│', " "))?;
            padded(out, &c, *look, wide)?;
        }
        writeln!(out)?;
    }
    for (row, cells) in table.cells.iter().enumerate() {
        if table.is_row_of_block(row) {
            let width: usize = (0..cells.len())
                .map(|column| wide + bar(column).chars().count())
                .sum();
            writeln!(out, "{:left$}{}", "", "─".repeat(width))?;
        }
        if let Some((name, look)) = names.get(row) {
            padded(out, name, *look, left)?;
        }
        // No row ends with the blanks of a gap.
        let mut columns = (0..cells.len()).rev();
        let last = columns.find(|&column| !table.is_gap(row, column));
        for (column, (word, look)) in cells[..last.map_or(0, |last| last + 1)].iter().enumerate() {
            write!(out, "{}", bar(column))?;
            match word.as_str() {
                "" if table.is_gap(row, column) => padded(out, "", *look, wide)?,
                "" => padded(out, ".", Look::Faint, wide)?,
                _ if is_wrong(*look) => padded(out, "✗", *look, wide)?,
                word => padded(out, word, *look, wide)?,
            }
        }
        writeln!(out)?;
    }
    for (word, _) in { table.cells.iter().flatten() }.filter(|(_, look)| is_wrong(*look)) {
        match word.as_str() {
            "✗" => writeln!(out, "\n✗ no digit is left for this cell")?,
            digit => writeln!(
                out,
                "\n✗ {digit} was tried in this cell and is not in the grid"
            )?,
        }
    }
    Ok(())
}

/// Writes a tree by indentation, each node below its parent.
fn write_tree(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    let mut depth = vec![0; diagram.nodes.len()];
    for edge in &diagram.edges {
        depth[edge.to] = depth[edge.from] + 1;
    }
    for (node, depth) in diagram.nodes.iter().zip(depth) {
        let here = match node.look {
            Look::Changed => "  ← here",
            Look::Faint => "  (given up)",
            _ => "",
        };
        let label = paint(style(node.look), &node.label);
        writeln!(out, "{:width$}{label}{here}", "", width = 2 * depth)?;
    }
    Ok(())
}

/// Writes each node that is there with the nodes that its edges lead to.
fn write_list(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    let mut rows = Vec::new();
    for (index, node) in diagram
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| !node.label.is_empty())
    {
        let to = diagram.edges.iter().filter(|edge| edge.from == index);
        let to: Vec<&str> = to
            .map(|edge| diagram.nodes[edge.to].label.as_str())
            .collect();
        let to = match to[..] {
            [] => String::new(),
            _ => format!("→ {}", to.join(", ")),
        };
        rows.push(vec![
            (node.label.clone(), node.look),
            (node.note.clone(), Look::Faint),
            (to, Look::Plain),
        ]);
    }
    aligned(out, &rows)
}
