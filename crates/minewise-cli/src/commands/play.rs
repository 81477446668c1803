//! `minewise play`: a game in the terminal, played by a person with hints, or by a player to watch.

use std::io::Write;
use std::time::SystemTime;

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::PlayerSpec;
use minewise_lab::read_player;

use crate::terminal::{self, Setup};

/// Plays a game in the terminal, with hints on request; reads commands if there is no terminal.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What is played
    #[arg(long, value_name = "R", default_value = "beginner")]
    rules: Rules,
    /// Who gives advice, or plays
    #[arg(long, value_name = "P", default_value = "exact", value_parser = read_player)]
    player: PlayerSpec,
    /// The seed of the layout; each of the following games has the next one [default: by the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Let the player play, and watch
    #[arg(long)]
    watch: bool,
}

/// Plays until the person leaves.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let seed = Seed(args.seed.unwrap_or_else(seed_by_clock));
    terminal::play(&Setup { rules: args.rules, seed, player: args.player.clone(), watch: args.watch }, out)
}

/// A seed that is short enough to be typed again.
fn seed_by_clock() -> u64 {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // The last digits change faster than anybody can start a game.
    (since_1970.as_nanos() / 1000 % 1_000_000_000) as u64
}
