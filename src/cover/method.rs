//! The searches by name, and which of them fits a problem.

use super::bits::{self, Bits};
use super::dlx::Dlx;
use super::matrix::Matrix;
use super::restarts::Restarts;
use super::sparse::Sparse;
use super::zdd::{ByZdd, Room};
use super::{Choice, ExactCover, Search};
use std::fmt;
use thiserror::Error;

/// A way to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The one that fits the problem best.
    #[default]
    Auto,
    /// [Dancing links](super::dlx).
    Dlx,
    /// [Sparse sets](super::sparse).
    Sparse,
    /// [Sets of bits](super::bits).
    Bits,
    /// [A diagram of all solutions](super::zdd).
    Count,
    /// As auto, with random restarts up to the first
    /// solution.
    Restarts,
    /// [The matrix](super::matrix).
    Matrix,
}

/// Why a method does not search a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// Secondary items have colours.
    #[error("this problem has colours (item:colour), which {0} can't deal with")]
    Colors(String),
    /// Primary items have bounds.
    #[error("this problem has bounds (2:3|item), which {0} can't deal with; cdcl can")]
    Bounds(String),
    /// There are more options than it takes.
    #[error("bits and count take at most {} options", bits::MAX_OPTIONS)]
    Size,
    /// It chooses items by another rule.
    #[error("{0} branches on the smallest item, and knows no other choice")]
    Choice(Method),
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 7] = [
        Method::Auto,
        Method::Dlx,
        Method::Sparse,
        Method::Bits,
        Method::Count,
        Method::Restarts,
        Method::Matrix,
    ];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Dlx => "dlx",
            Method::Sparse => "sparse",
            Method::Bits => "bits",
            Method::Count => "count",
            Method::Restarts => "restarts",
            Method::Matrix => "matrix",
        }
    }

    /// The method with this name.
    pub fn by_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    /// A search that has not begun.
    ///
    /// # Errors
    /// Why the method does not fit.
    pub fn start(self, problem: &ExactCover, choice: Choice) -> Result<Box<dyn Search>, Unfit> {
        if problem.has_bounds() {
            return Err(Unfit::Bounds(self.to_string()));
        }
        let smallest = choice == Choice::Smallest;
        Ok(match self {
            Method::Auto if !smallest => Box::new(Dlx::new(problem, choice)),
            Method::Auto => automatic(problem),
            Method::Dlx => Box::new(Dlx::new(problem, choice)),
            Method::Restarts => {
                let seed = match choice {
                    Choice::RandomSmallest { seed } => seed,
                    Choice::Smallest => 0,
                    _ => return Err(Unfit::Choice(self)),
                };
                // Two searches of something huge would take twice the memory.
                match (problem.num_options() > MANY_OPTIONS, smallest) {
                    (false, _) => Box::new(Restarts::new(problem, automatic(problem), seed)?),
                    (true, true) => automatic(problem),
                    (true, false) => Box::new(Dlx::new(problem, choice)),
                }
            }
            Method::Sparse => match choice {
                Choice::Smallest => Box::new(Sparse::new(problem)),
                Choice::RandomSmallest { seed } => Box::new(Sparse::new(problem).with_seed(seed)),
                _ => return Err(Unfit::Choice(self)),
            },
            Method::Bits | Method::Count if !smallest => return Err(Unfit::Choice(self)),
            Method::Bits => Box::new(Bits::new(problem).ok_or(Unfit::Size)?),
            Method::Count => Box::new(ByZdd::new(problem, Room::DEFAULT)?),
            Method::Matrix if problem.has_colors() => return Err(Unfit::Colors(self.to_string())),
            Method::Matrix => Box::new(Matrix::new(problem, choice)),
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The most options that are searched as bits by choice: there their sets get
/// as long as the lists of the other searches.
const FEW_OPTIONS: usize = 2_500;

/// So many options are too many for a second search beside the first.
const MANY_OPTIONS: usize = 200_000;

/// The most items for which sparse sets are taken: at each level the sizes of
/// all active items are saved.
const FEW_ITEMS: usize = 10_000;

/// Bits where there are few options, sparse sets where there are more, links
/// for what is huge.
fn automatic(problem: &ExactCover) -> Box<dyn Search> {
    if problem.num_options() <= FEW_OPTIONS
        && let Some(bits) = Bits::new(problem)
    {
        return Box::new(bits);
    }
    if problem.num_items() <= FEW_ITEMS {
        return Box::new(Sparse::new(problem));
    }
    Box::new(Dlx::new(problem, Choice::Smallest))
}
