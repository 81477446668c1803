//! Confidence intervals of rates.

pub(crate) use minewise::Z_95;
pub use minewise::wilson;
