//! Proofs that start before the formula that they refute.

use crate::formula::Lit;
use std::io::{self, BufRead, Write};

/// Writes a proof of [`super::Writer`] so that it starts from `num_axioms` inequalities: `derive`
/// writes `num_definitions` steps and then one for each clause of the formula, and the proof goes on
/// as before.
///
/// # Errors
/// Those of `out`.
pub fn lift<W: Write>(
    proof: &[u8],
    num_axioms: u64,
    num_definitions: u64,
    derive: impl Fn(&mut W) -> io::Result<()>,
    out: &mut W,
) -> io::Result<()> {
    for line in proof.lines() {
        let line = line?;
        if line.starts_with("f ") {
            writeln!(out, "f {num_axioms};")?;
            derive(out)?;
            continue;
        }
        let shifts =
            ["pol ", "del id ", "conclusion "].map(|start| line.starts_with(start)) != [false; 3];
        match shifts {
            true => writeln!(out, "{}", shifted(&line, num_axioms + num_definitions))?,
            false => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// Writes the step that derives a clause by unit propagation.
///
/// # Errors
/// Those of `out`.
pub fn rup(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    write!(out, "rup")?;
    for &lit in clause {
        let sign = if lit.is_negative() { "~" } else { "" };
        write!(out, " 1 {sign}x{}", lit.var().to_dimacs())?;
    }
    writeln!(out, " >= 1;")
}

/// Returns a line in which the numbers of inequalities that are counted from the first are
/// greater by `by`. A number before `*` or `d` is a factor or a divisor.
fn shifted(line: &str, by: u64) -> String {
    let words: Vec<&str> = line.trim_end_matches(';').split(' ').collect();
    let next = words[1..].iter().copied().chain([""]);
    let words = words.iter().zip(next).map(|(&word, next)| {
        let number = word.parse().ok().filter(|_| !matches!(next, "*" | "d"));
        number.map_or_else(|| word.to_owned(), |id: u64| (id + by).to_string())
    });
    words.collect::<Vec<_>>().join(" ") + ";"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_from_the_first_are_shifted() {
        for (line, expected) in [
            (
                "pol 1 2 + 3 d 4 * x5 + ~x6 w -7 +;",
                "pol 101 102 + 3 d 4 * x5 + ~x6 w -7 +;",
            ),
            ("del id 8 -9;", "del id 108 -9;"),
            ("conclusion UNSAT : 10;", "conclusion UNSAT : 110;"),
            ("conclusion UNSAT : -1;", "conclusion UNSAT : -1;"),
        ] {
            assert_eq!(shifted(line, 100), expected);
        }
    }
}
