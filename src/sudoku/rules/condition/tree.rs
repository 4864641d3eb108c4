//! The syntax tree of conditions, and the value of an expression.

use super::pattern::Pattern;
use std::cell::Cell;
use std::cmp::Ordering;

/// Largest absolute value of a number, above and below the fraction bar.
const LARGEST: i128 = 1_000_000_000_000_000;

/// A part of a rule: what it holds for, and what must be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    /// What the condition holds for.
    pub over: Over,
    /// The condition.
    pub condition: Expr,
    /// The expression of [`Over::Matches`].
    pub pattern: Option<Pattern>,
}

/// What a condition holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// The cells together.
    Whole,
    /// The two cells of a pair, `a` and `b`.
    Both,
    /// Each cell `x`.
    Cells,
    /// Each cell `x` but the first and the last.
    Inner,
    /// Each two cells next to each other on the line, `a` and `b`.
    Neighbours,
    /// Each three cells next to each other on the line, `a`, `b` and `c`.
    Three,
    /// Each two cells, `a` and `b`; in the whole grid, `a` is the first in reading order.
    Pairs,
    /// Each two cells at the same distance from the two ends, `a` and `b`.
    Mirrored,
    /// The cells together, for each digit `d`.
    Digits,
    /// The cells together, for each number `n` of the mark.
    Numbers,
    /// The cells together, for at least one number `n` of the mark.
    SomeNumber,
    /// Each two cells of the grid, `a` and `b`, that are these rows and columns apart, or these
    /// columns and rows.
    Apart(usize, usize),
    /// The cells of each 2×2 square of the grid together.
    Squares,
    /// The digits of the line match a regular expression.
    Matches,
    /// Each cell `a` and each cell `b` that shares a side with it and is none of the mark's.
    Beside,
}

/// A name that stands for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// The digit of the first cell of a pair or of three.
    A,
    /// The digit of the second.
    B,
    /// The digit of the third.
    C,
    /// The digit of the cell.
    X,
    /// The place of the first cell, or of the cell, from 1.
    I,
    /// The place of the second cell, from 1.
    J,
    /// The number of the mark.
    N,
    /// The digit of `each digit`.
    D,
    /// The number of times that `n` is among the numbers of the mark.
    Times,
    /// The number of digits.
    Size,
    /// The number of cells.
    Length,
    /// The digit of the first cell.
    First,
    /// The digit of the last cell.
    Last,
    /// The digit of the cell in the middle, 0 if there is none.
    Middle,
    /// The number of rows from one cell of a pair to the other.
    Rows,
    /// The number of columns from one cell of a pair to the other.
    Columns,
    /// 1 if a dot of a difference or a ratio is between the cells.
    Dot,
    /// 1 if a sum, as X or V, is between the cells.
    Xv,
}

impl Name {
    /// The number of names.
    pub(super) const COUNT: usize = Name::Xv as usize + 1;

    /// The names that a condition on a pair of cells of a grid may use: the digits, the distance, and
    /// the marks between the cells.
    pub(super) const OF_GRID_PAIR: [Name; 6] = [
        Name::A,
        Name::B,
        Name::Rows,
        Name::Columns,
        Name::Dot,
        Name::Xv,
    ];

    /// The digits that are known before the others are read.
    pub(super) const PINS: [Name; 3] = [Name::First, Name::Last, Name::Middle];
}

/// The names for whether two cells have a mark, and the rules of such marks.
pub(super) const MARKED: [(Name, &[&str]); 2] =
    [(Name::Dot, &["difference", "ratio"]), (Name::Xv, &["sum"])];

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Plus,
    Minus,
    Times,
    Over,
    /// The remainder, which is not negative.
    Remainder,
    /// The smaller number.
    Min,
    /// The larger number.
    Max,
}

/// An expression. A condition is 1 if it is true and 0 if not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Expr {
    Number(i64),
    Name(Name),
    Abs(Box<Expr>),
    Not(Box<Expr>),
    And(Box<[Expr; 2]>),
    Or(Box<[Expr; 2]>),
    Operation(Operation, Box<[Expr; 2]>),
    /// Expressions with comparisons between them, one fewer: all must hold.
    Compare(Vec<Comparison>, Vec<Expr>),
    Whole(Box<Whole>),
    /// The running value of a [`Whole`] with this number; it is made by [`super::fold`] alone.
    Slot(usize),
}

/// A value of several cells together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Whole {
    /// What it is.
    pub kind: WholeKind,
    /// The number of each cell `x`, or what is counted.
    pub of: Expr,
    /// The cells that it is about; all if `None`.
    pub filter: Option<Expr>,
    /// Set if it is about the cells before the cell `x`.
    pub before: bool,
}

/// The kinds of values of several cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WholeKind {
    /// The sum; that of counted cells is their number.
    Sum,
    Product,
    /// The least number; the number of digits + 1 if there is none.
    Least,
    /// The greatest number; 0 if there is none.
    Greatest,
    /// The number of different digits.
    Distinct,
    /// 1 if the condition is true for one cell at least.
    Any,
}

/// A fraction in lowest terms, of which the part below is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fraction {
    above: i64,
    below: i64,
}

/// The value of an expression; `None` for a division by 0 and a remainder of fractions, and for
/// numbers beyond 10¹⁵, for which a scope's [`Scope::beyond`] is set.
pub(super) type Value = Option<Fraction>;

/// What names stand for where an expression is evaluated.
pub(super) trait Scope {
    /// Returns the number that a name stands for.
    fn name(&self, name: Name) -> i64;
    /// Returns the value of several cells.
    fn whole(&self, whole: &Whole) -> Value;
    /// Returns a running value.
    fn slot(&self, slot: usize) -> Value;
    /// Is set when a number is beyond 10¹⁵.
    fn beyond(&self) -> &Cell<bool>;
}

/// The scope of expressions without names, and where a number was beyond 10¹⁵.
pub(super) struct Closed(pub(super) Cell<bool>);

impl Scope for Closed {
    fn name(&self, _name: Name) -> i64 {
        0
    }

    fn whole(&self, _whole: &Whole) -> Value {
        None
    }

    fn slot(&self, _slot: usize) -> Value {
        None
    }

    fn beyond(&self) -> &Cell<bool> {
        &self.0
    }
}

impl Fraction {
    /// Returns a quotient, `None` if it has no value; sets `beyond` if it is too large.
    fn new(above: i128, below: i128, beyond: &Cell<bool>) -> Value {
        let (mut divisor, mut rest) = (above.abs(), below.abs());
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let divisor = divisor * below.signum();
        let [above, below] = [above, below].map(|part| part.checked_div(divisor));
        let (above, below) = (above?, below?);
        let is_small = above.abs() <= LARGEST && below <= LARGEST;
        if !is_small {
            beyond.set(true);
        }
        is_small.then_some(Fraction {
            above: above as i64,
            below: below as i64,
        })
    }

    fn cmp(self, other: Fraction) -> Ordering {
        if self.below == other.below {
            return self.above.cmp(&other.above);
        }
        let product = |one: i64, two: i64| i128::from(one) * i128::from(two);
        product(self.above, other.below).cmp(&product(other.above, self.below))
    }
}

/// Returns the value of an integer.
pub(super) fn integer(number: i64) -> Value {
    Some(Fraction {
        above: number,
        below: 1,
    })
}

/// Returns the result of an operation; sets `beyond` if it is too large.
pub(super) fn operate(operation: Operation, one: Value, two: Value, beyond: &Cell<bool>) -> Value {
    let (one, two) = (one?, two?);
    if let (1, 1) = (one.below, two.below) {
        let (a, c) = (one.above, two.above);
        // Sums are below twice the largest number.
        let quick = match operation {
            Operation::Plus => Some(a + c),
            Operation::Minus => Some(a - c),
            Operation::Times => a.checked_mul(c),
            Operation::Over | Operation::Remainder | Operation::Min | Operation::Max => None,
        };
        if let Some(number) = quick.filter(|number| i128::from(number.abs()) <= LARGEST) {
            return integer(number);
        }
    }
    let [a, b, c, d] = [one.above, one.below, two.above, two.below].map(i128::from);
    match operation {
        Operation::Plus => Fraction::new(a * d + c * b, b * d, beyond),
        Operation::Minus => Fraction::new(a * d - c * b, b * d, beyond),
        Operation::Times => Fraction::new(a * c, b * d, beyond),
        Operation::Over => Fraction::new(a * d, b * c, beyond),
        Operation::Remainder if b == 1 && d == 1 && c != 0 => {
            Fraction::new(a.rem_euclid(c), 1, beyond)
        }
        Operation::Remainder => None,
        Operation::Min if one.cmp(two).is_le() => Some(one),
        Operation::Max if one.cmp(two).is_ge() => Some(one),
        Operation::Min | Operation::Max => Some(two),
    }
}

impl Comparison {
    /// Returns `true` if two values are so. Without a value, they are unequal and nothing else.
    fn holds(self, one: Value, two: Value) -> bool {
        let (Some(one), Some(two)) = (one, two) else {
            return self == Comparison::Unequal;
        };
        let order = one.cmp(two);
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }
}

impl Expr {
    /// Returns the value of an expression.
    pub(super) fn value(&self, scope: &dyn Scope) -> Value {
        let truth = |is_true: bool| integer(is_true.into());
        match self {
            Expr::Number(number) => integer(*number),
            Expr::Name(name) => integer(scope.name(*name)),
            Expr::Abs(of) => of.value(scope).map(|of| Fraction {
                above: of.above.abs(),
                ..of
            }),
            Expr::Not(of) => truth(!of.is_true(scope)),
            Expr::And(of) => truth(of[0].is_true(scope) && of[1].is_true(scope)),
            Expr::Or(of) => truth(of[0].is_true(scope) || of[1].is_true(scope)),
            Expr::Operation(operation, of) => {
                let [one, two] = [0, 1].map(|part| of[part].value(scope));
                operate(*operation, one, two, scope.beyond())
            }
            Expr::Compare(comparisons, of) => {
                let mut values = of.iter().map(|of| of.value(scope));
                let mut before = values.next().flatten();
                truth(comparisons.iter().zip(values).all(|(comparison, value)| {
                    let holds = comparison.holds(before, value);
                    before = value;
                    holds
                }))
            }
            Expr::Whole(whole) => scope.whole(whole),
            Expr::Slot(slot) => scope.slot(*slot),
        }
    }

    /// Returns `true` if a condition is true.
    pub(super) fn is_true(&self, scope: &dyn Scope) -> bool {
        self.value(scope).is_some_and(|value| value.above != 0)
    }

    /// Returns the expression with each part replaced for which `replace` returns something
    /// else; parts of what is replaced are not looked at.
    pub(super) fn map(&self, replace: &mut dyn FnMut(&Expr) -> Option<Expr>) -> Expr {
        if let Some(other) = replace(self) {
            return other;
        }
        let mut one = |of: &Expr| of.map(replace);
        match self {
            Expr::Number(_) | Expr::Name(_) | Expr::Slot(_) => self.clone(),
            Expr::Abs(of) => Expr::Abs(Box::new(one(of))),
            Expr::Not(of) => Expr::Not(Box::new(one(of))),
            Expr::And(of) => Expr::And(Box::new([one(&of[0]), one(&of[1])])),
            Expr::Or(of) => Expr::Or(Box::new([one(&of[0]), one(&of[1])])),
            Expr::Operation(operation, of) => {
                Expr::Operation(*operation, Box::new([one(&of[0]), one(&of[1])]))
            }
            Expr::Compare(comparisons, of) => {
                Expr::Compare(comparisons.clone(), of.iter().map(one).collect())
            }
            Expr::Whole(whole) => Expr::Whole(Box::new(whole.map(replace))),
        }
    }

    /// Returns the expression with numbers in place of some names.
    pub(super) fn with(&self, known: &[(Name, i64)]) -> Expr {
        self.map(&mut |part| {
            let Expr::Name(name) = part else { return None };
            let known = known.iter().find(|(known, _)| known == name);
            known.map(|&(_, number)| Expr::Number(number))
        })
    }

    /// Returns the expression with numbers in place of some names, and in place of parts that
    /// then have an integer as their value.
    pub(super) fn evaluated(&self, known: &[(Name, i64)]) -> Expr {
        let is_open = |part: &Expr| matches!(part, Expr::Name(_) | Expr::Whole(_) | Expr::Slot(_));
        self.with(known).map(&mut |part| {
            if matches!(part, Expr::Number(_)) || part.any(&is_open) {
                return None;
            }
            let closed = Closed(Cell::new(false));
            let value = part.value(&closed).filter(|value| value.below == 1);
            // Numbers beyond the largest are told where the condition is evaluated as a whole.
            let value = value.filter(|_| !closed.0.get())?;
            Some(Expr::Number(value.above))
        })
    }

    /// Returns `true` if an expression has a part that is so.
    pub(super) fn any(&self, is_so: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.map(&mut |part| {
            found |= is_so(part);
            None
        });
        found
    }

    /// Returns the number of parts, the expression itself among them.
    pub(super) fn num_parts(&self) -> usize {
        let count = Cell::new(0);
        self.any(&|_| {
            count.set(count.get() + 1);
            false
        });
        count.get()
    }

    /// Returns `true` if one of some names is in the expression.
    pub(super) fn names(&self, names: &[Name]) -> bool {
        self.any(&|part| matches!(part, Expr::Name(name) if names.contains(name)))
    }
}

impl Whole {
    /// As [`Expr::map`], for its parts.
    pub(super) fn map(&self, replace: &mut dyn FnMut(&Expr) -> Option<Expr>) -> Whole {
        Whole {
            kind: self.kind,
            of: self.of.map(replace),
            filter: self.filter.as_ref().map(|filter| filter.map(replace)),
            before: self.before,
        }
    }
}
