//! Confidence intervals of rates.

pub(crate) use minewise::num::Z_95;
pub use minewise::num::wilson;
