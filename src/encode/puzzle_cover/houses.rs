//! Exact covers of many puzzles with the same rules.
//!
//! A puzzle's problem is mostly the names of its items, which the rules alone
//! decide. They are made once; a puzzle then adds its options.

use super::{Constraint, items_of_houses};
use crate::cover::{BuildError, Builder, ExactCover, Item};
use crate::sudoku::{Candidates, Puzzle, Rules};
use std::sync::Arc;

/// The items of the exact covers of all puzzles whose rules are these and state
/// houses alone.
#[derive(Clone, Debug)]
pub struct CoverTemplate {
    rules: Arc<Rules>,
    builder: Builder,
    /// By [`Constraint::index`].
    items: Vec<Item>,
}

impl CoverTemplate {
    /// Makes the items; `None` if the rules have pairs, or tables such as cages,
    /// whose items and options depend on the puzzle.
    ///
    /// # Errors
    /// If they are too many for an [`ExactCover`].
    pub fn new(rules: &Arc<Rules>) -> Result<Option<CoverTemplate>, BuildError> {
        if !rules.pairs().is_empty() || !rules.tables().is_empty() {
            return Ok(None);
        }
        let mut builder = ExactCover::builder();
        let mut items = vec![None; Constraint::count(rules)];
        for primary in [true, false] {
            items_of_houses(rules, primary, &mut builder, &mut items, &mut || false)?;
        }
        Ok(Some(CoverTemplate {
            rules: Arc::clone(rules),
            builder,
            items: items.into_iter().flatten().collect(),
        }))
    }

    /// Returns `true` if this is the template for puzzles with these rules.
    pub fn is_for(&self, rules: &Arc<Rules>) -> bool {
        Arc::ptr_eq(&self.rules, rules) || self.rules == *rules
    }

    /// Returns the same problem as [`cover`](super::cover) makes of a puzzle with the
    /// template's rules.
    ///
    /// # Errors
    /// If it is too large for an [`ExactCover`].
    pub fn problem(&self, puzzle: &Puzzle) -> Result<ExactCover, BuildError> {
        let mut builder = self.builder.clone();
        for candidate in Candidates::new(puzzle).iter() {
            let constraints = Constraint::of(candidate, &self.rules);
            builder.option(constraints.map(|index| self.items[index]))?;
        }
        Ok(builder.build())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::knuth;
    use crate::encode::cover;
    use crate::sudoku::rules::Spec;
    use crate::sudoku::{Digit, Size};

    #[test]
    fn a_template_gives_the_same_problem() {
        let mut diagonals = Spec::boxes(3, 2).unwrap();
        diagonals.diagonals = [true; 2];
        let plain = Rules::plain(2).unwrap();
        for rules in [plain, Rules::new(diagonals).unwrap().into()] {
            let template = CoverTemplate::new(&rules).unwrap().unwrap();
            assert!(template.is_for(&rules));
            let mut puzzle = Puzzle::new(Arc::clone(&rules));
            for clues in 0..4 {
                let text = |problem: &ExactCover| {
                    let mut text = Vec::new();
                    knuth::write(problem, &mut text).unwrap();
                    text
                };
                let problem = template.problem(&puzzle).unwrap();
                assert_eq!(text(&problem), text(&cover(&puzzle).unwrap()));
                let cell = rules.size().cell(5 * clues);
                puzzle.set_clue(cell, Some(Digit::from_index(clues)));
            }
        }
        let other = Rules::usual(Size::of_order(3).unwrap());
        let template = CoverTemplate::new(&other).unwrap().unwrap();
        assert!(!template.is_for(&Rules::plain(2).unwrap()));
    }
}
