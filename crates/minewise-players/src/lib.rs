#![doc = include_str!("../README.md")]

pub mod entry;
pub use entry::Entry;

mod simple;
pub use simple::{Guess, Naive, Random, SinglePoint};

mod logic;
#[cfg(feature = "sat")]
pub use logic::{Agreement, Counting, Encoding, Global, ModelCounts, Regions, Sat, SatAnalysis, SatOptions};
pub use logic::{Csp, Guesser, Pgms};

mod least_risk;
pub use least_risk::{Arrangements, CspMyopic, CspPgms, Danger, Dangers, Enumeration, Exact, Listing};

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
