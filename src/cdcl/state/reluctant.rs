//! Reluctant doubling: Luby's sequence 1, 1, 2, 1, 1, 2, 4, … without a table.
//!
//! The sequence is from Luby, Sinclair, Zuckerman, "Optimal Speedup of Las
//! Vegas Algorithms", 1993. "Reluctant doubling" is Knuth's way to compute it
//! with two variables (The Art of Computer Programming, 7.2.2.2, exercise 293).

/// A countdown whose periods are the numbers of Luby's sequence times a unit.
#[derive(Clone, Debug)]
pub(in crate::cdcl) struct Reluctant {
    unit: u64,
    u: i64,
    v: i64,
    countdown: u64,
}

impl Reluctant {
    pub(crate) fn new(unit: u64) -> Reluctant {
        let unit = unit.max(1);
        Reluctant {
            unit,
            u: 1,
            v: 1,
            countdown: unit,
        }
    }

    /// Counts one conflict.
    pub(crate) fn tick(&mut self) {
        self.countdown = self.countdown.saturating_sub(1);
    }

    /// Returns `true` if the current period is over.
    pub(crate) fn is_over(&self) -> bool {
        self.countdown == 0
    }

    /// Begins the next period.
    pub(crate) fn advance(&mut self) {
        if self.u & -self.u == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        self.countdown = self.unit.saturating_mul(self.v as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_periods_are_lubys() {
        let mut reluctant = Reluctant::new(1);
        let periods: Vec<u64> = (0..15)
            .map(|_| {
                let period = reluctant.countdown;
                reluctant.advance();
                period
            })
            .collect();
        assert_eq!(periods, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
