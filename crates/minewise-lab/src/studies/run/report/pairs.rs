//! Compares the players of each set of rules, game by game on the same layouts.

use std::collections::HashMap;

use minewise::Rules;
use minewise_coach::Problem;

use crate::report::document::Table;
use crate::report::format::{decimal, grouped, interval};
use crate::stats::sequential::Differences;
use crate::studies::run::results::Results;

/// Returns a table that compares each player with the best one under the same rules; `None` if no rules have two
/// players.
pub(crate) fn table(results: &Results) -> Result<Option<Table>, Problem> {
    let mut rows = Vec::new();
    let best_by_rules = best_by_rules(results);
    let cases = &results.manifest.plan.cases;
    for (idx, case) in cases.iter().enumerate() {
        let Some(&best) = best_by_rules.get(&case.rules).filter(|&&best| best != idx) else { continue };
        let wins = count(results, best, idx)?;
        if wins.n_pairs == 0 {
            continue;
        }
        let differences = Differences::of_wins(wins.n_pairs, wins.only_first, wins.only_second);
        rows.push(vec![
            case.rules.to_string(),
            cases[best].player.to_string(),
            case.player.to_string(),
            grouped(wins.n_pairs),
            grouped(wins.only_first),
            grouped(wins.only_second),
            decimal(100.0 * differences.mean()),
            interval(differences.ci95()),
        ]);
    }
    let heads = vec!["rules", "best", "other", "pairs", "only best won", "only other won", "points", "95 %"];
    Ok((!rows.is_empty()).then_some(Table { heads, n_word_columns: 3, rows }))
}

/// Returns the case with the highest win rate for each set of rules, the first of equals, among those that have games.
fn best_by_rules(results: &Results) -> HashMap<Rules, usize> {
    let outcomes = &results.outcomes;
    let rate = |idx: usize| outcomes[idx].tally.win_rate();
    let mut found = HashMap::new();
    for idx in (0..outcomes.len()).filter(|&idx| outcomes[idx].tally.games > 0) {
        let best = found.entry(outcomes[idx].case.rules).or_insert(idx);
        if rate(idx) > rate(*best) {
            *best = idx;
        }
    }
    found
}

/// How often only one of two players won.
#[derive(Default)]
struct OneSided {
    n_pairs: u64,
    only_first: u64,
    only_second: u64,
}

fn count(results: &Results, first: usize, second: usize) -> Result<OneSided, Problem> {
    let mut wins = OneSided::default();
    for pair in results.pairs(first, second)? {
        let (one, other) = pair?;
        for (first_won, second_won) in one.wins.iter().zip(other.wins.iter()) {
            wins.n_pairs += 1;
            wins.only_first += u64::from(first_won && !second_won);
            wins.only_second += u64::from(second_won && !first_won);
        }
    }
    Ok(wins)
}
