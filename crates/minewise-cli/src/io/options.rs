//! Options that several commands take.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use minewise::Rules;
use minewise_coach::zoo::{SpecError, split_specs};
use minewise_coach::{Adjust, PlayerSpec, Problem};
use minewise_lab::read_player;

use super::number::count;
use super::thinking::thinking;

/// The help text of an option that takes rules: what they are for, and how they are written.
pub(crate) fn rules_help(what: &str) -> String {
    let presets = Rules::PRESETS.map(|(name, size)| format!("{name} ({size})")).join(", ");
    format!("{what}: {presets}, or WxH/M[:start][@topology] such as 8x8/10:any")
}

/// A comma-separated list of players.
#[derive(Clone)]
pub(crate) struct PlayerList(pub(crate) Vec<PlayerSpec>);

impl FromStr for PlayerList {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerList, SpecError> {
        split_specs(text).map(read_player).collect::<Result<_, _>>().map(PlayerList)
    }
}

/// How much luck is taken out of results.
#[derive(clap::Args)]
pub(crate) struct LuckArgs {
    /// How much luck to take out of results: off, quick (guesses, and reveals with few certain cells left), or full
    /// (all reveals; slow)
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
    /// Returns the adjustment given on the command line, or else `default`.
    pub(crate) fn adjust_or(&self, default: Adjust) -> Adjust {
        if self.no_adjust { Adjust::Off } else { self.adjust.unwrap_or(default) }
    }
}

/// The number of threads.
#[derive(clap::Args)]
pub(crate) struct ThreadsArg {
    /// Number of threads [default: as many as the machine can run at once]
    #[arg(short = 'j', long, value_name = "N", value_parser = count(1..=1024))]
    threads: Option<u64>,
}

impl ThreadsArg {
    /// Returns the number given on the command line, or else as many as the machine can run at once.
    pub(crate) fn n_threads(&self) -> usize {
        let default = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(default, |n_threads| n_threads as usize)
    }
}

/// A player, and how long it may think.
#[derive(clap::Args)]
pub(crate) struct PlayerArgs {
    /// The player that chooses the cell to reveal, as `minewise players` lists them
    #[arg(short, long, value_name = "PLAYER", default_value = "exact", value_parser = read_player)]
    player: PlayerSpec,
    /// Let the player think this long for each choice, instead of as its options say
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    seconds: Option<Duration>,
}

impl PlayerArgs {
    /// Returns the player, which uses the time it was given.
    ///
    /// # Errors
    /// Returns an error if there is a time, and the player cannot use it.
    pub(crate) fn player(&self) -> Result<PlayerSpec, Problem> {
        self.seconds.map_or_else(|| Ok(self.player.clone()), |time| thinking(&self.player, time))
    }
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds, such as 0.5 or 10, up to 86400".to_owned())
}

/// The folder of the user's data.
#[derive(clap::Args)]
pub(crate) struct FolderArg {
    /// The folder with games and experiments [default: `minewise` in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl FolderArg {
    /// Returns the folder given on the command line, or else the default one.
    ///
    /// # Errors
    /// Returns an error if there is no home folder.
    pub(crate) fn path(&self) -> Result<PathBuf, Problem> {
        let folder = self.data.clone().or_else(minewise_web::data_folder);
        folder.ok_or_else(|| Problem::failed("no home folder was found; name a folder with `--data`"))
    }

    /// Whether the command line names the folder.
    pub(crate) fn is_given(&self) -> bool {
        self.data.is_some()
    }
}

/// Whether to answer in JSON.
#[derive(clap::Args)]
pub(crate) struct JsonArg {
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The format of an answer with several rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    #[default]
    Table,
    Csv,
    Markdown,
    Json,
}

/// The format of an answer with several rows, or `--json`.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    /// How to print the answer; csv has the fields of json as columns
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: TableFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    /// Returns the format of the answer.
    pub(crate) fn format(&self) -> TableFormat {
        if self.json { TableFormat::Json } else { self.format }
    }
}

/// The arguments of every study of the lab.
#[derive(clap::Args)]
pub(crate) struct StudyArgs {
    /// The folder for the records and the report [default: a folder in runs/, named after the study and its arguments]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Only resume a study that is already in the folder; refuse to start a new one
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    #[command(flatten)]
    pub(crate) answer: JsonArg,
}
