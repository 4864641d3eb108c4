//! The numbers of a comparison: scores over formulas and seeds, and ratios with their errors.

/// The scores of one solver.
pub(crate) struct Scores {
    /// For each formula, one score for each seed.
    pub of: Vec<Vec<f64>>,
    /// A score below this one counts as this one in logarithms.
    pub least: f64,
}

/// A ratio and its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub value: f64,
    /// Standard error of the natural logarithm of the value, over the formulas. It holds the
    /// differences between formulas and the luck of the seeds.
    pub error: f64,
}

impl Ratio {
    /// Returns 1, 0 or -1 if the ratio is above, about, or below 1. It is about 1 if its
    /// logarithm differs from 0 by at most two standard errors.
    pub(crate) fn side(self) -> i32 {
        let log = self.value.ln();
        match log.abs() > 2.0 * self.error {
            true => log.signum() as i32,
            false => 0,
        }
    }
}

impl Scores {
    /// Returns the mean over the formulas of the mean over the seeds.
    pub(crate) fn mean(&self) -> f64 {
        mean(self.of.iter().map(|seeds| mean(seeds.iter().copied())))
    }

    /// Returns the geometric mean, which counts each formula the same.
    pub(crate) fn geometric_mean(&self) -> f64 {
        mean(self.logs()).exp()
    }

    /// Returns the factor by which a run differs from the geometric mean of its formula, as a
    /// standard deviation over the seeds. `None` if no formula has two runs.
    pub(crate) fn spread(&self) -> Option<f64> {
        let logs = self.of.iter().map(|seeds| self.log(seeds));
        let variances: Vec<f64> = logs.filter_map(|logs| variance(&logs)).collect();
        (!variances.is_empty()).then(|| mean(variances.into_iter()).sqrt().exp())
    }

    /// Returns the ratio of the means to those of `other`, over the same formulas. Its error is
    /// that of the jackknife: each formula is left out once.
    pub(crate) fn ratio(&self, other: &Scores) -> Ratio {
        let sums = |scores: &Scores| -> Vec<f64> {
            scores
                .of
                .iter()
                .map(|seeds| mean(seeds.iter().copied()))
                .collect()
        };
        let (ours, theirs) = (sums(self), sums(other));
        let (all_ours, all_theirs) = (ours.iter().sum::<f64>(), theirs.iter().sum::<f64>());
        let without: Vec<f64> = ours
            .iter()
            .zip(&theirs)
            .map(|(ours, theirs)| ((all_ours - ours) / (all_theirs - theirs)).ln())
            .collect();
        let n = without.len() as f64;
        Ratio {
            value: all_ours / all_theirs,
            error: (n - 1.0) * standard_error(&without),
        }
    }

    /// Returns the geometric mean of the ratios to `other`, formula by formula.
    pub(crate) fn geometric_ratio(&self, other: &Scores) -> Ratio {
        let ratios: Vec<f64> = self.logs().zip(other.logs()).map(|(a, b)| a - b).collect();
        Ratio {
            value: mean(ratios.iter().copied()).exp(),
            error: standard_error(&ratios),
        }
    }

    /// Returns for each formula the mean of the logarithms of its scores.
    fn logs(&self) -> impl Iterator<Item = f64> {
        self.of
            .iter()
            .map(|seeds| mean(self.log(seeds).into_iter()))
    }

    fn log(&self, seeds: &[f64]) -> Vec<f64> {
        seeds
            .iter()
            .map(|score| score.max(self.least).ln())
            .collect()
    }
}

/// Returns the geometric mean of the scores.
pub(crate) fn geometric_mean(scores: &[f64]) -> f64 {
    mean(scores.iter().map(|score| score.ln())).exp()
}

/// Returns the arithmetic mean.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| {
        (sum + number, count + 1.0)
    });
    sum / count
}

/// Returns the variance of a sample, or `None` if it has less than two members.
fn variance(sample: &[f64]) -> Option<f64> {
    let middle = mean(sample.iter().copied());
    let squares: f64 = sample.iter().map(|number| (number - middle).powi(2)).sum();
    (sample.len() > 1).then(|| squares / (sample.len() - 1) as f64)
}

/// Returns the standard error of the mean of a sample: infinity if it has less than two members.
fn standard_error(sample: &[f64]) -> f64 {
    variance(sample).map_or(f64::INFINITY, |variance| {
        (variance / sample.len() as f64).sqrt()
    })
}
