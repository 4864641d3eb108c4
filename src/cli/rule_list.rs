//! The rules of a variant, listed below its grid.

use std::io::{self, Write};
use sudosat::sudoku::print;
use sudosat::sudoku::rules::Spec;

/// Largest number of characters of a line.
const WIDTH: usize = 100;

/// Writes the rules beyond rows, columns and regions, as statements of docs/RULES.md with
/// several on a line; nothing if there are none. Regions are in the drawing.
pub(super) fn write(out: &mut impl Write, spec: &Spec) -> io::Result<()> {
    let mut line = String::new();
    for statement in print::statements(spec).iter().skip(1) {
        if line.is_empty() {
            line = format!("Rules: {statement}");
        } else if line.chars().count() + statement.chars().count() + 2 > WIDTH {
            writeln!(out, "{line};")?;
            line = format!("  {statement}");
        } else {
            line = format!("{line}; {statement}");
        }
    }
    match line.is_empty() {
        true => Ok(()),
        false => writeln!(out, "{line}"),
    }
}
