//! Ways of playing Minesweeper, each behind the one trait, [`Player`](minewise::Player).

mod chance;
mod danger;
mod exact;
mod random;

pub use chance::{Chance, Features, Layer, N_FEATURES, Network, NetworkError, logistic};
pub use danger::{Arrangements, Danger, Dangers};
pub use exact::Exact;
pub use random::Random;
