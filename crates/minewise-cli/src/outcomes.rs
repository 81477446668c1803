//! What came of games, as `bench` and `lab run` tell it: a table for people, JSON for others.

use std::io::Write;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise_lab::{Adjust, Case, Mean, Outcome};
use serde::Serialize;

use crate::words;

/// A progress bar with the time left, if somebody is there to see it.
pub(crate) fn progress_bar(n_games: u64, prefix: String) -> ProgressBar {
    progress_bar_of(n_games, "games", prefix)
}

/// A progress bar of other things than games.
pub(crate) fn progress_bar_of(n: u64, things: &'static str, prefix: String) -> ProgressBar {
    // Not drawn unless stderr is a terminal.
    let bar = ProgressBar::with_draw_target(Some(n), ProgressDrawTarget::stderr());
    let template = "{prefix} {bar:30} {pos} of {len} {msg}, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_prefix(prefix);
    bar.set_message(things);
    bar
}

/// How much of the luck of games is told.
#[derive(clap::Args)]
pub(crate) struct LuckArgs {
    /// Take luck out of results: off, quick (guesses and what decides between being stuck or not), or full (all of it;
    /// slow)
    #[arg(long, value_name = "A", value_parser = read_adjust)]
    adjust: Option<Adjust>,
    /// The same as --adjust off
    #[arg(long, conflicts_with = "adjust")]
    no_adjust: bool,
}

fn read_adjust(text: &str) -> Result<Adjust, String> {
    text.parse().map_err(|wrong| format!("expected {wrong}"))
}

impl LuckArgs {
    /// What was asked for; `usual` if nothing was.
    pub(crate) fn over(&self, usual: Adjust) -> Adjust {
        if self.no_adjust { Adjust::Off } else { self.adjust.unwrap_or(usual) }
    }
}

/// So many threads, or as many as the machine runs at once.
pub(crate) fn n_threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// What other tools read of the games of one player under one set of rules.
#[derive(Serialize)]
pub(crate) struct RunAnswer {
    rules: String,
    player: String,
    seed: u64,
    games: u64,
    wins: u64,
    given_up: u64,
    win_rate: f64,
    win_rate_ci95: (f64, f64),
    /// Without the luck of the games; none if it was not measured.
    adjusted_win_rate: Option<f64>,
    adjusted_ci95: Option<(f64, f64)>,
    /// How many times as many games the plain rate would need to be as sure.
    variance_ratio: Option<f64>,
    /// On average 0, but for chance.
    mean_luck: Option<f64>,
    mean_luck_ci95: Option<(f64, f64)>,
    games_per_cpu_second: Option<f64>,
    uncovered: f64,
    guesses_per_game: f64,
    risk_per_game: f64,
    /// The guesses that are none for certain: too much work to tell.
    unmeasured: u64,
    /// The guesses made although some cell was certainly safe; none if the records do not tell.
    free_guesses: Option<u64>,
    reveals_per_game: f64,
    losses: LossesAnswer,
    /// In hexadecimal digits; the same exactly as long as every move of every game is.
    fingerprint: String,
}

/// Games lost in each phase: forced, not forced, not measured.
#[derive(Serialize)]
struct LossesAnswer {
    opening: [u64; 3],
    middle: [u64; 3],
    endgame: [u64; 3],
}

impl RunAnswer {
    pub(crate) fn new(outcome: &Outcome, seed: u64) -> RunAnswer {
        let Outcome { case, tally, timing } = outcome;
        let interval = |mean: Mean| Some(mean.ci95).filter(|(low, high)| (high - low).is_finite());
        RunAnswer {
            rules: case.rules.to_string(),
            player: case.player.to_string(),
            seed,
            games: tally.games,
            wins: tally.wins,
            given_up: tally.given_up,
            win_rate: tally.win_rate(),
            win_rate_ci95: tally.win_rate_ci95(),
            adjusted_win_rate: tally.adjusted().map(|adjusted| adjusted.mean),
            adjusted_ci95: tally.adjusted().and_then(interval),
            variance_ratio: tally.variance_ratio(),
            mean_luck: tally.mean_luck().map(|luck| luck.mean),
            mean_luck_ci95: tally.mean_luck().and_then(interval),
            games_per_cpu_second: timing.games_per_cpu_second(),
            uncovered: tally.uncovered_share(),
            guesses_per_game: tally.mean_guesses(),
            risk_per_game: tally.mean_risk(),
            unmeasured: tally.unmeasured,
            free_guesses: tally.free_guesses,
            reveals_per_game: tally.mean_reveals(),
            losses: LossesAnswer {
                opening: tally.losses.opening,
                middle: tally.losses.middle,
                endgame: tally.losses.endgame,
            },
            fingerprint: format!("{:016x}", tally.fingerprint),
        }
    }
}

/// A table for people, written row by row.
pub(crate) struct Table {
    rules_width: usize,
    player_width: usize,
}

/// The columns after rules and player, and how wide they are.
const COLUMNS: [(&str, usize); 9] = [
    ("games", 9),
    ("won", 7),
    ("95 % interval", 15),
    ("adjusted", 8),
    ("95 % interval", 15),
    ("guesses", 7),
    ("free", 5),
    ("uncovered", 9),
    ("games/CPU s", 11),
];

impl Table {
    /// A table with room for these cases.
    pub(crate) fn new<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Table {
        let mut table = Table { rules_width: "rules".len(), player_width: "player".len() };
        for case in cases {
            table.rules_width = table.rules_width.max(case.rules.to_string().chars().count());
            table.player_width = table.player_width.max(case.player.to_string().chars().count());
        }
        table
    }

    pub(crate) fn write_head(&self, out: &mut impl Write) -> Result<()> {
        Ok(self.write_row(out, "rules", "player", &COLUMNS.map(|(name, _)| name.to_owned()))?)
    }

    pub(crate) fn write(&self, out: &mut impl Write, outcome: &Outcome) -> Result<()> {
        let Outcome { case, tally, timing } = outcome;
        let adjusted = tally.adjusted();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let cells = [
            words::grouped(&tally.games.to_string()),
            words::percent(tally.win_rate()),
            interval(tally.win_rate_ci95()),
            or_dash(adjusted.map(|adjusted| words::percent(adjusted.mean))),
            or_dash(adjusted.filter(|mean| mean.variance.is_finite()).map(|mean| interval(mean.ci95))),
            format!("{:.2}", tally.mean_guesses()),
            or_dash(tally.free_guesses.map(|n_free| words::grouped(&n_free.to_string()))),
            words::percent(tally.uncovered_share()),
            or_dash(timing.games_per_cpu_second().map(rounded)),
        ];
        Ok(self.write_row(out, &case.rules.to_string(), &case.player.to_string(), &cells)?)
    }

    fn write_row(
        &self,
        out: &mut impl Write,
        rules: &str,
        player: &str,
        cells: &[String; 9],
    ) -> std::io::Result<()> {
        let Table { rules_width, player_width } = self;
        write!(out, "{rules:rules_width$}  {player:player_width$}")?;
        for (cell, (_, width)) in cells.iter().zip(COLUMNS) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)
    }
}

/// An interval in percent.
pub(crate) fn interval((low, high): (f64, f64)) -> String {
    format!("{:.1} – {:.1} %", 100.0 * low, 100.0 * high)
}

/// A speed with three digits that mean something.
fn rounded(speed: f64) -> String {
    if speed >= 100.0 { words::grouped(&format!("{speed:.0}")) } else { format!("{speed:.2}") }
}
