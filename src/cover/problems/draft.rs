//! A draft of an instance: problem and canvas are built together, within
//! limits.

use super::{Instance, MAX_ENTRIES, ProblemError};
use crate::cover::picture::{Canvas, Mark};
use crate::cover::{Bounds, Builder, Color, ExactCover, Item};

/// A problem and its canvas, built option by option.
pub(super) struct Draft {
    builder: Builder,
    entries: usize,
    pub canvas: Canvas,
}

impl Draft {
    /// Creates an empty draft on this canvas.
    pub(super) fn new(canvas: Canvas) -> Draft {
        Draft {
            builder: ExactCover::builder(),
            entries: 0,
            canvas,
        }
    }

    /// Adds a primary item.
    pub(super) fn primary(&mut self, name: &str) -> Result<Item, ProblemError> {
        Ok(self.builder.primary(name)?)
    }

    /// Adds a primary item that is covered several times.
    pub(super) fn bounded(&mut self, name: &str, bounds: Bounds) -> Result<Item, ProblemError> {
        Ok(self.builder.bounded(name, bounds)?)
    }

    /// Adds a primary item for each name.
    pub(super) fn primaries(
        &mut self,
        names: impl IntoIterator<Item = String>,
    ) -> Result<Vec<Item>, ProblemError> {
        names.into_iter().map(|name| self.primary(&name)).collect()
    }

    /// Adds a secondary item.
    pub(super) fn secondary(&mut self, name: &str) -> Result<Item, ProblemError> {
        Ok(self.builder.secondary(name)?)
    }

    /// Adds an option of these items, which writes these marks.
    pub(super) fn option(
        &mut self,
        items: impl IntoIterator<Item = Item>,
        ink: impl IntoIterator<Item = (usize, Mark)>,
    ) -> Result<(), ProblemError> {
        self.colored(items.into_iter().map(|item| (item, None)), ink)
    }

    /// Returns the colour with this name.
    pub(super) fn color(&mut self, name: &str) -> Result<Color, ProblemError> {
        Ok(self.builder.color(name)?)
    }

    /// Adds an option of these items with these colours, which writes these
    /// marks.
    pub(super) fn colored(
        &mut self,
        items: impl IntoIterator<Item = (Item, Option<Color>)>,
        ink: impl IntoIterator<Item = (usize, Mark)>,
    ) -> Result<(), ProblemError> {
        let entries = &mut self.entries;
        let counted = items.into_iter().inspect(|_| *entries += 1);
        self.builder.colored(counted)?;
        if self.entries > MAX_ENTRIES {
            return Err(ProblemError::TooLarge);
        }
        self.canvas.option(ink);
        Ok(())
    }

    /// Returns the instance.
    pub(super) fn finish(self) -> Instance {
        Instance {
            problem: self.builder.build(),
            canvas: Some(self.canvas),
        }
    }
}
