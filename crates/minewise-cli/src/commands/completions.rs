//! `minewise completions`: prints a script that completes commands and options in a shell.

use std::io::Write;

use anyhow::Result;
use clap_complete::Shell;

use crate::args;

/// Prints a script that completes commands and options in a shell.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise completions bash > minewise.bash
  minewise completions fish > minewise.fish

In bash, read the script by `source minewise.bash` in ~/.bashrc. For zsh, call it _minewise and put it into a folder of \
$fpath. For fish, put it into ~/.config/fish/completions.")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    // The generator panics where its output cannot be written, such as into a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "minewise", &mut script);
    Ok(out.write_all(&script)?)
}
