//! Built-in problems: those of the courses, and families of problems of any
//! size.
//!
//! A text such as `queens:8` or `pentominoes:6x10,reduced` names an
//! [`Instance`]: an exact-cover problem, and the way to draw its solutions.
//! [`build`] reads such texts. Each family also has a function that takes its
//! arguments as Rust values.
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
//! | word rectangles | `words:4x5,file=LIST` | [`word_rectangles`] |
//! | queens that dominate a board | `domination:8,5` | [`domination`] |
//! | MacMahon's squares | `macmahon` | [`macmahon`] |
//! | MacMahon's triangles | `macmahon:triangles` | [`macmahon_triangles`] |
//! | the partridge puzzle | `partridge:8` | [`partridge`] |
//! | polycubes in a box | `polycubes:3x4x5` | [`polycubes`] |
//! | polyiamonds | `polyiamonds:6x6` | [`polyiamonds`] |
//! | motley dissections | `motley:4x4` | [`motley`] |
//! | windmill dominoes | `windmill:4x5` | [`windmill`] |
//!
//! ```
//! use sudosat::budget::Budget;
//! use sudosat::cover::dlx::{Choice, Dlx};
//! use sudosat::cover::{Search, picture, problems};
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
mod domination;
mod dominoes;
mod draft;
mod graeco_latin;
mod langford;
mod latin;
mod macmahon;
mod macmahon_triangles;
mod mates;
mod motley;
mod partridge;
mod pentominoes;
mod polycubes;
mod polyiamonds;
mod queens;
mod shape;
mod soma;
mod square;
#[cfg(all(test, feature = "engines"))]
mod tests;
mod tiling;
mod triominoes;
mod windmill;
mod words;

pub use board::Board;
pub use course::{PROBLEMS, Problem};
pub use domination::domination;
pub use dominoes::dominoes;
pub use graeco_latin::graeco_latin;
pub use langford::langford;
pub use latin::latin;
pub use macmahon::macmahon;
pub use macmahon_triangles::macmahon_triangles;
pub use mates::mates;
pub use motley::motley;
pub use partridge::partridge;
pub use pentominoes::pentominoes;
pub use polycubes::{Polycube, polycubes, solid_pentominoes, solid_tetrominoes};
pub use polyiamonds::polyiamonds;
pub use queens::queens;
pub use soma::soma;
pub use square::{Square, SquareError};
pub use triominoes::{Triominoes, triominoes};
pub use windmill::windmill;
pub use words::{word_rectangles, word_squares};

use super::picture::{Canvas, Picture};
use super::{BuildError, ExactCover, OptionId};
use crate::io::{InputError, did_you_mean};
use arguments::Arguments;
use thiserror::Error;

/// Largest number of items in all options of an instance together, to bound
/// memory. Chosen by hand.
pub const MAX_ENTRIES: usize = 1 << 24;
/// Largest number of squares of a board, to bound memory. Chosen by hand.
pub const MAX_SQUARES: usize = 1 << 20;

/// A problem, and the canvas that its solutions are drawn on.
#[derive(Clone, Debug)]
pub struct Instance {
    problem: ExactCover,
    canvas: Option<Canvas>,
}

impl Instance {
    /// Creates an instance whose solutions are drawn on this canvas, which must
    /// have every option of the problem.
    pub fn drawn(problem: ExactCover, canvas: Canvas) -> Instance {
        Instance {
            problem,
            canvas: Some(canvas),
        }
    }

    /// Returns the problem.
    pub fn problem(&self) -> &ExactCover {
        &self.problem
    }

    /// Returns a solution as a picture, if solutions can be drawn.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn picture(&self, options: &[OptionId]) -> Option<Picture> {
        self.canvas.as_ref().map(|canvas| canvas.picture(options))
    }

    /// Returns `true` if solutions can be drawn.
    pub fn has_picture(&self) -> bool {
        self.canvas.is_some()
    }
}

/// Creates an instance without a canvas.
impl From<ExactCover> for Instance {
    fn from(problem: ExactCover) -> Instance {
        Instance {
            problem,
            canvas: None,
        }
    }
}

/// A family of problems.
#[derive(Debug)]
pub struct Family {
    /// Name of the family.
    pub name: &'static str,
    /// Pattern of the arguments after the name, with optional ones in brackets.
    pub arguments: &'static str,
    /// A description in one line.
    pub title: &'static str,
    build: fn(&mut Arguments<'_>) -> Result<Instance, ProblemError>,
}

/// The families, in the order in which they are listed.
pub static FAMILIES: [Family; 17] = [
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
    domination::FAMILY,
    macmahon::FAMILY,
    partridge::FAMILY,
    polycubes::FAMILY,
    polyiamonds::FAMILY,
    motley::FAMILY,
    windmill::FAMILY,
];

/// The reason why an instance can't be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// No problem and no family has this name.
    #[error(
        "there is no problem {name}{}; the problems are {}",
        did_you_mean(name.trim_matches('"').split(':').next().unwrap_or_default(), names()),
        names().join(", ")
    )]
    Unknown {
        /// The text, quoted.
        name: String,
    },
    /// The family does not allow these arguments.
    #[error("{}: {reason}; the problem is written {}", family.name, family.pattern())]
    Argument {
        /// The family.
        family: &'static Family,
        /// The fault: what was found and what was expected.
        reason: String,
    },
    /// The instance would exceed [`MAX_ENTRIES`] or [`MAX_SQUARES`].
    #[error(
        "this would be too large: a board has up to {MAX_SQUARES} squares, and the options \
             have up to {MAX_ENTRIES} items in all"
    )]
    TooLarge,
    /// A word has another length than the first one.
    #[error("{word} has not {length} letters like the first word")]
    Word {
        /// The word, quoted.
        word: String,
        /// Number of letters of the first word.
        length: usize,
    },
    /// A file that the text names can't be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The instance violates a rule of exact cover.
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
    /// Returns the name with the pattern of its arguments.
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

/// Returns all names, those of the families first.
fn names() -> Vec<&'static str> {
    let families = FAMILIES.iter().map(|family| family.name);
    let course = PROBLEMS.iter().map(|problem| problem.name);
    families.chain(course).collect()
}

/// Builds the instance that a text names: a problem of a course, or a family's
/// name with its arguments after `:`, separated by commas.
///
/// # Errors
/// If no problem has this name, or if the arguments are wrong, require too
/// large a problem, or name a file that can't be read.
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
