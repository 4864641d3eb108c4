//! A reader of VeriPB proofs, line by line.

use super::Inequality;
use super::dominance::{num_defined, order_of};
use crate::formula::{Lit, Var};
use crate::io::{InputError, Place, Scanner, counted};
use std::io::Read;

/// Greatest length of a word (a number or a name) in bytes. Chosen by hand: no
/// valid word comes near.
const WORD: usize = 64;
/// Largest number of words in a line, to bound memory. Chosen by hand.
const ITEMS: usize = 1 << 24;

/// A line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `f`: the number of clauses of the formula. It is the first step or missing.
    Formula(u64),
    /// `pol`: an expression in reverse Polish notation.
    Pol(Vec<Op>),
    /// `rup`: an inequality that follows by unit propagation. Hints are read
    /// and ignored.
    Rup(Inequality),
    /// `red`: an inequality that a substitution makes redundant.
    Red(Inequality, Vec<(Var, Image)>),
    /// `load_order`: loads the lexicographic order of these variables. `def_order` comes before, is no step of its own, and
    /// can define no other order.
    LoadOrder(Vec<Var>),
    /// `dom`: an inequality that holds if a substitution does not make the values of the order's variables less. Its proof is skipped, but for
    /// the number of its inequalities.
    Dom(Inequality, Vec<(Var, Image)>, usize),
    /// `del id`: deletes these inequalities.
    Delete(Vec<Id>),
    /// `e`: states that the inequality with this number equals this one.
    Equals(Inequality, Id),
    /// `conclusion`: the claim of the proof.
    Conclude(Claim),
}

/// The number of an inequality: from 1, or counted back from the last one,
/// which is −1.
pub type Id = i64;

/// A word of an expression in reverse Polish notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Pushes an inequality, or the operand of `*` or `d`.
    Number(i64),
    /// Pushes lit ≥ 0, or the operand of `w`.
    Lit(Lit),
    /// Adds two inequalities.
    Add,
    /// Multiplies an inequality by a number.
    Multiply,
    /// Divides an inequality by a number and rounds up.
    Divide,
    /// Lowers coefficients to at most the degree.
    Saturate,
    /// Weakens a variable away.
    Weaken,
}

/// The image of a variable under a substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// The variable is replaced by true or false.
    Value(bool),
    /// The variable is replaced by this literal.
    Lit(Lit),
}

/// The claim of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No claim.
    None,
    /// The formula is unsatisfiable. May name the inequality that shows it.
    Unsatisfiable(Option<Id>),
    /// The formula is satisfiable.
    Satisfiable,
}

/// An iterator over the lines of a proof. It ends after an error.
#[derive(Debug)]
pub struct Reader<R> {
    scanner: Scanner<R>,
    /// The last word that was read.
    word: Vec<u8>,
    section: Section,
    /// Number of variables of the order that was defined.
    num_ordered: usize,
}

/// The section of a proof that the reader is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// Before the header.
    Start,
    /// After the header, before the first step.
    Header,
    Steps,
    /// After `output`.
    Output,
    /// After `conclusion`.
    Conclusion,
    /// After the end of the proof, or after an error.
    Ended,
}

/// An inequality, a substitution, and the token that ended them.
type Strengthening = (Inequality, Vec<(Var, Image)>, Token);

enum Token {
    /// A word, in [`Reader::word`].
    Word,
    Colon,
    Semicolon,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of `input`, whose name in messages is `name`.
    pub fn new(input: R, name: &str) -> Reader<R> {
        Reader {
            scanner: Scanner::new(input, name),
            word: Vec::new(),
            section: Section::Start,
            num_ordered: 0,
        }
    }

    /// Reads the next token, after blanks and comments (from `%` to the end of
    /// the line).
    fn token(&mut self) -> Result<(Place, Option<Token>), InputError> {
        loop {
            let next = self.scanner.skip_space()?;
            let place = self.scanner.place();
            let token = match next {
                None => return Ok((place, None)),
                Some(b'%') => {
                    self.scanner.skip_line()?;
                    continue;
                }
                Some(b';') => {
                    self.scanner.bump();
                    Token::Semicolon
                }
                Some(b':') => {
                    self.scanner.bump();
                    Token::Colon
                }
                Some(_) => {
                    self.word.clear();
                    while let Some(byte) = self.scanner.peek()? {
                        if byte.is_ascii_whitespace() || matches!(byte, b';' | b':' | b'%') {
                            break;
                        }
                        if self.word.len() == WORD {
                            return Err(self.scanner.unexpected(place, "a shorter word"));
                        }
                        self.word.push(byte);
                        self.scanner.bump();
                    }
                    // Such as a carriage return alone: no end of a line, and no word.
                    if self.word.is_empty() {
                        let expected = "a word, a semicolon or a colon";
                        return Err(self.scanner.unexpected(place, expected));
                    }
                    Token::Word
                }
            };
            return Ok((place, Some(token)));
        }
    }

    /// Reads a word, and returns its place.
    fn read_word(&mut self, expected: &str) -> Result<Place, InputError> {
        match self.token()? {
            (place, Some(Token::Word)) => Ok(place),
            (place, _) => Err(self.scanner.unexpected(place, expected)),
        }
    }

    /// Reads these words, which together are `phrase` or its beginning.
    fn read_words(&mut self, words: &[&str], phrase: &str) -> Result<(), InputError> {
        for word in words {
            let place = self.read_word(word)?;
            if self.word != word.as_bytes() {
                return Err(self.scanner.unexpected(place, phrase));
            }
        }
        Ok(())
    }

    fn semicolon(&mut self) -> Result<(), InputError> {
        match self.token()? {
            (_, Some(Token::Semicolon)) => Ok(()),
            (place, _) => Err(self.scanner.unexpected(place, "a semicolon")),
        }
    }

    /// Reads the next word of a list that a semicolon ends, if there is one, and
    /// returns its place. `number` is the number of words before it.
    fn next_word(&mut self, number: usize) -> Result<Option<Place>, InputError> {
        match self.token()? {
            (_, Some(Token::Semicolon)) => Ok(None),
            (place, Some(Token::Word)) if number < ITEMS => Ok(Some(place)),
            (place, _) => Err(self.scanner.unexpected(place, "a semicolon")),
        }
    }

    /// Skips the words up to the semicolon.
    fn skip_words(&mut self) -> Result<(), InputError> {
        let mut number = 0;
        while self.next_word(number)?.is_some() {
            number += 1;
        }
        Ok(())
    }

    fn header(&mut self) -> Result<(), InputError> {
        let words = ["pseudo-Boolean", "proof", "version"];
        self.read_words(&words, "`pseudo-Boolean proof version 3.0`")?;
        let place = self.read_word("a version")?;
        if self.word != b"3.0" {
            return Err(self.scanner.unexpected(place, "version 3.0 of the format"));
        }
        Ok(())
    }

    /// Reads the next line that is a step. Returns `None` at the end of the
    /// proof.
    fn step(&mut self) -> Result<Option<Step>, InputError> {
        if self.section == Section::Start {
            self.header()?;
            self.section = Section::Header;
        }
        loop {
            let place = self.read_word("a rule, or `end pseudo-Boolean proof;`")?;
            self.enter_section(place)?;
            return Ok(Some(match &self.word[..] {
                b"f" => Step::Formula(self.formula()?),
                b"pol" => Step::Pol(self.pol()?),
                b"rup" => {
                    let (inequality, separator) = self.inequality()?;
                    if let Token::Colon = separator {
                        self.skip_words()?;
                    }
                    Step::Rup(inequality)
                }
                b"red" => {
                    let (inequality, witness, end) = self.strengthening()?;
                    if let Token::Colon = end {
                        let place = self.scanner.place();
                        return Err(self.scanner.unexpected(place, "a semicolon"));
                    }
                    Step::Red(inequality, witness)
                }
                b"def_order" => {
                    self.order()?;
                    continue;
                }
                b"load_order" => self.load_order()?,
                b"dom" => {
                    let (inequality, witness, _) = self.strengthening()?;
                    Step::Dom(inequality, witness, self.proof_of_dominance()?)
                }
                b"del" => self.deletion()?,
                b"e" => self.equals()?,
                b"conclusion" => Step::Conclude(self.conclusion()?),
                b"output" => {
                    self.read_words(&["NONE"], "NONE")?;
                    self.semicolon()?;
                    continue;
                }
                b"end" => {
                    self.end()?;
                    return Ok(None);
                }
                _ => {
                    let known = "one of f, pol, rup, red, def_order, load_order, dom, del, e, output, conclusion, end";
                    return Err(self.scanner.unexpected(place, known));
                }
            }));
        }
    }

    /// Moves on to the section of the rule that was read, at `place`. Refuses a rule that
    /// may not follow what was read before.
    fn enter_section(&mut self, place: Place) -> Result<(), InputError> {
        let section = self.section;
        self.section = match &self.word[..] {
            b"output" => Section::Output,
            b"conclusion" => Section::Conclusion,
            b"end" => section,
            _ => Section::Steps,
        };
        let expected = match (section, &self.word[..]) {
            (Section::Output, b"conclusion") | (Section::Conclusion, b"end") => return Ok(()),
            (Section::Output, _) => "`conclusion` after the output",
            (Section::Conclusion, _) => "`end pseudo-Boolean proof;` after the conclusion",
            (_, b"conclusion" | b"end") => "`output NONE;` before the conclusion",
            (Section::Steps, b"f") => "`f` as the first step only",
            _ => return Ok(()),
        };
        Err(self.scanner.unexpected(place, expected))
    }

    /// Reads the rest of `end pseudo-Boolean proof;`, after which nothing may
    /// follow.
    fn end(&mut self) -> Result<(), InputError> {
        self.read_words(&["pseudo-Boolean", "proof"], "`end pseudo-Boolean proof;`")?;
        self.semicolon()?;
        match self.token()? {
            (_, None) => Ok(()),
            (place, Some(_)) => Err(self.scanner.unexpected(place, "the end of the file")),
        }
    }

    fn formula(&mut self) -> Result<u64, InputError> {
        const EXPECTED: &str = "a number of clauses";
        let place = self.read_word(EXPECTED)?;
        let count = self.id(place, EXPECTED)?;
        let Ok(count) = u64::try_from(count) else {
            return Err(self.scanner.unexpected(place, EXPECTED));
        };
        self.semicolon()?;
        Ok(count)
    }

    fn pol(&mut self) -> Result<Vec<Op>, InputError> {
        let mut ops = Vec::new();
        while let Some(place) = self.next_word(ops.len())? {
            ops.push(match &self.word[..] {
                b"+" => Op::Add,
                b"*" => Op::Multiply,
                b"d" => Op::Divide,
                b"s" => Op::Saturate,
                b"w" => Op::Weaken,
                [b'x' | b'~', ..] => Op::Lit(self.lit(place)?),
                _ => Op::Number(self.id(place, "a number, a literal, or one of + * d s w")?),
            });
        }
        Ok(ops)
    }

    /// Reads the rest of a definition, which must be that of the lexicographic order of some
    /// variables.
    fn order(&mut self) -> Result<(), InputError> {
        self.read_words(&["lex", "vars", "left"], "the order `lex`")?;
        let mut num = 0;
        while let Some(place) = self.next_word(num)? {
            num += 1;
            if self.word != format!("u{num}").as_bytes() {
                return Err(self.scanner.unexpected(place, "a variable u1, u2, …"));
            }
        }
        const EXPECTED: &str = "the lexicographic order as `sudosat sat` writes it";
        let text = order_of(num);
        let rest = text.split_once(';').map_or("", |parts| parts.1);
        for word in rest.split_ascii_whitespace() {
            let (word, ends) = match word.strip_suffix(';') {
                Some(word) => (word, true),
                None => (word, false),
            };
            let (place, token) = self.token()?;
            let is_same = match token {
                Some(Token::Word) => self.word == word.as_bytes(),
                Some(Token::Colon) => word == ":",
                Some(Token::Semicolon) => word.is_empty(),
                None => false,
            };
            if !is_same {
                return Err(self.scanner.unexpected(place, EXPECTED));
            }
            if ends && !word.is_empty() {
                self.semicolon()?;
            }
        }
        self.num_ordered = num;
        Ok(())
    }

    fn load_order(&mut self) -> Result<Step, InputError> {
        self.read_words(&["lex"], "the order `lex`")?;
        let num = self.num_ordered;
        let expected = format!("{} in all, none negated", counted(num, "variable"));
        let mut vars = Vec::new();
        while let Some(place) = self.next_word(vars.len())? {
            let lit = self.lit(place)?;
            if lit.is_negative() || vars.len() == num {
                return Err(self.scanner.unexpected(place, &expected));
            }
            vars.push(lit.var());
        }
        if vars.len() < num {
            let place = self.scanner.place();
            return Err(self.scanner.unexpected(place, &expected));
        }
        Ok(Step::LoadOrder(vars))
    }

    /// Skips the proof of an inequality by dominance, and returns the number of its inequalities.
    fn proof_of_dominance(&mut self) -> Result<usize, InputError> {
        self.read_words(&["subproof"], "`: subproof`")?;
        let last = format!("#{}", self.num_ordered + 1);
        let (mut num, mut num_scopes) = (1, 0);
        loop {
            let place = self.read_word("a line of a proof, or `qed dom;`")?;
            match &self.word[..] {
                b"rup" => {
                    num += 1;
                    self.skip_words()?;
                }
                b"scope" if num_scopes < 2 => {
                    num_scopes += 1;
                    num += num_defined(self.num_ordered as u64) as usize;
                    self.read_word("`leq` or `geq`")?;
                }
                b"proofgoal" => {
                    self.read_word("the number of a goal")?;
                    let is_last = self.word == last.as_bytes();
                    num += if is_last { self.num_ordered } else { 1 };
                }
                b"end" => self.semicolon()?,
                b"qed" => match self.token()? {
                    (_, Some(Token::Semicolon)) => {}
                    (_, Some(Token::Word)) if self.word == b"dom" => {
                        self.semicolon()?;
                        return Ok(num);
                    }
                    (place, _) => return Err(self.scanner.unexpected(place, "`qed dom;`")),
                },
                _ => {
                    let known = "one of rup, scope, proofgoal, end, qed";
                    return Err(self.scanner.unexpected(place, known));
                }
            }
        }
    }

    /// Reads an inequality and a substitution, if there is one. Returns them with the token that
    /// ended them.
    fn strengthening(&mut self) -> Result<Strengthening, InputError> {
        let (inequality, separator) = self.inequality()?;
        let mut witness = Vec::new();
        if let Token::Colon = separator {
            loop {
                let place = match self.token()? {
                    (_, Some(end @ (Token::Semicolon | Token::Colon))) => {
                        return Ok((inequality, witness, end));
                    }
                    (place, Some(Token::Word)) => place,
                    (place, _) => return Err(self.scanner.unexpected(place, "a variable")),
                };
                let lit = self.lit(place)?;
                let mut place = self.read_word("`->` or a value")?;
                if self.word == b"->" {
                    place = self.read_word("a literal, 0 or 1")?;
                }
                let image = match &self.word[..] {
                    b"0" => Image::Value(false),
                    b"1" => Image::Value(true),
                    _ => Image::Lit(self.lit(place)?),
                };
                if lit.is_negative() {
                    return Err(self.scanner.unexpected(place, "a variable without `~`"));
                }
                witness.push((lit.var(), image));
            }
        }
        Ok((inequality, witness, Token::Semicolon))
    }

    fn deletion(&mut self) -> Result<Step, InputError> {
        let place = self.read_word("`id`")?;
        if self.word != b"id" {
            return Err(self.scanner.unexpected(place, "`id`"));
        }
        let mut ids = Vec::new();
        while let Some(place) = self.next_word(ids.len())? {
            ids.push(self.id(place, "a number")?);
        }
        Ok(Step::Delete(ids))
    }

    fn equals(&mut self) -> Result<Step, InputError> {
        let (inequality, separator) = self.inequality()?;
        let place = match separator {
            Token::Colon => self.read_word("a number")?,
            _ => {
                let place = self.scanner.place();
                return Err(self.scanner.unexpected(place, "`:` and a number"));
            }
        };
        let id = self.id(place, "a number")?;
        self.semicolon()?;
        Ok(Step::Equals(inequality, id))
    }

    fn conclusion(&mut self) -> Result<Claim, InputError> {
        let place = self.read_word("UNSAT, SAT or NONE")?;
        let claim = match &self.word[..] {
            b"NONE" => Claim::None,
            b"SAT" => Claim::Satisfiable,
            b"UNSAT" => match self.token()? {
                (_, Some(Token::Semicolon)) => return Ok(Claim::Unsatisfiable(None)),
                (_, Some(Token::Colon)) => {
                    let place = self.read_word("a number")?;
                    Claim::Unsatisfiable(Some(self.id(place, "a number")?))
                }
                (place, _) => return Err(self.scanner.unexpected(place, "`:` or a semicolon")),
            },
            _ => return Err(self.scanner.unexpected(place, "UNSAT, SAT or NONE")),
        };
        self.skip_words()?;
        Ok(claim)
    }

    /// Reads an inequality, and returns it with the token that ended it.
    fn inequality(&mut self) -> Result<(Inequality, Token), InputError> {
        let mut terms = Vec::new();
        let start = self.scanner.place();
        loop {
            let place = self.read_word("a coefficient or `>=`")?;
            if self.word == b">=" {
                let place = self.read_word("a degree")?;
                let degree = self.number(place, "a degree")?;
                let separator = match self.token()? {
                    (_, Some(separator @ (Token::Colon | Token::Semicolon))) => separator,
                    (place, _) => {
                        return Err(self.scanner.unexpected(place, "a semicolon or `:`"));
                    }
                };
                let Some(inequality) = Inequality::new(&terms, degree) else {
                    let message = "the numbers of this inequality are too large for 62 bits";
                    return Err(self.scanner.error(start, message));
                };
                return Ok((inequality, separator));
            }
            if terms.len() == ITEMS {
                return Err(self.scanner.unexpected(place, "a shorter inequality"));
            }
            let coefficient = self.number(place, "a coefficient or `>=`")?;
            let place = self.read_word("a literal")?;
            terms.push((coefficient, self.lit(place)?));
        }
    }

    /// Returns the last word as a number: digits without a needless 0 in front, perhaps
    /// after a sign.
    fn number(&mut self, place: Place, expected: &str) -> Result<i64, InputError> {
        let word = &self.word[..];
        let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+"));
        let is_plain = match digits.unwrap_or(word) {
            [b'0', rest @ ..] => rest.is_empty(),
            _ => true,
        };
        let number = std::str::from_utf8(word).ok();
        let number = number.and_then(|text| text.parse().ok());
        number
            .filter(|_| is_plain)
            .ok_or_else(|| self.scanner.unexpected(place, expected))
    }

    /// Returns the last word as the number of an inequality, or as one that follows an
    /// operand in an expression.
    fn id(&mut self, place: Place, expected: &str) -> Result<Id, InputError> {
        let id = self.number(place, expected)?;
        if self.word.starts_with(b"+") {
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(id)
    }

    /// Returns the last word as a literal.
    fn lit(&mut self, place: Place) -> Result<Lit, InputError> {
        let (negative, name) = match self.word.split_first() {
            Some((b'~', rest)) => (true, rest),
            _ => (false, &self.word[..]),
        };
        let number = name
            .strip_prefix(b"x")
            .filter(|digits| !digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit));
        let number =
            number.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<i32>().ok());
        match number.and_then(Lit::from_dimacs) {
            Some(lit) if negative => Ok(!lit),
            Some(lit) => Ok(lit),
            None => Err(self
                .scanner
                .unexpected(place, "a literal such as x1 or ~x1")),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Step, InputError>;

    fn next(&mut self) -> Option<Result<Step, InputError>> {
        if self.section == Section::Ended {
            return None;
        }
        let step = self.step().transpose();
        if !matches!(step, Some(Ok(_))) {
            self.section = Section::Ended;
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Step>, String> {
        let reader = Reader::new(text.as_bytes(), "p.pbp");
        reader
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_carriage_return_alone_is_no_word() {
        let text = "pseudo-Boolean proof version 3.0\nf 4;\noutput NONE\rx;\n";
        let error = "p.pbp:3:12: found a carriage return without a line feed, \
                     expected a word, a semicolon or a colon";
        assert_eq!(read(text).unwrap_err(), error);
    }

    #[test]
    fn lines_are_read() {
        let text = "pseudo-Boolean proof version 3.0\nf 4;\n% a comment; with 1 semicolon\n\
            rup 1 x1 >= 1;\npol 5 2 + 3\n * x4 + ~x2 w s 2 d;\n\
            red 1 ~x9 2 x1 >= 1 : x9 -> 0 x8 -> ~x1;\ndel id 5 -1;\ne 1 x1 >= 1 : 3;\n\
            output NONE;\nconclusion UNSAT : 7;\nend pseudo-Boolean proof;\n";
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let steps = read(text).unwrap();
        assert_eq!(steps.len(), 7);
        assert_eq!(steps[1], Step::Rup(Inequality::clause(&[lit(1)])));
        assert!(matches!(&steps[2], Step::Pol(ops) if ops.len() == 12));
        let Step::Red(inequality, witness) = &steps[3] else {
            panic!("{:?}", steps[3]);
        };
        assert_eq!(inequality.terms(), [(lit(1), 2), (lit(-9), 1)]);
        let images = [Image::Value(false), Image::Lit(lit(-1))];
        assert_eq!(
            witness,
            &[(lit(9).var(), images[0]), (lit(8).var(), images[1])]
        );
        assert_eq!(steps[6], Step::Conclude(Claim::Unsatisfiable(Some(7))));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let head = "pseudo-Boolean proof version 3.0\n";
        for (rest, place) in [
            ("rup 1 y1 >= 1;", "p.pbp:2:7: "),
            ("rup 1 x0 >= 1;", "p.pbp:2:7: "),
            ("rup 1 x99999999999 >= 1;", "p.pbp:2:7: "),
            ("rup 99999999999999999999 x1 >= 1;", "p.pbp:2:5: "),
            ("rup 1 x1 >= 1", "p.pbp:2:14: "),
            ("pol 1 2 -;", "p.pbp:2:9: "),
            ("dom 1 x1 >= 1;", "p.pbp:2:15: "),
            ("dom 1 x1 >= 1 : : subproof pol 1;", "p.pbp:2:28: "),
            ("def_order exp vars left u1;", "p.pbp:2:11: "),
            // Not transitive.
            (
                "def_order lex vars left u1; right v1; aux; end; spec end; def 1 ~u1 1 ~v1 >= 1;",
                "p.pbp:2:71: ",
            ),
            ("load_order lex x1;", "p.pbp:2:16: "),
            (
                "dom 1 x1 >= 1 : : subproof scope leq end; scope geq end; scope leq end; qed dom;",
                "p.pbp:2:58: ",
            ),
            ("f 1;\n", "p.pbp:3:1: "),
            ("f;", "p.pbp:2:2: "),
            ("f 1; f 1;", "p.pbp:2:6: "),
            ("rup >= 0; f 1;", "p.pbp:2:11: "),
            ("output NONE; rup >= 0;", "p.pbp:2:14: "),
            ("conclusion NONE;", "p.pbp:2:1: "),
            ("output NONE; output NONE;", "p.pbp:2:14: "),
            ("end pseudo-Boolean proof;", "p.pbp:2:1: "),
            ("rup 1 x01 >= 1;", "p.pbp:2:7: "),
            ("rup 01 x1 >= 1;", "p.pbp:2:5: "),
            ("pol +1;", "p.pbp:2:5: "),
            ("u >= 0;", "p.pbp:2:1: "),
        ] {
            let error = read(&format!("{head}{rest}")).unwrap_err();
            assert!(error.starts_with(place), "{rest}: {error}");
        }
        assert!(read("p cnf 1 1\n").is_err());
        assert!(read("pseudo-Boolean proof version 2.0\n").is_err());
    }
}
