//! The content of cells as codes, as letters, and as the numbers that learners calculate with.

use minewise::Shown;
use serde::{Deserialize, Serialize};

use crate::shared::named::named;

/// The codes of cells: 0–8 for a number, and these two.
pub(crate) const COVERED: u8 = 9;
pub(crate) const OUT_OF_BOUNDS: u8 = 10;
/// The number of codes.
pub(crate) const N_CODES: usize = 11;

/// The code of what a cell shows. A shown mine counts as covered, since no training data contains shown mines.
pub(crate) fn code_of(shown: Shown) -> u8 {
    match shown {
        Shown::Number(number) => number,
        Shown::Covered | Shown::Flag | Shown::Mine => COVERED,
    }
}

/// Writes codes as letters: `0`–`8` for numbers, `.` for covered, `x` for out of bounds.
pub(crate) fn letters(codes: &[u8]) -> String {
    let letter = |&code: &u8| match code {
        COVERED => '.',
        OUT_OF_BOUNDS => 'x',
        number => char::from(b'0' + number),
    };
    codes.iter().map(letter).collect()
}

/// Reads the codes from letters; `None` if a letter is not one of those.
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
    /// One number per cell, as in the paper: 0–8, 9 for covered and 10 for out of bounds, divided by 10.
    Integer,
    /// One number per cell and code: 1 for the code that the cell has, 0 for the others.
    #[default]
    OneHot,
}

/// The number of cells whose distances are added in one small integer: 255 one-hot distances of at most 1 fit in a
/// `u8`, and 255 squares of at most 100 fit in a `u16`.
const CHUNK: usize = 255;

impl Encoding {
    /// The number of numbers per cell.
    pub(crate) fn n_numbers(self) -> usize {
        match self {
            Encoding::Integer => 1,
            Encoding::OneHot => N_CODES,
        }
    }

    /// The numbers of some codes, each with its index; one-hot zeros are left out.
    pub(crate) fn features(self, codes: &[u8]) -> impl Iterator<Item = (usize, f64)> + '_ {
        codes.iter().enumerate().map(move |(cell, &code)| match self {
            Encoding::Integer => (cell, f64::from(code) / 10.0),
            Encoding::OneHot => (cell * N_CODES + usize::from(code), 1.0),
        })
    }

    /// The inner product of the numbers of two lists of codes.
    pub(crate) fn product(self, one: &[u8], other: &[u8]) -> f64 {
        let product = |(&one, &other): (&u8, &u8)| match self {
            Encoding::Integer => u32::from(one) * u32::from(other),
            Encoding::OneHot => 100 * u32::from(one == other),
        };
        f64::from(one.iter().zip(other).map(product).sum::<u32>()) / 100.0
    }

    /// The squared distance between two lists of codes, as a whole number of [steps](Encoding::step).
    #[inline]
    pub(crate) fn distance(self, one: &[u8], other: &[u8]) -> usize {
        if one.len() <= CHUNK {
            self.distance_at_once(one, other)
        } else {
            self.distance_in_chunks(one, other)
        }
    }

    fn distance_in_chunks(self, one: &[u8], other: &[u8]) -> usize {
        let chunks = one.chunks(CHUNK).zip(other.chunks(CHUNK));
        chunks.map(|(one, other)| self.distance_at_once(one, other)).sum()
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

    /// The squared distance that one step stands for.
    fn step(self) -> f64 {
        match self {
            Encoding::Integer => 0.01,
            Encoding::OneHot => 2.0,
        }
    }

    /// The largest number of steps between the codes of two cells.
    fn most_steps(self) -> usize {
        match self {
            Encoding::Integer => usize::from(OUT_OF_BOUNDS).pow(2),
            Encoding::OneHot => 1,
        }
    }

    /// The kernel `exp(−gamma · squared distance)` for every possible [distance](Encoding::distance) of `n_cells`
    /// cells.
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

    /// For few cells and for so many that they are compared in chunks, from the largest distance to none.
    #[test]
    fn products_and_distances_are_those_of_the_numbers() {
        let mut rng = Rng::new(Seed(1));
        for n_cells in [1, 8, 80, 255, 256, 1024] {
            let mut random = || -> Vec<u8> { (0..n_cells).map(|_| rng.below(N_CODES) as u8).collect() };
            let lists = [vec![0; n_cells], vec![OUT_OF_BOUNDS; n_cells], random(), random()];
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
