//! Compares the sums with a naive recomputation from single games.

use minewise::Seed;
use minewise_coach::Adjust;

use super::*;
use crate::play::arena::{Arena, Loss};

fn games(rules: &str, player: &str, n_games: u64) -> Vec<GameResult> {
    let mut arena = Arena::new(rules.parse().unwrap(), &player.parse().unwrap(), Adjust::Quick);
    (0..n_games).map(|idx| arena.play(Seed(idx), Seed(idx).stream(1))).collect()
}

fn tally_of<'a>(rules: &str, games: impl IntoIterator<Item = &'a GameResult>) -> Tally {
    let (rules, mut tally) = (rules.parse().unwrap(), Tally::default());
    games.into_iter().for_each(|played| tally.add(&rules, played));
    assert!(tally.is_consistent(&rules));
    tally
}

#[track_caller]
fn check_close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-8 * other.abs().max(1.0), "{one} {other}");
}

/// Returns the mean and the variance of values.
fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| minewise::num::power(value - mean, 2)).sum();
    (mean, squares / (values.len() - 1) as f64)
}

#[test]
fn a_tally_is_what_a_naive_count_of_single_games_gives() {
    let games = games("9x9/12", "exact", 300);
    let tally = tally_of("9x9/12", &games);
    let count = |is: &dyn Fn(&&GameResult) -> bool| games.iter().filter(is).count() as u64;
    let sum = |of: &dyn Fn(&GameResult) -> u64| games.iter().map(of).sum::<u64>();
    assert_eq!((tally.games, tally.wins), (300, count(&|game| game.won)));
    assert_eq!((tally.reveals, tally.guesses), (sum(&|game| game.n_reveals), sum(&|game| game.n_guesses)));
    assert_eq!((tally.uncovered, tally.safe_cells), (sum(&|game| game.n_uncovered), 300 * 69));
    check_close(tally.mean_risk(), games.iter().map(|game| game.risk).sum::<f64>() / 300.0);
    check_close(tally.uncovered_share(), tally.uncovered as f64 / 20700.0);
    for phase in [Phase::Opening, Phase::Middle, Phase::Endgame] {
        for choice in [LossChoice::Forced, LossChoice::Free, LossChoice::Unmeasured] {
            let loss = Some(Loss { phase, choice });
            assert_eq!(
                tally.losses.of(phase, choice),
                count(&|game| game.loss == loss),
                "{phase:?} {choice:?}"
            );
        }
    }
    for n_guesses in 0..10 {
        let met =
            tally.guesses_per_game.buckets().find(|&(least, ..)| least == n_guesses).map_or(0, |met| met.2);
        assert_eq!(met, count(&|game| game.n_guesses == n_guesses), "{n_guesses}");
    }
    for (twentieth, &n_met) in tally.uncovered_twentieths.iter().enumerate() {
        let is_in =
            |game: &&GameResult| (20.0 * game.n_uncovered as f64 / 69.0).floor() as usize == twentieth;
        assert_eq!(n_met, count(&is_in), "{twentieth}");
    }
}

#[test]
fn means_and_intervals_are_those_of_single_games() {
    let games = games("9x9/12", "exact", 300);
    let tally = tally_of("9x9/12", &games);
    let plain: Vec<f64> = games.iter().map(|game| f64::from(u8::from(game.won))).collect();
    let luck: Vec<f64> = games.iter().map(|game| game.luck.unwrap()).collect();
    let (mean, variance) = mean_and_variance(&luck);
    let estimate = tally.mean_luck().unwrap();
    check_close(estimate.mean, mean);
    check_close(estimate.variance, variance);
    check_close(estimate.ci95.1 - estimate.ci95.0, 2.0 * 1.959_963_984_540_054 * (variance / 300.0).sqrt());
    let share = tally.luck_adjusted().unwrap().share;
    assert!((0.7..1.3).contains(&share), "the luck of a good player counts in full: {share}");
    let without: Vec<f64> = plain.iter().zip(&luck).map(|(won, luck)| won - share * luck).collect();
    let (mean, variance) = mean_and_variance(&without);
    let estimate = tally.adjusted().unwrap();
    check_close(estimate.mean, mean);
    check_close(estimate.variance, variance * 299.0 / 298.0);
    let ratio = mean_and_variance(&plain).1 / estimate.variance;
    check_close(tally.variance_ratio().unwrap(), ratio);
    let width = |(low, high): (f64, f64)| high - low;
    assert!((width(tally.win_rate_ci95()) / width(estimate.ci95) / ratio.sqrt() - 1.0).abs() < 0.2);
    assert_eq!(tally.win_rate_ci95(), wilson(tally.wins, 300));
}

#[test]
fn neither_the_order_of_games_nor_how_they_are_grouped_matters() {
    for player in ["exact", "random"] {
        let games = games("8x8/10:any", player, 200);
        let expected = tally_of("8x8/10:any", &games);
        assert_eq!(tally_of("8x8/10:any", games.iter().rev()), expected);
        // Every seventh game, group by group.
        let mut grouped = Tally::default();
        for group in 0..7 {
            grouped.merge(&tally_of("8x8/10:any", games.iter().skip(group).step_by(7)));
        }
        assert_eq!(grouped, expected);
        let text = serde_json::to_string(&expected).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), expected);
    }
}

#[test]
fn free_guesses_are_known_only_if_they_were_counted_in_all_games() {
    let counted = tally_of("8x8/10:any", &games("8x8/10:any", "random", 50));
    assert!(counted.free_guesses.unwrap() > 0);
    let uncounted = Tally { free_guesses: None, ..counted.clone() };
    let sum = |tallies: &[&Tally]| {
        let mut sum = Tally::default();
        tallies.iter().for_each(|tally| sum.merge(tally));
        sum.free_guesses
    };
    let twice = counted.free_guesses.map(|n_free| 2 * n_free);
    assert_eq!(sum(&[&counted, &Tally::default(), &counted]), twice);
    assert_eq!(sum(&[&counted, &uncounted]), None);
    assert_eq!(sum(&[&uncounted, &counted, &counted]), None);
    // Older records have no such field, and are written again without one.
    let text = serde_json::to_string(&uncounted).unwrap();
    assert!(!text.contains("free_guesses"));
    assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), uncounted);
}

#[test]
fn counts_of_players_are_added_up_by_name() {
    let games = games("8x8/10:any", "random", 2);
    let counted = |game: &GameResult, uses: &[(&str, u64)]| GameResult {
        uses: uses.iter().map(|&(name, n)| (name.to_owned(), n)).collect(),
        ..game.clone()
    };
    let one = counted(&games[0], &[("S-1", 2), ("S-2", 0)]);
    let other = counted(&games[1], &[("S-3", 1), ("S-1", 5)]);
    let mut sum = tally_of("8x8/10:any", [&one, &other]);
    let expected =
        |counts: [u64; 3]| ["S-1", "S-2", "S-3"].map(str::to_owned).into_iter().zip(counts).collect();
    assert_eq!(sum.uses, expected([7, 0, 1]));
    sum.merge(&tally_of("8x8/10:any", [&other]));
    assert_eq!(sum.uses, expected([12, 0, 2]));
    // Records are read from files, which may hold any number.
    sum.merge(&tally_of("8x8/10:any", [&counted(&games[0], &[("S-1", u64::MAX)])]));
    assert_eq!(sum.uses, expected([u64::MAX, 0, 2]));
    let text = serde_json::to_string(&sum).unwrap();
    assert!(text.contains(r#""uses":{"S-1":18446744073709551615,"S-2":0,"S-3":2}"#), "{text}");
    assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), sum);
    // Older records have no such field, and are written again without one.
    assert!(!serde_json::to_string(&tally_of("8x8/10:any", &games)).unwrap().contains("uses"));
}

#[test]
fn one_game_gives_no_variance() {
    let tally = tally_of("9x9/12", &games("9x9/12", "exact", 1));
    assert_eq!(tally.adjusted().unwrap().ci95, (0.0, 1.0));
    assert_eq!((tally.variance_ratio(), Tally::default().adjusted()), (None, None));
}

#[test]
fn sums_that_disagree_are_detected() {
    let tally = tally_of("9x9/12", &games("9x9/12", "exact", 20));
    let rules = "9x9/12".parse().unwrap();
    let changes: [fn(&mut Tally); 10] = [
        |tally| tally.games += 1,
        |tally| tally.wins += 1,
        |tally| tally.losses.middle[0] += 1,
        |tally| tally.guesses = tally.reveals + 1,
        |tally| tally.unmeasured = tally.guesses + 1,
        |tally| tally.free_guesses = Some(tally.guesses + 1),
        |tally| tally.uncovered = u64::MAX,
        |tally| tally.guesses_per_game.add(1),
        |tally| tally.uncovered_twentieths[3] += 1,
        |tally| tally.luck.as_mut().unwrap().games -= 1,
    ];
    for (idx, change) in changes.iter().enumerate() {
        let mut changed = tally.clone();
        change(&mut changed);
        assert!(!changed.is_consistent(&rules), "{idx}");
    }
    assert!(!tally.is_consistent(&"9x9/10".parse().unwrap()));
    let none = Tally { uses: [("S-1".to_owned(), 1)].into(), ..Tally::default() };
    assert!(!none.is_consistent(&rules) && Tally::default().is_consistent(&rules));
}
