//! The report of a comparison.

use minewise_coach::Problem;
use serde::Serialize;

use super::{CompareSettings, ComparisonResult, Pairs, read};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::format::{grouped, in_percent, in_points, percent, points, range};
use crate::stats::sequential::{Differences, Test, Verdict};
use crate::store::folder::StudyFile;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// Makes the report of the comparison in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let (settings, result) = read(study, files)?;
    let report = Report { test: settings.test()?, settings, result };
    Ok(Pages::of_document(report.document(), report.result.is_complete).with_figures(&report.figures()))
}

/// A comparison and its result.
struct Report {
    settings: CompareSettings,
    test: Test,
    result: ComparisonResult,
}

/// The figures for other tools. Rates are fractions.
#[derive(Serialize)]
struct Figures<'a> {
    rules: &'a str,
    players: &'a [String; 2],
    seed: u64,
    games: u64,
    both: u64,
    only_first: u64,
    only_second: u64,
    neither: u64,
    plain: Difference,
    adjusted: Option<Difference>,
    alpha: f64,
    difference: f64,
    verdict: &'static str,
    text: String,
    expected_games: u64,
}

/// The difference of win rates, first player minus second.
#[derive(Serialize)]
struct Difference {
    mean: f64,
    /// The interval that holds at any time.
    interval: (f64, f64),
    /// The interval that holds if it is checked only once.
    ci95: (f64, f64),
}

impl Report {
    fn figures(&self) -> Figures<'_> {
        let Pairs { both, only_first, only_second, neither, .. } = self.result.pairs;
        let difference = |differences: Differences| Difference {
            mean: differences.mean(),
            interval: self.test.interval(&differences),
            ci95: differences.ci95(),
        };
        Figures {
            rules: &self.settings.rules,
            players: &self.settings.players,
            seed: self.settings.seed,
            games: self.result.pairs.n_pairs(),
            both,
            only_first,
            only_second,
            neither,
            plain: difference(self.result.pairs.plain()),
            adjusted: self.result.pairs.adjusted().map(difference),
            alpha: self.test.alpha(),
            difference: self.test.difference(),
            verdict: match self.result.verdict {
                Verdict::FirstBetter => "first",
                Verdict::SecondBetter => "second",
                Verdict::Alike => "alike",
                Verdict::Open => "open",
            },
            text: self.sentence(),
            expected_games: self.expected(),
        }
    }

    fn document(&self) -> Document {
        let (CompareSettings { rules, players: [first, second], seed, .. }, pairs) =
            (&self.settings, &self.result.pairs);
        let n_pairs = pairs.n_pairs();
        let won = [
            ("both".to_owned(), pairs.both),
            (format!("only {first}"), pairs.only_first),
            (format!("only {second}"), pairs.only_second),
            ("neither".to_owned(), pairs.neither),
        ];
        let share = |count: u64| percent(count as f64 / n_pairs.max(1) as f64);
        let won = won.map(|(by, count)| vec![by, grouped(count), share(count)]);
        let rows = [("plain", Some(pairs.plain())), ("without luck", pairs.adjusted())];
        let rows = rows.into_iter().filter_map(|(name, differences)| {
            let differences = differences?;
            let any_time = range(self.test.interval(&differences));
            Some(vec![name.to_owned(), points(differences.mean()), any_time, range(differences.ci95())])
        });
        let heads = ["difference, points", "mean", "interval at any time", "95 %, checked once"];
        let blocks = vec![
            Block::Text(format!(
                "{rules}: {first} and {second} on the same {} seeds, starting at {seed}.",
                grouped(n_pairs)
            )),
            Block::table(&["won by", "games", "share"], 1, won.into()),
            Block::table(&heads, 1, rows.collect()),
            Block::Text(self.sentence()),
            Block::Text(format!(
                "Finding a true difference of {} percentage points takes about {} games of each player here.",
                in_points(self.test.difference()),
                grouped(self.expected())
            )),
        ];
        Document { title: format!("{first} and {second} on {rules}"), blocks }
    }

    /// Returns the verdict with its error rate, as a sentence.
    fn sentence(&self) -> String {
        let [first, second] = &self.settings.players;
        let differences = self.result.decisive();
        let (low, high) = self.test.interval(&differences);
        let by = |mean: f64, low: f64, high: f64| {
            format!("by {} points ({} to {})", in_points(mean), in_points(low), in_points(high))
        };
        let matters = in_points(self.test.difference());
        let found = match self.result.verdict {
            Verdict::FirstBetter => {
                format!("{first} is better than {second}, {}", by(differences.mean(), low, high))
            }
            Verdict::SecondBetter => {
                format!("{second} is better than {first}, {}", by(-differences.mean(), -high, -low))
            }
            Verdict::Alike => format!("{first} and {second} do not differ by {matters} points or more"),
            Verdict::Open => {
                let n_games = grouped(differences.n_pairs);
                return format!(
                    "After {n_games} games each it is not clear whether {first} or {second} is better."
                );
            }
        };
        let alpha = in_percent(self.test.alpha());
        format!("{found}; the chance that this verdict is wrong is at most {alpha} %.")
    }

    /// Returns the expected number of games of each player, if the true difference is the smallest that matters.
    fn expected(&self) -> u64 {
        self.test.expected_pairs(self.result.decisive().variance().sqrt())
    }
}
