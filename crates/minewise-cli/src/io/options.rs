//! Options that several commands take.

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

/// So many threads, or as many as the machine runs at once.
pub(crate) fn n_threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}
