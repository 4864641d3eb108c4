//! Reading statements, line by line.

use super::map::{self, Line, Map};
use super::words::{self, CLUES, KEYWORDS, Word};
use super::{Fault, Place, Statements, say};
use crate::io::InputError;
use crate::sudoku::rules::{Arrow, Cage, Dot, DotKind, Parity, Regions, Spec};
use crate::sudoku::{Cell, Size, Symbols};

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
            regions: None,
            others: Spec::latin(smallest),
            places: Vec::new(),
            cells: Vec::new(),
            symbols: None,
            candidates: Vec::new(),
            candidates_at: None,
            clues: None,
        };
        match statements.read_lines(text) {
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
            let mut column = column;
            for part in line.split(';') {
                let words = words::split(part, column);
                column += part.chars().count() + 1;
                let Some(keyword) = words.first() else {
                    continue;
                };
                let place = (index, keyword.column);
                if ![CLUES, "regions", "cages"].contains(&keyword.text) {
                    let fault = |(column, message)| ((index, column), message);
                    self.statement(&words, index).map_err(fault)?;
                    continue;
                }
                let rest = part.trim_start()[keyword.text.len()..].trim_start();
                let known = self.sizes.first().map(|&(size, _)| size);
                let has_tail = keyword.text == "cages";
                if !rest.is_empty() && !has_tail {
                    let at = words.get(1).map_or(keyword.column, |word| word.column);
                    let (map, _) = map::read(place, &[(index, rest, at)], known, false)?;
                    self.map(keyword.text, map, place)?;
                    continue;
                }
                if let Some(word) = words.get(1) {
                    let found = say::word(word.text);
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
            let [sign, sum] = &words[..] else {
                let word = words.first().map_or("", |word| word.text);
                let found = say::word(word);
                let message =
                    format!("found {found}, expected the sign of a cage and its sum, as 'a 15'");
                return Err(((index, column), message));
            };
            let cells: Vec<Cell> = map
                .size
                .cells()
                .zip(&map.cells)
                .filter(|(_, (of, _))| of == sign.text)
                .map(|(cell, _)| cell)
                .collect();
            if cells.is_empty() || sign.text == "." || known.contains(&sign.text) {
                let found = say::word(sign.text);
                let message = match words::begins_statement(line) || sign.text.len() > 2 {
                    true => unknown(sign.text),
                    false => format!("found {found}, expected a cage of the map, each once"),
                };
                return Err(((index, sign.column), message));
            }
            let total = match sum.text {
                "-" => None,
                text => Some(number(text).ok_or_else(|| {
                    let found = say::word(text);
                    let message = format!(
                        "found {found}, expected the sum of a cage, or - for one without a sum"
                    );
                    ((index, sum.column), message)
                })?),
            };
            known.push(sign.text);
            self.places.push(("cage", false, (index, sign.column)));
            self.others.cages.push(Cage {
                cells,
                sum: total,
                repeats: false,
            });
        }
        let without = map.cells.iter().find(|(sign, _)| {
            let sign = sign.as_str();
            sign != "." && !known.contains(&sign)
        });
        match without {
            None => Ok(()),
            Some((sign, place)) => {
                let message = format!(
                    "found no sum of the cage {}, expected a line '{sign} 15' after the map, or \
                     '{sign} -'",
                    say::word(sign)
                );
                Err((*place, message))
            }
        }
    }

    /// Takes a statement of one line. A fault is a column and a message.
    fn statement(&mut self, words: &[Word<'_>], line: usize) -> Result<(), (usize, String)> {
        let [keyword, arguments @ ..] = words else {
            return Ok(());
        };
        let Some((name, example)) = KEYWORDS.iter().find(|(name, _)| *name == keyword.text) else {
            return Err((keyword.column, unknown(keyword.text)));
        };
        let place = (line, keyword.column);
        let end = words.last().map_or(keyword.column, |word| {
            word.column + word.text.chars().count()
        });
        if name == example
            && *name != "diagonal"
            && let Some(word) = arguments.first()
        {
            let found = say::word(word.text);
            return Err((
                word.column,
                format!("found {found}, expected nothing after '{name}'"),
            ));
        }
        let missing = |what: &str| {
            (
                end,
                format!("found the end of the statement, expected {what} as in '{example}'"),
            )
        };
        let wrong = |word: &Word<'_>, what: &str| {
            let found = say::word(word.text);
            let message = format!("found {found}, expected {what} as in '{example}'");
            (word.column, message)
        };
        let first = || arguments.first().ok_or_else(|| missing("cells or a value"));
        let count = |word: &Word<'_>| number(word.text).ok_or_else(|| wrong(word, "a number"));
        match *name {
            "size" => {
                let word = first()?;
                let side = match words::dimensions(word.text) {
                    Some([rows, cols]) => Some(rows).filter(|_| rows == cols),
                    None => number(word.text).map(|side| side as usize),
                };
                let size = side.and_then(Size::new);
                let size = size.ok_or_else(|| wrong(word, "a size up to 961x961"))?;
                if let Some(word) = arguments.get(1) {
                    return Err(wrong(word, "one size"));
                }
                // The size that is stated is what all else is held against.
                self.sizes.insert(0, (size, place));
            }
            "boxes" => {
                let word = first()?;
                let boxes = words::dimensions(word.text);
                let size = boxes.and_then(|[rows, cols]| Size::new(rows * cols));
                let (Some([rows, cols]), Some(size)) = (boxes, size) else {
                    return Err(wrong(word, "the rows and columns of a box"));
                };
                if let Some(word) = arguments.get(1) {
                    return Err(wrong(word, "one kind of boxes"));
                }
                self.sizes.push((size, place));
                self.set_regions(Regions::Boxes { rows, cols }, place)
                    .map_err(|(_, message)| (keyword.column, message))?;
            }
            "no-boxes" | "latin" => {
                self.set_regions(Regions::None, place)
                    .map_err(|(_, message)| (keyword.column, message))?;
            }
            "diagonal" => match arguments {
                [] => self.others.diagonals = [true; 2],
                [word] if word.text == "falling" => self.others.diagonals[0] = true,
                [word] if word.text == "rising" => self.others.diagonals[1] = true,
                [.., word] => {
                    let found = say::word(word.text);
                    let expected = "expected 'falling', 'rising', or nothing for both diagonals";
                    return Err((word.column, format!("found {found}, {expected}")));
                }
            },
            "windoku" => {
                self.others.windows = true;
                self.places.push(("windoku", false, place));
            }
            "disjoint-groups" => {
                self.others.disjoint_groups = true;
                self.places.push(("disjoint-groups", false, place));
            }
            "anti-knight" => self.others.anti_knight = true,
            "anti-king" => self.others.anti_king = true,
            "non-consecutive" => self.others.non_consecutive = true,
            "house" => {
                first()?;
                let cells = self.cells(arguments, line, 1)?;
                self.others.extra.push(cells);
                self.places.push(("house", false, place));
            }
            "cage" => {
                let (sum, rest) = match arguments {
                    [word, rest @ ..] if word.text.bytes().all(|b| b.is_ascii_digit()) => {
                        (Some(count(word)?), rest)
                    }
                    _ => (None, arguments),
                };
                let (repeats, rest) = match rest {
                    [word, rest @ ..] if word.text == "repeats" => (true, rest),
                    _ => (false, rest),
                };
                if rest.is_empty() {
                    return Err(missing("cells"));
                }
                let cells = self.cells(rest, line, 1)?;
                self.others.cages.push(Cage {
                    cells,
                    sum,
                    repeats,
                });
                self.places.push(("cage", repeats, place));
            }
            "even" | "odd" => {
                first()?;
                let parity = match *name {
                    "even" => Parity::Even,
                    _ => Parity::Odd,
                };
                for cell in self.cells(arguments, line, 1)? {
                    self.others.parities.push((cell, parity));
                    self.places.push(("parity", false, place));
                }
            }
            "less" => {
                first()?;
                let cells = self.two_cells(arguments, line)?;
                self.others.less.push(cells);
                self.places.push(("less", false, place));
            }
            "thermo" => {
                first()?;
                let cells = self.cells(arguments, line, 2)?;
                self.others.thermometers.push(cells);
                self.places.push(("thermometer", false, place));
            }
            "palindrome" => {
                first()?;
                let cells = self.cells(arguments, line, 2)?;
                self.others.palindromes.push(cells);
                self.places.push(("palindrome", false, place));
            }
            "arrow" => {
                first()?;
                let equals = arguments.iter().position(|word| word.text == "=");
                let equals = equals.ok_or_else(|| missing("'=' and the cells of the shaft"))?;
                let (bulb, shaft) = (&arguments[..equals], &arguments[equals + 1..]);
                if bulb.is_empty() {
                    return Err(wrong(&arguments[0], "the cells of the bulb before '='"));
                }
                if shaft.is_empty() {
                    return Err(missing("the cells of the shaft"));
                }
                let arrow = Arrow {
                    bulb: self.cells(bulb, line, 1)?,
                    shaft: self.cells(shaft, line, 1)?,
                };
                self.others.arrows.push(arrow);
                self.places.push(("arrow", false, place));
            }
            "kropki" | "xv" | "difference" | "ratio" | "sum" => {
                let word = first()?;
                let kind = match (*name, word.text) {
                    ("kropki", "white") => DotKind::Difference(1),
                    ("kropki", "black") => DotKind::Ratio(2),
                    ("kropki", _) => return Err(wrong(word, "'white' or 'black'")),
                    ("xv", "x" | "X") => DotKind::Sum(10),
                    ("xv", "v" | "V") => DotKind::Sum(5),
                    ("xv", _) => return Err(wrong(word, "'X' or 'V'")),
                    ("difference", _) => DotKind::Difference(count(word)?),
                    ("ratio", _) => DotKind::Ratio(count(word)?),
                    _ => DotKind::Sum(count(word)?),
                };
                if arguments.len() == 1 {
                    return Err(missing("two cells"));
                }
                let cells = self.two_cells(&arguments[1..], line)?;
                self.others.dots.push(Dot { cells, kind });
                self.places.push(("dot", false, place));
            }
            "candidates" => {
                let word = first()?;
                let cell = words::cell(word.text).ok_or_else(|| wrong(word, "a cell"))?;
                self.cells.push((cell, (line, word.column)));
                if arguments.len() == 1 {
                    return Err(missing("the digits that are left, or 'none',"));
                }
                let digits = arguments[1..].iter();
                let digits = digits.map(|word| (word.text.to_owned(), (line, word.column)));
                self.candidates.push((cell, digits.collect()));
                self.candidates_at.get_or_insert(place);
            }
            _ => {
                let word = first()?;
                let symbols = match (word.text, arguments) {
                    ("from", [_, number]) => Symbols::Numbers {
                        first: count(number)?.min(9999) as u16,
                    },
                    (text, [_]) => {
                        let chars: Vec<char> = text.chars().collect();
                        if let Some(at) = chars.iter().position(|&c| !say::is_symbol(c)) {
                            let found = say::character(chars[at]);
                            let message =
                                format!("found {found}, expected symbols that are no blank");
                            return Err((word.column + at, message));
                        }
                        let again = (1..chars.len()).find(|&at| chars[..at].contains(&chars[at]));
                        if let Some(at) = again {
                            let found = say::character(chars[at]);
                            let message =
                                format!("found {found} again, expected different symbols");
                            return Err((word.column + at, message));
                        }
                        Symbols::Chars(chars.into())
                    }
                    _ => return Err(wrong(&arguments[1], "one word of symbols")),
                };
                self.symbols = Some((symbols, place));
            }
        }
        Ok(())
    }

    /// Returns the cells that words name, at least `least`.
    fn cells(
        &mut self,
        words: &[Word<'_>],
        line: usize,
        least: usize,
    ) -> Result<Vec<Cell>, (usize, String)> {
        let mut cells = Vec::new();
        for word in words {
            let named = words::cells(word.text).map_err(|message| (word.column, message))?;
            let places = named.iter().map(|&cell| (cell, (line, word.column)));
            self.cells.extend(places);
            cells.extend(named);
        }
        match cells.len() < least {
            true => {
                let column = words.first().map_or(1, |word| word.column);
                let found = cells.len();
                let plural = if found == 1 { "" } else { "s" };
                let message = format!("found {found} cell{plural}, expected {least} or more");
                Err((column, message))
            }
            false => Ok(cells),
        }
    }

    /// Returns the two cells that words name.
    fn two_cells(&mut self, words: &[Word<'_>], line: usize) -> Result<[Cell; 2], (usize, String)> {
        let cells = self.cells(words, line, 1)?;
        <[Cell; 2]>::try_from(cells).map_err(|cells| {
            let (found, column) = (cells.len(), words[0].column);
            let plural = if found == 1 { "" } else { "s" };
            (column, format!("found {found} cell{plural}, expected 2"))
        })
    }
}

/// Returns the message for a word that no statement begins with.
fn unknown(word: &str) -> String {
    let found = say::word(word);
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
