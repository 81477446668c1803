//! Random numbers from a seed, by algorithms that never change.
//!
//! A layout is identified by its seed, so neither the generator nor the way a number is drawn from it may ever change.
//! That is why both are implemented here. The generator is xoshiro256** (Blackman and Vigna, 2018), with its state
//! filled by SplitMix64. Bounded numbers are drawn by Lemire's multiplication with rejection (2019), which has no bias.

use std::fmt;
use std::str::FromStr;

/// The seed of a stream of random numbers. Equal seeds give equal streams, on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seed(pub u64);

impl Seed {
    /// Derives the seed of a separate stream for `purpose`, independent of the stream of this seed and of its other
    /// streams.
    ///
    /// # Examples
    /// ```
    /// use minewise::Seed;
    /// assert_ne!(Seed(7).stream(0), Seed(7).stream(1));
    /// assert_ne!(Seed(7).stream(0), Seed(8).stream(0));
    /// ```
    pub fn stream(self, purpose: u64) -> Seed {
        let mut state = self.0 ^ 0xd6e8_feb8_6659_fd93;
        let first = split_mix(&mut state);
        let mut state = first ^ purpose.wrapping_mul(0xa076_1d64_78bd_642f);
        Seed(split_mix(&mut state))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Seed, Self::Err> {
        text.parse().map(Seed)
    }
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

/// The stream of the default seed.
impl Default for Rng {
    fn default() -> Rng {
        Rng::new(Seed::default())
    }
}

impl Rng {
    /// Creates the stream of `seed`, at its beginning.
    pub fn new(seed: Seed) -> Rng {
        let mut state = seed.0;
        Rng { state: std::array::from_fn(|_| split_mix(&mut state)) }
    }

    /// Draws 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let drawn = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        drawn
    }

    /// Draws a number from 0 to `bound - 1`, all equally likely.
    ///
    /// # Panics
    /// When `bound` is 0, since there is no such number.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a draw needs at least one number to draw from");
        let bound = bound as u64;
        let mut wide = u128::from(self.next_u64()) * u128::from(bound);
        // The threshold is below `bound`, so the slow division is needed only if the low half is, too.
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (wide >> 64) as usize
    }

    /// Draws a number that is at least 0 and less than 1, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// Mixes a word, so that every bit of the result depends on all bits of `word` (the finaliser of SplitMix64).
#[inline]
pub(crate) fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(Seed(0));
        let drawn: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        // The first outputs of xoshiro256** seeded by SplitMix64 from 0, as given by other implementations.
        assert_eq!(
            drawn,
            [11091344671253066420, 13793997310169335082, 1900383378846508768, 7684712102626143532]
        );
    }

    #[test]
    fn bounded_draws_are_equally_likely() {
        let mut rng = Rng::new(Seed(1));
        let mut tally = [0u32; 7];
        for _ in 0..70_000 {
            tally[rng.below(7)] += 1;
        }
        // Chi-squared with 6 degrees of freedom: 22.5 is its 99.9th percentile.
        let chi: f64 = tally.iter().map(|&n| crate::num::power(f64::from(n) - 10_000.0, 2) / 10_000.0).sum();
        assert!(chi < 22.5, "{tally:?}");
    }
}
