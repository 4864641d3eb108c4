//! Problems that come along: those of the courses, and families to be had in
//! any size.
//!
//! A text like `queens:8` or `pentominoes:6x10,reduced` names an [`Instance`]:
//! an exact-cover problem, and how its solutions are drawn. [`build`] reads
//! such texts; each family is a function too, which takes its arguments as
//! Rust's values.
//!
//! | family | text | function |
//! |---|---|---|
//! | queens that attack no other | `queens:8` | [`queens`] |
//! | Langford's pairs | `langford:7` | [`langford`] |
//! | the twelve pentominoes | `pentominoes:6x10` | [`pentominoes`] |
//! | the Soma cube | `soma` | [`soma`] |
//! | dominoes | `dominoes:8x8` | [`dominoes`] |
//! | triominoes | `triominoes:3x4` | [`triominoes`] |
//! | Latin squares | `latin:5` | [`latin`] |
//! | the orthogonal mates of one | `mates:5` | [`mates`] |
//! | pairs of orthogonal ones | `graeco-latin:4` | [`graeco_latin`] |
//! | word squares | `words:4,file=LIST` | [`word_squares`] |
//!
//! ```
//! use sudosat::budget::Budget;
//! use sudosat::cover::dlx::{Choice, Dlx};
//! use sudosat::cover::{picture, problems};
//!
//! let board = problems::build("dominoes:2x3")?;
//! let mut dlx = Dlx::new(board.problem(), Choice::Smallest);
//! let options = dlx.next_solution(&Budget::unlimited()).unwrap().unwrap();
//! let picture = board.picture(options).expect("a board can be drawn");
//! let text = picture::text::text(&picture).to_string();
//! let text = anstream::adapter::strip_str(&text).to_string();
//! assert_eq!(text, "\
//! ┌───────┬───┐
//! │       │   │
//! ├───────┤   │
//! │       │   │
//! └───────┴───┘
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arguments;
mod board;
mod course;
mod dominoes;
mod draft;
mod graeco_latin;
mod langford;
mod latin;
mod mates;
mod pentominoes;
mod queens;
mod shape;
mod soma;
mod square;
#[cfg(test)]
mod tests;
mod tiling;
mod triominoes;
mod words;

pub use board::Board;
pub use course::{PROBLEMS, Problem};
pub use dominoes::dominoes;
pub use graeco_latin::graeco_latin;
pub use langford::langford;
pub use latin::latin;
pub use mates::mates;
pub use pentominoes::pentominoes;
pub use queens::queens;
pub use soma::soma;
pub use square::{Square, SquareError};
pub use triominoes::{Triominoes, triominoes};
pub use words::word_squares;

use super::picture::{Canvas, Picture};
use super::{BuildError, ExactCover, OptionId};
use crate::io::InputError;
use arguments::Arguments;
use thiserror::Error;

/// The most items that the options of an instance may have in all.
pub const MAX_ENTRIES: usize = 1 << 24;
/// The most squares that a board may have.
pub const MAX_SQUARES: usize = 1 << 20;

/// A problem with its name, and how its solutions are drawn.
#[derive(Clone, Debug)]
pub struct Instance {
    problem: ExactCover,
    canvas: Option<Canvas>,
    course: Option<&'static Problem>,
}

impl Instance {
    /// A problem whose solutions are drawn on this canvas, which must know each
    /// of its options.
    pub fn drawn(problem: ExactCover, canvas: Canvas) -> Instance {
        Instance {
            problem,
            canvas: Some(canvas),
            course: None,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &ExactCover {
        &self.problem
    }

    /// A solution as a picture, where the problem has any.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn picture(&self, options: &[OptionId]) -> Option<Picture> {
        self.canvas.as_ref().map(|canvas| canvas.picture(options))
    }

    /// Whether solutions can be drawn.
    pub fn has_picture(&self) -> bool {
        self.canvas.is_some()
    }

    /// What a course calls an option, where it has words for it.
    pub fn label(&self, option: OptionId) -> Option<&'static str> {
        self.course.and_then(|course| course.label(option))
    }
}

/// A problem that nobody has drawn.
impl From<ExactCover> for Instance {
    fn from(problem: ExactCover) -> Instance {
        Instance {
            problem,
            canvas: None,
            course: None,
        }
    }
}

/// A family of problems.
#[derive(Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What may follow the name, as a pattern; brackets for what may be left out.
    pub arguments: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
    build: fn(&mut Arguments<'_>) -> Result<Instance, ProblemError>,
}

/// The families, in the order in which they are listed.
pub static FAMILIES: [Family; 10] = [
    queens::FAMILY,
    langford::FAMILY,
    pentominoes::FAMILY,
    soma::FAMILY,
    dominoes::FAMILY,
    triominoes::FAMILY,
    latin::FAMILY,
    mates::FAMILY,
    graeco_latin::FAMILY,
    words::FAMILY,
];

/// Why there is no such instance.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// No problem and no family has this name.
    #[error("there is no problem {name}; the problems are {}", names())]
    Unknown {
        /// The text, quoted.
        name: String,
    },
    /// The family can't be had like this.
    #[error("{}: {reason}; it is {}", family.name, family.pattern())]
    Argument {
        /// The family.
        family: &'static Family,
        /// What is wrong: found, expected.
        reason: String,
    },
    /// It would pass [`MAX_ENTRIES`] or [`MAX_SQUARES`].
    #[error(
        "this would be too large: a board has up to {MAX_SQUARES} squares, and the options \
             have up to {MAX_ENTRIES} items in all"
    )]
    TooLarge,
    /// A word is not as long as the others.
    #[error("{word} has not {length} letters like the first word")]
    Word {
        /// The word, quoted.
        word: String,
        /// How many letters the first has.
        length: usize,
    },
    /// A file that the text names is bad.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The instance breaks a rule of exact cover.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl PartialEq for Family {
    fn eq(&self, other: &Family) -> bool {
        self.name == other.name
    }
}

impl Eq for Family {}

impl Family {
    /// The name and what may follow it.
    pub fn pattern(&self) -> String {
        match self.arguments {
            "" => self.name.to_owned(),
            arguments if arguments.starts_with('[') => {
                format!("{}[:{}", self.name, &arguments[1..])
            }
            arguments => format!("{}:{arguments}", self.name),
        }
    }
}

/// All names, the families' first.
fn names() -> String {
    let families = FAMILIES.iter().map(|family| family.name);
    let course = PROBLEMS.iter().map(|problem| problem.name);
    families.chain(course).collect::<Vec<_>>().join(", ")
}

/// The instance that a text names: a problem of a course, or a family's name
/// with its arguments after `:`, parted by commas.
///
/// # Errors
/// If there is none of this name, or its arguments are wrong, ask for what is
/// too large, or name a file that can't be read.
pub fn build(text: &str) -> Result<Instance, ProblemError> {
    let (name, arguments) = text.split_once(':').unwrap_or((text, ""));
    if let Some(problem) = Problem::by_name(text) {
        return Ok(problem.instance());
    }
    let Some(family) = FAMILIES.iter().find(|family| family.name == name) else {
        let name = arguments::quoted(text);
        return Err(ProblemError::Unknown { name });
    };
    let mut arguments = Arguments::new(family, arguments);
    let instance = (family.build)(&mut arguments)?;
    Ok(instance)
}
