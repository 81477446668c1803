//! Numbers: whole ones of any size, random ones from a seed, hashes, and how sure a rate is.

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
