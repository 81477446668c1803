//! The results of games, as `bench` and `lab run` print them: a table for people, and JSON.

use std::io::Write;

use anyhow::Result;
use minewise_lab::{Case, CaseSummary, ClickSums, Outcome};
use serde::Serialize;

use crate::io::output::is_quiet;
use crate::io::table::{write_csv, write_markdown};
use crate::io::words;

/// The results of one player under one set of rules, in JSON.
#[derive(Serialize)]
pub(crate) struct RunAnswer {
    #[serde(flatten)]
    summary: CaseSummary,
    games_per_cpu_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won_games: Option<WonGames>,
}

/// The clicks of won games, in JSON.
#[derive(Serialize)]
struct WonGames {
    clicks: f64,
    clicks_ci95: (f64, f64),
    three_bv: f64,
    three_bv_ci95: (f64, f64),
    efficiency: f64,
    efficiency_ci95: (f64, f64),
}

impl WonGames {
    fn of(sums: &ClickSums) -> WonGames {
        let (clicks, three_bv, efficiency) = (sums.clicks(), sums.three_bv(), sums.efficiency());
        WonGames {
            clicks: clicks.mean,
            clicks_ci95: clicks.ci95,
            three_bv: three_bv.mean,
            three_bv_ci95: three_bv.ci95,
            efficiency: efficiency.mean,
            efficiency_ci95: efficiency.ci95,
        }
    }
}

impl RunAnswer {
    pub(crate) fn new(outcome: &Outcome, seed: u64) -> RunAnswer {
        RunAnswer {
            summary: CaseSummary::of(outcome, seed),
            games_per_cpu_second: outcome.timing.games_per_cpu_second(),
            won_games: outcome.tally.clicks.as_ref().map(WonGames::of),
        }
    }
}

/// A table for people, written row by row.
pub(crate) struct OutcomeTable {
    rules_width: usize,
    player_width: usize,
}

/// The columns after rules and player, with their widths. The names are those of the reports.
const COLUMNS: [(&str, usize); 9] = [
    ("games", 9),
    ("won", 7),
    ("95 % interval", 15),
    ("without luck", 12),
    ("95 % interval", 15),
    ("guesses", 7),
    ("free guesses", 12),
    ("uncovered", 9),
    ("games/CPU s", 11),
];

/// What the columns mean, below the table.
const NOTES: &str = "
won           share of the games that were won, with its 95 % confidence interval
without luck  an estimate of the same share with less noise: how much the numbers helped is taken out
guesses       reveals per game that could have hit a mine
free guesses  guesses in all games although some cell was certainly safe
uncovered     share of the cells without a mine that were revealed
games/CPU s   games per second of CPU time, without the time for measuring guesses and luck";

impl OutcomeTable {
    /// Creates a table that is wide enough for these cases.
    pub(crate) fn new<'a>(cases: impl IntoIterator<Item = &'a Case>) -> OutcomeTable {
        let mut table = OutcomeTable { rules_width: "rules".len(), player_width: "player".len() };
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
        let case = &outcome.case;
        Ok(self.write_row(out, &case.rules.to_string(), &case.player.to_string(), &cells(outcome))?)
    }

    /// Explains the columns, unless the output is quiet.
    pub(crate) fn write_notes(out: &mut impl Write) -> Result<()> {
        if !is_quiet() {
            writeln!(out, "{NOTES}")?;
        }
        Ok(())
    }

    fn write_row(
        &self,
        out: &mut impl Write,
        rules: &str,
        player: &str,
        cells: &[String; 9],
    ) -> std::io::Result<()> {
        let OutcomeTable { rules_width, player_width } = self;
        write!(out, "{rules:rules_width$}  {player:player_width$}")?;
        for (cell, (_, width)) in cells.iter().zip(COLUMNS) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)
    }
}

/// The figures of one player under one set of rules, in the order of [`COLUMNS`].
fn cells(outcome: &Outcome) -> [String; 9] {
    let Outcome { tally, timing, .. } = outcome;
    let adjusted = tally.adjusted();
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    [
        words::grouped(tally.games),
        words::percent(tally.win_rate()),
        interval(tally.win_rate_ci95()),
        or_dash(adjusted.map(|adjusted| words::percent(adjusted.mean))),
        or_dash(adjusted.filter(|mean| mean.variance.is_finite()).map(|mean| interval(mean.ci95))),
        format!("{:.2}", tally.mean_guesses()),
        or_dash(tally.free_guesses.map(words::grouped)),
        words::percent(tally.uncovered_share()),
        or_dash(timing.games_per_cpu_second().map(rounded)),
    ]
}

/// Writes all results as comma-separated values.
pub(crate) fn write_outcomes_csv(out: &mut impl Write, outcomes: &[Outcome], seed: u64) -> Result<()> {
    let runs: Vec<RunAnswer> = outcomes.iter().map(|outcome| RunAnswer::new(outcome, seed)).collect();
    write_csv(out, &runs, &["rules", "player", "games", "wins", "win_rate", "win_rate_ci95"])
}

/// Writes all results as a Markdown table.
pub(crate) fn write_outcomes_markdown(out: &mut impl Write, outcomes: &[Outcome]) -> Result<()> {
    let heads: Vec<&str> = ["rules", "player"].into_iter().chain(COLUMNS.map(|(name, _)| name)).collect();
    let row = |outcome: &Outcome| {
        let case = [format!("`{}`", outcome.case.rules), format!("`{}`", outcome.case.player)];
        case.into_iter().chain(cells(outcome)).collect()
    };
    Ok(write_markdown(out, &heads, 2, &outcomes.iter().map(row).collect::<Vec<_>>())?)
}

/// Writes the clicks of won games, one line per case in which they were measured.
pub(crate) fn write_clicks<'a>(
    out: &mut impl Write,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Result<()> {
    for Outcome { case, tally, .. } in outcomes {
        let Some(sums) = &tally.clicks else { continue };
        let (three_bv, clicks, efficiency) = (sums.three_bv().mean, sums.clicks().mean, sums.efficiency());
        let percent = words::percent(efficiency.mean);
        writeln!(
            out,
            "{} on {} won with a 3BV of {three_bv:.1} in {clicks:.1} clicks, an efficiency of {percent} ({}).",
            case.player,
            case.rules,
            interval(efficiency.ci95)
        )?;
    }
    Ok(())
}

/// Writes what players counted, one line per player that counts: `mio on 8x8/10:any used S-1 169 times, S-2 once.`
pub(crate) fn write_uses<'a>(
    out: &mut impl Write,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Result<()> {
    for Outcome { case, tally, .. } in outcomes {
        let uses: Vec<String> = tally.uses.iter().map(|(name, &n)| format!("{name} {}", times(n))).collect();
        if !uses.is_empty() {
            writeln!(out, "{} on {} used {}.", case.player, case.rules, uses.join(", "))?;
        }
    }
    Ok(())
}

/// `once`, `2 times`.
fn times(n: u64) -> String {
    if n == 1 { "once".to_owned() } else { format!("{} times", words::grouped(n)) }
}

/// An interval in percent.
pub(crate) fn interval((low, high): (f64, f64)) -> String {
    format!("{:.1} – {:.1} %", 100.0 * low, 100.0 * high)
}

/// A speed, rounded to a whole number from 100 on.
fn rounded(speed: f64) -> String {
    if speed >= 100.0 { words::grouped(format!("{speed:.0}")) } else { format!("{speed:.2}") }
}

#[cfg(test)]
mod tests {
    use minewise_lab::{Tally, Timing};

    use super::*;

    #[test]
    fn what_players_counted_is_written_one_line_each() {
        let outcome = |player: &str, uses: &[(&str, u64)]| Outcome {
            case: Case {
                rules: "8x8/10:any".parse().unwrap(),
                player: player.parse().unwrap(),
                varied: None,
            },
            tally: Tally {
                uses: uses.iter().map(|&(name, n)| (name.to_owned(), n)).collect(),
                ..Tally::default()
            },
            timing: Timing::default(),
        };
        let outcomes = [
            outcome("exact", &[("S-1", 169), ("S-2", 10_285)]),
            outcome("random", &[]),
            outcome("naive", &[("marks", 1), ("zeros", 0)]),
        ];
        let mut out = Vec::new();
        write_uses(&mut out, &outcomes).unwrap();
        let expected = "exact on 8x8/10:any used S-1 169 times, S-2 10,285 times.\n\
                        naive on 8x8/10:any used marks once, zeros 0 times.\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
