//! Learners: they play, and from what came of it make something that plays or judges better.
//!
//! - [`classifier`], [`regression`] and [`q_table`] learn risks or values by classic methods, and play by them;
//! - [`network`] has convolutional networks that play, and `train`, with the feature of that name, teaches them;
//! - [`mio`] learns rules in words by [`ilp`], inductive logic programming, which knows nothing of Minesweeper;
//! - [`chance`] and [`promise`] fit the weights of estimates that hand-written players play by;
//! - [`data`] has the games that most of them learn from, and [`Course`] is how learning goes.

mod shared;
pub use shared::data;
pub use shared::{
    CheckpointError, Course, Encoding, Estimator, FIRST_SEED, Greedy, GuessByEstimate, ModelError, Settings,
    csp_entry, embedded_models,
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
