//! Players that look at single numbers, or at none.

mod naive;
mod random;
pub(crate) mod single_point;

pub use naive::Naive;
pub use random::Random;
pub use single_point::{Guess, SinglePoint};
