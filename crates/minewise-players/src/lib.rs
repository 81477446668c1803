//! Ways of playing Minesweeper, each behind the one trait, [`Player`](minewise::Player).

mod chance;
mod exact;
mod random;
mod sat;

pub use chance::{Chance, Features, Layer, N_FEATURES, Network, NetworkError, logistic};
pub use exact::Exact;
pub use random::Random;
pub use sat::{Counting, Encoding, Global, Regions, Sat, SatOptions};
