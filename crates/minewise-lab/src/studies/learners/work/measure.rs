//! Measures how well a player plays, by games and by single views.

use minewise::{Game, Grid, Player, Position, Rules, Seed, Status, View};
use minewise_learn::FIRST_SEED;
use minewise_learn::data::{Generator, PERIMETER, Split};

use super::learner::Make;
use crate::play::threads::each;

/// The results of some games.
pub(super) struct GameCounts {
    pub(super) wins: u64,
    /// The number of cells without a mine that were uncovered, and of all such cells.
    pub(super) uncovered: u64,
    pub(super) safe: u64,
}

/// Plays `n_games` games, with seeds from `first` on.
pub(super) fn play(make: &Make, rules: Rules, n_games: u64, first: u64, n_threads: usize) -> GameCounts {
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
    GameCounts { wins, uncovered, safe: n_safe * n_games }
}

/// Plays a game to its end, or until the player gives up.
fn played(player: &mut dyn Player, grid: &std::sync::Arc<Grid>, seed: Seed) -> Game {
    let mut game = Game::new(grid, seed);
    player.start(grid.rules(), seed.stream(1));
    while !game.is_over() {
        let Some(cell) = player.choose(game.position()).cell else { break };
        game.reveal(cell).expect("players choose covered cells");
    }
    game
}

/// The maximum number of single views.
pub(super) const MOST_VIEWS: u64 = 2_000;
/// The first seed of the games that views are taken from, far from the seeds that learners learn from.
const FIRST_GAME: u64 = FIRST_SEED + (1 << 48);
/// Risks that differ by less than this are treated as equal.
const EQUAL: f64 = 1e-9;

/// Lets a player choose cells in views of games kept for measuring. Returns the number of views, and of those where it
/// chose a cell of the least risk.
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
