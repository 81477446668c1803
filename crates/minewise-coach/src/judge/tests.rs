use minewise::perfect::Limits;
use minewise::{Game, Grid, Optimal, Rng, Seed, Status, testing};

use super::*;
use minewise::Rules;

fn judged(view: &str, cell: Cell) -> Judgement {
    let position = Position::new(view.parse().unwrap());
    Judge::default().judge(&position, Move::Reveal(cell)).unwrap().unwrap()
}

#[test]
fn labels_change_at_losses_of_5_10_and_15_points() {
    let labels = [0.0, 0.002, 0.01, 0.05, 0.0999, 0.1, 0.15, 1.0].map(|lost| Label::of_loss(lost).name());
    assert_eq!(labels, ["best", "best", "good", "inaccuracy", "inaccuracy", "mistake", "blunder", "blunder"]);
}

#[test]
fn in_endgames_the_judgement_is_exact() {
    // Compares every cell with the value of perfect play.
    let mut rng = Rng::new(Seed(82));
    let mut n_judged = 0;
    while n_judged < 300 {
        let rules = Rules::random(&mut rng, 5);
        let view = testing::random_view(&mut rng, rules);
        let position = Position::new(view);
        let census = position.census().unwrap();
        let is_small = census.layouts_log10() <= 2.0 && census.n_open_mines() > 0;
        if !is_small || position.view().is_untouched() {
            continue;
        }
        let Ok(optimal) = Optimal::of(position.view(), Limits::nodes(1_000_000)) else { continue };
        let Some(best) = optimal.best() else { continue };
        for value in &optimal.cells {
            let judgement = Judge::default().judge(&position, Move::Reveal(value.cell)).unwrap().unwrap();
            let found = (judgement.outlook.win, judgement.chosen, judgement.chosen_is);
            assert_eq!(
                found,
                (best.value(), value.value(), WinIs::Exact),
                "{:#} {}",
                position.view(),
                value.cell
            );
            n_judged += 1;
        }
    }
}

#[test]
fn certain_cells_give_nothing_away_and_guesses_beside_them_are_missed() {
    let mut rng = Rng::new(Seed(83));
    let (mut n_certain, mut n_missed) = (0, 0);
    for _ in 0..300 {
        let rules = Rules::random(&mut rng, 9);
        let position = Position::new(testing::random_view(&mut rng, rules));
        let census = position.census().unwrap();
        if position.view().is_untouched() || census.safe().len() == 0 {
            continue;
        }
        for cell in position.view().covered() {
            let judgement = Judge::default().judge(&position, Move::Reveal(cell)).unwrap().unwrap();
            let is_safe = census.safe().any(|safe| safe == cell);
            let expected = if is_safe { Label::Certain } else { Label::Missed };
            assert_eq!(judgement.label, expected, "{:#} {cell}", position.view());
            assert!(!is_safe || judgement.lost() == 0.0);
            assert!(
                judgement.chosen <= 1.0 - judgement.risk.unwrap() + 1e-12,
                "{:#} {cell}",
                position.view()
            );
            n_certain += usize::from(is_safe);
            n_missed += usize::from(!is_safe);
        }
    }
    assert!(n_certain > 300 && n_missed > 300, "{n_certain} {n_missed}");
}

#[test]
fn a_coin_flip_is_distinguished_from_a_choice() {
    // The mine is left or right of the 1, and nothing can decide which.
    assert_eq!(judged("3x1/1 .1.", 0).label, Label::Forced);
    // By hand: of 6 layouts the middle of the far cells wins 3, and the near ones win 2.
    let near = judged("6x1/2 .1....", 0);
    assert_eq!((near.label, near.outlook.win, near.chosen), (Label::Blunder, 0.5, 2.0 / 6.0));
    assert_eq!((near.outlook.win_is, near.chosen_is), (WinIs::Exact, WinIs::Exact));
}

#[test]
fn the_best_player_is_hardly_ever_wrong_and_a_random_one_often() {
    let rate = |name: &str| {
        let spec: crate::PlayerSpec = name.parse().unwrap();
        let (mut player, mut judge) = (spec.make(), Judge::default());
        let grid = Grid::new("16x16/40".parse().unwrap());
        let (mut lost, mut n_won) = (0.0, 0);
        for seed in 0..40 {
            let mut game = Game::new(&grid, Seed(seed));
            player.start(grid.rules(), Seed(seed));
            while !game.is_over() {
                let cell = player.choose(game.position()).cell.unwrap();
                lost += judge.judge(game.position(), Move::Reveal(cell)).unwrap().unwrap().lost();
                game.reveal(cell).unwrap();
            }
            n_won += usize::from(game.status() == Status::Won);
        }
        (lost / 40.0, n_won)
    };
    let ((search, _), (exact, _), (random, n_won)) =
        (rate("search(level=fast)"), rate("exact"), rate("random"));
    assert!(search < 0.03 && search < exact && exact < 0.2, "{search} {exact}");
    assert!(random > 0.3 && n_won < 3, "{random} {n_won}");
}
