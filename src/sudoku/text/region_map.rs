//! Maps of regions among grids: blocks of symbols that can't be a puzzle.

use super::{chars, messages};
use crate::sudoku::rules::Regions;

/// The kind of a block of symbols beside a grid.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// A grid, as far as can be told.
    Grid,
    /// A map of regions: for each cell its region, from 0.
    Map(Vec<u16>),
    /// A map that makes no regions: the place of a cell, and a message.
    Fault(usize, String),
}

/// Looks at N × N symbols in reading order. With `is_labelled` they are announced as a map,
/// with `is_below` they stand below a grid.
///
/// N symbols, each of them N times in one connected area, are a map of regions: no answer
/// of a Sudoku has equal symbols next to each other. A full block in which most symbols
/// have an equal neighbour is a map with a mistake.
pub(super) fn drawn(tokens: &[&str], side: usize, is_labelled: bool, is_below: bool) -> Drawn {
    let is_open = |token: &&str| token.chars().all(chars::is_blank) || *token == "0";
    // A title as `Jigsaw` may announce the grid itself.
    let open = tokens.iter().filter(|&token| is_open(token)).count();
    let is_labelled = is_labelled && 3 * open < tokens.len();
    if side < 2 || tokens.len() != side * side {
        return Drawn::Grid;
    }
    let is_blank = |token: &&str| token.chars().all(|c| chars::is_blank(c) && c != '0');
    let blank = tokens.iter().position(is_blank);
    let map = Regions::named(tokens);
    let regions = map.iter().max().map_or(0, |&last| usize::from(last) + 1);
    if blank.is_some() && !is_labelled {
        return cages(&map, side, tokens);
    }
    let mut sizes = vec![0; regions];
    map.iter().for_each(|&of| sizes[usize::from(of)] += 1);
    let is_like_map = regions.abs_diff(side) < 2
        && sizes
            .iter()
            .all(|size| (side / 2..=2 * side).contains(size))
        && equal_neighbours(&map, side) >= side * (side - 1) * 3 / 4;
    // A 0 is the sign of a region or a blank.
    if !is_labelled && !is_like_map {
        return match tokens.contains(&"0") {
            true => cages(&map, side, tokens),
            false => Drawn::Grid,
        };
    }
    if let Some(place) = blank {
        let message =
            "found a blank cell in a map of regions, expected the sign of a region in each cell";
        return Drawn::Fault(place, message.to_owned());
    }
    let fault = (0..regions).find_map(|region| fault_of(&map, region as u16, side, tokens));
    match fault {
        None => Drawn::Map(map),
        // Small grids have equal neighbours by chance.
        Some(_) if !is_labelled && side < if is_below { 4 } else { 6 } => Drawn::Grid,
        Some((place, message)) => Drawn::Fault(place, message),
    }
}

/// Returns `true` if symbols of a line may be a map: enough of them have an equal neighbour.
#[inline]
pub(super) fn may_be(symbols: &str, side: usize) -> bool {
    const FEWEST: usize = 3;
    let bytes = symbols.as_bytes();
    let is_equal = |(byte, other): (&u8, &u8)| {
        (byte == other) & byte.is_ascii_alphanumeric() & (*byte != b'0')
    };
    // Without branches and in bytes, so that many symbols are looked at together.
    const CHUNK: usize = 128;
    let num_equal = |step: usize| {
        let others = bytes.get(step..).unwrap_or_default().chunks(CHUNK);
        let in_chunk = |(chunk, others): (&[u8], &[u8])| {
            let pairs = chunk.iter().zip(others);
            usize::from(pairs.fold(0, |count: u8, pair| count + u8::from(is_equal(pair))))
        };
        bytes.chunks(CHUNK).zip(others).map(in_chunk).sum::<usize>()
    };
    !symbols.is_ascii() || num_equal(1) + num_equal(side) >= FEWEST
}

/// Looks for a map of cages and such in a block with blank cells: most of the others have an
/// equal neighbour.
fn cages(map: &[u16], side: usize, tokens: &[&str]) -> Drawn {
    const FEWEST: usize = 6;
    let is_set = |cell: usize| tokens[cell].contains(char::is_alphanumeric) && tokens[cell] != "0";
    let has_equal = |cell: usize| around(cell, side).any(|other| map[other] == map[cell]);
    let set = (0..map.len()).filter(|&cell| is_set(cell));
    let (equal, other): (Vec<usize>, Vec<usize>) = set.partition(|&cell| has_equal(cell));
    let found = equal.len() + other.len();
    let signs = equal.iter().map(|&cell| map[cell]);
    let is_map = side > 4
        && found >= FEWEST
        && 4 * equal.len() >= 3 * found
        // A blank that is written as a letter.
        && 2 * found < map.len()
        && signs.clone().min() != signs.max();
    match is_map {
        true => Drawn::Fault(
            equal[0],
            "found equal symbols next to each other, as in a map of cages, expected a grid; state rules with \
             --rules or as docs/RULES.md says"
                .to_owned(),
        ),
        false => Drawn::Grid,
    }
}

/// Returns the cells that share a side with a cell.
fn around(cell: usize, side: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / side, cell % side);
    let around = [
        (row > 0).then(|| cell - side),
        (row + 1 < side).then_some(cell + side),
        (col > 0).then(|| cell - 1),
        (col + 1 < side).then_some(cell + 1),
    ];
    around.into_iter().flatten()
}

/// Returns the number of pairs of cells side by side with the same symbol.
fn equal_neighbours(map: &[u16], side: usize) -> usize {
    let pairs = (0..map.len()).flat_map(|cell| around(cell, side).map(move |other| (cell, other)));
    pairs
        .filter(|&(cell, other)| cell < other && map[cell] == map[other])
        .count()
}

/// Returns the first cell of a region that has not `side` cells in one area, and what is
/// wrong.
fn fault_of(map: &[u16], region: u16, side: usize, tokens: &[&str]) -> Option<(usize, String)> {
    let first = map.iter().position(|&of| of == region)?;
    let found = map.iter().filter(|&&of| of == region).count();
    let sign = messages::word(tokens[first]);
    if found != side {
        let message = format!("found {found} cells of the region {sign} in a map, expected {side}");
        return Some((first, message));
    }
    let mut area = vec![first];
    let mut next = 0;
    while let Some(&cell) = area.get(next) {
        next += 1;
        for other in around(cell, side) {
            if map[other] == region && !area.contains(&other) {
                area.push(other);
            }
        }
    }
    (area.len() < side).then(|| {
        let message = format!(
            "found the region {sign} of a map in several parts, expected one area of {side} cells"
        );
        (first, message)
    })
}

/// Returns the statement of a map of regions.
pub(super) fn statement(map: &[u16]) -> String {
    let regions: Vec<String> = map.iter().map(|of| (of + 1).to_string()).collect();
    format!("regions {}", regions.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(rows: &str, is_labelled: bool) -> Drawn {
        let rows = rows.replace(' ', "");
        let tokens: Vec<&str> = rows.split("").filter(|token| !token.is_empty()).collect();
        drawn(&tokens, tokens.len().isqrt(), is_labelled, false)
    }

    #[test]
    fn maps_are_told_from_grids() {
        let map = vec![0, 0, 0, 1, 2, 0, 1, 1, 2, 3, 3, 1, 2, 2, 3, 3];
        assert_eq!(look("AAAB CABB CDDB CCDD", false), Drawn::Map(map.clone()));
        assert_eq!(look("1112 3122 3442 3344", false), Drawn::Map(map));
        assert_eq!(look("1234 3412 2143 4321", false), Drawn::Grid);
        assert_eq!(look("1... ..3. .4.. ...2", false), Drawn::Grid);
    }

    #[test]
    fn equal_neighbours_are_found_everywhere_on_a_line() {
        // Cells 1 and 16 places apart are different.
        let mut symbols: Vec<char> = "123".chars().cycle().take(256).collect();
        let may_be = |symbols: &[char]| super::may_be(&symbols.iter().collect::<String>(), 16);
        assert!(!may_be(&symbols));
        for (cell, other, symbol) in [(127, 128, 'a'), (239, 255, 'b'), (0, 1, '0')] {
            (symbols[cell], symbols[other]) = (symbol, symbol);
            assert!(!may_be(&symbols), "{symbol}");
        }
        (symbols[140], symbols[141]) = ('c', 'c');
        assert!(may_be(&symbols));
    }

    #[test]
    fn the_mistake_of_a_map_is_named() {
        let fault = |rows: &str| match look(rows, true) {
            Drawn::Fault(place, message) => (place, message),
            other => panic!("{other:?}"),
        };
        assert_eq!(fault("AAAB CABB CDDB CCDC").0, 4);
        assert!(fault("AABB AABB CCDD DDCC").1.contains("several parts"));
        assert!(fault("AAAB CABB CD.B CCDD").1.contains("blank"));
    }
}
