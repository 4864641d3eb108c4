//! Named counts of steps.

use crate::io::counted_plural;
use std::fmt;

/// Named counts of the steps that a search took. They do not depend on the
/// machine, as its seconds do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(Vec<(&'static str, u64)>);

impl Steps {
    /// Returns the counts in the order given.
    pub fn new(counts: impl IntoIterator<Item = (&'static str, u64)>) -> Steps {
        Steps(counts.into_iter().collect())
    }

    /// Names and counts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }

    /// Returns the count of this name, if the engine has it.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.iter()
            .find_map(|(other, count)| (other == name).then_some(count))
    }

    /// Returns the sums of both counts of each name.
    #[must_use]
    pub fn plus(mut self, other: &Steps) -> Steps {
        for (name, count) in other.iter() {
            match self.0.iter_mut().find(|(own, _)| *own == name) {
                Some((_, sum)) => *sum = sum.saturating_add(count),
                None => self.0.push((name, count)),
            }
        }
        self
    }

    /// Returns the count that stands for the effort as a whole: the first.
    pub fn main(&self) -> Option<(&'static str, u64)> {
        self.0.first().copied()
    }
}

/// The counts in a row: `12 conflicts, 345 decisions`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, count)) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{}", counted_plural(count, name))?;
        }
        Ok(())
    }
}
