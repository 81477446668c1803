//! Players by name, and what they are worth: games played, counted and weighed.
//!
//! # Examples
//! ```
//! use minewise::Seed;
//! use minewise_lab::Bench;
//! let bench = Bench {
//!     rules: "9x9/10".parse()?,
//!     player: "exact".parse()?,
//!     n_games: 20,
//!     seed: Seed(1),
//! };
//! let run = bench.play(2, &|_| ());
//! let (low, high) = run.win_rate_ci95();
//! assert!(low <= run.win_rate() && run.win_rate() <= high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bench;
mod compare;
mod error;
mod fixed;
mod hexadecimal;
mod histogram;
pub mod journal;
mod luck;
mod options;
mod registry;
mod score;
mod sequential;
mod spec;
mod statistics;
mod suggestion;
mod table;
mod tally;
#[cfg(test)]
mod testing;
mod timing;

pub use bench::{Bench, Run};
pub use compare::{Compared, Comparison, N_PER_BATCH, Pairs};
pub use error::Error;
pub use fixed::Fixed;
pub use histogram::Histogram;
pub use luck::Luck;
pub use options::{OptionEntry, Options, Values};
pub use registry::{Entry, PLAYERS};
pub use score::{Score, ScoreError};
pub use sequential::{Differences, Test, Verdict};
pub use spec::{PlayerSpec, SpecError, split_specs};
pub use statistics::wilson;
pub use suggestion::Suggestion;
pub use table::{Loss, LossChoice, Measure, Phase, Played, Table};
pub use tally::{Losses, LuckSums, Mean, Tally};
pub use timing::Timing;
