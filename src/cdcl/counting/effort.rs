//! A bound on the search for structure, in steps instead of seconds.

/// Steps of about a memory access each: how many may be spent, how many were.
pub(super) struct Effort {
    limit: u64,
    spent: u64,
}

impl Effort {
    pub fn new(limit: u64) -> Effort {
        Effort { limit, spent: 0 }
    }

    /// Counts `steps`, and one for the call.
    pub fn spend(&mut self, steps: usize) {
        self.spent += steps as u64 + 1;
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
