//! Jigsaws as SumoCue and many programs pass them on: a line `SumoCueV1` and
//! then, for each cell, `=`, its clue (0 for none), `J`, and its region from 0.

use super::messages::{self, Fault};
use crate::sudoku::rules::{Regions, Rules, Spec};
use crate::sudoku::{Digit, Puzzle, Size};
use std::sync::Arc;

const MARK: &str = "SumoCueV1=";

/// Returns `true` if a line is of this form.
pub(super) fn is_jigsaw(line: &str) -> bool {
    line.trim_start().starts_with(MARK)
}

/// Reads the jigsaw of a line.
pub(super) fn parse(line: &str) -> Result<Puzzle, Fault> {
    let indent = line.len() - line.trim_start().len();
    let cells: Vec<&str> = line.trim()[MARK.len()..].split('=').collect();
    let mut column = indent + MARK.len() + 1;
    let side = cells.len().isqrt();
    let size = Size::new(side).filter(|size| size.num_cells() == cells.len());
    let size = size.ok_or_else(|| {
        let found = cells.len();
        (column, format!("found {found} cells, expected N² of them"))
    })?;
    let mut regions = Vec::with_capacity(cells.len());
    let mut clues = Vec::with_capacity(cells.len());
    for (text, cell) in cells.iter().zip(size.cells()) {
        let parts = text.split_once('J').and_then(|(value, region)| {
            let value: usize = value.parse().ok().filter(|&value| value <= side)?;
            let _: u16 = region.parse().ok()?;
            Some((value, region))
        });
        let Some((value, region)) = parts else {
            let found = messages::word(text);
            let expected = format!("expected a clue from 0 to {side}, J and a region, as 5J0");
            return Err((column, format!("found {found} in {cell}, {expected}")));
        };
        clues.push(Digit::from_value(value, size));
        regions.push(region);
        column += text.chars().count() + 1;
    }
    let spec = Spec {
        regions: Regions::Map(Regions::named(regions)),
        ..Spec::latin(size)
    };
    let rules = Rules::new(spec).map_err(|error| (indent + 1, error.to_string()))?;
    let mut puzzle = Puzzle::new(Arc::new(rules));
    puzzle.set_clues(clues);
    Ok(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_and_regions_stand_cell_by_cell() {
        let line = "SumoCueV1=0J2=1J2=0J0=0J2=3J0=0J0=0J1=0J1=2J1";
        assert!(is_jigsaw(line));
        let puzzle = parse(line).unwrap();
        let expected = Regions::Map(vec![0, 0, 1, 0, 1, 1, 2, 2, 2]);
        assert_eq!(puzzle.rules().spec().regions, expected);
        let clues: Vec<String> = puzzle.clues().map(|clue| clue.to_string()).collect();
        assert_eq!(clues, ["r1c2=1", "r2c2=3", "r3c3=2"]);
    }

    #[test]
    fn faults_are_told_where_they_stand() {
        let fault = |line: &str| parse(line).unwrap_err();
        assert_eq!(
            fault("SumoCueV1=0J0=0J0"),
            (11, "found 2 cells, expected N² of them".to_owned())
        );
        let (column, message) = fault("SumoCueV1=0J0=0J0=3J1=0J1");
        assert_eq!(column, 19);
        assert!(message.starts_with("found '3J1' in r2c1, expected a clue from 0 to 2"));
        let (_, message) = fault("SumoCueV1=0J0=0J0=0J0=0J1");
        assert!(
            message.starts_with("region 1 (at r1c1) has 3 cells"),
            "{message}"
        );
    }
}
