//! The puzzles of a command line: the arguments that name them, and reading
//! them one after the other.

use super::content::{self, Content, Hints, Opened};
use super::context::Context;
use super::report;
use anyhow::{Context as _, bail, ensure};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;
use sudosat::batch::HandOn;
use sudosat::budget::Interrupt;
use sudosat::io::{
    InputError, Source, counted, display, display_bytes, first_few, read_to_limit, utf8,
};
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Options, Stated};

/// The endings of files that a folder of puzzles may hold beside them: pages,
/// formulas, exact covers and what they are made of.
const NOT_PUZZLES: [&str; 7] = ["md", "cnf", "dlx", "matrix", "rules", "sets", "words"];

/// The endings of compressed files.
const PACKED: [&str; 3] = ["gz", "xz", "bz2"];

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
        let entries =
            inputs.flat_map(move |input| entries_of(input, &options, hints, &interrupt, &progress));
        broken
            .map(Err)
            .into_iter()
            .chain(entries)
            .scan(false, move |failed, entry| {
                if *failed {
                    return None;
                }
                *failed = strict && entry.is_err();
                Some(entry)
            })
            .inspect(move |entry| notes_on(entry, context))
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
fn notes_on(entry: &Result<Entry, InputError>, context: Context) {
    match entry {
        Ok(entry) if !entry.dropped.is_empty() => {
            let dropped = first_few(&entry.dropped, 10, ", ");
            let message = format!("what may state a rule was dropped: {dropped}");
            report::warning(&InputError::whole(&entry.name, message));
        }
        Ok(entry) if context.verbose > 0 => {
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
    only(entries.inspect(|entry| notes_on(entry, context)))
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

/// All inputs of a run, whose parts are read apart.
pub(super) struct Inputs {
    inputs: Vec<Input>,
    options: Options,
}

/// A place in all inputs at which reading may begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Place {
    /// Number of the input, from 0.
    pub input: usize,
    /// The first byte, unpacked.
    pub byte: u64,
    /// Number of its line, from 1.
    pub line: u64,
    /// The line before it that names columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<String>,
    /// The first word of titles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
}

impl Place {
    /// Returns the beginning of an input.
    pub(super) fn of_input(input: usize) -> Place {
        Place {
            input,
            ..Place::default()
        }
    }
}

impl Inputs {
    /// Returns the number of inputs.
    pub(super) fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the names of the inputs, each with the number of bytes that it has on the disk and
    /// the time at which it was last changed.
    pub(super) fn versions(&self) -> impl Iterator<Item = (&str, u64, Option<SystemTime>)> {
        self.inputs.iter().map(|input| match input {
            Input::File(name) => {
                let data = fs::metadata(name).ok();
                let size = data.as_ref().map_or(0, fs::Metadata::len);
                (
                    name.as_str(),
                    size,
                    data.and_then(|data| data.modified().ok()),
                )
            }
            Input::Line { file, line } => (file.as_str(), *line, None),
            Input::Inline { text, .. } => (text.as_str(), 0, None),
            Input::Broken(error) => (error.name.as_str(), 0, None),
        })
    }

    /// Returns the places at which an input can be cut, at most `most`, and the number of its bytes.
    ///
    /// # Errors
    /// If it can't be read.
    pub(super) fn places(
        &self,
        input: usize,
        most: usize,
        interrupt: &Interrupt,
    ) -> Result<(Vec<Place>, u64), InputError> {
        let start = |place: (u64, text::Start)| Place {
            input,
            byte: place.0,
            line: place.1.line,
            columns: place.1.columns.as_deref().map(str::to_owned),
            title: place.1.title.as_deref().map(str::to_owned),
        };
        let whole = |bytes: u64| (vec![start((0, text::Start::default()))], bytes);
        Ok(match &self.inputs[input] {
            Input::File(name) => {
                let open = || Source::open_with(name, interrupt);
                let cuts = text::cuts(open, name, &self.options, most)?;
                (cuts.places.into_iter().map(start).collect(), cuts.bytes)
            }
            Input::Inline { text, .. } => whole(text.len() as u64),
            Input::Line { .. } | Input::Broken(_) => whole(1),
        })
    }

    /// Returns the puzzles from one place up to another, with the notes of
    /// [`PuzzleArguments::entries`].
    pub(super) fn part(
        self,
        (from, to): (Place, Place),
        context: Context,
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> impl Iterator<Item = Result<Entry, InputError>> + use<> {
        let Inputs { inputs, options } = self;
        let (interrupt, progress) = (interrupt.clone(), progress.clone());
        let hints = context.hints;
        let parts = inputs.into_iter().enumerate().skip(from.input);
        let parts = parts.take_while({
            let to = to.clone();
            move |(index, _)| *index < to.input || *index == to.input && to.byte > 0
        });
        let entries = parts.flat_map(move |(index, input)| {
            let from = if index == from.input {
                from.clone()
            } else {
                Place::default()
            };
            let end = (index == to.input).then_some(to.byte);
            match input {
                Input::File(name) if from.byte > 0 || end.is_some() => {
                    part_of_file(name, (from, end), (&options, hints), &interrupt, &progress)
                }
                input => entries_of(input, &options, hints, &interrupt, &progress),
            }
        });
        entries.inspect(move |entry| notes_on(entry, context))
    }
}

/// Returns the puzzles of a file from a place up to a byte.
fn part_of_file(
    name: String,
    (from, end): (Place, Option<u64>),
    (options, hints): (&Options, Hints),
    interrupt: &Interrupt,
    progress: &Progress,
) -> Entries {
    let start = text::Start {
        line: from.line,
        columns: from.columns.map(Arc::from),
        title: from.title.map(Arc::from),
    };
    progress.before_reading();
    let opened = Source::open_at(&name, from.byte, interrupt);
    let input = match opened {
        Ok(input) => Counted {
            input: input.take(end.map_or(u64::MAX, |end| end.saturating_sub(from.byte))),
            left: 0,
            progress: progress.clone(),
        },
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let entries = text::read_part(input, &name, options, &start);
    match from.byte {
        0 => Box::new(without_foreign(entries, name, Vec::new(), hints)),
        _ => Box::new(entries),
    }
}

/// An input that puzzles are read from.
enum Input {
    /// A file, or `-`.
    File(String),
    /// The puzzle that begins on this line of a file.
    Line { file: String, line: u64 },
    /// A puzzle on the command line.
    Inline { name: String, text: String },
    /// An input that can't be read.
    Broken(InputError),
}

type Entries = Box<dyn Iterator<Item = Result<Entry, InputError>>>;

/// Returns the input of a command without an input argument: standard input, unless it
/// is a terminal.
fn standard_input() -> Box<dyn Iterator<Item = Input>> {
    let input = match io::stdin().is_terminal() {
        true => Input::Broken(InputError::whole(
            "-",
            "it is a terminal, expected a puzzle: name a file, give the puzzle itself as an \
             argument, or pipe one in; `-` reads what is typed",
        )),
        false => Input::File("-".to_owned()),
    };
    Box::new(std::iter::once(input))
}

/// Returns the inputs that an argument names: an existing path goes before a puzzle.
fn inputs_of(index: usize, argument: String, options: &Options) -> Vec<Input> {
    if argument == "-" {
        return vec![Input::File(argument)];
    }
    let path = Path::new(&argument);
    if path.is_dir() {
        let mut inputs = inputs_below(path, &mut HashSet::new());
        if inputs.is_empty() {
            let why = "found no file in this folder, expected puzzles";
            inputs.push(Input::Broken(InputError::whole(argument, why)));
        }
        return inputs;
    }
    if is_there(path) {
        return vec![Input::File(argument)];
    }
    if let Some((file, line)) = argument.rsplit_once(':')
        && let Ok(line) = line.parse()
        && Path::new(file).is_file()
    {
        let file = file.to_owned();
        return vec![Input::Line { file, line }];
    }
    let name = format!("argument {}", index + 1);
    let text = argument;
    let first = text::read(text.as_bytes(), &name, options).next();
    match first {
        Some(Err(_)) if text.is_empty() => {
            let why = "found an empty argument, expected a file or a puzzle";
            vec![Input::Broken(InputError::whole(name, why))]
        }
        Some(Err(error)) if !looks_like_cells(&text) => {
            let why = format!("no such file, and as a puzzle: {}", error.message);
            vec![Input::Broken(InputError::whole(text, why))]
        }
        _ => vec![Input::Inline { name, text }],
    }
}

/// Returns `true` if there is a file, a link or anything else of this name, or if the
/// system can't tell: opening it then says why.
fn is_there(path: &Path) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => !matches!(
            error.kind(),
            NotFound | NotADirectory | InvalidFilename | InvalidInput
        ),
    }
}

/// Returns `true` if an argument is a damaged puzzle rather than the name of a file
/// that does not exist: no path has lines, and few have more symbols than letters.
fn looks_like_cells(text: &str) -> bool {
    let cells = text
        .bytes()
        .filter(|byte| byte.is_ascii_digit() || b"._*?|\n".contains(byte));
    2 * cells.count() > text.len()
}

/// Returns the files in a folder and in all folders below it, by name, without those that
/// hold no puzzles: hidden ones, and those with an ending of [`NOT_PUZZLES`]. What can't be listed or
/// has a name that is not UTF-8 is an input that can't be read. So is a folder in `listed_before`, to
/// which links lead again.
fn inputs_below(folder: &Path, listed_before: &mut HashSet<PathBuf>) -> Vec<Input> {
    let place = std::fs::canonicalize(folder);
    if place.is_ok_and(|place| !listed_before.insert(place)) {
        let why = "links lead to this folder again";
        return vec![Input::Broken(broken(folder, why.to_owned()))];
    }
    let paths = match listed(folder) {
        Ok(paths) => paths,
        Err(error) => return vec![Input::Broken(error)],
    };
    let inputs_of = |path: PathBuf| match path.to_str() {
        _ if path.is_dir() => inputs_below(&path, listed_before),
        Some(name) => vec![Input::File(name.to_owned())],
        None => {
            let why = "found a name that is not UTF-8";
            vec![Input::Broken(broken(&path, why.to_owned()))]
        }
    };
    paths.into_iter().flat_map(inputs_of).collect()
}

/// Returns the error of a path that is no input.
fn broken(path: &Path, why: String) -> InputError {
    InputError::whole(display_bytes(path.as_os_str().as_encoded_bytes()), why)
}

/// Returns the contents of a folder, by name.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let fault = |error: io::Error| broken(folder, format!("can't be listed: {error}"));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let is_other = path
            .extension()
            .is_some_and(|ending| NOT_PUZZLES.iter().any(|other| ending == *other));
        if !hidden && !is_other {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The first bytes that were read of an input.
#[derive(Clone)]
pub(super) struct Copied {
    bytes: Rc<RefCell<Vec<u8>>>,
    /// Largest number of bytes.
    most: usize,
}

impl Copied {
    /// Prepares a copy of at most `most` bytes.
    pub(super) fn new(most: usize) -> Copied {
        Copied {
            bytes: Rc::default(),
            most,
        }
    }

    /// Returns what was read as text; `None` if it was more than is kept, or no UTF-8.
    pub(super) fn text(&self) -> Option<String> {
        let bytes = self.bytes.borrow();
        let is_whole = bytes.len() <= self.most;
        is_whole.then(|| String::from_utf8(bytes.clone()).ok())?
    }
}

/// An input of which the first bytes are copied.
struct Copying<R> {
    input: R,
    copied: Copied,
}

impl<R: BufRead> Read for Copying<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(out)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Copying<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        let Copied { bytes, most } = &self.copied;
        let mut bytes = bytes.borrow_mut();
        // One byte more shows that the copy is not whole.
        let room = (most + 1).saturating_sub(bytes.len()).min(amount);
        if room > 0
            && let Ok(buffer) = self.input.fill_buf()
        {
            bytes.extend_from_slice(&buffer[..room]);
        }
        drop(bytes);
        self.input.consume(amount);
    }
}

/// Returns the puzzles of standard input like [`PuzzleArguments::entries`], and copies
/// its first bytes.
pub(super) fn copied_standard_input(
    reading: &ReadingArguments,
    context: Context,
    interrupt: &Interrupt,
    copied: &Copied,
) -> Box<dyn Iterator<Item = Result<Entry, InputError>>> {
    let opened = reading.options().and_then(|options| {
        let opened = Source::open_with("-", interrupt).and_then(content::peek)?;
        Ok((options, opened))
    });
    let (options, opened) = match opened {
        Ok(opened) => opened,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let input = Copying {
        input: opened.input,
        copied: copied.clone(),
    };
    let name = "-".to_owned();
    let entries = entries_of_opened(name, opened.prefix, input, &options, context.hints);
    Box::new(entries.inspect(move |entry| notes_on(entry, context)))
}

/// The progress of reading.
#[derive(Clone, Default)]
pub(super) struct Progress {
    /// Number of bytes that were read of files.
    pub consumed: Arc<AtomicU64>,
    /// Called before more is read, which may take any time.
    pub hand_on: Option<HandOn>,
}

impl Progress {
    /// Returns the progress at the beginning, where `hand_on` is called before more is read.
    pub(super) fn with(hand_on: &HandOn) -> Progress {
        Progress {
            consumed: Arc::default(),
            hand_on: Some(Rc::clone(hand_on)),
        }
    }

    fn before_reading(&self) {
        if let Some(hand_on) = &self.hand_on {
            hand_on();
        }
    }
}

/// An input that counts the bytes read.
struct Counted<R> {
    input: R,
    /// Number of bytes that are there without reading more.
    left: usize,
    progress: Progress,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(out)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            self.progress.before_reading();
        }
        let bytes = self.input.fill_buf()?;
        self.left = bytes.len();
        Ok(bytes)
    }

    fn consume(&mut self, amount: usize) {
        self.left -= amount;
        let consumed = &self.progress.consumed;
        consumed.fetch_add(amount as u64, Ordering::Relaxed);
        self.input.consume(amount);
    }
}

fn entries_of(
    input: Input,
    options: &Options,
    hints: Hints,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Entries {
    match input {
        Input::Broken(error) => Box::new(std::iter::once(Err(error))),
        Input::Inline { name, text } => Box::new(text::read(
            io::Cursor::new(text.into_bytes()),
            &name,
            options,
        )),
        Input::File(name) => {
            progress.before_reading();
            match Source::open_with(&name, interrupt).and_then(content::peek) {
                Ok(opened) => {
                    let input = Counted {
                        input: opened.input,
                        left: 0,
                        progress: progress.clone(),
                    };
                    Box::new(entries_of_opened(
                        name,
                        opened.prefix,
                        input,
                        options,
                        hints,
                    ))
                }
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        }
        Input::Line { file, line } => {
            let file_input = Input::File(file.clone());
            let entries = entries_of(file_input, options, hints, interrupt, progress);
            let here = |entry: &Result<Entry, _>| !matches!(entry, Ok(entry) if entry.line != line);
            let none = InputError {
                line: Some(line),
                ..InputError::whole(file, "no puzzle begins on this line")
            };
            let found = entries.into_iter().find(here);
            Box::new(std::iter::once(found.unwrap_or(Err(none))))
        }
    }
}

/// Returns the puzzles of an input, whose first bytes `prefix` are also in `input`.
fn entries_of_opened<R: BufRead + 'static>(
    name: String,
    prefix: Vec<u8>,
    input: R,
    options: &Options,
    hints: Hints,
) -> impl Iterator<Item = Result<Entry, InputError>> + use<R> {
    let entries = text::read(input, &name, options);
    without_foreign(entries, name, prefix, hints)
}

/// If an input is of a kind that another command reads, and has no puzzle, replaces its
/// errors by one that names this command.
fn without_foreign(
    mut entries: impl Iterator<Item = Result<Entry, InputError>>,
    name: String,
    prefix: Vec<u8>,
    hints: Hints,
) -> impl Iterator<Item = Result<Entry, InputError>> {
    let mut is_first = true;
    let mut is_foreign = false;
    std::iter::from_fn(move || {
        if is_foreign {
            return None;
        }
        let entry = entries.next()?;
        if std::mem::take(&mut is_first)
            && entry.is_err()
            && let Some(error) = content::recognised(&name, &prefix, Content::Puzzle, hints)
        {
            is_foreign = true;
            return Some(Err(error));
        }
        Some(entry)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
