//! `minewise play`: a game in the terminal, played by a person with hints, or by a player while a person watches.

use std::io::Write;

use anyhow::{Context, Result};
use minewise::{Rules, Seed};
use minewise_coach::read_rules;

use crate::io::number::count;
use crate::io::options::{PlayerArgs, rules_help};
use crate::io::warn_if_not_taught;
use crate::terminal::{self, Setup, Speed};

/// Plays a game in the terminal, with hints on request. Without a terminal, reads commands from standard input.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise play
  minewise play --rules expert --seed 1
  minewise play -r 8x8/10:any -p 'search(level=fast)' --watch --speed 5")]
pub(crate) struct Args {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under"), value_parser = read_rules, default_value = "beginner")]
    rules: Rules,
    #[command(flatten)]
    adviser: PlayerArgs,
    /// Seed of the layout; each following game uses the next seed [default: random]
    #[arg(short, long, value_name = "SEED", value_parser = count(0..=u64::MAX))]
    seed: Option<u64>,
    /// Watch the player play
    #[arg(short, long)]
    watch: bool,
    /// How many moves the watched player makes in a second, from 0.1 to 1000 [default: 1]
    #[arg(long, value_name = "N", requires = "watch", value_parser = str::parse::<Speed>)]
    speed: Option<Speed>,
    /// Draw with ASCII characters only [default: only where the locale has no UTF-8]
    #[arg(long)]
    ascii: bool,
}

/// Plays until the user quits.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let seed = Seed(args.seed.map_or_else(random_seed, Ok)?);
    let player = args.adviser.player()?;
    warn_if_not_taught(&player, &args.rules);
    terminal::play(
        &Setup {
            rules: args.rules,
            seed,
            player,
            watch: args.watch.then(|| args.speed.unwrap_or_default()),
            look: terminal::look(args.ascii),
        },
        out,
    )
}

/// A random seed, short enough to type. A seed from the clock could be found by trying the times around the game.
pub(super) fn random_seed() -> Result<u64> {
    let random = getrandom::u64().context("the operating system has no random numbers")?;
    Ok(random % 1_000_000_000_000)
}
