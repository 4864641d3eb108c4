//! `sudosat grade`: students' formulas and answers, right or wrong, and what to change.

mod answer;
mod class;
mod export;
mod facts;
mod json;
mod program;
mod text;
mod work;

use super::content::{self, Content, Opened};
use super::context::Context;
use super::encoding::encodings;
use super::exit::Exit;
use super::interrupt::on_ctrl_c;
use super::limits;
use super::out;
use super::puzzles::{self, PuzzleArguments, ReadingArguments};
use super::quiet::Quiet;
use anyhow::{Context as _, bail};
use clap::ArgGroup;
use export::To;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudosat::budget::Interrupt;
use sudosat::encode::Encoding;
use sudosat::io::{InputError, Source, display};
use sudosat::teach::student::exercise::Exercise;
use work::{Graded, Grader, Task};

/// Grade students' formulas: right or wrong, and the smallest change that makes it right
///
/// FILE is a formula for PUZZLE in DIMACS. It is right if it states exactly the rules and
/// the clues: each rule must follow from its clauses without the clues, each of its
/// clauses must follow from the rules and clues, and each clue must be stated. Any
/// numbering of the variables, any encoding and auxiliary variables are allowed. It is
/// wrong only if no numbering makes it right; if that is not known, the answer is
/// "unknown" (exit code 3).
///
/// If it is not right, mistakes are looked for: a wrong header, a missing 0, variable 0, wrong
/// signs, loops that end too early, families or clauses that are missing, boxes of wrong
/// cells, shifted clues, "and" for "or", and single wrong literals. A mistake is named
/// only if its repair makes the formula right; otherwise an assignment shows what is
/// wrong.
///
/// FILE may also be an answer: the output of a SAT solver, or a filled grid.
///
/// In place of PUZZLE there may be another exercise, such as `queens:6`, `pigeonholes:4,3`,
/// `colouring:3,GRAPH`, `cover:PROBLEM`, `resolution:FORMULA` or `lrat:FORMULA`; docs/GRADING.md
/// says what is handed in.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("submission").args(["file", "dir", "program"]).required(true))]
pub(super) struct Arguments {
    /// The puzzle: a file, `-` for standard input, `FILE:LINE` for the puzzle that begins
    /// on this line, or the puzzle itself as one argument; with --program also a file of
    /// several puzzles, or a folder
    #[arg(value_name = "PUZZLE", value_hint = clap::ValueHint::AnyPath)]
    puzzle: String,

    /// The student's formula or answer; `-` is standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: Option<String>,

    /// Grade each file of this folder, a line each
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    dir: Option<PathBuf>,

    /// Run a student's program, a shell command, on each puzzle, and grade what it prints,
    /// a line each. The puzzle comes on its standard input, or, if the command has `{}`,
    /// in the file whose name takes the place of `{}`
    #[arg(long, value_name = "COMMAND")]
    program: Option<String>,

    #[command(flatten)]
    reading: ReadingArguments,

    /// Also compare a formula with this encoding: the clauses of each family that it has, the first
    /// that is missing, the first of another kind, and whether its solutions for PUZZLE are the
    /// same. With --dir or --program only in the objects of --json
    #[arg(short, long, value_name = "NAME", value_parser = encodings())]
    encoding: Option<Encoding>,

    /// The numbering that is required: `any`, the `lecture`'s, or a formula of row, column, value
    /// and the side N, such as `100*row + 10*column + value`
    ///
    /// With a numbering that is required, a formula that has another one is wrong, and one whose
    /// numbering is not recognized is "unknown".
    #[arg(
        long,
        value_name = "NAME",
        default_value = "any",
        allow_hyphen_values = true
    )]
    numbering: String,

    /// Time limit for each grade, and for each run of --program, in seconds or as 500ms,
    /// 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = limits::seconds, default_value = "30")]
    time_limit: Duration,

    /// Print one JSON object for each formula or answer (docs/JSON.md)
    #[arg(long)]
    json: bool,

    /// With --dir or --program, write a table of the grades to this file; `-` is standard
    /// output
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    csv: Option<PathBuf>,

    /// Write what a course's system reads: Gradescope's results.json of one FILE, or the table of
    /// --csv (otherwise on standard output) with nbgrader's or Moodle's columns
    #[arg(long, value_name = "FORM", conflicts_with = "json")]
    to: Option<To>,

    /// Replace the file of --csv if it exists
    #[arg(short, long, requires = "csv")]
    force: bool,

    #[command(flatten)]
    quiet: Quiet,
}

impl Arguments {
    /// Returns the error of arguments in the wrong order: FILE holds a puzzle, and the one that
    /// `error` is about does not.
    fn swapped(&self, error: &InputError) -> Option<InputError> {
        let file = self.file.as_ref()?;
        if !Path::new(file).is_file() || !Path::new(&error.name).is_file() {
            return None;
        }
        let Opened { prefix, .. } = content::peek(Source::open(file).ok()?).ok()?;
        (Content::of(&prefix) == Some(Content::Puzzle)).then(|| {
            let (name, puzzle) = (display(&error.name), display(file));
            let message =
                format!("this is no Sudoku, but {puzzle} is one: `sudosat grade {puzzle} {name}`");
            InputError::whole(error.name.clone(), message)
        })
    }
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if arguments.encoding.is_some() && arguments.file.is_none() && !arguments.json {
        bail!("--encoding compares one FILE; with --dir or --program add --json");
    }
    let interrupt = on_ctrl_c();
    let file_exists = Path::new(&arguments.puzzle).exists();
    let exercise = Exercise::read(&arguments.puzzle)
        .filter(|_| !file_exists)
        .transpose()?;
    if let Some(exercise) = &exercise {
        if arguments.program.is_some() {
            bail!("--program is for puzzles");
        }
        return grade(
            &arguments,
            Task::Exercise(&arguments.puzzle, exercise),
            &interrupt,
        );
    }
    let given = PuzzleArguments::one(arguments.puzzle.clone(), &arguments.reading);
    let entries = given.entries(context, &interrupt);
    if let Some(command) = &arguments.program {
        let class = class::Class::begin(&arguments, &interrupt)?;
        return class.program(entries, command);
    }
    let entries =
        entries.map(|entry| entry.map_err(|error| arguments.swapped(&error).unwrap_or(error)));
    let entry = puzzles::only(entries)?;
    grade(&arguments, Task::Puzzle(&entry), &interrupt)
}

/// Grades the file or the files of a folder.
fn grade(arguments: &Arguments, task: Task, interrupt: &Interrupt) -> anyhow::Result<Exit> {
    let grader = Grader {
        task,
        encoding: arguments.encoding,
        numbering: &arguments.numbering,
        time_limit: arguments.time_limit,
        interrupt,
    };
    if let Some(folder) = &arguments.dir {
        grader.suits()?;
        let class = class::Class::begin(arguments, interrupt)?;
        return class.folder(&grader, folder);
    }
    let file = arguments.file.as_deref().context("no file is named")?;
    let mut out = out::stdout();
    let graded = match (grader.file(file.as_ref()), arguments.to) {
        (Ok(graded), _) => graded,
        // An autograder must say something of every file.
        (Err(error), Some(To::Gradescope)) => {
            let failed = Graded::failed(file, &arguments.puzzle, &error);
            export::gradescope(&mut out, &failed)?;
            out.flush()?;
            return Err(error);
        }
        (Err(error), _) => return Err(error),
    };
    match arguments.to {
        Some(To::Gradescope) => export::gradescope(&mut out, &graded)?,
        Some(_) => bail!("--to gradescope is for one FILE, nbgrader and moodle are for --dir"),
        None if arguments.json => json::write(&mut out, &graded)?,
        None => text::write(&mut out, &graded, arguments.encoding.as_ref())?,
    }
    out.flush()?;
    Ok(graded.exit())
}
