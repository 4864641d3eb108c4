//! Exit codes, in one place.

use std::process::ExitCode;

/// The exit codes as `--help` lists them.
pub(super) const HELP: &str = "\
Exit codes: 0 done; 1 the answer is \"no\" (engines disagree, a model or proof is refused); \
2 bad usage, bad input, or an output that can't be written; 3 no answer: time or memory limit, \
or interrupt. \
`sat` keeps the SAT competition's: 10 satisfiable, 20 unsatisfiable, 0 unknown; 2 also if it \
prints an answer but could not write the proof. \
If the reader of standard output closes the pipe, the program is killed by SIGPIPE, as other \
tools are (141 in a shell).";

/// The end of a command, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what it was asked for.
    Done,
    /// The answer is "no": engines disagree, a model or proof is refused.
    No,
    /// Bad usage, bad input, or an output that can't be written.
    BadInput,
    /// A budget ran out, or the user interrupted.
    GaveUp,
    /// `sat`: a model was found.
    Satisfiable,
    /// `sat`: there is no model.
    Unsatisfiable,
    /// The reader of standard output has closed the pipe.
    Closed,
}

impl Exit {
    /// Returns the more important of two ends of a run over several inputs: "no" comes
    /// before bad input, and bad input before giving up.
    pub fn worst(self, other: Exit) -> Exit {
        [Exit::No, Exit::BadInput, Exit::GaveUp]
            .into_iter()
            .find(|exit| [self, other].contains(exit))
            .unwrap_or(Exit::Done)
    }
}

impl Exit {
    /// Returns the number that the program ends with.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            // Where there are no signals: the answer was not told.
            Exit::GaveUp | Exit::Closed => 3,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
