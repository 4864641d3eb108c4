//! A numbering as text: read, shown as a formula, and named by its difference from another.

use super::scheme::Scheme;
use crate::sudoku::Size;
use itertools::Itertools as _;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// The names of the indices, in the order of [`Scheme::factors`].
pub(super) const NAMES: [&str; 3] = ["row", "column", "value"];

impl Scheme {
    /// Reads a numbering: `lecture`, or a formula of row, column, value and the side N, such as
    /// `N*N*(row-1) + N*(column-1) + value`.
    ///
    /// # Errors
    /// If the text is no such formula, an index has no factor, two candidates have the same
    /// number, or a number is no variable.
    pub fn read(text: &str, size: Size) -> Result<Scheme, String> {
        if text == "lecture" {
            return Ok(Scheme::usual(size));
        }
        let mut reader = Reader {
            rest: text.chars().peekable(),
            side: size.side() as i64,
            open: 0,
        };
        let sum = reader.sum()?;
        if let Some(found) = reader.peek() {
            return Err(format!("found {found:?}, expected +, -, * or the end"));
        }
        let Linear([row, column, value, constant]) = sum;
        let factors = [row, column, value];
        // Indices count from 1, or, if their factor is negative, down from the side.
        let ends = factors.map(|factor| {
            factor.saturating_mul(match factor {
                ..0 => reader.side,
                _ => 1,
            })
        });
        let scheme = Scheme {
            factors: factors.map(i64::saturating_abs),
            first: ends.into_iter().fold(constant, i64::saturating_add),
            reversed: factors.map(|factor| factor < 0),
            side: size.side(),
        };
        if let Some(place) = factors.iter().position(|&factor| factor == 0) {
            return Err(format!("the {} does not occur", NAMES[place]));
        }
        let most = 1 << 40;
        if factors
            .iter()
            .chain([&scheme.first])
            .any(|number| number.saturating_abs() > most)
        {
            return Err("a number is too large for a variable".to_owned());
        }
        match scheme.table(size) {
            Some(_) => Ok(scheme),
            None => {
                Err("two candidates have the same number, or a number is no variable".to_owned())
            }
        }
    }

    /// Returns the differences from another numbering with the same factors: `row and column
    /// exchanged`, `values counted from the other end`, `each number 3 higher`. `None` if the
    /// factors differ.
    pub fn differences(&self, other: &Scheme) -> Option<Vec<String>> {
        let place_of = |factor: &i64| self.factors.iter().position(|own| own == factor);
        // The index that stands in the place of row, column and value.
        let places: Option<Vec<usize>> = other.factors.iter().map(place_of).collect();
        let places = places.filter(|places| places.iter().all_unique())?;
        let moved: Vec<usize> = (0..3).filter(|&place| places[place] != place).collect();
        let mut differences = match moved[..] {
            [] => Vec::new(),
            [a, b] => vec![format!("{} and {} exchanged", NAMES[a], NAMES[b])],
            _ => {
                let names = places.iter().map(|&place| NAMES[place]);
                let names: Vec<&str> = names.collect();
                vec![format!(
                    "{} in the places of row, column, value",
                    names.join(", ")
                )]
            }
        };
        let turned = (0..3).filter(|&place| self.reversed[places[place]] != other.reversed[place]);
        differences.extend(
            turned.map(|place| format!("{}s counted from the other end", NAMES[places[place]])),
        );
        match self.first - other.first {
            0 => {}
            by @ 1.. => differences.push(format!("each number {by} higher")),
            by => differences.push(format!("each number {} lower", -by)),
        }
        Some(differences)
    }

    /// Returns the numbering by its differences from another one, which is called `name`, or as a
    /// formula: `the lecture's with row and column exchanged`.
    pub fn named(&self, other: &Scheme, name: &str) -> String {
        match self.differences(other).as_deref() {
            None => self.to_string(),
            Some([]) => name.to_owned(),
            Some(differences) => format!("{name} with {}", differences.join(" and ")),
        }
    }

    /// Returns the names of the indices by falling factor: `row, column, value`.
    pub fn order(&self) -> String {
        let places = (0..3).sorted_by_key(|&place| -self.factors[place]);
        places.map(|place| NAMES[place]).join(", ")
    }
}

/// Shown as a formula: `16·(row−1) + 4·(column−1) + value`.
impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = (0..3).sorted_by_key(|&place| -self.factors[place]);
        let places: Vec<usize> = places.filter(|&place| self.factors[place] != 0).collect();
        let sum: i64 = self.factors.iter().sum();
        let one_based = self.first == sum && self.reversed == [false; 3];
        let last_is_plain = self.first == 1;
        for (index, &place) in places.iter().enumerate() {
            let times = match self.factors[place] {
                1 => String::new(),
                factor => format!("{factor}·"),
            };
            let plus = if index > 0 { " + " } else { "" };
            let (name, side) = (NAMES[place], self.side);
            let is_last = index + 1 == places.len();
            match (self.reversed[place], one_based) {
                (true, _) => write!(f, "{plus}{times}({side}−{name})")?,
                (false, true) => write!(f, "{plus}{times}{name}")?,
                (false, false) if is_last && last_is_plain && self.factors[place] == 1 => {
                    write!(f, "{plus}{name}")?;
                }
                (false, false) => write!(f, "{plus}{times}({name}−1)")?,
            }
            let is_plain = is_last && last_is_plain && self.factors[place] == 1;
            if is_last && !one_based && (!is_plain || self.reversed[place]) {
                write!(f, " + {}", self.first)?;
            }
        }
        Ok(())
    }
}

/// A sum of row, column and value, each with a factor, and a constant, which is last.
#[derive(Clone, Copy)]
struct Linear([i64; 4]);

impl Linear {
    fn plus(self, other: Linear, sign: i64) -> Linear {
        let sum = |place: usize| self.0[place].saturating_add(sign.saturating_mul(other.0[place]));
        Linear([0, 1, 2, 3].map(sum))
    }

    /// Returns the product, unless both have an index.
    fn times(self, other: Linear) -> Option<Linear> {
        let (Linear([0, 0, 0, factor]), Linear(sum)) = (if self.0[..3] == [0; 3] {
            (self, other)
        } else {
            (other, self)
        }) else {
            return None;
        };
        Some(Linear(sum.map(|one| one.saturating_mul(factor))))
    }
}

/// A reader of formulas.
struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    side: i64,
    /// Number of open parentheses, at most [`MOST_OPEN`].
    open: usize,
}

/// Largest number of parentheses within each other: each takes room on the stack.
const MOST_OPEN: usize = 100;

impl Reader<'_> {
    /// Returns the next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|one| one.is_whitespace()).is_some() {}
        self.rest.peek().copied()
    }

    fn next_if(&mut self, any: &[char]) -> Option<char> {
        let found = self.peek().filter(|found| any.contains(found));
        found.inspect(|_| {
            self.rest.next();
        })
    }

    fn sum(&mut self) -> Result<Linear, String> {
        let zero = Linear([0; 4]);
        let negative = self.next_if(&['-', '−']).is_some();
        let mut sum = zero.plus(self.product()?, if negative { -1 } else { 1 });
        while let Some(sign) = self.next_if(&['+', '-', '−']) {
            sum = sum.plus(self.product()?, if sign == '+' { 1 } else { -1 });
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Linear, String> {
        let mut product = self.factor()?;
        while self.next_if(&['*', '·']).is_some() {
            let factor = self.factor()?;
            product = product
                .times(factor)
                .ok_or("found a product of two indices")?;
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Linear, String> {
        let expected = "a number, N, row, column, value, or a sum in parentheses";
        if self.next_if(&['(']).is_some() {
            self.open += 1;
            if self.open > MOST_OPEN {
                return Err(format!("more than {MOST_OPEN} parentheses are open"));
            }
            let sum = self.sum()?;
            self.open -= 1;
            return match self.next_if(&[')']) {
                Some(_) => Ok(sum),
                None => Err("a parenthesis is not closed".to_owned()),
            };
        }
        let first = self
            .peek()
            .ok_or_else(|| format!("the formula ends, expected {expected}"))?;
        let mut word = String::new();
        while let Some(one) = self.rest.next_if(|one| one.is_alphanumeric()) {
            word.push(one);
        }
        match &word[..] {
            "row" | "r" => Ok(Linear([1, 0, 0, 0])),
            "column" | "c" => Ok(Linear([0, 1, 0, 0])),
            "value" | "v" => Ok(Linear([0, 0, 1, 0])),
            "N" => Ok(Linear([0, 0, 0, self.side])),
            "" => Err(format!("found {first:?}, expected {expected}")),
            number => match number.parse() {
                Ok(number) => Ok(Linear([0, 0, 0, number])),
                Err(_) => Err(format!("found {number:?}, expected {expected}")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::new(4).unwrap()
    }

    #[test]
    fn formulas_are_read_and_named() {
        let lecture = Scheme::usual(size());
        let cases = [
            ("N*N*(row-1) + N*(column - 1) + value", "the lecture's"),
            (
                "16*c + 4*r + v - 20",
                "the lecture's with row and column exchanged",
            ),
            (
                "16·(row−1) + 4·(4−column) + value",
                "the lecture's with columns counted from the other end",
            ),
            ("100*row+10*column+value", "100·row + 10·column + value"),
            (
                "16*v + 4*r + c - 17",
                "the lecture's with value, row, column in the places of row, column, value and each number 3 higher",
            ),
            ("row*column + value", "found a product of two indices"),
            (
                "row + column + value",
                "two candidates have the same number, or a number is no variable",
            ),
            ("16*row + 4*column", "the value does not occur"),
            ("16*(row - 1", "a parenthesis is not closed"),
            (&"(".repeat(100_000), "more than 100 parentheses are open"),
            (
                "9223372036854775807*row + 4*column + value",
                "a number is too large for a variable",
            ),
            (
                "lecture +",
                "found \"lecture\", expected a number, N, row, column, value, or a sum in parentheses",
            ),
        ];
        for (text, named) in cases {
            let read =
                Scheme::read(text, size()).map(|scheme| scheme.named(&lecture, "the lecture's"));
            let (Ok(found) | Err(found)) = read;
            assert_eq!(found, named, "{text}");
        }
        for scheme in lecture.reversals() {
            assert_eq!(Scheme::read(&scheme.to_string(), size()), Ok(scheme));
        }
    }
}
