//! `minewise learn mio`: learns rules of play by inductive logic programming.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise::{Rules, Seed};
use minewise_coach::Problem;
use minewise_learn::ilp::Round;
use minewise_learn::mio::{
    Coverage, ExampleFile, Knowledge, Labels, MioCourse, MioSettings, Model, Rule, Setting, Target, Views,
    measure,
};
use minewise_players::entry::Model as _;
use serde_json::{Value, json};

use super::{Output, checkpoint, keep, part_of, share, unfit, write};
use crate::io::input::parsed;
use crate::io::print_json;

/// Learns rules of play from examples, as clauses that people can read.
#[derive(clap::Args)]
pub(super) struct Args {
    /// What rules are learned about: safe, mine, or both
    #[arg(long, value_name = "T", value_delimiter = ',', default_values_t = usual().targets)]
    target: Vec<Target>,
    /// The boards that examples are taken from
    #[arg(long, value_name = "R", default_value_t = usual().rules)]
    rules: Rules,
    /// How clauses are looked for: IDA*, IDA*+M, AL+IDA*+M or AL+GS+M (active learning, greedy search, macros)
    #[arg(long, value_name = "NAME", default_value_t)]
    setting: Setting,
    /// What clauses are made of: the eight predicates of the paper, some about all mines together (counts), some about
    /// what would follow if a cell were a mine or safe (suppose)
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_values_t = usual().knowledge)]
    knowledge: Vec<Knowledge>,
    /// What makes an example positive: what lies there in the layout drawn, as in the paper, or certain in every layout
    /// that fits
    #[arg(long, value_name = "L", default_value_t)]
    labels: Labels,
    /// Which views examples are from: random ones, or those where the rules so far are stuck
    #[arg(long, value_name = "V", default_value_t)]
    views: Views,
    /// A model whose rules are there already
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Examples to learn from instead of drawn ones: lines like `safe 0,3 5x2/1 .10../.10..`
    #[arg(long, value_name = "FILE")]
    examples: Option<PathBuf>,
    /// Keep only these of the rules learned, such as S-1,M-1, and number them anew
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    only: Vec<String>,
    /// All chance comes from here
    #[arg(long, value_name = "S", default_value_t = usual().seed.0)]
    seed: u64,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: Output,
}

/// How far learning goes.
#[derive(clap::Args)]
struct Limits {
    /// The most rounds of active learning for each target
    #[arg(long, value_name = "N", default_value_t = usual().rounds, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    rounds: u64,
    /// Stop after so many rounds without a change
    #[arg(long, value_name = "N", default_value_t = usual().patience, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    patience: u64,
    /// Examples of either kind to begin with; all that there are without active learning
    #[arg(long, value_name = "N", default_value_t = usual().first[0] as u64, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    first: u64,
    /// Examples of either kind that are shown in a round
    #[arg(long, value_name = "N", default_value_t = usual().shown as u64, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    shown: u64,
    /// Views that rules are tested on in a round
    #[arg(long, value_name = "N", default_value_t = usual().server_views, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    server_views: u64,
    /// Clauses that a search tests, at most
    #[arg(long, value_name = "N", default_value_t = usual().clauses, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    clauses: u64,
    /// Literals of a clause, at most
    #[arg(long, value_name = "N", default_value_t = usual().literals as u64, value_parser = clap::value_parser!(u64).range(1..=30))]
    literals: u64,
    /// Literals in a row that lead from a cell to a literal, at most
    #[arg(long, value_name = "N", default_value_t = usual().depth as u64, value_parser = clap::value_parser!(u64).range(1..=8))]
    depth: u64,
    /// Seed examples that are tried at a time
    #[arg(long, value_name = "N", default_value_t = usual().seeds as u64, value_parser = clap::value_parser!(u64).range(1..=64))]
    seeds: u64,
    /// Positive examples that a clause must cover, at least
    #[arg(long, value_name = "N", default_value_t = usual().least as u64, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    least: u64,
    /// The least share, from 0 to 1, of what a rule covers that must be right, or the server of counterexamples drops it
    #[arg(long, value_name = "X", default_value_t = in_ones(usual().accuracy), value_parser = share)]
    accuracy: f64,
    /// Test clauses again that differ only in the names of variables
    #[arg(long)]
    alike: bool,
    /// Keep rules that fail the exam: being right on small boards of every kind, too
    #[arg(long)]
    no_exam: bool,
    /// Let a value of one kind be taken for one of another
    #[arg(long)]
    loose_types: bool,
}

/// The settings that a command has unless it says otherwise.
fn usual() -> MioSettings {
    MioSettings::default()
}

/// A share in millionths as a number from 0 to 1.
fn in_ones(millionths: u64) -> f64 {
    millionths as f64 / 1e6
}

/// Fresh views on which the rules are measured in the end.
const FRESH_VIEWS: u64 = 4_000;

/// Learns rules, and writes them as text.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let began = Instant::now();
    let settings = settings(args)?;
    let origin = origin(args);
    let part = part_of(&args.output.out);
    let mut course = match checkpoint(&part)? {
        Some(text) => MioCourse::resume(&settings, &origin, &text).map_err(|error| unfit(&part, &error))?,
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
        remarks.push(format!("{}: {} {}", rule.name, model.sentence(rule), told(coverage)));
    }
    let model = Model::new(model.rules().to_vec(), remarks);
    keep(&args.output.out, &model.to_string())?;
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
                "rules": model.rules().iter().zip(&coverage).map(|(rule, coverage)| told_json(&model, rule, coverage))
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
            told(coverage)
        )?;
    }
    Ok(())
}

/// "It covers 61.1 % of the certain cells of fresh views, 12 of them alone, and is never wrong."
fn told(coverage: &Coverage) -> String {
    let Coverage { right, wrong, alone, certain } = coverage;
    let wrong = if *wrong == 0 { "is never wrong".to_owned() } else { format!("is wrong {wrong} times") };
    format!(
        "It covers {right} of {certain} such cells on fresh views, {alone} that no rule before it does, and {wrong}."
    )
}

fn told_json(model: &Model, rule: &Rule, coverage: &Coverage) -> Value {
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
    settings.alike_once = !limits.alike;
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

/// The command that makes the same again.
fn origin(args: &Args) -> String {
    let (limits, usual) = (&args.limits, usual());
    let mut command = "minewise learn mio".to_owned();
    let mut say = |name: &str, value: String, usual: String| {
        if value != usual {
            command += &format!(" --{name} {value}");
        }
    };
    let path =
        |path: &Option<PathBuf>| path.as_ref().map_or_else(String::new, |path| path.display().to_string());
    say("target", listed(&args.target), listed(&usual.targets));
    say("rules", args.rules.to_string(), usual.rules.to_string());
    say("setting", args.setting.to_string(), usual.setting.to_string());
    say("knowledge", listed(&args.knowledge), listed(&usual.knowledge));
    say("labels", args.labels.to_string(), usual.labels.to_string());
    say("views", args.views.to_string(), usual.views.to_string());
    say("known", path(&args.known), String::new());
    say("examples", path(&args.examples), String::new());
    say("only", args.only.join(","), String::new());
    for (name, value, usual) in [
        ("seed", args.seed, usual.seed.0),
        ("rounds", limits.rounds, usual.rounds),
        ("patience", limits.patience, usual.patience),
        ("first", limits.first, usual.first[0] as u64),
        ("shown", limits.shown, usual.shown as u64),
        ("server-views", limits.server_views, usual.server_views),
        ("clauses", limits.clauses, usual.clauses),
        ("literals", limits.literals, usual.literals as u64),
        ("depth", limits.depth, usual.depth as u64),
        ("seeds", limits.seeds, usual.seeds as u64),
        ("least", limits.least, usual.least as u64),
    ] {
        say(name, value.to_string(), usual.to_string());
    }
    say("accuracy", limits.accuracy.to_string(), in_ones(usual.accuracy).to_string());
    for (flag, is_set) in
        [(" --alike", limits.alike), (" --no-exam", limits.no_exam), (" --loose-types", limits.loose_types)]
    {
        command += if is_set { flag } else { "" };
    }
    command
}

/// Names with a comma between.
fn listed(names: &[impl ToString]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Learns round by round, with a checkpoint after each and a line on how it goes.
fn learn(course: &mut MioCourse, settings: &MioSettings, part: &Path) -> Result<()> {
    let most = settings.rounds * settings.targets.len() as u64;
    let bar = ProgressBar::with_draw_target(Some(most), ProgressDrawTarget::stderr());
    let template = "{bar:30} round {pos} of {len} at most, {elapsed} gone, {eta} left at most {msg}";
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

/// Leaves only the rules that were asked for, numbered anew.
fn only(args: &Args, mut rules: Vec<Rule>) -> Result<Vec<Rule>> {
    if args.only.is_empty() {
        return Ok(rules);
    }
    let missing = args.only.iter().find(|name| !rules.iter().any(|rule| rule.name == **name));
    if let Some(name) = missing {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let found = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Problem::failed(format!("no rule `{name}` was learned; there are {found}")).into());
    }
    rules.retain(|rule| args.only.contains(&rule.name));
    Rule::number(&mut rules);
    Ok(rules)
}
