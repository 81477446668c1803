//! Whether `sat` and the census agree: every certain cell, and every risk by counted models.

use minewise::{Census, Rules};
use minewise_players::{Agreement, Encoding, Global, Regions, SatReading};

use super::AgreementRow;
use super::walk::Crew;
use crate::error::Error;

/// The ways of counting, as options of `sat` name them.
const WAYS: [(Regions, &str); 2] = [(Regions::Joint, "joint"), (Regions::Split, "split")];

/// Two rows for each of the rules: the whole frontier counted at once, and region by region.
///
/// Every view of a game is looked at, by a solver that is told the number of mines always.
pub(super) fn rows(crew: &Crew<'_>) -> Result<Vec<AgreementRow>, Error> {
    let mut rows = Vec::new();
    for &rules in crew.rules() {
        let found = crew.measure(rules, &|position, _| position.census().is_ok(), &|view, _| {
            let census = Census::of(view).ok()?;
            let reading = SatReading::of(view, Encoding::default(), Global::Always)?;
            Some(WAYS.map(|(regions, _)| reading.beside(&census, regions)))
        })?;
        for (idx, (_, name)) in WAYS.iter().enumerate() {
            rows.push(row(rules, name, found.iter().flatten().map(|ways| ways[idx])));
        }
    }
    Ok(rows)
}

/// Adds up the views of some rules.
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
