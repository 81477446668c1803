//! Checks the rules of the game: makes moves and compares the resulting view.

use minewise::game::Transcript;
use minewise::{Game, Grid, Layout, Move, Seed, Status};

/// Makes moves such as `r 0,0` on a layout, and compares the view at the end, or the error of a refused move.
#[track_caller]
fn check(layout: &str, moves: &str, expected: &str) {
    let layout: Layout = layout.parse().unwrap();
    let rules = layout.grid().rules();
    let transcript: Transcript = format!("{rules} seed 0\n{}", moves.replace("; ", "\n")).parse().unwrap();
    let mut game = Game::with_layout(&layout);
    for &made in &transcript.moves {
        if let Err(error) = game.make(made) {
            return assert_eq!(error.to_string(), expected);
        }
    }
    let status = match game.status() {
        Status::On => "on",
        Status::Won => "won",
        Status::Lost => "lost",
    };
    let view = format!("{:#}", game.view());
    assert_eq!(format!("{} {status}", view.split_once(' ').unwrap().1), expected);
}

#[test]
fn a_number_is_revealed_alone_and_a_zero_with_its_surroundings() {
    check("5x3/1 *..../...../.....", "r 0,1", ".1.../...../..... on");
    check("5x3/1 *..../...../.....", "r 0,4", ".1000/11000/00000 won");
    check("4x3/2@hex *.../..../...*", "r 0,3", ".100/1011/001. won");
    check("5x3/1@torus *..../...../.....", "r 2,4", "...../...../....1 on");
    check("5x3/1@torus *..../...../.....", "r 0,2", ".1001/.1001/.1001 on");
}

#[test]
fn a_mine_loses_and_the_game_is_over() {
    check("5x3/1 *..../...../.....", "r 0,0", "*..../...../..... lost");
    check("5x3/1 *..../...../.....", "r 0,0; r 0,1", "the game is over");
}

#[test]
fn a_flagged_cell_is_never_revealed() {
    check("5x3/1 *..../...../.....", "f 1,1; r 1,1", "the cell has a flag");
    check("5x3/1 *..../...../.....", "f 2,2; r 0,4", ".1000/11000/00F00 on");
    check("5x3/1 *..../...../.....", "f 2,2; r 0,4; f 2,2; r 2,2", ".1000/11000/00000 won");
}

#[test]
fn a_game_is_won_whatever_the_flags() {
    check("3x1/1 *..", "f 0,0; r 0,2", "F10 won");
    check("3x1/1 *..", "r 0,2", ".10 won");
}

#[test]
fn a_chord_needs_its_flags_and_reveals_the_rest() {
    check("5x3/1 *..../...../.....", "r 1,1; c 1,1", "a chord on 1 needs 1 flag around it, but there are 0");
    check("5x3/1 *..../...../.....", "r 1,1; f 0,0; c 1,1", "F1000/11000/00000 won");
    check("5x3/1 *..../...../.....", "r 1,1; f 0,1; c 1,1", "*F000/11000/00000 lost");
    check("5x3/1 *..../...../.....", "c 1,1", "only a number can be chorded");
}

#[test]
fn a_chord_without_effect_is_no_move_but_old_records_of_it_can_be_replayed() {
    let layout = "5x1/2 *..*.";
    let expected = "nothing is left to reveal around it: all its neighbours are revealed or flagged";
    check(layout, "f 0,0; r 0,1; c 0,1; c 0,1", expected);
    let mut game = Game::with_layout(&layout.parse().unwrap());
    for made in [Move::Flag(0), Move::Reveal(1), Move::Chord(1)] {
        game.make(made).unwrap();
    }
    let before = game.view().to_string();
    assert!(game.make(Move::Chord(1)).is_err() && game.moves().len() == 3);
    assert_eq!(game.make_again(Move::Chord(1)), Ok(Status::On));
    assert_eq!((game.view().to_string(), game.moves().len()), (before, 4));
    assert!(game.make_again(Move::Chord(2)).is_err(), "a chord with too few flags was never a move");
}

#[test]
fn impossible_moves_are_refused() {
    check("5x3/1 *..../...../.....", "r 0,1; r 0,1", "the cell is revealed already");
    check("5x3/1 *..../...../.....", "r 0,1; f 0,1", "the cell is revealed already");
    let mut game = Game::new(&Grid::new("3x3/5:zero".parse().unwrap()), Seed(1));
    assert_eq!(
        game.reveal(4).unwrap_err().to_string(),
        "the start `zero` leaves no room for all mines when the game begins here"
    );
    assert_eq!(game.reveal(0), Ok(Status::Won));
    assert_eq!(game.reveal(99).unwrap_err().to_string(), "the game is over");
}

#[test]
fn a_restarted_game_is_as_new() {
    let grid = Grid::new("8x5/7".parse().unwrap());
    let mut game = Game::new(&grid, Seed(1));
    for seed in (0..50).map(Seed) {
        game.restart(seed);
        let mut fresh = Game::new(&grid, seed);
        for cell in [0, 17, 39, 22] {
            assert_eq!(game.reveal(cell), fresh.reveal(cell));
        }
        assert_eq!((game.view(), game.moves()), (fresh.view(), fresh.moves()));
    }
}
