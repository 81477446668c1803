//! Properties of oracles that follow from their definition.

use minewise::{Cell, Game, Layout, Position, Rules, Seed};
use minewise_coach::Adjust;

use super::informed::InformedArena;
use super::*;
use crate::play::bench::Bench;
use crate::store::folder::RECORDS;
use crate::store::journal;
use crate::store::source::Source;
use crate::testing::{conduct, folder};

/// Plays the games of one oracle in a folder of its own, and returns the sum of its records.
fn play(rules: &str, ratio: &str, n_games: u64, n_threads: usize) -> OracleTally {
    let name = format!("oracle {rules} {ratio} {n_games} {n_threads}").replace('/', "-");
    let (rules, ratios) = (vec![rules.parse().unwrap()], vec![ratio.parse().unwrap()]);
    let folder = folder(&name);
    conduct(&OracleStudy { rules, ratios, n_games, seed: Seed(5) }, &folder, n_threads).unwrap();
    let mut sum = OracleTally::default();
    for record in journal::read_all::<Record>(&Source::file(&folder.join(RECORDS))).unwrap() {
        sum.add(&record.tally);
    }
    assert_eq!(sum.games, n_games);
    sum
}

#[test]
fn an_oracle_that_always_looks_up_wins_every_game() {
    for rules in ["8x8/10", "9x7/30:any", "6x5/4:zero@hex", "5x4/19:any", "7x5/7@knight"] {
        let tally = play(rules, "1", 100, 2);
        assert_eq!((tally.wins, tally.win_rate(), tally.uncovered_share()), (100, 1.0, 1.0), "{rules}");
    }
}

#[test]
fn an_oracle_that_never_looks_up_plays_the_games_of_random() {
    for rules in ["4x3/2", "4x3/2:any", "5x4/3:zero@torus"] {
        let bench = Bench {
            rules: rules.parse().unwrap(),
            player: "random".parse().unwrap(),
            n_games: 300,
            seed: Seed(5),
            adjust: Adjust::Off,
        };
        let expected = bench.play(1, &|_| ()).tally;
        assert!(0 < expected.wins && expected.wins < 300);
        let found = play(rules, "0", 300, 1);
        assert_eq!(
            (found.wins, found.reveals, found.uncovered, found.safe_cells),
            (expected.wins, expected.reveals, expected.uncovered, expected.safe_cells),
            "{rules}"
        );
    }
}

#[test]
fn a_move_is_a_lookup_with_the_chance_of_the_ratio() {
    // One move decides: a lookup wins it for certain, and a guess half of the time.
    for (ratio, expected) in [("0.2", 0.6), ("0.5", 0.75), ("0.8", 0.9)] {
        let rate = play("2x1/1:any", ratio, 10_000, 2).win_rate();
        // At most five standard deviations.
        assert!((rate - expected).abs() < 0.025, "{ratio}: {rate}");
    }
}

#[test]
fn more_lookups_win_and_uncover_more() {
    let tally = ["0", "0.25", "0.5", "0.75", "0.9", "1"].map(|ratio| play("8x8/10", ratio, 2000, 2));
    assert!(tally.is_sorted_by(|less, more| less.uncovered < more.uncovered), "{tally:?}");
    assert!(tally[1..].is_sorted_by(|less, more| less.wins < more.wins), "{tally:?}");
}

#[test]
fn results_do_not_depend_on_threads() {
    let expected = play("9x7/10", "0.7", 203, 1);
    assert_eq!(play("9x7/10", "0.7", 203, 2), expected);
    assert_eq!(play("9x7/10", "0.7", 203, 5), expected);
}

/// Stores the layouts that it is shown, and reveals cells in order.
struct LayoutRecorder {
    seen: Option<Layout>,
}

impl InformedPlayer for LayoutRecorder {
    fn start(&mut self, _: &Rules, _: Seed) {
        self.seen = None;
    }

    fn choose(&mut self, position: &Position, layout: Option<&Layout>) -> Cell {
        self.seen = layout.cloned();
        position.view().covered().next().unwrap()
    }
}

#[test]
fn an_informed_player_is_shown_the_layout_of_its_game() {
    let mut n_seen = 0;
    for rules in ["6x4/5", "6x4/5:any", "6x4/5:zero"] {
        let mut arena = InformedArena::new(rules.parse().unwrap(), LayoutRecorder { seen: None });
        for seed in 0..20 {
            arena.play(Seed(seed));
            // In a game of a single move it sees no layout, unless the mines are placed before the move.
            if let Some(seen) = &arena.player.seen {
                assert_eq!(Some(seen), arena.game.layout(), "{rules} {seed}");
                n_seen += 1;
            }
        }
    }
    assert!(n_seen > 40, "{n_seen}");
}

#[test]
fn lookups_are_uniform_over_the_cells_without_a_mine() {
    let layout: Layout = "4x2/2:any .*../..*.".parse().unwrap();
    let game = Game::with_layout(&layout);
    let mut tally = [0u32; 8];
    for seed in 0..6000 {
        let mut oracle = Oracle::new("1".parse().unwrap());
        oracle.start(layout.grid().rules(), Seed(seed));
        tally[oracle.choose(game.position(), Some(&layout))] += 1;
    }
    assert_eq!((tally[1], tally[6]), (0, 0));
    // Chi-squared with 5 degrees of freedom: 20.5 is its 99.9th percentile.
    let safe = [0, 2, 3, 4, 5, 7].map(|cell: usize| f64::from(tally[cell]));
    let chi: f64 = safe.iter().map(|n| minewise::num::power(n - 1000.0, 2) / 1000.0).sum();
    assert!(chi < 20.5, "{tally:?}");
}

#[test]
fn a_ratio_is_read_from_0_to_1_and_nothing_else() {
    for (text, expected) in [("0", "0"), ("0.250", "0.25"), (".5", "0.5"), ("1", "1")] {
        assert_eq!(text.parse::<Ratio>().unwrap().to_string(), expected);
    }
    for text in ["", "1.01", "-0.1", "NaN", "half", "1e-3", "inf"] {
        let expected = format!("expected a ratio, a decimal number from 0 to 1, found `{text}`");
        let error = text.parse::<Ratio>().unwrap_err();
        assert_eq!((error.to_string(), error.is_bad_input()), (expected, true));
    }
}
