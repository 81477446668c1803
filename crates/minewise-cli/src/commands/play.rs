//! `minewise play`: a game in the terminal, played by a person with hints, or by a player while a person watches.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use minewise::{Rules, Seed};
use minewise_coach::read_rules;

use crate::io::number::count;
use crate::io::options::{FolderArg, PlayerArgs, rules_help};
use crate::terminal::{self, DataFolder, Setup, Speed, Start};

/// Plays a game in the terminal, with hints on request.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise play
  minewise play --rules expert --seed 1
  minewise play -r 8x8/10:any -p 'search(level=fast)' -s 1 --watch --speed 5
  minewise play --resume
  minewise play --transcript game.txt && minewise review game.txt
  echo 'reveal 4,4' | minewise play --seed 1

In the game, `?` shows the keys. Without a terminal, commands are read from standard input, one per line; the command \
`help` lists them. A game that you leave before its end is kept, and `--resume` goes on with it.")]
pub(crate) struct Args {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under") + " [default: beginner]", value_parser = read_rules)]
    rules: Option<Rules>,
    #[command(flatten)]
    adviser: PlayerArgs,
    /// Seed of the layout; each following game uses the next seed [default: random]
    #[arg(short, long, value_name = "SEED", value_parser = count(0..=u64::MAX))]
    seed: Option<u64>,
    /// Go on with the unfinished game that was played last; with --rules or --seed, the last one that fits
    #[arg(long)]
    resume: bool,
    /// Watch the player play
    #[arg(short, long)]
    watch: bool,
    /// How many moves the watched player makes in a second, from 0.1 to 1000 [default: 1]
    #[arg(long, value_name = "N", requires = "watch", value_parser = str::parse::<Speed>)]
    speed: Option<Speed>,
    /// Write the transcript of each game to this file when it ends, for `minewise review`
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Draw with ASCII characters only [default: only where the locale has no UTF-8]
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    folder: FolderArg,
}

impl Args {
    /// The game to begin with.
    fn start(&self) -> Result<Start> {
        let seed = self.seed.map(Seed);
        if self.resume {
            return Ok(Start::Resume { rules: self.rules, seed });
        }
        let rules = self.rules.unwrap_or_else(|| "beginner".parse().expect("beginner is a preset"));
        let random = || random_seed().map(Seed);
        Ok(Start::New { rules, seed: seed.map_or_else(random, Ok)? })
    }
}

/// Plays until the user quits.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let setup = Setup {
        start: args.start()?,
        player: args.adviser.player()?,
        watch: args.watch.then(|| args.speed.unwrap_or_default()),
        look: terminal::look(args.ascii),
        data: DataFolder { path: args.folder.path(), is_named: args.folder.is_given() },
        transcript: args.transcript.clone(),
    };
    terminal::play(&setup, out)
}

/// A random seed, short enough to type. A seed from the clock could be found by trying the times around the game.
pub(super) fn random_seed() -> Result<u64> {
    let random = getrandom::u64().context("the operating system has no random numbers")?;
    Ok(random % 1_000_000_000_000)
}
