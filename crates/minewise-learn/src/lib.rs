//! Learners: programs that learn from games, and the players that use what they learned.
//!
//! - [`classifier`], [`regression`] and [`q_table`] learn risks or values by classic methods, and play by them;
//! - [`network`] contains convolutional networks that play; the module `train`, behind the feature of that name,
//!   trains them;
//! - [`mio`] learns readable rules with [`ilp`], a general inductive logic programming system that knows nothing of
//!   Minesweeper;
//! - [`chance`] and [`promise`] fit the weights of estimates that hand-written players use;
//! - [`data`] generates the games that most learners learn from, and the trait [`Course`] is a fit in progress, which
//!   can be saved and resumed.

use minewise_players::Entry;

mod shared;
use shared::csp_entry;
pub use shared::data;
pub use shared::{
    CheckpointError, Course, CourseState, Encoding, Estimator, FIRST_SEED, Greedy, GuessByEstimate,
    ModelError, Settings, embedded_models,
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

/// The entries of all players in this crate: their names, options and help texts.
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
