//! Ways of playing Minesweeper, each behind the one trait, [`Player`](minewise::Player).
//!
//! They stand in folders by how they play, from the simplest to the strongest:
//!
//! - `simple`: at random, or by single numbers;
//! - `logic`: by several numbers at once, as equations or clauses;
//! - `least_risk`: by counts of all that fits, the least risk first;
//! - `sampling`: by random layouts instead of counts;
//! - `lookahead`: by what comes after the next reveal.
//!
//! `entry` has what makes a player one that can be asked for by name.
//!
//! They share `pick` (one cell of many) and `chance` (the chance to win).

pub mod entry;
pub use entry::Entry;

mod simple;
pub use simple::{Guess, Naive, Random, SinglePoint};

mod logic;
#[cfg(feature = "sat")]
pub use logic::{Agreement, Counting, Encoding, Global, Models, Regions, Sat, SatOptions, SatReading};
pub use logic::{Csp, Guesser, Pgms};

mod least_risk;
pub use least_risk::{Arrangements, CspMyopic, CspPgms, Danger, Dangers, Enumeration, Exact};

mod sampling;
pub use sampling::{Mcmc, Rejection, Sampled};

mod lookahead;
pub use lookahead::{
    Belief, Bssuct, BssuctOptions, Expectimax, FIRST_SEED, Facts, FirstCell, Leaf, Level, LimitedSearch,
    Listing, N_FACTS, Order, Perfect, Promise, Reward, Search, Tried, Tutor, is_closed,
};

mod chance;
pub use chance::{Chance, Features, Layer, N_FEATURES, Network, logistic};

/// Every player of this crate, as it can be asked for by name, folder by folder.
///
/// `csp` is not among them: it can guess by what was learned, so its entry is in `minewise-learn`.
pub fn entries() -> impl Iterator<Item = Entry> {
    let folders =
        [simple::ENTRIES, logic::ENTRIES, least_risk::ENTRIES, sampling::ENTRIES, lookahead::ENTRIES];
    folders.into_iter().flatten().map(|entry| entry())
}

mod pick;
pub use pick::least_by_shares;
