//! The inputs of `decode` by what they are: puzzle, formula, solver's output.
//!
//! Each is opened once, so that pipes work, and recognised by its first bytes.
//! Inputs in the wrong order are exchanged, with a note.

use crate::cli::content::{self, Content, Opened};
use crate::cli::quiet::Quiet;
use anyhow::bail;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source, display};

/// An argument, opened if it is `-` or an existing file.
pub(super) struct Input<'a> {
    pub name: &'a str,
    pub opened: Option<Opened>,
    content: Option<Content>,
}

/// The files of a call: what was asked, and what was answered.
pub(super) struct Inputs<'a> {
    pub question: Option<Asked<'a>>,
    pub output: Input<'a>,
}

/// The input that states what the solver was asked.
pub(super) enum Asked<'a> {
    Puzzle(Input<'a>),
    Formula(Input<'a>),
}

impl<'a> Input<'a> {
    fn new(name: &'a str, interrupt: &Interrupt) -> Result<Input<'a>, InputError> {
        let path = Path::new(name);
        let is_file = name == "-" || path.exists() && !path.is_dir();
        let opened = match is_file {
            true => Some(content::peek(Source::open_with(name, interrupt)?)?),
            false => None,
        };
        let content = opened.as_ref().and_then(|it| Content::of(&it.prefix));
        Ok(Input {
            name,
            opened,
            content,
        })
    }

    fn is(&self, content: Content) -> bool {
        self.content == Some(content)
    }

    /// Returns `true` for an opened input without a byte.
    fn is_empty(&self) -> bool {
        let opened = self.opened.as_ref();
        opened.is_some_and(|opened| opened.prefix.is_empty())
    }

    /// Returns the opened input; an argument that is no file is an error.
    pub(super) fn open(self, interrupt: &Interrupt) -> Result<Opened, InputError> {
        match self.opened {
            Some(opened) => Ok(opened),
            None => content::peek(Source::open_with(self.name, interrupt)?),
        }
    }
}

/// Sorts the one or two inputs of the command line.
pub(super) fn sort<'a>(
    inputs: &'a [String],
    quiet: Quiet,
    interrupt: &Interrupt,
) -> anyhow::Result<Inputs<'a>> {
    match inputs {
        [only] => one(Input::new(only, interrupt)?, interrupt),
        [first, second] => {
            if first == "-" && second == "-" {
                bail!("PUZZLE and OUTPUT can't both be standard input");
            }
            let first = Input::new(first, interrupt)?;
            two(first, Input::new(second, interrupt)?, quiet)
        }
        _ => bail!("expected PUZZLE and OUTPUT"),
    }
}

/// Takes one input as the solver's output, or as what the solver was asked, with the output on
/// standard input.
fn one<'a>(only: Input<'a>, interrupt: &Interrupt) -> anyhow::Result<Inputs<'a>> {
    let what = match only.content {
        Some(Content::Formula) => "formula",
        Some(Content::Puzzle) => "puzzle",
        None if only.opened.is_none()
            && Content::of(only.name.as_bytes()) == Some(Content::Puzzle) =>
        {
            "puzzle"
        }
        _ => {
            return Ok(Inputs {
                question: None,
                output: only,
            });
        }
    };
    let output = match only.name == "-" || io::stdin().is_terminal() {
        true => None,
        false => Some(Input::new("-", interrupt)?).filter(|output| !output.is_empty()),
    };
    let Some(output) = output else {
        let name = display(only.name);
        let or_input = match only.name {
            "-" => "",
            _ => ", or `-` for standard input",
        };
        bail!(
            "{name} is a {what}, and the solver's output is missing: sudosat decode {name} OUTPUT\
             {or_input}"
        );
    };
    if output.is(Content::Formula) {
        bail!(
            "{} and standard input are both questions, and the solver's output is missing",
            display(only.name)
        );
    }
    let question = match what {
        "formula" => Asked::Formula(only),
        _ => Asked::Puzzle(only),
    };
    Ok(Inputs {
        question: Some(question),
        output,
    })
}

fn two<'a>(first: Input<'a>, second: Input<'a>, quiet: Quiet) -> anyhow::Result<Inputs<'a>> {
    use Content::{Answer, Formula};
    let (one, other) = (display(first.name), display(second.name));
    let turned = |what: &str| {
        quiet.note(&format!(
            "note: {one} is a solver's output and {other} the {what}: taken the other way round"
        ));
    };
    let (asked, output) = match (first.content, second.content) {
        (Some(Formula), Some(Formula)) => {
            bail!("{one} and {other} are both formulas, and the solver's output is missing")
        }
        (Some(Formula), _) => (Asked::Formula(first), second),
        (Some(Answer), Some(Formula)) => {
            turned("formula");
            (Asked::Formula(second), first)
        }
        (_, Some(Formula)) => bail!(
            "{other} is a formula, expected a solver's output; \
             for example: sudosat sat {other} | sudosat decode {one} -"
        ),
        (Some(Answer), Some(Answer)) => {
            bail!("{one} and {other} are both outputs of solvers; expected PUZZLE and OUTPUT")
        }
        (Some(Answer), _) if second.name != "-" => {
            turned("puzzle");
            (Asked::Puzzle(second), first)
        }
        _ => (Asked::Puzzle(first), second),
    };
    Ok(Inputs {
        question: Some(asked),
        output,
    })
}
