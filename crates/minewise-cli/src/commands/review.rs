//! `minewise review`: rates every choice of a game.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::game::Transcript;
use minewise::{Game, Grid};
use minewise_coach::{Problem, Review, TimedMove};

use crate::io::options::JsonArg;
use crate::io::progress::progress_bar_of;
use crate::io::{input, print_json, review_text};

/// Rates every choice of a game: what it cost, and what was luck.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise review game.txt
  minewise review '4x3/2 seed 7
  r 0,0
  r 2,3' --json

A transcript is a line with the rules and the seed, such as `9x9/10 seed 1`, then one line per move: r (reveal), \
f (flag) or c (chord), and the cell. `minewise play --transcript FILE` and the page of a game both write it.")]
pub(crate) struct Args {
    /// The transcript of a game: a file, the text itself, or `-` for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    answer: JsonArg,
}

/// Reviews the game.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let transcript: Transcript = input::read(args.file.as_deref())?.parse().map_err(Problem::bad_input)?;
    let review = review(&transcript)?;
    if args.answer.json {
        return print_json(out, &review);
    }
    Ok(review_text::write(out, &review)?)
}

/// Reviews the moves, with a progress bar.
fn review(transcript: &Transcript) -> Result<Review, Problem> {
    if transcript.moves.is_empty() {
        return Err(Problem::bad_input("the transcript has no moves, so there is nothing to review"));
    }
    // Before the first rating, so that the line of a move that is not allowed is named.
    transcript.replay().map_err(Problem::bad_input)?;
    let moves: Vec<TimedMove> = transcript.moves.iter().copied().map(TimedMove::from).collect();
    let bar = progress_bar_of(moves.len() as u64, "moves", "reviewing".to_owned());
    let game = Game::new(&Grid::new(transcript.rules), transcript.seed);
    let review = Review::of(game, &moves, &mut |n_done| bar.set_position(n_done as u64));
    bar.finish_and_clear();
    review.map_err(|(idx, error)| Problem::bad_input(format!("line {}: {error}", idx + 2)))
}
