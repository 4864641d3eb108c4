//! The inputs that the arguments of a command line name: files, folders, lines, and puzzles.

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use sudosat::io::{InputError, display_bytes};
use sudosat::sudoku::text::{self, Options};

/// The endings of files that a folder of puzzles may hold beside them: pages,
/// formulas, exact covers and what they are made of.
const NOT_PUZZLES: [&str; 7] = ["md", "cnf", "dlx", "matrix", "rules", "sets", "words"];

/// The endings of compressed files.
pub(super) const PACKED: [&str; 3] = ["gz", "xz", "bz2"];

/// An input that puzzles are read from.
pub(super) enum Input {
    /// A file, or `-`.
    File(String),
    /// The puzzle that begins on this line of a file.
    Line { file: String, line: u64 },
    /// A puzzle on the command line.
    Inline { name: String, text: String },
    /// An input that can't be read.
    Broken(InputError),
}

/// Returns the input of a command without an input argument: standard input, unless it
/// is a terminal.
pub(super) fn standard_input() -> Box<dyn Iterator<Item = Input>> {
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
pub(super) fn inputs_of(index: usize, argument: String, options: &Options) -> Vec<Input> {
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
pub(super) fn inputs_below(folder: &Path, listed_before: &mut HashSet<PathBuf>) -> Vec<Input> {
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
