//! Players by name, and what they are worth: games played, counted and weighed.
//!
//! # Examples
//! ```
//! use minewise::Seed;
//! use minewise_lab::{Adjust, Bench, Measure};
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

mod ablation;
mod advice;
mod bench;
mod compare;
mod covariate;
mod crew;
mod error;
mod fixed;
mod gain;
mod hexadecimal;
mod histogram;
pub mod journal;
mod judge;
mod learners;
mod luck;
mod machine;
mod manifest;
mod optima;
mod options;
mod oracle;
mod plan;
mod plot;
mod record;
mod registry;
mod report;
mod results;
mod review;
mod run;
mod scan;
mod score;
mod sequential;
mod spec;
mod statistics;
mod suggestion;
mod summary;
mod survey;
mod table;
mod tally;
#[cfg(test)]
mod testing;
mod text_file;
mod timing;
mod wins;

pub use ablation::Ablation;
pub use advice::{advice, percent};
pub use bench::{Bench, Outcome};
pub use compare::{Compared, Comparison, N_PER_BATCH, Pairs};
pub use covariate::{LuckSums, Luckless};
pub use error::Error;
pub use fixed::Fixed;
pub use gain::{Gain, Gained};
pub use histogram::Histogram;
pub use judge::{Judge, Judgement, Label, move_risk};
pub use learners::Learners;
pub use luck::{Adjust, Luck};
pub use manifest::{Known, Manifest, Published};
pub use optima::Optima;
pub use options::{Model, OptionEntry, Options, Values};
pub use oracle::{BEGINNER_WIN_RATE, Oracle, Peek, Peeked, Ratio, Seer};
pub use plan::{Case, Chunk, Plan};
pub use record::Record;
pub use registry::{Entry, PLAYERS};
pub use report::Report;
pub use results::Results;
pub use review::{Moment, Review};
pub use run::{Ended, Progress, Run};
pub use score::{Score, ScoreError};
pub use sequential::{Differences, Test, Verdict};
pub use spec::{ModelFiles, PlayerSpec, SpecError, split_specs};
pub use statistics::wilson;
pub use suggestion::Suggestion;
pub use summary::{CaseSummary, Summary};
pub use survey::{Survey, SurveyKind};
pub use table::{Loss, LossChoice, Measure, Phase, Played, Table};
pub use tally::{Losses, Mean, Tally};
pub use timing::Timing;
pub use wins::Wins;
