//! Schedules: the next run of a technique, and its effort limit.

/// The next run of a technique, in conflicts.
pub(in crate::cdcl) struct Schedule {
    /// Number of conflicts between two runs, before it grows; `None` for never.
    interval: Option<u64>,
    /// Number of conflicts at which the technique is due.
    due: u64,
}

impl Schedule {
    /// Returns a schedule whose first run is after `interval` conflicts.
    pub(crate) fn new(interval: Option<u64>) -> Schedule {
        Schedule {
            interval,
            due: interval.unwrap_or(u64::MAX),
        }
    }

    /// Returns `true` if the technique is due after this many conflicts.
    pub(crate) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.due
    }

    /// Sets the next run to `growth` times the interval from now on.
    pub(crate) fn postpone(&mut self, conflicts: u64, growth: f64) {
        self.due = match self.interval {
            Some(interval) => conflicts.saturating_add((interval as f64 * growth) as u64),
            None => u64::MAX,
        };
    }
}

/// A share of the search's ticks that a technique may spend.
#[derive(Default)]
pub(in crate::cdcl) struct Share {
    /// Ticks of the search of which the share was used.
    used: u64,
}

impl Share {
    /// Returns the share of the ticks since it was last used up, in ticks:
    /// `thousandths` of them.
    pub(crate) fn get(&self, ticks: u64, thousandths: u64) -> u64 {
        (ticks - self.used).saturating_mul(thousandths) / 1000
    }

    /// Marks the share of all ticks up to now as spent.
    pub(crate) fn use_up(&mut self, ticks: u64) {
        self.used = ticks;
    }

    /// Returns the share and uses it up.
    pub(crate) fn take(&mut self, ticks: u64, thousandths: u64) -> u64 {
        let share = self.get(ticks, thousandths);
        self.use_up(ticks);
        share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_grows_and_one_without_interval_is_never_due() {
        let mut schedule = Schedule::new(Some(10));
        assert!(!schedule.is_due(9) && schedule.is_due(10));
        schedule.postpone(10, 2.5);
        assert!(!schedule.is_due(34) && schedule.is_due(35));
        let mut never = Schedule::new(None);
        never.postpone(7, 1.0);
        assert!(!never.is_due(u64::MAX - 1));
    }

    #[test]
    fn a_share_is_of_the_ticks_since_it_was_used_up() {
        let mut share = Share::default();
        assert_eq!(share.get(5000, 200), 1000);
        assert_eq!(share.take(5000, 200), 1000);
        assert_eq!(share.take(6000, 200), 200);
    }
}
