//! Solutions as a matrix: a row for each option, a column for each item, the chosen rows coloured.

use super::{HUES, Panel, Picture, Square};
use crate::cover::{ExactCover, OptionId};

/// Largest number of options, and of items, of a matrix that is drawn. Chosen by hand: the
/// picture is 2 600 pixels wide then.
pub const MOST: usize = 64;

/// Returns `true` if the problem is small enough to be drawn.
pub fn fits(problem: &ExactCover) -> bool {
    problem.num_options() <= MOST && problem.num_items() <= MOST
}

/// Draws a solution, if the problem is small enough.
///
/// # Panics
/// If the problem has no such option.
pub fn matrix(problem: &ExactCover, chosen: &[OptionId]) -> Option<Picture> {
    if !fits(problem) {
        return None;
    }
    let text = |text: &str| Square {
        text: text.to_owned(),
        ..Square::default()
    };
    let heads = problem.items().map(|item| Some(text(problem.name(item))));
    let mut squares: Vec<Option<Square>> = std::iter::once(None).chain(heads).collect();
    for option in problem.options() {
        let number = (option.index() + 1).to_string();
        let place = chosen.iter().position(|&other| other == option);
        let cell = |text: String| {
            Some(Square {
                text,
                region: place.map_or(1, |place| place as u32 + 2),
                hue: place.map(|place| (place % usize::from(HUES)) as u8),
                ..Square::default()
            })
        };
        squares.push(Some(text(problem.label(option).unwrap_or(&number))));
        let mut row: Vec<Option<Square>> = problem.items().map(|_| cell(String::new())).collect();
        for (item, color) in problem.colored(option) {
            let color = color.map_or("1", |color| problem.color_name(color));
            row[item.index()] = cell(color.to_owned());
        }
        squares.append(&mut row);
    }
    Some(Picture {
        title: "the matrix with the rows of a solution".to_owned(),
        panels: vec![Panel {
            squares,
            ..Panel::rectangle(0, problem.num_items() + 1)
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_rows_are_regions_with_hues() {
        let mut builder = ExactCover::builder();
        for name in ["a", "b"] {
            builder.primary(name).unwrap();
        }
        for items in [&["a"][..], &["a", "b"], &["b"]] {
            builder.option_named(items.iter().copied()).unwrap();
        }
        builder.label("C").unwrap();
        let problem = builder.build();
        let chosen = [OptionId::new(2), OptionId::new(0)];
        let picture = matrix(&problem, &chosen).unwrap();
        let panel = &picture.panels[0];
        let shown = |row: usize| -> Vec<(&str, u32, Option<u8>)> {
            let squares = panel.squares[3 * row..3 * row + 3].iter().flatten();
            squares
                .map(|square| (&*square.text, square.region, square.hue))
                .collect()
        };
        assert_eq!(shown(0), [("a", 0, None), ("b", 0, None)]);
        assert_eq!(
            shown(1),
            [("1", 0, None), ("1", 3, Some(1)), ("", 3, Some(1))]
        );
        assert_eq!(shown(2), [("2", 0, None), ("1", 1, None), ("1", 1, None)]);
        assert_eq!(
            shown(3),
            [("C", 0, None), ("", 2, Some(0)), ("1", 2, Some(0))]
        );
    }
}
