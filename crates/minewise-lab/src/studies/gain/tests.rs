use minewise::Seed;
use minewise_coach::PlayerSpec;

use super::*;
use crate::store::folder::{Folder, StudyFile};
use crate::store::journal::Journal;
use crate::studies::score::Score;
use crate::testing::{conduct, folder};

fn gain(rules: &str, player: &str, over: &str, n_games: u64, n_tries: u64) -> Gain {
    Gain {
        rules: rules.parse().unwrap(),
        player: player.parse().unwrap(),
        over: over.parse().unwrap(),
        seed: Seed(1),
        n_games,
        n_tries,
    }
}

fn result(path: &std::path::Path) -> GainResult {
    let folder = Folder::new(path);
    let settings = StudyFile::read(&folder.files()).unwrap().settings().unwrap();
    GainResult::read(&settings, &folder.files()).unwrap()
}

fn measure(name: &str, gain: &Gain) -> GainResult {
    let folder = folder(name);
    conduct(gain, &folder, 2).unwrap();
    result(&folder)
}

/// Compares with the obvious twin, which plays every layout with each player.
#[track_caller]
fn check(rules: &str, player: &str, over: &str) {
    let gain = gain(rules, player, over, 1500, 4);
    let score = |player: &PlayerSpec| Score::of(gain.rules, player, Seed(1), 1_000_000).unwrap().value();
    let expected = score(&gain.player) - score(&gain.over);
    let found = measure(&format!("gain-{}", rules.replace('/', "-")), &gain).gain;
    let error = (found.variance / 1500.0).sqrt();
    assert!(expected.abs() > 3.0 * error, "{rules}: {expected} is too small to be seen within {error}");
    assert!((found.mean - expected).abs() < 4.0 * error, "{rules}: {found:?} instead of {expected}");
}

#[test]
fn gains_are_the_difference_of_win_rates() {
    check("4x4/4", "search(level=fast)", "exact");
    check("4x3/3", "exact", "search(level=fast)");
    check("4x4/5@torus", "search(level=fast)", "exact");
    check("4x4/4:any@hex", "search(level=fast)", "exact");
}

#[test]
fn a_player_gains_nothing_over_itself() {
    let found = measure("gain-none", &gain("9x9/10", "exact", "exact", 50, 10));
    assert_eq!((found.n_differing, found.gain.mean), (0, 0.0));
    assert!(found.n_won > 20);
}

#[test]
fn a_measurement_is_resumed_and_nothing_else_is_mixed_in() {
    let path = folder("gain-stopped");
    let whole = gain("6x6/8", "search", "exact", 40, 3);
    conduct(&Gain { n_games: 15, ..whole.clone() }, &path, 1).unwrap();
    assert_eq!(conduct(&whole, &path, 2).unwrap(), (15, 25));
    assert_eq!(result(&path), measure("gain-whole", &whole));
    let error = conduct(&Gain { n_tries: 4, ..whole.clone() }, &path, 1).unwrap_err().to_string();
    assert!(error.ends_with("were made with `tries = 3`, not with 4; choose another folder"), "{error}");
    // A shorter measurement counts only its own games, and keeps the other records.
    let short = Gain { n_games: 20, ..whole.clone() };
    assert_eq!(conduct(&short, &path, 2).unwrap(), (20, 0));
    assert_eq!((result(&path).n_games, conduct(&whole, &path, 1).unwrap()), (20, (40, 0)));
    let path = folder("gain-changed");
    conduct(&Gain { n_games: 1, ..whole.clone() }, &path, 1).unwrap();
    std::fs::remove_file(path.join(RECORDS)).unwrap();
    let record = GainRecord { differing: 99, ..whole.empty_record(Seed(1)) };
    Journal::open(&path.join(RECORDS)).unwrap().append(&record).unwrap();
    let error = conduct(&whole, &path, 1).unwrap_err().to_string();
    assert!(error.contains("no longer plays as in the records"), "{error}");
}
