//! Fixed-point numbers, whose sums do not depend on the order of adding.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// A fixed-point number in steps of 2⁻³².
///
/// Serialised as the number of steps. Sums saturate at the greatest value, far beyond the sums of any games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fixed(i128);

/// The number of steps of 1.
const ONE: f64 = (1u64 << 32) as f64;

impl Fixed {
    /// Returns the number nearest to this value; 0 for NaN.
    pub fn new(value: f64) -> Fixed {
        Fixed((value * ONE).round() as i128)
    }

    /// Returns the value.
    pub fn value(self) -> f64 {
        self.0 as f64 / ONE
    }
}

impl AddAssign for Fixed {
    fn add_assign(&mut self, other: Fixed) {
        self.0 = self.0.saturating_add(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_fractions_do_not_depend_on_their_order() {
        let values: Vec<f64> = (1..100).map(|idx| f64::from(idx * 7919 % 101 - 50) / 7.0).collect();
        let sum = |values: &mut dyn Iterator<Item = &f64>| {
            let mut sum = Fixed::default();
            values.for_each(|&value| sum += Fixed::new(value));
            sum
        };
        let forth = sum(&mut values.iter());
        assert_eq!(forth, sum(&mut values.iter().rev()));
        assert!((forth.value() - values.iter().sum::<f64>()).abs() < 1e-7);
    }

    #[test]
    fn extremes_neither_panic_nor_wrap() {
        let mut most = Fixed::new(f64::MAX);
        most += most;
        assert_eq!(most.0, i128::MAX);
        assert_eq!(Fixed::new(f64::NAN), Fixed(0));
        let text = serde_json::to_string(&most).unwrap();
        assert_eq!(serde_json::from_str::<Fixed>(&text).unwrap(), most);
        assert_eq!(serde_json::to_string(&Fixed::new(-0.5)).unwrap(), "-2147483648");
    }
}
