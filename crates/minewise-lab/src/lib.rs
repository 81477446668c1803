//! Measures players: plays games in runs that can be resumed, adds up the results, and writes reports from the records.
//!
//! # Examples
//! ```
//! use minewise::Seed;
//! use minewise_lab::{Adjust, Bench};
//! let bench = Bench {
//!     rules: "9x9/10".parse()?,
//!     player: "exact".parse()?,
//!     n_games: 20,
//!     seed: Seed(1),
//!     adjust: Adjust::Quick,
//! };
//! let tally = bench.play(2, &|_| ()).tally;
//! let (low, high) = tally.win_rate_ci95();
//! assert!(low <= tally.win_rate() && tally.win_rate() <= high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(feature = "host"),
    allow(dead_code, unreachable_pub, reason = "some items are for studies that need the `host` feature")
)]

mod papers;
mod play;
mod plot;
mod report;
mod stats;
mod store;
mod studies;
#[cfg(test)]
mod testing;

pub use minewise_coach::{Adjust, PlayerSpec};
pub use papers::{PAPERS, Paper, RecordedStudy};
pub use play::arena::{Arena, GameResult, Loss, LossChoice, Phase};
pub use play::chunk::Outcome;
pub use play::manifest::{KnownFigure, Manifest, PublishedFigure, PublishedTimes, Stated};
pub use play::plan::{Case, Chunk, Layouts, Plan};
pub use play::record::Record;
pub use play::tally::{Losses, Mean, Tally};
pub use play::times::{CaseTimes, TimeEstimate};
pub use play::timing::Timing;
pub use play::wins::Wins;
pub use report::Pages;
pub use stats::clicks::ClickSums;
pub use stats::covariate::{LuckAdjusted, LuckSums};
pub use stats::fixed::Fixed;
pub use stats::histogram::Histogram;
pub use stats::sequential::{Differences, Test, Verdict};
pub use stats::statistics::wilson;
pub use store::export::{ExportFormat, export, write_csv};
pub use store::folder::Settings;
pub use store::journal;
pub use store::source::{Files, Source};
pub use store::text_file::ModelFiles;
pub use studies::run::report::summary::{CaseSummary, Summary};
pub use studies::run::results::Results;
pub use studies::score::{Score, ScoreError};
pub use studies::survey::SurveyKind;

/// Everything that needs the files, threads or clocks of this machine.
#[cfg(feature = "host")]
mod host {
    pub use crate::papers::recorded_studies;
    pub use crate::play::bench::Bench;
    pub use crate::store::existing::ExistingRecords;
    pub use crate::store::files::write_atomically;
    pub use crate::store::folder::Folder;
    pub use crate::store::index::{Place, PlaceError};
    pub use crate::store::text_file::read_player;
    pub use crate::studies::*;
}
#[cfg(feature = "host")]
pub use host::*;
