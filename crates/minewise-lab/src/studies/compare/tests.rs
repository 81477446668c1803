use std::path::Path;

use minewise::{Game, Grid, Seed, Status};
use minewise_coach::Adjust;

use super::*;
use crate::store::folder::Folder;
use crate::store::journal::Journal;
use crate::testing::{conduct, folder};

fn comparison(players: [&str; 2], rules: &str, n_games: u64) -> Comparison {
    Comparison {
        rules: rules.parse().unwrap(),
        players: players.map(|player| player.parse().unwrap()),
        seed: Seed(7),
        n_games,
        adjust: Adjust::Off,
        test: Test::new(0.05, 0.02).unwrap(),
    }
}

/// Reads the result of a comparison in a folder.
fn result(folder: &Path) -> ComparisonResult {
    let folder = Folder::new(folder);
    read(&StudyFile::read(&folder.files()).unwrap(), &folder.files()).unwrap().1
}

/// Plays a comparison in a folder of this name, and returns its result.
fn play(comparison: &Comparison, name: &str, n_threads: usize) -> ComparisonResult {
    let folder = folder(name);
    conduct(comparison, &folder, n_threads).unwrap();
    result(&folder)
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
    let comparison = comparison(["exact", "random"], "5x4/4", 10_000);
    let result = play(&comparison, "better", 2);
    assert_eq!((result.verdict, result.is_complete), (Verdict::FirstBetter, true));
    let Pairs { both, only_first, only_second, neither, luck } = result.pairs;
    assert_eq!(result.pairs.n_pairs(), Test::FEWEST);
    assert_eq!([both, only_first, only_second, neither], by_playing(&comparison, Test::FEWEST));
    assert_eq!(luck, None);
}

#[test]
fn a_player_is_no_better_than_itself() {
    let mut comparison = comparison(["exact", "exact"], "5x4/4", 10_000);
    comparison.adjust = Adjust::Quick;
    let result = play(&comparison, "itself", 2);
    assert_eq!(result.verdict, Verdict::Alike);
    assert_eq!((result.pairs.only_first, result.pairs.only_second), (0, 0));
    assert_eq!(result.decisive().mean(), 0.0);
}

#[test]
fn a_comparison_is_resumed_and_batches_after_the_verdict_are_dropped() {
    let mut comparison = comparison(["random", "random"], "3x2/2", 12 * N_PER_BATCH);
    // Never decided, so that all games are played.
    comparison.test = Test::new(1e-9, 1e-9).unwrap();
    comparison.adjust = Adjust::Quick;
    let expected = play(&comparison, "whole", 1);
    let stopped = folder("stopped");
    let shorter = Comparison { n_games: 5 * N_PER_BATCH, ..comparison.clone() };
    conduct(&shorter, &stopped, 2).unwrap();
    assert_eq!(conduct(&comparison, &stopped, 2).unwrap(), (5 * N_PER_BATCH, 7 * N_PER_BATCH));
    assert_eq!(result(&stopped), expected);
    // Decided at once by another test: the verdict needs only the first batches, and only those stay in the file.
    let clear = Comparison { test: Test::new(0.5, 0.5).unwrap(), ..comparison };
    conduct(&clear, &stopped, 2).unwrap();
    let records = std::fs::read_to_string(stopped.join(RECORDS)).unwrap();
    assert_eq!(records.lines().count() as u64, result(&stopped).pairs.n_pairs() / N_PER_BATCH);
    assert!(result(&stopped).verdict != Verdict::Open && records.lines().count() < 12);
}

/// Checks that a comparison refuses the records of another one, and leaves them as they are.
#[track_caller]
fn check_refused(name: &str, change: impl Fn(&mut Comparison), expected: &str) {
    let folder = folder(name);
    conduct(&comparison(["exact", "random"], "5x4/4", 500), &folder, 1).unwrap();
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let before = (read(RECORDS), read("study.json"));
    let mut other = comparison(["exact", "random"], "5x4/4", 1000);
    change(&mut other);
    let error = conduct(&other, &folder, 1).unwrap_err();
    let expected =
        format!("the records in `{}` were made with {expected}; choose another folder", folder.display());
    assert_eq!((error.to_string(), error.is_bad_input()), (expected, true));
    assert!((read(RECORDS), read("study.json")) == before);
}

#[test]
fn records_of_another_comparison_are_refused_and_kept() {
    let rules = |other: &mut Comparison| other.rules = "5x4/3".parse().unwrap();
    check_refused("rules", rules, r#"`rules = "5x4/4"`, not with "5x4/3""#);
    let players = r#"`players = ["exact","random"]`, not with ["random","exact"]"#;
    check_refused("players", |other| other.players.reverse(), players);
    check_refused("seed", |other| other.seed = Seed(8), "`seed = 7`, not with 8");
    let estimate = format!("`estimate = null`, not with \"{}\"", Adjust::Quick.estimate().unwrap());
    check_refused("adjust", |other| other.adjust = Adjust::Quick, &estimate);
}

#[test]
fn a_player_that_plays_differently_from_the_records_is_refused() {
    let folder = folder("changed");
    let comparison = comparison(["random", "random"], "5x4/4", N_PER_BATCH);
    conduct(&comparison, &folder, 1).unwrap();
    // Changes the record as if the player had made other moves.
    let path = folder.join(RECORDS);
    let mut batch: Batch = journal::read_all(&crate::Source::file(&path)).unwrap().remove(0);
    batch.first[1].0 ^= 1;
    std::fs::remove_file(&path).unwrap();
    Journal::open(&path).unwrap().append(&batch).unwrap();
    let more = Comparison { n_games: 2 * N_PER_BATCH, ..comparison };
    let error = conduct(&more, &folder, 1).unwrap_err().to_string();
    let folder = folder.display();
    assert_eq!(
        error,
        format!("the player `random` no longer plays as in the records in `{folder}`; choose another folder")
    );
}
