//! Compares published figures with ours.

use std::cmp::Ordering;
use std::time::Duration;

use crate::play::chunk::Outcome;
use crate::play::manifest::{PublishedFigure, PublishedTimes, Stated};
use crate::play::timing::Timing;
use crate::report::document::{Block, Table};
use crate::report::format::{NO_VALUE, decimal, duration, grouped, interval, percent};
use crate::studies::run::results::Results;

/// A published win rate beside ours.
pub(crate) struct Comparison<'a> {
    /// The published figure.
    pub(crate) figure: &'a PublishedFigure,
    /// The published win rate.
    pub(crate) their_rate: f64,
    /// Our win rate and its 95 % interval; `None` if none of our games has been played.
    pub(crate) ours: Option<Estimate>,
}

/// A rate and its 95 % interval.
type Estimate = (f64, (f64, f64));

/// Returns every published win rate beside ours, in the order of the manifest.
pub(crate) fn comparisons(results: &Results) -> impl Iterator<Item = Comparison<'_>> {
    results.manifest.published.iter().filter_map(|figure| {
        let ours = outcome_of(results, figure).map(|outcome| outcome.tally.best_estimate());
        figure.win_rate.map(|their_rate| Comparison { figure, their_rate, ours })
    })
}

/// Returns our results for the case of a figure; `None` if there are no games.
fn outcome_of<'a>(results: &'a Results, figure: &PublishedFigure) -> Option<&'a Outcome> {
    results.outcomes.iter().find(|outcome| figure.is_of(&outcome.case) && outcome.tally.games > 0)
}

impl Results {
    /// Returns a sentence for each published win rate that differs from ours without an explanation in the manifest.
    pub fn unexplained(&self) -> Vec<String> {
        let is_unexplained = |found: &Comparison| found.differs() && found.figure.explanation.is_none();
        comparisons(self).filter(is_unexplained).map(|found| found.sentence()).collect()
    }
}

/// Returns the section on published win rates; empty if there are none.
pub(super) fn section(results: &Results) -> Vec<Block> {
    if comparisons(results).next().is_none() {
        return Vec::new();
    }
    vec![
        Block::Heading("Comparison with published figures"),
        Block::Text(
            "The figures differ if the 95 % interval of their difference, computed from both intervals (Newcombe \
             1998), does not contain 0; where the source states no number of games, if our interval does not contain \
             theirs. Ours is the win rate adjusted for luck if that makes its interval narrower."
                .to_owned(),
        ),
        Block::Table(table(results)),
        Block::List(comparisons(results).map(|comparison| comparison.sentence()).collect()),
    ]
}

fn table(results: &Results) -> Table {
    let row = |comparison: Comparison| {
        let PublishedFigure { rules, player, by, games, .. } = comparison.figure;
        let (ours, ours_ci95) = comparison.ours.unwrap_or((f64::NAN, (f64::NAN, f64::NAN)));
        vec![
            rules.to_string(),
            player.to_string(),
            by.clone(),
            percent(ours),
            interval(ours_ci95),
            comparison.theirs(),
            comparison.figure.ci95().map_or_else(|| NO_VALUE.to_owned(), interval),
            games.map_or_else(|| NO_VALUE.to_owned(), grouped),
        ]
    };
    let heads = vec!["rules", "player", "by", "ours", "95 %", "theirs", "95 %", "their games"];
    Table { heads, n_word_columns: 3, rows: comparisons(results).map(row).collect() }
}

impl Comparison<'_> {
    /// Returns a sentence that says whether the figures differ and, if they do, why.
    pub(crate) fn sentence(&self) -> String {
        let PublishedFigure { rules, player, by, source, explanation, .. } = self.figure;
        let why = explanation.as_ref().filter(|_| self.differs()).map(|why| format!(" {why}"));
        format!(
            "{rules}, {player} compared with {by} ({source}): {}.{}",
            self.verdict(),
            why.unwrap_or_default()
        )
    }

    /// Returns the published win rate as it is stated.
    pub(crate) fn theirs(&self) -> String {
        format!("{}{}", self.figure.stated.word(), percent(self.their_rate))
    }

    /// Checks whether the figures differ by more than chance explains.
    pub(crate) fn differs(&self) -> bool {
        let Some((our_rate, (low, high))) = self.ours else { return false };
        match (self.figure.stated, self.difference_ci95()) {
            (_, Some((low, high))) => low > 0.0 || high < 0.0,
            (Stated::Under, None) => low > self.their_rate,
            (Stated::Over, None) => high < self.their_rate,
            // A rate of exactly 0 or 1 may lie outside of an interval that is adjusted for luck.
            (_, None) => our_rate != self.their_rate && !(low..=high).contains(&self.their_rate),
        }
    }

    /// Returns the interval of the difference of ours and theirs; `None` if the source states no number of games.
    ///
    /// The interval is Newcombe's (1998, method 10): each of its ends combines, by root of the sum of squares, the
    /// distances of both rates to the relevant ends of their own intervals.
    fn difference_ci95(&self) -> Option<(f64, f64)> {
        let ((our_rate, (our_low, our_high)), (low, high)) = (self.ours?, self.figure.ci95()?);
        let difference = our_rate - self.their_rate;
        let below = libm::hypot(our_rate - our_low, high - self.their_rate);
        let above = libm::hypot(our_high - our_rate, self.their_rate - low);
        Some((difference - below, difference + above))
    }

    /// Returns the result of the comparison in words.
    fn verdict(&self) -> String {
        let Some((our_rate, _)) = self.ours else {
            return "undecided, because none of our games has been played yet".to_owned();
        };
        let points = |difference: f64| decimal(100.0 * difference);
        let difference = our_rate - self.their_rate;
        match self.difference_ci95() {
            None => self.verdict_without_sample(difference),
            Some((low, high)) if low > 0.0 => {
                format!("ours is {} points above ({} to {})", points(difference), points(low), points(high))
            }
            Some((low, high)) if high < 0.0 => {
                format!(
                    "ours is {} points below ({} to {})",
                    points(-difference),
                    points(-high),
                    points(-low)
                )
            }
            Some((low, high)) => format!(
                "no difference was found; ours minus theirs is {} points ({} to {})",
                points(difference),
                points(low),
                points(high)
            ),
        }
    }

    /// Returns the result if the source states no exact rate or no number of games.
    fn verdict_without_sample(&self, difference: f64) -> String {
        let side = match difference.total_cmp(&0.0) {
            Ordering::Less => "below",
            _ => "above",
        };
        let apart = format!("{} points {side}", decimal(100.0 * difference.abs()));
        let theirs = self.theirs();
        match (self.figure.stated, self.differs()) {
            (Stated::Under | Stated::Over, false) => format!("ours agrees with {theirs}"),
            (Stated::Under | Stated::Over, true) => format!("ours is not {theirs}, but {apart}"),
            (_, false) => "the source states no number of games, but theirs lies in our interval".to_owned(),
            (_, true) => format!("the source states no number of games, and ours is {apart}"),
        }
    }
}

/// How published times are to be read.
pub(crate) const ABOUT_TIMES: &str = "The time of a game. Theirs are times by the clock of another machine. Medians of \
     ours are known only if each game was timed separately, and are at most 13 % too high.";

/// Returns a section with published times beside ours; empty if there are none.
pub(super) fn times(results: &Results) -> Vec<Block> {
    let Some(table) = times_table(results) else { return Vec::new() };
    vec![
        Block::Heading("Comparison with published times"),
        Block::Text(ABOUT_TIMES.to_owned()),
        Block::Table(table),
    ]
}

/// Returns published times beside ours; `None` if there are none.
pub(crate) fn times_table(results: &Results) -> Option<Table> {
    let timed = results.manifest.published.iter().filter(|figure| figure.times != PublishedTimes::default());
    let rows: Vec<Vec<String>> = timed.map(|figure| times_row(results, figure)).collect();
    let heads =
        vec!["player", "rules", "our mean", "theirs", "our median", "theirs", "our longest", "theirs"];
    (!rows.is_empty()).then_some(Table { heads, n_word_columns: 2, rows })
}

fn times_row(results: &Results, figure: &PublishedFigure) -> Vec<String> {
    let time = |time: Option<Duration>| time.map_or_else(|| NO_VALUE.to_owned(), duration);
    let timing = outcome_of(results, figure).map(|outcome| &outcome.timing);
    let PublishedTimes { mean, median, longest } = figure.times;
    vec![
        figure.player.to_string(),
        figure.rules.to_string(),
        time(timing.and_then(Timing::mean_game)),
        time(mean),
        time(timing.and_then(Timing::median_game)),
        time(median),
        time(timing.and_then(Timing::longest_game)),
        time(longest),
    ]
}

#[cfg(test)]
mod tests;
