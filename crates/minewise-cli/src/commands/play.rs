//! `minewise play`: a game in the terminal, played by a person with hints, or by a player while a person watches.

use std::io::Write;

use anyhow::{Context, Result};
use minewise::{Rules, Seed};
use minewise_coach::PlayerSpec;
use minewise_lab::read_player;

use crate::io::warn_if_not_taught;
use crate::terminal::{self, Setup};

/// Plays a game in the terminal, with hints on request. Without a terminal, reads commands from standard input.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The rules to play under, such as `expert` or `8x8/10:any`
    #[arg(long, value_name = "R", default_value = "beginner")]
    rules: Rules,
    /// The player that gives advice, or plays with --watch
    #[arg(long, value_name = "P", default_value = "exact", value_parser = read_player)]
    player: PlayerSpec,
    /// Seed of the layout; each following game uses the next seed [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Watch the player play
    #[arg(long)]
    watch: bool,
}

/// Plays until the user quits.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let seed = Seed(args.seed.map_or_else(random_seed, Ok)?);
    warn_if_not_taught(&args.player, &args.rules);
    terminal::play(&Setup { rules: args.rules, seed, player: args.player.clone(), watch: args.watch }, out)
}

/// A random seed, short enough to type. A seed from the clock could be found by trying the times around the game.
fn random_seed() -> Result<u64> {
    let random = getrandom::u64().context("the operating system has no random numbers")?;
    Ok(random % 1_000_000_000_000)
}
