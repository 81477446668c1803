//! Options that several commands take.

use std::path::PathBuf;
use std::str::FromStr;

use minewise_coach::zoo::{SpecError, split_specs};
use minewise_coach::{Adjust, PlayerSpec};
use minewise_lab::read_player;

/// Players, with commas between them.
#[derive(Clone)]
pub(crate) struct PlayerList(pub(crate) Vec<PlayerSpec>);

impl FromStr for PlayerList {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerList, SpecError> {
        split_specs(text).map(read_player).collect::<Result<_, _>>().map(PlayerList)
    }
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

/// How many threads work.
#[derive(clap::Args)]
pub(crate) struct ThreadsArg {
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// As many as were asked for, or as the machine runs at once.
    pub(crate) fn n_threads(&self) -> usize {
        let usual = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(usual, usize::from)
    }
}

/// Whether the answer is for other tools.
#[derive(clap::Args)]
pub(crate) struct JsonArg {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What every study of the lab takes.
#[derive(clap::Args)]
pub(crate) struct StudyArgs {
    /// The folder for its records and its report [default: in runs/, named after what is asked]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Only resume what is in the folder: refuse to begin anew
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    #[command(flatten)]
    pub(crate) answer: JsonArg,
}
