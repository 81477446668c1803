//! Scores without noise against perfect play, on every small board of the golden file.

use std::collections::BTreeMap;
use std::sync::Mutex;

use minewise::{Grid, Rules, Seed};
use minewise_coach::PlayerSpec;
use minewise_coach::zoo::Zoo;
use minewise_lab::Score;

/// The maximum number of nodes of a score: enough for every board here.
const MOST_NODES: u64 = 100_000;

/// The value of perfect play, by rules and by row and column of the first cell. Of equivalent first cells it has one.
type Golden = BTreeMap<String, BTreeMap<(usize, usize), (u64, u64)>>;

/// Returns the golden values of the boards whose sides are both 3 or 4.
fn golden() -> Golden {
    let mut golden = all_golden();
    golden.retain(|rules, _| {
        let rules: Rules = rules.parse().unwrap();
        (3..=4).contains(&rules.width()) && (3..=4).contains(&rules.height())
    });
    golden
}

/// Returns all golden values.
fn all_golden() -> Golden {
    let mut golden = Golden::new();
    for line in include_str!("../../../golden/optimal.csv").lines().skip(1) {
        let [rules, row, col, won, layouts] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let first = (row.parse().unwrap(), col.parse().unwrap());
        let value = (won.parse().unwrap(), layouts.parse().unwrap());
        golden.entry(rules.to_owned()).or_default().insert(first, value);
    }
    golden
}

/// Returns the value of perfect play from a first cell, or from the equivalent cell that the file has.
fn best_from(golden: &Golden, rules: &str, grid: &Grid, first: usize) -> (u64, u64) {
    let (width, height) = (grid.rules().width(), grid.rules().height());
    let (row, col) = grid.row_col(first);
    let mut equivalent = vec![];
    for (row, col) in [(row, col), (height - 1 - row, col)] {
        equivalent.extend([(row, col), (row, width - 1 - col)]);
    }
    if width == height {
        let turned: Vec<_> = equivalent.iter().map(|&(row, col)| (col, row)).collect();
        equivalent.extend(turned);
    }
    *equivalent
        .iter()
        .find_map(|cell| golden[rules].get(cell))
        .expect("one of the equivalent cells is in the file")
}

#[test]
fn no_player_wins_more_than_perfect_play() {
    let golden = golden();
    assert!(golden.len() >= 60, "{}", golden.len());
    let players: Vec<PlayerSpec> = Zoo::shipped().entries().map(|entry| quick(entry.name())).collect();
    // Two threads, board by board: this is by far the longest test, and the others would wait for its slowest player.
    let boards = Mutex::new(players.iter().flat_map(|player| golden.keys().map(move |name| (player, name))));
    let work = || {
        while let Some((player, name)) = { boards.lock().unwrap().next() } {
            check_at_most_perfect(player, name, &golden);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
}

/// A player with fewer samples, where it takes any: they do not make it better, and are faster.
fn quick(player: &str) -> PlayerSpec {
    let text = match player {
        "rejection" => "rejection(draws=500,fits=10)",
        "mcmc" => "mcmc(steps=100)",
        "bssuct" => "bssuct(sims=20)",
        name => name,
    };
    text.parse().unwrap()
}

/// Checks that a player wins at most what perfect play wins from the same first cell.
fn check_at_most_perfect(player: &PlayerSpec, name: &str, golden: &Golden) {
    let rules: Rules = name.parse().unwrap();
    let grid = Grid::new(rules);
    for seed in [Seed(1), Seed(2)] {
        let score = Score::of(rules, player, seed, MOST_NODES).unwrap();
        let Some(first) = score.first else { continue };
        let (n_won, n_layouts) = best_from(golden, name, &grid, first);
        assert_eq!(score.n_layouts, n_layouts, "{name} {player}");
        assert!(score.n_won <= n_won, "{name} {player} {seed}: {} of at most {n_won}", score.n_won);
    }
}

/// From the best of all first cells, on every board of the file.
#[test]
fn deep_search_wins_exactly_what_perfect_play_wins() {
    let golden = all_golden();
    assert!(golden.len() >= 140, "{}", golden.len());
    let deep: PlayerSpec = "search(level=deep)".parse().unwrap();
    for (name, values) in &golden {
        let score = Score::of(name.parse().unwrap(), &deep, Seed(1), 1_000_000).unwrap();
        let share = |won: u64, layouts: u64| won as f64 / layouts as f64;
        let best = values.values().map(|&(won, layouts)| share(won, layouts)).fold(0.0, f64::max);
        let (won, layouts) = (score.n_won, score.n_layouts);
        assert!((share(won, layouts) - best).abs() < 1e-12, "{name}: {won} of {layouts} instead of {best}");
    }
}

#[test]
fn exact_reaches_perfect_play_where_the_least_risk_is_the_best_choice() {
    let golden = golden();
    let exact: PlayerSpec = "exact".parse().unwrap();
    let mut n_checked = 0;
    // With one mine, with very few safe cells, and around an opening, a greater risk gains nothing.
    let is_plain = |name: &&String| {
        let rules: Rules = name.parse().unwrap();
        let n_safe = rules.n_cells() - rules.n_mines();
        rules.n_mines() == 1 || n_safe <= 3 || (name.ends_with(":zero") && rules.n_mines() < 8)
    };
    for name in golden.keys().filter(is_plain) {
        let rules: Rules = name.parse().unwrap();
        let score = Score::of(rules, &exact, Seed(1), MOST_NODES).unwrap();
        let best = best_from(&golden, name, &Grid::new(rules), score.first.unwrap());
        assert_eq!((score.n_won, score.n_layouts), best, "{name}");
        n_checked += 1;
    }
    assert!(n_checked >= 20, "{n_checked}");
}

#[test]
fn exact_falls_short_of_perfect_play_where_looking_ahead_pays() {
    let exact: PlayerSpec = "exact".parse().unwrap();
    let score = Score::of("4x4/4".parse().unwrap(), &exact, Seed(1), MOST_NODES).unwrap();
    assert_eq!((score.n_won, score.n_given_up, score.n_layouts), (886, 0, 1365));
}

#[test]
fn limited_search_comes_nearer_to_perfect_play_than_the_least_risk() {
    let n_won = |player: &str| {
        let player: PlayerSpec = player.parse().unwrap();
        Score::of("4x4/4".parse().unwrap(), &player, Seed(1), MOST_NODES).unwrap().n_won
    };
    // Perfect play wins 961.
    let won = ["exact", "limited-search", "limited-search(depth=2)"].map(n_won);
    assert_eq!(won, [886, 942, 942]);
}

#[test]
fn bssuct_comes_within_2_percent_of_perfect_play_on_small_boards_of_its_paper() {
    let player: PlayerSpec = "bssuct".parse().unwrap();
    for (rules, best) in [("4x4/4", 961), ("3x1/1", 2), ("5x2/3", 21), ("10x1/5", 24), ("3x3/7", 2)] {
        let score = Score::of(rules.parse().unwrap(), &player, Seed(1), MOST_NODES).unwrap();
        assert!(score.n_won <= best && 100 * score.n_won >= 98 * best, "{rules}: {} of {best}", score.n_won);
    }
}
