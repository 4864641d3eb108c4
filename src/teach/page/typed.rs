//! The examples of a live page, as a reader would type them.

use crate::cover::problems::Problem;
use crate::teach::examples::{EXAMPLES, Object, Subject};
use serde::Serialize;
use std::io;

/// An example: the kind of a request, the title, the text, and the seed of random choices.
#[derive(Serialize)]
pub(super) struct Typed(&'static str, &'static str, String, Option<u64>);

/// Returns all examples with their names.
///
/// # Errors
/// None: the texts are compiled in, and a test reads them.
pub(super) fn examples() -> io::Result<Vec<(&'static str, Typed)>> {
    let all = EXAMPLES.iter().map(|example| {
        let (kind, text, seed) = match example.2 {
            Subject::Puzzle(_) => ("puzzle", clues(&example.2.object()?), None),
            Subject::Formula(text) => ("cnf", text.to_owned(), None),
            Subject::Problem(name, seed) => ("cover", bare(name), seed),
        };
        Ok((example.0, Typed(kind, example.title(), text, seed)))
    });
    all.collect()
}

/// Returns the clues of a puzzle on one line.
fn clues(object: &Object) -> String {
    let Object::Puzzle(puzzle) = object else {
        return String::new();
    };
    let clues = puzzle.size().cells().map(|cell| puzzle.clue(cell));
    let signs = clues.map(|digit| digit.map_or(".".to_owned(), |digit| digit.value().to_string()));
    signs.collect()
}

/// Returns the text of a problem without its comments, which tell the solution.
fn bare(name: &str) -> String {
    let text = Problem::by_name(name).map_or("", |problem| problem.text);
    let lines = text.lines().filter(|line| !line.starts_with('|'));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_example_is_read_and_has_a_name_and_title_of_its_own() {
        let all = examples().unwrap();
        for (name, Typed(_, title, text, _)) in &all {
            let is_same = |(other, one): &&(&str, Typed)| other == name || one.1 == *title;
            assert_eq!(all.iter().filter(is_same).count(), 1, "{name}");
            assert!(!title.is_empty() && !text.is_empty(), "{name}");
            Subject::by_name(name).unwrap().0.object().unwrap();
        }
    }
}
