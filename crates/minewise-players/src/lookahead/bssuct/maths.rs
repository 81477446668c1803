//! Logarithms and powers that are the same to the last bit on every platform, unlike those of the standard library.

use crate::chance::exp;

/// Computes the natural logarithm of a count to within a few units of the last place; 0 for 0.
pub(super) fn ln(count: u64) -> f64 {
    if count <= 1 {
        return 0.0;
    }
    // count = 2^shift m with m from 0.75 to 1.5, and ln m = 2 artanh(z) with z = (m − 1) / (m + 1). Since z is small,
    // few terms of the series suffice.
    let shift = (count.ilog2() + u32::from(count >> (count.ilog2() - 1) & 1 == 1)).min(63);
    let m = count as f64 / (1u64 << shift) as f64;
    let z = (m - 1.0) / (m + 1.0);
    let square = z * z;
    let series = (0..=12).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    2.0 * z * series + f64::from(shift) * std::f64::consts::LN_2
}

/// Computes a power of a count, rounded up; at least 1.
pub(super) fn power(count: u64, exponent: f64) -> usize {
    // Subtracted so that a whole number with a rounding error is not rounded up to the next.
    (exp(exponent * ln(count)) - 1e-9).ceil().max(1.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_libm_except_for_rounding() {
        for count in (1..5000).chain([1 << 40, (1 << 50) + 12345, u64::MAX]) {
            let expected = libm::log(count as f64);
            assert!((ln(count) - expected).abs() <= 1e-14 * expected.max(1.0), "{count}: {}", ln(count));
        }
        assert_eq!((ln(0), ln(1)), (0.0, 0.0));
    }

    #[test]
    fn powers_are_rounded_up_but_not_past_whole_numbers() {
        assert_eq!([0, 1, 2, 4, 5, 9, 10, 10_000].map(|count| power(count, 0.5)), [1, 1, 2, 2, 3, 3, 4, 100]);
        assert_eq!([1, 7, 1000].map(|count| power(count, 1.0)), [1, 7, 1000]);
        assert_eq!(power(1000, 0.0), 1);
    }
}
