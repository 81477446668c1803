//! A checksum of the games of `search` with fixed seeds: any change of play shows here as another `Bench:`.
//!
//! `UPDATE_GOLDEN=1 cargo test -p minewise-players --test main search_bench` writes the file again.

use std::path::Path;

use minewise::num::fnv1a;
use minewise::{Game, Grid, Player, Seed, Status};
use minewise_players::{Level, Search};

const GAMES: [(&str, &str, Level, u64); 6] = [
    ("30x16/99", "fast", Level::Fast, 60),
    ("30x16/99:zero", "fast", Level::Fast, 30),
    ("9x9/10", "fast", Level::Fast, 200),
    ("16x16/40", "normal", Level::Normal, 20),
    ("8x8/10:any@hex", "normal", Level::Normal, 40),
    ("6x6/8", "deep", Level::Deep, 4),
];

/// Plays games, and returns how many are won and a hash of all revealed cells.
fn bench(rules: &str, level: Level, n_games: u64) -> (usize, u64) {
    let grid = Grid::new(rules.parse().unwrap());
    let mut player = Search::new(level);
    let (mut n_won, mut revealed) = (0, Vec::new());
    for seed in 0..n_games {
        let mut game = Game::new(&grid, Seed(seed));
        player.start(grid.rules(), Seed(seed).stream(1));
        while !game.is_over() {
            let cell = player.choose(game.position()).cell.unwrap();
            revealed.push(cell as u64);
            game.reveal(cell).unwrap();
        }
        n_won += usize::from(game.status() == Status::Won);
    }
    (n_won, fnv1a(revealed))
}

#[test]
fn it_plays_and_wins_as_recorded() {
    let mut played = String::new();
    for (rules, name, level, n_games) in GAMES {
        let (n_won, checksum) = bench(rules, level, n_games);
        played += &format!("{rules} {name}: {n_won} of {n_games} won, Bench: {checksum:016x}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/search-bench.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &played).unwrap();
    }
    assert_eq!(played, std::fs::read_to_string(&path).unwrap());
}
