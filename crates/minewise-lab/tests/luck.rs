//! Adjusting for luck does not change win rates, and makes them more precise.

use minewise::Seed;
use minewise_coach::Adjust;
use minewise_lab::{Bench, Tally};

fn play(rules: &str, player: &str, n_games: u64, adjust: Adjust) -> Tally {
    let bench = Bench {
        rules: rules.parse().unwrap(),
        player: player.parse().unwrap(),
        n_games,
        seed: Seed(77_000_000),
        adjust,
    };
    bench.play(2, &|_| ()).tally
}

/// Checks that the mean luck of many games is 0 and both win rates agree, within four standard errors.
#[track_caller]
fn check_fair(tally: &Tally) {
    let n_games = tally.games as f64;
    let luck = tally.mean_luck().unwrap();
    assert!(luck.mean.abs() < 4.0 * (luck.variance / n_games).sqrt(), "{luck:?}");
    let share = tally.luck_adjusted().unwrap().share;
    let apart = tally.win_rate() - tally.adjusted().unwrap().mean;
    assert!(apart.abs() < 4.0 * share.abs() * (luck.variance / n_games).sqrt() + 1e-9, "{apart}");
}

#[test]
fn on_expert_the_adjustment_is_worth_more_than_three_times_as_many_games() {
    let tally = play("30x16/99", "exact", 1500, Adjust::Quick);
    check_fair(&tally);
    assert!(tally.variance_ratio().unwrap() > 3.0, "{:?}", tally.variance_ratio());
    let share = tally.luck_adjusted().unwrap().share;
    assert!((0.9..1.1).contains(&share), "the estimate is made for play like this: {share}");
}

#[test]
fn measuring_all_luck_is_worth_even_more() {
    let [quick, full] = [Adjust::Quick, Adjust::Full].map(|adjust| play("16x16/40", "exact", 400, adjust));
    check_fair(&full);
    assert_eq!(quick.wins, full.wins);
    assert!(full.luck_adjusted().unwrap().variance < quick.luck_adjusted().unwrap().variance);
}

#[test]
fn the_adjustment_does_no_harm_for_a_player_that_makes_no_use_of_its_luck() {
    let tally = play("8x8/10:any", "random", 3000, Adjust::Quick);
    check_fair(&tally);
    assert!(tally.variance_ratio().is_none_or(|ratio| ratio > 0.999), "{:?}", tally.variance_ratio());
}
