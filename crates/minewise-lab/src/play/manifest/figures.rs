//! Published figures in a manifest, which a report compares with ours.

use std::collections::BTreeMap;

use minewise::Rules;
use minewise_coach::Problem;
use minewise_coach::zoo::{PlayerSpec, Reader};
use toml::Spanned;

use super::MOST_GAMES;
use super::text::{ManifestSource, RawKnown, RawPublished};
use crate::play::plan::Plan;
use crate::stats::statistics::wilson;

/// A win rate that somebody published, to compare ours with.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigure {
    /// The rules that were played.
    pub rules: Rules,
    /// The player of ours that it is compared with.
    pub player: PlayerSpec,
    /// The share of games won.
    pub win_rate: f64,
    /// The number of games, if the source states it.
    pub games: Option<u64>,
    /// The confidence interval, if the source states one.
    pub interval: Option<(f64, f64)>,
    /// The published counts over all games, by name. Invariant: empty if the number of games is not stated.
    pub uses: BTreeMap<String, u64>,
    /// The player or program that reached this rate.
    pub by: String,
    /// The source of the figure.
    pub source: String,
}

/// The highest win rate that is known under some rules, of perfect play or of the best player so far.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownFigure {
    /// The rules that were played.
    pub rules: Rules,
    /// The share of games won.
    pub win_rate: f64,
    /// The player or program that reaches it.
    pub by: String,
    /// The source of the figure.
    pub source: String,
}

impl PublishedFigure {
    /// Returns the interval that the source states, or else the 95 % Wilson interval of its games.
    pub fn ci95(&self) -> Option<(f64, f64)> {
        let by_games = |games: u64| wilson((self.win_rate * games as f64).round() as u64, games);
        self.interval.or_else(|| self.games.map(by_games))
    }

    /// Reads a figure and checks that the plan plays its rules and player.
    pub(super) fn read(
        reader: &mut Reader,
        source: ManifestSource,
        raw: &RawPublished,
        plan: &Plan,
    ) -> Result<PublishedFigure, Problem> {
        let rules: Rules = raw.rules.get_ref().parse().map_err(|error| source.error(&raw.rules, error))?;
        let player = reader.read(raw.player.get_ref()).map_err(|error| source.error(&raw.player, error))?;
        if !plan.cases.iter().any(|case| case.rules == rules && case.player == player) {
            let wrong =
                format_args!("a published figure of `{player}` on `{rules}`, which is not played here");
            return Err(source.error(&raw.rules, wrong));
        }
        let win_rate = win_rate(source, &raw.win_rate)?;
        let games = raw.games.as_ref().map(|games| source.whole_number("games", games, 1, MOST_GAMES));
        Ok(PublishedFigure {
            rules,
            player,
            win_rate,
            games: games.transpose()?,
            interval: interval(source, raw, win_rate)?,
            uses: uses(source, raw)?,
            by: raw.by.clone(),
            source: raw.source.clone(),
        })
    }
}

impl KnownFigure {
    /// Reads a known win rate and checks that the plan plays its rules.
    pub(super) fn read(source: ManifestSource, raw: &RawKnown, plan: &Plan) -> Result<KnownFigure, Problem> {
        let rules: Rules = raw.rules.get_ref().parse().map_err(|error| source.error(&raw.rules, error))?;
        if !plan.cases.iter().any(|case| case.rules == rules) {
            let wrong = format_args!("a known figure of `{rules}`, which is not played here");
            return Err(source.error(&raw.rules, wrong));
        }
        let win_rate = win_rate(source, &raw.win_rate)?;
        Ok(KnownFigure { rules, win_rate, by: raw.by.clone(), source: raw.source.clone() })
    }
}

/// Reads the share of games won, a number from 0 to 1.
fn win_rate(source: ManifestSource, raw: &Spanned<f64>) -> Result<f64, Problem> {
    let win_rate = *raw.get_ref();
    match is_share(win_rate) {
        true => Ok(win_rate),
        false => Err(source.error(raw, "`win_rate` takes a share from 0 to 1")),
    }
}

/// Reads the interval around the win rate, if one is stated.
fn interval(
    source: ManifestSource,
    raw: &RawPublished,
    win_rate: f64,
) -> Result<Option<(f64, f64)>, Problem> {
    let Some(interval) = &raw.interval else { return Ok(None) };
    let [low, high] = *interval.get_ref();
    if !(is_share(low) && is_share(high) && (low..=high).contains(&win_rate)) {
        let wrong = "`interval` takes two shares from 0 to 1, with `win_rate` between them";
        return Err(source.error(interval, wrong));
    }
    Ok(Some((low, high)))
}

/// Reads the published counts; empty if there are none.
fn uses(source: ManifestSource, raw: &RawPublished) -> Result<BTreeMap<String, u64>, Problem> {
    let Some(uses) = &raw.uses else { return Ok(BTreeMap::new()) };
    if raw.games.is_none() {
        return Err(source.error(uses, "`uses` needs `games`, the number of games that were counted"));
    }
    let count = |count| source.whole_number("uses", count, 0, i64::MAX as u64);
    uses.get_ref().iter().map(|(name, n)| Ok((name.clone(), count(n)?))).collect()
}

/// Checks whether a number lies between 0 and 1.
fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}
