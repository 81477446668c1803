//! `minewise man`: writes the manual pages.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap_mangen::Man;
use minewise_coach::Problem;
use minewise_lab::write_atomically;

use crate::args;

/// Writes the manual pages: minewise.1, and one for each command.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise man man1

`man -l man1/minewise-bench.1` then shows the page of `minewise bench`.")]
pub(crate) struct Args {
    /// The folder to write them to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let folder = &args.folder;
    std::fs::create_dir_all(folder).map_err(|error| Problem::file("create the folder", folder, &error))?;
    let mut command = args::command().disable_help_subcommand(true);
    command.build();
    let n_pages = write_pages(&command, folder)?;
    Ok(writeln!(out, "{n_pages} pages are in `{}`.", folder.display())?)
}

/// Writes the page of a command and those of the commands below it. Returns how many there are.
fn write_pages(command: &clap::Command, folder: &Path) -> Result<usize> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let name = command.get_display_name().unwrap_or(command.get_name());
    write_atomically(&folder.join(format!("{name}.1")), &page)?;
    let mut n_pages = 1;
    for below in command.get_subcommands() {
        n_pages += write_pages(below, folder)?;
    }
    Ok(n_pages)
}
