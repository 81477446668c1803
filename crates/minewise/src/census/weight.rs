//! The numbers that counting is done in: fast, without bounds, or exact.

use crate::num::{Natural, power_of_two};

/// A count of layouts, in the arithmetic that the case needs.
///
/// All counts are sums of products of whole numbers, never differences, so nothing is lost to cancellation, and a
/// count is 0 only if there is nothing to count.
pub(crate) trait Weight: Clone {
    /// Nothing.
    fn zero() -> Self;
    /// A small count.
    fn small(count: u32) -> Self;
    /// Whether this is exactly nothing.
    fn is_zero(&self) -> bool;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// Adds.
    fn add(&mut self, other: &Self);
}

/// A count that can also be divided: what chances are made of.
pub(crate) trait Float: Weight + Copy {
    /// A positive number or 0.
    fn from_f64(value: f64) -> Self;
    /// The product with a positive number or 0.
    fn scale(self, factor: f64) -> Self;
    /// This as a fraction of `whole`.
    fn fraction_of(self, whole: Self) -> f64;
    /// The decimal logarithm.
    fn log10(self) -> f64;
}

impl Float for f64 {
    #[inline]
    fn from_f64(value: f64) -> f64 {
        value
    }

    #[inline]
    fn scale(self, factor: f64) -> f64 {
        self * factor
    }

    #[inline]
    fn fraction_of(self, whole: f64) -> f64 {
        self / whole
    }

    fn log10(self) -> f64 {
        libm::log10(self)
    }
}

/// Good while counts stay under [`LOG2_LIMIT`]: whole numbers of at least 1 cannot underflow.
impl Weight for f64 {
    #[inline]
    fn zero() -> f64 {
        0.0
    }

    #[inline]
    fn small(count: u32) -> f64 {
        f64::from(count)
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    #[inline]
    fn times(&self, other: &f64) -> f64 {
        self * other
    }

    #[inline]
    fn add(&mut self, other: &f64) {
        *self += other;
    }
}

/// Counts below 2 to this power are safe in an `f64`, with room for a few factors.
pub(crate) const LOG2_LIMIT: usize = 900;

impl Weight for Natural {
    fn zero() -> Natural {
        Natural::ZERO
    }

    fn small(count: u32) -> Natural {
        Natural::from(u64::from(count))
    }

    fn is_zero(&self) -> bool {
        Natural::is_zero(self)
    }

    fn times(&self, other: &Natural) -> Natural {
        self * other
    }

    fn add(&mut self, other: &Natural) {
        *self += other;
    }
}

/// A float with an exponent that does not run out: for counts with thousands of digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wide {
    /// Invariant: 0, or from 1 up to but not including 2.
    mantissa: f64,
    exponent: i64,
}

impl Wide {
    /// This divided by `2^exponent`, as a float; 0 or infinite if it is out of a float's range.
    pub(crate) fn scaled(self, exponent: i64) -> f64 {
        let power = (self.exponent - exponent).clamp(-2000, 2000) as i32;
        // In two steps, since 2^power alone may be out of range where the product is not.
        self.mantissa * power_of_two(power / 2) * power_of_two(power - power / 2)
    }

    /// The power of two just below this; only for what is not 0.
    pub(crate) fn exponent(self) -> i64 {
        self.exponent
    }

    /// Moves powers of two from the mantissa to the exponent, which loses nothing.
    fn normal(self) -> Wide {
        const EXPONENT_BITS: u64 = 0x7ff << 52;
        let bits = self.mantissa.to_bits();
        let biased = (bits & EXPONENT_BITS) >> 52;
        if self.mantissa == 0.0 {
            return Wide { mantissa: 0.0, exponent: 0 };
        }
        debug_assert!(biased != 0 && biased != 0x7ff, "products of mantissas are ordinary floats");
        let mantissa = f64::from_bits((bits & !EXPONENT_BITS) | (1023 << 52));
        Wide { mantissa, exponent: self.exponent + biased as i64 - 1023 }
    }
}

impl Float for Wide {
    fn from_f64(value: f64) -> Wide {
        Wide { mantissa: value, exponent: 0 }.normal()
    }

    fn scale(self, factor: f64) -> Wide {
        Wide { mantissa: self.mantissa * factor, exponent: self.exponent }.normal()
    }

    fn fraction_of(self, whole: Wide) -> f64 {
        if self.mantissa == 0.0 { 0.0 } else { self.scaled(whole.exponent) / whole.mantissa }
    }

    fn log10(self) -> f64 {
        libm::log10(self.mantissa) + self.exponent as f64 * std::f64::consts::LOG10_2
    }
}

impl Weight for Wide {
    fn zero() -> Wide {
        Wide { mantissa: 0.0, exponent: 0 }
    }

    fn small(count: u32) -> Wide {
        Wide::from_f64(f64::from(count))
    }

    fn is_zero(&self) -> bool {
        self.mantissa == 0.0
    }

    fn times(&self, other: &Wide) -> Wide {
        let product = self.mantissa * other.mantissa;
        Wide { mantissa: product, exponent: self.exponent + other.exponent }.normal()
    }

    fn add(&mut self, other: &Wide) {
        if self.mantissa == 0.0 {
            *self = *other;
        } else if other.mantissa != 0.0 {
            let (large, small) =
                if self.exponent >= other.exponent { (*self, *other) } else { (*other, *self) };
            let shift = large.exponent - small.exponent;
            // Beyond 64 places the smaller one changes nothing.
            let aligned = if shift > 64 { 0.0 } else { small.mantissa / (1u128 << shift) as f64 };
            *self = Wide { mantissa: large.mantissa + aligned, exponent: large.exponent }.normal();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_go_where_floats_cannot() {
        let mut power = Wide::small(1);
        for _ in 0..5000 {
            power = power.times(&Wide::small(3));
        }
        assert!((power.log10() - 5000.0 * libm::log10(3.0)).abs() < 1e-9);
        let mut sum = power;
        sum.add(&power);
        assert_eq!(power.fraction_of(sum), 0.5);
        sum.add(&Wide::zero());
        assert_eq!(power.scale(0.5).fraction_of(sum), 0.25);
        // A count is never lost, however small beside the rest.
        assert!(!Wide::small(1).is_zero() && Wide::small(1).fraction_of(power) == 0.0);
    }
}
