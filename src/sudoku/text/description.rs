//! Puzzles and rules described in words: one statement a line, maps for what
//! can be drawn. `docs/RULES.md` has the format with an example of each rule;
//! [`crate::sudoku::print::description`] writes it.
//!
//! [`Statements`] are rules without a puzzle, as the option `--rules` takes them.

mod map;
mod statement;
pub(super) mod words;

use super::{Stated, Tokens, alphabet, messages};
use crate::io::InputError;
use crate::sudoku::rules::{Regions, RuleId, Rules, RulesError, Spec};
use crate::sudoku::{Candidate, Cell, Digit, Puzzle, Size, Symbols};
use map::Map;
use std::sync::Arc;
use words::{Fault, Place};

pub(super) use words::{
    are_statements, begins_statement, has_clues, is_description, is_misspelt, wants_map,
};

/// The line that parts two puzzles of a file.
pub(super) const SEPARATOR: &str = "---";

/// Rules that are stated, not yet for a grid of a certain size.
#[derive(Clone, Debug)]
pub struct Statements {
    name: String,
    /// The number of the first line, from 1.
    first_line: u64,
    lines: Vec<String>,
    /// The sizes that are stated or follow from maps and boxes.
    sizes: Vec<(Size, Place)>,
    /// The first cells of several grids.
    grids: Option<(Vec<Cell>, Place)>,
    regions: Option<(Regions, Place)>,
    /// All rules but the size and the regions.
    others: Spec,
    /// By rule, as [`RulesError`] names it, where each was stated. The flag is
    /// set for cages with repeats, which rules number after the others.
    places: Vec<(&'static str, bool, Place)>,
    /// The rules of the user's own that are defined, with the places of their definitions.
    own: Vec<(RuleId, Place)>,
    /// Every cell that is named.
    cells: Vec<(Cell, Place)>,
    symbols: Option<(Symbols, Place)>,
    candidates: Vec<(Cell, Vec<(String, Place)>)>,
    /// The place of the first statement `candidates`.
    candidates_at: Option<Place>,
    clues: Option<(Map, Place)>,
}

/// Reads the description of a puzzle, and its clues as they stand there.
/// `first_line` is the number of its first line in the input `name`.
pub(super) fn parse(
    text: &str,
    name: &str,
    first_line: u64,
) -> Result<(Puzzle, Tokens), InputError> {
    let statements = Statements::read_from(text, name, first_line)?;
    let puzzle = statements
        .puzzle()
        .map_err(|fault| statements.error(fault))?;
    let tokens = match &statements.clues {
        Some((clues, _)) => Tokens::words(clues.cells.iter().map(|(text, _)| text.as_str())),
        None => Tokens::words(puzzle.size().cells().map(|_| ".")),
    };
    Ok((puzzle, tokens.stated(statements.symbols.is_some())))
}

impl Statements {
    /// Reads rules; `name` is what errors call the text.
    ///
    /// # Errors
    /// If a line is no statement, or states clues or symbols, which are a
    /// puzzle's.
    pub fn read(text: &str, name: &str) -> Result<Statements, InputError> {
        Statements::read_from(text, name, 1)?.without_puzzle()
    }

    /// Checks that neither clues nor symbols are stated, which are a puzzle's.
    fn without_puzzle(self) -> Result<Statements, InputError> {
        let of_puzzle = self.clues.as_ref().map(|(_, place)| (place, "clues"));
        let symbols = self.symbols.as_ref();
        match of_puzzle.or(symbols.map(|(_, place)| (place, "symbols"))) {
            Some((&place, word)) => {
                let message = format!("found '{word}', expected rules: {word} belong to a puzzle");
                Err(self.error((place, message)))
            }
            None => Ok(self),
        }
    }

    /// Adds these rules to a puzzle whose own text states rules.
    ///
    /// # Errors
    /// If the rules do not fit the grid, or its own regions differ.
    pub(super) fn apply(&self, puzzle: &Puzzle) -> Result<Puzzle, InputError> {
        let apply = || {
            let mut spec = puzzle.rules().spec().clone();
            if let Some((regions, place)) = &self.regions
                && spec.regions != *regions
            {
                let message = "found regions, expected none: the puzzle's own text says others";
                return Err((*place, message.to_owned()));
            }
            self.add_to(&mut spec)?;
            let rules = self.rules(spec)?;
            let mut puzzle = puzzle.clone().with_rules(rules);
            let excluded = self.excluded(puzzle.size(), puzzle.symbols())?;
            puzzle.exclude_all(excluded);
            Ok(puzzle)
        };
        apply().map_err(|fault| self.error(fault))
    }

    /// Reads rules that begin in this line of the input `name`.
    ///
    /// # Errors
    /// As [`Statements::read`].
    pub(super) fn read_at(
        text: &str,
        name: &str,
        first_line: u64,
    ) -> Result<Statements, InputError> {
        Statements::read_from(text, name, first_line)?.without_puzzle()
    }

    /// Returns `true` if anything is stated.
    pub(super) fn states_any(&self) -> bool {
        let smallest = Size::new(1).expect("1 is a size");
        !self.sizes.is_empty()
            || self.grids.is_some()
            || self.regions.is_some()
            || self.candidates_at.is_some()
            || self.others != Spec::latin(smallest)
    }

    /// Adds these rules, which stand beside a puzzle. Regions take the place of its boxes
    /// unless `has_own_regions`.
    ///
    /// # Errors
    /// If the rules do not fit the grid, or it has other regions.
    pub(super) fn apply_beside(
        &self,
        puzzle: &Puzzle,
        has_own_regions: bool,
    ) -> Result<Puzzle, InputError> {
        let mut spec = puzzle.rules().spec().clone();
        match &self.regions {
            Some((regions, _)) if !has_own_regions && !matches!(spec.regions, Regions::Map(_)) => {
                spec.regions = regions.clone();
                let rules = self.check_size(spec.size).and_then(|()| self.rules(spec));
                let rules = rules.map_err(|fault| self.error(fault))?;
                self.apply(&puzzle.clone().with_rules(rules))
            }
            _ => self.apply(puzzle),
        }
    }

    /// Returns `true` if regions are stated.
    pub fn states_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// Returns the size that is stated: of several grids if their places are.
    fn size(&self) -> Result<Option<Size>, Fault> {
        let (Some(&(size, _)), Some((starts, place))) = (self.sizes.first(), &self.grids) else {
            return Ok(self.sizes.first().map(|(size, _)| *size));
        };
        let several = size.overlapping(starts.clone());
        several
            .map(Some)
            .map_err(|error| (*place, error.to_string()))
    }

    /// Returns the first cells of several grids, if they are stated.
    #[cfg(feature = "json")]
    pub(super) fn grids(&self) -> Option<&[Cell]> {
        self.grids.as_ref().map(|(starts, _)| &starts[..])
    }

    /// Checks that no other size is stated.
    fn check_size(&self, size: Size) -> Result<(), Fault> {
        let others = |found: &dyn std::fmt::Display, place| {
            let message = format!("found {found}, expected {size} as in the rest of the puzzle");
            Err((place, message))
        };
        if let Some((other, place)) = self
            .sizes
            .iter()
            .find(|(other, _)| other.side() != size.side())
        {
            return others(other, *place);
        }
        let Some((starts, place)) = &self.grids else {
            return Ok(());
        };
        match size.overlapping(starts.clone()) {
            Ok(same) if same == size => Ok(()),
            Ok(_) => others(&"other grids", *place),
            Err(error) => Err((*place, error.to_string())),
        }
    }

    /// Returns the rules of a grid of this size which comes with no more than the boxes
    /// it is `drawn` with. Stated regions take the place of its boxes.
    ///
    /// # Errors
    /// If the rules do not fit the grid, or it has no boxes and no regions are
    /// stated.
    pub(super) fn rules_of(
        &self,
        size: Size,
        drawn: Option<Spec>,
    ) -> Result<Arc<Rules>, InputError> {
        let rules = || {
            let mut spec = match (&self.regions, drawn.or_else(|| Spec::usual(size))) {
                (Some((regions, _)), _) => Spec {
                    regions: regions.clone(),
                    ..Spec::latin(size)
                },
                (None, Some(spec)) => spec,
                (None, None) => return Err(((0, 1), no_boxes(size))),
            };
            self.add_to(&mut spec)?;
            self.rules(spec)
        };
        rules().map_err(|fault| self.error(fault))
    }

    /// Returns the rules alone, of the size that is stated, or of size `default`.
    ///
    /// # Errors
    /// If the rules make no sense in a grid of this size, or candidates are stated,
    /// which are a puzzle's.
    pub fn alone(&self, default: Size) -> Result<Arc<Rules>, InputError> {
        self.without_candidates()?;
        match self.size().map_err(|fault| self.error(fault))? {
            // As in a description, a stated size without boxes is a Latin square.
            Some(size) => self.rules_of(size, Spec::usual(size).or(Some(Spec::latin(size)))),
            None => self.rules_of(default, None),
        }
    }

    /// Checks that no candidates are stated, which are a puzzle's.
    ///
    /// # Errors
    /// If there are some.
    pub(super) fn without_candidates(&self) -> Result<(), InputError> {
        match self.candidates_at {
            None => Ok(()),
            Some(place) => {
                let message = "found candidates, expected rules: candidates belong to a puzzle";
                Err(self.error((place, message.to_owned())))
            }
        }
    }

    /// Returns `true` if the rules say that grids have this size or which regions
    /// they have, and nothing against this size.
    pub(super) fn are_for(&self, size: Size) -> bool {
        let is_stated = !self.sizes.is_empty() || self.regions.is_some();
        is_stated && self.check_size(size).is_ok()
    }

    /// Excludes the candidates that the statements `candidates` leave out.
    ///
    /// # Errors
    /// If a candidate is no symbol of the puzzle.
    pub(super) fn exclude(&self, puzzle: &mut Puzzle) -> Result<(), InputError> {
        let excluded = self.excluded(puzzle.size(), puzzle.symbols());
        puzzle.exclude_all(excluded.map_err(|fault| self.error(fault))?);
        Ok(())
    }

    /// Returns the puzzle that is described.
    fn puzzle(&self) -> Result<Puzzle, Fault> {
        let size = match self.size()? {
            Some(size) => size,
            None => {
                let message = "found no size, expected one: state 'size 9x9', or give 'clues'";
                return Err(((0, 1), message.to_owned()));
            }
        };
        let mut spec = Spec::usual(size).unwrap_or_else(|| Spec::latin(size));
        if let Some((regions, _)) = &self.regions {
            spec.regions = regions.clone();
        }
        self.add_to(&mut spec)?;
        let mut puzzle = Puzzle::new(self.rules(spec)?);
        if let Some((symbols, place)) = &self.symbols {
            if let Symbols::Chars(chars) = symbols
                && chars.len() != size.side()
            {
                let (found, side) = (chars.len(), size.side());
                return Err((*place, format!("found {found} symbols, expected {side}")));
            }
            puzzle = puzzle.with_symbols(symbols.clone());
        }
        if let Some((clues, _)) = &self.clues {
            let stated = self.symbols.as_ref().map(|(symbols, _)| match symbols {
                Symbols::Numbers { first: 0 } => Stated::FromZero,
                Symbols::Numbers { .. } => Stated::FromOne,
                Symbols::Chars(chars) => Stated::Chars(Arc::clone(chars)),
            });
            let texts = clues.cells.iter().map(|(text, _)| text.as_str());
            let parted = texts.clone().any(|text| text.chars().count() > 1);
            let reading = alphabet::read(size, texts, parted, stated.as_ref())
                .map_err(|(cell, message)| (clues.cells[cell].1, message))?;
            if stated.is_none() {
                puzzle = puzzle.with_symbols(reading.symbols);
            }
            puzzle.set_clues(reading.digits);
        }
        let excluded = self.excluded(size, puzzle.symbols())?;
        puzzle.exclude_all(excluded);
        Ok(puzzle)
    }

    /// Adds the rules, all but regions, to those of a grid.
    fn add_to(&self, spec: &mut Spec) -> Result<(), Fault> {
        let size = spec.size;
        self.check_size(size)?;
        if let Some(&(cell, place)) = self.cells.iter().find(|(cell, _)| !size.has(*cell)) {
            let (rows, cols) = (size.rows(), size.cols());
            let expected = match size.is_one_grid() {
                true => format!("one from r1c1 to r{rows}c{cols}"),
                false => "one of a grid".to_owned(),
            };
            return Err((place, format!("found the cell {cell}, expected {expected}")));
        }
        let others = &self.others;
        spec.diagonals = [0, 1].map(|index| spec.diagonals[index] | others.diagonals[index]);
        spec.windows |= others.windows;
        spec.disjoint_groups |= others.disjoint_groups;
        spec.extra.extend_from_slice(&others.extra);
        spec.cages.extend_from_slice(&others.cages);
        spec.parities.extend_from_slice(&others.parities);
        spec.arrows.extend_from_slice(&others.arrows);
        spec.marks.extend(others.marks.iter().map(|mark| {
            let mut mark = mark.clone();
            if mark.numbers.is_empty() {
                let usual = mark.rule.usual_number(spec.size.side());
                mark.numbers.extend(usual);
            }
            mark
        }));
        Ok(())
    }

    fn rules(&self, spec: Spec) -> Result<Arc<Rules>, Fault> {
        // Plain rules are shared by all puzzles of their order.
        if let Some(plain) = spec.size.order().and_then(Rules::plain)
            && *plain.spec() == spec
        {
            return Ok(plain);
        }
        let rules = Rules::new(spec).map_err(|error| (self.place_of(&error), error.to_string()));
        rules.map(Arc::new)
    }

    /// Returns the place of the statement that caused an error; the first line if no
    /// statement of this text did.
    fn place_of(&self, error: &RulesError) -> Place {
        let stated = |rule: &str, number: usize| {
            let mut places = Vec::from_iter(self.places.iter().filter(|place| place.0 == rule));
            places.sort_by_key(|(_, repeats, _)| *repeats);
            places.get(number - 1).map(|(_, _, place)| *place)
        };
        let place = match error {
            RulesError::Boxes { .. }
            | RulesError::Map { .. }
            | RulesError::Region { .. }
            | RulesError::Regions { .. }
            | RulesError::Jigsaws => self.regions.as_ref().map(|(_, place)| *place),
            RulesError::Windows => stated("windoku", 1),
            RulesError::Groups => stated("disjoint-groups", 1),
            RulesError::Outside { rule, .. }
            | RulesError::Twice { rule, .. }
            | RulesError::TooFew { rule, .. }
            | RulesError::TooMany { rule, .. }
            | RulesError::Bulb { rule, .. }
            | RulesError::Shape { rule, .. }
            | RulesError::Mark { rule, .. }
            | RulesError::Number { rule, .. } => {
                let mut words = rule.split(' ');
                words
                    .next()
                    .zip(words.next())
                    .and_then(|(rule, number)| stated(rule, number.parse().ok()?))
            }
        };
        place.unwrap_or((0, 1))
    }

    /// Returns the candidates that the statements `candidates` leave out.
    fn excluded(&self, size: Size, symbols: &Symbols) -> Result<Vec<Candidate>, Fault> {
        let mut excluded = Vec::new();
        for (cell, words) in &self.candidates {
            let mut left: Vec<Digit> = Vec::new();
            for (text, place) in words {
                let digits = words::digits(text, size, symbols);
                left.extend(digits.map_err(|message| (*place, message))?);
            }
            let others = size.digits().filter(|digit| !left.contains(digit));
            excluded.extend(others.map(|digit| Candidate::new(*cell, digit)));
        }
        Ok(excluded)
    }

    fn error(&self, ((index, column), message): Fault) -> InputError {
        let text = self.lines.get(index).map_or("", String::as_str);
        messages::error_at(
            &self.name,
            self.first_line + index as u64,
            column,
            text,
            message,
        )
    }
}

/// Returns the message about a grid that has no boxes and comes without rules.
pub(super) fn no_boxes(size: Size) -> String {
    format!("found a grid of {size}, which has no boxes; say its rules: --rules latin, or regions")
}

#[cfg(test)]
mod tests;
