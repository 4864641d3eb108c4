//! A number of an unreadable line that may be mistyped, such as the sum of a cage that
//! is out of reach.

use super::{only_puzzle, only_solution};
use sudosat::budget::Budget;
use sudosat::io::InputError;
use sudosat::reason::lists::one_of;
use sudosat::reason::why::mistyped;
use sudosat::sudoku::text::Options;

/// Largest number of numbers that are tried in a line.
const MOST: usize = 30;

/// Returns a sentence with the numbers that leave exactly one solution in place of one in
/// the line of the error; `None` if there are none.
pub(super) fn suggestion(
    text: &str,
    error: &InputError,
    options: &Options,
    budget: &Budget,
) -> Option<String> {
    let line = usize::try_from(error.line?).ok()?.checked_sub(1)?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let words: Vec<&str> = lines.get(line)?.split_inclusive(' ').collect();
    let mut changes = Vec::new();
    for (place, word) in words.iter().enumerate().take(MOST) {
        let number = word.trim();
        for other in number.parse().map_or(Vec::new(), mistyped) {
            let mut words = words.clone();
            let other_word = word.replacen(number, &other.to_string(), 1);
            words[place] = &other_word;
            let repaired = words.concat();
            let mut lines = lines.clone();
            lines[line] = &repaired;
            let puzzle = only_puzzle(&lines.concat(), options);
            if puzzle.is_some_and(|puzzle| only_solution(&puzzle, budget)) {
                changes.push(format!("{other} instead of {number}"));
            }
        }
    }
    match changes.is_empty() {
        true => None,
        false => Some(format!(
            "With {} in line {} there is exactly one solution.",
            one_of(changes),
            line + 1
        )),
    }
}
