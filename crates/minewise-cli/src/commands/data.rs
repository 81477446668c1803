//! `minewise data`: checks and exports the games and experiments of the web app.

use std::io::Write;

use anyhow::Result;
use minewise_coach::Problem;
use minewise_web::{Damage, Findings, check, export};
use serde_json::json;

use crate::io::options::{FolderArg, JsonArg};
use crate::io::print_json;
use crate::io::progress::waiting;

/// Checks or exports what the web app has stored, even if it is damaged.
#[derive(clap::Args)]
#[command(arg_required_else_help = false, after_help = "Both change nothing, and a server may be running.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The commands, each described by its arguments.
#[derive(clap::Subcommand)]
enum Command {
    /// Checks the database, replays every game and reads every experiment; exit code 1 if anything is damaged
    #[command(after_help = "Example:\n  minewise data check")]
    Check {
        #[command(flatten)]
        folder: FolderArg,
        #[command(flatten)]
        answer: JsonArg,
    },
    /// Prints everything that can be read as JSON Lines; the last line counts what was found and what is damaged
    #[command(after_help = "Example:\n  minewise data export > games.jsonl")]
    Export {
        #[command(flatten)]
        folder: FolderArg,
    },
}

/// Checks or exports the data.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.command {
        Command::Check { folder, answer } => {
            let folder = folder.path()?;
            let findings = waiting("replaying every game", || check(&folder))?;
            if answer.json {
                print_json(out, &findings)?;
            } else {
                print(&findings, out)?;
            }
            refuse_damage(&findings)
        }
        Command::Export { folder } => {
            let findings = export(&folder.path()?, &mut |object| {
                serde_json::to_writer(&mut *out, &object)?;
                writeln!(out)
            })?;
            let mut end = json!(findings);
            end["kind"] = json!("end");
            print_json(out, &end)
        }
    }
}

fn print(findings: &Findings, out: &mut impl Write) -> Result<()> {
    let Findings { games, moves, reviews, puzzles, experiments, damaged } = findings;
    writeln!(
        out,
        "{games} games with {moves} moves, {reviews} reviews, {puzzles} puzzles, {experiments} experiments."
    )?;
    for Damage { kind, id, error } in damaged {
        writeln!(out, "{kind} {id}: {error}")?;
    }
    Ok(())
}

/// Damage is a failure, but of the data.
fn refuse_damage(findings: &Findings) -> Result<()> {
    match findings.damaged.len() {
        0 => Ok(()),
        n_damaged => Err(Problem::failed(format!(
            "{n_damaged} damaged; `minewise data export` saves everything that can still be read"
        ))
        .into()),
    }
}
