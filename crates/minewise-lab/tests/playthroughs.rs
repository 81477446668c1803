//! Recorded games of every player, which show any change of play.
//!
//! `UPDATE_GOLDEN=1 cargo test -p minewise-lab --test main playthroughs` records them again.

use std::fmt::Write as _;
use std::path::Path;

use minewise::{Game, Grid, Seed};
use minewise_coach::PlayerSpec;
use minewise_coach::zoo::Zoo;

const GAMES: [(&str, u64); 4] =
    [("9x9/10", 1), ("8x6/9:zero@hex", 2), ("6x7/8:any@torus", 3), ("16x16/40", 4)];

/// Plays a game, and returns a text with every choice and its reason, and the end of the game.
fn playthrough(spec: &PlayerSpec, rules: &str, seed: Seed) -> String {
    let grid = Grid::new(rules.parse().unwrap());
    let mut game = Game::new(&grid, seed);
    let mut player = spec.make();
    player.start(grid.rules(), seed.stream(1));
    let mut text = format!("{rules} seed {seed}\n");
    while !game.is_over() {
        let choice = player.choose(game.position());
        let Some(cell) = choice.cell else {
            writeln!(text, "gives up: {}", choice.reason).unwrap();
            break;
        };
        write!(text, "r {}  {}", grid.name(cell), choice.reason).unwrap();
        if let Some(risk) = choice.chosen().and_then(|chosen| chosen.risk) {
            write!(text, ", risk {risk:.9}").unwrap();
        }
        text.push('\n');
        game.reveal(cell).unwrap();
    }
    writeln!(text, "{:?}\n{}", game.status(), game.view()).unwrap();
    text
}

#[test]
fn every_player_plays_as_it_was_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/playthroughs");
    for entry in Zoo::shipped().entries() {
        let spec: PlayerSpec = entry.name().parse().unwrap();
        let games = GAMES.iter().map(|&(rules, seed)| playthrough(&spec, rules, Seed(seed)));
        let played: String = games.collect();
        let path = folder.join(format!("{}.txt", entry.name()));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &played).unwrap();
        }
        let recorded = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("`{}` has no playthrough: {error}", entry.name()));
        assert_eq!(played, recorded, "`{}` plays differently from the record", entry.name());
    }
}
