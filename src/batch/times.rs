//! The times of any number of puzzles, counted on a logarithmic scale.

/// Ratio of the bounds of two neighbouring classes of times.
const RATIO: f64 = 1.02;

/// Upper bound of the first class, in seconds: the unit of the system's clock.
const SHORTEST: f64 = 1e-9;

/// Times counted in classes that are 2 % wide, so that memory does not grow with their
/// number. A quantile is exact to 1 %.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Number of times by class; class `k` ends at `SHORTEST * RATIO^k`.
    counts: Vec<u64>,
    total: u64,
}

impl Times {
    /// Counts a time, in seconds.
    pub fn add(&mut self, seconds: f64) {
        let class = (seconds.max(SHORTEST) / SHORTEST).ln() / RATIO.ln();
        // `as` turns what is no number into 0; times have fewer than 3000 classes.
        let class = (class.ceil() as usize).min(3000);
        if class >= self.counts.len() {
            self.counts.resize(class + 1, 0);
        }
        self.counts[class] += 1;
        self.total += 1;
    }

    /// Returns the number of times.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Returns the time, in seconds, that a share of the times does not exceed: the
    /// median for 0.5. Returns `None` if there is no time.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let rank = ((share * self.total as f64).ceil() as u64).max(1);
        let mut below = 0;
        let class = self.counts.iter().position(|count| {
            below += count;
            below >= rank
        })?;
        // The geometric middle of the class.
        Some(SHORTEST * RATIO.powf(class as f64 - 0.5))
    }

    /// Returns the upper bound, in seconds, and the count of each class that is not
    /// empty, from the shortest times to the longest.
    pub fn classes(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let counts = self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        counts.map(|(class, &count)| (SHORTEST * RATIO.powf(class as f64), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_to_one_per_cent() {
        let mut times = Times::default();
        assert_eq!(times.quantile(0.5), None);
        for index in (1..=1000).rev() {
            times.add(f64::from(index) * 1e-3);
        }
        for (share, exact) in [(0.0, 0.001), (0.5, 0.5), (0.99, 0.99), (1.0, 1.0)] {
            let found = times.quantile(share).unwrap();
            assert!((found / exact - 1.0).abs() < 0.0101, "{share}: {found}");
        }
        assert_eq!(times.count(), 1000);
        assert_eq!(times.classes().map(|(_, count)| count).sum::<u64>(), 1000);
    }

    #[test]
    fn any_time_has_a_class() {
        let mut times = Times::default();
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-30] {
            times.add(seconds);
        }
        assert_eq!(times.count(), 6);
        assert!(times.classes().count() <= 3);
    }
}
