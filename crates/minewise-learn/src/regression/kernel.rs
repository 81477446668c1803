//! Kernels: how similar two boards are.

use std::fmt;
use std::str::FromStr;

use minewise::Rules;
use minewise::num::power;

use crate::shared::encoding::Encoding;

/// A kernel on the numbers that boards are encoded as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {
    /// `1 + product / cells`.
    Linear,
    /// `(1 + product / cells)` to the power of 2 or 3.
    Polynomial(u8),
    /// `exp(−gamma · squared distance)`, with its gamma.
    Rbf(f64),
}

/// The largest gamma that is read.
const MOST_GAMMA: f64 = 1e6;

impl Kernel {
    /// The kernels to choose from.
    pub(super) fn grid(encoding: Encoding) -> Vec<Kernel> {
        let scale = match encoding {
            Encoding::Integer => 10.0,
            Encoding::OneHot => 1.0,
        };
        let plain = [Kernel::Linear, Kernel::Polynomial(2), Kernel::Polynomial(3)];
        let rbf = [0.02, 0.05, 0.1, 0.2].map(|gamma| Kernel::Rbf(scale * gamma));
        plain.into_iter().chain(rbf).collect()
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
        let number = |word: &str| word.parse().ok().filter(|gamma| (0.0..=MOST_GAMMA).contains(gamma));
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        let kernel = match words.as_slice() {
            ["linear"] => Some(Kernel::Linear),
            ["polynomial", "2"] => Some(Kernel::Polynomial(2)),
            ["polynomial", "3"] => Some(Kernel::Polynomial(3)),
            ["rbf", gamma] => number(gamma).map(Kernel::Rbf),
            _ => None,
        };
        kernel.ok_or("expected `linear`, `polynomial 2`, `polynomial 3` or `rbf` and a number")
    }
}

/// A kernel prepared to compare many boards of one size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Similarity {
    kernel: Kernel,
    encoding: Encoding,
    /// The kernel for every possible distance; empty for kernels that are not functions of the distance.
    table: Vec<f64>,
}

impl Similarity {
    pub(super) fn new(kernel: Kernel, encoding: Encoding, rules: &Rules) -> Similarity {
        let table = match kernel {
            Kernel::Linear | Kernel::Polynomial(_) => Vec::new(),
            Kernel::Rbf(gamma) => encoding.kernel_table(gamma, rules.n_cells()).collect(),
        };
        Similarity { kernel, encoding, table }
    }

    /// The kernel of two boards, given as their codes.
    pub(super) fn of(&self, one: &[u8], other: &[u8]) -> f64 {
        let linear = || 1.0 + self.encoding.product(one, other) / one.len() as f64;
        match self.kernel {
            Kernel::Linear => linear(),
            Kernel::Polynomial(degree) => power(linear(), u32::from(degree)),
            Kernel::Rbf(_) => self.table[self.encoding.distance(one, other)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_read_as_they_are_written() {
        for encoding in Encoding::ALL {
            for kernel in Kernel::grid(encoding) {
                assert_eq!(kernel.to_string().parse(), Ok(kernel));
            }
        }
        for text in ["", "polynomial 4", "rbf", "rbf -1", "rbf NaN", "rbf 1 2", "linear 1"] {
            assert!(text.parse::<Kernel>().is_err(), "{text}");
        }
    }

    /// Two boards of 4x2 that differ only in the first cell, 1 and 3, in both encodings.
    #[test]
    fn kernels_compare_boards() {
        let (one, other) = ([1, 9, 9, 9, 2, 9, 9, 9], [3, 9, 9, 9, 2, 9, 9, 9]);
        let check = |kernel: &str, encoding: Encoding, expected: f64| {
            let similarity = Similarity::new(kernel.parse().unwrap(), encoding, &"4x2/2".parse().unwrap());
            let found = similarity.of(&one, &other);
            assert!((found - expected).abs() < 1e-12, "{kernel} {encoding}: {found} {expected}");
            assert_eq!(found, similarity.of(&other, &one));
        };
        check("linear", Encoding::OneHot, 1.875);
        check("polynomial 2", Encoding::OneHot, 1.875 * 1.875);
        check("linear", Encoding::Integer, 1.0 + (0.03 + 0.04 + 6.0 * 0.81) / 8.0);
        check("rbf 0.5", Encoding::OneHot, libm::exp(-1.0));
        check("rbf 0.5", Encoding::Integer, libm::exp(-0.02));
    }
}
