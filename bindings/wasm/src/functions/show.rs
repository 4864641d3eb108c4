//! Puzzles as they are understood, as pictures and in other forms: `show`.

use super::puzzle::Reading;
use super::{Failure, object};
use serde::Deserialize;
use serde_json::{Value, json};
use sudosat::sudoku::print;
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Candidates, Clash, Digit};

/// Options of `show`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Show {
    rules: Option<String>,
    symbols: Option<String>,
    /// Drop the rules and drawings of other programs that are not known.
    ignore_unknown_rules: bool,
}

/// Returns how a puzzle is understood, what its digits leave open, its picture, and its link to
/// f-puzzles.
pub(super) fn show(text: &str, options: Show) -> Result<Value, Failure> {
    let Show {
        rules,
        symbols,
        ignore_unknown_rules,
    } = options;
    let Entry {
        puzzle,
        form,
        title,
        dropped,
        ..
    } = Reading { rules, symbols }.ignoring(ignore_unknown_rules, text)?;
    let (size, spec, left) = (
        puzzle.size(),
        puzzle.rules().spec(),
        Candidates::new(&puzzle),
    );
    let in_cell = |cell| left.in_cell(cell).map(Digit::value).collect::<Vec<_>>();
    let symbol = |digit| puzzle.symbols().of(digit).to_string();
    let clash = |clash: Clash| {
        let cells = match &clash {
            Clash::Twice { cells, .. } => cells.to_vec(),
            Clash::Pair { pair, .. } => pair.cells.to_vec(),
            Clash::Excluded(clue) => vec![clue.cell],
        };
        json!({ "words": clash.to_string(), "cells": cells })
    };
    Ok(json!({
        "form": form.to_string(),
        "title": title,
        "size": size.side(),
        "clues": puzzle.num_clues(),
        "rules": print::statements(spec),
        "sentences": print::sentences(spec),
        "dropped": dropped,
        "symbols": size.digits().map(symbol).collect::<Vec<_>>(),
        "cells": size.cells().collect::<Vec<_>>(),
        "candidates": size.cells().map(in_cell).collect::<Vec<_>>(),
        "clashes": puzzle.clashes().into_iter().map(clash).collect::<Vec<_>>(),
        "picture": print::svg(&puzzle).to_string(),
        "fpuzzles": print::fpuzzles_link(&puzzle).ok(),
        "grid": object(puzzle)?,
    }))
}
