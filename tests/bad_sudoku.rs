//! The bad and odd puzzle files of a collection, each with what it must get:
//! read by the library, and solved by the program.
//!
//! The collection is `bad/` of `program::data`. Without it there is nothing to do here;
//! `sudoku_text.rs` has an example of each kind.

use crate::fuzzing::pace::rounds;
use crate::program::{PROGRAM, data, thread_time};
use assert_cmd::Command;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudosat::check;
use sudosat::io::{InputError, Source};
use sudosat::sudoku::text::{self, Entry, Options, Stated};
use sudosat::sudoku::{Digit, Puzzle};

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Where the collection leaves the choice and its proposal is not ours.
const OUR_POLICY: [(&str, Expected); 17] = [
    // Unpacked and read as a stream.
    ("105-million-puzzles.txt.gz", Expected::Accept),
    // Forms that are read now.
    ("012-commas-quoted.csv", Expected::Accept),
    ("015-box-ascii-dash-blank.txt", Expected::Accept),
    ("018-hodoku.txt", Expected::Accept),
    ("025-x-blank.txt", Expected::Accept),
    ("054-six-by-six.txt", Expected::Accept),
    ("078-puzzle-solution.csv", Expected::Accept),
    ("079-json.txt", Expected::Accept),
    ("080-xml-opensudoku.opensudoku", Expected::Accept),
    ("081-labels.txt", Expected::Accept),
    ("086-arabic-digits.txt", Expected::Accept),
    ("087-fullwidth.txt", Expected::Accept),
    ("089-nbsp.txt", Expected::Accept),
    ("090-zwsp.txt", Expected::Accept),
    ("091-middle-dot.txt", Expected::Accept),
    ("093-utf16.txt", Expected::Accept),
    ("108-quotes.txt", Expected::Accept),
];

/// What the collection refuses and is read: its byte order mark leaves no doubt.
const CERTAIN: &str = "093-utf16.txt";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Accept,
    Reject,
}

/// A line of the manifest.
struct Row {
    file: String,
    expected: Expected,
    /// The number of solutions, where one puzzle is accepted.
    truth: String,
    /// The puzzle: its side, a colon, its cells.
    canon: String,
}

/// The folder, or `None` with a word on standard error.
fn folder() -> Option<PathBuf> {
    let folder = data().join("bad");
    let found = folder.join("manifest-sudoku.tsv").exists();
    if !found {
        eprintln!("skipped: there is no {}", folder.display());
    }
    found.then_some(folder)
}

fn manifest(folder: &Path) -> Vec<Row> {
    let text = fs::read_to_string(folder.join("manifest-sudoku.tsv")).unwrap();
    let rows: Vec<Row> = text.lines().skip(1).map(row).collect();
    assert!(rows.len() > 100, "{} rows", rows.len());
    rows
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [_, file, _, expected, firm, truth, _, canon] = fields[..] else {
        panic!("a line of {} fields: {line}", fields.len());
    };
    let file = file.trim_start_matches("sudoku/").to_owned();
    let proposed = match expected {
        "accept" => Expected::Accept,
        "reject" => Expected::Reject,
        other => panic!("{other}"),
    };
    let ours = OUR_POLICY.iter().find(|(name, _)| *name == file);
    assert!(
        ours.is_none() || firm == "policy" || file == CERTAIN,
        "{file} leaves no choice"
    );
    Row {
        expected: ours.map_or(proposed, |(_, expected)| *expected),
        file,
        truth: truth.to_owned(),
        canon: canon.to_owned(),
    }
}

/// The file, from the collection or made here; `None` where it can't be.
fn input(folder: &Path, made: &Path, file: &str) -> Option<PathBuf> {
    let path = folder.join("sudoku").join(file);
    if path.exists() {
        return Some(path);
    }
    let path = made.join(file);
    let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
    match file {
        "102-long-spaces.txt" => {
            write(
                format!(
                    "{}{}{}\n",
                    &CLASSIC[..40],
                    " ".repeat(5_000_000),
                    &CLASSIC[40..]
                )
                .as_bytes(),
            );
        }
        "103-huge-dots.txt" => write(&[&vec![b'.'; 10_000_000][..], b"\n"].concat()),
        "104-huge-pow4.txt" => write(&[&vec![b'.'; 56 * 56 * 56 * 56][..], b"\n"].concat()),
        "105-million-puzzles.txt.gz" => {
            let best = flate2::Compression::fast();
            let mut packed = flate2::write::GzEncoder::new(File::create(&path).unwrap(), best);
            let thousand = format!("{CLASSIC}\n").repeat(1000);
            for _ in 0..many() / 1000 {
                packed.write_all(thousand.as_bytes()).unwrap();
            }
            packed.finish().unwrap();
        }
        "112-dir.txt" => fs::create_dir(&path).unwrap(),
        #[cfg(unix)]
        "113-fifo.txt" => {
            let made = std::process::Command::new("mkfifo").arg(&path).status();
            assert!(made.unwrap().success());
        }
        #[cfg(unix)]
        "114-dev-zero.txt" => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
        _ => {
            eprintln!("skipped: {file}");
            return None;
        }
    }
    Some(path)
}

fn read(path: &Path, options: &Options) -> Result<Vec<Entry>, InputError> {
    let name = path.to_string_lossy();
    text::read(Source::open(path)?, &name, options).collect()
}

/// Number of puzzles in the file of a million; all of them with `SUDOSAT_ROUNDS=10`.
fn many() -> u64 {
    rounds(100_000)
}

/// A puzzle as the manifest writes it.
fn canon(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let by = if size.side().isqrt() > 3 { "," } else { "" };
    let cell = |cell| {
        puzzle
            .clue(cell)
            .map_or(".".to_owned(), |digit: Digit| digit.to_string())
    };
    let cells: Vec<String> = size.cells().map(cell).collect();
    format!("{}:{}", size.side(), cells.join(by))
}

/// Returns `true` if these are the manifest's puzzles.
fn is_as_told(entries: &[Entry], canon_told: &str) -> bool {
    let only = |side: usize| {
        let [entry] = entries else { return false };
        entry.puzzle.size().side() == side
    };
    match canon_told {
        "9:two" => {
            let clues: Vec<usize> = entries
                .iter()
                .map(|entry| entry.puzzle.num_clues())
                .collect();
            clues == [30, 81]
        }
        "25:A-Y" => {
            // The letter at place k of the alphabet is digit k.
            only(25)
                && entries[0].puzzle.clues().all(|clue| {
                    let (row, col) = (clue.cell.row(), clue.cell.col());
                    clue.digit.index() == (row * 5 + row / 5 + col) % 25
                })
        }
        "100:0" => only(100) && entries[0].puzzle.num_clues() == 0,
        // The collection names no puzzle for what it would refuse.
        "-" => match entries {
            [entry] if entry.puzzle.size().side() == 9 => {
                canon(&entry.puzzle) == format!("9:{CLASSIC}")
            }
            entries => entries.len() == 1,
        },
        told => entries.len() == 1 && canon(&entries[0].puzzle) == told,
    }
}

#[test]
fn the_library_reads_or_refuses_each() {
    let Some(folder) = folder() else { return };
    let made = tempfile::tempdir().unwrap();
    for row in manifest(&folder) {
        let Some(path) = input(&folder, made.path(), &row.file) else {
            continue;
        };
        let start = thread_time();
        if row.file == "105-million-puzzles.txt.gz" {
            // Not collected: it is a stream.
            let entries = text::read(Source::open(&path).unwrap(), "million", &Options::default());
            assert_eq!(entries.map(|entry| entry.unwrap().line).max(), Some(many()));
            continue;
        }
        match (read(&path, &Options::default()), row.expected) {
            (Ok(entries), Expected::Accept) => {
                assert!(
                    is_as_told(&entries, &row.canon),
                    "{}: {entries:?}",
                    row.file
                );
            }
            (Err(error), Expected::Reject) => {
                assert_eq!(error.name, path.to_string_lossy(), "{}", row.file);
                assert!(!error.to_string().contains(char::is_control), "{error}");
            }
            (result, expected) => panic!("{}: {result:?}, expected {expected:?}", row.file),
        }
        let time = thread_time() - start;
        assert!(time < Duration::from_secs(20), "{}: {time:?}", row.file);
    }
}

#[test]
fn the_option_settles_what_zero_means() {
    let Some(folder) = folder() else { return };
    let row = manifest(&folder)
        .into_iter()
        .find(|row| row.file == "047-hex-0-F.txt")
        .unwrap();
    let options = Options {
        symbols: Some(Stated::FromZero),
        ..Options::default()
    };
    let entries = read(&folder.join("sudoku").join(&row.file), &options).unwrap();
    assert!(is_as_told(&entries, &row.canon));
}

#[cfg(unix)]
/// The program in at most a gigabyte of memory and twenty seconds of processor time.
fn solve(path: &Path) -> assert_cmd::assert::Assert {
    Command::new("sh")
        .args([
            "-c",
            "ulimit -v 1000000; ulimit -t 20; exec \"$0\" \"$@\"",
            PROGRAM,
        ])
        .args(["solve", "--format", "line"])
        .arg(path)
        .timeout(Duration::from_secs(600))
        .assert()
}

#[cfg(unix)]
#[test]
fn the_program_solves_or_refuses_each() {
    let Some(folder) = folder() else { return };
    let made = tempfile::tempdir().unwrap();
    for row in manifest(&folder) {
        // A million puzzles take too long to solve here, and so may 100×100.
        if matches!(&row.file[..3], "053" | "105") {
            continue;
        }
        let Some(path) = input(&folder, made.path(), &row.file) else {
            continue;
        };
        let output = solve(&path).get_output().clone();
        let told = String::from_utf8(output.stderr).unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(!told.contains("panicked"), "{}: {told}", row.file);
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!told.contains(control), "{}: {told:?}", row.file);
        if row.expected == Expected::Reject {
            assert_eq!(output.status.code(), Some(2), "{}: {told}", row.file);
            assert!(told.contains("error"), "{}: {told}", row.file);
            // Good puzzles before and after the bad one, and behind a bad comment.
            let good = match &row.file[..3] {
                "077" => 2,
                "094" => 1,
                _ => 0,
            };
            let grids = printed.lines().filter(|line| *line != "bad input");
            assert_eq!(grids.count(), good, "{}: {printed}", row.file);
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{}: {told}", row.file);
        let puzzles = read(&path, &Options::default()).unwrap();
        assert_eq!(
            printed.lines().count(),
            puzzles.len(),
            "{}: {printed}",
            row.file
        );
        for (line, entry) in printed.lines().zip(&puzzles) {
            if row.truth == "0" {
                assert_eq!(line, "no solution", "{}", row.file);
                continue;
            }
            // A full grid of 0–F may be one with a blank in each row.
            let stated = |symbols| Options {
                symbols,
                ..Options::default()
            };
            let read = |options: &Options| text::read(line.as_bytes(), "printed", options).next();
            let grid = match read(&Options::default()).unwrap() {
                Ok(entry) => entry,
                Err(_) => read(&stated(Some(Stated::FromZero))).unwrap().unwrap(),
            };
            let grid = grid.puzzle.as_grid().unwrap();
            check::grid(&entry.puzzle, &grid).unwrap();
        }
    }
}

/// A line `---` may also be drawn between the bands of the damaged grid.
#[test]
fn puzzles_behind_a_damaged_grid_and_a_line_are_read() {
    let damaged = "1234\n12345\n3412\n....\n";
    let grid = "1...\n....\n....\n...4\n";
    for (text, expected) in [
        (format!("{damaged}---\n{grid}"), vec![false, true]),
        (
            format!("{damaged}---\n{grid}---\n{grid}"),
            vec![false, true, true],
        ),
        (
            format!("{grid}---\n{damaged}---\n{grid}"),
            vec![true, false, true],
        ),
        (
            "123456\n456123\n---\n23456\n564231\n---\n345612\n612345\n".to_owned(),
            vec![false],
        ),
    ] {
        let entries = text::read(text.as_bytes(), "text", &Options::default());
        let are_read: Vec<bool> = entries.map(|entry| entry.is_ok()).collect();
        assert_eq!(are_read, expected, "{text}");
    }
}
