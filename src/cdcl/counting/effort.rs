//! The effort limit of the search for structure, in steps instead of seconds.

use crate::budget::Budget;

/// Number of steps between two checks of the budget. Chosen by hand: larger
/// numbers notice the end of the budget later, smaller ones read the clock more
/// often.
const POLL: u64 = 1 << 18;

/// The limit on steps and the steps spent, each about one memory access.
pub(super) struct Effort<'a> {
    limit: u64,
    spent: u64,
    budget: &'a Budget,
    poll: u64,
}

impl<'a> Effort<'a> {
    /// Creates a limit of `limit` steps, which also ends when the budget's time
    /// is over or its interrupt is raised.
    pub(super) fn new(limit: u64, budget: &'a Budget) -> Effort<'a> {
        Effort {
            limit,
            spent: 0,
            budget,
            poll: POLL,
        }
    }

    /// Counts `steps` steps, and one for the call.
    pub(super) fn spend(&mut self, steps: usize) {
        self.spent += steps as u64 + 1;
        if self.spent >= self.poll {
            self.poll = self.spent + POLL;
            // The budget's own steps are conflicts, of which there are none
            // here.
            if self.budget.exhausted(0).is_some() {
                self.limit = 0;
            }
        }
    }

    /// Returns `true` if the search must end.
    pub(super) fn is_spent(&self) -> bool {
        self.spent >= self.limit
    }

    /// Returns the number of steps spent.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }
}
