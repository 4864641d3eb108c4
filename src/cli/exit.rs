//! Exit codes, in one place.

use std::process::ExitCode;

/// The exit codes as `--help` tells them.
pub const HELP: &str = "\
Exit codes: 0 done; 1 the answer is \"no\" (engines disagree, a model or proof is refused); \
2 bad usage or bad input; 3 gave up (budget, interrupt, or an answer that nobody read). \
`sat` keeps the SAT competition's: 10 satisfiable, 20 unsatisfiable, 0 unknown.";

/// How a command ends when nothing went wrong in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// The answer is "no": engines disagree, a model or proof is refused.
    No,
    /// Bad usage or bad input that was already reported.
    BadInput,
    /// A budget ran out, or the user interrupted.
    GaveUp,
    /// `sat`: a model was found.
    Satisfiable,
    /// `sat`: there is none.
    Unsatisfiable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::GaveUp => 3,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
        })
    }
}
