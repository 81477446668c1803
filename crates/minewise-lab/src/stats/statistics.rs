//! Confidence intervals of rates and means.

pub(crate) use minewise::num::Z_95;
pub use minewise::num::wilson;

/// The 97.5 % quantiles of Student's t distribution with 1 to 30 degrees of freedom.
const T_95: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// Returns the mean of some values, and its 95 % confidence interval by Student's t distribution; `None` if there are no
/// values.
///
/// The interval of a single value, and of values that are all equal, is a point.
pub(crate) fn mean_ci95(values: &[f64]) -> Option<(f64, (f64, f64))> {
    let (first, rest) = values.split_first()?;
    if rest.iter().all(|value| value == first) {
        return Some((*first, (*first, *first)));
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let quantile = T_95.get(rest.len() - 1).copied().unwrap_or(Z_95);
    let spread = quantile * (squares / (n - 1.0) / n).sqrt();
    Some((mean, (mean - spread, mean + spread)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_that_of_student() {
        assert_eq!(mean_ci95(&[]), None);
        assert_eq!(mean_ci95(&[0.1]), Some((0.1, (0.1, 0.1))));
        assert_eq!(mean_ci95(&[0.1, 0.1, 0.1]), Some((0.1, (0.1, 0.1))));
        // The mean of 1, 2 and 3 has a standard error of 1/√3.
        let (mean, (low, high)) = mean_ci95(&[1.0, 2.0, 3.0]).unwrap();
        let spread = 4.303 / 3.0_f64.sqrt();
        assert!(mean == 2.0 && (2.0 - low - spread).abs() < 1e-9 && (high - 2.0 - spread).abs() < 1e-9);
    }
}
