//! Compares two players on the same seeds, until it is clear which is better.
//!
//! Games are played in batches of pairs. Each batch is a record, and the test checks the records in order after each of
//! them. So the verdict depends neither on the number of threads nor on interruptions.

pub(crate) mod batch;
pub(crate) mod report;

#[cfg(feature = "host")]
mod work;

use minewise_coach::Problem;
use serde::{Deserialize, Serialize};

use crate::stats::sequential::{Differences, Test, Verdict};
use crate::store::folder::{RECORDS, StudyFile};
use crate::store::journal;
use crate::store::source::Files;
use batch::Batch;

pub(crate) use batch::Pairs;
#[cfg(feature = "host")]
pub use work::Comparison;

/// The number of pairs per batch.
const N_PER_BATCH: u64 = 250;

/// The settings of a comparison, as written to `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareSettings {
    pub(crate) rules: String,
    pub(crate) players: [String; 2],
    /// The hashes of the players' models; `None` for a player without one.
    pub(crate) models: [Option<String>; 2],
    /// The name of the win estimate that luck is measured with; `None` if luck is not measured.
    pub(crate) estimate: Option<String>,
    /// The seed of the first layout. Each following pair uses the next seed.
    pub(crate) seed: u64,
    /// The maximum number of games of each player.
    pub(crate) games: u64,
    pub(crate) alpha: f64,
    pub(crate) difference: f64,
}

impl CompareSettings {
    /// Returns the test that ends the comparison.
    fn test(&self) -> Result<Test, Problem> {
        let wrong = || Problem::bad_input("`alpha` and `difference` must lie between 0 and 1");
        Test::new(self.alpha, self.difference).ok_or_else(wrong)
    }
}

/// The result of a comparison. It depends only on the comparison and the program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComparisonResult {
    /// The results of the pairs up to the verdict.
    pub(crate) pairs: Pairs,
    /// The verdict of the test.
    pub(crate) verdict: Verdict,
    /// Whether there is nothing left to play.
    pub(crate) is_complete: bool,
}

impl ComparisonResult {
    /// Reads the result of a comparison from its files.
    fn read(settings: &CompareSettings, files: &Files<'_>) -> Result<ComparisonResult, Problem> {
        let test = settings.test()?;
        let (mut pairs, mut n_batches) = (Pairs::default(), 0);
        for batch in in_order(journal::read_all(&files(RECORDS))?) {
            if is_over(&test, &pairs) {
                break;
            }
            pairs.merge(&batch.pairs);
            n_batches += 1;
        }
        let verdict = test.verdict(&decisive(&pairs));
        let is_complete = is_over(&test, &pairs) || n_batches >= settings.games.div_ceil(N_PER_BATCH);
        Ok(ComparisonResult { pairs, verdict, is_complete })
    }

    /// Returns the differences that decide the verdict: those adjusted for luck, if luck was measured.
    pub(crate) fn decisive(&self) -> Differences {
        decisive(&self.pairs)
    }
}

/// Returns the batches before the first missing one, in order.
fn in_order(mut batches: Vec<Batch>) -> impl Iterator<Item = Batch> {
    batches.sort_by_key(|batch| batch.batch);
    (0..).zip(batches).take_while(|(idx, batch)| batch.batch == *idx).map(|(_, batch)| batch)
}

fn decisive(pairs: &Pairs) -> Differences {
    pairs.adjusted().unwrap_or_else(|| pairs.plain())
}

fn is_over(test: &Test, pairs: &Pairs) -> bool {
    test.verdict(&decisive(pairs)) != Verdict::Open
}

/// Reads the settings and the result so far.
///
/// # Errors
/// Returns an error if the files are not those of a comparison.
pub(crate) fn read(
    study: &StudyFile,
    files: &Files<'_>,
) -> Result<(CompareSettings, ComparisonResult), Problem> {
    let settings: CompareSettings = study.settings()?;
    let result = ComparisonResult::read(&settings, files)?;
    Ok((settings, result))
}

#[cfg(test)]
mod tests;
