//! Summaries of results for other tools.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::play::chunk::Outcome;
use crate::play::tally::Mean;
use crate::studies::run::results::Results;

/// A summary of a run, without times. It depends only on the records.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The title of the experiment.
    pub title: String,
    /// A summary of each case.
    pub runs: Vec<CaseSummary>,
}

/// A summary of the games of one player under one set of rules. Rates are fractions.
#[derive(Clone, Debug, Serialize)]
pub struct CaseSummary {
    /// The rules.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The seed of the first layout.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The number of games that the player gave up.
    pub given_up: u64,
    /// The share of games won.
    pub win_rate: f64,
    /// Its 95 % confidence interval.
    pub win_rate_ci95: (f64, f64),
    /// The win rate adjusted for luck; `None` if luck was not measured.
    pub adjusted_win_rate: Option<f64>,
    /// Its 95 % confidence interval.
    pub adjusted_ci95: Option<(f64, f64)>,
    /// How many times more games the plain win rate needs to be as precise as the adjusted one.
    pub variance_ratio: Option<f64>,
    /// The mean luck of a game, whose expectation is 0.
    pub mean_luck: Option<f64>,
    /// Its 95 % confidence interval.
    pub mean_luck_ci95: Option<(f64, f64)>,
    /// The share of the cells without a mine that were revealed.
    pub uncovered: f64,
    /// The mean number of guesses: reveals that could have hit a mine.
    pub guesses_per_game: f64,
    /// The mean of the sum of the risks of a game's guesses.
    pub risk_per_game: f64,
    /// The number of reveals counted as guesses because the census of the view was too much work.
    pub unmeasured: u64,
    /// The number of guesses made although some cell was certainly safe; `None` if the records do not have it.
    pub free_guesses: Option<u64>,
    /// The mean number of reveals.
    pub reveals_per_game: f64,
    /// The numbers of games lost in each phase.
    pub losses: LossesSummary,
    /// The counts that the player kept in all games, by name; left out if it keeps none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub uses: BTreeMap<String, u64>,
    /// The fingerprint of all moves, in hexadecimal digits; see [`Tally::fingerprint`](crate::Tally::fingerprint).
    pub fingerprint: String,
}

/// The numbers of games lost in each phase: forced, not forced, not measured.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LossesSummary {
    /// Before a 0 was revealed.
    pub opening: [u64; 3],
    /// Between the opening and the endgame.
    pub middle: [u64; 3],
    /// With nine tenths of the cells without a mine revealed.
    pub endgame: [u64; 3],
}

impl Summary {
    /// Summarises the results of a run, finished or not.
    pub fn of(results: &Results) -> Summary {
        let seed = results.manifest.plan.seed.0;
        let runs = results.outcomes.iter().map(|outcome| CaseSummary::of(outcome, seed)).collect();
        Summary { title: results.manifest.title.clone(), runs }
    }
}

impl CaseSummary {
    /// Summarises games whose first layout had this seed.
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

    /// Returns the JSON summary of games with these counts of the player.
    fn summary(uses: BTreeMap<String, u64>) -> serde_json::Value {
        let (rules, player) = ("8x8/10:any".parse().unwrap(), "exact".parse().unwrap());
        let case = Case { rules, player, varied: None };
        let tally = Tally { games: 2, uses, ..Tally::default() };
        let outcome = Outcome { case, tally, timing: Timing::default() };
        serde_json::to_value(CaseSummary::of(&outcome, 1)).unwrap()
    }

    #[test]
    fn counts_of_a_player_are_left_out_if_it_has_none() {
        let counted = summary([("S-1".to_owned(), 169), ("S-2".to_owned(), 0)].into());
        assert_eq!(counted["uses"], serde_json::json!({ "S-1": 169, "S-2": 0 }));
        assert_eq!(summary(BTreeMap::new()).get("uses"), None);
    }
}
