//! The logistic function, the same to the last bit on every platform.
//!
//! The standard library leaves `exp` to the platform, and platforms differ in its last bit. Addition, multiplication
//! and division are exactly specified, so this uses nothing else.

/// Computes `1 / (1 + exp(-x))`, which maps any number to a chance.
///
/// # Examples
/// ```
/// assert_eq!(minewise_players::logistic(0.0), 0.5);
/// assert_eq!(minewise_players::logistic(-1000.0), 0.0);
/// ```
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// Computes the exponential function to within a few units of the last place; 0 below -708 and infinity above 708.
pub(crate) fn exp(x: f64) -> f64 {
    /// The logarithm of 2 in two parts: the first has few enough bits for its multiples up to 2^11 to be exact, the
    /// second is the rest.
    const LN_2: (f64, f64) = (0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10);
    if x < -708.0 {
        return 0.0;
    }
    if x > 708.0 {
        return f64::INFINITY;
    }
    // x = n ln 2 + rest, with the rest small enough for a short series.
    let n = (x / std::f64::consts::LN_2).round();
    let rest = (x - n * LN_2.0) - n * LN_2.1;
    let series = (1..=14).rev().fold(1.0, |sum, k| 1.0 + sum * rest / f64::from(k));
    let power = f64::from_bits(((1023 + n as i64) as u64) << 52);
    series * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential_function() {
        for step in -70_000..=70_000 {
            let x = f64::from(step) * 0.01;
            assert!((exp(x) / libm::exp(x) - 1.0).abs() < 1e-14, "{x}");
        }
    }

    #[test]
    fn it_rises_from_0_to_1_and_is_symmetric() {
        let mut last = 0.0;
        for step in -4000..=4000 {
            let x = f64::from(step) * 0.01;
            assert!(logistic(x) >= last);
            assert!((logistic(x) + logistic(-x) - 1.0).abs() < 1e-15);
            last = logistic(x);
        }
        assert_eq!((logistic(-800.0), logistic(800.0)), (0.0, 1.0));
        assert!(logistic(f64::NAN).is_nan());
    }
}
