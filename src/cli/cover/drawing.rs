//! The problems of `cover` that come along, and what is written of them:
//! Knuth's text, and solutions as SVG files.

use crate::cli::quiet::Quiet;
use crate::cli::{choices, out};
use anyhow::bail;
use std::io::{self, Write};
use sudosat::cover::picture::{Picture, svg};
use sudosat::cover::problems::{self, FAMILIES, Instance, PROBLEMS, ProblemError};
use sudosat::cover::{ExactCover, knuth};
use sudosat::io::Target;

/// Options for built-in problems and for files with pictures.
#[derive(clap::Args)]
pub(super) struct DrawingArguments {
    /// A built-in problem, such as `queens:8`; `--problem help` lists them
    #[arg(long, value_name = "NAME[:ARGUMENTS]", conflicts_with = "file",
          value_parser = choices::problems(), hide_possible_values = true)]
    pub problem: Option<String>,

    /// A Sudoku puzzle with any rules, as `solve` takes it: a file, `FILE:LINE`
    /// for one of several, `-`, or the puzzle itself
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["file", "problem"])]
    pub puzzle: Option<String>,

    /// List the options of a solution instead of drawing it
    #[arg(short, long)]
    pub list: bool,

    /// Draw the solution as SVG too; `-` is standard output. If several solutions
    /// are wanted, `{}` in the name stands for their number
    #[arg(long, alias = "svg", value_name = "FILE", conflicts_with_all = ["count_only", "write"])]
    picture: Option<String>,

    /// Write the problem in Knuth's text form and do not search; `-` is standard
    /// output
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["count", "all", "count_only", "json", "stats", "list", "sample", "zdd"])]
    pub write: Option<String>,

    /// Replace files that exist
    #[arg(short, long)]
    force: bool,
}

impl DrawingArguments {
    /// Refuses pictures of files, SVG files that would overwrite each other, and
    /// two texts on standard output.
    pub(super) fn refuse_clashes(&self, several: bool, json: bool) -> anyhow::Result<()> {
        let is_drawn = self.problem.is_some() || self.puzzle.is_some();
        if !is_drawn && (self.picture.is_some() || self.list) {
            bail!("--picture and --list are for --problem and --puzzle: files have no pictures");
        }
        let Some(file) = &self.picture else {
            return Ok(());
        };
        if several && !file.contains("{}") {
            bail!(
                "--picture needs {{}} in the name for several solutions, as in \"solution-{{}}.svg\""
            );
        }
        if file == "-" && json {
            bail!("--json and --picture - can't both have standard output");
        }
        Ok(())
    }

    /// Returns the name of the built-in problem, or of the puzzle, if one was given.
    pub(super) fn name(&self) -> Option<&str> {
        self.problem.as_deref().or(self.puzzle.as_deref())
    }

    /// Returns `true` if standard output is for the picture alone.
    pub(super) fn takes_stdout(&self) -> bool {
        self.picture.as_deref() == Some("-")
    }

    /// Returns the instance that `--problem` names.
    pub(super) fn instance(&self, text: &str) -> anyhow::Result<Instance> {
        if text == "sudoku" || text.starts_with("sudoku:") {
            bail!(
                "Sudoku is no family of problems: `--puzzle FILE` takes a puzzle with any rules, \
                 and `--puzzle FILE --write -` writes it in Knuth's text form"
            );
        }
        let instance = problems::build(text).map_err(|error| match error {
            ProblemError::Input(input) => anyhow::Error::from(input),
            other => other.into(),
        })?;
        if self.picture.is_some() && !instance.has_picture() {
            bail!("the solutions of {text} have no picture");
        }
        Ok(instance)
    }

    /// Writes the problem, read from `input`, to the file that `--write` names.
    pub(super) fn write(
        &self,
        problem: &ExactCover,
        input: &str,
        file: &str,
    ) -> anyhow::Result<()> {
        let mut target = self.target(file, input)?;
        knuth::write(problem, &mut target)?;
        Ok(target.commit()?)
    }

    /// Writes the picture of the solution with this number, if SVG is wanted.
    pub(super) fn draw(&self, picture: &Picture, number: u64, quiet: Quiet) -> anyhow::Result<()> {
        let Some(file) = &self.picture else {
            return Ok(());
        };
        let file = file.replace("{}", &number.to_string());
        let input = self.name().unwrap_or_default();
        let mut target = self.target(&file, input)?;
        svg::write(picture, &mut target)?;
        target.commit()?;
        if file != "-" {
            quiet.note(&format!(
                "{}: solution {number}",
                sudosat::io::display(&file)
            ));
        }
        Ok(())
    }

    /// Returns `true` if SVG is wanted.
    pub(super) fn draws(&self) -> bool {
        self.picture.is_some()
    }

    /// Returns the file of the first picture, if SVG is wanted.
    pub(super) fn first_picture(&self) -> Option<String> {
        let picture = self.picture.as_ref()?;
        Some(picture.replace("{}", "1"))
    }

    /// Returns a file to write, or standard output; not the one that was read, which the argument
    /// `input` is or names.
    pub(super) fn target(&self, file: &str, input: &str) -> anyhow::Result<Target> {
        let named = match (&self.problem, &self.puzzle) {
            (Some(problem), _) => problem.split_once("file=").map(|(_, list)| list.trim()),
            (None, Some(puzzle)) => puzzle.rsplit_once(':').map(|(list, _line)| list),
            (None, None) => None,
        };
        out::create(file, self.force, &[input, named.unwrap_or(input)])
    }
}

/// Prints the problems that come along.
pub(super) fn print_problems() -> io::Result<()> {
    let mut out = out::stdout();
    for family in &FAMILIES {
        writeln!(out, "{}\n    {}", family.pattern(), family.title)?;
    }
    for problem in &PROBLEMS {
        writeln!(out, "{}\n    {}", problem.name, problem.title)?;
    }
    out.flush()
}
