//! Reading a rule: `rule NAME(SHAPE): CLAUSE; …`.

use super::pattern::Pattern;
use super::tokens::{Token, TokenKind, tokens};
use super::tree::{Clause, Comparison, Expr, Name, Operation, Over, Whole, WholeKind};
use crate::sudoku::rules::{Numbers, Shape};

/// The index of a character of the text, and a message.
pub(crate) type Fault = (usize, String);

/// Largest number of parentheses and other parts within each other.
const MOST_DEPTH: usize = 24;

/// Largest number of clauses of a rule.
const MOST_CLAUSES: usize = 20;

/// Longest name of a rule, in characters.
const LONGEST_NAME: usize = 40;

/// A rule as it is written.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub name: String,
    pub shape: Shape,
    pub numbers: Numbers,
    pub clauses: Vec<Clause>,
}

/// Reads a rule, which begins with the word `rule`.
pub(super) fn rule(text: &str) -> Result<Parsed, Fault> {
    let keyword = text.chars().take_while(|c| c.is_whitespace()).count();
    let rest = text.trim_start().strip_prefix("rule").unwrap_or_default();
    let blanks = rest.chars().take_while(|c| c.is_whitespace()).count();
    let start = keyword + "rule".len() + blanks;
    let rest = rest.trim_start();
    let is_in_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let end = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
    let name = &rest[..end];
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') || blanks == 0 {
        let expected =
            "expected a name of small letters, as in 'rule my-line(line): each pair a != b'";
        let found = match rest.chars().next() {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end of the rule".to_owned(),
        };
        return Err((start, format!("found {found}, {expected}")));
    }
    if name.len() > LONGEST_NAME {
        let message = format!(
            "found a name of {} letters, expected at most {LONGEST_NAME}",
            name.len()
        );
        return Err((start, message));
    }
    let tokens = tokens(&rest[end..], start + end)?;
    let mut parser = Parser {
        tokens: &tokens,
        next: 0,
        depth: 0,
        shape: Shape::Line,
        numbers: Numbers::None,
        names: Vec::new(),
        wholes: Wholes::None,
    };
    parser.head()?;
    let mut clauses = vec![parser.clause()?];
    while parser.takes(';') {
        // The last may be followed by one more.
        if parser.peek().kind == TokenKind::End {
            break;
        }
        if clauses.len() == MOST_CLAUSES {
            return Err(parser.wrong(&format!("at most {MOST_CLAUSES} parts")));
        }
        clauses.push(parser.clause()?);
    }
    if parser.peek().kind != TokenKind::End {
        return Err(parser.wrong("an operation, a comparison, 'and', 'or', ';' or the end"));
    }
    let Parser { shape, numbers, .. } = parser;
    Ok(Parsed {
        name: name.to_owned(),
        shape,
        numbers,
        clauses,
    })
}

/// The values of several cells that may stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wholes {
    /// None.
    None,
    /// Those of all cells.
    All,
    /// Those of the cells before one.
    Before,
}

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Condition,
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    next: usize,
    depth: usize,
    shape: Shape,
    numbers: Numbers,
    /// The names that may stand here.
    names: Vec<Name>,
    wholes: Wholes,
}

/// The names in texts.
const NAMES: [(&str, Name); 18] = [
    ("a", Name::A),
    ("b", Name::B),
    ("c", Name::C),
    ("x", Name::X),
    ("i", Name::I),
    ("j", Name::J),
    ("n", Name::N),
    ("d", Name::D),
    ("times", Name::Times),
    ("size", Name::Size),
    ("length", Name::Length),
    ("first", Name::First),
    ("last", Name::Last),
    ("middle", Name::Middle),
    ("rows", Name::Rows),
    ("columns", Name::Columns),
    ("dot", Name::Dot),
    ("xv", Name::Xv),
];

/// The values of several cells in texts.
const WHOLES: [(&str, WholeKind); 7] = [
    ("sum", WholeKind::Sum),
    ("count", WholeKind::Sum),
    ("product", WholeKind::Product),
    ("least", WholeKind::Least),
    ("greatest", WholeKind::Greatest),
    ("distinct", WholeKind::Distinct),
    ("has", WholeKind::Any),
];

/// The beginning of a clause on cells some rows and columns apart, which are read next.
const AT: &str = "each pair at";

/// Largest number of rows or columns from one cell of a pair to the other.
const FARTHEST: i64 = 1_000;

/// The beginnings of clauses in texts, longer ones first, with the shapes of marks.
const OVERS: [(&str, Over, &[Shape]); 16] = [
    (
        "each pair of neighbours",
        Over::Neighbours,
        &[Shape::Line, Shape::Outside],
    ),
    ("each pair of neighbours", Over::Apart(0, 1), &[Shape::Grid]),
    (AT, Over::Apart(0, 0), &[Shape::Grid]),
    (
        "each pair of mirrored cells",
        Over::Mirrored,
        &[Shape::Line, Shape::Outside],
    ),
    (
        "each pair",
        Over::Pairs,
        &[Shape::Line, Shape::Outside, Shape::Cells, Shape::Grid],
    ),
    (
        "each three neighbours",
        Over::Three,
        &[Shape::Line, Shape::Outside],
    ),
    (
        "each inner cell",
        Over::Inner,
        &[Shape::Line, Shape::Outside],
    ),
    ("each cell beside", Over::Beside, &[Shape::Cells]),
    (
        "each cell",
        Over::Cells,
        &[Shape::Line, Shape::Outside, Shape::Cells],
    ),
    (
        "each digit",
        Over::Digits,
        &[Shape::Line, Shape::Outside, Shape::Cells],
    ),
    (
        "each number",
        Over::Numbers,
        &[Shape::Line, Shape::Outside, Shape::Cells],
    ),
    (
        "some number",
        Over::SomeNumber,
        &[Shape::Line, Shape::Outside, Shape::Cells],
    ),
    ("each square", Over::Squares, &[Shape::Grid]),
    (
        "digits match",
        Over::Matches,
        &[Shape::Line, Shape::Outside],
    ),
    ("", Over::Both, &[Shape::Pair]),
    (
        "",
        Over::Whole,
        &[Shape::Line, Shape::Outside, Shape::Cells],
    ),
];

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        // The last token is the end.
        self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn wrong(&self, expected: &str) -> Fault {
        let token = self.peek();
        (
            token.at,
            format!("found {}, expected {expected}", token.shown()),
        )
    }

    /// Takes a sign if it is next.
    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.peek().kind == TokenKind::Sign(sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: char) -> Result<(), Fault> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.wrong(&format!("'{sign}'"))),
        }
    }

    /// Takes words if they are next.
    fn takes_words(&mut self, words: &str) -> bool {
        let mut tokens = self.tokens[self.next.min(self.tokens.len())..].iter();
        let is_next = words.split_whitespace().all(|word| {
            let token = tokens.next().map_or("", |token| token.text);
            token == word || (word == "neighbours" && token == "neighbors")
        });
        if is_next {
            self.next += words.split_whitespace().count();
        }
        is_next
    }

    /// Reads `(SHAPE, n = 5):`.
    fn head(&mut self) -> Result<(), Fault> {
        const SHAPES: [(&str, Shape); 5] = [
            ("line", Shape::Line),
            ("cells", Shape::Cells),
            ("pair", Shape::Pair),
            ("outside", Shape::Outside),
            ("grid", Shape::Grid),
        ];
        self.expect('(')?;
        let shape = SHAPES.iter().find(|(word, _)| self.peek().text == *word);
        let &(_, shape) = shape.ok_or_else(|| self.wrong("line, cells, pair, outside or grid"))?;
        self.next += 1;
        self.shape = shape;
        if self.takes(',') {
            self.numbers = match self.peek().text {
                "n" => Numbers::One(None),
                "numbers" => Numbers::Many,
                _ => return Err(self.wrong("n for a number of each mark, or numbers for several")),
            };
            self.next += 1;
            if self.numbers == Numbers::One(None)
                && self.peek().kind == TokenKind::Compare(Comparison::Equal)
            {
                self.next += 1;
                let number = match self.peek().kind {
                    TokenKind::Number(number) => u32::try_from(number).ok(),
                    _ => None,
                };
                let number = number.filter(|&number| number < 1_000_000);
                self.numbers = Numbers::One(Some(number.ok_or_else(|| self.wrong("a number"))?));
                self.next += 1;
            }
        }
        self.expect(')')?;
        self.expect(':')
    }

    fn clause(&mut self) -> Result<Clause, Fault> {
        let start = self.peek();
        let known = OVERS
            .iter()
            .find(|(words, _, shapes)| shapes.contains(&self.shape) && self.takes_words(words));
        let begins = |word: &str| start.text == word;
        let &(words, over, _) = match known {
            Some(known) if !known.0.is_empty() || !(begins("each") || begins("some")) => known,
            _ => {
                let here = OVERS
                    .iter()
                    .filter(|(words, _, shapes)| shapes.contains(&self.shape) && !words.is_empty());
                let here: Vec<String> = here.map(|(words, ..)| format!("'{words}'")).collect();
                let expected = match here.is_empty() {
                    true => "a condition on a and b".to_owned(),
                    false => here.join(", "),
                };
                return Err(self.wrong(&expected));
            }
        };
        if matches!(over, Over::Numbers | Over::SomeNumber) && self.numbers != Numbers::Many {
            return Err((
                start.at,
                format!(
                    "found '{words}', expected a rule with numbers, as 'rule x(cells, numbers): …'"
                ),
            ));
        }
        let over = match words {
            AT => self.apart()?,
            _ => over,
        };
        if over == Over::Matches {
            return self.pattern();
        }
        self.scope(over);
        let (at, condition) = (self.peek().at, self.or()?);
        match condition {
            (condition, Kind::Condition) => Ok(Clause {
                over,
                condition,
                pattern: None,
            }),
            (_, Kind::Number) => Err((
                at,
                "found a number, expected a condition, as a != b".to_owned(),
            )),
        }
    }

    /// Reads a regular expression.
    fn pattern(&mut self) -> Result<Clause, Fault> {
        let token = self.peek();
        if token.kind != TokenKind::Text {
            return Err(self.wrong("a regular expression, as \"[1-3]+\""));
        }
        self.next += 1;
        let text = token.text.trim_matches('"');
        Ok(Clause {
            over: Over::Matches,
            condition: Expr::Number(1),
            pattern: Some(Pattern::read(text, token.at + 1)?),
        })
    }

    /// Reads how far two cells are apart: `(1, 2)`.
    fn apart(&mut self) -> Result<Over, Fault> {
        let start = self.peek().at;
        let mut steps = [0; 2];
        for (step, sign) in steps.iter_mut().zip(['(', ',']) {
            self.expect(sign)?;
            *step = match self.peek().kind {
                TokenKind::Number(number) if number <= FARTHEST => number as usize,
                _ => return Err(self.wrong(&format!("a number up to {FARTHEST}"))),
            };
            self.next += 1;
        }
        self.expect(')')?;
        match steps {
            [0, 0] => Err((
                start,
                "found (0, 0), the cell itself, expected another cell".to_owned(),
            )),
            [rows, columns] => Ok(Over::Apart(rows, columns)),
        }
    }

    /// Sets what may stand in a clause.
    fn scope(&mut self, over: Over) {
        let mut names = vec![Name::Size];
        if matches!(self.numbers, Numbers::One(_)) {
            names.push(Name::N);
        }
        let is_ordered = matches!(self.shape, Shape::Line | Shape::Outside);
        if is_ordered {
            names.extend(Name::PINS);
        }
        if matches!(self.shape, Shape::Line | Shape::Outside | Shape::Cells) {
            names.push(Name::Length);
        }
        self.wholes = Wholes::None;
        match over {
            Over::Both | Over::Beside => names.extend([Name::A, Name::B]),
            Over::Neighbours | Over::Mirrored => names.extend([Name::A, Name::B, Name::I, Name::J]),
            Over::Three => names.extend([Name::A, Name::B, Name::C, Name::I]),
            Over::Pairs if self.shape == Shape::Grid => {
                names.extend(Name::OF_GRID_PAIR);
            }
            Over::Apart(..) => names.extend([Name::A, Name::B, Name::Dot, Name::Xv]),
            Over::Pairs => {
                names.extend([Name::A, Name::B]);
                names.extend(
                    is_ordered
                        .then_some([Name::I, Name::J])
                        .into_iter()
                        .flatten(),
                );
            }
            Over::Cells | Over::Inner => {
                names.push(Name::X);
                names.extend(is_ordered.then_some(Name::I));
                if is_ordered {
                    self.wholes = Wholes::Before;
                }
            }
            Over::Whole | Over::Squares | Over::Matches => self.wholes = Wholes::All,
            Over::Digits => {
                names.push(Name::D);
                self.wholes = Wholes::All;
            }
            Over::Numbers | Over::SomeNumber => {
                names.extend([Name::N, Name::Times]);
                self.wholes = Wholes::All;
            }
        }
        self.names = names;
    }

    /// Reads a part that may hold parts of its kind.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MOST_DEPTH {
            return Err(self.wrong(&format!(
                "at most {MOST_DEPTH} parentheses within each other"
            )));
        }
        self.depth += 1;
        let part = read(self)?;
        self.depth -= 1;
        Ok(part)
    }

    fn or(&mut self) -> Result<(Expr, Kind), Fault> {
        self.conditions("or", Self::and, Expr::Or)
    }

    fn and(&mut self) -> Result<(Expr, Kind), Fault> {
        self.conditions("and", Self::comparison, Expr::And)
    }

    /// Reads parts with a word between them, which are conditions if they are several.
    fn conditions(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<(Expr, Kind), Fault>,
        join: fn(Box<[Expr; 2]>) -> Expr,
    ) -> Result<(Expr, Kind), Fault> {
        let at = self.peek().at;
        let (mut one, kind) = part(self)?;
        let mut kinds = vec![(at, kind)];
        while self.takes_words(word) {
            let at = self.peek().at;
            let (other, kind) = part(self)?;
            kinds.push((at, kind));
            one = join(Box::new([one, other]));
        }
        match kinds.iter().find(|(_, kind)| *kind == Kind::Number) {
            Some(&(at, _)) if kinds.len() > 1 => Err((
                at,
                format!("found a number beside '{word}', expected a condition"),
            )),
            _ => Ok((one, kind)),
        }
    }

    /// Reads sums with comparisons between them: `1 < x < 9` is `1 < x and x < 9`.
    fn comparison(&mut self) -> Result<(Expr, Kind), Fault> {
        if self.takes_words("not") {
            let at = self.peek().at;
            return match self.deeper(Self::comparison)? {
                (of, Kind::Condition) => Ok((Expr::Not(Box::new(of)), Kind::Condition)),
                _ => Err((
                    at,
                    "found a number behind 'not', expected a condition".to_owned(),
                )),
            };
        }
        let (first, kind) = self.sum()?;
        let (mut comparisons, mut all) = (Vec::new(), vec![first]);
        while let TokenKind::Compare(comparison) = self.peek().kind {
            self.next += 1;
            comparisons.push(comparison);
            all.push(self.sum()?.0);
        }
        Ok(match comparisons.is_empty() {
            true => (all.remove(0), kind),
            false => (Expr::Compare(comparisons, all), Kind::Condition),
        })
    }

    fn sum(&mut self) -> Result<(Expr, Kind), Fault> {
        self.operations(
            &[('+', Operation::Plus), ('-', Operation::Minus)],
            Self::product,
        )
    }

    fn product(&mut self) -> Result<(Expr, Kind), Fault> {
        let signs = [
            ('*', Operation::Times),
            ('/', Operation::Over),
            ('%', Operation::Remainder),
        ];
        self.operations(&signs, Self::factor)
    }

    /// Reads parts with operations between them, from left to right.
    fn operations(
        &mut self,
        signs: &[(char, Operation)],
        part: fn(&mut Self) -> Result<(Expr, Kind), Fault>,
    ) -> Result<(Expr, Kind), Fault> {
        let (mut left, mut kind) = part(self)?;
        while let Some(&(_, operation)) = signs.iter().find(|(sign, _)| self.takes(*sign)) {
            let (right, _) = part(self)?;
            left = Expr::Operation(operation, Box::new([left, right]));
            kind = Kind::Number;
        }
        Ok((left, kind))
    }

    fn factor(&mut self) -> Result<(Expr, Kind), Fault> {
        let token = self.peek();
        match token.kind {
            TokenKind::Number(number) => {
                self.next += 1;
                Ok((Expr::Number(number), Kind::Number))
            }
            TokenKind::Sign('-') => {
                self.next += 1;
                let (of, _) = self.deeper(Self::factor)?;
                let minus = Expr::Operation(Operation::Minus, Box::new([Expr::Number(0), of]));
                Ok((minus, Kind::Number))
            }
            TokenKind::Sign('|') => {
                self.next += 1;
                let (of, _) = self.deeper(Self::sum)?;
                self.expect('|')?;
                Ok((Expr::Abs(Box::new(of)), Kind::Number))
            }
            TokenKind::Sign('(') => {
                self.next += 1;
                let of = self.deeper(Self::or)?;
                self.expect(')')?;
                Ok(of)
            }
            TokenKind::Word => self.word(),
            _ => Err(self.wrong("a number, a name or '('")),
        }
    }

    /// Reads a name, `min(…)`, `max(…)`, or a value of several cells.
    fn word(&mut self) -> Result<(Expr, Kind), Fault> {
        let token = self.peek();
        if let Some(&(_, kind)) = WHOLES.iter().find(|(word, _)| *word == token.text) {
            self.next += 1;
            return self.deeper(|parser| parser.whole(token, kind));
        }
        if let "min" | "max" = token.text {
            self.next += 1;
            return self.deeper(|parser| parser.extreme(token.text == "min"));
        }
        let known = NAMES.iter().find(|(word, _)| *word == token.text);
        match known {
            Some(&(_, name)) if self.names.contains(&name) => {
                self.next += 1;
                let kind = match name {
                    Name::Dot | Name::Xv => Kind::Condition,
                    _ => Kind::Number,
                };
                Ok((Expr::Name(name), kind))
            }
            _ => {
                let here = NAMES.iter().filter(|(_, name)| self.names.contains(name));
                let here: Vec<&str> = here.map(|(word, _)| *word).collect();
                let wholes = match self.wholes {
                    Wholes::None => "",
                    Wholes::All => ", or sum, product, least, greatest, distinct, count(…), has(…)",
                    Wholes::Before => ", or 'sum before' and the like",
                };
                Err(self.wrong(&format!("one of the names {}{wholes}", here.join(", "))))
            }
        }
    }

    /// Reads `(E, E, …)` behind `min` or `max`.
    fn extreme(&mut self, is_min: bool) -> Result<(Expr, Kind), Fault> {
        let operation = if is_min {
            Operation::Min
        } else {
            Operation::Max
        };
        self.expect('(')?;
        let (mut all, _) = self.sum()?;
        while self.takes(',') {
            let (other, _) = self.sum()?;
            all = Expr::Operation(operation, Box::new([all, other]));
        }
        self.expect(')')?;
        Ok((all, Kind::Number))
    }

    /// Reads `(E where E)` behind the first word of a value of several cells.
    fn of_cell(&mut self, word: &str) -> Result<(Expr, Option<Expr>), Fault> {
        self.expect('(')?;
        // The cell of the sum hides the cell of the clause.
        self.names.retain(|name| ![Name::X, Name::I].contains(name));
        self.wholes = Wholes::None;
        let is_ordered = matches!(self.shape, Shape::Line | Shape::Outside);
        if word != "has" {
            self.names.push(Name::X);
            if is_ordered {
                self.names.push(Name::I);
                self.wholes = Wholes::Before;
            }
        }
        let at = self.peek().at;
        let (mut of, kind) = self.or()?;
        if word == "count" && kind == Kind::Number {
            let message = "found a number, expected a condition to count, as x = 1";
            return Err((at, message.to_owned()));
        }
        if word == "has" {
            of = Expr::Compare(vec![Comparison::Equal], vec![Expr::Name(Name::X), of]);
        }
        let mut filter = None;
        if !matches!(word, "count" | "has") && self.takes_words("where") {
            let at = self.peek().at;
            let (part, kind) = self.or()?;
            if kind == Kind::Number {
                let message = "found a number behind 'where', expected a condition";
                return Err((at, message.to_owned()));
            }
            filter = Some(part);
        }
        self.expect(')')?;
        Ok((of, filter))
    }

    /// Reads what is behind the first word of a value of several cells.
    fn whole(&mut self, word: Token<'_>, kind: WholeKind) -> Result<(Expr, Kind), Fault> {
        let (outer, at) = (self.wholes, word.at);
        if outer == Wholes::None {
            let word = word.text;
            let message = format!("found '{word}', expected a value of one cell");
            return Err((at, message));
        }
        let (mut of, mut filter) = (Expr::Name(Name::X), None);
        let wants = matches!(word.text, "count" | "has");
        if wants || (kind != WholeKind::Distinct && self.peek().kind == TokenKind::Sign('(')) {
            let names = self.names.clone();
            (of, filter) = self.of_cell(word.text)?;
            (self.wholes, self.names) = (outer, names);
        }
        let before = self.takes_words("before");
        if before != (outer == Wholes::Before) {
            let word = word.text;
            let message = match before {
                true => format!("found '{word} … before', which is known only for each cell"),
                false => format!(
                    "found '{word}' of all cells, expected that of the cells before: 'before' \
                     behind it"
                ),
            };
            return Err((at, message));
        }
        let is_condition = kind == WholeKind::Any;
        let kind_of = if is_condition {
            Kind::Condition
        } else {
            Kind::Number
        };
        let whole = Whole {
            kind,
            of,
            filter,
            before,
        };
        Ok((Expr::Whole(Box::new(whole)), kind_of))
    }
}
