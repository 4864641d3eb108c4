//! A bound on the search for structure, in steps instead of seconds.

use crate::budget::Budget;

/// How often the budget is looked at.
const POLL: u64 = 1 << 18;

/// Steps of about a memory access each: how many may be spent, how many were.
pub(super) struct Effort<'a> {
    limit: u64,
    spent: u64,
    budget: &'a Budget,
    poll: u64,
}

impl<'a> Effort<'a> {
    /// At most `limit` steps, and none once the budget's time is over or its
    /// interrupt raised.
    pub fn new(limit: u64, budget: &'a Budget) -> Effort<'a> {
        Effort {
            limit,
            spent: 0,
            budget,
            poll: POLL,
        }
    }

    /// Counts `steps`, and one for the call.
    pub fn spend(&mut self, steps: usize) {
        self.spent += steps as u64 + 1;
        if self.spent >= self.poll {
            self.poll = self.spent + POLL;
            // Of the budget's steps none is done here.
            if self.budget.exhausted(0).is_some() {
                self.limit = 0;
            }
        }
    }

    /// Whether it is time to stop.
    pub fn is_spent(&self) -> bool {
        self.spent >= self.limit
    }

    /// How much was spent.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}
