//! Runs: the games of a manifest, played in chunks.
//!
//! Its folder also holds `manifest.toml`, the text as it was. A manifest may grow: more games, rules or players are played
//! in addition to what is there.

pub(crate) mod report;
pub(crate) mod results;

#[cfg(feature = "host")]
mod work;

#[cfg(feature = "host")]
pub use work::Run;
