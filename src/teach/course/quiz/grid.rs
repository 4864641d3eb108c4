//! Questions about backtracking.

use super::Verdict::{Right, Wrong};
use super::{Answer, Question};
use crate::sudoku::{Digit, Puzzle};
use crate::teach::trace::Event;
use crate::teach::tree;
use itertools::Itertools;

/// Which number is put into the cell of the step after `at` steps? `None` if the step is about no number.
pub(super) fn number(mut board: Puzzle, events: &[Event], at: usize) -> Option<Question> {
    let size = board.size();
    for event in &events[..at] {
        let (cell, digit) = match *event {
            Event::Try { cell, digit, .. } => (cell, Digit::from_value(digit, size)),
            Event::Undo { cell, .. } => (cell, None),
            _ => continue,
        };
        board.set_clue(size.cell(cell), digit);
    }
    let after = &events[at..];
    let reasons = after.iter().map_while(|event| match *event {
        Event::Reject { digit, because, .. } => Some((digit, because)),
        _ => None,
    });
    let reasons = reasons.collect_vec();
    // The digit that is placed, if one is.
    let (cell, placed) = match *after.get(reasons.len())? {
        Event::Try { cell, digit, .. } => (cell, Some(digit)),
        Event::Stuck { cell, .. } => (cell, None),
        _ => return None,
    };
    let cell = size.cell(cell);
    let first = match reasons.first() {
        Some(&(digit, _)) => Some(digit),
        None => placed,
    };
    let judged = |digit: Digit| {
        let value = digit.value();
        let rejected = reasons.iter().find(|(other, _)| *other == value);
        match rejected {
            Some(&(_, because)) => Wrong(tree::because(&board, cell, digit, because)),
            None if placed == Some(value) => Right(
                "It is the first number from 1 up that no rule forbids at this moment.".into(),
            ),
            None if first.is_none_or(|first| value < first) => {
                Wrong(format!("{value} was tried before"))
            }
            None => Wrong("a smaller number fits, too, and is tried first".into()),
        }
    };
    let none = match placed {
        Some(_) => Wrong("a number fits: no rule forbids it at this moment".into()),
        None => Right("Every number was tried or is rejected.".into()),
    };
    let mut answers = size
        .digits()
        .map(|digit| Answer {
            text: digit.to_string(),
            verdict: judged(digit),
        })
        .collect_vec();
    answers.push(Answer {
        text: "none fits".into(),
        verdict: none,
    });
    let side = size.side();
    let symbol = |cell| {
        board
            .clue(cell)
            .map_or("_".into(), |digit| digit.to_string())
    };
    let cells = (0..size.num_cells()).map(|index| symbol(size.cell(index)));
    let rows = cells.chunks(side);
    let rows = rows.into_iter().map(|mut row| row.join(" "));
    Some(Question {
        state: format!(
            "Backtracking fills the blank cells in reading order and tries 1 first. The rows of the grid \
             are now {}.",
            rows.collect_vec().join(" / ")
        ),
        text: format!("Which digit will be put into {cell} next?"),
        answers,
    })
}
