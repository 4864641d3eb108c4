//! An exact cover that was chosen by hand.

use super::{Cause, Mark};
use crate::budget::Budget;
use crate::cover::{Choice, ExactCover, Item, Method, OptionId};
use itertools::Itertools as _;

/// Grades a choice of options: numbers of options, from 1, or the items of an option on each line;
/// or the answer that there is none, `no solution`.
pub fn grade(text: &str, problem: &ExactCover, budget: &Budget) -> Mark {
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if lines.len() == 1
        && ["no solution", "none", "no exact cover"].contains(&lines[0].to_lowercase().as_str())
    {
        return denied(problem, budget);
    }
    let mut causes = Vec::new();
    let mut chosen: Vec<OptionId> = Vec::new();
    for word in choices(&lines) {
        match find(problem, word) {
            Some(option) => chosen.push(option),
            None => causes.push(Cause::new(
                "unknown-option",
                format!(
                    "There is no option \"{word}\": the problem has {}.",
                    problem.num_options()
                ),
            )),
        }
    }
    for option in chosen.iter().duplicates() {
        let words = format!("Option {} is chosen twice.", name(problem, *option));
        causes.push(Cause::new("chosen-twice", words));
    }
    let valid = usize::from(causes.is_empty());
    chosen = chosen.into_iter().unique().collect();
    let with = |item: Item| {
        chosen
            .iter()
            .copied()
            .filter(move |&option| problem.option(option).contains(&item))
    };
    let primary: Vec<Item> = problem
        .items()
        .filter(|&item| problem.is_primary(item))
        .collect();
    let mut right = 0;
    let mut uncovered = Vec::new();
    for item in problem.items() {
        let options: Vec<OptionId> = with(item).collect();
        match options[..] {
            [] if problem.is_primary(item) => uncovered.push(problem.name(item)),
            [_] => right += usize::from(problem.is_primary(item)),
            [first, second, ..] => {
                let (first, second) = (name(problem, first), name(problem, second));
                let words = format!(
                    "{} is covered twice, by the options {first} and {second}.",
                    problem.name(item)
                );
                causes.push(Cause::new("covered-twice", words));
            }
            [] => {}
        }
    }
    if !uncovered.is_empty() {
        causes.push(Cause::new(
            "uncovered",
            format!("No option covers {}.", uncovered.join(", ")),
        ));
    }
    Mark {
        right: Some(causes.is_empty()),
        points: Some((right + valid, primary.len() + 1)),
        causes,
        numbering: None,
    }
}

/// Returns the choices: each number, or else each line.
fn choices<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let words: Vec<&str> = lines.iter().copied().flat_map(words).collect();
    match words.iter().all(|word| word.parse::<usize>().is_ok()) {
        true => words,
        false => lines.to_vec(),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\t']).filter(|word| !word.is_empty())
}

/// Returns the option of this number, label or set of items.
fn find(problem: &ExactCover, text: &str) -> Option<OptionId> {
    let by_number = text
        .parse()
        .ok()
        .and_then(|number: usize| number.checked_sub(1));
    if let Some(index) = by_number {
        return (index < problem.num_options()).then(|| OptionId::new(index));
    }
    let wanted: Vec<&str> = words(text).sorted().collect();
    problem.options().find(|&option| {
        let own = problem.text(option);
        problem.label(option) == Some(text) || words(&own).sorted().eq(wanted.iter().copied())
    })
}

fn name(problem: &ExactCover, option: OptionId) -> String {
    match problem.label(option) {
        Some(label) => label.to_owned(),
        None => format!("{} ({})", option.index() + 1, problem.text(option)),
    }
}

/// Grades the answer that there is no exact cover.
fn denied(problem: &ExactCover, budget: &Budget) -> Mark {
    let most = problem.num_primary() + 1;
    let search = Method::Auto.start(problem, Choice::Smallest);
    let found = match search.map(|mut search| search.advance(budget)) {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(stop)) => Err(stop.to_string()),
        Err(unfit) => Err(unfit.to_string()),
    };
    let (right, causes) = match found {
        Ok(false) => (Some(true), None),
        Ok(true) => (
            Some(false),
            Some(Cause::new("denied", "There is an exact cover.")),
        ),
        Err(reason) => (
            None,
            Some(Cause::new(
                "stopped",
                format!("Not everything was checked: {reason}."),
            )),
        ),
    };
    Mark {
        right,
        causes: causes.into_iter().collect(),
        points: right.map(|right| (if right { most } else { 0 }, most)),
        numbering: None,
    }
}
