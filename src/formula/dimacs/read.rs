//! A reader of formulas.

use super::relaxed::{Counts, Deviation, Deviations, Reading};
use crate::formula::{Cnf, Lit, Var};
use crate::io::{InputError, Place, Scanner, counted};
use std::io::Read;
use std::str::FromStr;

/// Number of literals that a clause may have in addition to two for each variable
/// before its repeated literals are dropped. Chosen by hand: clauses of most formulas are kept
/// as they are, and a clause that repeats its literals without end takes 4 MB.
const CLAUSE_SLACK: usize = 1 << 20;

/// Number of times that the repeated literals of one clause are dropped. A clause that
/// goes on, of more than 60 million literals, is taken for a decompression bomb.
const MOST_DROPS: usize = 64;

/// A formula, and its cubes if its header allows them.
pub type WithCubes = (Cnf, Option<Vec<Vec<Lit>>>);

/// Reads a formula. `name` is the input's name in messages.
///
/// ```
/// use sudosat::formula::dimacs;
///
/// let cnf = dimacs::read(&b"p cnf 3 1\n1 -3 0\n"[..], "my.cnf")?;
/// assert_eq!(cnf.num_clauses(), 1);
/// let error = dimacs::read(&b"p cnf 3 1\n1 x 0\n"[..], "my.cnf").unwrap_err();
/// assert!(error.to_string().starts_with("my.cnf:2:3: "));
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
///
/// # Errors
/// If the input can't be read or isn't DIMACS; see [the module](super).
pub fn read(input: impl Read, name: &str) -> Result<Cnf, InputError> {
    read_with(input, name, Reading::Strict, &mut |_| {})
}

/// Reads a formula in DIMACS, as [`read`] does.
///
/// ```
/// use sudosat::formula::Cnf;
///
/// let cnf: Cnf = "p cnf 3 2\n 1 -3 0\n 2 3 -1 0\n".parse()?;
/// assert_eq!((cnf.num_vars(), cnf.num_clauses()), (3, 2));
/// let error = "p cnf 3 2\n 1 -4 0\n".parse::<Cnf>().unwrap_err();
/// assert!(error.to_string().starts_with("string:2:4: "));
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
impl FromStr for Cnf {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Cnf, InputError> {
        read(text.as_bytes(), "string")
    }
}

/// Reads a formula as [`read`] does, or with more deviations from DIMACS. `warn` receives
/// those that are accepted.
///
/// # Errors
/// As [`read`].
pub fn read_with(
    input: impl Read,
    name: &str,
    reading: Reading,
    warn: &mut dyn FnMut(InputError),
) -> Result<Cnf, InputError> {
    FormulaReader::new(input, name, reading, None).formula(warn)
}

/// Reads a formula as [`read_with`] does, or one with the header `p inccnf` and cubes after
/// its clauses, which are returned then. A cube is a line of literals between `a` and 0.
///
/// # Errors
/// As [`read`].
pub fn read_with_cubes(
    input: impl Read,
    name: &str,
    reading: Reading,
    warn: &mut dyn FnMut(InputError),
) -> Result<WithCubes, InputError> {
    let mut reader = FormulaReader::new(input, name, reading, Some(Vec::new()));
    let formula = reader.formula(warn)?;
    Ok((formula, reader.cubes))
}

struct FormulaReader<R> {
    scanner: Scanner<R>,
    /// Number of the last token's line; 0 before the first token.
    token_line: u64,
    reading: Reading,
    /// The deviations from DIMACS that were accepted so far.
    deviations: Deviations,
    /// The cubes so far, if they are allowed.
    cubes: Option<Vec<Vec<Lit>>>,
}

/// The numbers declared by the header.
#[derive(Clone, Copy)]
struct Header {
    num_vars: usize,
    num_clauses: u64,
    /// Number of its line, or 0 if nothing is declared.
    line: u64,
}

impl Header {
    /// No header, or one that declares nothing.
    const UNCOUNTED: Header = Header {
        num_vars: 0,
        num_clauses: 0,
        line: 0,
    };
}

impl<R: Read> FormulaReader<R> {
    fn new(
        input: R,
        name: &str,
        reading: Reading,
        cubes: Option<Vec<Vec<Lit>>>,
    ) -> FormulaReader<R> {
        FormulaReader {
            scanner: Scanner::new(input, name),
            token_line: 0,
            reading,
            deviations: Deviations::default(),
            cubes,
        }
    }

    fn formula(&mut self, warn: &mut dyn FnMut(InputError)) -> Result<Cnf, InputError> {
        let header = self.header()?;
        self.clauses(header, warn)
    }

    /// Skips blanks, line ends and comments, and returns the next byte without
    /// reading it.
    #[inline]
    fn next_token(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            let next = self.scanner.skip_space()?;
            if next != Some(b'c') || !self.first_in_line() {
                return Ok(next);
            }
            self.scanner.skip_line()?;
        }
    }

    /// Returns `true` if the next token is the first one in its line.
    fn first_in_line(&self) -> bool {
        self.scanner.place().line() != self.token_line
    }

    fn header(&mut self) -> Result<Header, InputError> {
        let expected = match self.reading {
            Reading::Strict => "the header \"p cnf VARIABLES CLAUSES\" before anything else",
            Reading::Relaxed => "the header \"p cnf VARIABLES CLAUSES\" or a clause",
        };
        self.refuse_unicode_marks()?;
        let next = self.next_token()?;
        let place = self.scanner.place();
        if matches!(next, Some(b'+' | b'-' | b'0'..=b'9'))
            && self.accepts(Deviation::NoHeader, place)
        {
            self.cubes = None;
            return Ok(Header::UNCOUNTED);
        }
        if next != Some(b'p') {
            let found = self.scanner.found(place);
            let advice = foreign(next, found.trim_matches('"')).unwrap_or_default();
            let message = format!("found {found}, expected {expected}{advice}");
            return Err(self.scanner.error(place, message));
        }
        if self.scanner.word(8, expected)? != b"p" {
            return Err(self.scanner.unexpected(place, expected));
        }
        self.scanner.skip_blanks()?;
        let format = self.scanner.place();
        let word = self.scanner.word(8, "\"cnf\"")?;
        if word == b"inccnf" && self.cubes.is_some() {
            return self.header_end(place.line(), Header::UNCOUNTED);
        }
        if word != b"cnf" {
            return Err(self
                .scanner
                .unexpected(format, "\"cnf\": only plain formulas are read"));
        }
        self.cubes = None;
        let num_vars = self.count("the number of variables")?;
        let after_vars = self.scanner.place();
        let num_clauses = self.count("the number of clauses")?;
        let line = place.line();
        let header = Header {
            num_vars: num_vars as usize,
            num_clauses,
            line,
        };
        let header = self.header_end(line, header)?;
        if num_vars > Var::LIMIT as u64 {
            let limit = Var::LIMIT;
            let message = format!("found {num_vars} variables, expected at most {limit}");
            return Err(self.scanner.error(after_vars, message));
        }
        Ok(header)
    }

    /// Reads the end of the header's line.
    fn header_end(&mut self, line: u64, header: Header) -> Result<Header, InputError> {
        self.scanner.skip_blanks()?;
        if !self.scanner.at_line_end()? {
            let place = self.scanner.place();
            return Err(self
                .scanner
                .unexpected(place, "the end of the header's line"));
        }
        self.token_line = line;
        Ok(header)
    }

    /// Reads one of the header's two numbers.
    fn count(&mut self, expected: &str) -> Result<u64, InputError> {
        self.scanner.skip_blanks()?;
        let place = self.scanner.place();
        let count = self.scanner.integer(expected)?;
        u64::try_from(count).map_err(|_| self.scanner.unexpected(place, expected))
    }

    fn clauses(
        &mut self,
        header: Header,
        warn: &mut dyn FnMut(InputError),
    ) -> Result<Cnf, InputError> {
        let mut cnf = Cnf::new(header.num_vars);
        let mut clause = Vec::new();
        let declared = header;
        let mut header = header;
        let mut length_limit = 2 * header.num_vars + CLAUSE_SLACK;
        let mut drops = 0;
        let mut is_cube = false;
        loop {
            let next = self.next_token()?;
            let place = self.scanner.place();
            match next {
                Some(b'a') if clause.is_empty() && !is_cube && self.begins_cube(place)? => {
                    is_cube = true;
                    continue;
                }
                Some(b'-' | b'0'..=b'9') => {}
                None if clause.is_empty() && !is_cube => break,
                Some(b'%') if clause.is_empty() && !is_cube && self.first_in_line() => {
                    self.trailer(place, warn)?;
                    break;
                }
                Some(b'c') if self.is_word_c()? && self.accepts(Deviation::Comment, place) => {
                    self.scanner.skip_line()?;
                    continue;
                }
                Some(b'+') if self.accepts(Deviation::Plus, place) => self.skip_plus(place)?,
                None if self.accepts(Deviation::NoZero, place) => {}
                next => return Err(self.no_literal(place, next, &declared)),
            }
            if !is_cube && self.cubes.as_ref().is_some_and(|cubes| !cubes.is_empty()) {
                return Err(self
                    .scanner
                    .unexpected(place, "only cubes after the first cube"));
            }
            if cnf.num_clauses() as u64 == header.num_clauses {
                if header.line > 0 && !self.accepts(Deviation::MoreClauses, place) {
                    return Err(self.surplus(place, &header));
                }
                header.num_clauses = u64::MAX;
            }
            self.token_line = place.line();
            let number = match next {
                None => 0,
                Some(_) => match self.scanner.integer("a literal, or 0 to end the clause") {
                    Ok(number) => number,
                    Err(error) => return Err(self.no_number(place, error, &header)),
                },
            };
            if number == 0 && is_cube {
                is_cube = false;
                self.add_cube(place, &clause)?;
                clause.clear();
                continue;
            }
            if number == 0 {
                cnf.try_add_clause(&clause)
                    .map_err(|_| self.out_of_memory(place, cnf.num_clauses()))?;
                clause.clear();
                drops = 0;
                continue;
            }
            let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs);
            let lit = match lit {
                Some(lit) if lit.var().index() < header.num_vars => lit,
                Some(lit) if header.line == 0 || self.accepts(Deviation::Variable, place) => {
                    header.num_vars = lit.var().index() + 1;
                    length_limit = 2 * header.num_vars + CLAUSE_SLACK;
                    cnf.grow_vars(header.num_vars);
                    lit
                }
                _ => return Err(self.too_large(place, &header)),
            };
            if clause.len() == clause.capacity() {
                drops += usize::from(clause.len() >= length_limit);
                if drops > MOST_DROPS {
                    return Err(self.endless_clause(place, &header));
                }
                self.room_for_literal(place, &mut clause, length_limit)?;
            }
            clause.push(lit);
        }
        self.check_end(&cnf, &declared)?;
        let counts = Counts {
            variables: cnf.num_vars(),
            clauses: cnf.num_clauses(),
            declared: (declared.num_vars, declared.num_clauses),
        };
        std::mem::take(&mut self.deviations).report(&counts, warn);
        cnf.shrink_to_fit();
        Ok(cnf)
    }

    /// Reads the `a` of a cube, if there may be cubes.
    fn begins_cube(&mut self, place: Place) -> Result<bool, InputError> {
        const EXPECTED: &str = "\"a\" before the literals of a cube";
        if self.cubes.is_none() {
            return Ok(false);
        }
        if self.scanner.word(2, EXPECTED)? != b"a" {
            return Err(self.scanner.unexpected(place, EXPECTED));
        }
        self.token_line = place.line();
        Ok(true)
    }

    fn add_cube(&mut self, place: Place, lits: &[Lit]) -> Result<(), InputError> {
        let cubes = self.cubes.get_or_insert_default();
        let mut cube = Vec::new();
        let room = cubes.try_reserve(1);
        if room
            .and_then(|()| cube.try_reserve_exact(lits.len()))
            .is_err()
        {
            let message = format!("there is no memory for more than {} cubes", cubes.len());
            return Err(self.scanner.error(place, message));
        }
        cube.extend_from_slice(lits);
        cubes.push(cube);
        Ok(())
    }

    /// Refuses a formula with fewer clauses than the header declares.
    fn check_end(&mut self, cnf: &Cnf, declared: &Header) -> Result<(), InputError> {
        let place = self.scanner.place();
        let is_short = (cnf.num_clauses() as u64) < declared.num_clauses;
        match is_short && !self.accepts(Deviation::FewerClauses, place) {
            true => Err(self.cut_off(cnf.num_clauses(), declared)),
            false => Ok(()),
        }
    }

    /// Skips a plus sign, after which a digit must follow.
    #[cold]
    fn skip_plus(&mut self, place: Place) -> Result<(), InputError> {
        self.scanner.bump();
        let next = self.scanner.peek()?;
        if !next.is_some_and(|byte| byte.is_ascii_digit()) {
            let expected = "a literal, with digits right after the plus sign";
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(())
    }

    /// Returns `true` if the next word is `c`, which begins a comment.
    #[cold]
    fn is_word_c(&mut self) -> Result<bool, InputError> {
        let after = self.scanner.peek_many(2)?.get(1);
        Ok(after.is_none_or(u8::is_ascii_whitespace))
    }

    /// Returns `true` if a deviation is accepted, and takes a note of it.
    #[cold]
    fn accepts(&mut self, deviation: Deviation, place: Place) -> bool {
        let relaxed = self.reading == Reading::Relaxed;
        if relaxed {
            let scanner = &self.scanner;
            self.deviations.add(deviation, || scanner.error(place, ""));
        }
        relaxed
    }

    /// Reads the end of a SATLIB file after a `%` where a clause could begin.
    fn trailer(
        &mut self,
        place: Place,
        warn: &mut dyn FnMut(InputError),
    ) -> Result<(), InputError> {
        const EXPECTED: &str = "the line \"%\" that ends the formula in files of SATLIB";
        if self.scanner.word(1, EXPECTED)? != b"%" {
            return Err(self.scanner.unexpected(place, EXPECTED));
        }
        let mut zeros = 0;
        while let Some(next) = self.next_token()? {
            let place = self.scanner.place();
            let word = self.scanner.word(1, "nothing after the line \"%\"")?;
            self.token_line = place.line();
            zeros += 1;
            if next != b'0' || word != b"0" || zeros > 1 {
                return Err(self
                    .scanner
                    .unexpected(place, "nothing after the line \"%\""));
            }
        }
        let message = "found \"%\", which is not DIMACS; taken for the end of the formula";
        warn(self.scanner.error(place, message));
        Ok(())
    }

    /// Makes room for one more literal of a clause. At `limit` literals the repeated ones are
    /// dropped, and the others sorted.
    #[cold]
    fn room_for_literal(
        &mut self,
        place: Place,
        clause: &mut Vec<Lit>,
        limit: usize,
    ) -> Result<(), InputError> {
        if clause.len() >= limit {
            clause.sort_unstable();
            clause.dedup();
            return Ok(());
        }
        let more = clause.len().max(16).min(limit - clause.len());
        clause.try_reserve_exact(more).map_err(|_| {
            self.scanner
                .error(place, "there is no memory for so long a clause")
        })
    }

    /// Returns the error for text that begins as a number and is none that can be read: `error`, unless
    /// it is a number beyond 64 bits.
    #[cold]
    fn no_number(&mut self, place: Place, error: InputError, header: &Header) -> InputError {
        let found = self.scanner.found(place);
        let word = found
            .trim_matches(['"', '…'])
            .trim_start_matches(['-', '+']);
        match word.len() > 9 && word.bytes().all(|byte| byte.is_ascii_digit()) {
            true => self.too_large(place, header),
            false => error,
        }
    }

    #[cold]
    fn endless_clause(&self, place: Place, header: &Header) -> InputError {
        let message = format!(
            "found a clause that repeats its literals more than {} million times, expected fewer literals for {}",
            (MOST_DROPS * CLAUSE_SLACK) >> 20,
            counted(header.num_vars, "variable")
        );
        self.scanner.error(place, message)
    }

    #[cold]
    fn out_of_memory(&self, place: Place, clauses: usize) -> InputError {
        let message = format!("there is no memory for more than {clauses} clauses");
        self.scanner.error(place, message)
    }

    /// Returns the error for text that can't begin a literal, at a place where
    /// a literal could begin.
    #[cold]
    fn no_literal(&mut self, place: Place, next: Option<u8>, header: &Header) -> InputError {
        let found = self.scanner.found(place);
        let is_relaxed = self.reading == Reading::Relaxed;
        let expected = match (next, found.trim_matches('"')) {
            (None, _) => "the 0 that ends the clause; is the file cut off?",
            (_, "p") if header.line == 0 => {
                "clauses; a header comes before them: are there two formulas in the file?"
            }
            (_, "p") => "clauses; are there two formulas in the file?",
            (_, "c") => "a literal; a comment has a line of its own",
            (_, "a" | "e") => "a literal; quantified and incremental formulas are not read",
            (_, "h") => "a literal; weighted formulas are not read",
            (Some(b'x'), _) => "a literal; XOR clauses are not read",
            (Some(b'c'), _) if is_relaxed => {
                "a literal; a comment after literals begins with \"c \""
            }
            (Some(b'#'), _) => "a literal; a comment begins with \"c \"",
            _ => "a literal, or 0 to end the clause",
        };
        let message = format!("found {found}, expected {expected}");
        self.scanner.error(place, message)
    }

    #[cold]
    fn surplus(&self, place: Place, header: &Header) -> InputError {
        let message = format!(
            "found one more clause, expected the end after the {} that the header on line {} declares",
            header.num_clauses, header.line
        );
        self.scanner.error(place, message)
    }

    /// Returns the error for a variable over the header's number, or over the largest one if the header
    /// does not matter.
    #[cold]
    fn too_large(&mut self, place: Place, header: &Header) -> InputError {
        let found = self.scanner.found(place);
        let (most, declared) = match self.reading {
            _ if header.line == 0 => (Var::LIMIT, String::new()),
            Reading::Relaxed => (Var::LIMIT, String::new()),
            Reading::Strict => {
                let declared = format!(", as the header on line {} declares", header.line);
                (header.num_vars, declared)
            }
        };
        let message = format!("found {found}, expected a variable up to {most}{declared}");
        self.scanner.error(place, message)
    }

    #[cold]
    fn cut_off(&self, clauses: usize, header: &Header) -> InputError {
        let message = format!(
            "found {}, expected the {} that the header on line {} declares; is the file cut off?",
            counted(clauses, "clause"),
            header.num_clauses,
            header.line
        );
        self.scanner.error(self.scanner.place(), message)
    }

    /// Refuses text that is not ASCII or plain UTF-8 from its first byte on.
    fn refuse_unicode_marks(&mut self) -> Result<(), InputError> {
        let place = self.scanner.place();
        const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
        if self.scanner.peek_many(MARK.len())? == MARK && self.accepts(Deviation::Mark, place) {
            MARK.iter().for_each(|_| self.scanner.bump());
            return Ok(());
        }
        let found = match self.scanner.peek_many(2)? {
            [0xff, 0xfe] | [0xfe, 0xff] => "UTF-16 text",
            [0xef, 0xbb] => "a byte order mark",
            _ => return Ok(()),
        };
        let message = format!("found {found}, expected ASCII; save it as UTF-8 without a mark");
        Err(self.scanner.error(place, message))
    }
}

/// Returns a guess at the kind of a file that begins with this byte and word instead of
/// a header.
fn foreign(next: Option<u8>, word: &str) -> Option<&'static str> {
    let is_number = |text: &str| text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    Some(match (next?, word) {
        (b'P', _) => "; it is written in small letters",
        (b'h', "h") => "; weighted formulas are not read",
        (b'a' | b'e', "a" | "e") => "; quantified and incremental formulas are not read",
        (b'd', "d") => "; it looks like a proof",
        (b'x', word) if word == "x" || is_number(&word[1..]) => "; XOR clauses are not read",
        (b'*', _) => "; it looks like pseudo-Boolean constraints (OPB)",
        (b'(', _) => "; it looks like SMT-LIB",
        (b'<', _) => "; it looks like a web page",
        (0x7f, _) => "; it looks like a program",
        _ => return None,
    })
}
