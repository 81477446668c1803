//! Published figures in a manifest, which a report compares with ours.

use std::collections::BTreeMap;
use std::time::Duration;

use minewise::Rules;
use minewise_coach::Problem;
use minewise_coach::zoo::{PlayerSpec, Reader};
use toml::Spanned;

use super::MOST_GAMES;
use super::text::{ManifestSource, RawKnown, RawPublished};
use crate::play::plan::{Case, Plan};
use crate::stats::statistics::wilson;

/// Figures that somebody published about one player under one set of rules, to compare ours with.
///
/// Invariant: it has a win rate or a time.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigure {
    /// The rules that were played.
    pub rules: Rules,
    /// The player of ours that it is compared with.
    pub player: PlayerSpec,
    /// The share of games won, if the source states it.
    pub win_rate: Option<f64>,
    /// How exactly the source states the win rate.
    pub stated: Stated,
    /// The number of games, if the source states it.
    pub games: Option<u64>,
    /// The confidence interval, if the source states one.
    pub interval: Option<(f64, f64)>,
    /// The published counts over all games, by name. Invariant: empty if the number of games is not stated.
    pub uses: BTreeMap<String, u64>,
    /// The published times of a game.
    pub times: PublishedTimes,
    /// The player or program that reached these figures.
    pub by: String,
    /// The source of the figures.
    pub source: String,
    /// Why ours differ, in one or a few sentences.
    pub explanation: Option<String>,
}

/// How exactly a source states a win rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stated {
    /// As a number.
    #[default]
    Exactly,
    /// As about this number.
    About,
    /// As less than this number.
    Under,
    /// As more than this number.
    Over,
}

/// The published times of a game. Any of them may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PublishedTimes {
    /// The mean time of a game.
    pub mean: Option<Duration>,
    /// The median time of a game.
    pub median: Option<Duration>,
    /// The time of the longest game.
    pub longest: Option<Duration>,
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
    ///
    /// `None` if the source states neither, or no exact win rate.
    pub fn ci95(&self) -> Option<(f64, f64)> {
        let win_rate = self.win_rate.filter(|_| self.stated == Stated::Exactly)?;
        let by_games = |games: u64| wilson((win_rate * games as f64).round() as u64, games);
        self.interval.or_else(|| self.games.map(by_games))
    }

    /// Checks whether this is a figure of the player and the rules of a case.
    pub fn is_of(&self, case: &Case) -> bool {
        self.rules == case.rules && self.player == case.player
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
        let games = raw.games.as_ref().map(|games| source.whole_number("games", games, 1, MOST_GAMES));
        let win_rate = raw.win_rate.as_ref().map(|rate| share(source, rate)).transpose()?;
        let figure = PublishedFigure {
            rules,
            player,
            win_rate,
            stated: Stated::read(source, raw)?,
            games: games.transpose()?,
            interval: interval(source, raw, win_rate)?,
            uses: uses(source, raw)?,
            times: PublishedTimes::read(source, raw)?,
            by: raw.by.clone(),
            source: raw.source.clone(),
            explanation: explanation(source, raw)?,
        };
        if !plan.cases.iter().any(|case| figure.is_of(case)) {
            let PublishedFigure { rules, player, .. } = &figure;
            let wrong =
                format_args!("a published figure of `{player}` on `{rules}`, which is not played here");
            return Err(source.error(&raw.rules, wrong));
        }
        if figure.win_rate.is_none() && figure.times == PublishedTimes::default() {
            return Err(source.error(&raw.rules, "a published figure needs `win_rate` or a time"));
        }
        Ok(figure)
    }
}

impl Stated {
    /// Returns the word before a figure that is stated like this, with a space after it; empty for an exact figure.
    pub fn word(self) -> &'static str {
        match self {
            Stated::Exactly => "",
            Stated::About => "about ",
            Stated::Under => "under ",
            Stated::Over => "over ",
        }
    }

    fn read(source: ManifestSource, raw: &RawPublished) -> Result<Stated, Problem> {
        let Some(stated) = &raw.stated else { return Ok(Stated::Exactly) };
        let kinds = [Stated::About, Stated::Under, Stated::Over];
        let kind = kinds.into_iter().find(|kind| kind.word().trim_end() == stated.get_ref());
        match kind {
            Some(_) if raw.win_rate.is_none() => {
                Err(source.error(stated, "`stated` says how `win_rate` is stated, but there is none"))
            }
            Some(kind) => Ok(kind),
            None => Err(source.error(stated, "`stated` takes `about`, `under` or `over`")),
        }
    }
}

impl PublishedTimes {
    fn read(source: ManifestSource, raw: &RawPublished) -> Result<PublishedTimes, Problem> {
        let time = |key: &str, seconds: &Option<Spanned<f64>>| {
            let Some(seconds) = seconds else { return Ok(None) };
            let wrong = || source.error(seconds, format_args!("`{key}` takes a number of seconds"));
            Duration::try_from_secs_f64(*seconds.get_ref()).map(Some).map_err(|_| wrong())
        };
        Ok(PublishedTimes {
            mean: time("mean_seconds", &raw.mean_seconds)?,
            median: time("median_seconds", &raw.median_seconds)?,
            longest: time("longest_seconds", &raw.longest_seconds)?,
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
        let win_rate = share(source, &raw.win_rate)?;
        Ok(KnownFigure { rules, win_rate, by: raw.by.clone(), source: raw.source.clone() })
    }
}

/// Reads the share of games won, a number from 0 to 1.
fn share(source: ManifestSource, raw: &Spanned<f64>) -> Result<f64, Problem> {
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
    win_rate: Option<f64>,
) -> Result<Option<(f64, f64)>, Problem> {
    let Some(interval) = &raw.interval else { return Ok(None) };
    let [low, high] = *interval.get_ref();
    let is_between = win_rate.is_some_and(|rate| (low..=high).contains(&rate));
    if !(is_share(low) && is_share(high) && is_between) {
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

/// Reads why ours differs, if the manifest says so.
fn explanation(source: ManifestSource, raw: &RawPublished) -> Result<Option<String>, Problem> {
    match &raw.explanation {
        Some(text) if text.get_ref().trim().is_empty() => {
            Err(source.error(text, "`explanation` takes a sentence"))
        }
        text => Ok(text.as_ref().map(|text| text.get_ref().trim().to_owned())),
    }
}

/// Checks whether a number lies between 0 and 1.
fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}
