use std::path::PathBuf;

use minewise::{Game, Grid, Status};

use super::*;
use crate::testing::folder;

fn comparison(players: [&str; 2], rules: &str, n_batches: u64) -> Comparison {
    Comparison {
        rules: rules.parse().unwrap(),
        players: players.map(|player| player.parse().unwrap()),
        seed: Seed(7),
        n_batches,
        adjust: Adjust::Off,
        test: Test::new(0.05, 0.02).unwrap(),
    }
}

fn journal(name: &str) -> PathBuf {
    folder(name).join("records.jsonl")
}

/// The obvious twin: plays the pairs one by one and counts.
fn by_playing(comparison: &Comparison, n_pairs: u64) -> [u64; 4] {
    let grid = Grid::new(comparison.rules);
    let wins = |idx: usize, seed: Seed| {
        let (mut game, mut player) = (Game::new(&grid, seed), comparison.players[idx].make());
        player.start(&comparison.rules, seed.stream(1));
        while !game.is_over() {
            game.reveal(player.choose(game.position()).cell.unwrap()).unwrap();
        }
        game.status() == Status::Won
    };
    let mut counts = [0; 4];
    for seed in (0..n_pairs).map(|idx| Seed(comparison.seed.0 + idx)) {
        counts[2 * usize::from(!wins(0, seed)) + usize::from(!wins(1, seed))] += 1;
    }
    counts
}

#[test]
fn a_better_player_is_found_and_pairs_are_counted_as_they_were_played() {
    let comparison = comparison(["exact", "random"], "5x4/4", 40);
    let compared = comparison.play(&journal("better"), 2, &|_| ()).unwrap();
    assert_eq!(compared.verdict, Verdict::FirstBetter);
    let Pairs { both, only_first, only_second, neither, luck } = compared.pairs;
    assert_eq!(compared.pairs.n_pairs(), Test::FEWEST);
    assert_eq!([both, only_first, only_second, neither], by_playing(&comparison, Test::FEWEST));
    assert_eq!(luck, None);
}

#[test]
fn a_player_is_no_better_than_itself() {
    let mut comparison = comparison(["exact", "exact"], "5x4/4", 40);
    comparison.adjust = Adjust::Quick;
    let compared = comparison.play(&journal("itself"), 2, &|_| ()).unwrap();
    assert_eq!(compared.verdict, Verdict::Alike);
    assert_eq!((compared.pairs.only_first, compared.pairs.only_second), (0, 0));
    assert_eq!(compared.decisive().mean(), 0.0);
}

#[test]
fn threads_and_stops_change_nothing() {
    let mut comparison = comparison(["random", "random"], "3x2/2", 12);
    // Never clear, so that all is played.
    comparison.test = Test::new(1e-9, 1e-9).unwrap();
    comparison.adjust = Adjust::Quick;
    let expected = comparison.play(&journal("one"), 1, &|_| ()).unwrap();
    assert_eq!(comparison.play(&journal("three"), 3, &|_| ()).unwrap(), expected);
    let path = journal("stopped");
    let mut shorter = comparison.clone();
    shorter.n_batches = 5;
    shorter.play(&path, 2, &|_| ()).unwrap();
    let before = std::fs::read(&path).unwrap();
    let told = std::sync::atomic::AtomicU64::new(0);
    let tell = |n_pairs: u64| {
        told.fetch_add(n_pairs, std::sync::atomic::Ordering::Relaxed);
    };
    assert_eq!(comparison.play(&path, 2, &tell).unwrap(), expected);
    assert_eq!(told.into_inner(), 12 * N_PER_BATCH);
    let after = std::fs::read(&path).unwrap();
    assert!(after.starts_with(&before), "what was recorded stays");
    assert_eq!(after.iter().filter(|&&byte| byte == b'\n').count(), 12, "and is not played again");
}

/// Asserts that a comparison is refused over the records of another, which stay as they are.
#[track_caller]
fn check_refused(name: &str, change: impl Fn(&mut Comparison), expected: &str) {
    let path = journal(name);
    let first = comparison(["exact", "random"], "5x4/4", 2);
    first.play(&path, 1, &|_| ()).unwrap();
    let before = std::fs::read(&path).unwrap();
    let mut second = comparison(["exact", "random"], "5x4/4", 4);
    change(&mut second);
    let error = second.play(&path, 1, &|_| ()).unwrap_err();
    let path_text = path.display();
    let expected = format!(
        "`{path_text}`, line 1: a batch of another comparison, whose {expected}; choose another folder with --out"
    );
    assert_eq!((error.to_string(), error.is_bad_input()), (expected, true));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn records_of_another_comparison_are_refused_and_kept() {
    check_refused(
        "rules",
        |other| other.rules = "5x4/3".parse().unwrap(),
        "rules is `5x4/4` instead of `5x4/3`",
    );
    check_refused("players", |other| other.players.reverse(), "first player is `exact` instead of `random`");
    check_refused("seed", |other| other.seed = Seed(8), "seed is `7` instead of `8`");
    let expected =
        format!("estimate for adjusting is `none` instead of `{}`", Adjust::Quick.estimate().unwrap());
    check_refused("adjust", |other| other.adjust = Adjust::Quick, &expected);
}

#[test]
fn a_player_that_plays_otherwise_than_recorded_is_refused() {
    let path = journal("changed");
    let comparison = comparison(["random", "random"], "5x4/4", 1);
    comparison.play(&path, 1, &|_| ()).unwrap();
    // The same record as another player of that name would have left it.
    let text = std::fs::read_to_string(&path).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&text[9..]).unwrap();
    record["first"][1] = "0123456789abcdef".into();
    std::fs::remove_file(&path).unwrap();
    Journal::open(&path).unwrap().append(&record).unwrap();
    let more = Comparison { n_batches: 2, ..comparison };
    let error = more.play(&path, 1, &|_| ()).unwrap_err().to_string();
    let path = path.display();
    assert_eq!(
        error,
        format!("the player `random` no longer plays as in `{path}`; choose another folder with --out")
    );
}
