//! `minewise lab compare`: two players on the same seeds, until it is clear which is better.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec};
use minewise_lab::{Compared, Comparison, Differences, N_PER_BATCH, Test, Verdict, read_player};
use serde_json::json;

use crate::io::options::{LuckArgs, n_threads};
use crate::io::progress::progress_bar;
use crate::io::refusal::Refusal;
use crate::io::{print_json, words};

/// Compares two players on the same seeds, until it is clear which is better.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// One player
    #[arg(value_name = "P", value_parser = read_player)]
    first: PlayerSpec,
    /// The other player
    #[arg(value_name = "Q", value_parser = read_player)]
    second: PlayerSpec,
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// The most games of each, in batches of 250
    #[arg(long, value_name = "MAX", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// The seed of the first layout; each of the following games has the next one
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// The chance that the verdict is wrong, at most
    #[arg(long, value_name = "A", default_value = "0.05")]
    alpha: f64,
    /// The least difference of win rates that matters
    #[arg(long, value_name = "D", default_value = "0.01")]
    difference: f64,
    #[command(flatten)]
    luck: LuckArgs,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder of the records, so that a stopped comparison goes on [default: runs/compare-…]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Compares.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let test = Test::new(args.alpha, args.difference)
        .ok_or_else(|| Refusal::bad_input("--alpha and --difference take numbers between 0 and 1"))?;
    let comparison = Comparison {
        rules: args.rules,
        players: [args.first.clone(), args.second.clone()],
        seed: Seed(args.seed),
        n_batches: args.games.div_ceil(N_PER_BATCH),
        adjust: args.luck.over(Adjust::Quick),
        test,
    };
    let folder = args.out.clone().unwrap_or_else(|| usual_folder(&comparison));
    std::fs::create_dir_all(&folder).map_err(|error| {
        Refusal::failed(format!("cannot make the folder `{}`: {error}", folder.display()))
    })?;
    let compared = play(&comparison, args, &folder)?;
    let told = Told { comparison: &comparison, compared: &compared };
    if args.json { told.print_json(out, &folder) } else { told.write_text(out) }
}

/// The folder of a comparison that nobody chose a folder for.
fn usual_folder(comparison: &Comparison) -> PathBuf {
    let Comparison { rules, players: [first, second], seed, adjust, .. } = comparison;
    super::folder_named(&format!("compare {rules} {first} {second} {seed} {}", adjust.name()))
}

/// Plays with a progress bar, if somebody is there to see it.
fn play(comparison: &Comparison, args: &Args, folder: &std::path::Path) -> Result<Compared> {
    let most = comparison.n_batches.saturating_mul(N_PER_BATCH);
    let bar = progress_bar(most, format!("{} {} {}, at most", comparison.rules, args.first, args.second));
    let compared =
        comparison.play(&folder.join("compare.jsonl"), n_threads(args.threads), &|n_pairs| bar.inc(n_pairs));
    bar.finish_and_clear();
    Ok(compared.map_err(Refusal::from)?)
}

/// A comparison and what it found, to be told.
struct Told<'a> {
    comparison: &'a Comparison,
    compared: &'a Compared,
}

impl Told<'_> {
    /// What other tools read.
    fn print_json(&self, out: &mut impl Write, folder: &std::path::Path) -> Result<()> {
        let (Comparison { test, .. }, pairs) = (self.comparison, &self.compared.pairs);
        let difference = |differences: Differences| {
            json!({
                "mean": differences.mean(),
                "interval": test.interval(&differences),
                "ci95": differences.ci95(),
            })
        };
        let verdict = match self.compared.verdict {
            Verdict::FirstBetter => "first",
            Verdict::SecondBetter => "second",
            Verdict::Alike => "alike",
            Verdict::Open => "open",
        };
        print_json(
            out,
            &json!({
                "rules": self.comparison.rules.to_string(),
                "players": self.comparison.players.each_ref().map(ToString::to_string),
                "seed": self.comparison.seed.0,
                "games": pairs.n_pairs(),
                "both": pairs.both,
                "only_first": pairs.only_first,
                "only_second": pairs.only_second,
                "neither": pairs.neither,
                "plain": difference(pairs.plain()),
                "adjusted": pairs.adjusted().map(difference),
                "alpha": test.alpha(),
                "difference": test.difference(),
                "verdict": verdict,
                "text": self.sentence(),
                "expected_games": self.expected(),
                "folder": folder.display().to_string(),
            }),
        )
    }

    fn write_text(&self, out: &mut impl Write) -> Result<()> {
        let (Comparison { rules, players: [first, second], seed, test, .. }, pairs) =
            (self.comparison, &self.compared.pairs);
        let n_pairs = grouped(pairs.n_pairs());
        writeln!(out, "{rules}: {first} and {second} on the same {n_pairs} seeds, from {seed} on.\n")?;
        let width = first.to_string().chars().count().max(second.to_string().chars().count()) + 5;
        for (name, count) in [
            ("both".to_owned(), pairs.both),
            (format!("only {first}"), pairs.only_first),
            (format!("only {second}"), pairs.only_second),
            ("neither".to_owned(), pairs.neither),
        ] {
            let share = words::percent(count as f64 / pairs.n_pairs().max(1) as f64);
            writeln!(out, "won by {name:width$}  {:>13}  {share:>7}", grouped(count))?;
        }
        let sure = in_percent(1.0 - test.alpha());
        writeln!(
            out,
            "\ndifference, points     mean  {:>20}  {:>20}",
            format!("{sure} % at any time"),
            "95 % looked at once"
        )?;
        let rows = [("plain", Some(pairs.plain())), ("without luck", pairs.adjusted())];
        for (name, differences) in rows.iter().filter_map(|(name, row)| row.map(|row| (name, row))) {
            let (mean, any_time) = (points(differences.mean()), range(test.interval(&differences)));
            writeln!(out, "{name:18} {mean:>8}  {any_time:>20}  {:>20}", range(differences.ci95()))?;
        }
        writeln!(out, "\n{}", self.sentence())?;
        Ok(writeln!(
            out,
            "To find a true difference of {} points, about {} games each are to be expected here.",
            in_points(test.difference()),
            grouped(self.expected())
        )?)
    }

    /// The verdict, with its error rate.
    fn sentence(&self) -> String {
        let Comparison { players: [first, second], test, .. } = self.comparison;
        let differences = self.compared.decisive();
        let (low, high) = test.interval(&differences);
        let by = |mean: f64, low: f64, high: f64| {
            format!("by {} points ({} to {})", in_points(mean), in_points(low), in_points(high))
        };
        let matters = in_points(test.difference());
        let found = match self.compared.verdict {
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
        format!("{found}; such a verdict is wrong with a chance of at most {} %.", in_percent(test.alpha()))
    }

    /// The games of each that are to be expected for a true difference that just matters.
    fn expected(&self) -> u64 {
        self.comparison.test.expected_pairs(self.compared.decisive().variance().sqrt())
    }
}

fn grouped(count: u64) -> String {
    words::grouped(&count.to_string())
}

/// A chance in percent, without the traces of rounding.
fn in_percent(chance: f64) -> f64 {
    (chance * 1e8).round() / 1e6
}

/// A difference of rates in points, with its sign.
pub(super) fn points(difference: f64) -> String {
    format!("{:+.2}", 100.0 * difference)
}

pub(super) fn in_points(difference: f64) -> String {
    format!("{:.2}", 100.0 * difference)
}

fn range((low, high): (f64, f64)) -> String {
    format!("{} to {}", points(low), points(high))
}
