//! Numbers: integers of any size, powers, random numbers from a seed, hashes, and confidence intervals.

mod float;
mod hash;
mod natural;
mod rng;
mod wilson;

pub use float::power;
pub(crate) use float::power_of_two;
pub use hash::fnv1a;
pub use natural::Natural;
pub(crate) use rng::mix;
pub use rng::{Rng, Seed};
pub use wilson::{Z_95, wilson};
