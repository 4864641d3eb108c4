//! Rules and puzzles in words, in the format that [`crate::sudoku::text::description`] reads.

use super::{Cells, GAP, show, write_rows};
use crate::sudoku::rules::{Mark, Parity, Regions, Spec};
use crate::sudoku::{Candidate, Cell, Digit, Size, Symbols};
use itertools::Itertools as _;
use std::fmt::{Display, Formatter, Result};

/// Returns the rules of a grid as statements of a line each, all but its size. Regions
/// that are drawn stand on one line, row by row.
pub fn statements(spec: &Spec) -> Vec<String> {
    let mut statements: Vec<String> = grids(spec.size).into_iter().collect();
    statements.push(match &spec.regions {
        Regions::None => "no-boxes".to_owned(),
        Regions::Boxes { rows, cols } => format!("boxes {rows}x{cols}"),
        Regions::Map(_) => format!("regions {}", region_rows(spec).join(" ")),
    });
    statements.extend(others(spec));
    statements
}

/// Returns the statement about where several grids are; `None` for one.
fn grids(size: Size) -> Option<String> {
    let starts = size.starts().iter().join(" ");
    (!size.is_one_grid()).then(|| format!("grids {starts}"))
}

/// Returns the rows of the map of regions: a letter or figure a cell, or numbers parted
/// by blanks if there are more regions than signs.
fn region_rows(spec: &Spec) -> Vec<String> {
    let Regions::Map(map) = &spec.regions else {
        return Vec::new();
    };
    let side = spec.size.side();
    let signs: Vec<char> = ('A'..='Z').chain('a'..='z').chain('1'..='9').collect();
    let rows = map.chunks(side).map(|row| match side <= signs.len() {
        true => row.iter().map(|&of| signs[usize::from(of)]).collect(),
        false => row.iter().map(|of| of + 1).join(" "),
    });
    rows.collect()
}

/// Returns the statements about all but size and regions.
fn others(spec: &Spec) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    match spec.diagonals {
        [true, true] => statements.push("diagonal".into()),
        [true, false] => statements.push("diagonal falling".into()),
        [false, true] => statements.push("diagonal rising".into()),
        [false, false] => {}
    }
    for (stated, word) in [
        (spec.windows, "windoku"),
        (spec.disjoint_groups, "disjoint-groups"),
    ] {
        if stated {
            statements.push(word.into());
        }
    }
    let named = |cells: &[Cell]| cells.iter().join(" ");
    let line = |word: &str, cells: &[Cell]| format!("{word} {}", named(cells));
    statements.extend(spec.extra.iter().map(|cells| line("house", cells)));
    statements.extend(spec.cages.iter().map(|cage| {
        let sum = cage.sum.map_or(String::new(), |sum| format!(" {sum}"));
        let repeats = if cage.repeats { " repeats" } else { "" };
        format!("cage{sum}{repeats} {}", named(&cage.cells))
    }));
    for (parity, cells) in &spec.parities.iter().chunk_by(|(_, parity)| *parity) {
        let word = match parity {
            Parity::Even => "even",
            Parity::Odd => "odd",
        };
        statements.push(format!("{word} {}", cells.map(|(cell, _)| cell).join(" ")));
    }
    statements.extend(spec.arrows.iter().map(|arrow| {
        let (bulb, shaft) = (named(&arrow.bulb), named(&arrow.shaft));
        format!("arrow {bulb} = {shaft}")
    }));
    let used = spec.marks.iter().map(|mark| mark.rule).unique();
    let own = used.filter(|rule| rule.is_own);
    statements.extend(own.map(|rule| rule.definition.clone()));
    statements.extend(spec.marks.iter().map(Mark::to_string));
    statements
}

/// Returns a puzzle or answer in words: size, rules, candidates, clues, a line each;
/// each line is ended.
pub fn description(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let (size, spec) = (cells.size(), cells.rules().spec());
        let side = size.side();
        writeln!(f, "size {side}x{side}")?;
        if let Some(grids) = grids(size) {
            writeln!(f, "{grids}")?;
        }
        match &spec.regions {
            Regions::None => writeln!(f, "no-boxes")?,
            Regions::Boxes { rows, cols } => writeln!(f, "boxes {rows}x{cols}")?,
            Regions::Map(_) => {
                writeln!(f, "regions")?;
                region_rows(spec)
                    .iter()
                    .try_for_each(|row| writeln!(f, "{row}"))?;
            }
        }
        others(spec)
            .iter()
            .try_for_each(|statement| writeln!(f, "{statement}"))?;
        // Clues up to 9 alone would let the reader expect one character a digit.
        let mut clues = size.cells().filter_map(|cell| cells.digit(cell)).peekable();
        let has_short_clues = clues.peek().is_some() && clues.all(|digit| digit.value() <= 9);
        let is_stated = side > 9 && (has_short_clues || !excluded(cells).is_empty());
        write_symbols(f, cells.symbols(), is_stated)?;
        write_candidates(f, cells)?;
        if size.cells().all(|cell| cells.digit(cell).is_none()) {
            return Ok(());
        }
        writeln!(f, "clues")?;
        let width = cells.symbols().width(size);
        let gap = match cells.symbols().are_chars(size) {
            true => "",
            false => " ",
        };
        write_rows(f, cells, width, gap, GAP)
    })
}

/// Writes the statement `symbols`, which numbers from 1 need only if `is_always` is set.
fn write_symbols(f: &mut Formatter<'_>, symbols: &Symbols, is_always: bool) -> Result {
    match symbols {
        Symbols::Numbers { first: 1 } if !is_always => Ok(()),
        Symbols::Numbers { first } => writeln!(f, "symbols from {first}"),
        Symbols::Chars(chars) => writeln!(f, "symbols {}", chars.iter().join("")),
    }
}

/// Writes the statements `candidates`: for each cell with exclusions that do not follow
/// from the rules, the digits that are left.
fn write_candidates(f: &mut Formatter<'_>, cells: &impl Cells) -> Result {
    let (size, symbols) = (cells.size(), cells.symbols());
    let stated = excluded(cells);
    let mut among = cells.excluded().iter().peekable();
    for cell in stated.iter().map(|candidate| candidate.cell).dedup() {
        let mut left: Vec<Digit> = size.digits().collect();
        while let Some(&&candidate) = among.peek()
            && candidate.cell <= cell
        {
            among.next();
            if candidate.cell == cell {
                left.retain(|&digit| digit != candidate.digit);
            }
        }
        let gap = if symbols.are_chars(size) { "" } else { " " };
        let left = match left.is_empty() {
            true => "none".to_owned(),
            false => left.iter().map(|&digit| symbols.of(digit)).join(gap),
        };
        writeln!(f, "candidates {cell} {left}")?;
    }
    Ok(())
}

/// Returns the excluded candidates that do not follow from the rules, ascending: those
/// of even and odd cells do.
pub(super) fn excluded(cells: &impl Cells) -> Vec<Candidate> {
    let spec = cells.rules().spec();
    if spec.parities.is_empty() || cells.excluded().is_empty() {
        return cells.excluded().to_vec();
    }
    let follows = |candidate: &Candidate| {
        spec.parities.iter().any(|&(cell, parity)| {
            let is_even = candidate.digit.value().is_multiple_of(2);
            cell == candidate.cell && (parity == Parity::Even) != is_even
        })
    };
    let stated = cells.excluded().iter();
    stated
        .filter(|candidate| !follows(candidate))
        .copied()
        .collect()
}
