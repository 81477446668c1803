//! How sure a rate is, from the games behind it.

pub(crate) use minewise::Z_95;
pub use minewise::wilson;
