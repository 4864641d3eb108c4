//! A streaming writer of formulas, clause by clause.

use crate::formula::{ClauseSink, Cnf, Lit};
use crate::io::{Decimal, counted};
use std::io::{self, Write};

/// Writes a formula as a stream: comments, the header, then one clause per
/// line, in constant memory.
///
/// The header's numbers are given before the clauses; [`Writer::finish`] checks
/// that they were right. The output should be buffered.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    header: Option<Header>,
    written: u64,
    line: Vec<u8>,
    words: Vec<Word>,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    num_vars: usize,
    num_clauses: u64,
}

impl<W: Write> Writer<W> {
    /// Creates a writer, which has not written anything yet.
    pub fn new(out: W) -> Writer<W> {
        Writer {
            out,
            header: None,
            written: 0,
            line: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Writes a comment line.
    ///
    /// # Errors
    /// If writing fails, or if some solver would interpret the comment. So it
    /// must not contain `--` (cadical reads options from there) or control
    /// characters, and its first word must not be `ind`, `p`, `t`, `s` or `o`
    /// (read by model counters and checkers).
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        let word = text.split(' ').next();
        let meaning = matches!(word, Some("ind" | "p" | "t" | "s" | "o"));
        if meaning || text.contains("--") || text.chars().any(char::is_control) {
            return Err(refused(format!("{text:?} can't be a comment")));
        }
        if text.is_empty() {
            self.out.write_all(b"c\n")
        } else {
            writeln!(self.out, "c {text}")
        }
    }

    /// Writes the header. Comments must come before it, clauses after it.
    ///
    /// # Errors
    /// If writing fails or a header was written before.
    pub fn header(&mut self, num_vars: usize, num_clauses: u64) -> io::Result<()> {
        if self.header.is_some() {
            return Err(refused("the header was written twice".to_string()));
        }
        self.header = Some(Header {
            num_vars,
            num_clauses,
        });
        writeln!(self.out, "p cnf {num_vars} {num_clauses}")
    }

    /// Ends the formula and returns the output, not flushed.
    ///
    /// # Errors
    /// If the header is missing or declared another number of clauses.
    pub fn finish(self) -> io::Result<W> {
        let Some(header) = self.header else {
            return Err(refused("the header was not written".to_string()));
        };
        if self.written != header.num_clauses {
            return Err(refused(format!(
                "the header declares {}, written: {}",
                counted(header.num_clauses, "clause"),
                self.written
            )));
        }
        Ok(self.out)
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    type Error = io::Error;

    /// Writes a clause.
    ///
    /// # Errors
    /// If writing fails, there is no header, or a literal exceeds the header's
    /// number of variables.
    fn clause(&mut self, lits: &[Lit]) -> io::Result<()> {
        self.allows(lits)?;
        self.line.clear();
        let mut decimal = Decimal::default();
        for &lit in lits {
            let digits = decimal.of(lit.to_dimacs().into());
            self.line.extend_from_slice(digits);
            self.line.push(b' ');
        }
        self.line.extend_from_slice(b"0\n");
        self.written += 1;
        self.out.write_all(&self.line)
    }

    /// Writes the clauses of all pairs. Each number is converted to text once.
    ///
    /// # Errors
    /// If writing fails, there is no header, or a literal exceeds the header's
    /// number of variables.
    fn no_two(&mut self, lits: &[Lit]) -> io::Result<()> {
        self.allows(lits)?;
        self.words.clear();
        self.words.extend(lits.iter().map(|&lit| Word::new(!lit)));
        for (place, first) in self.words.iter().enumerate() {
            let others = &self.words[place + 1..];
            self.line.resize(others.len() * 2 * Word::ROOM, 0);
            let mut end = 0;
            for second in others {
                end += first.begin_clause(&mut self.line[end..]);
                end += second.end_clause(&mut self.line[end..]);
            }
            self.written += others.len() as u64;
            self.out.write_all(&self.line[..end])?;
        }
        Ok(())
    }
}

impl<W> Writer<W> {
    /// Returns an error unless clauses of these literals may be written now.
    fn allows(&self, lits: &[Lit]) -> io::Result<()> {
        let Some(Header { num_vars, .. }) = self.header else {
            return Err(refused("a clause came before the header".to_string()));
        };
        match lits.iter().find(|lit| lit.var().index() >= num_vars) {
            None => Ok(()),
            Some(lit) => Err(refused(format!(
                "the header declares {num_vars} variables, and literal {lit} was written"
            ))),
        }
    }
}

/// A literal as text in a form that can end a clause: `-12 0
/// `.
///
/// The whole buffer is copied, whatever the text's length, which is faster than
/// copying the length alone.
#[derive(Clone, Copy, Debug)]
struct Word {
    text: [u8; Word::ROOM],
    /// Length of the number and the blank after it.
    number: usize,
}

impl Word {
    /// Length of the buffer: a sign, ten digits, a blank, `0` and the line end
    /// take 14 bytes, rounded up to a power of two.
    const ROOM: usize = 16;

    fn new(lit: Lit) -> Word {
        let mut decimal = Decimal::default();
        let digits = decimal.of(lit.to_dimacs().into());
        let mut text = [0; Word::ROOM];
        text[..digits.len()].copy_from_slice(digits);
        text[digits.len()..digits.len() + 3].copy_from_slice(b" 0\n");
        Word {
            text,
            number: digits.len() + 1,
        }
    }

    /// Copies the number and its blank to the beginning of `line`, and returns
    /// their length.
    #[inline]
    fn begin_clause(&self, line: &mut [u8]) -> usize {
        line[..Word::ROOM].copy_from_slice(&self.text);
        self.number
    }

    /// Copies the number, its blank and the end of the clause, and returns
    /// their length.
    #[inline]
    fn end_clause(&self, line: &mut [u8]) -> usize {
        self.begin_clause(line) + 2
    }
}

fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Writes a formula in memory. The output should be buffered.
///
/// ```
/// use sudosat::formula::{Cnf, dimacs};
///
/// let cnf: Cnf = [&[1, -3][..], &[2, 3, -1]].into_iter().collect();
/// let mut text = Vec::new();
/// dimacs::write(&cnf, &mut text)?;
/// assert_eq!(text, b"p cnf 3 2\n1 -3 0\n2 3 -1 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(cnf: &Cnf, out: impl Write) -> io::Result<()> {
    let mut writer = Writer::new(out);
    writer.header(cnf.num_vars(), cnf.num_clauses() as u64)?;
    for clause in cnf.clauses() {
        writer.clause(clause)?;
    }
    writer.finish()?;
    Ok(())
}

/// Writes a formula with cubes, which [`read_with_cubes`](super::read_with_cubes) reads. The
/// output should be buffered.
///
/// # Errors
/// If writing fails.
pub fn write_with_cubes(cnf: &Cnf, cubes: &[Vec<Lit>], mut out: impl Write) -> io::Result<()> {
    out.write_all(b"p inccnf\n")?;
    for clause in cnf.clauses() {
        write_line(clause, &mut out)?;
    }
    for cube in cubes {
        out.write_all(b"a ")?;
        write_line(cube, &mut out)?;
    }
    Ok(())
}

fn write_line(lits: &[Lit], out: &mut impl Write) -> io::Result<()> {
    lits.iter().try_for_each(|lit| write!(out, "{lit} "))?;
    out.write_all(b"0\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_written_one_clause_a_line() {
        let cnf: Cnf = [&[1, -2][..], &[], &[3]].into_iter().collect();
        let mut text = Vec::new();
        write(&cnf, &mut text).unwrap();
        assert_eq!(text, b"p cnf 3 3\n1 -2 0\n0\n3 0\n");
    }

    #[test]
    fn pairs_are_written_as_one_by_one() {
        struct OneByOne(Writer<Vec<u8>>);
        impl ClauseSink for OneByOne {
            type Error = io::Error;
            fn clause(&mut self, lits: &[Lit]) -> io::Result<()> {
                self.0.clause(lits)
            }
        }
        let numbers = [1, -9, 10, -99, 12345, 1073741823, -1073741823];
        for count in 0..=numbers.len() {
            let lits: Vec<Lit> = numbers[..count]
                .iter()
                .map(|&number| Lit::from_dimacs(number).unwrap())
                .collect();
            let clauses = count * count.saturating_sub(1) / 2;
            let header = || {
                let mut writer = Writer::new(Vec::new());
                writer.header(1073741823, clauses as u64).unwrap();
                writer
            };
            let (mut fast, mut slow) = (header(), OneByOne(header()));
            fast.no_two(&lits).unwrap();
            slow.no_two(&lits).unwrap();
            assert_eq!(fast.finish().unwrap(), slow.0.finish().unwrap());
        }
        let mut writer = Writer::new(Vec::new());
        let lits = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
        assert!(writer.no_two(&lits).is_err(), "no header");
        writer.header(1, 1).unwrap();
        assert!(writer.no_two(&lits).is_err(), "over the header");
    }

    #[test]
    fn the_header_must_come_once_first_and_be_right() {
        let lit = Lit::from_dimacs(2).unwrap();
        let mut writer = Writer::new(Vec::new());
        assert!(writer.clause(&[lit]).is_err());
        writer.header(1, 2).unwrap();
        assert!(writer.header(1, 2).is_err());
        let error = writer.clause(&[lit]).unwrap_err();
        assert!(error.to_string().contains("1 variables"));
        writer.clause(&[]).unwrap();
        let error = writer.finish().unwrap_err();
        assert!(error.to_string().contains("declares 2 clauses, written: 1"));
    }

    #[test]
    fn comments_that_solvers_obey_are_refused() {
        let mut writer = Writer::new(Vec::new());
        writer.comment("row 1").unwrap();
        writer.comment("").unwrap();
        for text in [
            "x --elim=0",
            "p show 1 0",
            "ind 1 0",
            "t mc",
            "a\np cnf 1 1",
        ] {
            assert!(writer.comment(text).is_err(), "{text}");
        }
        writer.header(0, 0).unwrap();
        assert_eq!(writer.finish().unwrap(), b"c row 1\nc\np cnf 0 0\n");
    }
}
