//! Reading statements, line by line.

use super::Statements;
use super::map::{self, Line, Map};
use super::words::{self, CLUES, Fault, KEYWORDS, Place, RULE, Word};
use crate::io::{InputError, counted};
use crate::sudoku::rules::condition;
use crate::sudoku::rules::{
    Arrow, Cage, Mark, Numbers, Parity, Regions, RuleId, RulesError, SIGNS, Shape, Spec,
};
use crate::sudoku::text::{chars, messages};
use crate::sudoku::{Cell, Size, Symbols};
use itertools::Itertools as _;

impl Statements {
    /// Reads all statements of a text.
    pub(super) fn read_from(
        text: &str,
        name: &str,
        first_line: u64,
    ) -> Result<Statements, InputError> {
        let smallest = Size::new(1).expect("1 is a size");
        let mut statements = Statements {
            name: name.to_owned(),
            first_line,
            lines: text.lines().map(str::to_owned).collect(),
            sizes: Vec::new(),
            grids: None,
            regions: None,
            others: Spec::latin(smallest),
            places: Vec::new(),
            own: Vec::new(),
            cells: Vec::new(),
            symbols: None,
            candidates: Vec::new(),
            candidates_at: None,
            clues: None,
        };
        let read = statements.read_lines(text);
        match read.and_then(|()| statements.check_own()) {
            Ok(()) => Ok(statements),
            Err(fault) => Err(statements.error(fault)),
        }
    }

    fn read_lines(&mut self, text: &str) -> Result<(), Fault> {
        let lines: Vec<Line<'_>> = text
            .lines()
            .enumerate()
            .map(|(index, line)| {
                let line = line.split('#').next().unwrap_or_default();
                let indent = line.chars().take_while(|c| c.is_whitespace()).count();
                (index, line.trim(), indent + 1)
            })
            .filter(|(_, line, _)| !line.is_empty())
            .collect();
        let mut next = 0;
        while let Some(&(index, line, column)) = lines.get(next) {
            next += 1;
            let (mut column, mut rest) = (column, Some(line));
            while let Some(line) = rest {
                let part = line.split(';').next().unwrap_or_default();
                rest = line.get(part.len() + 1..);
                let words = words::split(part, column);
                if let Some(word) = words.first().filter(|word| word.text == RULE) {
                    // It ends with the line.
                    self.own_rule(line.trim(), (index, word.column))?;
                    break;
                }
                column += part.chars().count() + 1;
                let Some(keyword) = words.first() else {
                    continue;
                };
                let place = (index, keyword.column);
                if ![CLUES, "regions", "cages"].contains(&keyword.text) {
                    self.statement(&words, index)?;
                    continue;
                }
                let rest = part.trim_start()[keyword.text.len()..].trim_start();
                let known = self.size()?;
                if known.is_none() && self.grids.is_some() {
                    let message =
                        "found a map of several grids, expected their size before, as 'size 9x9'";
                    return Err((place, message.to_owned()));
                }
                let has_tail = keyword.text == "cages";
                if !rest.is_empty() && !has_tail {
                    let at = words.get(1).map_or(keyword.column, |word| word.column);
                    let (map, _) = map::read(place, &[(index, rest, at)], known, false)?;
                    self.map(keyword.text, map, place)?;
                    continue;
                }
                if let Some(word) = words.get(1) {
                    let found = messages::word(word.text);
                    let message = format!("found {found}, expected the map on the next lines");
                    return Err(((index, word.column), message));
                }
                let rows = map::lines_of(&lines, next);
                let (map, taken) = map::read(place, &rows, known, has_tail)?;
                match has_tail {
                    true => self.cages(&map, &rows[taken..])?,
                    false => self.map(keyword.text, map, place)?,
                }
                next += rows.len();
            }
        }
        Ok(())
    }

    /// Takes a map of clues or regions.
    fn map(&mut self, keyword: &str, map: Map, place: Place) -> Result<(), Fault> {
        self.sizes.push((map.size, place));
        if keyword == CLUES {
            let again = self.clues.replace((map, place));
            return match again {
                Some(_) => Err((
                    place,
                    "found clues again, expected them once: a line '---' parts puzzles".into(),
                )),
                None => Ok(()),
            };
        }
        if !map.size.is_one_grid() {
            return Err((place, RulesError::Jigsaws.to_string()));
        }
        let mut signs: Vec<&str> = Vec::new();
        let mut regions = Vec::with_capacity(map.cells.len());
        for (sign, place) in &map.cells {
            if sign == "." {
                let message = "found '.', expected the sign of a region in each cell";
                return Err((*place, message.to_owned()));
            }
            let known = signs.iter().position(|known| known == sign);
            regions.push(known.unwrap_or(signs.len()) as u16);
            if known.is_none() {
                signs.push(sign);
            }
            if signs.len() > map.size.side() {
                let side = map.size.side();
                let message = format!("found more than {side} regions, expected {side}");
                return Err((*place, message));
            }
        }
        self.set_regions(Regions::Map(regions), place)
    }

    fn set_regions(&mut self, regions: Regions, place: Place) -> Result<(), Fault> {
        match &self.regions {
            Some((stated, _)) if *stated != regions => {
                let message = "found other regions, expected one statement about regions";
                Err((place, message.to_owned()))
            }
            _ => {
                self.regions = Some((regions, place));
                Ok(())
            }
        }
    }

    /// Takes a map of cages, and the lines with their sums.
    fn cages(&mut self, map: &Map, sums: &[Line<'_>]) -> Result<(), Fault> {
        self.sizes.push((map.size, map.cells[0].1));
        let mut known: Vec<&str> = Vec::new();
        for &(index, line, column) in sums {
            let words = words::split(line, column);
            let [sign, sum] = words[..] else {
                let found = messages::word(words.first().map_or("", |word| word.text));
                let message =
                    format!("found {found}, expected the sign of a cage and its sum, as 'a 15'");
                return Err(((index, column), message));
            };
            let cells = map.size.cells().zip(&map.cells);
            let cells = cells.filter(|(_, (of, _))| of == sign.text);
            let cells: Vec<Cell> = cells.map(|(cell, _)| cell).collect();
            let place = (index, sign.column);
            if cells.is_empty() || sign.text == "." || known.contains(&sign.text) {
                let found = messages::word(sign.text);
                let message = match words::begins_statement(line) || sign.text.len() > 2 {
                    true => unknown(sign.text),
                    false => format!("found {found}, expected a cage of the map, each once"),
                };
                return Err((place, message));
            }
            known.push(sign.text);
            self.places.push(("cage", false, place));
            self.others.cages.push(Cage {
                cells,
                sum: sum_of_cage(sum).map_err(|message| ((index, sum.column), message))?,
                repeats: false,
            });
        }
        let is_without = |sign: &str| sign != "." && !known.contains(&sign);
        match map.cells.iter().find(|(sign, _)| is_without(sign)) {
            None => Ok(()),
            Some((sign, place)) => {
                let message = format!(
                    "found no sum of the cage {}, expected a line '{sign} 15' after the map, or \
                     '{sign} -'",
                    messages::word(sign)
                );
                Err((*place, message))
            }
        }
    }

    /// Takes the definition of a rule of the user's own.
    fn own_rule(&mut self, text: &str, (line, column): Place) -> Result<(), Fault> {
        let fault = |(at, message)| ((line, column + at), message);
        let rule = condition::rule(text).map_err(fault)?;
        let name = rule.name.clone();
        let place = (line, column);
        let rule = RuleId::of(rule).map_err(|error| (place, error.to_string()))?;
        let others = self.own.iter().map(|(own, _)| own);
        let is_other = |own: &RuleId| own.name == name && *own != rule;
        let reason = match words::is_taken(&name) {
            true => "the name of a built-in rule",
            false if others.clone().any(is_other) => "the name of a rule above",
            false => {
                self.own.push((rule, place));
                return Ok(());
            }
        };
        Err((
            place,
            format!("found '{name}', {reason}, expected a new name"),
        ))
    }

    /// Checks that each rule of the user's own is used.
    fn check_own(&self) -> Result<(), Fault> {
        let is_used = |rule: RuleId| self.others.marks.iter().any(|mark| mark.rule == rule);
        match self.own.iter().find(|(rule, _)| !is_used(*rule)) {
            None => Ok(()),
            Some((rule, place)) => {
                let (name, example) = (&rule.name, words::example_of(*rule));
                let found = format!("found the rule '{name}', which no statement uses");
                Err((*place, format!("{found}, expected also '{example}'")))
            }
        }
    }

    /// Takes a statement of one line.
    fn statement(&mut self, words: &[Word<'_>], line: usize) -> Result<(), Fault> {
        if let Some(rule) = words.first().and_then(|word| self.rule_named(word.text)) {
            return self.mark(rule, words, line);
        }
        let statement = Statement::new(words, line)?;
        let place = statement.place();
        match statement.name {
            "size" => self.stated_size(&statement)?,
            "grids" => self.stated_grids(&statement)?,
            "boxes" => self.boxes(&statement)?,
            "no-boxes" | "latin" => self.set_regions(Regions::None, place)?,
            "diagonal" => self.diagonal(&statement)?,
            "windoku" => self.others.windows = true,
            "disjoint-groups" => self.others.disjoint_groups = true,
            "house" => {
                let cells = self.cells_of(&statement, 1)?;
                self.others.extra.push(cells);
            }
            "cage" => self.cage(&statement)?,
            "even" => self.parities(&statement, Parity::Even)?,
            "odd" => self.parities(&statement, Parity::Odd)?,
            "arrow" => self.arrow(&statement)?,
            "kropki" | "xv" => self.sign(&statement)?,
            "candidates" => self.candidates(&statement)?,
            _ => self.symbols = Some((symbols(&statement)?, place)),
        }
        let rule = match statement.name {
            "windoku" | "disjoint-groups" | "house" | "arrow" => statement.name,
            _ => return Ok(()),
        };
        self.places.push((rule, false, place));
        Ok(())
    }

    /// Returns the rule of the table of rules, or of the user's own, with this name.
    fn rule_named(&self, name: &str) -> Option<RuleId> {
        let own = self.own.iter().find(|(rule, _)| rule.name == name);
        own.map(|(rule, _)| *rule).or_else(|| RuleId::by_name(name))
    }

    /// Takes the mark of a rule: its numbers and then its cells.
    fn mark(&mut self, rule: RuleId, words: &[Word<'_>], line: usize) -> Result<(), Fault> {
        let (keyword, arguments) = (words[0], &words[1..]);
        let example = words::example_of(rule);
        let is_number = |word: &&Word<'_>| number(word.text).is_some();
        let count = arguments.iter().take_while(is_number).count();
        let (numbers, cells) = arguments.split_at(count);
        let numbers: Vec<u32> = numbers
            .iter()
            .filter_map(|word| number(word.text))
            .collect();
        let end = words
            .last()
            .map_or(1, |word| word.column + word.text.chars().count());
        let missing = |what: &str| {
            let found = "found the end of the statement";
            Err((
                (line, end),
                format!("{found}, expected {what} as in '{example}'"),
            ))
        };
        let wrong = |word: &Word<'_>, what: &str| {
            let found = messages::word(word.text);
            Err((
                (line, word.column),
                format!("found {found}, expected {what} as in '{example}'"),
            ))
        };
        match (rule.numbers, &numbers[..], cells.first()) {
            // The usual number depends on the size, which may be stated below.
            (Numbers::One(Some(_)), [], _) => {}
            (Numbers::None, [_, ..], _) => return wrong(&arguments[0], "cells and no number"),
            (Numbers::One(_), [_, _, ..], _) => return wrong(&arguments[1], "one number"),
            (Numbers::One(None) | Numbers::Many, [], None) => return missing("a number"),
            (Numbers::One(None) | Numbers::Many, [], Some(word)) => return wrong(word, "a number"),
            _ => {}
        }
        match (rule.shape, cells) {
            (Shape::Grid, [word, ..]) => return wrong(word, "no cells"),
            (Shape::Grid, []) => {}
            (_, []) => return missing("cells"),
            _ => {}
        }
        let cells = match rule.shape {
            Shape::Pair => self.two_cells(cells, line)?.to_vec(),
            _ => self.cells(cells, line, 0)?,
        };
        let mark = Mark {
            rule,
            cells,
            numbers,
        };
        self.others.marks.push(mark);
        self.places
            .push((&rule.rule().name, false, (line, keyword.column)));
        Ok(())
    }

    /// Takes the first cells of several grids, which maps depend on.
    fn stated_grids(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let starts = self.cells_of(statement, 2)?;
        let is_map = matches!(self.regions, Some((Regions::Map(_), _)));
        let place = statement.place();
        if is_map || self.clues.is_some() || self.places.iter().any(|of| of.0 == "cage") {
            let message = "found 'grids' after a map or a cage, expected it before";
            return Err((place, message.to_owned()));
        }
        match self.grids.replace((starts, place)) {
            Some(_) => Err((place, "found 'grids' again, expected it once".to_owned())),
            None => self.size().map(|_| ()),
        }
    }

    fn stated_size(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let word = statement.first()?;
        let side = match words::dimensions(word.text) {
            Some([rows, cols]) => Some(rows).filter(|_| rows == cols),
            None => number(word.text).map(|side| side as usize),
        };
        let size = side.and_then(Size::new);
        let size = size.ok_or_else(|| statement.wrong(word, "a size up to 961x961"))?;
        if let Some(word) = statement.arguments.get(1) {
            return Err(statement.wrong(word, "one size"));
        }
        // The size that is stated is what all else is held against.
        self.sizes.insert(0, (size, statement.place()));
        Ok(())
    }

    fn boxes(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let word = statement.first()?;
        let boxes = words::dimensions(word.text);
        let size = boxes.and_then(|[rows, cols]| Size::new(rows * cols));
        let (Some([rows, cols]), Some(size)) = (boxes, size) else {
            return Err(statement.wrong(word, "the rows and columns of a box"));
        };
        if let Some(word) = statement.arguments.get(1) {
            return Err(statement.wrong(word, "one kind of boxes"));
        }
        self.sizes.push((size, statement.place()));
        self.set_regions(Regions::Boxes { rows, cols }, statement.place())
    }

    fn diagonal(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        match statement.arguments {
            [] => self.others.diagonals = [true; 2],
            [word] if word.text == "falling" => self.others.diagonals[0] = true,
            [word] if word.text == "rising" => self.others.diagonals[1] = true,
            [.., word] => {
                let found = messages::word(word.text);
                let expected = "expected 'falling', 'rising', or nothing for both diagonals";
                return Err(statement.fault(word.column, format!("found {found}, {expected}")));
            }
        }
        Ok(())
    }

    fn cage(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let (sum, rest) = match statement.arguments {
            [word, rest @ ..] if word.text.bytes().all(|b| b.is_ascii_digit()) => {
                (Some(statement.count(word)?), rest)
            }
            arguments => (None, arguments),
        };
        let (repeats, rest) = match rest {
            [word, rest @ ..] if word.text == "repeats" => (true, rest),
            _ => (false, rest),
        };
        if rest.is_empty() {
            return Err(statement.missing("cells"));
        }
        let cells = self.cells(rest, statement.line, 1)?;
        self.others.cages.push(Cage {
            cells,
            sum,
            repeats,
        });
        self.places.push(("cage", repeats, statement.place()));
        Ok(())
    }

    fn parities(&mut self, statement: &Statement<'_>, parity: Parity) -> Result<(), Fault> {
        for cell in self.cells_of(statement, 1)? {
            self.others.parities.push((cell, parity));
            self.places.push(("parity", false, statement.place()));
        }
        Ok(())
    }

    fn arrow(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let first = statement.first()?;
        let missing = || statement.missing("'=' and the cells of the shaft");
        let mut parts = statement.arguments.splitn(2, |word| word.text == "=");
        let bulb = parts.next().unwrap_or_default();
        let shaft = parts.next().ok_or_else(missing)?;
        if bulb.is_empty() {
            return Err(statement.wrong(first, "the cells of the bulb before '='"));
        }
        if shaft.is_empty() {
            return Err(statement.missing("the cells of the shaft"));
        }
        let arrow = Arrow {
            bulb: self.cells(bulb, statement.line, 1)?,
            shaft: self.cells(shaft, statement.line, 1)?,
        };
        self.others.arrows.push(arrow);
        Ok(())
    }

    /// Takes a mark whose rule and number are stated by a word.
    fn sign(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let word = statement.first()?;
        let signs = SIGNS.iter().filter(|(of, ..)| *of == statement.name);
        let known = signs.clone().find(|(_, sign, ..)| {
            // White and black are words, X and V letters.
            *sign == word.text || sign.len() == 1 && sign.eq_ignore_ascii_case(word.text)
        });
        let Some(&(.., rule, number)) = known else {
            let expected = signs.map(|(_, sign, ..)| format!("'{sign}'")).join(" or ");
            return Err(statement.wrong(word, &expected));
        };
        if statement.arguments.len() == 1 {
            return Err(statement.missing("two cells"));
        }
        let cells = self.two_cells(&statement.arguments[1..], statement.line)?;
        self.others.mark(rule, &[number], &cells);
        self.places.push((rule, false, statement.place()));
        Ok(())
    }

    fn candidates(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let word = statement.first()?;
        let cell = words::cell(word.text).ok_or_else(|| statement.wrong(word, "a cell"))?;
        self.cells.push((cell, (statement.line, word.column)));
        if statement.arguments.len() == 1 {
            return Err(statement.missing("the digits that are left, or 'none',"));
        }
        let digits = statement.arguments[1..].iter();
        let digits = digits.map(|word| (word.text.to_owned(), (statement.line, word.column)));
        self.candidates.push((cell, digits.collect()));
        self.candidates_at.get_or_insert(statement.place());
        Ok(())
    }

    /// Returns the cells that a statement names, at least `least`.
    fn cells_of(&mut self, statement: &Statement<'_>, least: usize) -> Result<Vec<Cell>, Fault> {
        statement.first()?;
        self.cells(statement.arguments, statement.line, least)
    }

    /// Returns the cells that words of a line name, at least `least`.
    fn cells(&mut self, words: &[Word<'_>], line: usize, least: usize) -> Result<Vec<Cell>, Fault> {
        let mut cells = Vec::new();
        for word in words {
            let place = (line, word.column);
            let named = words::cells(word.text).map_err(|message| (place, message))?;
            self.cells.extend(named.iter().map(|&cell| (cell, place)));
            cells.extend(named);
        }
        if cells.len() < least {
            let column = words.first().map_or(1, |word| word.column);
            let message = format!(
                "found {}, expected {least} or more",
                counted(cells.len(), "cell")
            );
            return Err(((line, column), message));
        }
        Ok(cells)
    }

    /// Returns the two cells that words of a line name.
    fn two_cells(&mut self, words: &[Word<'_>], line: usize) -> Result<[Cell; 2], Fault> {
        let cells = self.cells(words, line, 1)?;
        <[Cell; 2]>::try_from(cells).map_err(|cells| {
            let message = format!("found {}, expected 2", counted(cells.len(), "cell"));
            ((line, words[0].column), message)
        })
    }
}

/// A statement of one line.
struct Statement<'a> {
    name: &'static str,
    example: &'static str,
    arguments: &'a [Word<'a>],
    line: usize,
    column: usize,
    /// The column behind the last word.
    end: usize,
}

impl<'a> Statement<'a> {
    /// Returns the statement that these words are, at least one.
    fn new(words: &'a [Word<'a>], line: usize) -> Result<Statement<'a>, Fault> {
        let (keyword, last) = (&words[0], &words[words.len() - 1]);
        let known = KEYWORDS.iter().find(|(name, _)| *name == keyword.text);
        let unknown = || ((line, keyword.column), unknown(keyword.text));
        let &(name, example) = known.ok_or_else(unknown)?;
        let statement = Statement {
            name,
            example,
            arguments: &words[1..],
            line,
            column: keyword.column,
            end: last.column + last.text.chars().count(),
        };
        match statement.arguments.first() {
            Some(word) if name == example && name != "diagonal" => {
                let found = messages::word(word.text);
                let message = format!("found {found}, expected nothing after '{name}'");
                Err(statement.fault(word.column, message))
            }
            _ => Ok(statement),
        }
    }

    fn place(&self) -> Place {
        (self.line, self.column)
    }

    fn fault(&self, column: usize, message: String) -> Fault {
        ((self.line, column), message)
    }

    fn missing(&self, what: &str) -> Fault {
        let example = self.example;
        let message = format!("found the end of the statement, expected {what} as in '{example}'");
        self.fault(self.end, message)
    }

    fn wrong(&self, word: &Word<'_>, what: &str) -> Fault {
        let (found, example) = (messages::word(word.text), self.example);
        let message = format!("found {found}, expected {what} as in '{example}'");
        self.fault(word.column, message)
    }

    fn first(&self) -> Result<&'a Word<'a>, Fault> {
        let first = self.arguments.first();
        first.ok_or_else(|| self.missing("cells or a value"))
    }

    fn count(&self, word: &Word<'_>) -> Result<u32, Fault> {
        number(word.text).ok_or_else(|| self.wrong(word, "a number"))
    }
}

/// Returns the sum of a cage below a map of cages, `None` for `-`.
fn sum_of_cage(word: Word<'_>) -> Result<Option<u32>, String> {
    let sum = number(word.text).map(Some);
    sum.or((word.text == "-").then_some(None)).ok_or_else(|| {
        let found = messages::word(word.text);
        format!("found {found}, expected the sum of a cage, or - for one without a sum")
    })
}

/// Returns the symbols that a statement names.
fn symbols(statement: &Statement<'_>) -> Result<Symbols, Fault> {
    let word = statement.first()?;
    match (word.text, statement.arguments) {
        ("from", [_, number]) => match statement.count(number)? {
            first @ 0..=1 => Ok(Symbols::Numbers {
                first: first as u16,
            }),
            _ => {
                let found = messages::word(number.text);
                Err(statement.fault(number.column, format!("found {found}, expected 0 or 1")))
            }
        },
        (text, [_]) => {
            let chars: Vec<char> = text.chars().collect();
            let found = |at: usize| messages::character(chars[at]);
            let fault = |at: usize, message| Err(statement.fault(word.column + at, message));
            if let Some(at) = chars.iter().position(|&c| !chars::is_symbol(c)) {
                let expected = "expected symbols that are no blank";
                return fault(at, format!("found {}, {expected}", found(at)));
            }
            if let Some(at) = (1..chars.len()).find(|&at| chars[..at].contains(&chars[at])) {
                let expected = "expected different symbols";
                return fault(at, format!("found {} again, {expected}", found(at)));
            }
            Ok(Symbols::Chars(chars.into()))
        }
        _ => Err(statement.wrong(&statement.arguments[1], "one word of symbols")),
    }
}

/// Returns the message for a word that no statement begins with.
fn unknown(word: &str) -> String {
    let found = messages::word(word);
    let help = match (words::variant(word), words::nearest(word)) {
        (Some(help), _) => help.to_owned(),
        (None, Some(nearest)) => format!("the nearest known one is '{nearest}'"),
        (None, None) => format!("the rules are {}", words::all()),
    };
    format!("found {found}, expected a rule; {help}")
}

/// Returns a number of at most six figures.
fn number(text: &str) -> Option<u32> {
    let is_number = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}
