//! The problems of `cover` that come along, and what is written of them:
//! Knuth's text, and solutions as SVG files.

use crate::cli::quiet::Quiet;
use crate::cli::{choices, out};
use anyhow::bail;
use std::io::{self, Write};
use sudosat::cover::picture::matrix::{self, MOST};
use sudosat::cover::picture::{Picture, svg};
use sudosat::cover::problems::{self, FAMILIES, Instance, PROBLEMS, ProblemError};
use sudosat::cover::{ExactCover, OptionId, knuth};
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

    /// Draw the solution as SVG too, of a file as a small matrix whose chosen rows are coloured;
    /// `-` is standard output. If several solutions are wanted, `{}` in the name stands for their
    /// number
    #[arg(long, alias = "svg", value_name = "FILE", conflicts_with_all = ["count_only", "write"])]
    picture: Option<String>,

    /// Write the problem in Knuth's text form and do not search; `-` is standard
    /// output
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["count", "all", "count_only", "json", "stats", "list", "sample", "zdd"])]
    pub write: Option<String>,

    /// Replace files that exist
    #[arg(short, long)]
    pub force: bool,
}

impl DrawingArguments {
    /// Refuses lists instead of drawings of files, SVG files that would overwrite each other, and
    /// two texts on standard output.
    pub(super) fn refuse_clashes(&self, several: bool, json: bool) -> anyhow::Result<()> {
        if self.list && self.name().is_none() {
            bail!("--list is for --problem and --puzzle: solutions of files are listed");
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
        problems::build(text).map_err(|error| match error {
            ProblemError::Input(input) => anyhow::Error::from(input),
            other => other.into(),
        })
    }

    /// Refuses SVG of a problem, which messages call `name`, if it has neither a board nor a matrix
    /// that can be drawn.
    pub(super) fn refuse_large(&self, instance: &Instance, name: &str) -> anyhow::Result<()> {
        let problem = instance.problem();
        let is_small = matrix::fits(problem) || instance.has_picture();
        if self.picture.is_some() && !is_small {
            let (options, items) = (problem.num_options(), problem.num_items());
            bail!(
                "{}: --picture draws the matrix of a file with up to {MOST} options and {MOST} \
                 items, found {options} and {items}",
                sudosat::io::display(name)
            );
        }
        Ok(())
    }

    /// Returns the SVG picture of a solution, if one is wanted: of the board, or of the matrix.
    pub(super) fn picture(&self, instance: &Instance, options: &[OptionId]) -> Option<Picture> {
        self.picture.as_ref()?;
        let board = instance.picture(options);
        board.or_else(|| matrix::matrix(instance.problem(), options))
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

    /// Writes the picture of the solution with this number of the problem `input`, if SVG is wanted.
    pub(super) fn draw(
        &self,
        picture: &Picture,
        number: u64,
        input: &str,
        quiet: Quiet,
    ) -> anyhow::Result<()> {
        let Some(file) = &self.picture else {
            return Ok(());
        };
        let file = file.replace("{}", &number.to_string());
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
pub(in crate::cli) fn print_problems() -> io::Result<()> {
    let mut out = out::stdout();
    for family in &FAMILIES {
        writeln!(out, "{}\n    {}", family.pattern(), family.title)?;
    }
    for problem in &PROBLEMS {
        writeln!(out, "{}\n    {}", problem.name, problem.title)?;
    }
    out.flush()
}
