//! `minewise lab survey`: one thing measured on many views of played games.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_lab::{Survey, SurveyKind};
use serde_json::json;

use super::{RUNS, tell_files};
use crate::io::options::n_threads;
use crate::io::progress::progress_bar_of;
use crate::io::refusal::Refusal;

/// Measures one thing on many views of played games, and writes what it finds into a folder.
///
/// agreement: whether sat and the census agree on verdicts and risks.
/// beliefs: how far the risks of mcmc and rejection are from the census, by their steps.
/// models: how many models there are where sat is stuck;
/// orders: what listing all layouts takes, by the order of the cells.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
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
    /// The folder for what is found, new or empty [default: runs/survey-NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Makes a survey, with a progress bar if somebody is there to see it.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let survey = Survey::new(args.kind, &args.rules, args.views, Seed(args.seed)).map_err(Refusal::from)?;
    let usual = || Path::new(RUNS).join(format!("survey-{}", args.kind));
    let folder = args.out.clone().unwrap_or_else(usual);
    let bar = progress_bar_of(survey.n_views_in_all(), "views", args.kind.to_string());
    let commit = option_env!("MINEWISE_COMMIT");
    let study = survey.write(&folder, commit, n_threads(args.threads), &|n_views| bar.inc(n_views));
    bar.finish_and_clear();
    tell_files(study, &folder, json!({ "survey": args.kind.name() }), args.json, out)
}
