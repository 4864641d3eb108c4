//! The common interface of all exact-cover searches.

use super::{Choice, ExactCover, Method, Natural, OptionId};
use crate::budget::{Budget, Stop};
use std::{fmt, iter};

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SearchStats {
    /// Solutions found.
    pub solutions: u64,
    /// Nodes of the search tree: the root and every option tried.
    pub nodes: u64,
    /// Elements removed from a list or a set while items were covered.
    pub updates: u64,
}

/// A search for the solutions of a problem, one after the other.
///
/// It can be stopped after any solution, or when its budget ends, and continued
/// later.
pub trait Search: Send {
    /// Continues to the next solution. Returns `true` if there is one, and
    /// `false` on every call after the last.
    ///
    /// The budget's steps are nodes, counted from the start of the search.
    ///
    /// # Errors
    /// If the budget or the memory ends.
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop>;

    /// Returns the number of all solutions, if the search can count without
    /// finding them one by one. The search may then be unable to list them.
    ///
    /// # Errors
    /// If the budget or the memory ends.
    fn total(&mut self, _budget: &Budget) -> Result<Option<Natural>, Stop> {
        Ok(None)
    }

    /// Returns the number of all solutions; if there are `wanted` or more, any number from `wanted`
    /// up may be returned. `None` if the search has no faster way than to find them one by one.
    /// After a number was returned the search may be unable to list solutions.
    ///
    /// # Errors
    /// If the budget or the memory ends.
    fn count_to(&mut self, _wanted: u64, _budget: &Budget) -> Result<Option<Natural>, Stop> {
        Ok(None)
    }

    /// Returns the options of the current solution, found by
    /// [`advance`](Search::advance), in the order in which they were chosen.
    fn solution(&mut self) -> &[OptionId];

    /// Returns the counters of the search.
    fn stats(&self) -> SearchStats;

    /// Returns the estimated share (0 to 1) of the search tree that is done. The
    /// estimate assumes that all options of a node have subtrees of the same
    /// size.
    fn progress(&self) -> f64;

    /// Returns the work so far in nanoseconds, estimated from the counters: it
    /// does not depend on the clock.
    fn work(&self) -> u64 {
        let stats = self.stats();
        5 * (stats.nodes + stats.updates)
    }

    /// Returns the method that answers, if there is a choice between several.
    fn method(&self) -> Option<Method> {
        None
    }

    /// Returns the counters with their names, nodes first.
    fn steps(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![("nodes", stats.nodes), ("updates", stats.updates)]
    }

    /// Continues to the next solution and returns its options, or `None` if
    /// there is no further one.
    ///
    /// # Errors
    /// If the budget or the memory ends.
    fn next_solution(&mut self, budget: &Budget) -> Result<Option<&[OptionId]>, Stop> {
        Ok(match self.advance(budget)? {
            true => Some(self.solution()),
            false => None,
        })
    }
}

/// Returns the number of solutions of a search, or one that is at least `wanted`: that of all if
/// `wanted` is the largest number.
///
/// # Errors
/// If the budget or the memory ends; the next call continues.
pub(super) fn count(
    search: &mut dyn Search,
    wanted: u64,
    budget: &Budget,
) -> Result<Natural, Stop> {
    let count = match wanted {
        u64::MAX => search.total(budget)?,
        _ => search.count_to(wanted, budget)?,
    };
    if let Some(count) = count {
        return Ok(count);
    }
    while search.stats().solutions < wanted && search.advance(budget)? {}
    Ok(search.stats().solutions.into())
}

/// Returns an iterator over the solutions that are still to come, each as its options in
/// the order in which they were chosen. Any search will do.
///
/// ```
/// use sudosat::budget::Budget;
/// use sudosat::cover::{self, ExactCover, dlx::{Choice, Dlx}};
///
/// let mut builder = ExactCover::builder();
/// builder.primary("a")?;
/// builder.option_named(["a"])?;
/// builder.option_named(["a"])?;
/// let mut search = Dlx::new(&builder.build(), Choice::Smallest);
/// let solutions: Result<Vec<_>, _> =
///     cover::solutions(&mut search, &Budget::unlimited()).collect();
/// assert_eq!(solutions.unwrap().len(), 2);
/// # Ok::<(), cover::BuildError>(())
/// ```
pub fn solutions<'a>(search: &'a mut dyn Search, budget: &'a Budget) -> Solutions<'a> {
    Solutions {
        search,
        budget,
        ended: false,
    }
}

impl ExactCover {
    /// Returns an iterator over all solutions, each as its options in the order in which they were
    /// chosen. The method is [`Method::Auto`], and there are no limits. If the memory
    /// ends, the last item is an error.
    ///
    /// ```
    /// use sudosat::cover::ExactCover;
    ///
    /// let problem: ExactCover = "a b c d\na b\nc d\nb c\na d".parse()?;
    /// for solution in problem.solutions() {
    ///     let names: Vec<String> = solution?.iter().map(|&option| problem.text(option)).collect();
    ///     println!("{}", names.join(", "));
    /// }
    /// assert_eq!(problem.solutions().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self) -> impl Iterator<Item = Result<Vec<OptionId>, Stop>> + use<> {
        let search = Method::Auto.start(self, Choice::Smallest);
        let mut search = search.expect("`auto` has a search for every problem");
        let (budget, mut ended) = (Budget::unlimited(), false);
        iter::from_fn(move || next(&mut *search, &budget, &mut ended))
    }
}

/// An iterator over solutions, made by [`solutions`]. If the budget or the memory ends,
/// its last item is an error.
pub struct Solutions<'a> {
    search: &'a mut dyn Search,
    budget: &'a Budget,
    ended: bool,
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions")
            .field("stats", &self.search.stats())
            .finish_non_exhaustive()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Vec<OptionId>, Stop>;

    fn next(&mut self) -> Option<Result<Vec<OptionId>, Stop>> {
        next(self.search, self.budget, &mut self.ended)
    }
}

/// Returns the next item of an iterator over solutions, unless its last one has `ended` it.
fn next(
    search: &mut dyn Search,
    budget: &Budget,
    ended: &mut bool,
) -> Option<Result<Vec<OptionId>, Stop>> {
    if *ended {
        return None;
    }
    let next = search.next_solution(budget).transpose();
    *ended = !matches!(next, Some(Ok(_)));
    Some(next?.map(<[OptionId]>::to_vec))
}

/// The next action of a search by Algorithm X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Enter a node: all options chosen so far are selected.
    Enter,
    /// Try the next option of the item chosen last, or leave the item if there is none.
    Try,
    /// Leave a node: unselect the option selected last.
    Leave,
    /// Every possibility was tried, and everything is restored.
    Done,
}

/// Returns Knuth's estimate of the share of the tree that is done. Each level
/// is given as the index of the current option, from 0, and the number of
/// options.
///
/// No levels means that the search has not begun.
pub(super) fn share_done(levels: impl Iterator<Item = (u64, u64)>) -> f64 {
    let mut levels = levels.peekable();
    if levels.peek().is_none() {
        return 0.0;
    }
    let (mut done, mut part) = (0.0, 1.0);
    for (place, size) in levels {
        part /= size.max(1) as f64;
        done += place as f64 * part;
    }
    done + part / 2.0
}
