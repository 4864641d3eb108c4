//! An instance in the making: problem and canvas grow together, within bounds.

use super::{Instance, MAX_ENTRIES, ProblemError};
use crate::cover::picture::{Canvas, Mark};
use crate::cover::{Builder, Color, ExactCover, Item};

/// A problem and its canvas, option by option.
pub(super) struct Draft {
    builder: Builder,
    entries: usize,
    pub canvas: Canvas,
}

impl Draft {
    /// Nothing yet, on this canvas.
    pub fn new(canvas: Canvas) -> Draft {
        Draft {
            builder: ExactCover::builder(),
            entries: 0,
            canvas,
        }
    }

    /// A primary item.
    pub fn primary(&mut self, name: &str) -> Result<Item, ProblemError> {
        Ok(self.builder.primary(name)?)
    }

    /// A primary item for each name.
    pub fn primaries(
        &mut self,
        names: impl IntoIterator<Item = String>,
    ) -> Result<Vec<Item>, ProblemError> {
        names.into_iter().map(|name| self.primary(&name)).collect()
    }

    /// A secondary item.
    pub fn secondary(&mut self, name: &str) -> Result<Item, ProblemError> {
        Ok(self.builder.secondary(name)?)
    }

    /// An option of these items, which writes these marks.
    pub fn option(
        &mut self,
        items: impl IntoIterator<Item = Item>,
        ink: impl IntoIterator<Item = (usize, Mark)>,
    ) -> Result<(), ProblemError> {
        self.colored(items.into_iter().map(|item| (item, None)), ink)
    }

    /// The colour with this name.
    pub fn color(&mut self, name: &str) -> Result<Color, ProblemError> {
        Ok(self.builder.color(name)?)
    }

    /// An option of these items with these colours, which writes these marks.
    pub fn colored(
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

    /// The instance.
    pub fn finish(self) -> Instance {
        Instance {
            problem: self.builder.build(),
            canvas: Some(self.canvas),
            course: None,
        }
    }
}
