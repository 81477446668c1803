//! How alike two boards are.

use std::fmt;
use std::str::FromStr;

use super::board::Coding;

/// A kernel, of the numbers that two boards are coded as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {
    /// `1 + product / cells`.
    Linear,
    /// `(1 + product / cells)` to the power of 2 or 3.
    Polynomial(u8),
    /// `exp(−gamma · squared distance)`, by its gamma.
    Rbf(f64),
}

/// The greatest gamma that is read.
const MOST_GAMMA: f64 = 1e6;

impl Kernel {
    /// The kernels to choose from.
    pub(super) fn grid(coding: Coding) -> Vec<Kernel> {
        let gammas = match coding {
            Coding::Integer => [0.1, 0.3, 1.0, 3.0],
            Coding::OneHot => [0.02, 0.05, 0.1, 0.2],
        };
        let plain = [Kernel::Linear, Kernel::Polynomial(2), Kernel::Polynomial(3)];
        plain.into_iter().chain(gammas.map(Kernel::Rbf)).collect()
    }

    /// How alike two boards of as many cells are.
    pub(super) fn of(self, coding: Coding, one: &[u8], other: &[u8]) -> f64 {
        let (product, square) = coding.compare(one, other);
        let linear = 1.0 + product / one.len().max(1) as f64;
        match self {
            Kernel::Linear => linear,
            Kernel::Polynomial(degree) => linear.powi(i32::from(degree)),
            Kernel::Rbf(gamma) => (-gamma * square).exp(),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kernel::Linear => write!(f, "linear"),
            Kernel::Polynomial(degree) => write!(f, "polynomial {degree}"),
            Kernel::Rbf(gamma) => write!(f, "rbf {gamma}"),
        }
    }
}

impl FromStr for Kernel {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Kernel, &'static str> {
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        let kernel = match words.as_slice() {
            ["linear"] => Some(Kernel::Linear),
            ["polynomial", "2"] => Some(Kernel::Polynomial(2)),
            ["polynomial", "3"] => Some(Kernel::Polynomial(3)),
            ["rbf", gamma] => {
                let gamma = gamma.parse().ok().filter(|gamma| (0.0..=MOST_GAMMA).contains(gamma));
                gamma.map(Kernel::Rbf)
            }
            _ => None,
        };
        kernel.ok_or("expected `linear`, `polynomial 2`, `polynomial 3` or `rbf` and a number")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_read_as_they_are_written() {
        for coding in Coding::ALL {
            for kernel in Kernel::grid(coding) {
                assert_eq!(kernel.to_string().parse(), Ok(kernel));
            }
        }
        for text in ["", "polynomial 4", "rbf", "rbf -1", "rbf NaN", "rbf 1 2", "linear 1"] {
            assert!(text.parse::<Kernel>().is_err(), "{text}");
        }
    }
}
