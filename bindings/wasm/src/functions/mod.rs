//! The functions of the npm package: a request names one of them, its text, and its
//! options; the answer is `{"value": …}` or `{"error": {"message": …}}`.
//!
//! | file | function |
//! |---|---|
//! | `puzzle.rs` | `solve`: reading and solving puzzles |
//! | `engines.rs` | the engines of `solve` beside our SAT solver |
//! | `encode.rs` | `encode`: puzzles as formulas |
//! | `formula.rs` | `sat`: formulas in DIMACS |
//! | `cover.rs` | `cover`: exact-cover problems |
//! | `explain.rs` | `explain`: runs, step by step |
//! | `show.rs` | `show`: puzzles as they are understood, their pictures and candidates |
//! | `steps.rs` | `hint`, `rate`: steps of people, ratings |
//! | `minimize.rs` | `minimize`: needless clues |
//! | `why.rs` | `why`: contradictions, cells and several solutions explained |
//!
//! There is no clock: `solve`, `sat` and `cover` take a limit in steps. The other functions
//! take none; a page that runs them in a worker can end the worker. Unknown options are refused.
//!
//! The feature `player` has the functions that the playground calls, and no other engine of `solve`.

#[cfg(feature = "functions")]
mod cover;
#[cfg(feature = "functions")]
mod encode;
#[cfg(feature = "functions")]
mod engines;
#[cfg(feature = "functions")]
mod explain;
#[cfg(feature = "functions")]
mod formula;
#[cfg(feature = "functions")]
mod minimize;
mod puzzle;
mod show;
mod steps;
mod why;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sudosat::budget::Budget;
use sudosat::io::InputError;

/// Name of the text in error messages.
const NAME: &str = "text";

/// A request.
#[derive(Deserialize)]
struct Request {
    function: Function,
    text: String,
    /// An object with options of the function, or `null`.
    #[serde(default)]
    options: Value,
}

/// The functions by their names in JavaScript.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Function {
    Solve,
    Why,
    Hint,
    Rate,
    Show,
    #[cfg(feature = "functions")]
    Encode,
    #[cfg(feature = "functions")]
    Sat,
    #[cfg(feature = "functions")]
    Cover,
    #[cfg(feature = "functions")]
    Explain,
    #[cfg(feature = "functions")]
    Minimize,
}

/// The reason why there is no value.
#[derive(Debug)]
struct Failure {
    message: String,
    line: Option<u64>,
    column: Option<u64>,
}

impl Failure {
    fn new(message: impl ToString) -> Failure {
        Failure {
            message: message.to_string(),
            line: None,
            column: None,
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure {
            message: error.to_string(),
            line: error.line,
            column: error.column,
        }
    }
}

/// Answers a request.
pub(crate) fn answer(request: &str) -> String {
    let answer = match value(request) {
        Ok(value) => json!({ "value": value }),
        Err(Failure {
            message,
            line,
            column,
        }) => json!({ "error": { "message": message, "line": line, "column": column } }),
    };
    answer.to_string()
}

fn value(request: &str) -> Result<Value, Failure> {
    let Request {
        function,
        text,
        options,
    } = serde_json::from_str(request).map_err(Failure::new)?;
    match function {
        Function::Solve => puzzle::solve(&text, read(options)?),
        Function::Why => why::why(&text, read(options)?),
        Function::Hint => steps::hint(&text, read(options)?),
        Function::Rate => steps::rate(&text, read(options)?),
        Function::Show => show::show(&text, read(options)?),
        #[cfg(feature = "functions")]
        Function::Encode => encode::encode(&text, read(options)?).map(Value::from),
        #[cfg(feature = "functions")]
        Function::Sat => formula::sat(&text, read(options)?),
        #[cfg(feature = "functions")]
        Function::Cover => cover::cover(&text, read(options)?),
        #[cfg(feature = "functions")]
        Function::Explain => explain::explain(&text, read(options)?),
        #[cfg(feature = "functions")]
        Function::Minimize => minimize::minimize(&text, read(options)?),
    }
}

/// Returns the options of a function; `null` stands for no options.
fn read<T: DeserializeOwned>(options: Value) -> Result<T, Failure> {
    let options = match options {
        Value::Null => json!({}),
        options => options,
    };
    serde_json::from_value(options).map_err(|error| Failure::new(format!("options: {error}")))
}

/// Returns a part of an answer as JSON.
fn object(part: impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(part).map_err(Failure::new)
}

/// Returns a budget of `steps` steps, or one without limits.
fn budget(steps: Option<u64>) -> Budget {
    match steps {
        Some(steps) => Budget::unlimited().with_steps(steps),
        None => Budget::unlimited(),
    }
}

/// Returns the error for a name that is not among `known`.
fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.into_iter().collect();
    let known = known.join(", ");
    Failure::new(format!("no {what} is called {name:?}; there are {known}"))
}
