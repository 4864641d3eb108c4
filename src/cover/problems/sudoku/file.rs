//! Sudoku's rules and clues as text.
//!
//! ```text
//! # Lines with # are comments.
//! clues
//! 1...
//! ....
//! ....
//! ...4
//! regions
//! AABB
//! AABB
//! CCDD
//! CCDD
//! cages
//! aab.
//! ..b.
//! ....
//! ....
//! a 5
//! b 3
//! diagonal
//! ```
//!
//! Each part may be missing; the words `diagonal` and `windoku` turn these
//! rules on. A row is a word of one sign a cell, or as many words as cells. A
//! cell without clue or cage is `.`, one without clue `0` or `_` too; numbers
//! above 9 are letters, or words. Without `regions` they are boxes. After the
//! map of the cages comes a line for each, its sign and its sum. A file that
//! begins with neither word has clues alone.

use super::{Cage, LARGEST_BOX, Rules, RulesError, in_file};
use crate::cover::problems::{ProblemError, arguments::quoted};
use crate::io::{InputError, Source, read_to_limit};

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The cells of some rows: single signs, or words where some line has several.
pub(super) fn cells(text: &str) -> Vec<&str> {
    let parted = |line: &str| line.split_whitespace().nth(1).is_some();
    match text.lines().any(parted) {
        true => text.split_whitespace().collect(),
        false => {
            let signs = text.char_indices().filter(|(_, c)| !c.is_whitespace());
            signs
                .map(|(start, c)| &text[start..start + c.len_utf8()])
                .collect()
        }
    }
}

/// The numbers of cells, 0 for a blank one.
pub(super) fn numbers(cells: &[&str], name: &str) -> Result<Vec<usize>, String> {
    let number = |cell: &&str| match *cell {
        "." | "_" | "0" => Some(0),
        _ => match cell.parse() {
            Ok(number) => Some(number),
            Err(_) if cell.len() == 1 => {
                let sign = cell.chars().next()?;
                sign.to_digit(36).map(|digit| digit as usize)
            }
            Err(_) => None,
        },
    };
    let read = |cell: &&str| {
        let expected = "expected a number, or \".\" for a blank cell";
        number(cell).ok_or_else(|| format!("found {}, {expected}", quoted(cell)))
    };
    let numbers: Result<Vec<usize>, String> = cells.iter().map(read).collect();
    let numbers = numbers?;
    match numbers.is_empty() {
        true => Err(format!("found no cell in {}", quoted(name))),
        false => Ok(numbers),
    }
}

/// The boxes of a grid of so many cells.
pub(super) fn boxes_of(cells: usize) -> Result<Rules, RulesError> {
    let n = (1..=LARGEST_BOX).find(|n| n.pow(4) == cells);
    n.map_or(Err(RulesError::NoBoxes(cells)), Rules::boxes)
}

/// Reads a file.
pub(super) fn read(name: &str) -> Result<(Rules, Vec<usize>), ProblemError> {
    let bytes = read_to_limit(&mut Source::open(name)?, name, LONGEST)?;
    match String::from_utf8(bytes) {
        Ok(text) => parse(&text, name),
        Err(_) => Err(InputError::whole(name, "found bytes that are no UTF-8").into()),
    }
}

/// The places of the parts.
const CLUES: usize = 0;
const REGIONS: usize = 1;
const CAGES: usize = 2;

fn parse(text: &str, name: &str) -> Result<(Rules, Vec<usize>), ProblemError> {
    let mut parts = [const { String::new() }; 3];
    let mut sums = Vec::new();
    let (mut diagonals, mut windows) = (false, false);
    let mut part = CLUES;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        match line {
            "" => {}
            comment if comment.starts_with('#') => {}
            "clues" => part = CLUES,
            "regions" => part = REGIONS,
            "cages" => part = CAGES,
            "diagonal" => diagonals = true,
            "windoku" => windows = true,
            _ => match line.split_once(char::is_whitespace) {
                Some((sign, sum)) if part == CAGES => {
                    sums.push((number, sign, sum.trim_start()));
                }
                _ => {
                    parts[part].push_str(line);
                    parts[part].push('\n');
                }
            },
        }
    }
    let told = |error: RulesError| in_file(name, &error);
    let [clues, regions, map] = parts;
    let clues = match clues.is_empty() {
        true => Vec::new(),
        false => {
            numbers(&cells(&clues), name).map_err(|message| InputError::whole(name, message))?
        }
    };
    let (regions, map) = (cells(&regions), cells(&map));
    let rules = match regions.len() {
        0 => boxes_of(clues.len().max(map.len())),
        cells => Rules::jigsaw(cells.isqrt(), &regions),
    };
    let mut rules = rules.map_err(told)?;
    rules.diagonals = diagonals;
    if windows {
        rules = rules.with_windows().map_err(told)?;
    }
    for found in [clues.len(), map.len()] {
        let expected = rules.side().pow(2);
        if ![0, expected].contains(&found) {
            return Err(told(RulesError::Cells { found, expected }));
        }
    }
    let cages = cages(&map, &sums, name)?;
    let rules = rules.with_cages(cages).map_err(told)?;
    Ok((rules, clues))
}

/// The cages of a map, with their sums: line, sign and sum.
fn cages(map: &[&str], sums: &[(u64, &str, &str)], name: &str) -> Result<Vec<Cage>, InputError> {
    let mut signs: Vec<&str> = Vec::new();
    let mut cages: Vec<Cage> = Vec::new();
    for &(line, sign, sum) in sums {
        let wrong = |message: String| Err(InputError::at(name, line, 1, message));
        let cells: Vec<usize> = (0..map.len()).filter(|&cell| map[cell] == sign).collect();
        if cells.is_empty() || sign == "." || signs.contains(&sign) {
            let sign = quoted(sign);
            return wrong(format!(
                "found {sign}, expected a cage of the map, each once"
            ));
        }
        // A sum of more than six digits is no sum of any cage.
        let Some(sum) = sum.parse().ok().filter(|sum| (1..1_000_000).contains(sum)) else {
            let sum = quoted(sum);
            return wrong(format!("found {sum}, expected the sum of a cage"));
        };
        signs.push(sign);
        cages.push(Cage { cells, sum });
    }
    match map
        .iter()
        .find(|&&sign| sign != "." && !signs.contains(&sign))
    {
        None => Ok(cages),
        Some(sign) => {
            let sign = quoted(sign);
            Err(InputError::whole(name, format!("cage {sign} has no sum")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        parse(text, "f").unwrap_err().to_string()
    }

    #[test]
    fn all_parts_are_read() {
        let text = "# c\nclues\n1...\n....\n...._\n..4\nregions\nA A B B\nA A B B\nC C D D\n\
                    C C D D\ncages\naab.\n..b.\n....\n....\na 5\nb  3\ndiagonal\nwindoku\n";
        let (rules, clues) = parse(text, "f").unwrap();
        let boxes = Rules::boxes(2).unwrap().with_windows().unwrap();
        let cage = |cells: &[usize], sum| Cage {
            cells: cells.to_vec(),
            sum,
        };
        let cages = vec![cage(&[0, 1], 5), cage(&[2, 6], 3)];
        let mut expected = boxes.with_cages(cages).unwrap();
        expected.diagonals = true;
        assert_eq!(rules, expected);
        assert_eq!((clues.len(), clues[0], clues[15]), (16, 1, 4));
        let (rules, clues) = parse("10 . .\n. . g\n. . .\n. . . . . . .\n", "f").unwrap();
        assert_eq!((rules.side(), clues[0], clues[5]), (4, 10, 16));
    }

    #[test]
    fn faults_are_told() {
        for (text, message) in [
            (
                "",
                "f: found 0 cells, and a grid with boxes has 1, 16, 81, 256 or another fourth power",
            ),
            (
                "1 2 3\n",
                "f: found 3 cells, and a grid with boxes has 1, 16, 81, 256 or another fourth power",
            ),
            (
                "1..?\n",
                "f: found \"?\", expected a number, or \".\" for a blank cell",
            ),
            (
                "regions\nAAA\nABB\nBBB\n",
                "f: region 1 has 4 cells, and there are 3 numbers",
            ),
            (
                "clues\n1\nregions\nAA\nBB\n",
                "f: found 1 cells, expected 4",
            ),
            ("cages\na\n", "f: cage \"a\" has no sum"),
            (
                "cages\na\nb 1\n",
                "f:3:1: found \"b\", expected a cage of the map, each once",
            ),
            (
                "cages\na\na -1\n",
                "f:3:1: found \"-1\", expected the sum of a cage",
            ),
            ("windoku\n1\n", "f: windows need boxes of 2×2 at least"),
        ] {
            assert_eq!(fault(text), message, "{text:?}");
        }
    }
}
