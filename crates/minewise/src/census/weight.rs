//! The number types used for counting: plain floats, floats with a wide exponent, and exact integers.

use crate::num::{Natural, power_of_two};

/// A number type that can count layouts.
///
/// All counts are sums of products of whole numbers, never differences. So floats lose nothing to cancellation, and a
/// count is 0 only if there is nothing to count.
pub(crate) trait Weight: Clone {
    /// The table entries that stand for a node with such a weight: nine bytes each, rounded.
    const SIZE: usize;
    /// Zero.
    fn zero() -> Self;
    /// Converts a small count.
    fn small(count: u32) -> Self;
    /// Whether this is exactly zero.
    fn is_zero(&self) -> bool;
    /// Returns the product.
    fn times(&self, other: &Self) -> Self;
    /// Adds `other`.
    fn add(&mut self, other: &Self);
}

/// A number type that can also be divided, for computing chances.
pub(crate) trait Float: Weight + Copy {
    /// Converts a number that is not negative.
    fn from_f64(value: f64) -> Self;
    /// Returns the product with a number that is not negative.
    fn scale(self, factor: f64) -> Self;
    /// Returns this as a fraction of `whole`.
    fn fraction_of(self, whole: Self) -> f64;
    /// Returns the decimal logarithm.
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

/// Suitable while counts stay below 2 to the power [`LOG2_LIMIT`]. They cannot underflow, since a count is 0 or at
/// least 1.
impl Weight for f64 {
    const SIZE: usize = 1;

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

/// The most unsettled cells whose layouts are counted in an `f64`: there are at most 2 to this power.
// An `f64` overflows at 2^1024; the difference leaves room for a few more factors.
pub(crate) const LOG2_LIMIT: usize = 900;

impl Weight for Natural {
    /// Without any limbs. These numbers are only used without limits.
    const SIZE: usize = 3;

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

/// A float with a 64-bit exponent, for counts with thousands of digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wide {
    /// Invariant: 0, or at least 1 and less than 2.
    mantissa: f64,
    exponent: i64,
}

impl Wide {
    /// Returns this divided by `2^exponent`, as a plain float; 0 or infinity if it is out of range.
    pub(crate) fn scaled(self, exponent: i64) -> f64 {
        let power = (self.exponent - exponent).clamp(-2000, 2000) as i32;
        // In two steps, since 2^power alone may be out of range where the product is not.
        self.mantissa * power_of_two(power / 2) * power_of_two(power - power / 2)
    }

    /// The binary exponent; meaningless for 0.
    pub(crate) fn exponent(self) -> i64 {
        self.exponent
    }

    /// Moves powers of two from the mantissa to the exponent, without rounding.
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
    const SIZE: usize = 2;

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
            // A mantissa has 53 bits, so beyond 64 places the smaller number changes nothing.
            let aligned = if shift > 64 { 0.0 } else { small.mantissa / (1u128 << shift) as f64 };
            *self = Wide { mantissa: large.mantissa + aligned, exponent: large.exponent }.normal();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_exceed_the_range_of_floats() {
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
        // A count never becomes zero, however small it is compared with the others.
        assert!(!Wide::small(1).is_zero() && Wide::small(1).fraction_of(power) == 0.0);
    }
}
