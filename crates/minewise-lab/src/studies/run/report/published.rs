//! Compares published figures with ours.

use crate::play::manifest::PublishedFigure;
use crate::play::tally::Tally;
use crate::report::document::Table;
use crate::report::format::{NO_VALUE, decimal, grouped, interval, percent};
use crate::studies::run::results::Results;

/// Returns a table of published figures and ours; `None` if there are no published figures.
pub(super) fn table(results: &Results) -> Option<Table> {
    let row = |figure: &PublishedFigure| {
        let (ours, ours_ci95) = tally_of(results, figure).map_or((f64::NAN, UNKNOWN), Tally::best_estimate);
        vec![
            figure.rules.to_string(),
            figure.player.to_string(),
            figure.by.clone(),
            figure.source.clone(),
            percent(ours),
            interval(ours_ci95),
            percent(figure.win_rate),
            figure.ci95().map_or_else(|| NO_VALUE.to_owned(), interval),
            figure.games.map_or_else(|| NO_VALUE.to_owned(), grouped),
        ]
    };
    let heads = vec!["rules", "player", "by", "source", "ours", "95 %", "theirs", "95 %", "their games"];
    let rows: Vec<Vec<String>> = results.manifest.published.iter().map(row).collect();
    (!rows.is_empty()).then_some(Table { heads, n_word_columns: 4, rows })
}

/// Returns a sentence for each published figure that says whether ours differs.
pub(super) fn sentences(results: &Results) -> Vec<String> {
    let sentence = |figure: &PublishedFigure| {
        let PublishedFigure { rules, player, by, .. } = figure;
        let found = match tally_of(results, figure) {
            Some(tally) => verdict(tally.best_estimate(), figure.win_rate, figure.ci95()),
            None => "undecided, because none of our games has been played yet".to_owned(),
        };
        format!("{rules}, {player} compared with {by}: {found}.")
    };
    results.manifest.published.iter().map(sentence).collect()
}

const UNKNOWN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Returns our results for the case of a figure; `None` if there are no games.
fn tally_of<'a>(results: &'a Results, figure: &PublishedFigure) -> Option<&'a Tally> {
    let is_meant = |case: &crate::Case| case.rules == figure.rules && case.player == figure.player;
    let outcome = results.outcomes.iter().find(|outcome| is_meant(&outcome.case))?;
    (outcome.tally.games > 0).then_some(&outcome.tally)
}

/// Compares two rates by the interval of their difference, and returns the result in words.
///
/// The interval is Newcombe's (1998, method 10): each of its ends combines, by root of the sum of squares, the
/// distances of both rates to the relevant ends of their own intervals.
fn verdict(ours: (f64, (f64, f64)), theirs: f64, their_ci95: Option<(f64, f64)>) -> String {
    let (our_rate, (our_low, our_high)) = ours;
    let difference = our_rate - theirs;
    let side = if difference < 0.0 { "below" } else { "above" };
    let Some((their_low, their_high)) = their_ci95 else {
        let apart = decimal(100.0 * difference.abs());
        return format!(
            "undecided, because the source does not state the number of games (ours is {apart} points {side})"
        );
    };
    let low = difference - libm::hypot(our_rate - our_low, their_high - theirs);
    let high = difference + libm::hypot(our_high - our_rate, theirs - their_low);
    let points = |difference: f64| decimal(100.0 * difference);
    if low > 0.0 {
        format!("ours is {} points above ({} to {})", points(difference), points(low), points(high))
    } else if high < 0.0 {
        format!("ours is {} points below ({} to {})", points(-difference), points(-high), points(-low))
    } else {
        let (low, high) = (points(low), points(high));
        format!(
            "no difference was found; ours minus theirs is {} points ({low} to {high})",
            points(difference)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::statistics::wilson;

    #[track_caller]
    fn check(wins: u64, games: u64, theirs: (u64, u64), expected: &str) {
        let rate = |(wins, games): (u64, u64)| wins as f64 / games as f64;
        let ours = (rate((wins, games)), wilson(wins, games));
        assert_eq!(verdict(ours, rate(theirs), Some(wilson(theirs.0, theirs.1))), expected);
    }

    #[test]
    fn rates_differ_if_the_interval_of_their_difference_excludes_0() {
        // Newcombe (1998), table II, method 10: 56/70 and 48/80 give 0.0524 to 0.3339.
        check(56, 70, (48, 80), "ours is 20.00 points above (5.24 to 33.39)");
        check(48, 80, (56, 70), "ours is 20.00 points below (5.24 to 33.39)");
        // The same table: 9/10 and 3/10 give 0.1705 to 0.8090.
        check(9, 10, (3, 10), "ours is 60.00 points above (17.05 to 80.90)");
        check(
            5,
            10,
            (6, 10),
            "no difference was found; ours minus theirs is −10.00 points (−45.09 to 28.98)",
        );
    }

    #[test]
    fn a_figure_without_a_sample_cannot_be_compared() {
        let expected =
            "undecided, because the source does not state the number of games (ours is 10.00 points below)";
        assert_eq!(verdict((0.8, (0.79, 0.81)), 0.9, None), expected);
    }
}
