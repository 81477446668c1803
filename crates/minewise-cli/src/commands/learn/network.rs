//! `minewise learn cnn` and `minewise learn dqn`: train networks, in programs built with the feature `train`.

use std::io::Write;

use anyhow::Result;
use minewise::Rules;
use minewise_learn::network::Shape;

use super::CourseArgs;

/// The arguments for training a network.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The rules to play under: a list such as `9x9/10,16x16/40`, one game each in turn; progress is measured on the
    /// last
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Number of channels: the numbers that each cell has between layers
    #[arg(long, value_name = "N", default_value_t = Shape::default().n_channels as u64, value_parser = clap::value_parser!(u64).range(1..=Shape::MOST_CHANNELS as u64))]
    channels: u64,
    /// Number of layers between the first and the last
    #[arg(long, value_name = "N", default_value_t = Shape::default().n_layers as u64, value_parser = clap::value_parser!(u64).range(0..=Shape::MOST_LAYERS as u64))]
    layers: u64,
    #[command(flatten)]
    common: CourseArgs,
}

#[cfg(not(feature = "train"))]
mod untrained {
    use super::{Args, Result, Write};
    use minewise_coach::Problem;

    const WHY: &str =
        "this program was built without support for training networks; build it with `--features train`";

    pub(in crate::commands::learn) fn learn_cnn(_: &Args, _: &mut impl Write) -> Result<()> {
        Err(Problem::failed(WHY).into())
    }

    pub(in crate::commands::learn) fn learn_dqn(_: &Args, _: &mut impl Write) -> Result<()> {
        Err(Problem::failed(WHY).into())
    }
}

#[cfg(not(feature = "train"))]
pub(super) use untrained::{learn_cnn, learn_dqn};

#[cfg(feature = "train")]
pub(super) use trained::{learn_cnn, learn_dqn};

#[cfg(feature = "train")]
mod trained {
    use std::time::Instant;

    use minewise::Rules;
    use minewise_learn::network::Network;
    use minewise_learn::train::cnn::CnnCourse;
    use minewise_learn::train::dqn::DqnCourse;
    use minewise_learn::train::{NetworkSettings, Trains};
    use minewise_players::entry::Model as _;
    use serde_json::json;

    use super::{Args, Result, Shape, Write};
    use crate::commands::learn::{run_course, save_model};
    use crate::io::{print_json, words};

    pub(in crate::commands::learn) fn learn_cnn(args: &Args, out: &mut impl Write) -> Result<()> {
        let began = Instant::now();
        let course: CnnCourse =
            run_course(settings(args), &args.common.output.out, &args.common.output.threads)?;
        let remarks = vec![origin(args, "cnn"), format!("Learned from {} views.", course.n_views())];
        save_and_report(args, &course.network(remarks), began, out)
    }

    pub(in crate::commands::learn) fn learn_dqn(args: &Args, out: &mut impl Write) -> Result<()> {
        let began = Instant::now();
        let course: DqnCourse =
            run_course(settings(args), &args.common.output.out, &args.common.output.threads)?;
        let remarks = vec![origin(args, "dqn"), format!("Learned from {} moves.", course.n_moves())];
        save_and_report(args, &course.network(remarks), began, out)
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
