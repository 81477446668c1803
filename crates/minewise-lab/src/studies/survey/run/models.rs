//! How many models there are where `sat` is stuck (003: "almost always" fewer than 40).

use minewise::{Reason, Rules};
use minewise_players::{Encoding, Global, Models, Regions, SatReading};

use super::walk::Crew;
use super::{Distribution, ModelsRow};
use crate::error::Error;

/// A row for each of the rules. Views are looked at where the solver of `sat` proves no cell safe.
pub(super) fn rows(crew: &Crew<'_>) -> Result<Vec<ModelsRow>, Error> {
    let mut rows = Vec::new();
    for &rules in crew.rules() {
        let found = crew.measure(rules, &|_, choice| choice.reason != Reason::Certain, &|view, _| {
            let reading = SatReading::of(view, Encoding::default(), Global::default())?;
            // By region the ways to lay all of the frontier are counted as well, and far beyond what can be listed.
            reading.models(Regions::Split)
        })?;
        rows.push(row(rules, &found));
    }
    Ok(rows)
}

fn row(rules: Rules, found: &[Option<Models>]) -> ModelsRow {
    let counted = || found.iter().flatten();
    ModelsRow {
        rules: rules.to_string(),
        views: found.len() as u64,
        uncounted: found.iter().filter(|models| models.is_none()).count() as u64,
        joint: Distribution::of(counted().map(|models| models.n_joint)),
        split: Distribution::of(counted().map(|models| models.n_looked_at as f64)),
    }
}
