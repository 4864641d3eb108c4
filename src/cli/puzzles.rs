//! The puzzles of a command line: the arguments that name them, and reading
//! them one after the other.

use super::Context;
use super::foreign::{self, Content, Opened};
use super::report;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source, counted, display};
use sudosat::sudoku::text::{self, Entry, Options};

/// The endings of files that a folder of puzzles may hold beside them: pages,
/// formulas, exact covers and what they are made of.
const NOT_PUZZLES: [&str; 6] = ["md", "cnf", "dlx", "matrix", "rules", "words"];

/// The puzzles a command works on.
#[derive(clap::Args, Default)]
pub struct PuzzleArguments {
    /// A puzzle: a file, `-` for standard input, a folder, `FILE:LINE` for the
    /// puzzle that begins on this line, or the puzzle itself as one argument;
    /// standard input if nothing is named
    ///
    /// A folder stands for its files and those of its folders, by name, without
    /// those named `*.md`, `*.cnf`, `*.dlx`, `*.matrix`, `*.rules`, `*.words` or
    /// `.*`.
    #[arg(value_name = "PUZZLE", value_hint = clap::ValueHint::AnyPath)]
    puzzles: Vec<String>,

    /// Stop at the first input that can't be read; without it the others are
    /// still worked on, and the exit code is 2
    #[arg(long)]
    strict: bool,

    /// The symbols of 16×16 and 25×25 grids, if the puzzle leaves them open
    #[arg(long, value_name = "RANGE")]
    symbols: Option<Symbols>,
}

/// [`text::Symbols`] by their names on the command line.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Symbols {
    /// The first digit is 1, and 0 is a blank cell
    #[value(name = "1-G", alias = "1-g", alias = "1-P", alias = "1-p")]
    FromOne,
    /// The first digit is 0
    #[value(name = "0-F", alias = "0-f", alias = "0-O", alias = "0-o")]
    FromZero,
    /// The first digit is A
    #[value(name = "A-P", alias = "a-p", alias = "A-Y", alias = "a-y")]
    Letters,
}

impl PuzzleArguments {
    /// The arguments for a single puzzle, where a command takes more than puzzles.
    pub fn one(puzzle: String, symbols: Option<Symbols>) -> PuzzleArguments {
        PuzzleArguments {
            puzzles: vec![puzzle],
            strict: false,
            symbols,
        }
    }

    /// Whether an argument picks this one of a file's puzzles, by [`Entry::name`].
    pub fn pick(&self, name: &str) -> bool {
        self.puzzles.iter().any(|argument| argument == name)
    }

    /// The puzzles in the order of the arguments. The first error of an input
    /// ends that input; the next argument follows. Waiting for an input ends
    /// when `interrupt` is raised.
    ///
    /// With `-v` it is told which form was found.
    pub fn entries(
        &self,
        context: Context,
        interrupt: &Interrupt,
    ) -> impl Iterator<Item = Result<Entry, InputError>> + use<> {
        let options = Options {
            symbols: self.symbols.map(|symbols| match symbols {
                Symbols::FromOne => text::Symbols::FromOne,
                Symbols::FromZero => text::Symbols::FromZero,
                Symbols::Letters => text::Symbols::Letters,
            }),
        };
        let interrupt = interrupt.clone();
        let inputs = match self.puzzles.is_empty() {
            true => standard_input(),
            false => {
                let arguments = self.puzzles.clone().into_iter().enumerate();
                let inputs =
                    arguments.flat_map(move |(index, name)| inputs_of(index, name, &options));
                Box::new(inputs) as Box<dyn Iterator<Item = Input>>
            }
        };
        let strict = self.strict;
        inputs
            .flat_map(move |input| entries_of(input, options, &interrupt))
            .scan(false, move |failed, entry| {
                if *failed {
                    return None;
                }
                *failed = strict && entry.is_err();
                Some(entry)
            })
            .inspect(move |entry| match entry {
                Ok(entry) if context.verbose > 0 => {
                    let size = entry.puzzle.size();
                    let clues = counted(entry.puzzle.num_clues(), "clue");
                    let name = display(&entry.name);
                    let form = entry.form;
                    report::note(&format!("{name}: {form}, {size}, {clues}"));
                }
                _ => {}
            })
    }
}

/// The name of the input that an entry is from.
pub fn input_of(entry: &Entry) -> &str {
    let line = format!(":{}", entry.line);
    entry.name.strip_suffix(&line).unwrap_or(&entry.name)
}

/// One input.
enum Input {
    /// A file, or `-`.
    File(String),
    /// The puzzle that begins on this line of a file.
    Line { file: String, line: u64 },
    /// A puzzle on the command line.
    Inline { name: String, text: String },
    /// What can't be read.
    Broken(InputError),
}

type Entries = Box<dyn Iterator<Item = Result<Entry, InputError>>>;

/// The input of a command that is not given any: standard input, unless
/// somebody would have to type it.
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

/// The inputs that an argument names: an existing path goes before a puzzle.
fn inputs_of(index: usize, argument: String, options: &Options) -> Vec<Input> {
    if argument == "-" {
        return vec![Input::File(argument)];
    }
    let path = Path::new(&argument);
    if path.is_dir() {
        return match files_below(path) {
            Ok(files) if files.is_empty() => {
                vec![Input::Broken(InputError::whole(
                    argument,
                    "found no file in this folder, expected puzzles",
                ))]
            }
            Ok(files) => files.into_iter().map(Input::File).collect(),
            Err(error) => vec![Input::Broken(error)],
        };
    }
    if path.exists() || path.is_symlink() {
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
    match text::read(text.as_bytes(), &name, options).next() {
        Some(Err(error)) if !looks_like_cells(&text) => {
            let why = format!("no such file, and as a puzzle: {}", error.message);
            vec![Input::Broken(InputError::whole(text, why))]
        }
        _ => vec![Input::Inline { name, text }],
    }
}

/// Whether an argument is rather a damaged puzzle than the name of a file that
/// doesn't exist: no path has lines, and few have more symbols than letters.
fn looks_like_cells(text: &str) -> bool {
    let cells = text
        .bytes()
        .filter(|byte| byte.is_ascii_digit() || b"._*?|\n".contains(byte));
    2 * cells.count() > text.len()
}

/// The files in a folder and in the folders in it, by name, without those that
/// hold no puzzles: hidden ones, and those with an ending of [`NOT_PUZZLES`].
fn files_below(folder: &Path) -> Result<Vec<String>, InputError> {
    let mut files = Vec::new();
    for path in listed(folder)? {
        if path.is_dir() {
            files.extend(listed(&path)?.into_iter().filter(|path| !path.is_dir()));
        } else {
            files.push(path);
        }
    }
    let name = |path: PathBuf| {
        path.into_os_string().into_string().map_err(|name| {
            InputError::whole(name.to_string_lossy(), "found a name that is not UTF-8")
        })
    };
    files.into_iter().map(name).collect()
}

/// What is in a folder, by name.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let fault = |error: io::Error| {
        InputError::whole(
            folder.to_string_lossy(),
            format!("can't be listed: {error}"),
        )
    };
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

fn entries_of(input: Input, options: Options, interrupt: &Interrupt) -> Entries {
    match input {
        Input::Broken(error) => Box::new(std::iter::once(Err(error))),
        Input::Inline { name, text } => Box::new(text::read(
            io::Cursor::new(text.into_bytes()),
            &name,
            &options,
        )),
        Input::File(name) => match Source::open_with(&name, interrupt).and_then(foreign::peek) {
            Ok(Opened { prefix, input }) => {
                let entries = text::read(input, &name, &options);
                Box::new(without_foreign(entries, name, prefix))
            }
            Err(error) => Box::new(std::iter::once(Err(error))),
        },
        Input::Line { file, line } => {
            let entries = entries_of(Input::File(file.clone()), options, interrupt);
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

/// Replaces the errors of an input that holds no puzzle at all, but something
/// that another command reads, by one that says so.
fn without_foreign(
    mut entries: impl Iterator<Item = Result<Entry, InputError>>,
    name: String,
    prefix: Vec<u8>,
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
            && let Some(error) = foreign::recognised(&name, &prefix, Content::Puzzle)
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
    use std::fs;

    /// What an argument gives: the names of its puzzles, or the error.
    fn given(argument: &str) -> Vec<Result<String, String>> {
        let arguments = PuzzleArguments::one(argument.to_owned(), None);
        let entries = arguments.entries(Context { verbose: 0 }, &Interrupt::new());
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
        for name in ["c.txt", "a.sdm", "b/2.txt", "b/1.txt", "b/deep/no.txt"] {
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
        let expected = ["a.sdm:1", "1.txt:1", "error", "2.txt:1", "error", "c.txt:1"];
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
        let puzzle = "0123456789ABCDEF".to_owned() + &"?".repeat(240);
        let arguments = PuzzleArguments::one(puzzle.clone(), Some(Symbols::FromZero));
        let mut entries = arguments.entries(Context { verbose: 0 }, &Interrupt::new());
        assert_eq!(entries.next().unwrap().unwrap().puzzle.num_clues(), 16);
        assert!(given(&puzzle)[0].is_err());
    }
}
