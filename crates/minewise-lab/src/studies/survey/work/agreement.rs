//! Checks whether `sat` and the census agree on every certain cell, and on every risk from counted models.

use minewise::{Census, Rules};
use minewise_coach::Problem;
use minewise_players::{Agreement, Encoding, Global, Regions, SatAnalysis};

use super::AgreementRow;
use super::walk::GameWalk;

/// The ways of counting, as options of `sat` name them.
const WAYS: [(Regions, &str); 2] = [(Regions::Joint, "joint"), (Regions::Split, "split")];

/// Returns two rows: with models counted over the whole frontier, and region by region.
///
/// All views of a game are used, and the solver always knows the number of mines.
pub(super) fn rows(walk: &GameWalk<'_>) -> Result<Option<Vec<AgreementRow>>, Problem> {
    let found = walk.measure(&|position, _| position.census().is_ok(), &|view, _| {
        let census = Census::of(view).ok()?;
        let analysis = SatAnalysis::of(view, Encoding::default(), Global::Always)?;
        Some(WAYS.map(|(regions, _)| analysis.compare(&census, regions)))
    })?;
    let Some(found) = found else { return Ok(None) };
    let of_way = |idx: usize| found.iter().flatten().map(move |ways| ways[idx]);
    let rows = WAYS.iter().enumerate().map(|(idx, (_, name))| row(walk.rules, name, of_way(idx)));
    Ok(Some(rows.collect()))
}

/// Adds up the views under some rules.
fn row(rules: Rules, regions: &str, found: impl Iterator<Item = Agreement>) -> AgreementRow {
    let mut row = AgreementRow {
        rules: rules.to_string(),
        regions: regions.to_owned(),
        views: 0,
        uncounted: 0,
        verdicts: 0,
        verdicts_that_differ: 0,
        risks: 0,
        greatest_difference: 0.0,
    };
    for agreement in found {
        row.views += 1;
        row.uncounted += u64::from(agreement.greatest.is_none());
        row.verdicts += agreement.n_verdicts as u64;
        row.verdicts_that_differ += agreement.n_different as u64;
        row.risks += agreement.n_risks as u64;
        row.greatest_difference = row.greatest_difference.max(agreement.greatest.unwrap_or(0.0));
    }
    row
}
