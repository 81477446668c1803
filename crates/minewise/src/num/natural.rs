//! Natural numbers of any size, with the few operations that exact counting needs.

use super::power_of_two;
use std::fmt;
use std::ops::{AddAssign, Mul};

/// A natural number (0 or more) of any size.
///
/// # Examples
/// ```
/// use minewise::num::Natural;
/// assert_eq!(Natural::choose(81, 10).to_string(), "1878392407320");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// Base 2⁶⁴, least significant first. Invariant: the last limb is not 0.
    limbs: Vec<u64>,
}

impl Natural {
    /// The number 0.
    pub const ZERO: Natural = Natural { limbs: Vec::new() };

    /// The number of ways to choose `k` of `n` things.
    pub fn choose(n: usize, k: usize) -> Natural {
        if k > n {
            return Natural::ZERO;
        }
        let k = k.min(n - k) as u64;
        let mut res = Natural::from(1);
        for step in 1..=k {
            // C(n, step) = C(n, step - 1) * (n - step + 1) / step, a whole number at every step.
            res.scale(n as u64 - step + 1);
            let rest = res.divide(step);
            debug_assert_eq!(rest, 0, "binomials are whole");
        }
        res
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Multiplies by `factor`, in place.
    pub fn scale(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let wide = u128::from(*limb) * u128::from(factor) + carry;
            *limb = wide as u64;
            carry = wide >> 64;
        }
        if carry > 0 {
            self.limbs.push(carry as u64);
        }
        self.trim();
    }

    /// Divides by `divisor`, in place, and returns the remainder.
    ///
    /// # Panics
    /// When `divisor` is 0.
    pub fn divide(&mut self, divisor: u64) -> u64 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let wide = (rest << 64) | u128::from(*limb);
            *limb = (wide / u128::from(divisor)) as u64;
            rest = wide % u128::from(divisor);
        }
        self.trim();
        rest as u64
    }

    /// The number as a fraction of `whole`, to the precision of an `f64`; 0 when `whole` is 0.
    pub fn fraction_of(&self, whole: &Natural) -> f64 {
        let (top, top_exponent) = self.leading();
        let (bottom, bottom_exponent) = whole.leading();
        if bottom == 0.0 {
            return 0.0;
        }
        let exponent = top_exponent - bottom_exponent;
        top / bottom * power_of_two(exponent.clamp(-2000, 2000) as i32)
    }

    /// The decimal logarithm; minus infinity for 0.
    pub fn log10(&self) -> f64 {
        let (leading, exponent) = self.leading();
        libm::log10(leading) + exponent as f64 * std::f64::consts::LOG10_2
    }

    /// The leading three limbs as a float, and the exponent of the power of two to multiply it with.
    // Three limbs have at least 129 significant bits, more than enough for a float.
    fn leading(&self) -> (f64, i64) {
        let n_limbs = self.limbs.len();
        let leading =
            self.limbs.iter().rev().take(3).fold(0.0, |acc, &limb| acc * power_of_two(64) + limb as f64);
        (leading, 64 * (n_limbs as i64 - n_limbs.min(3) as i64))
    }

    /// Restores the invariant: removes leading zeros.
    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}

impl From<u64> for Natural {
    fn from(value: u64) -> Natural {
        Natural { limbs: if value == 0 { Vec::new() } else { vec![value] } }
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        if self.limbs.len() < other.limbs.len() {
            self.limbs.resize(other.limbs.len(), 0);
        }
        let mut carry = false;
        for (idx, limb) in self.limbs.iter_mut().enumerate() {
            let (sum, over) = limb.overflowing_add(other.limbs.get(idx).copied().unwrap_or(0));
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = over || over_again;
        }
        if carry {
            self.limbs.push(1);
        }
    }
}

impl Mul for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        let mut limbs = vec![0u64; self.limbs.len() + other.limbs.len()];
        for (idx, &limb) in self.limbs.iter().enumerate() {
            let mut carry = 0;
            for (offset, &by) in other.limbs.iter().enumerate() {
                let place = &mut limbs[idx + offset];
                let wide = u128::from(limb) * u128::from(by) + u128::from(*place) + carry;
                *place = wide as u64;
                carry = wide >> 64;
            }
            limbs[idx + other.limbs.len()] = carry as u64;
        }
        let mut res = Natural { limbs };
        res.trim();
        res
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> std::cmp::Ordering {
        let by_length = self.limbs.len().cmp(&other.limbs.len());
        by_length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest power of ten that fits in a limb.
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut rest = self.clone();
        let mut chunks = Vec::new();
        while !rest.is_zero() {
            chunks.push(rest.divide(CHUNK));
        }
        let mut digits = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            digits.push_str(&format!("{chunk:019}"));
        }
        f.pad_integral(true, "", &digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_have_their_known_values() {
        assert_eq!(Natural::choose(5, 2).to_string(), "10");
        assert_eq!(Natural::choose(5, 6).to_string(), "0");
        assert_eq!(Natural::choose(256, 40).to_string(), "104921249538770987879991995968495941124675048800");
        let expert = Natural::choose(480, 99).to_string();
        assert_eq!((expert.len(), &expert[..10]), (105, "5602209993"));
    }

    #[test]
    fn pascals_rule_holds_across_limbs() {
        for (n, k) in [(130, 64), (200, 7), (400, 199)] {
            let mut sum = Natural::choose(n, k);
            sum += &Natural::choose(n, k + 1);
            assert_eq!(sum, Natural::choose(n + 1, k + 1));
        }
    }

    #[test]
    fn products_and_fractions_agree() {
        let (small, large) = (Natural::choose(300, 100), Natural::choose(300, 101));
        let product = &small * &large;
        assert!((libm::log10(product.fraction_of(&large)) - small.log10()).abs() < 1e-12);
        assert!((small.fraction_of(&large) - 101.0 / 200.0).abs() < 1e-15);
        assert_eq!(&Natural::ZERO * &small, Natural::ZERO);
        assert_eq!(Natural::ZERO.fraction_of(&small), 0.0);
        assert!(small < large && large > Natural::from(7));
    }
}
