//! The report of scores.

use minewise_coach::{Problem, grouped};
use serde_json::json;

use super::{ScoreRecord, ScoreSettings};
use crate::play::manifest::{Manifest, PublishedFigure};
use crate::plot::{self, Level, Line, Point};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::format::{NO_VALUE, interval, percent};
use crate::stats::statistics::mean_ci95;
use crate::store::folder::{MANIFEST, RECORDS, StudyFile};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;
use crate::studies::run::report::published::Comparison;

/// Makes the report of the scores in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, models: ModelFiles) -> Result<Pages, Problem> {
    let settings: ScoreSettings = study.settings()?;
    let records: Vec<ScoreRecord> = journal::read_all(&files(RECORDS))?;
    let manifest = files(MANIFEST);
    let manifest = if manifest.exists() { Some(Manifest::of(&manifest, models)?) } else { None };
    let cases = match &manifest {
        Some(manifest) => {
            let case = |case: &crate::Case| (case.rules.to_string(), case.player.to_string());
            manifest.plan.cases.iter().map(case).collect()
        }
        None => pairs(&settings),
    };
    let rows: Vec<Row> = cases.into_iter().map(|case| Row::of(case, &records)).collect();
    let is_complete = rows.iter().all(|row| row.scores.len() as u64 == settings.seeds);
    let scores: Vec<&ScoreRecord> = rows.iter().flat_map(|row| row.scores.iter().copied()).collect();
    let comparisons = manifest.as_ref().map(|manifest| comparisons(manifest, &rows)).unwrap_or_default();
    let document = document(&settings, manifest.as_ref(), &rows, &comparisons);
    let pages = Pages::of_document(document, is_complete).with_comparisons(&comparisons);
    Ok(pages.with_figures(&json!({ "scores": scores })))
}

/// Returns every pair of rules and players.
fn pairs(settings: &ScoreSettings) -> Vec<(String, String)> {
    let of_rules = |rules: &String| {
        let rules = rules.clone();
        settings.players.iter().map(move |player| (rules.clone(), player.clone()))
    };
    settings.rules.iter().flat_map(of_rules).collect()
}

/// The scores of one player under one set of rules, for all seeds.
struct Row<'a> {
    rules: String,
    player: String,
    scores: Vec<&'a ScoreRecord>,
}

impl<'a> Row<'a> {
    fn of((rules, player): (String, String), records: &'a [ScoreRecord]) -> Row<'a> {
        let is_own = |score: &&ScoreRecord| score.rules == rules && score.player == player;
        let mut scores: Vec<&ScoreRecord> = records.iter().filter(is_own).collect();
        scores.sort_by_key(|score| score.seed);
        Row { rules, player, scores }
    }

    /// Returns the mean win rate over the seeds, with the 95 % interval of the mean; `None` if there are no scores.
    ///
    /// The rate for a seed is exact. The interval is about other seeds, and is a point for a player without chance.
    fn rate(&self) -> Option<(f64, (f64, f64))> {
        mean_ci95(&self.scores.iter().map(|score| score.value).collect::<Vec<_>>())
    }

    /// Returns the share of layouts that the player gave up, over all seeds.
    fn given_up(&self) -> f64 {
        let count = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        let n_layouts: f64 = self.scores.iter().map(|score| count(&score.layouts)).sum();
        self.scores.iter().map(|score| count(&score.given_up)).sum::<f64>() / n_layouts
    }

    /// Returns the fewest and the most layouts won with a seed, as text.
    fn won(&self) -> String {
        let won = |score: &&ScoreRecord| score.won.parse::<u128>().unwrap_or(0);
        let least_and_most = self.scores.iter().map(won).min().zip(self.scores.iter().map(won).max());
        match least_and_most {
            None => NO_VALUE.to_owned(),
            Some((least, most)) if least == most => grouped(most),
            Some((least, most)) => format!("{} to {}", grouped(least), grouped(most)),
        }
    }
}

fn document(
    settings: &ScoreSettings,
    manifest: Option<&Manifest>,
    rows: &[Row],
    comparisons: &[Comparison],
) -> Document {
    let title = manifest.map_or_else(|| "Scores without noise".to_owned(), |manifest| manifest.title.clone());
    let seeds = match settings.seeds {
        1 => String::new(),
        n_seeds => format!(
            " Each player plays them with {n_seeds} seeds of its own chance; the interval is that of the mean over seeds."
        ),
    };
    let mut blocks: Vec<Block> =
        manifest.and_then(|manifest| manifest.question.clone()).map(Block::Text).into_iter().collect();
    blocks.push(Block::Text(format!("Every layout of a board is played, so the scores are exact.{seeds}")));
    blocks.extend(manifest.map(|manifest| curves(manifest, rows)).unwrap_or_default());
    blocks.push(table(manifest, rows));
    blocks.extend(published(comparisons));
    Document { title, blocks }
}

fn table(manifest: Option<&Manifest>, rows: &[Row]) -> Block {
    let fine = |fraction: f64| format!("{:.4} %", 100.0 * fraction);
    let gives_up = rows.iter().any(|row| row.given_up() > 0.0);
    let row = |row: &Row| {
        let first = row.scores.first();
        let known = |figure: &&crate::KnownFigure| figure.rules.to_string() == row.rules;
        let of_manifest = manifest.and_then(|manifest| manifest.known.iter().find(known));
        let best = of_manifest
            .map(|figure| figure.win_rate)
            .or_else(|| first.and_then(|score| score.optimum.as_ref()).map(|optimum| optimum.value));
        let rate = row.rate();
        let mut cells = vec![
            row.rules.clone(),
            row.player.clone(),
            row.won(),
            first.map_or_else(|| NO_VALUE.to_owned(), |score| grouped(&score.layouts)),
            rate.map_or_else(|| NO_VALUE.to_owned(), |(rate, _)| fine(rate)),
            rate.map_or_else(|| NO_VALUE.to_owned(), |(_, ci95)| interval(ci95)),
            best.map_or_else(|| "unknown".to_owned(), fine),
        ];
        cells.extend(gives_up.then(|| percent(row.given_up())));
        cells
    };
    let mut heads = vec!["rules", "player", "won", "of", "win rate", "95 %", "perfect play"];
    heads.extend(gives_up.then_some("given up"));
    Block::table(&heads, 2, rows.iter().map(row).collect())
}

/// Returns every published win rate beside ours.
fn comparisons<'a>(manifest: &'a Manifest, rows: &[Row]) -> Vec<Comparison<'a>> {
    let ours = |figure: &PublishedFigure| {
        let (rules, player) = (figure.rules.to_string(), figure.player.to_string());
        rows.iter().find(|row| row.rules == rules && row.player == player).and_then(Row::rate)
    };
    let compare = |figure: &'a PublishedFigure| {
        Some(Comparison { figure, their_rate: figure.win_rate?, ours: ours(figure) })
    };
    manifest.published.iter().filter_map(compare).collect()
}

/// Returns published figures beside ours; empty if there are none.
fn published(comparisons: &[Comparison]) -> Vec<Block> {
    if comparisons.is_empty() {
        return Vec::new();
    }
    let row = |comparison: &Comparison| {
        let figure = comparison.figure;
        let (rate, ci95) = comparison.ours.unwrap_or((f64::NAN, (f64::NAN, f64::NAN)));
        vec![
            figure.rules.to_string(),
            figure.player.to_string(),
            figure.by.clone(),
            percent(rate),
            interval(ci95),
            comparison.theirs(),
            figure.ci95().map_or_else(|| NO_VALUE.to_owned(), interval),
        ]
    };
    let heads = ["rules", "player", "by", "ours", "95 %", "theirs", "95 %"];
    vec![
        Block::Heading("Comparison with published figures"),
        Block::table(&heads, 3, comparisons.iter().map(row).collect()),
        Block::List(comparisons.iter().map(Comparison::sentence).collect()),
    ]
}

/// Draws scores over the varied key: a figure for each set of rules, with a line for each player.
fn curves(manifest: &Manifest, rows: &[Row]) -> Vec<Block> {
    let Some(key) = &manifest.varied_key else { return Vec::new() };
    let mut values: Vec<String> = Vec::new();
    let mut panels: Vec<(String, Vec<Line>)> = Vec::new();
    let mut n_of_value: Vec<usize> = Vec::new();
    for (case, row) in manifest.plan.cases.iter().zip(rows) {
        let Some(value) = &case.varied else { continue };
        if values.last() != Some(value) {
            values.push(value.clone());
            n_of_value = vec![0; panels.len()];
        }
        let panel = panels.iter().position(|(rules, _)| *rules == row.rules).unwrap_or_else(|| {
            panels.push((row.rules.clone(), Vec::new()));
            n_of_value.push(0);
            panels.len() - 1
        });
        // The cases of each value are in the same order, so the n-th of each under the same rules are one line.
        let (lines, nth) = (&mut panels[panel].1, n_of_value[panel]);
        n_of_value[panel] += 1;
        if nth == lines.len() {
            let name = row.player.replace(&format!("{key}={value}"), &format!("{key}={{{key}}}"));
            lines.push(Line { name, points: Vec::new(), published: Vec::new() });
        }
        let point = row.rate().map(|(rate, interval)| Point { value_idx: values.len() - 1, rate, interval });
        lines[nth].points.extend(point);
    }
    let figure = |(rules, lines): (String, Vec<Line>)| {
        let known = manifest.known.iter().filter(|known| known.rules.to_string() == rules);
        let level = |known: &crate::KnownFigure| Level {
            name: format!("{}: {}", known.by, percent(known.win_rate)),
            rate: known.win_rate,
        };
        let levels: Vec<Level> = known.map(level).collect();
        let caption =
            format!("Exact win rates by {key} on {rules}, with bands for the mean over player seeds.");
        Block::Figure { svg: plot::lines(key, &values, &lines, &levels), caption }
    };
    let panels: Vec<_> =
        panels.into_iter().filter(|(_, lines)| lines.iter().any(|line| !line.points.is_empty())).collect();
    panels.into_iter().map(figure).collect()
}
