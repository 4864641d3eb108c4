//! VeriPB proofs, version 3.0, of unsatisfiability.
//!
//! The [premises](Premises) have the numbers 1, 2, …; each step that
//! adds an inequality gives it the next number. Negative numbers count back from the
//! last one, which is −1. The steps:
//!
//! | step | accepted if |
//! |---|---|
//! | `f N` | there are N premises; only as the first step |
//! | `pol EXPRESSION` | the rules of cutting planes derive the inequality, in reverse Polish notation |
//! | `rup C : IDS` | ¬C and the inequalities present (with `:`, those that are named) propagate to a conflict |
//! | `red C : VARIABLE -> VALUE` | ¬C and the inequalities present imply C, and each of those present, with the variable replaced by 0 or 1 |
//! | `del id IDS` | they are present; fewer inequalities prove no more than all of them |
//!
//! The end is `output NONE;`, `conclusion UNSAT;` (perhaps `: ID` before the semicolon),
//! `end pseudo-Boolean proof;`. It is accepted if an inequality is present that no assignment
//! satisfies. What `pol` and `rup` add follows. An assignment that satisfies what is present but
//! not the C of `red` does so with another value of the variable. So if the premises had a
//! solution, the inequalities present would have one at each step.

use super::inequality::Inequality;
use super::propagation::Database;
use super::text::{Text, malformed, parse, poll, shown, wrong};
use super::{Fault, Premises};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// The first line.
const HEADER: &[u8] = b"pseudo-Boolean proof version 3.0";
/// The last step, in which one space separates the words.
const END: &[u8] = b"end pseudo-Boolean proof";
/// Largest number of terms in the operands of one expression, to bound memory.
const MOST_TERMS: usize = 1 << 24;

/// Checks that a proof refutes the premises: the clauses of a formula, or constraints in OPB.
///
/// # Errors
/// If the proof is malformed or has a step that is not in the table above, a step is
/// not justified, numbers reach 2¹⁰⁰, or `stop` returned `true`. It is called before
/// each inequality that is looked at.
pub fn veripb(
    premises: impl Into<Premises>,
    proof: &[u8],
    stop: &dyn Fn() -> bool,
) -> Result<(), Fault> {
    let mut checker = Checker {
        database: Database::default(),
        offset: 0,
        stop,
    };
    for inequality in premises.into().0 {
        checker.database.add(inequality);
    }
    let num_premises = checker.database.last;
    let mut tokens = Tokens::new(proof, b'%');
    tokens.header()?;
    let mut is_first = true;
    loop {
        let (offset, rule) = tokens.word("a step, or \"output NONE;\"")?;
        checker.offset = offset;
        poll(stop, offset)?;
        match rule {
            b"f" if is_first => {
                let (place, word) = tokens.word("the number of clauses")?;
                tokens.semicolon()?;
                let Some(number) = plain(word) else {
                    return tokens.0.unexpected(place, "the number of clauses");
                };
                if number != i128::from(num_premises) {
                    let message =
                        format!("the proof starts from {number} inequalities, not {num_premises}");
                    return wrong(offset, message);
                }
            }
            b"pol" => {
                let inequality = checker.pol(&tokens.words_to_semicolon()?)?;
                checker.database.add(inequality);
            }
            b"rup" => {
                let (inequality, hints) = tokens.inequality()?;
                checker.rup(&inequality, &hints.unwrap_or_default())?;
                checker.database.add(inequality);
            }
            b"red" => {
                let (inequality, witness) = tokens.inequality()?;
                checker.red(&inequality, &witness.unwrap_or_default())?;
                checker.database.add(inequality);
            }
            b"del" => {
                tokens.keyword("id")?;
                let words = tokens.words_to_semicolon()?;
                let ids = words.into_iter().map(|word| checker.id(word));
                for id in ids.collect::<Result<Vec<_>, _>>()? {
                    if !checker.database.remove(id) {
                        return wrong(offset, format!("there is no inequality {id}"));
                    }
                }
            }
            b"output" => break,
            _ => return malformed(offset, format!("{} is not checked here", shown(rule))),
        }
        is_first = false;
    }
    tokens.keyword("NONE")?;
    tokens.semicolon()?;
    tokens.keyword("conclusion")?;
    checker.offset = tokens.0.at;
    match tokens.word("UNSAT")? {
        (_, b"UNSAT") => {}
        (_, b"NONE" | b"SAT" | b"BOUNDS") => return checker.wrong("it does not conclude UNSAT"),
        (offset, _) => return tokens.0.unexpected(offset, "UNSAT"),
    }
    let is_contradicted = if tokens.colon()? {
        let word = tokens.word("the number of an inequality")?;
        tokens.semicolon()?;
        checker.named(word)?.is_contradiction()
    } else {
        checker.database.iter().any(Inequality::is_contradiction)
    };
    tokens.end()?;
    match is_contradicted {
        true => Ok(()),
        false => checker.wrong("the conclusion has no contradiction"),
    }
}

/// A word with its offset.
type Word<'a> = (usize, &'a [u8]);

/// The tokens of a proof or of constraints: words, `:` and `;`, with white space and comments
/// between. The byte is the one that begins a comment.
pub(super) struct Tokens<'a>(pub(super) Text<'a>, u8);

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8], comment: u8) -> Tokens<'a> {
        let mut text = Text::new(text);
        text.ends = b" \t\r\n:;%";
        Tokens(text, comment)
    }

    fn header(&mut self) -> Result<(), Fault> {
        self.0.skip_line();
        let rest = self.0.bytes[..self.0.at].strip_prefix(HEADER);
        match rest.is_some_and(|rest| rest.iter().all(|byte| b" \t\r\n".contains(byte))) {
            true => Ok(()),
            false => malformed(0, format!("the first line is not {}", shown(HEADER))),
        }
    }

    /// Skips white space and comments. Those of `*` are whole lines.
    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.0.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.0.at += 1,
                b'%' if self.1 == byte => self.0.skip_line(),
                b'*' if self.1 == byte && self.0.is_first_in_line() => self.0.skip_line(),
                _ => break,
            }
        }
    }

    fn word(&mut self, expected: &str) -> Result<Word<'a>, Fault> {
        self.skip_space();
        match self.0.word() {
            [] => self.0.unexpected(self.0.at, expected),
            word => Ok((self.0.at - word.len(), word)),
        }
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), Fault> {
        match self.word(keyword)? {
            (_, word) if word == keyword.as_bytes() => Ok(()),
            (offset, _) => self.0.unexpected(offset, keyword),
        }
    }

    /// Reads a `;`, or a `:`. Returns `true` if it is a `:`.
    fn colon(&mut self) -> Result<bool, Fault> {
        self.skip_space();
        match self.0.peek() {
            Some(byte @ (b':' | b';')) => {
                self.0.at += 1;
                Ok(byte == b':')
            }
            _ => self.0.unexpected(self.0.at, "a semicolon"),
        }
    }

    pub(super) fn semicolon(&mut self) -> Result<(), Fault> {
        match self.colon()? {
            false => Ok(()),
            true => malformed(self.0.at - 1, "found \":\", expected a semicolon"),
        }
    }

    fn words_to_semicolon(&mut self) -> Result<Vec<Word<'a>>, Fault> {
        let mut words = Vec::new();
        loop {
            self.skip_space();
            if let Some(b':' | b';') = self.0.peek() {
                self.semicolon()?;
                return Ok(words);
            }
            words.push(self.word("a semicolon")?);
        }
    }

    /// Reads `COEFFICIENT LITERAL … >= DEGREE`, and then `;`, or `:` and the words up to `;`.
    fn inequality(&mut self) -> Result<(Inequality, Option<Vec<Word<'a>>>), Fault> {
        let (inequality, _) = self.constraint(&[b">="])?;
        let words = match self.colon()? {
            true => Some(self.words_to_semicolon()?),
            false => None,
        };
        Ok((inequality, words))
    }

    /// Reads `COEFFICIENT LITERAL … RELATION DEGREE` with one of these relations, which is returned
    /// with the inequality of `>=`.
    pub(super) fn constraint(
        &mut self,
        relations: &[&[u8]],
    ) -> Result<(Inequality, &'a [u8]), Fault> {
        let start = self.0.at;
        let mut sum = Some(Inequality::default());
        let relation = loop {
            let (offset, word) = self.word("a coefficient or \">=\"")?;
            if relations.contains(&word) {
                break word;
            }
            let Some(coefficient) = integer(word) else {
                return self.0.unexpected(offset, "a coefficient or \">=\"");
            };
            let lit = lit(self.word("a literal")?)?;
            sum = sum.and_then(|sum| sum.plus(coefficient, lit));
        };
        let (offset, word) = self.word("the degree")?;
        let Some(degree) = integer(word) else {
            return self.0.unexpected(offset, "the degree");
        };
        match sum.and_then(|sum| sum.plus_constant(degree)) {
            Some(inequality) => Ok((inequality, relation)),
            None => malformed(start, TOO_LARGE),
        }
    }

    /// Reads the last step, after which only white space and comments may come.
    fn end(&mut self) -> Result<(), Fault> {
        self.skip_space();
        let text = &self.0;
        if !text.rest().starts_with(END) {
            return text.unexpected(text.at, "\"end pseudo-Boolean proof;\"");
        }
        self.0.at += END.len();
        self.semicolon()?;
        self.skip_space();
        match self.0.rest() {
            [] => Ok(()),
            _ => self.0.unexpected(self.0.at, "the end of the file"),
        }
    }
}

pub(super) const TOO_LARGE: &str = "the numbers are too large";

/// Parses an integer: digits without a needless 0 in front, perhaps after a sign.
fn integer(word: &[u8]) -> Option<i128> {
    let unsigned = word.strip_prefix(b"-").or(word.strip_prefix(b"+"));
    let digits = unsigned.unwrap_or(word);
    let is_plain = digits == b"0" || !digits.starts_with(b"0");
    let number = digits.iter().all(u8::is_ascii_digit).then(|| parse(word))?;
    number.filter(|_| is_plain)
}

/// Parses an integer without a plus sign, as the grammar asks for outside inequalities.
fn plain(word: &[u8]) -> Option<i128> {
    integer(word).filter(|_| !word.starts_with(b"+"))
}

/// Parses a literal: `x1` or `~x1`.
fn lit((offset, word): Word<'_>) -> Result<i32, Fault> {
    let name = word.strip_prefix(b"~").unwrap_or(word);
    let number = name.strip_prefix(b"x").and_then(plain);
    match number.map(i32::try_from) {
        Some(Ok(var)) if var > 0 => Ok(if name == word { var } else { -var }),
        _ => malformed(offset, format!("{} is no literal such as x1", shown(word))),
    }
}

struct Checker<'a> {
    database: Database,
    /// The offset of the current step.
    offset: usize,
    stop: &'a dyn Fn() -> bool,
}

impl Checker<'_> {
    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        wrong(self.offset, message)
    }

    /// Returns the result of an operation, unless its numbers were too large.
    fn bounded<T>(&self, result: Option<T>) -> Result<T, Fault> {
        result.map_or_else(|| self.wrong(TOO_LARGE), Ok)
    }

    /// Parses the number of an inequality.
    fn id(&self, (offset, word): Word<'_>) -> Result<i64, Fault> {
        let number = plain(word).filter(|&id| id != 0);
        match number.map(i64::try_from) {
            // Counted back from the last one.
            Some(Ok(id)) if id < 0 => Ok((self.database.last + 1).saturating_add(id)),
            Some(Ok(id)) => Ok(id),
            _ => malformed(offset, format!("{} numbers no inequality", shown(word))),
        }
    }

    fn named(&self, word: Word<'_>) -> Result<&Rc<Inequality>, Fault> {
        let id = self.id(word)?;
        match self.database.get(id) {
            Some(inequality) => Ok(inequality),
            None => self.wrong(format!("there is no inequality {id}")),
        }
    }

    /// Evaluates an expression in reverse Polish notation. Numbers of inequalities and
    /// literals (l ≥ 0) are operands. `+` adds two; `N *` multiplies; `N d` divides and
    /// rounds up; `s` saturates; `VARIABLE w` weakens.
    fn pol(&self, words: &[Word<'_>]) -> Result<Inequality, Fault> {
        let mut stack: Vec<Rc<Inequality>> = Vec::new();
        let mut terms = 0;
        let mut words = words;
        while let [word, rest @ ..] = words {
            poll(self.stop, self.offset)?;
            words = rest;
            let mut pop = || match stack.pop() {
                Some(operand) => {
                    terms -= operand.len();
                    Ok(Rc::unwrap_or_clone(operand))
                }
                None => self.wrong("the expression lacks an operand"),
            };
            let operator = rest.first().map_or(&b""[..], |next| next.1);
            let result = match (word.1, operator) {
                (b"+", _) => {
                    let (right, left) = (pop()?, pop()?);
                    self.bounded(left.plus_all(&right))?.into()
                }
                (b"s", _) => pop()?.saturated().into(),
                (number, b"*" | b"d") => {
                    words = &rest[1..];
                    let operand = pop()?;
                    match plain(number).filter(|&number| number > 0) {
                        Some(number) if operator == b"d" => operand.divided(number).into(),
                        Some(number) => self.bounded(operand.times(number))?.into(),
                        None => return malformed(word.0, "expected a positive number"),
                    }
                }
                (_, b"w") => {
                    words = &rest[1..];
                    match lit(*word)? {
                        var @ 1.. => pop()?.weakened(var).into(),
                        _ => return malformed(word.0, "expected a variable without \"~\""),
                    }
                }
                ([b'x' | b'~', ..], _) => {
                    let axiom = Inequality::default().plus(1, lit(*word)?);
                    self.bounded(axiom)?.into()
                }
                _ => self.named(*word)?.clone(),
            };
            terms += result.len();
            if terms > MOST_TERMS {
                return self.wrong("the operands of the expression are too many or too long");
            }
            stack.push(result);
        }
        match <[_; 1]>::try_from(stack) {
            Ok([result]) => Ok(Rc::unwrap_or_clone(result)),
            Err(_) => self.wrong("the expression does not make one inequality"),
        }
    }

    /// Checks that an inequality follows by unit propagation: if there are hints, on its
    /// negation, for which `~` stands, and on the inequalities that they name.
    fn rup(&self, inequality: &Inequality, hints: &[Word<'_>]) -> Result<(), Fault> {
        let mut named = Database::default();
        for &hint in hints.iter().filter(|hint| hint.1 != b"~") {
            named.add(Inequality::clone(self.named(hint)?));
        }
        let database = match hints {
            [] => &self.database,
            _ => &named,
        };
        let poll = || poll(self.stop, self.offset);
        match database.refutes(&[inequality.negated()], poll)? {
            true => Ok(()),
            false => self.wrong("the inequality does not follow by unit propagation"),
        }
    }

    /// Checks that an inequality, and each of those present, follows from its negation and
    /// those present once a variable is replaced: from the negation alone, or by propagation.
    fn red(&self, inequality: &Inequality, witness: &[Word<'_>]) -> Result<(), Fault> {
        let (variable, value) = match *witness {
            [variable, (_, b"->"), value] | [variable, value] => (variable, value.1),
            _ => return malformed(self.offset, "expected one variable, \"->\", and a value"),
        };
        let var = match lit(variable)? {
            var @ 1.. => var,
            _ => return malformed(variable.0, "expected a variable without \"~\""),
        };
        let made_true = match value {
            b"1" => var,
            b"0" => -var,
            _ => return malformed(self.offset, "expected the value 0 or 1"),
        };
        let negated = inequality.negated();
        let changed = self.database.with(var).chain([inequality]);
        for goal in changed.map(|one| one.clone().assigned(made_true)) {
            let poll = || poll(self.stop, self.offset);
            let is_implied = negated.implies(&goal);
            let assumptions = [negated.clone(), goal.negated()];
            if !is_implied && !self.database.refutes(&assumptions, poll)? {
                return self.wrong("an inequality with the variable replaced does not follow");
            }
        }
        Ok(())
    }
}
