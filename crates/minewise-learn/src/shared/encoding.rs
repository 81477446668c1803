//! What cells show: as codes, as letters, and as the numbers that learners reckon with.

use minewise::Shown;
use serde::{Deserialize, Serialize};

use crate::shared::named::named;

/// The codes of cells: 0–8 for a number, then these.
pub(crate) const COVERED: u8 = 9;
pub(crate) const OUT_OF_BOUNDS: u8 = 10;
/// How many codes there are.
pub(crate) const N_CODES: usize = 11;

/// The code of what a cell shows. A mine that is shown counts as covered, since nothing that is learned from has any.
pub(crate) fn code_of(shown: Shown) -> u8 {
    match shown {
        Shown::Number(number) => number,
        Shown::Covered | Shown::Flag | Shown::Mine => COVERED,
    }
}

/// Codes as letters: `0`–`8` numbers, `.` covered, `x` out of bounds.
pub(crate) fn letters(codes: &[u8]) -> String {
    let letter = |&code: &u8| match code {
        COVERED => '.',
        OUT_OF_BOUNDS => 'x',
        number => char::from(b'0' + number),
    };
    codes.iter().map(letter).collect()
}

/// The codes of such letters, if they are.
pub(crate) fn codes(letters: &str) -> Option<Box<[u8]>> {
    let code = |letter: u8| match letter {
        b'0'..=b'8' => Some(letter - b'0'),
        b'.' => Some(COVERED),
        b'x' => Some(OUT_OF_BOUNDS),
        _ => None,
    };
    letters.bytes().map(code).collect()
}

/// How the codes of cells become numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// One number a cell, as in the paper: 0–8, 9 for covered and 10 for out of bounds, in tenths.
    Integer,
    /// A number for each code of each cell: 1 for the one that it has, else 0.
    #[default]
    OneHot,
}

/// The cells that are compared at a time, few enough for small sums.
const AT_A_TIME: usize = 255;

impl Encoding {
    /// How many numbers one cell becomes.
    pub(crate) fn n_numbers(self) -> usize {
        match self {
            Encoding::Integer => 1,
            Encoding::OneHot => N_CODES,
        }
    }

    /// The numbers of some codes that are not 0, each with its place.
    pub(crate) fn features(self, codes: &[u8]) -> impl Iterator<Item = (usize, f64)> + '_ {
        codes.iter().enumerate().map(move |(cell, &code)| match self {
            Encoding::Integer => (cell, f64::from(code) / 10.0),
            Encoding::OneHot => (cell * N_CODES + usize::from(code), 1.0),
        })
    }

    /// The product of the numbers of two lists of codes.
    pub(crate) fn product(self, one: &[u8], other: &[u8]) -> f64 {
        let product = |(&one, &other): (&u8, &u8)| match self {
            Encoding::Integer => u32::from(one) * u32::from(other),
            Encoding::OneHot => 100 * u32::from(one == other),
        };
        f64::from(one.iter().zip(other).map(product).sum::<u32>()) / 100.0
    }

    /// The squared distance of two lists of codes, as a whole number of [steps](Encoding::step).
    #[inline]
    pub(crate) fn distance(self, one: &[u8], other: &[u8]) -> usize {
        if one.len() <= AT_A_TIME {
            self.distance_at_once(one, other)
        } else {
            self.distance_in_parts(one, other)
        }
    }

    fn distance_in_parts(self, one: &[u8], other: &[u8]) -> usize {
        let parts = one.chunks(AT_A_TIME).zip(other.chunks(AT_A_TIME));
        parts.map(|(one, other)| self.distance_at_once(one, other)).sum()
    }

    #[inline]
    fn distance_at_once(self, one: &[u8], other: &[u8]) -> usize {
        let pairs = one.iter().zip(other);
        match self {
            Encoding::Integer => {
                let square = |(&one, &other): (&u8, &u8)| u16::from(one.abs_diff(other)).pow(2);
                usize::from(pairs.map(square).sum::<u16>())
            }
            Encoding::OneHot => usize::from(pairs.map(|(one, other)| u8::from(one != other)).sum::<u8>()),
        }
    }

    /// The squared distance of one step.
    fn step(self) -> f64 {
        match self {
            Encoding::Integer => 0.01,
            Encoding::OneHot => 2.0,
        }
    }

    /// The most steps between the codes of two cells.
    fn most_steps(self) -> usize {
        match self {
            Encoding::Integer => usize::from(OUT_OF_BOUNDS).pow(2),
            Encoding::OneHot => 1,
        }
    }

    /// The kernel `exp(−gamma · squared distance)` of every [distance](Encoding::distance) of so many cells.
    pub(crate) fn kernel_table(self, gamma: f64, n_cells: usize) -> impl Iterator<Item = f64> {
        (0..=n_cells * self.most_steps()).map(move |steps| libm::exp(-gamma * self.step() * steps as f64))
    }
}

named!(Encoding: Integer = "integer", OneHot = "one-hot");

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        let all: Vec<u8> = (0..N_CODES as u8).collect();
        assert_eq!(letters(&all), "012345678.x");
        assert_eq!(codes("012345678.x").as_deref(), Some(all.as_slice()));
        assert_eq!((codes("01.9"), codes("01 .")), (None, None));
    }

    /// Of few cells and of so many that they are compared in parts, from as far apart as can be to equal.
    #[test]
    fn products_and_distances_are_those_of_the_numbers() {
        let mut rng = Rng::new(Seed(1));
        for n_cells in [1, 8, 80, 255, 256, 1024] {
            let mut drawn = || -> Vec<u8> { (0..n_cells).map(|_| rng.below(N_CODES) as u8).collect() };
            let lists = [vec![0; n_cells], vec![OUT_OF_BOUNDS; n_cells], drawn(), drawn()];
            for encoding in Encoding::ALL {
                for (one, other) in lists.iter().flat_map(|one| lists.iter().map(move |other| (one, other))) {
                    check(encoding, one, other);
                }
            }
        }
    }

    #[track_caller]
    fn check(encoding: Encoding, one: &[u8], other: &[u8]) {
        let numbers = |codes: &[u8]| {
            let mut numbers = vec![0.0; encoding.n_numbers() * codes.len()];
            for (place, number) in encoding.features(codes) {
                numbers[place] = number;
            }
            numbers
        };
        let pairs = || numbers(one).into_iter().zip(numbers(other));
        let (product, square): (f64, f64) =
            (pairs().map(|(a, b)| a * b).sum(), pairs().map(|(a, b)| (a - b) * (a - b)).sum());
        assert!((encoding.product(one, other) - product).abs() < 1e-6);
        let distance = encoding.distance(one, other);
        assert!((encoding.step() * distance as f64 - square).abs() < 1e-6);
        let kernel = encoding.kernel_table(0.01, one.len()).nth(distance).unwrap();
        assert!((kernel - libm::exp(-0.01 * square)).abs() < 1e-6);
    }
}
