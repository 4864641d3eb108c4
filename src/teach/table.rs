//! An exact-cover problem, or its remaining part, as a 0/1 matrix in text.

use super::labels::Labels;
use super::style::{FAINT, TRUE, paint};
use crate::cover::{ExactCover, OptionId};
use anstyle::Style;
use itertools::Itertools;
use std::io::{self, Write};

/// Largest number of rows or columns that are printed. Chosen by hand for a
/// screen.
pub(super) const MAX: usize = 64;

/// Up to this number of columns there is a blank between them.
const WIDE: usize = 24;

/// The mark of a row: how it relates to the clues and to a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// It may be chosen.
    Left,
    /// It is part of a solution.
    Taken,
    /// It is a clue, and part of each solution.
    Clue,
    /// Clues rule it out.
    RuledOut,
}

/// Writes the given rows and columns, each row with its mark, and below them the sums: the
/// number of 1s that each column has in rows that are not ruled out. Zeros of the matrix
/// are written as dots.
pub(super) fn write(
    out: &mut impl Write,
    problem: &ExactCover,
    labels: &Labels,
    rows: &[usize],
    columns: &[usize],
    mark: impl Fn(usize) -> Mark,
) -> io::Result<()> {
    let row_names = rows.iter().map(|&row| labels.option(row).chars().count());
    let width = row_names.max().unwrap_or(0).max(SUM.chars().count());
    let blank = if columns.len() <= WIDE { " " } else { "" };
    let gaps: Vec<&str> = std::iter::once("")
        .chain(columns.iter().tuple_windows().map(|(&left, &right)| {
            match labels.block(left) == labels.block(right) {
                true => blank,
                false => "  ",
            }
        }))
        .collect();
    let upright = |line: Vec<char>| {
        let cells = gaps.iter().zip(line).map(|(gap, c)| format!("{gap}{c}"));
        cells.collect::<String>().trim_end().to_owned()
    };
    let names = columns.iter().map(|&column| labels.item(column).to_owned());
    for line in downwards(&names.collect::<Vec<_>>()) {
        writeln!(out, "    {:width$}  {}", "", paint(FAINT, upright(line)))?;
    }
    let mut sums = vec![0_usize; problem.num_items()];
    for &row in rows {
        let mut has = vec![false; problem.num_items()];
        for item in problem.option(OptionId::new(row)) {
            has[item.index()] = true;
            sums[item.index()] += usize::from(mark(row) != Mark::RuledOut);
        }
        let (sign, style) = match mark(row) {
            Mark::Left => (" ", Style::new()),
            Mark::Taken => ("●", Style::new()),
            Mark::Clue => ("★", TRUE),
            Mark::RuledOut => ("○", TRUE),
        };
        let name = format!("{:<width$}", labels.option(row));
        write!(out, "  {} {}  ", paint(TRUE, sign), paint(style, name))?;
        for (gap, &column) in gaps.iter().zip(columns) {
            write!(out, "{gap}")?;
            match has[column] {
                true => write!(out, "{}", paint(style, "1"))?,
                false => write!(out, "{}", paint(FAINT, "."))?,
            }
        }
        writeln!(out)?;
    }
    let sums: Vec<String> = columns
        .iter()
        .map(|&column| sums[column].to_string())
        .collect();
    for (place, line) in downwards(&sums).into_iter().enumerate() {
        let name = if place == 0 { SUM } else { "" };
        writeln!(out, "    {name:<width$}  {}", upright(line))?;
    }
    Ok(())
}

/// Name of the row of sums.
const SUM: &str = "Σ";

/// Returns words written downwards: each line has one character of each word.
fn downwards(words: &[String]) -> Vec<Vec<char>> {
    let words: Vec<Vec<char>> = words.iter().map(|word| word.chars().collect()).collect();
    let height = words.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|line| {
            let at = |word: &Vec<char>| word.get(line).copied().unwrap_or(' ');
            words.iter().map(at).collect()
        })
        .collect()
}

/// Writes the matrix as lists, as dancing links store it: for each row and each column the
/// places of its 1s, and the memory that this saves.
pub(super) fn sparse(
    out: &mut impl Write,
    problem: &ExactCover,
    labels: &Labels,
) -> io::Result<()> {
    let (rows, columns) = (problem.num_options(), problem.num_items());
    let ones = problem.num_entries();
    writeln!(
        out,
        "The same matrix sparse, as the links store it: {} of {rows} × {columns} = {} numbers\n\
         are 1s. Each of them is a node.\n",
        ones,
        rows * columns,
    )?;
    let mut of_item = vec![Vec::new(); columns];
    let names = problem
        .options()
        .map(|option| labels.option(option.index()));
    let items = problem.items().map(|item| labels.item(item.index()));
    let width = names.clone().chain(items).map(|name| name.chars().count());
    let width = width.max().unwrap_or(0);
    for option in problem.options() {
        let name = labels.option(option.index());
        let items = labels.items_of(problem, option.index()).join(" ");
        writeln!(out, "    row    {name:<width$}  {items}")?;
        for item in problem.option(option) {
            of_item[item.index()].push(name);
        }
    }
    for (item, options) in problem.items().zip(of_item) {
        let name = labels.item(item.index());
        let rows = options.join(" ");
        writeln!(
            out,
            "{}",
            format!("    column {name:<width$}  {rows}").trim_end()
        )?;
    }
    Ok(())
}
