//! The symbols that digits are written with.

use super::{Digit, Size};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The symbols that a puzzle is written with, and its answers too.
///
/// ```
/// use sudosat::sudoku::{Digit, Size, Symbols};
///
/// let letters = Symbols::NUMBERS.single(Size::of_order(4).unwrap()).unwrap();
/// assert_eq!(letters.of(Digit::from_index(9)).to_string(), "A");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbols {
    /// Decimal numbers: the digit with index 0 is `first`, usually 1.
    Numbers {
        /// The lowest number: 1, or 0 in grids that count from 0.
        first: u16,
    },
    /// One character a digit, in the order of digits; as many as digits.
    Chars(Arc<[char]>),
}

impl Symbols {
    /// Decimal numbers from 1.
    pub const NUMBERS: Symbols = Symbols::Numbers { first: 1 };

    /// Returns one character a digit where there are enough of them: these symbols if
    /// each is a single character, otherwise 1–9 and A–P for sizes up to 25 (0–9 and
    /// A–O for numbers from 0).
    pub fn single(&self, size: Size) -> Option<Symbols> {
        match (self, size.side()) {
            _ if self.are_chars(size) => Some(self.clone()),
            (Symbols::Numbers { first }, side @ ..=25) => {
                let chars = ('0'..='9').chain('A'..='P').skip(usize::from(*first));
                let chars: Arc<[char]> = chars.take(side).collect();
                (chars.len() == side).then_some(Symbols::Chars(chars))
            }
            _ => None,
        }
    }

    /// Returns the symbol of a digit.
    pub fn of(&self, digit: Digit) -> impl fmt::Display + '_ {
        Shown(self, digit)
    }

    /// Returns `true` if each symbol is a single character.
    pub fn are_chars(&self, size: Size) -> bool {
        match self {
            Symbols::Numbers { first } => usize::from(*first) + size.side() <= 10,
            Symbols::Chars(_) => true,
        }
    }

    /// Returns the character of each digit, if each symbol is a single character.
    pub fn chars(&self, size: Size) -> Option<Arc<[char]>> {
        match self {
            _ if !self.are_chars(size) => None,
            Symbols::Chars(chars) => Some(Arc::clone(chars)),
            Symbols::Numbers { first } => {
                let digits = || {
                    let digits = (u32::from(*first)..).take(size.side());
                    digits.map(|value| char::from_digit(value, 10)).collect()
                };
                // Those of most puzzles.
                static OF_9: OnceLock<Option<Arc<[char]>>> = OnceLock::new();
                match (first, size.side()) {
                    (1, 9) => OF_9.get_or_init(digits).clone(),
                    _ => digits(),
                }
            }
        }
    }

    /// Returns the number of columns that the widest symbol takes.
    pub fn width(&self, size: Size) -> usize {
        match self {
            Symbols::Numbers { first } => {
                let largest = usize::from(*first) + size.side() - 1;
                largest.checked_ilog10().unwrap_or(0) as usize + 1
            }
            Symbols::Chars(_) => 1,
        }
    }
}

/// A digit in its symbols.
struct Shown<'a>(&'a Symbols, Digit);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(symbols, digit) = self;
        match symbols {
            Symbols::Numbers { first } => {
                fmt::Display::fmt(&(usize::from(*first) + digit.index()), f)
            }
            Symbols::Chars(chars) => match f.width() {
                Some(width) => write!(f, "{:>width$}", chars[digit.index()]),
                None => write!(f, "{}", chars[digit.index()]),
            },
        }
    }
}
