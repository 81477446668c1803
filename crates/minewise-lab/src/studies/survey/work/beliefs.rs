//! Measures how far the risks of `mcmc` and `rejection` are from the census, by the steps of the walk or the layouts
//! drawn.

use minewise::{Census, Rng, Rules, Seed, View};
use minewise_coach::Problem;
use minewise_players::{Mcmc, Rejection, SampledRisks};

use super::walk::GameWalk;
use super::{BeliefRow, Distribution};

/// The numbers of steps of a walk, or of layouts drawn.
const STEPS: [u64; 5] = [10, 100, 1_000, 10_000, 100_000];

const PLAYERS: [&str; 2] = ["mcmc", "rejection"];

/// The error of the risks of a view, and whether no layout was found.
#[derive(Clone, Copy)]
struct Belief {
    error: f64,
    is_without: bool,
}

/// Returns a row for each player and number of steps. Uses views where no single number proves a cell safe.
pub(super) fn rows(walk: &GameWalk<'_>) -> Result<Option<Vec<BeliefRow>>, Problem> {
    let is_wanted = |position: &minewise::Position, _: &minewise::Choice| {
        position.plainly_safe().next().is_none() && position.census().is_ok()
    };
    let Some(found) = walk.measure(&is_wanted, &beliefs)? else { return Ok(None) };
    let mut rows = Vec::new();
    for (player_idx, player) in PLAYERS.iter().enumerate() {
        for (steps_idx, &steps) in STEPS.iter().enumerate() {
            let beliefs = found.iter().flatten().map(|found| found[player_idx][steps_idx]);
            rows.push(row(walk.rules, player, steps, beliefs));
        }
    }
    Ok(Some(rows))
}

/// Returns all beliefs about a view, each from its own random stream; `None` if the census is too much work.
fn beliefs(view: &View, seed: Seed) -> Option<[[Belief; STEPS.len()]; 2]> {
    let census = Census::of(view).ok()?;
    let rng = |stream: u64, n_steps: u64| Rng::new(seed.stream(stream).stream(n_steps));
    let walked = |n_steps: u64| Mcmc::risks(view, n_steps, &mut rng(1, n_steps));
    let drawn = |n_steps: u64| Some(Rejection::risks(view, n_steps, n_steps, &mut rng(2, n_steps)));
    let belief = |sampled: Option<SampledRisks>| Belief {
        error: error(view, &census, sampled.as_ref()),
        is_without: sampled.is_none_or(|sampled| sampled.n_layouts == 0),
    };
    Some([STEPS.map(|n_steps| belief(walked(n_steps))), STEPS.map(|n_steps| belief(drawn(n_steps)))])
}

/// Returns the mean absolute difference of estimated risks and the census, over the covered cells.
///
/// Without a layout only the number of mines is known, so all covered cells get the same risk.
fn error(view: &View, census: &Census, sampled: Option<&SampledRisks>) -> f64 {
    let n_covered = view.n_covered() as f64;
    let n_mines = view.grid().rules().n_mines() - view.shown_mines().count();
    let difference = |cell| {
        let believed = sampled.and_then(|sampled| sampled.risk(cell)).unwrap_or(n_mines as f64 / n_covered);
        (believed - census.risk(cell).unwrap_or(0.0)).abs()
    };
    view.covered().map(difference).sum::<f64>() / n_covered
}

fn row(rules: Rules, player: &str, steps: u64, beliefs: impl Iterator<Item = Belief>) -> BeliefRow {
    let beliefs: Vec<Belief> = beliefs.collect();
    let n_views = beliefs.len() as u64;
    let errors = Distribution::of(beliefs.iter().map(|belief| belief.error));
    BeliefRow {
        rules: rules.to_string(),
        player: player.to_owned(),
        steps,
        views: n_views,
        without: beliefs.iter().filter(|belief| belief.is_without).count() as u64,
        mean_error: beliefs.iter().map(|belief| belief.error).sum::<f64>() / n_views.max(1) as f64,
        p95_error: errors.quantile(0.95, n_views).unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_of_the_covered_cells_and_without_a_layout_of_the_share_of_mines() {
        // One mine of two behind the 1s, and one of four cells further on: risks of 1/2 and 1/4.
        let view: View = "4x2/2 1.../1...".parse().unwrap();
        let census = Census::of(&view).unwrap();
        let expected = (2.0 * (0.5_f64 - 2.0 / 6.0) + 4.0 * (2.0 / 6.0 - 0.25)) / 6.0;
        assert!((error(&view, &census, None) - expected).abs() < 1e-12);
        let sampled = Mcmc::risks(&view, 100_000, &mut Rng::new(Seed(1))).unwrap();
        assert!(error(&view, &census, Some(&sampled)) < 0.01);
    }
}
