//! Powers of floats that are equal to the last bit on every platform.
//!
//! The results of `f64::powi` and similar functions depend on the compiler and on the platform's own library.
//! Everything that can decide a move uses these two functions or the crate `libm`; clippy refuses the others
//! (`clippy.toml`).

/// Returns `base` to the power of `exponent`, by squaring.
///
/// # Examples
/// ```
/// assert_eq!(minewise::num::power(1.5, 3), 3.375);
/// assert_eq!(minewise::num::power(0.0, 0), 1.0);
/// ```
pub fn power(base: f64, exponent: u32) -> f64 {
    let (mut res, mut square, mut rest) = (1.0, base, exponent);
    loop {
        if rest & 1 == 1 {
            res *= square;
        }
        rest >>= 1;
        if rest == 0 {
            return res;
        }
        square *= square;
    }
}

/// Returns 2 to the power of `exponent`; 0 or infinity if a float cannot hold it.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    libm::scalbn(1.0, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_repeated_products() {
        for base in [0.0, 0.1, 0.5, 1.0, 1.7, -3.0] {
            let mut product = 1.0;
            for exponent in 0..20 {
                assert!((power(base, exponent) - product).abs() <= 1e-14 * f64::abs(product));
                product *= base;
            }
        }
    }

    #[test]
    fn powers_of_two_reach_as_far_as_floats_do() {
        assert_eq!(power_of_two(-1074), f64::from_bits(1));
        assert_eq!(power_of_two(10), 1024.0);
        assert_eq!((power_of_two(1024), power_of_two(-1080)), (f64::INFINITY, 0.0));
    }
}
