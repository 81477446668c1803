//! A soak: plays games on boards of all topologies, starts and odd sizes, and checks every certain cell against the
//! layout. A wrong "safe" is the one unforgivable bug, so this looks for it much longer than a test can.
//!
//! `cargo run --release -p minewise-players --example soak -- FILE MILLIONS` plays until the pieces recorded in the file
//! have that many million reveals, and appends a line of JSON for each piece. It can be stopped at any moment and
//! resumed. It panics at the first cell that is wrong.

#![allow(clippy::print_stdout, reason = "it is a program of its own")]

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};

use cpu_time::ProcessTime;
use minewise::{Census, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, View};
use minewise_players::{Exact, Level, Search};
use serde::{Deserialize, Serialize};

/// The number of boards of a piece, and the number of games on each.
const N_BOARDS: usize = 300;
const N_GAMES: u64 = 20;
/// The longest side of a random board. Longer ones take most of the time, so they are rarer.
const SIDES: [usize; 4] = [6, 9, 14, 30];
/// The boards that people play.
const CLASSIC: [&str; 3] = ["beginner", "intermediate", "expert"];

/// What was done in a piece.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Piece {
    /// The number of the piece, which is its seed.
    piece: u64,
    games: u64,
    won: u64,
    /// Cells that a player chose.
    choices: u64,
    /// Cells that were revealed, by a choice or by a 0 beside them.
    reveals: u64,
    /// Claims that a cell is certainly safe, or certainly a mine, each checked against the layout.
    claims: u64,
    cpu_seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(millions)) = (args.next(), args.next()) else {
        return Err("expected a file for the record, and a number of millions of reveals".into());
    };
    let wanted = millions.parse::<u64>()? * 1_000_000;
    let mut done = Vec::new();
    if let Ok(file) = File::open(&path) {
        for line in BufReader::new(file).lines() {
            done.push(serde_json::from_str::<Piece>(&line?)?);
        }
    }
    let mut n_reveals: u64 = done.iter().map(|piece| piece.reveals).sum();
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    let mut next = done.iter().map(|piece| piece.piece + 1).max().unwrap_or(0);
    while n_reveals < wanted {
        let piece = play_piece(next);
        n_reveals += piece.reveals;
        next += 1;
        writeln!(file, "{}", serde_json::to_string(&piece)?)?;
        println!("{} of {} million reveals", n_reveals / 1_000_000, wanted / 1_000_000);
    }
    Ok(())
}

fn play_piece(piece: u64) -> Piece {
    let began = ProcessTime::now();
    let mut done = Piece { piece, ..Piece::default() };
    let mut rng = Rng::new(Seed(piece).stream(25));
    for idx in 0..N_BOARDS {
        let rules = if idx % 10 == 0 {
            CLASSIC[rng.below(CLASSIC.len())].parse().expect("these are rules")
        } else {
            Rules::random(&mut rng, SIDES[(idx % 8).min(SIDES.len() - 1)])
        };
        // `search` is slower, so it plays every fourth board.
        let mut player: Box<dyn Player> =
            if idx % 4 == 0 { Box::new(Search::new(Level::Fast)) } else { Box::<Exact>::default() };
        let grid = Grid::new(rules);
        for _ in 0..N_GAMES {
            let seed = Seed(rng.next_u64());
            player.start(&rules, seed);
            let first = player.choose(&Position::new(View::new(&grid))).cell.expect("neither gives up");
            let layout = Layout::generate(&grid, seed, first);
            play(player.as_mut(), &layout, first, &mut done);
        }
    }
    done.cpu_seconds = began.elapsed().as_secs_f64();
    done
}

/// Plays a game on a layout, and checks every claim on the way.
fn play(player: &mut dyn Player, layout: &Layout, first: usize, done: &mut Piece) {
    let mut game = Game::with_layout(layout);
    let mut cell = first;
    loop {
        let n_covered = game.view().n_covered();
        game.reveal(cell).expect("a player keeps the rules");
        done.choices += 1;
        done.reveals += (n_covered - game.view().n_covered()) as u64;
        if game.is_over() {
            break;
        }
        check(game.position(), layout, done);
        cell = player.choose(game.position()).cell.expect("neither gives up");
    }
    done.games += 1;
    done.won += u64::from(game.status() == minewise::Status::Won);
}

/// Checks every certain cell of a position against the layout.
fn check(position: &Position, layout: &Layout, done: &mut Piece) {
    let is_settled = position.plainly_safe().next().is_some();
    let census = if is_settled { None } else { position.census().ok() };
    let safe = position.plainly_safe().chain(census.into_iter().flat_map(Census::safe));
    for cell in safe {
        assert!(!layout.is_mine(cell), "{cell} is a mine in {layout:#} but safe in {:#}", position.view());
        done.claims += 1;
    }
    for cell in position.settled().mines().chain(census.into_iter().flat_map(Census::mines)) {
        assert!(layout.is_mine(cell), "{cell} is no mine in {layout:#} but one in {:#}", position.view());
        done.claims += 1;
    }
}
