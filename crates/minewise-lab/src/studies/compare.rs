//! Two players on the same seeds, until it is clear which is better.
//!
//! Games are played in batches of pairs. A batch is a record, and the test looks at the records in order after each of
//! them: so the verdict depends on neither the number of threads nor on stops in between.

pub(crate) mod batch;
pub(crate) mod report;

#[cfg(feature = "host")]
mod work;

use minewise_coach::Problem;
use serde::{Deserialize, Serialize};

use crate::stats::sequential::{Differences, Test, Verdict};
use crate::store::folder::{About, RECORDS};
use crate::store::journal;
use crate::store::source::Files;
use batch::Batch;

pub(crate) use batch::Pairs;
#[cfg(feature = "host")]
pub use work::Comparison;

/// The pairs of a batch.
const N_PER_BATCH: u64 = 250;

/// What is asked of a comparison, as it stands in `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) rules: String,
    pub(crate) players: [String; 2],
    /// The hashes of the models that the players play by; `None` for those that have not learned.
    pub(crate) models: [Option<String>; 2],
    /// The estimate of the chance to win that luck is measured by; `None` if it is not measured.
    pub(crate) estimate: Option<String>,
    /// The seed of the first layout; each of the following pairs has the next one.
    pub(crate) seed: u64,
    /// The most games of each.
    pub(crate) games: u64,
    pub(crate) alpha: f64,
    pub(crate) difference: f64,
}

impl Asked {
    /// The test that ends the comparison.
    fn test(&self) -> Result<Test, Problem> {
        let wrong = || Problem::bad_input("`alpha` and `difference` are numbers between 0 and 1");
        Test::new(self.alpha, self.difference).ok_or_else(wrong)
    }
}

/// The result of a comparison, which depends on the comparison alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compared {
    /// The results of the pairs up to the verdict.
    pub(crate) pairs: Pairs,
    /// Which player is better.
    pub(crate) verdict: Verdict,
    /// Whether nothing is left to be played.
    pub(crate) is_complete: bool,
}

impl Compared {
    /// Reads the result of a comparison among its files.
    fn read(asked: &Asked, files: &Files<'_>) -> Result<Compared, Problem> {
        let test = asked.test()?;
        let (mut pairs, mut n_batches) = (Pairs::default(), 0);
        for batch in in_order(journal::read_all(&files(RECORDS))?) {
            if is_over(&test, &pairs) {
                break;
            }
            pairs.merge(&batch.pairs);
            n_batches += 1;
        }
        let verdict = test.verdict(&decisive(&pairs));
        let is_complete = is_over(&test, &pairs) || n_batches >= asked.games.div_ceil(N_PER_BATCH);
        Ok(Compared { pairs, verdict, is_complete })
    }

    /// The differences that the verdict is by: the adjusted ones if there are any.
    pub(crate) fn decisive(&self) -> Differences {
        decisive(&self.pairs)
    }
}

/// The batches before the first one missing, in order.
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

/// Reads what was asked, and the result so far.
///
/// # Errors
/// When the files are not those of a comparison.
pub(crate) fn read(about: &About, files: &Files<'_>) -> Result<(Asked, Compared), Problem> {
    let asked: Asked = about.settings()?;
    let compared = Compared::read(&asked, files)?;
    Ok((asked, compared))
}

#[cfg(test)]
mod tests;
