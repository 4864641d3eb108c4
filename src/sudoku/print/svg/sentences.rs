//! Rules in words, as they stand below a printed puzzle.

use super::cages::is_connected;
use super::outside;
use crate::sudoku::Cell;
use crate::sudoku::rules::{Cage, Drawing, Mark, Parity, Regions, Shape, Spec};
use itertools::Itertools as _;

/// Returns the rules of a grid beyond those of its rows, columns and boxes, a sentence
/// each, as they stand below a printed puzzle.
pub fn sentences(spec: &Spec) -> Vec<String> {
    let is_outside = |cage: &&Cage| outside::diagonal(spec.size, cage).is_some();
    let of_diagonals = spec.cages.iter().any(|cage| is_outside(&cage));
    let cages = spec.cages.iter().filter(|cage| !is_outside(cage));
    let (cages, apart): (Vec<&Cage>, Vec<&Cage>) =
        cages.partition(|cage| is_connected(&cage.cells));
    #[rustfmt::skip]
    let all = [
        (matches!(spec.regions, Regions::None), "There are no boxes: each digit is once in each row and column."),
        (matches!(spec.regions, Regions::Map(_)), "Each region inside thick lines holds each digit once."),
        (spec.diagonals == [true; 2], "Each diagonal holds each digit once."),
        (matches!(spec.diagonals, [true, false] | [false, true]), "The diagonal holds each digit once."),
        (spec.windows, "Each of the grey squares holds each digit once."),
        (spec.extra.len() == 1, "Cells of the grey area do not hold a digit twice."),
        (spec.extra.len() > 1, "Cells of an area of one colour do not hold a digit twice."),
        (spec.disjoint_groups, "Cells at the same place of different boxes hold different digits."),
        (of_diagonals, "The digits on the diagonal that an arrow outside the grid points to add up to the number at the arrow."),
        (spec.parities.iter().any(|(_, parity)| *parity == Parity::Odd), "A grey circle holds an odd digit."),
        (spec.parities.iter().any(|(_, parity)| *parity == Parity::Even), "A grey square inside a cell holds an even digit."),
        (!spec.arrows.is_empty(), "The digits along an arrow add up to the number in its circles."),
    ];
    all.into_iter()
        .filter(|(is_stated, _)| *is_stated)
        .map(|(_, words)| words.to_owned())
        .chain(sentences_of_cages(spec, &cages))
        .chain(apart.into_iter().map(cage_apart))
        .chain(sentences_of_marks(spec))
        .collect()
}

/// Returns the sentences of the cages with a dashed line. Cells are named where other cages with
/// such a line obey another rule.
fn sentences_of_cages(spec: &Spec, cages: &[&Cage]) -> Vec<String> {
    let has_others = |is_of: fn(&Cage) -> bool| {
        let has_marks = spec
            .marks
            .iter()
            .any(|mark| mark.rule.drawing == Drawing::Cage);
        has_marks || cages.iter().any(|cage| !is_of(cage))
    };
    let of = |words: &str, is_of: fn(&Cage) -> bool, is_named: bool| {
        let of_rule: Vec<&&Cage> = cages.iter().filter(|cage| is_of(cage)).collect();
        let cells = of_rule.iter().map(|cage| cage.cells.iter().join(" "));
        match (of_rule.is_empty(), is_named) {
            (true, _) => None,
            (false, true) => Some(format!("{words} ({}).", cells.format(", "))),
            (false, false) => Some(format!("{words}.")),
        }
    };
    let has_marks = has_others(|_| true);
    [
        of(
            "The digits of a dashed cage add up to its number",
            |cage| cage.sum.is_some(),
            has_marks,
        ),
        of(
            "No digit is twice in a dashed cage",
            |cage| !cage.repeats,
            has_others(|cage| !cage.repeats),
        ),
        of(
            "A digit may be in a dashed cage more than once where rows, columns and boxes allow it",
            |cage| cage.repeats,
            has_others(|cage| cage.repeats),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns `true` if the pictures of two drawings can be taken for each other. Lines have colours
/// or dashes.
fn look_alike(one: Drawing, other: Drawing) -> bool {
    match (one, other) {
        (Drawing::Nothing | Drawing::Line { .. }, _) => false,
        (Drawing::Border(_), Drawing::Border(_)) => true,
        _ => one == other,
    }
}

/// Returns the sentences of the rules of marks, each once where the numbers are the same or are
/// drawn. Else, and where the drawing does not tell the cells or the rule, the cells are named:
/// rules of the user's own look alike, as cages and clues outside the grid of different rules do,
/// and groups of cells have one ground.
fn sentences_of_marks(spec: &Spec) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let is_inside = |cage: &Cage| outside::diagonal(spec.size, cage).is_none();
    let has_drawn_cages = spec.cages.iter().any(is_inside);
    for mark in &spec.marks {
        let (rule, drawing) = (mark.rule.rule(), mark.rule.drawing);
        let same = spec.marks.iter().filter(|other| other.rule == mark.rule);
        // What a drawn number is, or what stands for it.
        let drawn = match drawing {
            Drawing::Corner | Drawing::Outside | Drawing::Cage => {
                Some("the number drawn".to_owned())
            }
            Drawing::Dot { usual, .. } => Some(format!("the number drawn, or else {usual}")),
            Drawing::Border(signs) => {
                let signs = signs
                    .iter()
                    .map(|(number, sign)| format!(", {sign} is {number}"));
                Some(format!("the number drawn{}", signs.format("")))
            }
            _ => None,
        };
        let is_drawn = drawn.is_some();
        let has_groups = !rule.is_own && rule.name == "equal-sums";
        let cells = |mark: &Mark| match (rule.shape, &mark.cells[..]) {
            (Shape::Outside, [first, .., last]) => format!("{first}-{last}"),
            _ if has_groups => groups(mark),
            (_, cells) => cells.iter().join(" "),
        };
        let is_other =
            |other: &Mark| other.rule != mark.rule && look_alike(other.rule.drawing, drawing);
        let looks_alike = rule.is_own
            || spec.marks.iter().any(is_other)
            || drawing == Drawing::Cage && has_drawn_cages;
        let is_one = same.clone().map(|other| &other.numbers).all_equal();
        let numbers = match (is_one, drawn) {
            (false, Some(drawn)) if !looks_alike => format!("n ({drawn})"),
            _ => mark.numbers.iter().join(", "),
        };
        let mut sentence = rule.sentence.replace("{n}", &numbers);
        let is_hidden = match drawing {
            Drawing::Nothing => !mark.cells.is_empty(),
            // A dotted line through the cells is no cage.
            Drawing::Cage => same.clone().any(|other| !is_connected(&other.cells)),
            _ => has_groups,
        };
        if is_hidden || !is_one && !is_drawn || looks_alike && !mark.cells.is_empty() {
            let equal = same.filter(|other| other.numbers == mark.numbers);
            let cells = equal.map(cells).join(", ");
            let numbers = match (rule.is_own, &mark.numbers[..]) {
                (true, [_, ..]) => format!("{numbers}: "),
                _ => String::new(),
            };
            sentence = format!("{} ({numbers}{cells}).", sentence.trim_end_matches('.'));
        }
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

/// Returns the groups of cells that have equal sums, as `r1c1 + r1c2 = r2c1 + r2c2`.
fn groups(mark: &Mark) -> String {
    let mut cells = mark.cells.iter();
    let group = |&length: &u32| cells.by_ref().take(length as usize).join(" + ");
    mark.numbers.iter().map(group).join(" = ")
}

/// Returns a cage whose cells are not joined, in words: lines through cells may cross.
fn cage_apart(cage: &Cage) -> String {
    let cells: Vec<String> = cage.cells.iter().map(Cell::to_string).collect();
    let cells = cells.join(", ");
    match (cage.sum, cage.repeats) {
        (Some(sum), true) => format!("{cells} add up to {sum}."),
        (Some(sum), false) => format!("{cells} add up to {sum}, with no digit twice."),
        (None, true) => String::new(),
        (None, false) => format!("{cells} hold no digit twice."),
    }
}

#[cfg(test)]
mod tests {
    use crate::sudoku::Size;
    use crate::sudoku::text::description::Statements;

    /// A solver has nothing but the picture and these sentences.
    #[test]
    fn marks_that_look_alike_are_named_by_their_cells() {
        let sentences = |statements: &str| {
            let text = format!("size 4x4; {statements}").replace("; ", "\n");
            let statements = Statements::read(&text, "text").unwrap();
            let rules = statements.alone(Size::new(4).unwrap()).unwrap();
            let puzzle = crate::sudoku::Puzzle::new(rules);
            (
                super::sentences(puzzle.rules().spec()),
                super::super::svg(&puzzle).to_string(),
            )
        };
        let odd = "rule odd-sum(line): sum % 2 = 1";
        let own = format!("{odd}; rule own-sum(line, n): sum % 2 = n - n; odd-sum r1c1 r1c2");
        for (statements, expected) in [
            (
                format!("{own}; odd-sum r3c1 r3c2; own-sum 2 r4c1 r4c2; own-sum 3 r2c1 r2c2"),
                vec![
                    format!("{odd} (r1c1 r1c2, r3c1 r3c2)."),
                    "rule own-sum(line, n): sum % 2 = n - n (2: r4c1 r4c2).".to_owned(),
                    "rule own-sum(line, n): sum % 2 = n - n (3: r2c1 r2c2).".to_owned(),
                ],
            ),
            (
                "skyscraper 2 r1c1-r1c4; skyscraper 2 r4c1-r4c4; xsum 3 r1c1-r1c4".to_owned(),
                vec![
                    "2 digits are larger than all digits before them (r1c1-r1c4, r4c1-r4c4)."
                        .to_owned(),
                    "The first X digits have the sum 3, where X is the first of them (r1c1-r1c4)."
                        .to_owned(),
                ],
            ),
            (
                "skyscraper 2 r1c1-r1c4; skyscraper 1 r4c1-r4c4".to_owned(),
                vec![
                    "n (the number drawn) digits are larger than all digits before them."
                        .to_owned(),
                ],
            ),
            (
                "cage 5 r1c1 r1c2; look-and-say 21 r3c1 r3c2; sums 3 5 r4c1 r4c2".to_owned(),
                vec![
                    "The digits of a dashed cage add up to its number (r1c1 r1c2).".to_owned(),
                    "No digit is twice in a dashed cage (r1c1 r1c2).".to_owned(),
                    "In each of 21, the last figure is a digit and the first is how often it is in the cage \
                     (r3c1 r3c2)."
                        .to_owned(),
                    "The digits of a cage differ, and their sum is one of 3, 5 (r4c1 r4c2).".to_owned(),
                ],
            ),
            (
                "cage 5 r1c1 r1c2; cage 4 r3c1 r4c1".to_owned(),
                vec![
                    "The digits of a dashed cage add up to its number.".to_owned(),
                    "No digit is twice in a dashed cage.".to_owned(),
                ],
            ),
            (
                "equal-sums 1 2 r1c1 r3c2 r3c3".to_owned(),
                vec!["Groups of 1, 2 cells have the same sum (r1c1 = r3c2 + r3c3).".to_owned()],
            ),
            (
                "renban r1c1 r1c2; renban r3c1 r3c2".to_owned(),
                vec!["The digits on a purple line are consecutive, in any order.".to_owned()],
            ),
        ] {
            assert_eq!(sentences(&statements).0, expected, "{statements}");
        }
        // Lines of each rule of the user's own have their dashes.
        let (_, picture) = sentences(&format!("{own}; own-sum 2 r4c1 r4c2; renban r2c1 r2c2"));
        let dashes = picture.lines().filter_map(|line| {
            Some(
                line.split_once("dasharray=")?
                    .1
                    .split('"')
                    .nth(1)?
                    .to_owned(),
            )
        });
        assert_eq!(dashes.collect::<Vec<_>>(), ["1 14", "13 14"]);
    }
}
