//! Runs: plain 9×9 puzzles on consecutive lines that are nothing but their cells, as lists of
//! millions have. A line between two such lines has nothing beside it that states a rule, so the lines
//! are handed on unread. Lines that may be a map of regions, or whose zeros may be symbols, belong to no run.

use super::reader::{Start, read_part};
use super::{Entry, Options, one_line, region_map};
use crate::io::InputError;
use std::sync::Arc;

/// Number of cells of a 9×9 grid.
const CELLS: usize = 81;

/// The cells of a plain 9×9 puzzle as they stand on a line: digits, of which 0 is a blank, and dots.
pub type LineCells = [u8; CELLS];

/// The clues on a line.
#[derive(Clone, Debug)]
pub struct LineClues {
    /// The number of each clue's cell, and its digit from 0; behind them the cell that was looked at
    /// last.
    clues: [(u8, u8); CELLS + 1],
    count: usize,
}

impl LineClues {
    /// Finds the clues of a line.
    pub fn of(cells: &LineCells) -> LineClues {
        let (mut clues, mut count) = ([(0, 0); CELLS + 1], 0);
        for (cell, symbol) in cells.iter().enumerate() {
            let digit = symbol.wrapping_sub(b'1');
            // Without a branch, because the processor could not predict it.
            clues[count] = (cell as u8, digit);
            count += usize::from(digit < 9);
        }
        LineClues { clues, count }
    }

    /// Returns the number of each clue's cell, and its digit from 0.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let clues = self.clues[..self.count].iter();
        clues.map(|&(cell, digit)| (cell.into(), digit.into()))
    }
}

/// An element of an input as [`Items`](super::Items) hands it out: a puzzle, or a run of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "runs are few, and stand for many puzzles each"
)]
pub enum Item {
    /// A puzzle.
    Entry(Entry),
    /// Puzzles on consecutive lines.
    Run(Run),
}

/// Plain 9×9 puzzles on consecutive lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The name of the input.
    name: Arc<str>,
    /// Number of the first line, from 1.
    first: u64,
    lines: Vec<LineCells>,
}

impl Run {
    /// Creates the run of these lines, each of which [`is_puzzle`].
    pub(super) fn new(name: Arc<str>, first: u64, lines: Vec<LineCells>) -> Run {
        Run { name, first, lines }
    }

    /// Returns the cells of each puzzle.
    pub fn lines(&self) -> &[LineCells] {
        &self.lines
    }

    /// Reads the puzzle on the line of this index as one that stands alone.
    ///
    /// # Errors
    /// If the line is no puzzle after all.
    pub fn entry(&self, index: usize) -> Result<Entry, InputError> {
        let start = Start {
            line: self.first + index as u64,
            ..Start::default()
        };
        let cells = &self.lines[index][..];
        let mut reader = read_part(cells, &self.name, &Options::default(), &start);
        let none = || InputError {
            line: Some(start.line),
            ..InputError::whole(&*self.name, "found no puzzle, expected one")
        };
        reader.next().unwrap_or_else(|| Err(none()))
    }
}

/// Returns `true` if a line is nothing but the 81 cells of a 9×9 grid, with a digit among them.
pub(super) fn is_bare(line: &[u8]) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() | (byte == b'.');
    let is_digit = |byte: u8| byte.wrapping_sub(b'1') < 9;
    // Without branches, so that many symbols are looked at together.
    line.len() == CELLS
        && line.iter().fold(true, |all, &byte| all & is_cell(byte))
        && line.iter().fold(false, |any, &byte| any | is_digit(byte))
}

/// Returns `true` if a bare line can only be a puzzle of the digits 1 to 9: no map of regions, and no
/// zero is a symbol.
fn is_puzzle(line: &LineCells) -> bool {
    let count = |symbol: u8| {
        line.iter()
            .fold(0, |count: u8, cell| count + u8::from(*cell == symbol))
    };
    let is_text = |line| std::str::from_utf8(line).is_ok_and(|text| !region_map::may_be(text, 9));
    is_bare(line)
        && one_line::are_zeros_blank(count(b'0').into(), count(b'.') > 0, 9)
        && is_text(line)
}

/// Largest number of lines of a run: enough that handing it on costs little for each. Chosen by hand.
const MOST_LINES: usize = 128;

/// Returns the first lines of a text that are ended and can only be puzzles, but for the last of them,
/// beside which something may be stated; and the number of their bytes.
pub(super) fn bare_lines(text: &[u8]) -> (Vec<LineCells>, usize) {
    let (mut lines, mut start, mut end) = (Vec::new(), 0, 0);
    while lines.len() <= MOST_LINES
        && let Some((line, rest)) = text[end..].split_first_chunk()
        && let Some(length) = line_end(rest)
        && is_puzzle(line)
    {
        if lines.is_empty() {
            lines.reserve(MOST_LINES + 1);
        }
        lines.push(*line);
        start = end;
        end += CELLS + length;
    }
    lines.pop();
    (lines, start)
}

/// Returns the number of bytes of the end of a line at the beginning of a text.
fn line_end(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::text::read;
    use std::io::BufReader;

    const GRID: &str =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    /// Returns lines of puzzles, each with another cell blank.
    fn lines(count: usize) -> Vec<String> {
        let line = |blank: usize| {
            let mut line = GRID.to_owned();
            line.replace_range(blank..=blank, ["0", "."][blank % 2]);
            line
        };
        (0..count).map(line).collect()
    }

    /// Returns what is read of a text, and the number of puzzles that are in runs.
    fn of_items(text: &str, buffer: usize) -> (String, usize) {
        let input = BufReader::with_capacity(buffer, text.as_bytes());
        let (mut all, mut in_runs) = (String::new(), 0);
        for item in read(input, "list", &Options::default()).items() {
            match item {
                Ok(Item::Entry(entry)) => all += &format!("{entry:?}\n"),
                Ok(Item::Run(run)) => {
                    in_runs += run.lines().len();
                    let entries = (0..run.lines().len()).map(|index| run.entry(index).unwrap());
                    entries.for_each(|entry| all += &format!("{entry:?}\n"));
                }
                Err(error) => all += &format!("{error}\n"),
            }
        }
        (all, in_runs)
    }

    /// Returns what is read of a text puzzle by puzzle.
    fn of_entries(text: &str) -> String {
        let entries = read(text.as_bytes(), "list", &Options::default());
        let entries = entries.map(|entry| match entry {
            Ok(entry) => format!("{entry:?}\n"),
            Err(error) => format!("{error}\n"),
        });
        entries.collect()
    }

    #[test]
    fn runs_are_what_is_read_puzzle_by_puzzle() {
        let list = lines(12);
        const MAP: &str =
            "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
        // Symbols 0 to 8, a zero beside dots, a map, and one with blanks.
        let from_zero = GRID.replace('9', "0");
        let odd_lines = [
            from_zero.clone(),
            from_zero.replacen('1', ".", 1),
            format!("0{}", &GRID[1..]).replacen('2', ".", 1),
            MAP.to_owned(),
            MAP.replace('9', "."),
            format!("1122.........3344{}", ".".repeat(65)),
        ];
        let long: Vec<String> = (0..30).flat_map(|_| lines(9)).collect();
        let with = |place: usize, line: &str| {
            let mut list = list.clone();
            list.insert(place, line.to_owned());
            list.join("\n") + "\n"
        };
        let plain = list.join("\n");
        let odd = [
            "",
            " ",
            "# killer",
            "# title: x",
            "# count: 1",
            "killer",
            "a comment",
            "---",
            "Solution:",
            "name,puzzle",
            "[Puzzle]",
            "diagonal",
            "boxes 3x3",
            "12345",
            &GRID[..80],
            "\u{feff}",
            &".".repeat(81),
            &"1...".repeat(4),
            "\u{0}",
            &format!("{GRID} 1"),
            &format!("{GRID};killer"),
        ];
        let mut texts = vec![
            (plain.clone(), 9),
            (plain.clone() + "\n", 10),
            (plain.replace('\n', "\r\n") + "\r\n", 10),
            (long.join("\n") + "\n", 268),
            (plain.replace('\n', "\r"), 0),
            (plain.replace('\n', "\n\n"), 0),
            (format!("killer\n\n{plain}\n"), 0),
            (format!("{GRID}\nkiller\n\n{plain}\n"), 0),
        ];
        let odd_lines = odd_lines.iter().map(String::as_str);
        for odd in odd.into_iter().chain(odd_lines) {
            texts.extend([0, 1, 6, 11, 12].map(|place| (with(place, odd), 0)));
        }
        for (text, least) in texts {
            let expected = of_entries(&text);
            for buffer in [1 << 16, 200, 100] {
                let (found, in_runs) = of_items(&text, buffer);
                assert_eq!(found, expected, "{text}");
                assert!(buffer < 1 << 16 || in_runs >= least, "{in_runs} of {text}");
            }
        }
    }

    #[test]
    fn rules_and_symbols_that_are_stated_hold_for_every_puzzle() {
        let text = lines(9).join("\n");
        let stated = Options {
            symbols: Some(super::super::Stated::Letters),
            ..Options::default()
        };
        let items = read(text.as_bytes(), "list", &stated).items();
        assert!(
            items
                .into_iter()
                .all(|item| !matches!(item, Ok(Item::Run(_))))
        );
    }
}
