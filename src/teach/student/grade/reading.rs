//! A student's formula as text: read twice where a misplaced 0 makes it ambiguous.
//!
//! DIMACS ends a clause by 0, wherever the line ends. Students write a clause a line,
//! and forget the 0 or use 0 as a variable. So the text is read as DIMACS says and, if
//! that makes a difference, line by line.

use crate::formula::{Lit, Var};
use crate::io::InputError;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// The text of a formula, token by token.
#[derive(Clone, Debug)]
pub struct Text {
    /// The header, if there is one.
    pub header: Option<Header>,
    /// The lines of numbers, each with its place in the file, from 1.
    lines: Vec<(usize, Vec<i64>)>,
}

/// The header of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Number of variables that it declares.
    pub vars: u64,
    /// Number of clauses that it declares.
    pub clauses: u64,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// The numbers that a header declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The highest variable.
    pub vars: u64,
    /// Number of clauses.
    pub clauses: usize,
}

/// One way to read the text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The clauses. Variable numbers are one higher than in the file if it uses
    /// variable 0.
    pub clauses: Vec<Vec<Lit>>,
    /// The line on which each clause begins, from 1.
    pub lines: Vec<usize>,
    /// Lines of clauses without the 0 that ends them.
    pub unterminated: Vec<usize>,
    /// The first line that uses variable 0, if one does.
    pub zero: Option<usize>,
}

impl Reading {
    /// Returns the clauses with each literal once. A repeated literal changes nothing, but
    /// hides the length of its clause.
    pub fn plain(&self) -> Vec<Vec<Lit>> {
        let clauses = self.clauses.iter();
        let plain = clauses.map(|clause| clause.iter().copied().unique().collect());
        plain.collect()
    }

    /// Returns the number of different variables.
    pub fn num_vars(&self) -> usize {
        let lits = self.clauses.iter().flatten();
        let vars: FxHashSet<Var> = lits.map(|lit| lit.var()).collect();
        vars.len()
    }

    /// Returns the highest variable number in the file.
    pub fn highest(&self) -> u64 {
        let lits = self.clauses.iter().flatten();
        let highest = lits.map(|lit| lit.var().index() as u64 + 1).max();
        highest.unwrap_or(0) - u64::from(self.zero.is_some() && highest.is_some())
    }

    /// Returns the numbers that a header declares of this formula.
    pub fn counts(&self) -> Counts {
        Counts {
            vars: self.highest(),
            clauses: self.clauses.len(),
        }
    }
}

impl Text {
    /// Reads the tokens. `name` is the input's name in messages.
    ///
    /// # Errors
    /// If a token is no number, a number is too large for a variable, or there are two
    /// headers.
    pub fn read(text: &str, name: &str) -> Result<Text, InputError> {
        let mut header = None;
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let error = |column: usize, message: String| {
                Err(InputError::at(name, number as u64, column as u64, message).with_excerpt(line))
            };
            let trimmed = line.trim();
            if trimmed.starts_with('c') || trimmed.is_empty() {
                continue;
            }
            if trimmed == "%" {
                break;
            }
            if trimmed.starts_with('p') {
                let words: Vec<&str> = trimmed.split_whitespace().collect();
                let counts = match words[..] {
                    ["p", "cnf", vars, clauses] => vars.parse().ok().zip(clauses.parse().ok()),
                    _ => None,
                };
                let Some((vars, clauses)) = counts else {
                    return error(1, "expected the header \"p cnf VARIABLES CLAUSES\"".into());
                };
                if header.is_some() {
                    return error(1, "found a second header, expected one formula".into());
                }
                header = Some(Header {
                    vars,
                    clauses,
                    line: number,
                });
                continue;
            }
            match numbers(line) {
                Ok(numbers) => lines.push((number, numbers)),
                Err((column, message)) => return error(column, message),
            }
        }
        Ok(Text { header, lines })
    }

    /// Returns the formula as DIMACS reads it: clauses end by 0 and nowhere else.
    pub fn by_zeros(&self) -> Reading {
        let mut reading = Reading {
            clauses: Vec::new(),
            lines: Vec::new(),
            unterminated: Vec::new(),
            zero: None,
        };
        let mut clause = Vec::new();
        let mut begin = 0;
        for (line, numbers) in &self.lines {
            for &number in numbers {
                if clause.is_empty() {
                    begin = *line;
                }
                match lit(number) {
                    Some(lit) => clause.push(lit),
                    None => {
                        reading.clauses.push(std::mem::take(&mut clause));
                        reading.lines.push(begin);
                    }
                }
            }
        }
        if !clause.is_empty() {
            reading
                .unterminated
                .extend(self.lines.last().map(|last| last.0));
            reading.clauses.push(clause);
            reading.lines.push(begin);
        }
        reading
    }

    /// Returns the formula with a clause on each line, if that is another one: the last
    /// 0 of a line ends the clause, and any other is variable 0.
    ///
    /// A literal of variable 0 has no sign; it gets that of the other literals of its
    /// clause, and is positive without others.
    pub fn by_lines(&self) -> Option<Reading> {
        let ends = |numbers: &[i64]| numbers.last() == Some(&0);
        let inner = |numbers: &[i64]| match ends(numbers) {
            true => numbers[..numbers.len() - 1].contains(&0),
            false => numbers.contains(&0),
        };
        let zero = self.lines.iter().find(|(_, numbers)| inner(numbers));
        let zero = zero.map(|(line, _)| *line);
        let open = self.lines.iter().filter(|(_, numbers)| !ends(numbers));
        let unterminated: Vec<usize> = open.map(|(line, _)| *line).collect();
        if zero.is_none() && unterminated.is_empty() {
            return None;
        }
        let shift = i64::from(zero.is_some());
        let clauses = self.lines.iter().map(|(_, numbers)| {
            let numbers = match ends(numbers) {
                true => &numbers[..numbers.len() - 1],
                false => numbers,
            };
            let is_negative = numbers.iter().any(|&number| number < 0);
            let shifted = numbers.iter().map(|&number| match number {
                0 if is_negative => -shift,
                number if number < 0 => number - shift,
                number => number + shift,
            });
            shifted.filter_map(lit).collect()
        });
        Some(Reading {
            clauses: clauses.collect(),
            lines: self.lines.iter().map(|(line, _)| *line).collect(),
            unterminated,
            zero,
        })
    }
}

/// Returns the numbers of a line, or the column and the message of an error.
fn numbers(line: &str) -> Result<Vec<i64>, (usize, String)> {
    let words = line.split_whitespace();
    let number = |word: &str| {
        let message = match word.parse::<i64>() {
            Err(_) => {
                let found: String = word.chars().take(20).collect();
                format!("found {found:?}, expected a literal, or 0")
            }
            // One less, as variables are counted up by one if there is a 0.
            Ok(number) if number.unsigned_abs() >= Var::LIMIT as u64 => {
                let limit = Var::LIMIT - 1;
                format!("found {number}, expected a variable up to {limit}")
            }
            Ok(number) => return Ok(number),
        };
        let before = word.as_ptr() as usize - line.as_ptr() as usize;
        Err((line[..before].chars().count() + 1, message))
    };
    words.map(number).collect()
}

/// Returns the literal of this number, or `None` for 0.
fn lit(number: i64) -> Option<Lit> {
    Lit::from_dimacs(i32::try_from(number).ok()?)
}
