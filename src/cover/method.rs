//! The search methods by name, and their conditions.

use super::bits::{self, Bits, Bounded};
use super::dlx::{Dlx, Multi};
use super::frontier;
use super::matrix::Matrix;
use super::parts::Parts;
use super::planes::{self, Planes};
use super::race::Race;
use super::restarts::Restarts;
use super::sparse::Sparse;
use super::zdd::{ByZdd, ZddLimits};
use super::{Choice, ExactCover, Search};
use crate::budget::Stop;
use std::fmt;
use thiserror::Error;

/// A method of searching for exact covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The method that fits the problem best.
    #[default]
    Auto,
    /// [Dancing links](super::dlx).
    Dlx,
    /// [Sparse sets](super::sparse).
    Sparse,
    /// [Sets of options as bits](super::bits).
    Bits,
    /// [Sets of items as bits](super::planes).
    Planes,
    /// [A diagram of all solutions](super::zdd).
    Count,
    /// [Counting item by item](super::frontier).
    Frontier,
    /// As `Auto`, with random restarts until the first solution.
    Restarts,
    /// [The matrix](super::matrix).
    Matrix,
}

/// The reason why a method can't search a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// Secondary items have colours.
    #[error("this problem has colours (item:colour), which {0} can't deal with")]
    Colors(String),
    /// Primary items have bounds.
    #[error(
        "this problem has bounds (2:3|item), which {0} can't deal with; auto, dlx, bits and cdcl can"
    )]
    Bounds(String),
    /// There are more options or items than the method can handle.
    #[error(
        "bits and count take at most {} options, and {} items times options",
        bits::MAX_OPTIONS,
        bits::MAX_PRODUCT
    )]
    Size,
    /// There are more items or options, or more options of an item, than `planes` can handle.
    #[error(
        "planes takes at most {} options, and at most {} items with at most {} options each",
        planes::MAX_OPTIONS,
        planes::MAX_ITEMS,
        planes::MAX_PLANES
    )]
    Items,
    /// Too many items are half done at a time.
    #[error(
        "the frontier of this problem has too many items, so frontier can't count its solutions"
    )]
    Frontier,
    /// The method can't choose items by this rule.
    #[error("{0} branches on the smallest item, and knows no other choice")]
    Choice(Method),
    /// Threads are wanted, and the system starts none.
    #[error("{}", Stop::NoThread)]
    NoThread,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 9] = [
        Method::Auto,
        Method::Dlx,
        Method::Sparse,
        Method::Bits,
        Method::Planes,
        Method::Count,
        Method::Frontier,
        Method::Restarts,
        Method::Matrix,
    ];

    /// Returns the name of the method on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Dlx => "dlx",
            Method::Sparse => "sparse",
            Method::Bits => "bits",
            Method::Planes => "planes",
            Method::Count => "count",
            Method::Frontier => "frontier",
            Method::Restarts => "restarts",
            Method::Matrix => "matrix",
        }
    }

    /// Returns the method with this name.
    pub fn by_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Returns `true` if the method can search problems with bounds.
    pub fn takes_bounds(self) -> bool {
        matches!(self, Method::Auto | Method::Dlx | Method::Bits)
    }

    /// Creates a search, which has not begun.
    ///
    /// ```
    /// use sudosat::prelude::*;
    /// use sudosat::cover::Method;
    ///
    /// let problem: ExactCover = "a b c d\na b\nc d\nb c\na d".parse()?;
    /// let mut search = Method::Sparse.start(&problem, Choice::Smallest)?;
    /// let budget = Budget::unlimited().with_steps(1000);
    /// while let Some(options) = search.next_solution(&budget)? {
    ///     println!("{options:?}");
    /// }
    /// assert_eq!(search.stats().solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the method does not fit the problem.
    pub fn start(self, problem: &ExactCover, choice: Choice) -> Result<Box<dyn Search>, Unfit> {
        self.start_within(problem, choice, ZddLimits::DEFAULT)
    }

    /// Creates a search, which has not begun, with a memory limit for methods that keep states.
    ///
    /// # Errors
    /// If the method does not fit the problem.
    pub fn start_within(
        self,
        problem: &ExactCover,
        choice: Choice,
        limits: ZddLimits,
    ) -> Result<Box<dyn Search>, Unfit> {
        let smallest = choice == Choice::Smallest;
        let may_split = match self {
            Method::Auto => smallest,
            Method::Restarts => {
                !problem.has_bounds()
                    && matches!(choice, Choice::Smallest | Choice::RandomSmallest { .. })
            }
            _ => false,
        };
        if may_split
            && problem.num_options() <= MANY_OPTIONS
            && let Some(parts) = Parts::new(problem, self, choice, limits)?
        {
            return Ok(Box::new(parts));
        }
        if problem.has_bounds() {
            return self.start_with_bounds(problem, choice);
        }
        Ok(match self {
            Method::Auto if !smallest => Box::new(Dlx::new(problem, choice)),
            Method::Auto => automatic(problem, limits),
            Method::Dlx => Box::new(Dlx::new(problem, choice)),
            Method::Restarts => {
                let seed = match choice {
                    Choice::RandomSmallest { seed } => Some(seed),
                    Choice::Smallest => None,
                    _ => return Err(Unfit::Choice(self)),
                };
                // Two searches of a huge problem would take twice the memory.
                match (problem.num_options() > MANY_OPTIONS, smallest) {
                    (false, _) => Box::new(Restarts::new(problem, limits, seed)?),
                    (true, true) => automatic(problem, limits),
                    (true, false) => Box::new(Dlx::new(problem, choice)),
                }
            }
            Method::Sparse => match choice {
                Choice::Smallest => Box::new(Sparse::new(problem)),
                Choice::RandomSmallest { seed } => Box::new(Sparse::new(problem).with_seed(seed)),
                _ => return Err(Unfit::Choice(self)),
            },
            Method::Bits | Method::Planes | Method::Count | Method::Frontier if !smallest => {
                return Err(Unfit::Choice(self));
            }
            Method::Bits => Box::new(Bits::new(problem).ok_or(Unfit::Size)?),
            Method::Planes if problem.has_colors() => return Err(Unfit::Colors(self.to_string())),
            Method::Planes => Box::new(Planes::new(problem).ok_or(Unfit::Items)?),
            Method::Count => Box::new(ByZdd::new(problem, limits)?),
            Method::Frontier => frontier::start(problem, limits)?,
            Method::Matrix if problem.has_colors() => return Err(Unfit::Colors(self.to_string())),
            Method::Matrix => Box::new(Matrix::new(problem, choice)),
        })
    }

    /// Creates a search of a problem with bounds.
    fn start_with_bounds(
        self,
        problem: &ExactCover,
        choice: Choice,
    ) -> Result<Box<dyn Search>, Unfit> {
        let is_small = problem.num_options() <= FEW_OPTIONS;
        let bits = match (self, choice) {
            (Method::Bits, Choice::Smallest) => Some(Bounded::new(problem).ok_or(Unfit::Size)?),
            (Method::Bits, _) => return Err(Unfit::Choice(self)),
            (Method::Auto, Choice::Smallest) if is_small => Bounded::new(problem),
            (Method::Auto | Method::Dlx, _) => None,
            _ => return Err(Unfit::Bounds(self.to_string())),
        };
        Ok(match bits {
            Some(bits) => Box::new(bits),
            None => Box::new(Multi::new(problem, choice)),
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Largest number of options for which `Auto` lists solutions by bits: about there the bit
/// sets become as long as the lists of the other searches.
const FEW_OPTIONS: usize = 2_500;

/// With more options than this, no second search runs beside the first, and parts are not searched
/// alone. Chosen by hand to bound memory.
const MANY_OPTIONS: usize = 200_000;

/// Largest number of items for which `Auto` chooses sparse sets, which save the
/// sizes of all active items at each level. Chosen by hand: more items make
/// each level expensive.
const FEW_ITEMS: usize = 10_000;

/// Chooses bits if there are few options, sparse sets if there are more, and
/// links for huge problems. For the number of all solutions the race chooses bits as long
/// as they fit.
pub(super) fn automatic(problem: &ExactCover, limits: ZddLimits) -> Box<dyn Search> {
    let is_small = problem.num_options() <= FEW_OPTIONS;
    let bits = is_small.then(|| Bits::new(problem)).flatten();
    let (method, search): (_, Box<dyn Search>) = match bits {
        Some(bits) => (Method::Bits, Box::new(bits)),
        None if problem.num_items() <= FEW_ITEMS => {
            (Method::Sparse, Box::new(Sparse::new(problem)))
        }
        None => (Method::Dlx, Box::new(Dlx::new(problem, Choice::Smallest))),
    };
    Box::new(Race::new(problem, method, search, limits))
}
