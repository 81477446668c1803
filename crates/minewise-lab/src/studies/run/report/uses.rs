//! The counts that players keep, such as how often they used each of their rules, compared with published counts.

use std::collections::BTreeSet;

use crate::play::chunk::Outcome;
use crate::play::manifest::PublishedFigure;
use crate::play::plan::Case;
use crate::report::document::{Block, Table};
use crate::report::format::{NO_VALUE, grouped, per_thousand};
use crate::studies::run::results::Results;

/// Returns the section on counts; empty if no player keeps any.
pub(super) fn section(results: &Results) -> Vec<Block> {
    section_of(results, |_| true)
}

/// Returns the section on the counts that are published, or on all counts if none are.
pub(crate) fn published_section(results: &Results) -> Vec<Block> {
    let published: Vec<&PublishedFigure> =
        results.manifest.published.iter().filter(|figure| !figure.uses.is_empty()).collect();
    section_of(results, |case| published.is_empty() || published.iter().any(|figure| figure.is_of(case)))
}

fn section_of(results: &Results, is_shown: impl Fn(&Case) -> bool) -> Vec<Block> {
    let shown = results.outcomes.iter().filter(|outcome| is_shown(&outcome.case));
    let mut rows: Vec<Vec<String>> =
        shown.flat_map(|outcome| rows(outcome, &results.manifest.published)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let mut heads = vec!["rules", "player", "name", "count", "per 1,000 games"];
    let mut about = "The counts of each player over all games, and per 1,000 games.".to_owned();
    if results.manifest.published.iter().any(|figure| !figure.uses.is_empty()) {
        heads.push("published");
        about += " Published: the counts of the published games, per 1,000 games.";
    } else {
        rows.iter_mut().for_each(|row| row.truncate(heads.len()));
    }
    vec![
        Block::Heading("Counts kept by the players"),
        Block::Table(Table { heads, n_word_columns: 3, rows }),
        Block::Text(about),
    ]
}

/// Returns a row for each name that a player or a published figure counts, with the published counts last; empty if the player keeps no counts.
fn rows(outcome: &Outcome, published: &[PublishedFigure]) -> Vec<Vec<String>> {
    let Outcome { case, tally, .. } = outcome;
    if tally.uses.is_empty() {
        return Vec::new();
    }
    let figures: Vec<&PublishedFigure> = published.iter().filter(|figure| figure.is_of(case)).collect();
    let theirs = figures.iter().flat_map(|figure| figure.uses.keys());
    let names: BTreeSet<&String> = tally.uses.keys().chain(theirs).collect();
    let row = |name: &String| {
        let count = tally.uses.get(name).copied().unwrap_or(0);
        vec![
            case.rules.to_string(),
            case.player.to_string(),
            name.clone(),
            grouped(count),
            per_thousand(count, tally.games),
            their_share(&figures, name),
        ]
    };
    names.into_iter().map(row).collect()
}

/// Returns the published counts of this name, in the order of the manifest.
fn their_share(figures: &[&PublishedFigure], name: &str) -> String {
    let share = |figure: &&PublishedFigure| Some(per_thousand(*figure.uses.get(name)?, figure.games?));
    let shares: Vec<String> = figures.iter().filter_map(share).collect();
    if shares.is_empty() { NO_VALUE.to_owned() } else { shares.join(", ") }
}
