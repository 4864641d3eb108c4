//! Questions about a run on an exact cover.

use super::Verdict::{Right, Wrong};
use super::{Answer, Question, mixed};
use crate::teach::count;
use crate::teach::trace::{CoverPart, Event, ItemKind, Trace};
use itertools::Itertools;

/// Returns the question of this name about the step after `at` steps, if the step has it.
pub(super) fn question(
    asked: &str,
    trace: &Trace,
    events: &[Event],
    at: usize,
) -> Option<Question> {
    let mut covered = Vec::new();
    for event in &events[..at] {
        match *event {
            Event::Cover { item } => covered.push(item),
            Event::Uncover { .. } => drop(covered.pop()),
            _ => {}
        }
    }
    match (asked, &events[at]) {
        ("column", &Event::Choose { item, size }) => {
            Some(column(&trace.cover, &covered, item, size, at))
        }
        ("uncover", &Event::Uncover { item }) => Some(uncover(&trace.cover, &covered, item)),
        _ => None,
    }
}

fn told(cover: &CoverPart, item: usize) -> String {
    format!("column {}", cover.items[item].name)
}

fn names(cover: &CoverPart, items: &[usize]) -> String {
    let names = items.iter().map(|&item| &cover.items[item].name);
    names.format(", ").to_string()
}

/// Which column is chosen?
fn column(cover: &CoverPart, covered: &[usize], chosen: usize, size: usize, at: usize) -> Question {
    let is_left = |items: &[usize]| !items.iter().any(|item| covered.contains(item));
    let options = cover.options.iter();
    let left = options
        .filter(|option| is_left(&option.items))
        .collect_vec();
    let size_of = |item: usize| {
        let rows = left.iter().filter(|option| option.items.contains(&item));
        rows.count()
    };
    let is_larger = |&item: &usize| {
        let is_primary = cover.items[item].kind == ItemKind::Primary;
        is_primary && is_left(&[item]) && size_of(item) > size
    };
    let larger = (0..cover.items.len()).filter(is_larger).collect();
    let items = std::iter::once(chosen).chain(mixed(larger, at).into_iter().take(3));
    let answers = items.map(|item| {
        let rows = count(size_of(item), "row", "rows");
        Answer {
            text: told(cover, item),
            verdict: match item == chosen {
                true => Right(format!("It has {rows} left, and no column has fewer.")),
                false => Wrong(format!("it has {rows} left, and another column has fewer")),
            },
        }
    });
    let rows = left
        .iter()
        .map(|option| format!("{} in {}", option.name, names(cover, &option.items)));
    let open = (0..cover.items.len()).filter(|&item| is_left(&[item]));
    Question {
        state: format!(
            "Columns left: {}. Rows left, each with the columns where it has a 1: {}.",
            names(cover, &open.collect_vec()),
            rows.format("; ")
        ),
        text: "A column with the fewest rows left is chosen. Which of these?".into(),
        answers: answers.collect(),
    }
}

/// Which column is put back next?
fn uncover(cover: &CoverPart, covered: &[usize], next: usize) -> Question {
    let last = &covered[covered.len().saturating_sub(4)..];
    let answers = last.iter().enumerate().map(|(place, &item)| {
        let after = match last.len() - 1 - place {
            1 => "a column that was removed after it is".into(),
            many => format!("{many} columns that were removed after it are"),
        };
        let right = "It was removed last, so its neighbours are as they were at that moment.";
        Answer {
            text: told(cover, item),
            verdict: match item == next {
                true => Right(right.into()),
                false => Wrong(format!(
                    "{after} not back yet, and its links may lead there: the order must be the reverse"
                )),
            },
        }
    });
    Question {
        state: format!(
            "These columns were removed in this order, and are not back: {}.",
            names(cover, covered)
        ),
        text: "Which column is put back next?".into(),
        answers: answers.collect(),
    }
}
