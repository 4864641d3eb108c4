//! Our own answers in the format of the SAT competition.

use super::Status;
use crate::formula::Lit;
use crate::io::Decimal;
use std::io::{self, Write};

/// Greatest width of a `v` line in columns: fits a terminal of 80.
const WIDTH: usize = 78;

/// Writes the `s` line. The output should be buffered.
///
/// # Errors
/// If writing fails.
pub fn write_status(out: &mut impl Write, status: Status) -> io::Result<()> {
    writeln!(out, "s {status}")
}

/// Writes a model as `v` lines of at most 78 columns, and the final 0. The
/// output should be buffered.
///
/// # Errors
/// If writing fails.
pub fn write_model(out: &mut impl Write, lits: impl IntoIterator<Item = Lit>) -> io::Result<()> {
    let mut decimal = Decimal::default();
    let mut column = 1;
    out.write_all(b"v")?;
    let numbers = lits.into_iter().map(Lit::to_dimacs).chain([0]);
    for number in numbers {
        let text = decimal.of(number.into());
        if column + 1 + text.len() > WIDTH {
            out.write_all(b"\nv")?;
            column = 1;
        }
        out.write_all(b" ")?;
        out.write_all(text)?;
        column += 1 + text.len();
    }
    out.write_all(b"\n")
}
