//! `minewise bench`: plays games and prints a table.

use std::io::Write;

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::Adjust;
use minewise_lab::{Bench, Case, Outcome};
use serde::Serialize;

use crate::io::options::{JsonArg, LuckArgs, PlayerList, ThreadsArg};
use crate::io::outcomes::{OutcomeTable, RunAnswer, write_uses};
use crate::io::progress::progress_bar;
use crate::io::{print_json, warn_if_not_taught};

/// Plays games and reports how many are won, with confidence intervals.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The rules to play under: a list such as `beginner,30x16/99:zero`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// The players: a list such as `random,exact`
    #[arg(long, value_name = "P,…")]
    players: PlayerList,
    /// Number of games for each player under each set of rules
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the first layout; each following game uses the next seed
    #[arg(long, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    luck: LuckArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    answer: JsonArg,
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
    let mut outcomes = Vec::new();
    if !args.answer.json {
        table.write_head(out)?;
    }
    for case in cases {
        let outcome = play(case, args);
        if !args.answer.json {
            table.write(out, &outcome)?;
            out.flush()?;
        }
        outcomes.push(outcome);
    }
    if args.answer.json {
        let runs = outcomes.iter().map(|outcome| RunAnswer::new(outcome, args.seed)).collect();
        return print_json(out, &Answer { runs });
    }
    write_uses(out, &outcomes)
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
    let outcome = bench.play(args.threads.n_threads(), &|n_games| bar.inc(n_games));
    bar.finish_and_clear();
    outcome
}
