//! Counts the models of views where `sat` is stuck (according to Dei Rossi, "almost always" fewer than 40).

use minewise::{Reason, Rules};
use minewise_coach::Problem;
use minewise_players::{Encoding, Global, ModelCounts, Regions, SatAnalysis};

use super::walk::GameWalk;
use super::{Distribution, ModelsRow};

/// Returns one row. Uses views where the solver of `sat` proves no cell safe.
pub(super) fn rows(walk: &GameWalk<'_>) -> Result<Option<Vec<ModelsRow>>, Problem> {
    let found = walk.measure(&|_, choice| choice.reason != Reason::Certain, &|view, _| {
        let analysis = SatAnalysis::of(view, Encoding::default(), Global::default())?;
        // Counting by region also gives the number of models of the whole frontier, far beyond what can be listed.
        analysis.models(Regions::Split)
    })?;
    Ok(found.map(|found| vec![row(walk.rules, &found)]))
}

fn row(rules: Rules, found: &[Option<ModelCounts>]) -> ModelsRow {
    let counted = || found.iter().flatten();
    ModelsRow {
        rules: rules.to_string(),
        views: found.len() as u64,
        uncounted: found.iter().filter(|models| models.is_none()).count() as u64,
        joint: Distribution::of(counted().map(|models| models.n_joint)),
        split: Distribution::of(counted().map(|models| models.n_listed as f64)),
    }
}
