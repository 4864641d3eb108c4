//! The puzzles of a command line: the arguments that name them, and reading
//! them one after the other.

mod inputs;
mod places;
mod reading;

pub(super) use places::{Inputs, Place};
pub(super) use reading::{Copied, Progress, copied_standard_input};

use super::content::{Hints, Opened};
use super::context::Context;
use super::report;
use anyhow::{Context as _, bail, ensure};
use inputs::{Input, PACKED, inputs_below, inputs_of, standard_input};
use reading::{entries_of, entries_of_opened, items_of};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source, counted, display, first_few, read_to_limit, utf8};
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{Entry, Item, Options, Stated};

/// Reads the puzzles of an input, as [`entries_of`] does.
type ReadInput<T> = fn(
    Input,
    &Options,
    Hints,
    &Interrupt,
    &Progress,
) -> Box<dyn Iterator<Item = Result<T, InputError>>>;

/// The puzzles a command works on.
#[derive(clap::Args, Default)]
pub(super) struct PuzzleArguments {
    /// A puzzle: a file, `-` for standard input, a folder, `FILE:LINE` for the
    /// puzzle that begins on this line, or the puzzle itself as one argument;
    /// standard input if nothing is named
    ///
    /// A folder stands for the files in it and in all folders below it, in the order of
    /// their names, except `*.md`, `*.cnf`, `*.dlx`, `*.matrix`, `*.rules`,
    /// `*.sets`, `*.words` and `.*`.
    #[arg(value_name = "PUZZLE", value_hint = clap::ValueHint::AnyPath)]
    puzzles: Vec<String>,

    /// Stop at the first input that can't be read; without it the others are
    /// still processed, and the exit code is 2
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// Options for reading puzzles.
#[derive(Clone, Default, clap::Args)]
pub(super) struct ReadingArguments {
    /// The symbols of the grids: a range (`1-G`, `0-F`, `A-P`; only its beginning
    /// matters), or all symbols in the order of digits (`ABCDEFGHI`)
    ///
    /// Without it the symbols are determined from the whole grid, and a grid that
    /// can be read in two ways is refused.
    #[arg(long, value_name = "SYMBOLS")]
    symbols: Option<Stated>,

    /// Rules to add to those of the puzzles: a file, or statements separated by
    /// `;`, such as 'boxes 2x3' or 'diagonal; anti-knight'; docs/RULES.md lists
    /// them. Words beside a grid, such as 'Killer', do not refuse it then
    #[arg(long, value_name = "TEXT|FILE")]
    rules: Option<String>,

    /// Drop the rules and drawings of f-puzzles, SudokuPad and Penpa+ that are not
    /// known, with a warning, instead of refusing the puzzle
    #[arg(long)]
    ignore_unknown_rules: bool,
}

/// The longest file of rules, in bytes.
const LONGEST_RULES: u64 = 8 << 20;

impl ReadingArguments {
    /// Returns `true` if one of the options is given.
    pub(super) fn is_any_given(&self) -> bool {
        self.symbols.is_some() || self.rules.is_some() || self.ignore_unknown_rules
    }

    /// Returns the options of the reader.
    pub(super) fn options(&self) -> Result<Options, InputError> {
        let rules = self.rules.as_deref().map(statements).transpose()?;
        Ok(Options {
            symbols: self.symbols.clone(),
            rules: rules.map(Arc::new),
            ignore_unknown_rules: self.ignore_unknown_rules,
        })
    }
}

/// Reads the rules that `--rules` states: a file, or else the statements
/// themselves.
pub(super) fn statements(rules: &str) -> Result<Statements, InputError> {
    let path = Path::new(rules);
    if !path.exists() {
        if looks_like_file(rules) {
            return Err(InputError::whole(rules, "no such file"));
        }
        return Statements::read(rules, "--rules").map_err(|error| match looks_like_path(rules) {
            true => {
                let why = format!("no such file, and as rules: {}", error.message);
                InputError::whole(rules, why)
            }
            false => error,
        });
    }
    let bytes = read_to_limit(&mut Source::open(rules)?, rules, LONGEST_RULES)?;
    Statements::read(utf8(rules, &bytes)?, rules)
}

/// Returns `true` for a path with a folder, or with an ending such as `.txt`.
fn looks_like_file(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_ending =
        (1..=6).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    looks_like_path(text) && (text.contains('/') || is_ending)
}

/// Returns `true` for a text of one word, which can be the name of a file.
fn looks_like_path(rules: &str) -> bool {
    !rules.contains([' ', ';', '\n']) && !rules.is_empty()
}

impl PuzzleArguments {
    /// Returns the arguments for a single puzzle, where a command takes more than
    /// puzzles.
    pub(super) fn one(puzzle: String, reading: &ReadingArguments) -> PuzzleArguments {
        PuzzleArguments {
            puzzles: vec![puzzle],
            strict: false,
            reading: reading.clone(),
        }
    }

    /// Returns `true` if reading ends at the first input that can't be read.
    pub(super) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Returns `true` if the arguments may name more than one input.
    pub(super) fn are_several_inputs(&self) -> bool {
        self.puzzles.len() > 1 || self.puzzles.iter().any(|name| Path::new(name).is_dir())
    }

    /// Returns the arguments as they were given, or `-` for none.
    pub(super) fn given(&self) -> String {
        match self.puzzles.is_empty() {
            true => "-".into(),
            false => self.puzzles.join(" "),
        }
    }

    /// Returns the names of the files and folders that the arguments may name, and `-`.
    pub(super) fn inputs(&self) -> Vec<&str> {
        let names = self.puzzles.iter().map(String::as_str);
        let names = names.map(|name| match name.rsplit_once(':') {
            Some((file, line)) if line.parse::<u64>().is_ok() => file,
            _ => name,
        });
        names
            .chain(self.puzzles.is_empty().then_some("-"))
            .collect()
    }

    /// Returns the number of bytes of all inputs, if they are regular files whose names
    /// say nothing of a compression.
    pub(super) fn num_bytes(&self) -> Option<u64> {
        let files = self
            .puzzles
            .iter()
            .map(|name| match Path::new(name).is_dir() {
                true => {
                    let inputs = inputs_below(Path::new(name), &mut HashSet::new());
                    let file = |input| match input {
                        Input::File(name) => Some(name),
                        _ => None,
                    };
                    inputs.into_iter().map(file).collect()
                }
                false => Some(vec![name.clone()]),
            });
        let length = |name: String| {
            let path = Path::new(&name);
            let is_packed = path
                .extension()
                .is_some_and(|ending| PACKED.iter().any(|packed| ending == *packed));
            let file = path
                .metadata()
                .ok()
                .filter(|file| file.is_file() && !is_packed);
            file.map(|file| file.len())
        };
        let lengths = files.map(|files| files?.into_iter().map(length).sum::<Option<u64>>());
        let total = lengths.sum::<Option<u64>>();
        total.filter(|total| *total > 0)
    }

    /// Returns `true` if an argument picks this one of a file's puzzles, by
    /// [`Entry::name`].
    pub(super) fn pick(&self, name: &str) -> bool {
        self.puzzles.iter().any(|argument| argument == name)
    }

    /// Returns the puzzles in the order of the arguments. A damaged puzzle is an error,
    /// and reading continues after it. Waiting for an input ends when `interrupt` is
    /// raised.
    ///
    /// With `-v` the form of each puzzle is printed.
    pub(super) fn entries(
        &self,
        context: Context,
        interrupt: &Interrupt,
    ) -> impl Iterator<Item = Result<Entry, InputError>> + use<> {
        self.entries_with(context, interrupt, &Progress::default())
    }

    /// Returns the puzzles like [`PuzzleArguments::entries`], with a progress of reading.
    pub(super) fn entries_with(
        &self,
        context: Context,
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> impl Iterator<Item = Result<Entry, InputError>> + use<> {
        self.read_with(entries_of, interrupt, progress, context)
            .inspect(move |entry| notes_on(entry.as_ref().ok(), context))
    }

    /// Returns the puzzles like [`PuzzleArguments::entries_with`], those on consecutive lines of a
    /// file together.
    pub(super) fn items_with(
        &self,
        context: Context,
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> impl Iterator<Item = Result<Item, InputError>> + use<> {
        let items = self.read_with(items_of, interrupt, progress, context);
        items.inspect(move |item| match item {
            Ok(Item::Entry(entry)) => notes_on(Some(entry), context),
            Ok(Item::Run(_)) | Err(_) => {}
        })
    }

    /// Reads the inputs in the order of the arguments, each with `of_input`.
    fn read_with<T: 'static>(
        &self,
        of_input: ReadInput<T>,
        interrupt: &Interrupt,
        progress: &Progress,
        context: Context,
    ) -> impl Iterator<Item = Result<T, InputError>> + use<T> {
        let (options, broken) = match self.reading.options() {
            Ok(options) => (options, None),
            Err(error) => (Options::default(), Some(error)),
        };
        let puzzles = match broken {
            None => self.puzzles.clone(),
            Some(_) => Vec::new(),
        };
        let of_arguments = options.clone();
        let interrupt = interrupt.clone();
        let inputs: Box<dyn Iterator<Item = Input>> = match (&broken, puzzles.is_empty()) {
            (Some(_), _) => Box::new(std::iter::empty()),
            (None, true) => standard_input(),
            (None, false) => {
                let arguments = puzzles.into_iter().enumerate();
                let mut names_stdin = false;
                Box::new(arguments.flat_map(move |(index, argument)| {
                    if argument == "-" && std::mem::replace(&mut names_stdin, true) {
                        let message = "it is named twice, and can be read only once";
                        return vec![Input::Broken(InputError::whole("-", message))];
                    }
                    inputs_of(index, argument, &of_arguments)
                }))
            }
        };
        let strict = self.strict;
        let progress = progress.clone();
        let hints = context.hints;
        let read =
            inputs.flat_map(move |input| of_input(input, &options, hints, &interrupt, &progress));
        broken
            .map(Err)
            .into_iter()
            .chain(read)
            .scan(false, move |failed, item| {
                if *failed {
                    return None;
                }
                *failed = strict && item.is_err();
                Some(item)
            })
    }

    /// Returns the inputs in the order of the arguments, for [`PuzzleArguments::part`]. Standard
    /// input can't be one of them.
    pub(super) fn all_inputs(&self) -> Result<Inputs, InputError> {
        let options = self.reading.options()?;
        let arguments = self.puzzles.iter().cloned().enumerate();
        let inputs = arguments.flat_map(|(index, argument)| inputs_of(index, argument, &options));
        let inputs = inputs.collect();
        Ok(Inputs { inputs, options })
    }

    /// Returns the puzzle of a page, which shows exactly one. An input that can't be read is
    /// reported, and `None` returned.
    pub(super) fn shown_on_page(
        &self,
        context: Context,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Option<Entry>> {
        let mut found = None;
        for entry in self.entries(context, interrupt) {
            match entry {
                Ok(entry) if found.is_none() => found = Some(entry),
                Ok(entry) => bail!(
                    "a page shows one puzzle, found another at {}; FILE:LINE names one",
                    entry.name
                ),
                Err(error) if interrupt.is_raised() => return Err(error.into()),
                Err(error) => {
                    report::input(&error);
                    return Ok(None);
                }
            }
        }
        ensure!(found.is_some(), "a page shows one puzzle, found none");
        Ok(found)
    }
}

/// Prints which rules were dropped, and with `-v` which form was found.
fn notes_on(entry: Option<&Entry>, context: Context) {
    match entry {
        Some(entry) if !entry.dropped.is_empty() => {
            let dropped = first_few(&entry.dropped, 10, ", ");
            let message = format!("what may state a rule was dropped: {dropped}");
            report::warning(&InputError::whole(&entry.name, message));
        }
        Some(entry) if context.verbose > 0 => {
            let size = entry.puzzle.size();
            let clues = counted(entry.puzzle.num_clues(), "clue");
            let name = display(&entry.name);
            let form = entry.form;
            report::note(&format!("{name}: {form}, {size}, {clues}"));
        }
        _ => {}
    }
}

/// Reads the only puzzle that an argument names.
pub(super) fn single(
    argument: &str,
    reading: &ReadingArguments,
    context: Context,
    interrupt: &Interrupt,
) -> anyhow::Result<Entry> {
    let arguments = PuzzleArguments::one(argument.to_owned(), reading);
    only(arguments.entries(context, interrupt))
}

/// Reads the only puzzle of an input that is open.
pub(super) fn single_of(
    name: &str,
    opened: Opened,
    reading: &ReadingArguments,
    context: Context,
) -> anyhow::Result<Entry> {
    let Opened { prefix, input } = opened;
    let entries = entries_of_opened(
        name.to_owned(),
        prefix,
        input,
        &reading.options()?,
        context.hints,
    );
    only(entries.inspect(|entry| notes_on(entry.as_ref().ok(), context)))
}

/// Returns the only puzzle of an input.
///
/// # Errors
/// If there is none, or another one follows, or either can't be read.
pub(super) fn only(
    mut entries: impl Iterator<Item = Result<Entry, InputError>>,
) -> anyhow::Result<Entry> {
    let entry = entries.next().context("no puzzle")??;
    match entries.next() {
        None => Ok(entry),
        Some(Err(error)) => Err(error.into()),
        Some(Ok(_)) => {
            // Standard input has no name that a line can follow.
            let name = match input_of(&entry) {
                "-" => format!("FILE:{}", entry.line),
                _ => display(&entry.name).into_owned(),
            };
            bail!("there is more than one puzzle; name one by its line: {name}")
        }
    }
}

/// Returns the name of the input that an entry is from.
pub(super) fn input_of(entry: &Entry) -> &str {
    let line = format!(":{}", entry.line);
    entry.name.strip_suffix(&line).unwrap_or(&entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Returns the names of an argument's puzzles, or the error.
    fn given(argument: &str) -> Vec<Result<String, String>> {
        let arguments = PuzzleArguments::one(argument.to_owned(), &ReadingArguments::default());
        let entries = arguments.entries(Context::default(), &Interrupt::new());
        let name = |entry: Result<Entry, InputError>| match entry {
            Ok(entry) => Ok(entry.name),
            Err(error) => Err(error.to_string()),
        };
        entries.map(name).collect()
    }

    #[test]
    fn a_path_goes_before_a_puzzle_and_a_folder_is_read_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("b/deep")).unwrap();
        for name in ["c.txt", "a.sdm", "b/2.txt", "b/1.txt", "b/deep/deep.txt"] {
            fs::write(path(name), "1.....3..4.....2\n\n1...\n").unwrap();
        }
        for name in ["README.md", ".hidden", "b/exact.dlx"] {
            fs::write(path(name), "nothing to read").unwrap();
        }
        for name in ["a.sdm", "c.txt"] {
            fs::write(path(name), "1.....3..4.....2\n").unwrap();
        }
        let all = given(folder.path().to_str().unwrap());
        let names = all.iter().map(|entry| match entry {
            Ok(name) => name.rsplit('/').next().unwrap_or_default().to_owned(),
            Err(_) => "error".to_owned(),
        });
        let names: Vec<String> = names.collect();
        // An error ends its file and nothing else.
        let expected = [
            "a.sdm:1",
            "1.txt:1",
            "error",
            "2.txt:1",
            "error",
            "deep.txt:1",
            "error",
            "c.txt:1",
        ];
        assert_eq!(names, expected);
        let empty = path("b/deep/empty");
        fs::create_dir(&empty).unwrap();
        assert!(given(empty.to_str().unwrap())[0].is_err());
    }

    #[test]
    fn an_argument_may_be_the_puzzle() {
        assert_eq!(given("1.....3..4.....2"), [Ok("argument 1:1".to_owned())]);
        assert_eq!(
            given("1...\n..3.\n.4..\n...2")[0],
            Ok("argument 1:1".to_owned())
        );
        let cut = given("1.....3..4.....")[0].clone().unwrap_err();
        assert!(cut.starts_with("argument 1:1:1: found 15 symbols"), "{cut}");
        let missing = given("no/such/puzzle.txt")[0].clone().unwrap_err();
        assert!(
            missing.starts_with("no/such/puzzle.txt: no such file"),
            "{missing}"
        );
    }

    #[test]
    fn the_option_holds_for_arguments_too() {
        let puzzle = "ABC".to_owned() + &"?".repeat(253);
        let reading = ReadingArguments {
            symbols: Some(Stated::Letters),
            ..ReadingArguments::default()
        };
        let arguments = PuzzleArguments::one(puzzle.clone(), &reading);
        let mut entries = arguments.entries(Context::default(), &Interrupt::new());
        assert_eq!(entries.next().unwrap().unwrap().puzzle.num_clues(), 3);
        assert!(given(&puzzle)[0].is_err());
    }
}
