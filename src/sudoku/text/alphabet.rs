//! Decides, from all cells of a grid at once, which texts are blanks and which digits
//! the symbols mean.

use super::{Stated, chars, messages};
use crate::sudoku::{Cell, Digit, Size, Symbols};
use std::collections::BTreeMap;

/// The symbols of a grid and the digits of its cells.
pub(super) struct Reading {
    pub symbols: Symbols,
    pub digits: Vec<Option<Digit>>,
}

/// The place of a cell in reading order, and what is wrong with it.
pub(super) type CellFault = (usize, String);

/// The kind of text in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A blank in every grid.
    Blank,
    /// `0`: a blank or a symbol.
    Zero,
    /// A number from 1.
    Number(u16),
    /// A letter, in upper case where it has one.
    Letter(char),
    /// A character that is the blank if the grid has no other.
    Other(char),
}

/// Returns what the text of a cell is, or what was expected.
pub(super) fn class(token: &str) -> Result<Class, String> {
    let mut chars = token.chars();
    let Some(first) = chars.next() else {
        return Ok(Class::Blank);
    };
    if chars.next().is_none() {
        return match first {
            '0' => Ok(Class::Zero),
            '1'..='9' => Ok(Class::Number(first as u16 - '0' as u16)),
            _ if chars::is_blank(first) => Ok(Class::Blank),
            _ if first.is_alphabetic() => Ok(Class::Letter(folded(first))),
            _ if chars::is_sign(first) => Ok(Class::Other(first)),
            _ => Err(messages::no_cell(token)),
        };
    }
    if token.bytes().all(|byte| byte.is_ascii_digit()) {
        return number(token);
    }
    if is_blank_word(token) {
        return Ok(Class::Blank);
    }
    Err(messages::no_cell(token))
}

/// Words that programs print for an empty cell.
const BLANK_WORDS: &str = "null none nan nil na <na> missing nothing undefined -1 -- __";

/// Takes the formula around a text as spreadsheets write it, `="5"`, from cells, and the
/// `.0` of whole numbers if all numbers have it.
pub(super) fn plain(rows: &mut [Vec<(usize, &str)>]) {
    let has_digit = |token: &str| token.bytes().any(|byte| byte.is_ascii_digit());
    let is_whole = |(_, token): &(usize, &str)| {
        let whole = token.strip_suffix(".0");
        !has_digit(token) || whole.is_some_and(|whole| whole.bytes().all(|b| b.is_ascii_digit()))
    };
    let are_whole = rows.iter().flatten().all(is_whole);
    for (column, token) in rows.iter_mut().flatten() {
        let formula = token
            .strip_prefix("=\"")
            .and_then(|rest| rest.strip_suffix('"'));
        if let Some(text) = formula {
            (*column, *token) = (*column + 2, text);
        }
        if are_whole {
            *token = token.strip_suffix(".0").unwrap_or(token);
        }
    }
}

/// Returns `true` for a word that programs print for an empty cell.
pub(super) fn is_blank_word(token: &str) -> bool {
    let mut words = BLANK_WORDS.split(' ');
    words.any(|word| token.eq_ignore_ascii_case(word))
}

/// Returns a decimal number; leading zeros are allowed.
fn number(token: &str) -> Result<Class, String> {
    let largest = Size::MAX.side();
    match token.trim_start_matches('0') {
        "" => Ok(Class::Zero),
        figures => match figures.parse::<u16>() {
            Ok(value) if usize::from(value) <= largest => Ok(Class::Number(value)),
            _ => Err(format!(
                "found {}, expected a number (at most {largest} in the largest grid) or {}",
                messages::word(token),
                messages::BLANKS
            )),
        },
    }
}

/// Returns the letter in upper case, if that is one character.
fn folded(letter: char) -> char {
    let mut upper = letter.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) => upper,
        _ => letter,
    }
}

/// Finds the symbols of a grid and reads its cells, or says what cannot be known.
///
/// `parted` is set if there are separators between the cells: numbers above 9
/// are then written as numbers.
pub(super) fn read<'a>(
    size: Size,
    tokens: impl Iterator<Item = &'a str> + Clone,
    parted: bool,
    stated: Option<&Stated>,
) -> Result<Reading, CellFault> {
    let is_other = |token: &str| token != "-1" && matches!(class(token), Ok(Class::Blank));
    if let Some(place) = tokens.clone().position(|token| token == "-1")
        && tokens.clone().any(is_other)
    {
        // A blank and a 1, or the blank of a program.
        return Err((place, messages::no_cell("-1")));
    }
    let seen = Seen::new(size, tokens.clone(), stated)?;
    let alphabet = match stated {
        Some(stated) => seen.stated(stated, parted)?,
        None => seen.alphabet(parted)?,
    };
    let mut digits = Vec::with_capacity(size.num_cells());
    for (place, token) in tokens.enumerate() {
        let class = class_in(token, stated).map_err(|message| (place, message))?;
        let digit = alphabet.digit(size, class).map_err(|()| {
            let range = alphabet.range(size);
            let message = format!(
                "found {} in {}, expected {range} or {}",
                messages::word(token),
                size.cell(place % size.num_cells()),
                messages::BLANKS
            );
            (place, message)
        })?;
        digits.push(digit);
    }
    Ok(Reading {
        symbols: alphabet.symbols(size, seen.lower_case),
        digits,
    })
}

/// Returns the kind of text in a cell if the user has stated the symbols.
fn class_in(token: &str, stated: Option<&Stated>) -> Result<Class, String> {
    let mut chars = token.chars();
    if let (Some(Stated::Chars(set)), Some(c), None) = (stated, chars.next(), chars.next())
        && set.iter().any(|&symbol| folded(symbol) == folded(c))
    {
        return Ok(Class::Letter(folded(c)));
    }
    class(token)
}

/// The meaning of each text: a digit or a blank.
struct Alphabet {
    kind: Kind,
    /// Set if `0` is a blank.
    zero_is_blank: bool,
    /// A further blank of this grid, beside the usual ones.
    blank: Option<char>,
    /// Set if symbols are written as decimal numbers.
    numbers: bool,
}

enum Kind {
    FromOne,
    FromZero,
    Letters,
    /// The symbols in the order of digits, folded, and as they are printed.
    Set(Vec<char>, Vec<char>),
}

impl Alphabet {
    /// Returns the digit of a cell, `None` if it is blank.
    fn digit(&self, size: Size, class: Class) -> Result<Option<Digit>, ()> {
        let letter = |c: char| match c {
            'A'..='Z' => Some(c as usize - 'A' as usize),
            _ => None,
        };
        let index = match (&self.kind, class) {
            (_, Class::Blank) => return Ok(None),
            (_, Class::Other(c) | Class::Letter(c)) if self.blank == Some(c) => return Ok(None),
            (_, Class::Zero) if self.zero_is_blank => return Ok(None),
            (Kind::FromZero, Class::Zero) => Some(0),
            (Kind::FromOne, Class::Number(value)) => Some(usize::from(value) - 1),
            (Kind::FromZero, Class::Number(value)) => Some(usize::from(value)),
            (Kind::FromOne, Class::Letter(c)) if !self.numbers => letter(c).map(|place| place + 9),
            (Kind::FromZero, Class::Letter(c)) if !self.numbers => {
                letter(c).map(|place| place + 10)
            }
            (Kind::Letters, Class::Letter(c)) => letter(c),
            (Kind::Set(folded, _), Class::Letter(c)) => {
                folded.iter().position(|&symbol| symbol == c)
            }
            _ => None,
        };
        let index = index.filter(|&index| index < size.side()).ok_or(())?;
        Ok(Some(Digit::from_index(index)))
    }

    /// Returns the symbols as answers are printed in them.
    fn symbols(&self, size: Size, lower_case: bool) -> Symbols {
        let case = |c: char| match lower_case {
            true => c.to_ascii_lowercase(),
            false => c,
        };
        let range = |first: char| -> Symbols {
            let all = ('0'..='9').chain('A'..='Z').skip_while(|&c| c != first);
            Symbols::Chars(all.take(size.side()).map(case).collect())
        };
        match &self.kind {
            Kind::FromOne if self.numbers => Symbols::NUMBERS,
            Kind::FromZero if self.numbers => Symbols::Numbers { first: 0 },
            Kind::FromOne => range('1'),
            Kind::FromZero => range('0'),
            Kind::Letters => range('A'),
            Kind::Set(_, printed) => Symbols::Chars(printed.iter().copied().collect()),
        }
    }

    /// Returns the symbols in words.
    fn range(&self, size: Size) -> String {
        match &self.kind {
            Kind::FromOne if size.side() == 1 => "1".to_owned(),
            Kind::FromOne if self.numbers => format!("1 to {}", size.side()),
            Kind::FromZero if self.numbers => format!("0 to {}", size.side() - 1),
            Kind::FromOne => Stated::FromOne.shown(size),
            Kind::FromZero => Stated::FromZero.shown(size),
            Kind::Letters => Stated::Letters.shown(size),
            Kind::Set(_, printed) => {
                let list: String = printed.iter().collect();
                format!("one of {}", messages::word(&list))
            }
        }
    }
}

/// An `x` that occurs at most this often beside another blank may be a slip of the
/// finger in place of a clue.
const RARE: usize = 2;

/// The texts that occur in a grid, each with the place of its first occurrence.
struct Seen {
    size: Size,
    blank: Option<(usize, String)>,
    zero: Option<usize>,
    /// Set if `0` stands once in each row and column, as a symbol of a full
    /// grid does, and nothing else is blank.
    zero_fills: bool,
    /// Set if `0` stands twice in a row or column: as a symbol it would clash.
    zero_clashes: bool,
    /// The same for `x`.
    x_fills: bool,
    /// Number of cells with `x`.
    xs: usize,
    numbers: BTreeMap<u16, usize>,
    letters: BTreeMap<char, usize>,
    /// For each letter how it was written first.
    written: BTreeMap<char, String>,
    others: BTreeMap<char, usize>,
    lower_case: bool,
}

impl Seen {
    fn new<'a>(
        size: Size,
        tokens: impl Iterator<Item = &'a str>,
        stated: Option<&Stated>,
    ) -> Result<Seen, CellFault> {
        let mut seen = Seen {
            size,
            blank: None,
            zero: None,
            zero_fills: false,
            zero_clashes: false,
            x_fills: false,
            xs: 0,
            numbers: BTreeMap::new(),
            letters: BTreeMap::new(),
            written: BTreeMap::new(),
            others: BTreeMap::new(),
            lower_case: false,
        };
        let (mut lower, mut upper) = (false, false);
        let (mut zeros, mut xs) = (Vec::new(), Vec::new());
        for (place, token) in tokens.enumerate() {
            match class_in(token, stated).map_err(|message| (place, message))? {
                Class::Blank => {
                    seen.blank.get_or_insert_with(|| (place, token.to_owned()));
                }
                Class::Zero => {
                    seen.zero.get_or_insert(place);
                    zeros.push(place);
                }
                Class::Number(value) => {
                    seen.numbers.entry(value).or_insert(place);
                }
                Class::Letter(letter) => {
                    if letter == 'X' {
                        xs.push(place);
                    }
                    lower |= token.contains(char::is_lowercase);
                    upper |= token.contains(char::is_uppercase);
                    seen.letters.entry(letter).or_insert(place);
                    seen.written
                        .entry(letter)
                        .or_insert_with(|| token.to_owned());
                }
                Class::Other(c) => {
                    seen.others.entry(c).or_insert(place);
                }
            }
        }
        seen.lower_case = lower && !upper;
        seen.zero_clashes = clash(size, &zeros);
        let is_full = seen.blank.is_none() && seen.others.is_empty();
        seen.zero_fills = is_full && fills(size, &zeros);
        seen.x_fills = is_full && fills(size, &xs);
        seen.xs = xs.len();
        Ok(seen)
    }

    /// Returns the place of a letter in the alphabet, from A = 0, of the last one.
    fn last_letter(&self) -> Option<usize> {
        let (&last, _) = self.letters.last_key_value()?;
        Some((last as usize).wrapping_sub('A' as usize))
    }

    /// Returns the alphabet that the user has stated.
    fn stated(&self, stated: &Stated, parted: bool) -> Result<Alphabet, CellFault> {
        let side = self.size.side();
        let beyond = |place: usize| place >= side;
        let has_x = self.letters.contains_key(&'X');
        let is_number = self
            .numbers
            .last_key_value()
            .is_some_and(|(&value, _)| value > 9)
            || (parted && self.letters.keys().all(|&c| c == 'X'));
        let (kind, x, numbers) = match stated {
            Stated::FromOne => (Kind::FromOne, 9 + 23, is_number || side <= 9),
            Stated::FromZero => (Kind::FromZero, 10 + 23, is_number || side <= 10),
            Stated::Letters => (Kind::Letters, 23, false),
            Stated::Chars(set) => {
                if set.len() != side {
                    let message = format!(
                        "found a grid of {}, expected {} symbols as --symbols names",
                        self.size,
                        set.len()
                    );
                    return Err((0, message));
                }
                let symbols: Vec<char> = set.iter().copied().map(folded).collect();
                let x = if symbols.contains(&'X') { 0 } else { side };
                (Kind::Set(symbols, set.to_vec()), x, false)
            }
        };
        Ok(Alphabet {
            zero_is_blank: !matches!(kind, Kind::FromZero),
            kind,
            blank: match has_x && (beyond(x) || numbers) {
                true => Some('X'),
                false => self.sign()?,
            },
            numbers,
        })
    }

    /// Returns the sign that is the blank, if there is one: it must be the only one.
    fn sign(&self) -> Result<Option<char>, CellFault> {
        let mut others: Vec<(usize, char)> = self.others.iter().map(|(&c, &at)| (at, c)).collect();
        others.sort_unstable();
        let fault = |(place, c): (usize, char), beside: &str| {
            let found = messages::no_cell(c.encode_utf8(&mut [0; 4]));
            (
                place,
                format!("{found}; it cannot be the blank beside {beside}"),
            )
        };
        match (&others[..], &self.blank) {
            ([], _) => Ok(None),
            (&[sign], Some((_, blank))) => Err(fault(sign, &messages::blank(blank))),
            (&[(_, sign)], None) => Ok(Some(sign)),
            (&[(_, first), second, ..], _) => Err(fault(second, &messages::character(first))),
        }
    }

    /// Determines the alphabet of the grid.
    fn alphabet(&self, parted: bool) -> Result<Alphabet, CellFault> {
        let side = self.size.side();
        let sign = self.sign()?;
        let blank = self.blank.as_ref().map(|(_, text)| messages::blank(text));
        let blank = blank.or(sign.map(messages::character));
        let x_is_blank = self.x_is_blank(blank.as_deref())?;
        let mut letters = self.letters.clone();
        if x_is_blank {
            letters.remove(&'X');
        }
        let blank = blank.as_deref().or(x_is_blank.then_some("'x'"));
        let (kind, zero_is_blank) = self.kind(&letters, blank, parted)?;
        let numbers = letters.is_empty()
            && match kind {
                Kind::FromOne => parted || side <= 9,
                Kind::FromZero => parted || side <= 10,
                _ => false,
            };
        Ok(Alphabet {
            kind,
            zero_is_blank,
            blank: sign.or(x_is_blank.then_some('X')),
            numbers,
        })
    }

    /// Returns `true` if `x` is a blank, beside the other blank or alone.
    fn x_is_blank(&self, blank: Option<&str>) -> Result<bool, CellFault> {
        let side = self.size.side();
        let Some(&place) = self.letters.get(&'X') else {
            return Ok(false);
        };
        let all_letters = self.numbers.is_empty() && self.letters.len() == side;
        // From 24 letters on x is one of them.
        let has_x = side >= 24 && self.numbers.is_empty();
        let Some(blank) = blank else {
            if self.x_fills && all_letters && !has_x {
                let message = format!(
                    "found {side} different letters: x is the blank, or one of the symbols; \
                     --symbols says which the symbols are"
                );
                return Err((place, message));
            }
            let is_rare = self.zero.is_some() && self.xs <= RARE && !has_x;
            if is_rare && self.numbers.len() + self.letters.len() > side {
                return Err(self.rare_x(place, "'0'"));
            }
            return Ok(!(self.x_fills && has_x));
        };
        if side >= 24 || all_letters {
            return Ok(false);
        }
        // A blank too, if all symbols stand elsewhere.
        if self.numbers.len() + self.letters.len() - 1 < side {
            let message = format!(
                "found 'x' beside {blank}, expected one kind of blank: x is a blank too, or a \
                 symbol; --symbols says which the symbols are"
            );
            return Err((place, message));
        }
        match self.xs <= RARE {
            true => Err(self.rare_x(place, blank)),
            false => Ok(true),
        }
    }

    /// Returns the kind of the alphabet, and whether `0` is a blank.
    fn kind(
        &self,
        letters: &BTreeMap<char, usize>,
        blank: Option<&str>,
        parted: bool,
    ) -> Result<(Kind, bool), CellFault> {
        if letters.is_empty() {
            return self.kind_of_numbers(blank, parted);
        }
        if let Some((_, &place)) = self.numbers.range(10..).next() {
            // Numbers and letters: the rarer kind is wrong.
            let letter = letters.values().copied().min().unwrap_or(place);
            let message = format!(
                "found letters and numbers above 9, expected one of them in a grid of {}",
                self.size
            );
            return Err((letter.max(place), message));
        }
        let side = self.size.side();
        let is_latin = letters.keys().all(char::is_ascii_uppercase);
        let last = self.last_letter_of(letters);
        let from_one = is_latin && side >= 10 && last + 10 <= side;
        let from_zero = is_latin && side >= 11 && last + 11 <= side;
        let only_letters = self.numbers.is_empty();
        let alphabetic = only_letters && is_latin && last < side;
        let complete = match only_letters {
            true => letters.len() == side,
            false => from_one && self.numbers.len() + letters.len() == side,
        };
        let zero_is_blank = match (self.zero, blank) {
            (None, _) => true,
            (Some(_), Some(_)) if complete => true,
            (Some(_), Some(_)) if from_zero => return Ok((Kind::FromZero, false)),
            (Some(zero), Some(blank)) => return Err(self.two_blanks(zero, blank)),
            (Some(zero), None) if self.zero_fills && from_zero => {
                return Err(self.full_with_zero(zero));
            }
            (Some(_), None) => true,
        };
        let kind = match only_letters {
            false if from_one => Kind::FromOne,
            false => return Err(self.letter_beyond(letters)),
            true if alphabetic && !from_one => Kind::Letters,
            true if complete => self.set_of(letters),
            true => return Err(self.unknown_letters(letters, alphabetic)),
        };
        Ok((kind, zero_is_blank))
    }

    /// Returns the kind of the alphabet of a grid without letters.
    fn kind_of_numbers(
        &self,
        blank: Option<&str>,
        parted: bool,
    ) -> Result<(Kind, bool), CellFault> {
        let side = self.size.side();
        let last = self.numbers.last_key_value();
        let last = last.map_or(0, |(&value, _)| usize::from(value));
        let largest = if parted || side <= 9 {
            last
        } else {
            last.min(9)
        };
        let Some(zero) = self.zero else {
            return Ok((Kind::FromOne, true));
        };
        let complete = (1..=side).all(|value| self.numbers.contains_key(&(value as u16)));
        match blank {
            _ if largest > side => Ok((Kind::FromOne, true)),
            // A sign beside 0 may be a symbol that was mistyped.
            Some(blank) if complete && !self.others.is_empty() => Err(self.two_blanks(zero, blank)),
            Some(_) if complete => Ok((Kind::FromOne, true)),
            Some(_) if largest < side && !self.zero_clashes => Ok((Kind::FromZero, false)),
            Some(blank) => Err(self.two_blanks(zero, blank)),
            None if self.zero_fills && largest < side => Err(self.full_with_zero(zero)),
            None => Ok((Kind::FromOne, true)),
        }
    }

    /// Returns the alphabet of all symbols that occur.
    fn set_of(&self, letters: &BTreeMap<char, usize>) -> Kind {
        let lower = |c: &char| match self.lower_case {
            true => c.to_lowercase().next().unwrap_or(*c),
            false => *c,
        };
        Kind::Set(
            letters.keys().copied().collect(),
            letters.keys().map(lower).collect(),
        )
    }

    /// Returns the refusal of a letter that is beyond the digits from 1.
    fn letter_beyond(&self, letters: &BTreeMap<char, usize>) -> CellFault {
        let side = self.size.side();
        let beyond = |&c: &char| {
            side < 10 || !c.is_ascii_uppercase() || c as usize - 'A' as usize + 10 > side
        };
        let beyond = letters.iter().filter(|(c, _)| beyond(c));
        let (letter, place) = beyond
            .map(|(&c, &place)| (c, place))
            .min_by_key(|&(_, place)| place)
            .unwrap_or(('?', 0));
        let range = match side {
            ..=9 => format!("1 to {side}"),
            _ => Stated::FromOne.shown(self.size),
        };
        let message = format!(
            "found {} in {}, expected {range} or {}",
            self.written
                .get(&letter)
                .map_or(String::new(), |text| messages::word(text)),
            self.size.cell(place % self.size.num_cells()),
            messages::BLANKS
        );
        (place, message)
    }

    /// Returns the refusal of letters that may be several alphabets, or are none.
    fn unknown_letters(&self, letters: &BTreeMap<char, usize>, alphabetic: bool) -> CellFault {
        let side = self.size.side();
        let first = letters.values().copied().min().unwrap_or(0);
        let message = match alphabetic {
            true => {
                let from_one = Stated::FromOne.shown(self.size);
                let from_a = Stated::Letters.shown(self.size);
                format!(
                    "found letters alone, which are numbers from 10 of {from_one}, or the first of {from_a}: \
                     say which with --symbols {from_one} or --symbols {from_a}"
                )
            }
            false => {
                let list: String = letters.keys().collect();
                format!(
                    "found {} different letters ({}), expected {side} or those from A to {}: \
                     name all {side} symbols with --symbols",
                    letters.len(),
                    messages::shortened(&list),
                    letter(side - 1)
                )
            }
        };
        (first, message)
    }

    fn last_letter_of(&self, letters: &BTreeMap<char, usize>) -> usize {
        match letters.len() == self.letters.len() {
            true => self.last_letter().unwrap_or(0),
            false => letters
                .keys()
                .last()
                .map_or(0, |&c| (c as usize).wrapping_sub('A' as usize)),
        }
    }

    /// Returns the refusal of a grid with a few `x` beside another blank.
    fn rare_x(&self, place: usize, blank: &str) -> CellFault {
        let times = if self.xs == 1 { "once" } else { "twice" };
        let message = format!(
            "found 'x' {times} beside {blank}: it is a blank too, or a clue that was mistyped; write \
             {blank} for it, or say that it is a blank with --symbols {}",
            Stated::FromOne.shown(self.size)
        );
        (place, message)
    }

    /// Returns the refusal of a grid with `0` beside another blank, where the symbols are
    /// not those from 0: another symbol is beyond them, or 0 clashes.
    fn two_blanks(&self, zero: usize, blank: &str) -> CellFault {
        let message = format!(
            "found '0' beside {blank}: it is a blank too, or a clue that was mistyped; write . for \
             it, or say that it is a blank with --symbols {}",
            Stated::FromOne.shown(self.size),
        );
        (zero, message)
    }

    /// Returns the refusal of a grid that is full if `0` is a symbol.
    fn full_with_zero(&self, zero: usize) -> CellFault {
        let message = format!(
            "found '0' once in each row and column: it is a blank of {}, or a symbol of {}; say \
             which with --symbols {} or --symbols {}",
            Stated::FromOne.shown(self.size),
            Stated::FromZero.shown(self.size),
            Stated::FromOne.shown(self.size),
            Stated::FromZero.shown(self.size),
        );
        (zero, message)
    }
}

/// Returns `true` if there is one of these places, in reading order, in each row and column.
fn fills(size: Size, places: &[usize]) -> bool {
    let side = size.side();
    let mut columns = vec![false; side];
    side > 1
        && size.is_one_grid()
        && places.len() == side
        && places.iter().enumerate().all(|(row, place)| {
            place / side == row && !std::mem::replace(&mut columns[place % side], true)
        })
}

/// Returns `true` if two of these places are in one row or column of a grid. The cells may be
/// those of several puzzles.
fn clash(size: Size, places: &[usize]) -> bool {
    let num_cells = size.num_cells();
    let meet = |start: Cell, line: fn(Cell) -> usize, across: fn(Cell) -> usize| {
        let of_grid = |place: &usize| {
            let cell = size.cell(place % num_cells);
            let end = across(start) + size.side();
            let lines = line(start)..line(start) + size.side();
            let is_inside =
                (across(start)..end).contains(&across(cell)) && lines.contains(&line(cell));
            is_inside.then_some((place / num_cells, line(cell)))
        };
        let mut lines: Vec<(usize, usize)> = places.iter().filter_map(of_grid).collect();
        lines.sort_unstable();
        lines.windows(2).any(|pair| pair[0] == pair[1])
    };
    let mut starts = size.starts().iter();
    starts.any(|&start| meet(start, Cell::row, Cell::col) || meet(start, Cell::col, Cell::row))
}

/// Returns the letter at this place of the alphabet.
fn letter(place: usize) -> char {
    char::from(b'A' + place.min(25) as u8)
}
