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

use play::{bench, crew, manifest, plan, record, table, tally, timing, wins};
use report::summary;
use stats::{covariate, fixed, hexadecimal, histogram, sequential, statistics};
use store::{machine, results, scan, text_file};
use studies::{ablation, compare, gain, learners, optima, oracle, run, score, survey};

pub use ablation::Ablation;
pub use bench::{Bench, Outcome};
pub use compare::{Compared, Comparison, N_PER_BATCH, Pairs};
pub use covariate::{LuckSums, Luckless};
pub use error::Error;
pub use fixed::Fixed;
pub use gain::{Gain, Gained};
pub use histogram::Histogram;
pub use learners::Learners;
pub use manifest::{Known, Manifest, Published};
pub use optima::Optima;
pub use oracle::{BEGINNER_WIN_RATE, Oracle, Peek, Peeked, Ratio, Seer};
pub use plan::{Case, Chunk, Plan};
pub use record::Record;
pub use report::Report;
pub use results::Results;
pub use run::{Ended, Progress, Run};
pub use score::{Score, ScoreError};
pub use sequential::{Differences, Test, Verdict};
pub use statistics::wilson;
pub use store::journal;
pub use summary::{CaseSummary, Summary};
pub use survey::{Survey, SurveyKind};
pub use table::{Loss, LossChoice, Measure, Phase, Played, Table};
pub use tally::{Losses, Mean, Tally};
pub use text_file::{ModelFiles, read_player};
pub use timing::Timing;
pub use wins::Wins;
