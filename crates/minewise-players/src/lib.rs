//! Minesweeper players, all behind one trait, [`Player`](minewise::Player).
//!
//! They are in modules by how they play, from the simplest to the strongest:
//!
//! - `simple`: at random, or from one number at a time;
//! - `logic`: from several numbers at once, as equations or clauses;
//! - `least_risk`: by counting the layouts that fit, least risk first;
//! - `sampling`: by random layouts instead of counts;
//! - `lookahead`: by what may happen after the next reveal.
//!
//! `entry` has what makes a player available by name, with its options.
//!
//! The players share `pick` (choosing one cell of many) and `chance` (an estimate of the chance to win).

pub mod entry;
pub use entry::Entry;

mod simple;
pub use simple::{Guess, Naive, Random, SinglePoint};

mod logic;
#[cfg(feature = "sat")]
pub use logic::{Agreement, Counting, Encoding, Global, ModelCounts, Regions, Sat, SatAnalysis, SatOptions};
pub use logic::{Csp, Guesser, Pgms};

mod least_risk;
pub use least_risk::{Arrangements, CspMyopic, CspPgms, Danger, Dangers, Enumeration, Exact};

mod sampling;
pub use sampling::{Mcmc, Rejection, SampledRisks};

mod lookahead;
pub use lookahead::{
    Belief, Bssuct, BssuctOptions, Expectimax, FIRST_SEED, Facts, FirstCell, Leaf, Level, LimitedSearch,
    ListingCost, N_FACTS, Order, Perfect, Promise, Reward, Search, TriedGuess, Tutor, is_forced_guess,
};

mod chance;
pub use chance::{Chance, Features, Layer, N_FEATURES, Network, logistic};

/// Returns the entries of all players of this crate, module by module.
///
/// `csp` is not among them: it can guess by learned models, so its entry is in `minewise-learn`.
pub fn entries() -> impl Iterator<Item = Entry> {
    let modules =
        [simple::ENTRIES, logic::ENTRIES, least_risk::ENTRIES, sampling::ENTRIES, lookahead::ENTRIES];
    modules.into_iter().flatten().map(|entry| entry())
}

mod pick;
pub use pick::least_by_shares;
