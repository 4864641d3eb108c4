//! An exact-cover problem, or its remaining part, as a 0/1 matrix in text.

use super::ink::{FAINT, TRUE, paint};
use super::labels::Labels;
use crate::cover::{ExactCover, OptionId};
use itertools::Itertools;
use std::io::{self, Write};

/// Largest number of rows or columns that are printed. Chosen by hand for a
/// screen.
pub(super) const MAX: usize = 64;

/// Up to this number of columns there is a blank between them.
const WIDE: usize = 24;

/// Writes the given rows and columns, with a mark on each row for which `taken`
/// returns `true`. Zeros are written as dots.
pub(super) fn write(
    out: &mut impl Write,
    problem: &ExactCover,
    labels: &Labels,
    rows: &[usize],
    columns: &[usize],
    taken: impl Fn(usize) -> bool,
) -> io::Result<()> {
    let row_names = rows.iter().map(|&row| labels.option(row).chars().count());
    let width = row_names.max().unwrap_or(0);
    let blank = if columns.len() <= WIDE { " " } else { "" };
    let gaps: Vec<&str> = std::iter::once("")
        .chain(columns.iter().tuple_windows().map(|(&left, &right)| {
            match labels.block(left) == labels.block(right) {
                true => blank,
                false => "  ",
            }
        }))
        .collect();
    for line in headings(labels, columns) {
        let cells = gaps.iter().zip(line).map(|(gap, c)| format!("{gap}{c}"));
        let text = cells.collect::<String>();
        writeln!(out, "    {:width$}  {}", "", paint(FAINT, text.trim_end()))?;
    }
    for &row in rows {
        let mut has = vec![false; problem.num_items()];
        for item in problem.option(OptionId::new(row)) {
            has[item.index()] = true;
        }
        let mark = if taken(row) { "●" } else { " " };
        let name = labels.option(row);
        write!(out, "  {} {name:<width$}  ", paint(TRUE, mark))?;
        for (gap, &column) in gaps.iter().zip(columns) {
            write!(out, "{gap}")?;
            match has[column] {
                true => write!(out, "1")?,
                false => write!(out, "{}", paint(FAINT, "."))?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the names of the columns, written downwards: each line has one
/// character of each name.
fn headings(labels: &Labels, columns: &[usize]) -> Vec<Vec<char>> {
    let names: Vec<Vec<char>> = columns
        .iter()
        .map(|&column| labels.item(column).chars().collect())
        .collect();
    let height = names.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|line| {
            let at = |name: &Vec<char>| name.get(line).copied().unwrap_or(' ');
            names.iter().map(at).collect()
        })
        .collect()
}
