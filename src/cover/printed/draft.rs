//! The problem of a page, built item by item and option by option.

use super::page::Page;
use crate::cover::{Builder, ExactCover, Item};
use crate::io::InputError;
use std::collections::HashSet;

/// A problem whose faults are reported at their places in a page.
pub(super) struct Draft<'p, W> {
    page: &'p Page<'p>,
    /// The word for an option in errors: `row` of a table, `set` of a family.
    noun: &'static str,
    pub(super) builder: Builder,
    labels: HashSet<String>,
    warn: W,
}

impl<'p, W: FnMut(InputError)> Draft<'p, W> {
    /// Creates an empty problem whose options the text calls by this noun. `warn` receives
    /// findings that are suspicious but no errors.
    pub(super) fn new(page: &'p Page<'p>, noun: &'static str, warn: W) -> Draft<'p, W> {
        Draft {
            page,
            noun,
            builder: ExactCover::builder(),
            labels: HashSet::new(),
            warn,
        }
    }

    /// Adds a primary item, whose name stands at an offset.
    pub(super) fn item(&mut self, offset: usize, name: &str) -> Result<(), InputError> {
        let added = self.builder.primary(name);
        added
            .map(|_| ())
            .map_err(|error| self.page.refused(offset, &error))
    }

    /// Adds an option at an offset, with its items and its name, each at its own offset.
    pub(super) fn option(
        &mut self,
        offset: usize,
        items: &[(usize, Item)],
        label: Option<(usize, &str)>,
    ) -> Result<(), InputError> {
        let (page, noun) = (self.page, self.noun);
        if items.is_empty() {
            let message = format!("this {noun} is empty, so no solution has it");
            (self.warn)(page.error(offset, message));
        }
        let started = self.builder.start_option();
        started.map_err(|error| page.refused(offset, &error))?;
        for &(offset, item) in items {
            let added = self.builder.extend_option(item, None);
            added.map_err(|error| page.refused(offset, &error))?;
        }
        self.builder.end_option();
        let Some((offset, label)) = label else {
            return Ok(());
        };
        if !self.labels.insert(label.to_owned()) {
            let message = format!("{noun} '{label}' is named twice");
            return Err(page.error(offset, message));
        }
        let labelled = self.builder.label(label);
        labelled.map_err(|error| page.refused(offset, &error))
    }
}
