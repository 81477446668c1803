use minewise::testing::conformance::layouts_won;
use minewise::{Game, Grid, Status, View, testing};

use super::*;

#[track_caller]
fn check_choice(view: &str, level: Level, cell: (usize, usize), reason: &Reason) -> Choice {
    let view: View = view.parse().unwrap();
    let choice = Search::new(level).choose(&Position::new(view.clone()));
    assert_eq!((choice.cell, &choice.reason), (view.grid().cell(cell.0, cell.1), reason), "{view:#}");
    choice
}

#[test]
fn a_forced_guess_is_named_as_one() {
    for level in [Level::Fast, Level::Normal, Level::Deep] {
        let choice = check_choice("4x2/1 .10./.10.", level, (0, 3), &Reason::Certain);
        assert!(choice.candidates.is_empty());
        let choice = check_choice("2x2/1 .1/.1", level, (0, 0), &Reason::ForcedGuess);
        assert_eq!(choice.chosen().unwrap().win, Some(WinChance::Exact(0.5)));
    }
}

/// Plays a game, and returns its moves and how it ended.
fn play(player: &mut Search, grid: &std::sync::Arc<Grid>, seed: u64) -> (Vec<Cell>, Status) {
    let mut game = Game::new(grid, Seed(seed));
    player.start(grid.rules(), Seed(seed));
    let mut cells = Vec::new();
    while !game.is_over() {
        let choice = player.choose(game.position());
        cells.extend(choice.cell);
        game.reveal(choice.cell.unwrap()).unwrap();
    }
    (cells, game.status())
}

#[test]
fn a_game_does_not_depend_on_the_games_before_it() {
    let (grid, other) = (Grid::new("8x8/14".parse().unwrap()), Grid::new("6x6/8@torus".parse().unwrap()));
    for level in [Level::Fast, Level::Normal] {
        let mut used = Search::new(level);
        for seed in 0..20 {
            play(&mut used, &other, seed);
            assert_eq!(play(&mut used, &grid, seed), play(&mut Search::new(level), &grid, seed));
        }
    }
}

/// At any level, every candidate has its exact risk and a chance to win, and the choice is one of them.
#[test]
fn candidates_have_a_risk_and_a_chance_to_win() {
    let mut rng = Rng::new(Seed(31));
    let mut n_guesses = 0;
    for round in 0..1000 {
        let rules = Rules::random(&mut rng, 8);
        let view = testing::random_view(&mut rng, rules);
        let level = [Level::Fast, Level::Normal][round % 2];
        let position = Position::new(view);
        let is_over = position.view().n_covered() == rules.n_mines();
        if is_over || position.view().is_untouched() || position.view().shown_mines().next().is_some() {
            continue;
        }
        let choice = Search::new(level).choose(&position);
        if choice.reason == Reason::Certain {
            assert_eq!(position.risk(choice.cell.unwrap()), Ok(Some(0.0)));
            continue;
        }
        n_guesses += 1;
        assert!(choice.chosen().is_some());
        for candidate in &choice.candidates {
            let risk = position.risk(candidate.cell).unwrap().unwrap();
            assert_eq!(candidate.risk, Some(risk));
            match candidate.win.unwrap() {
                WinChance::Exact(win) => assert!(win <= 1.0 - risk + 1e-9),
                WinChance::Estimate(win) => assert!((0.0..=1.0).contains(&win)),
            }
        }
    }
    assert!(n_guesses > 100, "{n_guesses}");
}

#[test]
fn deep_play_on_small_boards_is_perfect() {
    for rules in ["3x3/7", "4x3/4", "10x1/5", "4x3/3:zero", "4x3/4:any", "4x3/4@hex", "4x3/3@torus", "5x2/3"]
    {
        let grid = Grid::new(rules.parse().unwrap());
        let best = Optimal::of(&View::new(&grid), Limits::nodes(1_000_000)).unwrap().best().unwrap();
        let won = layouts_won(&mut Search::new(Level::Deep), &grid, Seed(0));
        assert_eq!((won.n_won, won.n_layouts), (best.n_won, best.n_layouts), "{rules}");
    }
}
