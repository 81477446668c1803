//! Ways of playing Minesweeper, each behind the one trait, [`Player`](minewise::Player).

mod bssuct;
mod chance;
mod csp;
mod csp_myopic;
mod csp_pgms;
mod danger;
mod equations;
mod exact;
mod expectimax;
mod known;
mod limited_search;
mod mcmc;
mod naive;
mod perfect;
mod pgms;
mod pick;
mod random;
mod rejection;
mod sampled;
mod sat;
mod search;
mod single_point;

pub use bssuct::{Belief, Bssuct, BssuctOptions, Leaf, Listing, Order, Reward};
pub use chance::{Chance, Features, Layer, N_FEATURES, Network, NetworkError, logistic};
pub use csp::{Csp, Guesser};
pub use csp_myopic::CspMyopic;
pub use csp_pgms::CspPgms;
pub use danger::{Arrangements, Danger, Dangers, Enumeration};
pub use exact::Exact;
pub use expectimax::Expectimax;
pub use limited_search::LimitedSearch;
pub use mcmc::Mcmc;
pub use naive::Naive;
pub use perfect::Perfect;
pub use pgms::Pgms;
pub use pick::least_by_shares;
pub use random::Random;
pub use rejection::Rejection;
pub use sampled::Sampled;
pub use sat::{Agreement, Counting, Encoding, Global, Models, Regions, Sat, SatOptions, SatReading};
pub use search::{
    Facts, Level, N_FACTS, Opening, OpeningError, Promise, PromiseError, Search, Tried, Tutor, is_closed,
};
pub use single_point::{Guess, SinglePoint};
