//! `minewise learn classifier`, `regression` and `q-table`: the learners of Gardea, Koontz & Silva 2015 that need no
//! network.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use indicatif::ProgressBar;
use minewise::Rules;
use minewise_coach::{Problem, read_rules};
use minewise_learn::classifier::{ClassifierCourse, ClassifierSettings, Method, Side};
use minewise_learn::q_table::{Algorithm, MOST_CELLS, QTableCourse, QTableSettings};
use minewise_learn::regression::{RegressionCourse, RegressionSettings};
use minewise_learn::{Course as _, Encoding, Settings};
use minewise_players::entry::Model as _;
use serde_json::{Value, json};

use super::{CourseArgs, run_course, save_model};
use crate::io::number::count;
use crate::io::options::rules_help;
use crate::io::{print_json, progress, words};

/// Learns to judge from the cells around a cell whether it is certainly safe, for boards of any size.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn classifier --rules 4x4/3 --games 20 --out model.classifier")]
pub(super) struct ClassifierArgs {
    #[arg(short, long, value_name = "RULES,…", help = rules_help("The rules to play under, a comma-separated list, one game each in turn"), value_parser = read_rules, value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Width and height of the window around a cell: 3, 5, 7 or 9
    #[arg(long, value_name = "N", default_value_t)]
    window: Side,
    /// How cells are encoded as numbers: integer, as in the paper, or one-hot
    #[arg(long, value_name = "E", default_value_t)]
    encoding: Encoding,
    /// The method: logistic, linear-svm or rbf-svm
    #[arg(long, value_name = "M", default_value_t)]
    method: Method,
    /// Treat mirrored and rotated windows as different, as in the paper
    #[arg(long)]
    no_symmetry: bool,
    /// Share of moves that take a certainly safe cell where there is one; 0 in the paper
    #[arg(long, value_name = "X", default_value_t = ClassifierSettings::CERTAIN, value_parser = super::share)]
    certain: f64,
    /// Maximum number of distinct windows that rbf-svm is fitted to
    #[arg(long, value_name = "N", default_value_t = ClassifierSettings::MOST_WINDOWS as u64, value_parser = count(2..=50_000))]
    most_windows: u64,
    #[command(flatten)]
    common: CourseArgs,
}

/// Learns the exact risks of all cells from the whole board, for one set of rules.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn regression --rules 4x4/3 --games 50 --out model.regression")]
pub(super) struct RegressionArgs {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under"), value_parser = read_rules)]
    rules: Rules,
    /// How cells are encoded as numbers: integer, as in the paper, or one-hot
    #[arg(long, value_name = "E", default_value_t)]
    encoding: Encoding,
    /// Treat mirrored and rotated boards as different, as in the paper
    #[arg(long)]
    no_symmetry: bool,
    /// Share of moves that take a certainly safe cell where there is one; 0 in the paper
    #[arg(long, value_name = "X", default_value_t = RegressionSettings::CERTAIN, value_parser = super::share)]
    certain: f64,
    /// Maximum number of distinct views that it is fitted to
    #[arg(long, value_name = "N", default_value_t = RegressionSettings::MOST_VIEWS as u64, value_parser = count(2..=10_000))]
    most_views: u64,
    #[command(flatten)]
    common: CourseArgs,
}

/// Learns the value of every cell in every view of a small board, by Q-learning.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn q-table --rules 4x4/3 --games 1k --out model.q-table")]
pub(super) struct QTableArgs {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under"), value_parser = read_rules)]
    rules: Rules,
    /// The algorithm: 2 or 3 of the paper, or standard, which learns the chance to win
    #[arg(long, value_name = "A", default_value_t)]
    algorithm: Algorithm,
    /// Whether views that are equal up to mirroring and rotation are one state: on or off [default: on for standard]
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    symmetry: Option<String>,
    /// Leave out views that occurred fewer times than this
    #[arg(long, value_name = "N", default_value = "1")]
    fewest: u32,
    /// After learning, play this many games and keep only the views that occur in them
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX))]
    met: Option<u64>,
    #[command(flatten)]
    common: CourseArgs,
}

pub(super) fn learn_classifier(args: &ClassifierArgs, out: &mut impl Write) -> Result<()> {
    let ClassifierArgs { rules, window, encoding, method, common, .. } = args;
    let began = Instant::now();
    let mut settings = ClassifierSettings::new(rules.clone(), *window, *encoding, *method, common.settings());
    settings.symmetry = !args.no_symmetry;
    settings.certain = args.certain;
    settings.most_windows = args.most_windows as usize;
    let course: ClassifierCourse = run_course(settings, &common.output.out, &common.output.threads)?;
    let (model, figures) =
        with_spinner(|progress| course.finish(common.output.threads.n_threads(), &mut |what| progress(what)));
    let names: Vec<String> = rules.iter().map(Rules::to_string).collect();
    let origin = [
        format!("minewise learn classifier --rules {}", names.join(",")),
        format!(" --window {window} --encoding {encoding} --method {method}"),
        option_if(args.no_symmetry, " --no-symmetry"),
        option_if(args.certain > 0.0, &format!(" --certain {}", args.certain)),
        format!(" --most-windows {}", args.most_windows),
    ];
    let model = model.with_remarks(vec![with_games_and_seed(&origin.concat(), common), remark(&figures)]);
    let figures = serde_json::to_value(&figures)?;
    save_and_report(common, &model.to_string(), &model.id(), &figures, began, out)
}

pub(super) fn learn_regression(args: &RegressionArgs, out: &mut impl Write) -> Result<()> {
    let RegressionArgs { rules, encoding, common, .. } = args;
    let began = Instant::now();
    let mut settings = RegressionSettings::new(*rules, common.settings());
    settings.encoding = *encoding;
    settings.symmetry = !args.no_symmetry;
    settings.certain = args.certain;
    settings.most_views = args.most_views as usize;
    let course: RegressionCourse = run_course(settings, &common.output.out, &common.output.threads)?;
    let (model, figures) =
        with_spinner(|progress| course.finish(common.output.threads.n_threads(), &mut |what| progress(what)));
    let origin = [
        format!("minewise learn regression --rules {rules} --encoding {encoding}"),
        option_if(args.no_symmetry, " --no-symmetry"),
        option_if(args.certain > 0.0, &format!(" --certain {}", args.certain)),
        format!(" --most-views {}", args.most_views),
    ];
    let model = model.with_remarks(vec![with_games_and_seed(&origin.concat(), common), remark(&figures)]);
    let figures = serde_json::to_value(&figures)?;
    save_and_report(common, &model.to_string(), &model.id(), &figures, began, out)
}

pub(super) fn learn_q_table(args: &QTableArgs, out: &mut impl Write) -> Result<()> {
    let QTableArgs { rules, algorithm, common, .. } = args;
    if rules.n_cells() > MOST_CELLS {
        let sentence = format!(
            "a table can be learned for boards of at most {MOST_CELLS} cells, and `{rules}` has more"
        );
        return Err(Problem::bad_input(sentence).into());
    }
    let began = Instant::now();
    let mut settings = QTableSettings::new(*rules, *algorithm, common.settings());
    if let Some(word) = &args.symmetry {
        settings.symmetry = word == "on";
    }
    let course: QTableCourse = run_course(settings, &common.output.out, &common.output.threads)?;
    let word = if settings.symmetry { "on" } else { "off" };
    let origin = [
        format!("minewise learn q-table --rules {rules} --algorithm {algorithm} --symmetry {word}"),
        option_if(args.fewest > 1, &format!(" --fewest {}", args.fewest)),
        args.met.map_or_else(String::new, |met| format!(" --met {met}")),
    ]
    .concat();
    let mut model = course.model(args.fewest);
    if let Some(n_games) = args.met {
        model = model.with_states_met_in(Settings { n_games, ..common.settings() });
    }
    let (n_states, n_met) = (model.n_states(), course.n_states());
    let remark = format!("{n_states} of {n_met} views met; {}.", course.progress());
    let model = model.with_remarks(vec![with_games_and_seed(&origin, common), remark]);
    let figures = json!({ "states": n_states, "met": n_met });
    save_and_report(common, &model.to_string(), &model.id(), &figures, began, out)
}

/// Runs the last part of the work, with a spinner that shows the current step.
fn with_spinner<T>(work: impl FnOnce(&mut dyn FnMut(&str)) -> T) -> T {
    let spinner = ProgressBar::with_draw_target(None, progress::target());
    let done = work(&mut |what| {
        spinner.set_message(what.to_owned());
        spinner.tick();
    });
    spinner.finish_and_clear();
    done
}

/// The text of an option, or nothing if it is not set.
fn option_if(is_set: bool, option: &str) -> String {
    if is_set { option.to_owned() } else { String::new() }
}

/// Adds the options that all of these commands end with.
fn with_games_and_seed(command: &str, common: &CourseArgs) -> String {
    format!("{command} --games {} --seed {}", common.games, common.seed)
}

/// The figures as a remark in the model file.
fn remark(figures: &impl std::fmt::Display) -> String {
    format!("{figures}.")
}

/// Writes a model to its file, and prints a summary of it.
fn save_and_report(
    common: &CourseArgs,
    text: &str,
    id: &str,
    figures: &Value,
    began: Instant,
    out: &mut impl Write,
) -> Result<()> {
    save_model(&common.output.out, text)?;
    let (model, seconds) = (common.output.out.display().to_string(), began.elapsed().as_secs_f64());
    if common.output.answer.json {
        let answer = json!({
            "model": model, "id": id, "examples": common.games, "seconds": seconds, "figures": figures,
        });
        return print_json(out, &answer);
    }
    let games = words::grouped(common.games);
    writeln!(out, "{model} holds the model {id}, learned from {games} games.")?;
    let mut remarks = text.lines().filter_map(|line| line.strip_prefix("# ")).skip(1);
    remarks.try_for_each(|remark| Ok(writeln!(out, "{remark}")?))
}
