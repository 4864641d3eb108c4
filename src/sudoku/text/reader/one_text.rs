//! Puzzles whose cells are one text: on a line, or in a list, an object or a tag.

use super::grid;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::Puzzle;
use crate::sudoku::text::annotations::Label;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::split::Body;
use crate::sudoku::text::{Form, messages, one_line};

/// The place of a text of cells.
pub(super) struct Source<'a> {
    /// The lines of the list, object or document that holds it.
    pub text: &'a str,
    /// The first of these lines.
    pub first: &'a Line,
    /// The byte of `text` where the cells start.
    pub start: usize,
}

/// Returns why a puzzle on a line is no grid of its size, if it is several overlapping grids.
fn several_grids(puzzle: &Puzzle) -> Option<String> {
    // Smaller ones are read by the million.
    if puzzle.size().side() < 12 {
        return None;
    }
    let clues = puzzle.clues_of_cells().iter();
    let texts: Vec<String> = clues
        .map(|clue| clue.map_or(".".to_owned(), |digit| digit.to_string()))
        .collect();
    let tokens: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = grid::overlap(puzzle.size(), &tokens)?;
    let samurai = |_| "found a Samurai Sudoku on one line, expected its 21 rows".to_owned();
    Some(found.map_or_else(|message| message, samurai))
}

impl Reader<'_> {
    /// Reads the puzzle on this line.
    pub(super) fn one_line(
        &mut self,
        found: one_line::OneLine,
        line: &Line,
    ) -> Result<(), InputError> {
        let form = found.form;
        self.last_of_list = Some((line.number, line.text.chars().count()));
        let label = self.label.take();
        let is_map = matches!(label, Some((Label::Map, _)));
        let mut found = found;
        let maps = found.maps(is_map);
        for map in maps.map_err(|fault| self.fault(line, fault))? {
            self.maps.push(self.annotation(line, 1, &map));
        }
        if found.is_map {
            return Ok(());
        }
        self.label = label;
        let name = self.lines.shared_name();
        let rules = self.rules_beside(found.size, None, |message| {
            messages::error_at(&name, line.number, 1, &line.text, message)
        })?;
        let read = found.read(rules, &self.options);
        let (puzzle, tokens, expected) = read.map_err(|fault| self.fault(line, fault))?;
        if let Some(message) = several_grids(&puzzle) {
            return Err(messages::error_at(
                &name,
                line.number,
                1,
                &line.text,
                message,
            ));
        }
        self.hand_out(puzzle, tokens, form, line.number, expected);
        Ok(())
    }

    /// Reads a puzzle in one line that was found inside another form: a list, a JSON object
    /// or an XML tag.
    pub(super) fn one_text(
        &mut self,
        cells: &str,
        form: Form,
        source: &Source,
        solution: Option<&str>,
    ) -> Result<(), InputError> {
        let (line, column) = messages::line_and_column(source.text, source.start);
        let shown = source.text.lines().nth(line - 1).unwrap_or_default();
        let line = Line {
            number: source.first.number + line as u64 - 1,
            text: shown.to_owned(),
        };
        let cells = match solution {
            Some(solution) => format!("{cells} {solution}"),
            None => cells.to_owned(),
        };
        let body = Body {
            text: cells.trim(),
            column,
            full: &cells,
            full_column: column,
        };
        match one_line::find(&body, &self.options).map_err(|fault| self.fault(&line, fault))? {
            Some(mut found) => {
                if found.form == Form::Line {
                    found.form = form;
                }
                self.one_line(found, &line)
            }
            None => {
                let found = cells.chars().count();
                let message =
                    format!("found a text of {found} symbols, expected the N² cells of a grid");
                Err(self.fault(&line, (column, message)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sudoku::text::{Options, read};
    use fastrand::Rng;

    /// Returns what is read of a text: puzzles and errors.
    fn all(text: &str) -> String {
        let items = read(text.as_bytes(), "list", &Options::default());
        let items = items.map(|item| match item {
            Ok(entry) => format!("{entry:?}\n"),
            Err(error) => format!("{error}\n").replace(" \n", "\n"),
        });
        items.collect()
    }

    /// A space behind the cells keeps a line from [`one_line::bare`](super::one_line::bare).
    #[test]
    fn bare_lines_are_read_as_others() {
        const GRID: &str =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
        const MAP: &str =
            "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
        let mut rng = Rng::with_seed(7);
        for round in 0..300 {
            let blanks = [".", "0", ".0", "05"][round % 4].as_bytes();
            let share = rng.usize(..=10);
            let mut line = |cells: &str| -> String {
                let cells = cells.chars();
                let cells = cells.map(|cell| match rng.usize(..10) < share {
                    true => char::from(blanks[rng.usize(..blanks.len())]),
                    false => cell,
                });
                cells.collect()
            };
            let (first, second, map) = (line(GRID), line(GRID), line(MAP));
            for text in [
                format!("{first}\n{second}\n"),
                format!("killer\n{first}\n\n{second}\n"),
                format!("Solution:\n{first}\n"),
                format!("{first}\nsolution\n{second}\n"),
                format!("{map}\n{first}\n"),
                format!("name,puzzle\n{first}\n{second}\n"),
                format!("[Puzzle]\n{first}\n"),
                format!("{first}\n---\n{second}\n# thermometer\n"),
            ] {
                let spaced = text.replace(&first, &format!("{first} "));
                let spaced = spaced.replace(&second, &format!("{second} "));
                let spaced = spaced.replace(&map, &format!("{map} "));
                assert!(all(&text) == all(&spaced.replace("  ", " ")), "{text}");
            }
        }
    }
}
