//! `minewise worker`: does the long work of the web app, for the program itself.

use std::io::Write;

use anyhow::Result;

/// Does jobs that come on standard input, for `serve`.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Result<()> {
    Ok(minewise_web::work(out)?)
}
