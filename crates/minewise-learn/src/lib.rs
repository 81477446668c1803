//! Learners: they play, and from what came of it make something that plays or judges better.
//!
//! - [`classifier`], [`regression`] and [`q_table`] learn risks or values by classic methods, and play by them;
//! - [`network`] has convolutional networks that play, and `train`, with the feature of that name, teaches them;
//! - [`mio`] learns rules in words by [`ilp`], inductive logic programming, which knows nothing of Minesweeper;
//! - [`chance`] and [`promise`] fit the weights of estimates that hand-written players play by;
//! - [`data`] has the games that most of them learn from, and [`Course`] is how learning goes.

use minewise_players::Entry;

mod shared;
use shared::csp_entry;
pub use shared::data;
pub use shared::{
    CheckpointError, Course, Encoding, Estimator, FIRST_SEED, Greedy, GuessByEstimate, ModelError, Settings,
    Standing, embedded_models,
};

mod weights;
pub use weights::{chance, promise};

pub mod classifier;
pub mod regression;

pub mod q_table;

pub mod network;
#[cfg(feature = "train")]
pub mod train;

pub mod ilp;

pub mod mio;

/// Every player of this crate, as it can be asked for by name.
pub fn entries() -> impl Iterator<Item = Entry> {
    let entries: [fn() -> Entry; 7] = [
        csp_entry,
        mio::Mio::entry,
        classifier::entry,
        regression::entry,
        q_table::QPlayer::entry,
        network::NetworkPlayer::cnn_entry,
        network::NetworkPlayer::dqn_entry,
    ];
    entries.into_iter().map(|entry| entry())
}
