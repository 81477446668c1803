//! `minewise learn mio`: learns rules of play by inductive logic programming.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use minewise::{Rules, Seed};
use minewise_coach::{Problem, read_rules};
use minewise_learn::ilp::Round;
use minewise_learn::mio::{
    Coverage, ExampleFile, Knowledge, Labels, MioCourse, MioSettings, Model, Rule, Setting, Target, Views,
    measure,
};
use minewise_players::entry::Model as _;
use serde_json::{Value, json};

use super::{Output, checkpoint, part_of, save_model, share, unusable_checkpoint, write};
use crate::io::input::parsed;
use crate::io::number::count;
use crate::io::options::rules_help;
use crate::io::{print_json, progress};

/// Learns rules of play from examples, as clauses that people can read.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn mio --rules 5x5/4:any --rounds 1 --clauses 100 --out model.rules")]
pub(super) struct Args {
    /// What the rules conclude: safe, mine, or both
    #[arg(long, value_name = "T", value_delimiter = ',', default_values_t = defaults().targets)]
    target: Vec<Target>,
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules of the boards that examples are taken from"), value_parser = read_rules, default_value_t = defaults().rules)]
    rules: Rules,
    /// How clauses are searched: IDA*, IDA*+M, AL+IDA*+M or AL+GS+M (AL: active learning, GS: greedy search, M: macros)
    #[arg(long, value_name = "NAME", default_value_t)]
    setting: Setting,
    /// The predicates in clauses: the eight of the paper (paper), predicates about all mines together (counts), and
    /// predicates about what follows if a cell is supposed to be a mine or safe (suppose)
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_values_t = defaults().knowledge)]
    knowledge: Vec<Knowledge>,
    /// How examples are labelled: drawn (by the layout that was drawn, as in the paper) or certain (by all layouts that
    /// fit)
    #[arg(long, value_name = "L", default_value_t)]
    labels: Labels,
    /// The views that examples are taken from: random ones, or those where the rules so far find nothing (stuck)
    #[arg(long, value_name = "V", default_value_t)]
    views: Views,
    /// A model whose rules are known from the start
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// A file of examples to learn from instead of random ones: lines like `safe 0,3 5x2/1 .10../.10..`
    #[arg(long, value_name = "FILE")]
    examples: Option<PathBuf>,
    /// Keep only these of the learned rules, such as S-1,M-1, and number them again
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Seed of everything that is drawn at random
    #[arg(short, long, value_name = "SEED", default_value_t = defaults().seed.0)]
    seed: u64,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: Output,
}

/// The limits of learning.
#[derive(clap::Args)]
struct Limits {
    /// Maximum number of rounds of active learning for each target
    #[arg(long, value_name = "N", default_value_t = defaults().rounds, value_parser = count(1..=10_000))]
    rounds: u64,
    /// Stop after this many rounds without a change
    #[arg(long, value_name = "N", default_value_t = defaults().patience, value_parser = count(1..=10_000))]
    patience: u64,
    /// Number of examples of either kind to begin with; without active learning, there are no others
    #[arg(long, value_name = "N", default_value_t = defaults().first[0] as u64, value_parser = count(1..=1_000))]
    first: u64,
    /// Number of examples of either kind that are added in a round
    #[arg(long, value_name = "N", default_value_t = defaults().shown as u64, value_parser = count(1..=1_000))]
    shown: u64,
    /// Number of views that rules are tested on in a round
    #[arg(long, value_name = "N", default_value_t = defaults().server_views, value_parser = count(1..=1_000_000))]
    server_views: u64,
    /// Maximum number of clauses that a search tests
    #[arg(long, value_name = "N", default_value_t = defaults().clauses, value_parser = count(1..=1_000_000))]
    clauses: u64,
    /// Maximum number of literals in a clause
    #[arg(long, value_name = "N", default_value_t = defaults().literals as u64, value_parser = count(1..=30))]
    literals: u64,
    /// Maximum length of a chain of literals that leads from the cell to a literal
    #[arg(long, value_name = "N", default_value_t = defaults().depth as u64, value_parser = count(1..=8))]
    depth: u64,
    /// Number of seed examples that are tried at a time
    #[arg(long, value_name = "N", default_value_t = defaults().seeds as u64, value_parser = count(1..=64))]
    seeds: u64,
    /// Minimum number of positive examples that a clause must cover
    #[arg(long, value_name = "N", default_value_t = defaults().least as u64, value_parser = count(1..=1_000))]
    least: u64,
    /// Minimum accuracy of a rule, from 0 to 1; the server of counterexamples drops rules below it
    #[arg(long, value_name = "X", default_value_t = to_fraction(defaults().accuracy), value_parser = share)]
    accuracy: f64,
    /// Also test clauses that differ only in the names of variables
    #[arg(long)]
    alike: bool,
    /// Keep rules that fail the final exam on small boards of every kind
    #[arg(long)]
    no_exam: bool,
    /// Let a value of one type be used where another type is expected
    #[arg(long)]
    loose_types: bool,
}

/// The default settings.
fn defaults() -> MioSettings {
    MioSettings::default()
}

/// Converts a share in millionths to a number from 0 to 1.
fn to_fraction(millionths: u64) -> f64 {
    millionths as f64 / 1e6
}

/// Number of fresh views on which the final rules are measured.
const FRESH_VIEWS: u64 = 4_000;

/// Learns rules, and writes them to a model file.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let began = Instant::now();
    let settings = settings(args)?;
    let origin = origin(args);
    let part = part_of(&args.output.out);
    let mut course = match checkpoint(&part)? {
        Some(text) => MioCourse::resume(&settings, &origin, &text)
            .map_err(|error| unusable_checkpoint(&part, &error))?,
        None => MioCourse::new(&settings, &origin),
    };
    learn(&mut course, &settings, &part)?;
    let (rules, n_failed) = course.rules(&settings, FRESH_VIEWS);
    let rules = only(args, rules)?;
    let coverage = measure(&settings, &rules, FRESH_VIEWS);
    let (positive, negative) = course.n_examples(&settings);
    let mut remarks = vec![origin];
    remarks.push(format!("Learned from {positive} positive and {negative} negative examples."));
    let model = Model::new(rules, Vec::new());
    for (rule, coverage) in model.rules().iter().zip(&coverage) {
        remarks.push(format!("{}: {} {}", rule.name, model.sentence(rule), coverage_text(coverage)));
    }
    let model = Model::new(model.rules().to_vec(), remarks);
    save_model(&args.output.out, &model.to_string())?;
    if args.output.answer.json {
        let [clauses, searches, cut] = course.effort();
        return print_json(
            out,
            &json!({
                "model": args.output.out.display().to_string(),
                "id": model.id(),
                "examples": positive + negative,
                "positive": positive,
                "negative": negative,
                "rounds": course.n_rounds(),
                "clauses": clauses,
                "searches": searches,
                "cut": cut,
                "dropped": course.n_dropped(),
                "failed": n_failed,
                "seconds": began.elapsed().as_secs_f64(),
                "rules": model.rules().iter().zip(&coverage).map(|(rule, coverage)| rule_json(&model, rule, coverage))
                    .collect::<Vec<Value>>(),
            }),
        );
    }
    let n_rules = model.rules().len();
    let failed = match n_failed {
        0 => String::new(),
        1 => " (1 more failed the exam)".to_owned(),
        n => format!(" ({n} more failed the exam)"),
    };
    writeln!(out, "{} holds {n_rules} rules{failed}.", args.output.out.display())?;
    for (rule, coverage) in model.rules().iter().zip(&coverage) {
        writeln!(
            out,
            "\n{}: {}\n{} {}",
            rule.name,
            model.clause(rule),
            model.sentence(rule),
            coverage_text(coverage)
        )?;
    }
    Ok(())
}

/// "It covers 611 of 1000 such cells on fresh views, 12 that no rule before it does, and is never wrong."
fn coverage_text(coverage: &Coverage) -> String {
    let Coverage { right, wrong, alone, certain } = coverage;
    let wrong = if *wrong == 0 { "is never wrong".to_owned() } else { format!("is wrong {wrong} times") };
    format!(
        "It covers {right} of {certain} such cells on fresh views, {alone} that no rule before it does, and {wrong}."
    )
}

fn rule_json(model: &Model, rule: &Rule, coverage: &Coverage) -> Value {
    json!({
        "name": rule.name,
        "clause": model.clause(rule),
        "text": model.sentence(rule),
        "coverage": coverage,
    })
}

fn settings(args: &Args) -> Result<MioSettings> {
    let limits = &args.limits;
    let count = |count: u64| count as usize;
    let mut settings = MioSettings::new(args.rules);
    let mut targets = args.target.clone();
    targets.sort_by_key(|&target| target as usize);
    targets.dedup();
    settings.targets = targets;
    settings.setting = args.setting;
    settings.knowledge = args.knowledge.clone();
    settings.labels = args.labels;
    settings.views = args.views;
    settings.seed = Seed(args.seed);
    settings.rounds = limits.rounds;
    settings.patience = limits.patience;
    settings.first = [count(limits.first); 2];
    settings.shown = count(limits.shown);
    settings.server_views = limits.server_views;
    settings.clauses = limits.clauses;
    settings.literals = count(limits.literals);
    settings.depth = count(limits.depth);
    settings.seeds = count(limits.seeds);
    settings.least = count(limits.least);
    settings.accuracy = (limits.accuracy * 1e6).round() as u64;
    settings.skip_equivalent = !limits.alike;
    settings.strict = !limits.loose_types;
    settings.exam = !limits.no_exam;
    settings.threads = args.output.threads.n_threads();
    if let Some(path) = &args.known {
        let model: Model = parsed(path, "model")?;
        settings.known = model.rules().to_vec();
    }
    if let Some(path) = &args.examples {
        settings.examples = Some(parsed::<ExampleFile>(path, "examples")?);
    }
    Ok(settings)
}

/// The command that makes the same model again: every option that differs from its default.
fn origin(args: &Args) -> String {
    let (limits, defaults) = (&args.limits, defaults());
    let mut command = "minewise learn mio".to_owned();
    let mut add = |name: &str, value: String, default: String| {
        if value != default {
            command += &format!(" --{name} {value}");
        }
    };
    let path =
        |path: &Option<PathBuf>| path.as_ref().map_or_else(String::new, |path| path.display().to_string());
    add("target", comma_separated(&args.target), comma_separated(&defaults.targets));
    add("rules", args.rules.to_string(), defaults.rules.to_string());
    add("setting", args.setting.to_string(), defaults.setting.to_string());
    add("knowledge", comma_separated(&args.knowledge), comma_separated(&defaults.knowledge));
    add("labels", args.labels.to_string(), defaults.labels.to_string());
    add("views", args.views.to_string(), defaults.views.to_string());
    add("known", path(&args.known), String::new());
    add("examples", path(&args.examples), String::new());
    add("only", args.only.join(","), String::new());
    for (name, value, default) in [
        ("seed", args.seed, defaults.seed.0),
        ("rounds", limits.rounds, defaults.rounds),
        ("patience", limits.patience, defaults.patience),
        ("first", limits.first, defaults.first[0] as u64),
        ("shown", limits.shown, defaults.shown as u64),
        ("server-views", limits.server_views, defaults.server_views),
        ("clauses", limits.clauses, defaults.clauses),
        ("literals", limits.literals, defaults.literals as u64),
        ("depth", limits.depth, defaults.depth as u64),
        ("seeds", limits.seeds, defaults.seeds as u64),
        ("least", limits.least, defaults.least as u64),
    ] {
        add(name, value.to_string(), default.to_string());
    }
    add("accuracy", limits.accuracy.to_string(), to_fraction(defaults.accuracy).to_string());
    for (flag, is_set) in
        [(" --alike", limits.alike), (" --no-exam", limits.no_exam), (" --loose-types", limits.loose_types)]
    {
        command += if is_set { flag } else { "" };
    }
    command
}

/// Joins names with commas.
fn comma_separated(names: &[impl ToString]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Learns round by round, with a checkpoint after each round and a progress bar.
fn learn(course: &mut MioCourse, settings: &MioSettings, part: &Path) -> Result<()> {
    let most = settings.rounds * settings.targets.len() as u64;
    let bar = ProgressBar::with_draw_target(Some(most), progress::target());
    let template = "{bar:30} round {pos} of at most {len}, {elapsed} elapsed, at most {eta} left {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_position(course.n_rounds());
    bar.reset_eta();
    while let Some(target) = course.target(settings) {
        let Some(round) = course.step(settings) else { break };
        let Round { positive, negative, covered: (covered, all), n_rules, clauses, .. } = round;
        bar.set_position(course.n_rounds());
        let share = 100.0 * covered as f64 / all.max(1) as f64;
        bar.set_message(format!(
            "({target}: {n_rules} rules cover {share:.1} %, {positive}+{negative} examples, {clauses} clauses tested)"
        ));
        write(part, &course.checkpoint())?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Keeps only the rules named by `--only`, and numbers them again.
fn only(args: &Args, mut rules: Vec<Rule>) -> Result<Vec<Rule>> {
    if args.only.is_empty() {
        return Ok(rules);
    }
    let missing = args.only.iter().find(|name| !rules.iter().any(|rule| rule.name == **name));
    if let Some(name) = missing {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let found = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(
            Problem::failed(format!("no rule `{name}` was learned; the learned rules are {found}")).into()
        );
    }
    rules.retain(|rule| args.only.contains(&rule.name));
    Rule::number(&mut rules);
    Ok(rules)
}
