//! The inequalities that contain a variable, which a substitution may change.
//!
//! Only their number is kept at first. The first substitution of a variable that is
//! in use makes the lists, which are kept up to date from then on, so that a step
//! takes time linear in the inequalities that it changes.

use super::handle::Handle;
use crate::formula::Var;

/// A list has at most `MOST_OLD` times as many entries as its variable has uses, plus
/// `SPARE`: entries of deleted inequalities are removed when there are more. Chosen by
/// hand.
const MOST_OLD: usize = 2;
/// See `MOST_OLD`.
const SPARE: usize = 16;

/// For each variable, the inequalities present that contain it.
#[derive(Default)]
pub(super) struct Uses {
    /// Their number.
    counts: Vec<u32>,
    /// Their places in the table of handles in ascending order, and those of some that
    /// were deleted; `None` until the lists are needed.
    lists: Option<Vec<Vec<u32>>>,
}

impl Uses {
    /// Returns `true` if an inequality contains the variable.
    pub(super) fn has(&self, var: Var) -> bool {
        self.counts.get(var.index()).is_some_and(|&count| count > 0)
    }

    /// Returns `true` if there are lists.
    pub(super) fn has_lists(&self) -> bool {
        self.lists.is_some()
    }

    /// Begins the lists. The inequalities present must be [listed](Uses::list) then.
    pub(super) fn begin_lists(&mut self) {
        self.lists = Some(vec![Vec::new(); self.counts.len()]);
    }

    /// Counts an inequality that contains the variable.
    pub(super) fn count(&mut self, var: Var) {
        if var.index() >= self.counts.len() {
            self.counts.resize(var.index() + 1, 0);
        }
        self.counts[var.index()] += 1;
    }

    /// Takes back a count, of an inequality that is deleted.
    pub(super) fn lose(&mut self, var: Var) {
        self.counts[var.index()] -= 1;
    }

    /// Adds an inequality, which was counted, to the variable's list if there are lists.
    /// `place` is its place in `handles`.
    pub(super) fn list(&mut self, var: Var, place: u32, handles: &[Handle]) {
        let Some(lists) = &mut self.lists else {
            return;
        };
        if var.index() >= lists.len() {
            lists.resize(var.index() + 1, Vec::new());
        }
        let list = &mut lists[var.index()];
        list.push(place);
        if list.len() > MOST_OLD * self.counts[var.index()] as usize + SPARE {
            list.retain(|&place| handles[place as usize] != Handle::NONE);
        }
    }

    /// Returns the variable's list, some of whose inequalities may have been deleted.
    pub(super) fn of(&self, var: Var) -> &[u32] {
        let list = self.lists.as_ref().and_then(|lists| lists.get(var.index()));
        list.map_or(&[], Vec::as_slice)
    }
}
