//! Ways of playing Minesweeper, each behind the one trait, [`Player`](minewise::Player).

mod exact;
mod random;

pub use exact::Exact;
pub use random::Random;
