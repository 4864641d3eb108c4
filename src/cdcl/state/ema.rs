//! Exponential moving averages, corrected for their start at zero.
//!
//! An average that starts at zero is too small for a long time. Dividing it by
//! the total weight of the values so far corrects that (Kingma and Ba, "Adam",
//! 2014; in SAT solvers since CaDiCaL).

/// A moving average over about `window` values.
#[derive(Clone, Debug)]
pub(in crate::cdcl) struct Ema {
    alpha: f64,
    biased: f64,
    /// Total weight of the values before the first one: (1 − alpha)ⁿ after n
    /// values.
    missing: f64,
}

impl Ema {
    pub(crate) fn new(window: f64) -> Ema {
        Ema {
            alpha: 1.0 / window,
            biased: 0.0,
            missing: 1.0,
        }
    }

    pub(crate) fn update(&mut self, value: f64) {
        self.biased += self.alpha * (value - self.biased);
        self.missing *= 1.0 - self.alpha;
    }

    /// Returns the average, or 0 before the first value.
    pub(crate) fn value(&self) -> f64 {
        if self.missing == 1.0 {
            return 0.0;
        }
        self.biased / (1.0 - self.missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_values_count_in_full() {
        let mut ema = Ema::new(1000.0);
        assert_eq!(ema.value(), 0.0);
        ema.update(5.0);
        assert!((ema.value() - 5.0).abs() < 1e-9);
        ema.update(7.0);
        assert!((ema.value() - 6.0).abs() < 1e-2);
        for _ in 0..100_000 {
            ema.update(2.0);
        }
        assert!((ema.value() - 2.0).abs() < 1e-9);
    }
}
