//! What players counted, such as how often they used each of their rules, beside what others counted.

use std::collections::BTreeSet;

use crate::play::chunk::Outcome;
use crate::play::manifest::Published;
use crate::report::document::{Block, Table};
use crate::report::words::{NONE, grouped, of_a_thousand};
use crate::studies::run::results::Results;

/// The section on what was used; nothing if no player counts.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let rows: Vec<Vec<String>> =
        results.outcomes.iter().flat_map(|outcome| rows(outcome, &results.manifest.published)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let heads = vec!["rules", "player", "what", "count", "of 1,000 games", "theirs"];
    vec![
        Block::Heading("What was used"),
        Block::Table(Table { heads, n_word_columns: 3, rows }),
        Block::Text(
            "What the player counted in all games together, and for every 1,000 of them. Theirs: the same of published \
             games, for every 1,000 of these."
                .to_owned(),
        ),
    ]
}

/// A row for each name that a player or a figure beside it counts; none if the player counts nothing.
fn rows(outcome: &Outcome, published: &[Published]) -> Vec<Vec<String>> {
    let Outcome { case, tally, .. } = outcome;
    if tally.uses.is_empty() {
        return Vec::new();
    }
    let is_beside = |figure: &&Published| figure.rules == case.rules && figure.player == case.player;
    let figures: Vec<&Published> = published.iter().filter(is_beside).collect();
    let theirs = figures.iter().flat_map(|figure| figure.uses.keys());
    let names: BTreeSet<&String> = tally.uses.keys().chain(theirs).collect();
    let row = |name: &String| {
        let count = tally.uses.get(name).copied().unwrap_or(0);
        vec![
            case.rules.to_string(),
            case.player.to_string(),
            name.clone(),
            grouped(count),
            of_a_thousand(count, tally.games),
            their_share(&figures, name),
        ]
    };
    names.into_iter().map(row).collect()
}

/// What the figures of others say by this name, each in the order of the manifest.
fn their_share(figures: &[&Published], name: &str) -> String {
    let share = |figure: &&Published| Some(of_a_thousand(*figure.uses.get(name)?, figure.games?));
    let shares: Vec<String> = figures.iter().filter_map(share).collect();
    if shares.is_empty() { NONE.to_owned() } else { shares.join(", ") }
}
