//! `minewise worker`: the process in which `serve` does long work.

use std::io::Write;

use anyhow::Result;

/// Runs jobs from standard input, for `serve`.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Result<()> {
    Ok(minewise_web::work(out)?)
}
