//! Figures of others in a manifest, to stand beside ours.

use std::collections::BTreeMap;

use minewise::Rules;
use minewise_coach::Problem;
use minewise_coach::zoo::{PlayerSpec, Reader};
use toml::Spanned;

use super::MOST_GAMES;
use super::text::{RawKnown, RawPublished, Source};
use crate::play::plan::Plan;
use crate::stats::statistics::wilson;

/// A figure of somebody else, to stand beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// What was played.
    pub rules: Rules,
    /// The player of ours that it stands beside.
    pub player: PlayerSpec,
    /// The share of games won.
    pub win_rate: f64,
    /// How many games, if that is stated.
    pub games: Option<u64>,
    /// The interval, if one is stated.
    pub interval: Option<(f64, f64)>,
    /// What was counted in all games together, by name. Invariant: empty if the games are not stated.
    pub uses: BTreeMap<String, u64>,
    /// Whose figure it is.
    pub by: String,
    /// Where it is from.
    pub source: String,
}

/// The most that is known to be won under some rules, by perfect play or by the best so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What was played.
    pub rules: Rules,
    /// The share of games won.
    pub win_rate: f64,
    /// Who wins it.
    pub by: String,
    /// Where that is from.
    pub source: String,
}

impl Published {
    /// The interval that its source states, or else the one that its games give (Wilson, 95 %).
    pub fn ci95(&self) -> Option<(f64, f64)> {
        let by_games = |games: u64| wilson((self.win_rate * games as f64).round() as u64, games);
        self.interval.or_else(|| self.games.map(by_games))
    }

    /// Reads a figure of something that is played.
    pub(super) fn read(
        reader: &mut Reader,
        source: Source,
        raw: &RawPublished,
        plan: &Plan,
    ) -> Result<Published, Problem> {
        let rules: Rules = raw.rules.get_ref().parse().map_err(|error| source.error(&raw.rules, error))?;
        let player = reader.read(raw.player.get_ref()).map_err(|error| source.error(&raw.player, error))?;
        if !plan.cases.iter().any(|case| case.rules == rules && case.player == player) {
            let wrong =
                format_args!("a published figure of `{player}` on `{rules}`, which is not played here");
            return Err(source.error(&raw.rules, wrong));
        }
        let win_rate = win_rate(source, &raw.win_rate)?;
        let games = raw.games.as_ref().map(|games| source.whole_number("games", games, 1, MOST_GAMES));
        Ok(Published {
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

impl Known {
    /// Reads what is known of rules that are played.
    pub(super) fn read(source: Source, raw: &RawKnown, plan: &Plan) -> Result<Known, Problem> {
        let rules: Rules = raw.rules.get_ref().parse().map_err(|error| source.error(&raw.rules, error))?;
        if !plan.cases.iter().any(|case| case.rules == rules) {
            let wrong = format_args!("a known figure of `{rules}`, which is not played here");
            return Err(source.error(&raw.rules, wrong));
        }
        let win_rate = win_rate(source, &raw.win_rate)?;
        Ok(Known { rules, win_rate, by: raw.by.clone(), source: raw.source.clone() })
    }
}

/// The share of games won, if it is one.
fn win_rate(source: Source, raw: &Spanned<f64>) -> Result<f64, Problem> {
    let win_rate = *raw.get_ref();
    match is_share(win_rate) {
        true => Ok(win_rate),
        false => Err(source.error(raw, "`win_rate` takes a share from 0 to 1")),
    }
}

/// The interval around the win rate, if one is stated.
fn interval(source: Source, raw: &RawPublished, win_rate: f64) -> Result<Option<(f64, f64)>, Problem> {
    let Some(interval) = &raw.interval else { return Ok(None) };
    let [low, high] = *interval.get_ref();
    if !(is_share(low) && is_share(high) && (low..=high).contains(&win_rate)) {
        let wrong = "`interval` takes two shares from 0 to 1, with `win_rate` between them";
        return Err(source.error(interval, wrong));
    }
    Ok(Some((low, high)))
}

/// What was counted; nothing if that is not stated.
fn uses(source: Source, raw: &RawPublished) -> Result<BTreeMap<String, u64>, Problem> {
    let Some(uses) = &raw.uses else { return Ok(BTreeMap::new()) };
    if raw.games.is_none() {
        return Err(source.error(uses, "`uses` needs `games`, which these are counted in"));
    }
    let count = |count| source.whole_number("uses", count, 0, i64::MAX as u64);
    uses.get_ref().iter().map(|(name, n)| Ok((name.clone(), count(n)?))).collect()
}

/// Whether a number can be a share.
fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}
