//! Notes on the rules that were taken from the text beside grids.

use super::puzzles::input_of;
use super::quiet::Quiet;
use std::collections::HashSet;
use sudosat::io::display;
use sudosat::sudoku::text::Entry;

/// Number of different rules that are told in a run. Chosen by hand.
const MOST: usize = 5;

/// Number of characters of a rule that are shown: maps of regions are long. Chosen by hand.
const SHOWN: usize = 60;

/// The rules that were told.
#[derive(Default)]
pub(super) struct Beside(HashSet<String>);

impl Beside {
    /// Prints the rules of a puzzle that were taken from the text beside its grid, each rule once.
    pub(super) fn note(&mut self, entry: &Entry, quiet: Quiet) {
        for (line, rule) in &entry.beside {
            if self.0.len() > MOST || !self.0.insert(rule.clone()) {
                continue;
            }
            if self.0.len() > MOST {
                quiet.note(
                    "note: further rules were taken from texts beside grids; `sudosat show` prints \
                     the rules of each puzzle",
                );
                return;
            }
            let (name, mut shown) = (display(input_of(entry)), rule.clone());
            if let Some((end, _)) = rule.char_indices().nth(SHOWN) {
                shown.replace_range(end.., "…");
            }
            let rule = display(&shown);
            quiet.note(&format!(
                "note: {name}:{line}: rule taken from the text beside the grid: {rule}"
            ));
        }
    }
}
