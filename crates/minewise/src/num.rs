//! Numbers: whole ones of any size, and random ones from a seed.

mod natural;
mod rng;

pub use natural::Natural;
pub use rng::{Rng, Seed};
