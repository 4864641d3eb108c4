//! An exact cover that was chosen by hand.

use super::{Cause, Mark};
use crate::budget::Budget;
use crate::cover::{Choice, ExactCover, Method, OptionId};
use itertools::Itertools as _;
use std::cmp::Reverse;

/// Answers that there is no exact cover, in small letters and without a full stop.
const DENIALS: [&str; 10] = [
    "no solution",
    "none",
    "no exact cover",
    "unsatisfiable",
    "unsat",
    "s unsatisfiable",
    "unsolvable",
    "there is no solution",
    "there is no exact cover",
    "no exact cover exists",
];
/// Words that may stand with a colon before a choice, in small letters.
const HEADINGS: [&str; 6] = ["rows", "options", "sets", "lines", "cover", "solution"];

/// Grades a choice of options, or the answer that there is none, `no solution`. A choice is names of
/// options (their numbers from 1, if they have no names), or the items of an option on each line, after
/// its name and a colon or alone, as `sudosat cover` prints them. Where items are numbers, both
/// readings are tried: the choice is right if it is an exact cover in one of them.
pub fn grade(text: &str, problem: &ExactCover, budget: &Budget) -> Mark {
    let has_lines = text.contains(|c| ('\u{2500}'..='\u{257f}').contains(&c));
    if has_lines {
        return Mark::unknown(Cause::new(
            "picture",
            "This is a picture of a solution: its options are asked for, as `cover --as-taught` lists them.",
        ));
    }
    let brackets = |c: char| c.is_whitespace() || "()[]{}".contains(c);
    let is_heading =
        |of: &str| named(problem, of).is_none() && HEADINGS.contains(&of.to_lowercase().as_str());
    let lines = text.lines().map(|line| match line.split_once(':') {
        Some((of, rest)) if is_heading(of.trim()) => rest.trim_matches(brackets),
        _ => line.trim_matches(brackets),
    });
    let is_work = |line: &&str| {
        let number = line.strip_prefix("solution ");
        let is_numbered = number.is_some_and(|number| number.parse::<u64>().is_ok());
        !line.is_empty() && !line.starts_with('#') && !is_numbered
    };
    let lines: Vec<&str> = lines.filter(is_work).collect();
    if let [line] = lines[..]
        && DENIALS.contains(&line.trim_end_matches('.').to_lowercase().as_str())
    {
        return denied(problem, budget);
    }
    let names = lines.iter().copied().flat_map(words);
    let names = names.map(|word| named(problem, word).ok_or(word)).collect();
    let items = lines.iter();
    let items = items
        .map(|line| listed(problem, line).ok_or(*line))
        .collect();
    let [names, items] = [names, items].map(|choice: Vec<Result<OptionId, &str>>| {
        let unknown = choice.iter().filter(|option| option.is_err()).count();
        (unknown, judge(problem, choice))
    });
    let rank = |(unknown, mark): &(usize, Mark)| (mark.right == Some(true), Reverse(*unknown));
    let is_open = [&names, &items].iter().all(|(unknown, _)| *unknown == 0);
    let is_told = is_open && names.1.right != items.1.right;
    let (mut mark, own, other) = match rank(&names) >= rank(&items) {
        true => (names.1, "numbers of options", "items of options"),
        false => (items.1, "items of options", "numbers of options"),
    };
    if is_told {
        mark.remarks.push(format!(
            "The numbers were read as {own}; as {other} they are no exact cover."
        ));
    }
    mark
}

/// Judges a choice of options, in which words stand for options that there are not.
fn judge(problem: &ExactCover, choice: Vec<Result<OptionId, &str>>) -> Mark {
    let mut causes = Vec::new();
    let mut chosen: Vec<OptionId> = Vec::new();
    for option in choice {
        match option {
            Ok(option) => chosen.push(option),
            Err(word) => causes.push(Cause::new(
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
    let mut is_valid = causes.is_empty();
    chosen = chosen.into_iter().unique().collect();
    let (mut right, mut uncovered) = (0, Vec::new());
    for item in problem.items() {
        let with = chosen.iter().copied();
        let with = with.filter(|&option| problem.option(option).contains(&item));
        let with: Vec<OptionId> = with.collect();
        match (&with[..], problem.is_primary(item)) {
            ([], true) => uncovered.push(problem.name(item)),
            ([_], true) => right += 1,
            (&[first, second, ..], is_primary) => {
                is_valid &= is_primary;
                let (first, second) = (name(problem, first), name(problem, second));
                let words = format!(
                    "{} is covered twice, by the options {first} and {second}.",
                    problem.name(item)
                );
                causes.push(Cause::new("covered-twice", words));
            }
            ([] | [_], false) => {}
        }
    }
    if !uncovered.is_empty() {
        causes.push(Cause::new(
            "uncovered",
            format!("No option covers {}.", uncovered.join(", ")),
        ));
    }
    let right = right + usize::from(is_valid);
    Mark::judged(causes.is_empty(), causes, right, problem.num_primary() + 1)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';', '\t'])
        .filter(|word| !word.is_empty())
}

/// Returns the option of this name, or of this number.
fn named(problem: &ExactCover, word: &str) -> Option<OptionId> {
    let mut options = problem.options();
    let by_label = options.find(|&option| problem.label(option) == Some(word));
    by_label.or_else(|| {
        let index = word.parse::<usize>().ok()?.checked_sub(1)?;
        (index < problem.num_options()).then(|| OptionId::new(index))
    })
}

/// Returns the option that a line names, or whose items it lists, alone or after its name.
fn listed(problem: &ExactCover, line: &str) -> Option<OptionId> {
    let mut options = problem.options();
    if let Some(option) = options.find(|&option| problem.label(option) == Some(line)) {
        return Some(option);
    }
    let (of, items) = match line.split_once(':') {
        Some((of, items)) => (Some(named(problem, of.trim())?), items),
        None => (None, line),
    };
    let wanted: Vec<&str> = words(items).sorted().collect();
    let mut options = problem
        .options()
        .filter(|&option| of.is_none_or(|of| of == option));
    options.find(|&option| {
        let own = problem
            .option(option)
            .iter()
            .map(|&item| problem.name(item));
        own.sorted().eq(wanted.iter().copied())
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
    match found {
        Ok(false) => Mark::judged(true, Vec::new(), most, most),
        Ok(true) => {
            let cause = Cause::new("denied", "There is an exact cover.");
            Mark::judged(false, vec![cause], 0, most)
        }
        Err(reason) => Mark::stopped(reason),
    }
}
