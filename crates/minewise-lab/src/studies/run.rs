//! Runs: the games of a manifest, played in chunks.
//!
//! The folder of a run also holds `manifest.toml`, a copy of the manifest. A manifest may grow: additional games, rules
//! or players are played, and the existing records stay.

pub(crate) mod report;
pub(crate) mod results;

#[cfg(feature = "host")]
mod verify;
#[cfg(feature = "host")]
mod work;

#[cfg(feature = "host")]
pub use verify::Verification;
#[cfg(feature = "host")]
pub use work::Run;
