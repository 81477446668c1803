//! `minewise learn cnn` and `minewise learn dqn`: train networks, in programs built with the feature `train`.

use std::io::Write;

use anyhow::Result;
use minewise::Rules;
use minewise_coach::read_rules;
use minewise_learn::network::Shape;

use super::CourseArgs;
use crate::io::number::count;
use crate::io::options::rules_help;

/// The arguments for training a network.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn cnn --rules 9x9/10 --games 10k --out model.network")]
pub(super) struct Args {
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The rules to play under, a comma-separated list, one game each in turn; progress is measured on the last"), value_parser = read_rules, value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Number of channels: the numbers that each cell has between layers
    #[arg(long, value_name = "N", default_value_t = Shape::default().n_channels as u64, value_parser = count(1..=Shape::MOST_CHANNELS as u64))]
    channels: u64,
    /// Number of layers between the first and the last
    #[arg(long, value_name = "N", default_value_t = Shape::default().n_layers as u64, value_parser = count(0..=Shape::MOST_LAYERS as u64))]
    layers: u64,
    #[command(flatten)]
    common: CourseArgs,
}

/// The arguments for training a network by Q-learning.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn dqn --rules 9x9/10 --games 10k --out model.network")]
pub(super) struct DqnArgs {
    /// Whose rewards it learns from: all covered cells, which are known when the game is over, or only the revealed one
    #[arg(long, value_name = "all|revealed", default_value = "all", value_parser = ["all", "revealed"])]
    rewards: String,
    /// Also write the network before every N games, to FILE.0, FILE.N and so on; a multiple of 500
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX))]
    snapshots: Option<u64>,
    #[command(flatten)]
    network: Args,
}

#[cfg(not(feature = "train"))]
mod untrained {
    use super::{Args, DqnArgs, Result, Write};
    use minewise_coach::Problem;

    const WHY: &str =
        "this program was built without support for training networks; build it with `--features train`";

    pub(in crate::commands::learn) fn learn_cnn(_: &Args, _: &mut impl Write) -> Result<()> {
        Err(Problem::failed(WHY).into())
    }

    pub(in crate::commands::learn) fn learn_dqn(_: &DqnArgs, _: &mut impl Write) -> Result<()> {
        Err(Problem::failed(WHY).into())
    }
}

#[cfg(not(feature = "train"))]
pub(super) use untrained::{learn_cnn, learn_dqn};

#[cfg(feature = "train")]
pub(super) use trained::{learn_cnn, learn_dqn};

#[cfg(feature = "train")]
mod trained {
    use std::path::Path;
    use std::time::Instant;

    use minewise::Rules;
    use minewise_learn::Course as _;
    use minewise_learn::network::Network;
    use minewise_learn::train::cnn::CnnCourse;
    use minewise_learn::train::dqn::{DqnCourse, DqnSettings};
    use minewise_learn::train::{NetworkSettings, Trains};
    use minewise_players::entry::Model as _;
    use serde_json::json;

    use super::{Args, DqnArgs, Result, Shape, Write};
    use crate::commands::learn::{run_course, run_course_watched, save_model, write};
    use crate::io::{print_json, words};

    pub(in crate::commands::learn) fn learn_cnn(args: &Args, out: &mut impl Write) -> Result<()> {
        let began = Instant::now();
        let course: CnnCourse =
            run_course(settings(args), &args.common.output.out, &args.common.output.threads)?;
        let remarks = vec![origin(args, "cnn"), format!("Learned from {} views.", course.n_views())];
        save_and_report(args, &course.network(remarks), began, out)
    }

    pub(in crate::commands::learn) fn learn_dqn(args: &DqnArgs, out: &mut impl Write) -> Result<()> {
        let DqnArgs { rewards, snapshots, network: args } = args;
        let began = Instant::now();
        let settings = DqnSettings::new(settings(args), rewards.parse().expect("the parser lists the names"));
        let origin = format!("{} --rewards {rewards}", origin(args, "dqn"));
        let file = &args.common.output.out;
        let remarks =
            |course: &DqnCourse| vec![origin.clone(), format!("Learned from {} moves.", course.n_moves())];
        let watch = |course: &DqnCourse| {
            let is_due = snapshots.is_some_and(|every| course.n_done().is_multiple_of(every));
            if is_due {
                let mut name = file.as_os_str().to_owned();
                name.push(format!(".{}", course.n_done()));
                write(Path::new(&name), &course.network(remarks(course)).to_string())?;
            }
            Ok(())
        };
        let course = run_course_watched(settings, file, &args.common.output.threads, &watch)?;
        save_and_report(args, &course.network(remarks(&course)), began, out)
    }

    fn settings(args: &Args) -> NetworkSettings {
        let shape = Shape { n_channels: args.channels as usize, n_layers: args.layers as usize };
        NetworkSettings::new(&args.rules, shape, args.common.settings())
    }

    /// The command that makes the same model again.
    fn origin(args: &Args, name: &str) -> String {
        let rules: Vec<String> = args.rules.iter().map(Rules::to_string).collect();
        format!(
            "minewise learn {name} --rules {} --games {} --seed {} --channels {} --layers {}",
            rules.join(","),
            args.common.games,
            args.common.seed,
            args.channels,
            args.layers
        )
    }

    /// Writes a network to its file, and prints a summary of it.
    fn save_and_report(args: &Args, network: &Network, began: Instant, out: &mut impl Write) -> Result<()> {
        save_model(&args.common.output.out, &network.to_string())?;
        let (model, id) = (args.common.output.out.display().to_string(), network.id());
        let seconds = began.elapsed().as_secs_f64();
        if args.common.output.answer.json {
            let answer =
                json!({ "model": model, "id": id, "examples": args.common.games, "seconds": seconds });
            return print_json(out, &answer);
        }
        let games = words::grouped(args.common.games);
        Ok(writeln!(out, "{model} holds the model {id}, learned from {games} games.")?)
    }
}
