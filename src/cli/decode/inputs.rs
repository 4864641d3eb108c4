//! Which of the inputs is the puzzle, the formula and the answer.
//!
//! Files are recognised by their first line that is neither blank nor a comment.
//! Inputs in the wrong order are taken the right way round, and that is said.

use crate::cli::report;
use anyhow::bail;
use std::io::{BufRead, Read};
use std::path::Path;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source, display};

/// Longest beginning of a file that is looked at, in bytes.
const HEAD: u64 = 64 << 20;

/// The inputs by what they are.
#[derive(Debug, PartialEq, Eq)]
pub enum Inputs<'a> {
    /// A solver's output alone.
    Alone(&'a str),
    /// The puzzle and a solver's output.
    WithPuzzle { puzzle: &'a str, output: &'a str },
    /// The formula and a solver's output.
    WithFormula { formula: &'a str, output: &'a str },
}

/// What an input looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A formula in DIMACS.
    Formula,
    /// A solver's output.
    Answer,
    /// A puzzle, or an input that can't be looked at without being used up.
    Other,
}

/// Sorts the one or two inputs of the command line.
pub fn sort<'a>(inputs: &'a [String], interrupt: &Interrupt) -> anyhow::Result<Inputs<'a>> {
    match inputs {
        [output] => {
            if kind(output, interrupt)? == Kind::Formula {
                let name = display(output);
                bail!(
                    "{name} is a formula, and the solver's output is missing: \
                     sudosat decode {name} OUTPUT"
                );
            }
            Ok(Inputs::Alone(output))
        }
        [first, second] => two(first, second, interrupt),
        _ => bail!("expected PUZZLE and OUTPUT"),
    }
}

fn two<'a>(first: &'a str, second: &'a str, interrupt: &Interrupt) -> anyhow::Result<Inputs<'a>> {
    if first == "-" && second == "-" {
        bail!("PUZZLE and OUTPUT can't both be standard input");
    }
    let kinds = (kind(first, interrupt)?, kind(second, interrupt)?);
    let (one, other) = (display(first), display(second));
    match kinds {
        (Kind::Formula, Kind::Formula) => {
            bail!("{one} and {other} are both formulas, and the solver's output is missing")
        }
        (Kind::Formula, _) => Ok(Inputs::WithFormula {
            formula: first,
            output: second,
        }),
        (Kind::Answer, Kind::Formula) => {
            turned(first, second, "formula");
            Ok(Inputs::WithFormula {
                formula: second,
                output: first,
            })
        }
        (Kind::Other, Kind::Formula) => bail!(
            "{other} is a formula, expected a solver's output; \
             for example: sudosat sat {other} | sudosat decode {one} -"
        ),
        (Kind::Answer, Kind::Answer) => {
            bail!("{one} and {other} are both outputs of solvers; expected PUZZLE and OUTPUT")
        }
        (Kind::Answer, Kind::Other) if second != "-" => {
            turned(first, second, "puzzle");
            Ok(Inputs::WithPuzzle {
                puzzle: second,
                output: first,
            })
        }
        _ => Ok(Inputs::WithPuzzle {
            puzzle: first,
            output: second,
        }),
    }
}

fn turned(first: &str, second: &str, what: &str) {
    report::note(&format!(
        "note: {} is a solver's output and {} the {what}: taken the other way round",
        display(first),
        display(second)
    ));
}

/// Looks at a file. Anything else, such as a pipe, could not be read again.
fn kind(input: &str, interrupt: &Interrupt) -> Result<Kind, InputError> {
    if !Path::new(input).is_file() {
        return Ok(Kind::Other);
    }
    let mut source = Source::open_with(input, interrupt)?.take(HEAD);
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = source.read_until(b'\n', &mut line);
        if length.map_err(|error| InputError::unreadable(input, &error))? == 0 {
            return Ok(Kind::Other);
        }
        let words = line.trim_ascii();
        if !matches!(words, [] | [b'c'] | [b'c', b' ' | b'\t', ..]) {
            return Ok(kind_of_line(words));
        }
    }
}

/// What an input is whose first line, comments aside, is this.
fn kind_of_line(line: &[u8]) -> Kind {
    let line = String::from_utf8_lossy(line).to_ascii_uppercase();
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_status = |word: &str| {
        let statuses = [
            "SAT",
            "SATISFIABLE",
            "UNSAT",
            "UNSATISFIABLE",
            "UNKNOWN",
            "INDET",
            "INDETERMINATE",
        ];
        statuses.contains(&word)
    };
    let number = |word: &&str| word.trim_matches([',', '[', ']']).parse::<i64>().ok();
    let is_model = |words: &[&str]| {
        let numbers: Option<Vec<i64>> = words.iter().map(number).collect();
        // No puzzle has negative numbers.
        numbers.is_some_and(|numbers| numbers.iter().any(|&number| number < 0))
    };
    match &words[..] {
        ["P", "CNF", ..] => Kind::Formula,
        [word] if is_status(word) => Kind::Answer,
        ["S", word] if is_status(word) => Kind::Answer,
        ["V", literals @ ..] if literals.iter().all(|word| number(word).is_some()) => Kind::Answer,
        [first, ..] if first.starts_with("[K!") || first.starts_with("(NONE,") => Kind::Answer,
        words if is_model(words) => Kind::Answer,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_told_apart_by_their_first_line() {
        for (line, kind) in [
            ("p cnf 1 1", Kind::Formula),
            ("s SATISFIABLE", Kind::Answer),
            ("sat", Kind::Answer),
            ("UNSAT", Kind::Answer),
            ("v 1 -2 3", Kind::Answer),
            ("-1 2 3 0", Kind::Answer),
            ("[1, -2, 3]", Kind::Answer),
            ("[k!1 = True]", Kind::Answer),
            ("1 . . 3", Kind::Other),
            ("1 0 0 3", Kind::Other),
            ("1-3-", Kind::Other),
            ("- 3 - -", Kind::Other),
            ("[[5,3,0]]", Kind::Other),
            ("s a t u", Kind::Other),
            ("v......", Kind::Other),
            ("1234567891", Kind::Other),
        ] {
            assert_eq!(kind_of_line(line.as_bytes()), kind, "{line}");
        }
    }
}
