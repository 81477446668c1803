//! The studies of the lab, as they are asked for on the command line.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::{Limits, Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec, Problem};
use minewise_lab::{
    Ablation, Comparison, Gain, Learners, Optima, Peek, Ratio, Scores, Survey, SurveyKind, Test, read_player,
};

use super::conduct::conduct;
use crate::io::options::{LuckArgs, PlayerList, StudyArgs};

/// The studies, each described by its arguments.
#[derive(clap::Subcommand)]
pub(super) enum Command {
    Ablation(AblationArgs),
    Compare(Box<CompareArgs>),
    Gain(Box<GainArgs>),
    Learners(LearnersArgs),
    Optima(OptimaArgs),
    Oracle(OracleArgs),
    Score(ScoreArgs),
    Survey(SurveyArgs),
}

/// Conducts the study that is asked for.
pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<()> {
    match command {
        Command::Ablation(args) => conduct(&args.study(), "ablation", &args.common, out),
        Command::Compare(args) => conduct(&args.study()?, &args.name(), &args.common, out),
        Command::Gain(args) => conduct(&args.study(), &args.name(), &args.common, out),
        Command::Learners(args) => conduct(&args.study(), "learners", &args.common, out),
        Command::Optima(args) => conduct(&args.study()?, "optima", &args.common, out),
        Command::Oracle(args) => conduct(&args.study(), &format!("oracle {}", args.seed), &args.common, out),
        Command::Score(args) => conduct(&args.study()?, &args.name(), &args.common, out),
        Command::Survey(args) => conduct(&args.study()?, &format!("survey {}", args.kind), &args.common, out),
    }
}

/// Has Mio learn by each of its four settings, and plays by what it learned.
#[derive(clap::Args)]
#[command(
    after_help = "A small one: minewise lab ablation --rules 5x5/4:any --samples 2 --rounds 1 --clauses 100 --games 100"
)]
pub(super) struct AblationArgs {
    /// The boards that examples are taken from and games are played on
    #[arg(long, value_name = "R", default_value = "8x8/10:any")]
    rules: Rules,
    /// How many samples each setting learns from
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u64).range(1..=1_000))]
    samples: u64,
    /// The most rounds of active learning
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    rounds: u64,
    /// Clauses that a search tests, at most
    #[arg(long, value_name = "N", default_value = "4000", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    clauses: u64,
    /// How many games are played by the rules of each sample
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The first sample; each of the following ones has the next number
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u32,
    #[command(flatten)]
    common: StudyArgs,
}

impl AblationArgs {
    fn study(&self) -> Ablation {
        Ablation {
            rules: self.rules,
            n_samples: self.samples,
            rounds: self.rounds,
            clauses: self.clauses,
            n_games: self.games,
            seed: u64::from(self.seed),
        }
    }
}

/// Compares two players on the same seeds, until it is clear which is better.
#[derive(clap::Args)]
#[command(
    after_help = "A small one: minewise lab compare exact random --rules 8x6/9 --games 2500 --alpha 0.000001 --difference 0.000001"
)]
pub(super) struct CompareArgs {
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
    #[command(flatten)]
    common: StudyArgs,
}

impl CompareArgs {
    fn study(&self) -> Result<Comparison, Problem> {
        let wrong = || Problem::bad_input("--alpha and --difference take numbers between 0 and 1");
        Ok(Comparison {
            rules: self.rules,
            players: [self.first.clone(), self.second.clone()],
            seed: Seed(self.seed),
            n_games: self.games,
            adjust: self.luck.over(Adjust::Quick),
            test: Test::new(self.alpha, self.difference).ok_or_else(wrong)?,
        })
    }

    fn name(&self) -> String {
        let CompareArgs { first, second, rules, seed, .. } = self;
        format!("compare {rules} {first} {second} {seed} {}", self.luck.over(Adjust::Quick).name())
    }
}

/// Measures what a player gains over another, guess by guess: surer than `compare` for players that mostly agree.
#[derive(clap::Args)]
#[command(
    after_help = "A small one: minewise lab gain 'search(level=fast)' exact --rules 8x8/12 --games 200 --tries 10"
)]
pub(super) struct GainArgs {
    /// The player
    #[arg(value_name = "P", value_parser = read_player)]
    player: PlayerSpec,
    /// The player that it gains over, which must reveal what is certain before it guesses
    #[arg(value_name = "Q", value_parser = read_player)]
    over: PlayerSpec,
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// How many games P plays
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// On how many layouts both choices are tried, with Q to play on, where they differ
    #[arg(long, value_name = "K", default_value = "50", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    tries: u64,
    /// The seed of the first layout; each of the following games has the next one
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl GainArgs {
    fn study(&self) -> Gain {
        Gain {
            rules: self.rules,
            player: self.player.clone(),
            over: self.over.clone(),
            seed: Seed(self.seed),
            n_games: self.games,
            n_tries: self.tries,
        }
    }

    fn name(&self) -> String {
        let GainArgs { player, over, rules, seed, tries, .. } = self;
        format!("gain {rules} {player} {over} {seed} {tries}")
    }
}

/// Teaches the learners of 001 on boards of several sizes and mines, and has each play.
#[derive(clap::Args)]
#[command(after_help = "A small one: minewise lab learners --games 3 --most-taught 5")]
pub(super) struct LearnersArgs {
    /// How many games each plays after it has learned
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The most games that any is taught on
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    most_taught: u64,
    /// Which games they are taught on, and play
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u32,
    #[command(flatten)]
    common: StudyArgs,
}

impl LearnersArgs {
    fn study(&self) -> Learners {
        Learners::new(self.games, self.most_taught, u64::from(self.seed))
    }
}

/// Computes perfect play on whole boards, for all starts.
#[derive(clap::Args)]
#[command(after_help = "A small one: minewise lab optima --rules 4x4/4,4x4/6,4x3/5,4x4/8")]
pub(super) struct OptimaArgs {
    /// The boards: a list such as `4x4/4,5x5/15`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Give up beyond this many nodes for a board and thread
    #[arg(long, value_name = "N", default_value = "1000000000000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Remember what takes so many MiB of memory, all threads together, and forget what is beyond
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl OptimaArgs {
    fn study(&self) -> Result<Optima, Problem> {
        let n_bytes = usize::try_from(self.memory << 20).unwrap_or(usize::MAX);
        Optima::new(&self.rules, Limits { n_nodes: self.nodes, n_bytes })
    }
}

/// Plays an oracle, which looks up where the mines are at a ratio of its moves and guesses otherwise.
#[derive(clap::Args)]
#[command(
    after_help = "A small one: minewise lab oracle --rules 8x8/10,9x9/10 --ratios 0,0.5,1 --games 3500 --seed 1"
)]
pub(super) struct OracleArgs {
    /// What is played: a list such as `8x8/10,beginner:zero`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// How many of its moves are looked up: a list of numbers from 0 to 1
    #[arg(
        long,
        visible_alias = "ratio",
        value_name = "X,…",
        value_delimiter = ',',
        default_value = "0,0.25,0.5,0.75,1"
    )]
    ratios: Vec<Ratio>,
    /// How many games each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// The seed of the first layout; each of the following games has the next one
    #[arg(long, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl OracleArgs {
    fn study(&self) -> Peek {
        let (rules, ratios) = (self.rules.clone(), self.ratios.clone());
        Peek { rules, ratios, n_games: self.games, seed: Seed(self.seed) }
    }
}

/// Scores players without noise: every layout of a small board is played.
#[derive(clap::Args)]
#[command(
    after_help = "A small one: minewise lab score --rules 4x3/3,4x4/3,4x4/4,4x3/4@torus --players 'random,exact,search(level=fast)'"
)]
pub(super) struct ScoreArgs {
    /// What is played: a list such as `4x4/4,5x3/4:zero`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Who plays: a list such as `random,exact`
    #[arg(long, value_name = "P,…")]
    players: PlayerList,
    /// The seed of the player's own chance, the same for all layouts
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Give up beyond this many layouts, or nodes
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Take what perfect play wins from a folder of `lab optima` where it has it, and do not work it out
    #[arg(long, value_name = "DIR")]
    optima: Option<PathBuf>,
    #[command(flatten)]
    common: StudyArgs,
}

impl ScoreArgs {
    fn study(&self) -> Result<Scores, Problem> {
        Ok(Scores {
            rules: self.rules.clone(),
            players: self.players.0.clone(),
            seed: Seed(self.seed),
            limit: self.limit,
            known: self.optima.as_deref().map(Optima::best_first_cells).transpose()?.unwrap_or_default(),
        })
    }

    fn name(&self) -> String {
        let optima = self.optima.as_deref().map_or(String::new(), |folder| format!(" {}", folder.display()));
        format!("score {} {}{optima}", self.seed, self.limit)
    }
}

/// Measures one thing on many views of played games.
///
/// agreement: whether sat and the census agree on verdicts and risks.
/// beliefs: how far the risks of mcmc and rejection are from the census, by their steps.
/// models: how many models there are where sat is stuck.
/// orders: what listing all layouts takes, by the order of the cells.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "A small one: minewise lab survey models --rules 4x4/5,6x5/6@hex,8x8/10,5x5/6@torus --views 150"
)]
pub(super) struct SurveyArgs {
    /// What is measured: agreement, beliefs, models or orders
    #[arg(value_name = "NAME")]
    kind: SurveyKind,
    /// The rules of the games: a list such as `8x8/10,16x16/40` [default: those of the survey]
    #[arg(long, value_name = "R,…", value_delimiter = ',')]
    rules: Vec<Rules>,
    /// How many views under each set of rules [default: those of the survey]
    #[arg(long, value_name = "N")]
    views: Option<u64>,
    /// The seed of the first layout; each of the following games has the next one
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl SurveyArgs {
    fn study(&self) -> Result<Survey, Problem> {
        Survey::new(self.kind, &self.rules, self.views, Seed(self.seed))
    }
}
