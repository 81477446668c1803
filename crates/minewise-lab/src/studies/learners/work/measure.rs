//! How well somebody plays, by games and by single views.

use minewise::{Game, Grid, Player, Position, Rules, Seed, Status, View};
use minewise_learn::FIRST_SEED;
use minewise_learn::data::{Generator, PERIMETER, Split};

use super::pupil::Make;
use crate::play::threads::each;

/// The results of some games.
pub(super) struct Played {
    pub(super) wins: u64,
    /// The cells without a mine that were uncovered, and all of them.
    pub(super) uncovered: u64,
    pub(super) safe: u64,
}

/// Has somebody play the games of the seeds from `first` on.
pub(super) fn play(make: &Make, rules: Rules, n_games: u64, first: u64, n_threads: usize) -> Played {
    let grid = Grid::new(rules);
    let n_safe = (rules.n_cells() - rules.n_mines()) as u64;
    let (mut wins, mut uncovered) = (0, 0);
    each(
        n_games,
        n_threads,
        make,
        |player, game| played(&mut **player, &grid, Seed(first.wrapping_add(game))),
        |_, game| {
            wins += u64::from(game.status() == Status::Won);
            uncovered += n_safe - game.n_left() as u64;
        },
    );
    Played { wins, uncovered, safe: n_safe * n_games }
}

/// A game played to its end, or until the player gives up.
fn played(player: &mut dyn Player, grid: &std::sync::Arc<Grid>, seed: Seed) -> Game {
    let mut game = Game::new(grid, seed);
    player.start(grid.rules(), seed.stream(1));
    while !game.is_over() {
        let Some(cell) = player.choose(game.position()).cell else { break };
        game.reveal(cell).expect("players choose covered cells");
    }
    game
}

/// The views that are asked of, at most.
pub(super) const MOST_VIEWS: u64 = 2_000;
/// They are of games of these seeds, far from those that anybody is taught on.
const FIRST_GAME: u64 = FIRST_SEED + (1 << 48);
/// Risks that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// Asks somebody what to reveal in views of games kept for measuring: how many, and where it is a cell of the least risk.
pub(super) fn ask(make: &Make, rules: Rules, most_views: u64, seed: u64) -> (u64, u64) {
    let generator = Generator::new(rules, PERIMETER);
    let (mut player, mut n_views, mut n_right) = (make(), 0, 0);
    let seeds = (0..most_views * 100).map(|idx| Seed(FIRST_GAME.wrapping_add(seed).wrapping_add(idx)));
    for game in seeds.filter(|&seed| Split::of(seed) == Split::Test) {
        player.start(&rules, game.stream(1));
        generator.play_counted(game, |view, census| {
            if n_views < most_views {
                let chosen = player.choose(&Position::new(View::clone(view))).cell;
                let (least, _) = census.least_risky(0.0);
                let risk = chosen.and_then(|cell| census.risk(cell));
                n_right += u64::from(risk.is_some_and(|risk| risk <= least + EQUAL));
                n_views += 1;
            }
        });
        if n_views == most_views {
            break;
        }
    }
    (n_views, n_right)
}
