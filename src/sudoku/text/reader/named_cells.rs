//! Grids that name their cells, as `r1c1=5 r1c4=3`.

use super::grid::Found;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::Form;
use crate::sudoku::text::cell_names::{self, CellName, Clue};
use crate::sudoku::text::lines::Line;

impl Reader<'_> {
    /// Reads the grid whose cells are named on this line and those after it.
    pub(super) fn named(&mut self, first: Line) -> Result<(), InputError> {
        let mut lines = vec![first];
        while let Some(line) = self
            .lines
            .peek(0)?
            .filter(|line| cell_names::begins(&line.text))
        {
            lines.push(line.clone());
            self.lines.next()?;
        }
        let mut clues: Vec<(Clue, usize)> = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let of_line = cell_names::clues(&line.text).map_err(|fault| self.fault(line, fault))?;
            clues.extend(of_line.into_iter().map(|clue| (clue, index)));
        }
        let names: Vec<CellName> = clues.iter().map(|(clue, _)| clue.name).collect();
        let rules = self.options.rules.as_ref();
        let sizes = (1..=36).filter(|&side| {
            let size = Size::new(side);
            size.is_some_and(|size| rules.is_some_and(|rules| rules.are_for(size)))
        });
        let sides: Vec<usize> = sizes.collect();
        let whole = |reader: &Self, message| reader.fault(&lines[0], (1, message));
        let side = cell_names::side(&names, &sides).map_err(|message| whole(self, message))?;
        let base = cell_names::base(&names, side).map_err(|message| whole(self, message))?;
        let Some(size) = Size::new(side) else {
            return Err(whole(
                self,
                format!("found cells up to row or column {side}"),
            ));
        };
        let mut tokens = vec![""; size.num_cells()];
        let mut places = vec![(lines[0].number, 1); size.num_cells()];
        for (clue, line) in &clues {
            let line = &lines[*line];
            let place = clue.name.cell(base, size).map(|cell| cell.index(size));
            let free = place.filter(|&place| tokens[place].is_empty());
            let Some(place) = free else {
                let message = match place {
                    Some(place) => format!("found {} again, expected it once", size.cell(place)),
                    None => format!("found no cell of a grid of {size}, expected one"),
                };
                return Err(self.fault(line, (clue.column, message)));
            };
            tokens[place] = clue.token;
            places[place] = (line.number, clue.token_column);
        }
        let texts: Vec<(u64, &str)> = lines
            .iter()
            .map(|line| (line.number, line.text.as_str()))
            .collect();
        let cells = tokens.into_iter().zip(places);
        let found = Found {
            line: lines[0].number,
            ..Found::of_cells(Form::Named, side, cells)
        };
        self.grid(found, &texts)
    }
}
