//! `minewise bench`: plays games and prints a table.

use std::io::Write;

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::{Adjust, read_rules};
use minewise_lab::{Bench, Case, Outcome};
use serde::Serialize;

use crate::io::number::count;
use crate::io::options::{FormatArgs, LuckArgs, PlayerList, TableFormat, ThreadsArg, rules_help};
use crate::io::outcomes::{
    OutcomeTable, RunAnswer, write_clicks, write_outcomes_csv, write_outcomes_markdown, write_uses,
};
use crate::io::progress::progress_bar;
use crate::io::{print_json, warn_if_not_taught};

/// Plays games and reports how many are won, with confidence intervals.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise bench
  minewise bench -r beginner -p random,exact -n 2k
  minewise bench -r 8x8/10:any -p 'search(level=fast)' -n 100 --format csv")]
pub(crate) struct Args {
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The rules to play under, a comma-separated list"), value_parser = read_rules, value_delimiter = ',', default_value = "beginner,intermediate,expert")]
    rules: Vec<Rules>,
    /// The players, a comma-separated list, as `minewise players` lists them
    #[arg(short, long, visible_alias = "player", value_name = "PLAYER,…", default_value = "exact")]
    players: PlayerList,
    /// Number of games for each player under each set of rules
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count(1..=u64::MAX))]
    games: u64,
    /// Seed of the first layout; each following game uses the next seed
    #[arg(short, long, value_name = "SEED", default_value = "1", value_parser = count(0..=u64::MAX))]
    seed: u64,
    /// Measure the clicks of won games, their 3BV (the fewest clicks that win) and their efficiency (3BV / clicks)
    #[arg(long)]
    clicks: bool,
    #[command(flatten)]
    luck: LuckArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    answer: FormatArgs,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer {
    runs: Vec<RunAnswer>,
}

/// Lets every player play under every set of rules.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let case = |&rules| args.players.0.iter().map(move |player| (rules, player.clone()));
    let cases: Vec<Case> = args
        .rules
        .iter()
        .flat_map(case)
        .map(|(rules, player)| Case { rules, player, varied: None })
        .collect();
    for case in &cases {
        warn_if_not_taught(&case.player, &case.rules);
    }
    let table = OutcomeTable::new(&cases);
    let format = args.answer.format();
    let mut outcomes = Vec::new();
    if format == TableFormat::Table {
        table.write_head(out)?;
    }
    for case in cases {
        let outcome = play(case, args);
        if format == TableFormat::Table {
            table.write(out, &outcome)?;
            out.flush()?;
        }
        outcomes.push(outcome);
    }
    match format {
        TableFormat::Table => {
            OutcomeTable::write_notes(out)?;
            write_clicks(out, &outcomes)?;
            write_uses(out, &outcomes)
        }
        TableFormat::Json => {
            let runs = outcomes.iter().map(|outcome| RunAnswer::new(outcome, args.seed)).collect();
            print_json(out, &Answer { runs })
        }
        TableFormat::Csv => write_outcomes_csv(out, &outcomes, args.seed),
        TableFormat::Markdown => write_outcomes_markdown(out, &outcomes),
    }
}

/// Plays the games of one case, with a progress bar if stderr is a terminal.
fn play(case: Case, args: &Args) -> Outcome {
    let bar = progress_bar(args.games, format!("{} {}", case.rules, case.player));
    let bench = Bench {
        rules: case.rules,
        player: case.player,
        n_games: args.games,
        seed: Seed(args.seed),
        adjust: args.luck.adjust_or(Adjust::Quick),
    };
    let progress = |n_games| bar.inc(n_games);
    let n_threads = args.threads.n_threads();
    let outcome = if args.clicks {
        bench.play_with_clicks(n_threads, &progress)
    } else {
        bench.play(n_threads, &progress)
    };
    bar.finish_and_clear();
    outcome
}
