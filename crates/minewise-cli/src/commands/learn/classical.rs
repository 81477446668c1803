//! `minewise learn classifier`, `regression` and `q-table`: the learners of 001 that need no network.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget};
use minewise::Rules;
use minewise_coach::Problem;
use minewise_learn::classifier::{ClassifierCourse, ClassifierSettings, Method, Side};
use minewise_learn::q_table::{Algorithm, MOST_CELLS, QTableCourse, QTableSettings};
use minewise_learn::regression::{RegressionCourse, RegressionSettings};
use minewise_learn::{Course as _, Encoding, Settings};
use minewise_players::entry::Model as _;
use serde_json::{Value, json};

use super::{CourseArgs, keep, take};
use crate::io::{print_json, words};

/// Learns from what is around a cell whether it is certainly safe, for boards of any size.
#[derive(clap::Args)]
pub(super) struct ClassifierArgs {
    /// What is played, game by game in turn
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// How many cells wide and high the window around a cell is: 3, 5, 7 or 9
    #[arg(long, value_name = "N", default_value_t)]
    window: Side,
    /// How cells become numbers: integer, as in the paper, or one-hot
    #[arg(long, value_name = "E", default_value_t)]
    encoding: Encoding,
    /// What is fitted: logistic, linear-svm or rbf-svm
    #[arg(long, value_name = "M", default_value_t)]
    method: Method,
    /// Learn windows as they lie, as in the paper, rather than all mirrored and turned alike
    #[arg(long)]
    no_symmetry: bool,
    /// The share of moves that are certainly safe ones, where there are any; 0 in the paper
    #[arg(long, value_name = "X", default_value_t = ClassifierSettings::CERTAIN, value_parser = super::share)]
    certain: f64,
    /// The most distinct windows that rbf-svm is fitted to
    #[arg(long, value_name = "N", default_value_t = ClassifierSettings::MOST_WINDOWS as u64, value_parser = clap::value_parser!(u64).range(2..=50_000))]
    most_windows: u64,
    #[command(flatten)]
    lessons: CourseArgs,
}

/// Learns the exact risks of all cells of one kind of board, from what all of it shows.
#[derive(clap::Args)]
pub(super) struct RegressionArgs {
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// How cells become numbers: integer, as in the paper, or one-hot
    #[arg(long, value_name = "E", default_value_t)]
    encoding: Encoding,
    /// Learn boards as they lie, as in the paper, rather than all mirrored and turned alike
    #[arg(long)]
    no_symmetry: bool,
    /// The share of moves that are certainly safe ones, where there are any; 0 in the paper
    #[arg(long, value_name = "X", default_value_t = RegressionSettings::CERTAIN, value_parser = super::share)]
    certain: f64,
    /// The most distinct views that it is fitted to
    #[arg(long, value_name = "N", default_value_t = RegressionSettings::MOST_VIEWS as u64, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    most_views: u64,
    #[command(flatten)]
    lessons: CourseArgs,
}

/// Learns what every cell of every view of a small board is worth, by Q-learning.
#[derive(clap::Args)]
pub(super) struct QTableArgs {
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// How: 2 or 3, as in the paper, or standard, for the chance to win
    #[arg(long, value_name = "A", default_value_t)]
    algorithm: Algorithm,
    /// Whether views that mirrorings and turns make equal are one state: on or off [default: on for standard]
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    symmetry: Option<String>,
    /// Leave out views that were met fewer times than this
    #[arg(long, value_name = "N", default_value = "1")]
    fewest: u32,
    /// Keep only the views that the table meets itself in so many games that it then plays
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    met: Option<u64>,
    #[command(flatten)]
    lessons: CourseArgs,
}

pub(super) fn learn_classifier(args: &ClassifierArgs, out: &mut impl Write) -> Result<()> {
    let ClassifierArgs { rules, window, encoding, method, lessons, .. } = args;
    let began = Instant::now();
    let mut settings =
        ClassifierSettings::new(rules.clone(), *window, *encoding, *method, lessons.settings());
    settings.symmetry = !args.no_symmetry;
    settings.certain = args.certain;
    settings.most_windows = args.most_windows as usize;
    let course: ClassifierCourse = take(settings, &lessons.output.out, &lessons.output.threads)?;
    let (model, figures) =
        finished(|progress| course.finish(lessons.output.threads.n_threads(), &mut |what| progress(what)));
    let names: Vec<String> = rules.iter().map(Rules::to_string).collect();
    let origin = [
        format!("minewise learn classifier --rules {}", names.join(",")),
        format!(" --window {window} --encoding {encoding} --method {method}"),
        said(args.no_symmetry, " --no-symmetry"),
        said(args.certain > 0.0, &format!(" --certain {}", args.certain)),
        format!(" --most-windows {}", args.most_windows),
    ];
    let model = model.with_remarks(vec![ended(&origin.concat(), lessons), told(&figures)]);
    let figures = serde_json::to_value(&figures)?;
    tell(lessons, &model.to_string(), &model.id(), &figures, began, out)
}

pub(super) fn learn_regression(args: &RegressionArgs, out: &mut impl Write) -> Result<()> {
    let RegressionArgs { rules, encoding, lessons, .. } = args;
    let began = Instant::now();
    let mut settings = RegressionSettings::new(*rules, lessons.settings());
    settings.encoding = *encoding;
    settings.symmetry = !args.no_symmetry;
    settings.certain = args.certain;
    settings.most_views = args.most_views as usize;
    let course: RegressionCourse = take(settings, &lessons.output.out, &lessons.output.threads)?;
    let (model, figures) =
        finished(|progress| course.finish(lessons.output.threads.n_threads(), &mut |what| progress(what)));
    let origin = [
        format!("minewise learn regression --rules {rules} --encoding {encoding}"),
        said(args.no_symmetry, " --no-symmetry"),
        said(args.certain > 0.0, &format!(" --certain {}", args.certain)),
        format!(" --most-views {}", args.most_views),
    ];
    let model = model.with_remarks(vec![ended(&origin.concat(), lessons), told(&figures)]);
    let figures = serde_json::to_value(&figures)?;
    tell(lessons, &model.to_string(), &model.id(), &figures, began, out)
}

pub(super) fn learn_q_table(args: &QTableArgs, out: &mut impl Write) -> Result<()> {
    let QTableArgs { rules, algorithm, lessons, .. } = args;
    if rules.n_cells() > MOST_CELLS {
        let sentence =
            format!("a table is learned of boards of at most {MOST_CELLS} cells, not of `{rules}`");
        return Err(Problem::bad_input(sentence).into());
    }
    let began = Instant::now();
    let mut settings = QTableSettings::new(*rules, *algorithm, lessons.settings());
    if let Some(word) = &args.symmetry {
        settings.symmetry = word == "on";
    }
    let course: QTableCourse = take(settings, &lessons.output.out, &lessons.output.threads)?;
    let word = if settings.symmetry { "on" } else { "off" };
    let origin = [
        format!("minewise learn q-table --rules {rules} --algorithm {algorithm} --symmetry {word}"),
        said(args.fewest > 1, &format!(" --fewest {}", args.fewest)),
        args.met.map_or_else(String::new, |met| format!(" --met {met}")),
    ]
    .concat();
    let mut model = course.model(args.fewest);
    if let Some(n_games) = args.met {
        model = model.met_in(Settings { n_games, ..lessons.settings() });
    }
    let (n_states, n_met) = (model.n_states(), course.n_states());
    let remark = format!("{n_states} of {n_met} views met; {}.", course.progress());
    let model = model.with_remarks(vec![ended(&origin, lessons), remark]);
    let figures = json!({ "states": n_states, "met": n_met });
    tell(lessons, &model.to_string(), &model.id(), &figures, began, out)
}

/// Does the last part of the work with a line on what is under way.
fn finished<T>(work: impl FnOnce(&mut dyn FnMut(&str)) -> T) -> T {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let done = work(&mut |what| {
        spinner.set_message(what.to_owned());
        spinner.tick();
    });
    spinner.finish_and_clear();
    done
}

/// An option of a command, if it is set.
fn said(is_set: bool, option: &str) -> String {
    if is_set { option.to_owned() } else { String::new() }
}

/// The command that makes the same again, with what all commands end with.
fn ended(command: &str, lessons: &CourseArgs) -> String {
    format!("{command} --games {} --seed {}", lessons.games, lessons.seed)
}

/// Figures as a remark.
fn told(figures: &impl std::fmt::Display) -> String {
    format!("{figures}.")
}

/// Keeps a model, and tells of it.
fn tell(
    lessons: &CourseArgs,
    text: &str,
    id: &str,
    figures: &Value,
    began: Instant,
    out: &mut impl Write,
) -> Result<()> {
    keep(&lessons.output.out, text)?;
    let (model, seconds) = (lessons.output.out.display().to_string(), began.elapsed().as_secs_f64());
    if lessons.output.answer.json {
        let answer = json!({
            "model": model, "id": id, "examples": lessons.games, "seconds": seconds, "figures": figures,
        });
        return print_json(out, &answer);
    }
    let games = words::grouped(lessons.games);
    writeln!(out, "{model} holds {id}, learned from {games} games.")?;
    let mut remarks = text.lines().filter_map(|line| line.strip_prefix("# ")).skip(1);
    remarks.try_for_each(|remark| Ok(writeln!(out, "{remark}")?))
}
