//! The studies of the lab: their arguments on the command line.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::perfect::Limits;
use minewise::{Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec, Problem, read_rules};
use minewise_lab::{
    Ablation, Comparison, Gain, Learners, Optima, OracleStudy, Ratio, Scores, Survey, SurveyKind, Test,
    read_player,
};

use super::conduct::conduct;
use crate::io::number::count;
use crate::io::options::{LuckArgs, PlayerList, StudyArgs, rules_help};
use crate::io::warn_if_not_taught;

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

/// Runs the study that the command line asks for.
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

/// Says which of these players were not taught which of these rules.
fn warn_about<'p>(players: impl IntoIterator<Item = &'p PlayerSpec>, rules: &[Rules]) {
    for player in players {
        rules.iter().for_each(|rules| warn_if_not_taught(player, rules));
    }
}

/// Lets Mio learn with each of its four settings, and plays games with the rules it learned.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  minewise lab ablation --rules 5x5/4:any --samples 2 --rounds 1 --clauses 100 --games 100"
)]
pub(super) struct AblationArgs {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules of the boards for examples and games"), value_parser = read_rules, default_value = "8x8/10:any")]
    rules: Rules,
    /// Number of samples that each setting learns from
    #[arg(long, value_name = "N", default_value = "5", value_parser = count(1..=1_000))]
    samples: u64,
    /// Maximum number of rounds of active learning
    #[arg(long, value_name = "N", default_value = "30", value_parser = count(1..=10_000))]
    rounds: u64,
    /// Maximum number of clauses that a search tests
    #[arg(long, value_name = "N", default_value = "4000", value_parser = count(1..=1_000_000))]
    clauses: u64,
    /// Number of games played with the rules learned from each sample
    #[arg(short = 'n', long, value_name = "N", default_value = "10k", value_parser = count(1..=10_000_000))]
    games: u64,
    /// Also learn from each sample without a limit of clauses, and once from as many examples as the paper's server had,
    /// which takes long
    #[arg(long)]
    beyond: bool,
    /// Number of the first sample; each following sample has the next number
    #[arg(short, long, value_name = "SEED", default_value = "1")]
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
            beyond: self.beyond,
            seed: u64::from(self.seed),
        }
    }
}

/// Compares two players on the same seeds, until it is clear which is better.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  minewise lab compare exact random -r 8x6/9 -n 2500 --alpha 0.000001 --difference 0.000001"
)]
pub(super) struct CompareArgs {
    /// The first player
    #[arg(value_name = "P", value_parser = read_player)]
    first: PlayerSpec,
    /// The second player
    #[arg(value_name = "Q", value_parser = read_player)]
    second: PlayerSpec,
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under"), value_parser = read_rules)]
    rules: Rules,
    /// Maximum number of games of each player, played in batches of 250
    #[arg(short = 'n', long, value_name = "MAX", default_value = "1M", value_parser = count(1..=1_000_000_000_000))]
    games: u64,
    /// Seed of the first layout; each following game uses the next seed
    #[arg(short, long, value_name = "SEED", default_value = "1", value_parser = count(0..=u64::MAX))]
    seed: u64,
    /// Maximum chance that the verdict is wrong
    #[arg(long, value_name = "A", default_value = "0.05")]
    alpha: f64,
    /// Smallest difference of win rates that matters
    #[arg(long, value_name = "D", default_value = "0.01")]
    difference: f64,
    #[command(flatten)]
    luck: LuckArgs,
    #[command(flatten)]
    common: StudyArgs,
}

impl CompareArgs {
    fn study(&self) -> Result<Comparison, Problem> {
        let wrong = || Problem::bad_input("--alpha and --difference must be numbers between 0 and 1");
        warn_about([&self.first, &self.second], &[self.rules]);
        Ok(Comparison {
            rules: self.rules,
            players: [self.first.clone(), self.second.clone()],
            seed: Seed(self.seed),
            n_games: self.games,
            adjust: self.luck.adjust_or(Adjust::Quick),
            test: Test::new(self.alpha, self.difference).ok_or_else(wrong)?,
        })
    }

    fn name(&self) -> String {
        let CompareArgs { first, second, rules, seed, .. } = self;
        format!("compare {rules} {first} {second} {seed} {}", self.luck.adjust_or(Adjust::Quick).name())
    }
}

/// Measures what a player gains over another, guess by guess.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  minewise lab gain 'search(level=fast)' exact --rules 8x8/12 --games 200 --tries 10\n\nThis is more precise than `lab compare` for players that mostly agree."
)]
pub(super) struct GainArgs {
    /// The player to measure
    #[arg(value_name = "P", value_parser = read_player)]
    player: PlayerSpec,
    /// The player to compare it with, which must reveal all certain cells before it guesses
    #[arg(value_name = "Q", value_parser = read_player)]
    over: PlayerSpec,
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under"), value_parser = read_rules)]
    rules: Rules,
    /// Number of games that P plays
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count(1..=100_000_000))]
    games: u64,
    /// Number of layouts on which both choices are tried where they differ; Q plays these games to the end
    #[arg(long, value_name = "K", default_value = "50", value_parser = count(1..=1_000_000))]
    tries: u64,
    /// Seed of the first layout; each following game uses the next seed
    #[arg(short, long, value_name = "SEED", default_value = "1", value_parser = count(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl GainArgs {
    fn study(&self) -> Gain {
        warn_about([&self.player, &self.over], &[self.rules]);
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

/// Trains the learners of Gardea, Koontz & Silva 2015 on many boards, and lets each play.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  minewise lab learners --games 3 --most-taught 5")]
pub(super) struct LearnersArgs {
    /// Number of games that each learner plays after training
    #[arg(short = 'n', long, value_name = "N", default_value = "10k", value_parser = count(1..=10_000_000))]
    games: u64,
    /// Maximum number of games that a learner is trained on
    #[arg(long, value_name = "N", default_value = "10M", value_parser = count(1..=100_000_000))]
    most_taught: u64,
    /// Seed of the games for training and for playing
    #[arg(short, long, value_name = "SEED", default_value = "1")]
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
#[command(after_help = "Example:\n  minewise lab optima --rules 4x4/4,4x4/6,4x3/5,4x4/8")]
pub(super) struct OptimaArgs {
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The boards, a comma-separated list"), value_parser = read_rules, value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Give up after this many nodes for one board on one thread
    #[arg(long, value_name = "N", default_value = "1e12", value_parser = count(1..=u64::MAX))]
    nodes: u64,
    /// Memory limit of the table of results in MiB, for all threads together; beyond it, results are forgotten
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = count(1..=1_048_576))]
    memory: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl OptimaArgs {
    fn study(&self) -> Result<Optima, Problem> {
        let n_bytes = usize::try_from(self.memory << 20).unwrap_or(usize::MAX);
        Optima::new(&self.rules, Limits::nodes(self.nodes).with_bytes(n_bytes))
    }
}

/// Plays games with an oracle, which looks up the mines at a given ratio of its moves.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  minewise lab oracle --rules 8x8/10,9x9/10 --ratios 0,0.5,1 --games 3500 --seed 1"
)]
pub(super) struct OracleArgs {
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The rules to play under, a comma-separated list"), value_parser = read_rules, value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// The ratios of moves that are looked up: a list of numbers from 0 to 1
    #[arg(
        long,
        visible_alias = "ratio",
        value_name = "X,…",
        value_delimiter = ',',
        default_value = "0,0.25,0.5,0.75,1"
    )]
    ratios: Vec<Ratio>,
    /// Number of games for each ratio under each set of rules
    #[arg(short = 'n', long, value_name = "N", value_parser = count(1..=1_000_000_000_000))]
    games: u64,
    /// Seed of the first layout; each following game uses the next seed
    #[arg(short, long, value_name = "SEED", value_parser = count(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl OracleArgs {
    fn study(&self) -> OracleStudy {
        let (rules, ratios) = (self.rules.clone(), self.ratios.clone());
        OracleStudy { rules, ratios, n_games: self.games, seed: Seed(self.seed) }
    }
}

/// Scores players exactly, by playing every layout of a small board.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  minewise lab score -r 4x3/3,4x4/3,4x4/4,4x3/4@torus -p 'random,exact,search(level=fast)'"
)]
pub(super) struct ScoreArgs {
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The rules to play under, a comma-separated list"), value_parser = read_rules, value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// The players, a comma-separated list, as `minewise players` lists them
    #[arg(short, long, visible_alias = "player", value_name = "PLAYER,…")]
    players: PlayerList,
    /// Seed of the players' random choices, the same for all layouts
    #[arg(short, long, value_name = "SEED", default_value = "1", value_parser = count(0..=u64::MAX))]
    seed: u64,
    /// Number of seeds: the scores of each player are computed for as many seeds in a row
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(1..=10_000))]
    seeds: u64,
    /// Give up beyond this many layouts or nodes
    #[arg(long, value_name = "N", default_value = "1M", value_parser = count(1..=u64::MAX))]
    limit: u64,
    /// Take the results of perfect play from a folder of `lab optima` instead of computing them; boards that are not
    /// there are computed
    #[arg(long, value_name = "DIR")]
    optima: Option<PathBuf>,
    #[command(flatten)]
    common: StudyArgs,
}

impl ScoreArgs {
    fn study(&self) -> Result<Scores, Problem> {
        let known = self.optima.as_deref().map(Optima::best_first_cells).transpose()?.unwrap_or_default();
        let (rules, players) = (&self.rules, &self.players.0);
        warn_about(players, rules);
        Ok(Scores::new(rules, players, Seed(self.seed), self.seeds, self.limit, known))
    }

    fn name(&self) -> String {
        let optima = self.optima.as_deref().map_or(String::new(), |folder| format!(" {}", folder.display()));
        format!("score {} {}{optima}", self.seed, self.limit)
    }
}

/// Measures one quantity on many views of played games
///
/// agreement: whether sat and the census agree on verdicts and risks.
/// beliefs: how far the risks of mcmc and rejection are from the census, by number of steps.
/// models: how many models there are where sat is stuck.
/// orders: how much work it takes to list all layouts, by the order of the cells.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Example:\n  minewise lab survey models --rules 4x4/5,6x5/6@hex,8x8/10,5x5/6@torus --views 150"
)]
pub(super) struct SurveyArgs {
    /// What to measure: agreement, beliefs, models or orders
    #[arg(value_name = "NAME")]
    kind: SurveyKind,
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The rules of the games, a comma-separated list [default: set by the survey]"), value_parser = read_rules, value_delimiter = ',')]
    rules: Vec<Rules>,
    /// Number of views under each set of rules [default: set by the survey]
    #[arg(short = 'n', long, value_name = "N", value_parser = count(0..=u64::MAX))]
    views: Option<u64>,
    /// Seed of the first layout; each following game uses the next seed
    #[arg(short, long, value_name = "SEED", default_value = "1", value_parser = count(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    common: StudyArgs,
}

impl SurveyArgs {
    fn study(&self) -> Result<Survey, Problem> {
        Survey::new(self.kind, &self.rules, self.views, Seed(self.seed))
    }
}
