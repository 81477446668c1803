//! `minewise analyze`: reads views, and prints their risks, certain cells and a choice.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::Position;
use minewise::board::ReadError;
use minewise_coach::{Analysis, Judge, Problem};

use crate::io::options::{JsonArg, PlayerArgs};
use crate::io::progress::waiting;
use crate::io::refusal::Refusals;
use crate::io::{input, print_json, warn_if_not_taught};

mod text;

/// Shows the risk of every cell of a view, the certain cells, and which cell to reveal.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise analyze '5x3/2 1..../...../.....'
  minewise analyze '5x3/2 1..../...../.....' --player 'search(level=fast)'
  echo '5x3/2 1..../...../.....' | minewise analyze --json")]
pub(crate) struct Args {
    /// Views: a file with a blank line between them, or the text of one [default: standard input]
    #[arg(value_name = "VIEW")]
    file: Option<PathBuf>,
    #[command(flatten)]
    chooser: PlayerArgs,
    /// Treat every flag as a mine
    #[arg(long)]
    trust_flags: bool,
    #[command(flatten)]
    answer: JsonArg,
}

/// Answers every view of the input. Views that cannot be answered are reported at the end.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let player = args.chooser.player()?;
    let text = input::read(args.file.as_deref()).or_else(|refusal| refuse(args, out, refusal))?;
    if text.trim().is_empty() {
        refuse(args, out, Problem::bad_input(ReadError::Empty))?;
    }
    let are_several = minewise::board::blocks(&text).nth(1).is_some();
    let mut refusals = Refusals::default();
    let mut judge = Judge::default();
    for (idx, (line, block)) in minewise::board::blocks(&text).enumerate() {
        let place = format!("view {}, line {line}", idx + 1);
        match position(args, block).map_err(|refusal| refusal.of(&place)) {
            Ok(position) => {
                warn_if_not_taught(&player, position.view().grid().rules());
                let doing = format!("analysing {place} with {player}");
                let analysis = waiting(&doing, || Analysis::of(&position, &player, &mut judge))?;
                if args.answer.json {
                    print_json(out, &analysis)?;
                } else {
                    text::write(out, &position, &analysis, are_several.then_some(&place))?;
                }
            }
            Err(refusal) => {
                if args.answer.json {
                    print_json(out, &serde_json::json!({ "error": refusal.to_string() }))?;
                }
                refusals.push(&refusal);
            }
        }
    }
    Ok(refusals.into_result()?)
}

/// Refuses the input as a whole.
fn refuse(args: &Args, out: &mut impl Write, refusal: Problem) -> Result<String> {
    if args.answer.json {
        print_json(out, &serde_json::json!({ "error": refusal.to_string() }))?;
    }
    Err(refusal.into())
}

/// Reads a view and checks that it has a census.
fn position(args: &Args, block: &str) -> Result<Position, Problem> {
    let mut view = input::view(block)?;
    if args.trust_flags {
        view = view.with_flags_as_mines();
    }
    let position = Position::new(view);
    position.census()?;
    Ok(position)
}
