//! Players by name, and what they are worth: games played, counted and weighed.
//!
//! # Examples
//! ```
//! use minewise::Seed;
//! use minewise_coach::Adjust;
//! use minewise_lab::{Bench, Measure};
//! let bench = Bench {
//!     rules: "9x9/10".parse()?,
//!     player: "exact".parse()?,
//!     n_games: 20,
//!     seed: Seed(1),
//!     measure: Measure { adjust: Adjust::Quick },
//! };
//! let tally = bench.play(2, &|_| ()).tally;
//! let (low, high) = tally.win_rate_ci95();
//! assert!(low <= tally.win_rate() && tally.win_rate() <= high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod play;
mod plot;
mod report;
mod stats;
mod store;
mod studies;
#[cfg(test)]
mod testing;

pub use error::Error;
pub use play::bench::{Bench, Outcome};
pub use play::manifest::{Known, Manifest, Published};
pub use play::plan::{Case, Chunk, Plan};
pub use play::record::Record;
pub use play::table::{Loss, LossChoice, Measure, Phase, Played, Table};
pub use play::tally::{Losses, Mean, Tally};
pub use play::timing::Timing;
pub use play::wins::Wins;
pub use report::Report;
pub use report::summary::{CaseSummary, Summary};
pub use stats::covariate::{LuckSums, Luckless};
pub use stats::fixed::Fixed;
pub use stats::histogram::Histogram;
pub use stats::sequential::{Differences, Test, Verdict};
pub use stats::statistics::wilson;
pub use store::journal;
pub use store::results::Results;
pub use store::text_file::{ModelFiles, read_player};
pub use studies::ablation::Ablation;
pub use studies::compare::{Compared, Comparison, N_PER_BATCH, Pairs};
pub use studies::gain::{Gain, Gained};
pub use studies::learners::Learners;
pub use studies::optima::Optima;
pub use studies::oracle::{BEGINNER_WIN_RATE, Oracle, Peek, Peeked, Ratio, Seer};
pub use studies::run::{Ended, Progress, Run};
pub use studies::score::{Score, ScoreError};
pub use studies::survey::{Survey, SurveyKind};
