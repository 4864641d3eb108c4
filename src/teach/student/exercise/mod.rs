//! Exercises beyond Sudoku: what is asked, and the grade of what a student hands in.
//!
//! | module | idea |
//! |---|---|
//! | [`statement`] | what a formula must state: pigeonholes, colouring, queens |
//! | [`formula`] | the judgement on a formula |
//! | [`difference`] | the mistakes of a formula |
//! | [`by_hand`] | an exact cover that was chosen by hand |
//! | [`steps`] | steps of resolution, and lines of LRAT |

pub mod by_hand;
pub mod difference;
pub mod formula;
pub mod statement;
pub mod steps;

use crate::budget::Budget;
use crate::cover::problems::{self, ProblemError};
use crate::cover::{self, ExactCover};
use crate::formula::{Cnf, dimacs};
use crate::io::{InputError, Source};
use statement::Statement;
use std::path::Path;
use thiserror::Error;

/// The exercises, each with the names of its arguments.
const EXERCISES: [[&str; 2]; 6] = [
    ["pigeonholes", "PIGEONS,HOLES"],
    ["queens", "N"],
    ["colouring", "COLOURS,GRAPH"],
    ["cover", "PROBLEM"],
    ["resolution", "FORMULA"],
    ["lrat", "FORMULA"],
];

/// An exercise, with what it is about.
#[derive(Debug)]
pub enum Exercise {
    /// A formula that states the constraints.
    Formula(Statement),
    /// An exact cover by hand.
    Cover(Box<ExactCover>),
    /// A refutation by resolution of two clauses at a time.
    Resolution(Cnf),
    /// A refutation in LRAT.
    Lrat(Cnf),
}

/// A reason why a text names no exercise.
#[derive(Debug, Error)]
pub enum ExerciseError {
    /// The arguments are not those of the exercise.
    #[error("{name} needs {arguments}, as in `{name}:{example}`; found {found:?}")]
    Arguments {
        /// Name of the exercise.
        name: &'static str,
        /// The arguments that it needs.
        arguments: &'static str,
        /// An example of them.
        example: &'static str,
        /// The arguments in the text.
        found: String,
    },
    /// The exercise has more variables than can be graded.
    #[error("{0} variables are too many, expected at most {MAX_VARS}")]
    Large(usize),
    /// A problem has what covers by hand do not have.
    #[error(
        "found an exact-cover problem with colours or bounds, expected one without: these are not graded"
    )]
    Colours,
    /// There is neither such a file nor such a built-in problem.
    #[error("found no file of this name, and {0}")]
    Problem(ProblemError),
    /// A file can't be read.
    #[error(transparent)]
    Input(#[from] InputError),
}

/// Largest number of variables of an exercise. Chosen by hand: queens up to 20×20.
pub const MAX_VARS: usize = 400;

/// A mistake: its name for programs, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The name for programs.
    pub name: &'static str,
    /// A sentence that says which mistake it is, and often how to mend it.
    pub words: String,
}

impl Cause {
    /// Creates a cause.
    pub fn new(name: &'static str, words: impl Into<String>) -> Cause {
        let words = words.into();
        Cause { name, words }
    }
}

/// The grade of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Set if the work is right, `None` if that was not found out.
    pub right: Option<bool>,
    /// The mistakes, or why it was not found out.
    pub causes: Vec<Cause>,
    /// The points, and the most that there can be. A formula has a point for each family, one for
    /// valid DIMACS, one for no surplus clause, and one for the numbering if one is required; a cover
    /// one for each item and one for its options; a refutation one for each step and one for the
    /// empty clause.
    pub points: Option<(usize, usize)>,
    /// The numbering of a formula's variables, if it is recognized.
    pub numbering: Option<String>,
    /// Sentences about the work that are no mistakes.
    pub remarks: Vec<String>,
}

impl Mark {
    /// Creates the grade of work that was judged, with the number of its parts that are right and
    /// of all. Right work has all points, and wrong work never.
    pub fn judged(is_right: bool, causes: Vec<Cause>, right: usize, most: usize) -> Mark {
        let points = match is_right {
            true => most,
            false => right.min(most - 1),
        };
        Mark {
            right: Some(is_right),
            causes,
            points: Some((points, most)),
            ..Mark::default()
        }
    }

    /// Creates the grade of work that was not judged, and says why.
    pub fn unknown(cause: Cause) -> Mark {
        Mark {
            causes: vec![cause],
            ..Mark::default()
        }
    }

    /// Creates the grade of work whose check was stopped.
    pub fn stopped(reason: impl std::fmt::Display) -> Mark {
        let words = format!("Not everything was checked: {reason}.");
        Mark::unknown(Cause::new("stopped", words))
    }
}

impl Exercise {
    /// Returns the exercise of a text such as `queens:6`, or `None` if it names none.
    ///
    /// # Errors
    /// If the arguments are wrong, or a file can't be read.
    pub fn read(text: &str) -> Option<Result<Exercise, ExerciseError>> {
        let (name, rest) = text.split_once(':')?;
        let [name, arguments] = EXERCISES.into_iter().find(|row| row[0] == name)?;
        Some(Exercise::of(name, arguments, rest))
    }

    fn of(
        name: &'static str,
        arguments: &'static str,
        rest: &str,
    ) -> Result<Exercise, ExerciseError> {
        let wrong = || ExerciseError::Arguments {
            name,
            arguments,
            example: match name {
                "pigeonholes" => "4,3",
                "queens" => "6",
                "colouring" => "3,graph.col",
                "cover" => "queens:8",
                _ => "formula.cnf",
            },
            found: rest.to_owned(),
        };
        let number = |text: &str| {
            text.parse()
                .ok()
                .filter(|&number: &usize| number > 0)
                .ok_or_else(wrong)
        };
        let (first, second) = match rest.split_once(',') {
            Some((first, second)) => (first, Some(second)),
            None => (rest, None),
        };
        let sized = |vars: usize| match vars {
            0..=MAX_VARS => Ok(()),
            _ => Err(ExerciseError::Large(vars)),
        };
        Ok(match (name, second) {
            ("pigeonholes", Some(second)) => {
                let (pigeons, holes) = (number(first)?, number(second)?);
                sized(pigeons.saturating_mul(holes))?;
                Exercise::Formula(Statement::pigeonholes(pigeons, holes))
            }
            ("queens", None) => {
                let side = number(first)?;
                sized(side.saturating_mul(side))?;
                Exercise::Formula(Statement::queens(side))
            }
            ("colouring", Some(file)) => {
                let colours = number(first)?;
                let (vertices, edges) = statement::graph(Source::open(file)?, file)?;
                sized(vertices.saturating_mul(colours))?;
                Exercise::Formula(Statement::colouring(vertices, &edges, colours))
            }
            ("cover", _) => {
                let problem = match problems::build(rest) {
                    Ok(instance) => instance.problem().clone(),
                    Err(error) if !Path::new(rest).exists() => {
                        return Err(ExerciseError::Problem(error));
                    }
                    Err(_) => cover::read(Source::open(rest)?, rest, None, |_| ())?.0,
                };
                if problem.has_colors() || problem.has_bounds() {
                    return Err(ExerciseError::Colours);
                }
                Exercise::Cover(Box::new(problem))
            }
            ("resolution", _) => Exercise::Resolution(dimacs::read(Source::open(rest)?, rest)?),
            ("lrat", _) => Exercise::Lrat(dimacs::read(Source::open(rest)?, rest)?),
            _ => return Err(wrong()),
        })
    }

    /// Grades a student's text, which messages call `name`. If `is_lecture` is set, only the first
    /// numbering of a formula's variables is right.
    ///
    /// # Errors
    /// If the text can't be read.
    pub fn grade(
        &self,
        text: &str,
        name: &str,
        is_lecture: bool,
        budget: &Budget,
    ) -> Result<Mark, InputError> {
        match self {
            Exercise::Formula(statement) => {
                formula::grade(text, name, statement, is_lecture, budget)
            }
            Exercise::Cover(problem) => Ok(by_hand::grade(text, problem, budget)),
            Exercise::Resolution(cnf) => steps::resolution(text, name, cnf, budget),
            Exercise::Lrat(cnf) => steps::lrat(text, name, cnf, budget),
        }
    }
}
