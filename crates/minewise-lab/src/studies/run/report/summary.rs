//! What came of games, as other tools read it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::play::chunk::Outcome;
use crate::play::tally::Mean;
use crate::studies::run::results::Results;

/// What came of a run, without times: a function of its records.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What the experiment is called.
    pub title: String,
    /// What came of each case.
    pub runs: Vec<CaseSummary>,
}

/// What came of the games of one player under one set of rules. Rates are fractions.
#[derive(Clone, Debug, Serialize)]
pub struct CaseSummary {
    /// What was played.
    pub rules: String,
    /// Who played.
    pub player: String,
    /// The seed of the first layout.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// How many the player gave up.
    pub given_up: u64,
    /// The share that was won.
    pub win_rate: f64,
    /// Its interval.
    pub win_rate_ci95: (f64, f64),
    /// Without the luck of the games; none if it was not measured.
    pub adjusted_win_rate: Option<f64>,
    /// Its interval.
    pub adjusted_ci95: Option<(f64, f64)>,
    /// How many times as many games the plain rate would need to be as sure.
    pub variance_ratio: Option<f64>,
    /// On average 0, but for chance.
    pub mean_luck: Option<f64>,
    /// Its interval.
    pub mean_luck_ci95: Option<(f64, f64)>,
    /// The share of the cells without a mine that were revealed.
    pub uncovered: f64,
    /// Reveals that could have hit a mine.
    pub guesses_per_game: f64,
    /// The sum of their risks.
    pub risk_per_game: f64,
    /// The guesses that are none for certain: too much work to tell.
    pub unmeasured: u64,
    /// The guesses made although some cell was certainly safe; none if the records do not tell.
    pub free_guesses: Option<u64>,
    /// Reveals of any kind.
    pub reveals_per_game: f64,
    /// Games lost in each phase.
    pub losses: LossesSummary,
    /// What the player counted in all games together, by name; not there if it counts nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub uses: BTreeMap<String, u64>,
    /// In hexadecimal digits; the same exactly as long as every move of every game is.
    pub fingerprint: String,
}

/// Games lost in each phase: forced, not forced, not measured.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LossesSummary {
    /// At the first reveals.
    pub opening: [u64; 3],
    /// In between.
    pub middle: [u64; 3],
    /// At the last reveals.
    pub endgame: [u64; 3],
}

impl Summary {
    /// Sums up the results of a run, finished or not.
    pub fn of(results: &Results) -> Summary {
        let seed = results.manifest.plan.seed.0;
        let runs = results.outcomes.iter().map(|outcome| CaseSummary::of(outcome, seed)).collect();
        Summary { title: results.manifest.title.clone(), runs }
    }
}

impl CaseSummary {
    /// Sums up games whose first layout had this seed.
    pub fn of(outcome: &Outcome, seed: u64) -> CaseSummary {
        let Outcome { case, tally, .. } = outcome;
        let interval = |mean: Mean| Some(mean.ci95).filter(|(low, high)| (high - low).is_finite());
        CaseSummary {
            rules: case.rules.to_string(),
            player: case.player.to_string(),
            seed,
            games: tally.games,
            wins: tally.wins,
            given_up: tally.given_up,
            win_rate: tally.win_rate(),
            win_rate_ci95: tally.win_rate_ci95(),
            adjusted_win_rate: tally.adjusted().map(|adjusted| adjusted.mean),
            adjusted_ci95: tally.adjusted().and_then(interval),
            variance_ratio: tally.variance_ratio(),
            mean_luck: tally.mean_luck().map(|luck| luck.mean),
            mean_luck_ci95: tally.mean_luck().and_then(interval),
            uncovered: tally.uncovered_share(),
            guesses_per_game: tally.mean_guesses(),
            risk_per_game: tally.mean_risk(),
            unmeasured: tally.unmeasured,
            free_guesses: tally.free_guesses,
            reveals_per_game: tally.mean_reveals(),
            losses: LossesSummary {
                opening: tally.losses.opening,
                middle: tally.losses.middle,
                endgame: tally.losses.endgame,
            },
            uses: tally.uses.clone(),
            fingerprint: format!("{:016x}", tally.fingerprint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::plan::Case;
    use crate::play::tally::Tally;
    use crate::play::timing::Timing;

    /// What other tools read of games in which the player counted this.
    fn summary(uses: BTreeMap<String, u64>) -> serde_json::Value {
        let (rules, player) = ("8x8/10:any".parse().unwrap(), "exact".parse().unwrap());
        let case = Case { rules, player, varied: None };
        let tally = Tally { games: 2, uses, ..Tally::default() };
        let outcome = Outcome { case, tally, timing: Timing::default() };
        serde_json::to_value(CaseSummary::of(&outcome, 1)).unwrap()
    }

    #[test]
    fn what_a_player_counts_is_told_only_if_it_counts() {
        let counted = summary([("S-1".to_owned(), 169), ("S-2".to_owned(), 0)].into());
        assert_eq!(counted["uses"], serde_json::json!({ "S-1": 169, "S-2": 0 }));
        assert_eq!(summary(BTreeMap::new()).get("uses"), None);
    }
}
