use minewise::{Choice, Game, Reason, Status};
use minewise_coach::zoo::Entry;

use super::*;
use crate::testing::spec_of;

/// The obvious twin: plays every layout from its beginning.
fn by_playing(rules: Rules, player: &PlayerSpec, seed: Seed) -> (u64, u64, u64) {
    let grid = Grid::new(rules);
    let start = || {
        let mut player = player.make();
        player.start(&rules, seed);
        player
    };
    let first = start().choose(&Position::new(View::new(&grid))).cell.unwrap();
    let layouts = minewise::census::brute::BruteCensus::of(&View::new(&grid), 1_000_000).unwrap().layouts;
    let is_allowed = |layout: &&Layout| !layout.mines().any(|mine| grid.start_clears(first, mine));
    let (mut n_won, mut n_given_up, mut n_layouts) = (0, 0, 0);
    for layout in layouts.iter().filter(is_allowed) {
        let (mut game, mut player) = (Game::with_layout(layout), start());
        n_layouts += 1;
        while !game.is_over() {
            let Some(cell) = player.choose(game.position()).cell else {
                n_given_up += 1;
                break;
            };
            game.reveal(cell).unwrap();
        }
        n_won += u64::from(game.status() == Status::Won);
    }
    (n_won, n_given_up, n_layouts)
}

/// Begins in the middle of the grid, reveals cells that single numbers prove safe, and gives up instead of guessing.
#[derive(Clone, Copy)]
struct Timid;

impl Player for Timid {
    fn start(&mut self, _: &Rules, _: Seed) {}

    fn choose(&mut self, position: &Position) -> Choice {
        let grid = position.view().grid();
        if position.view().is_untouched() {
            let mut cells = (grid.n_cells() / 2..grid.n_cells()).chain(0..grid.n_cells() / 2);
            return Choice::reveal(cells.find(|&cell| grid.can_start_at(cell)).unwrap(), Reason::Opening);
        }
        match position.plainly_safe().next() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => Choice::give_up(Reason::Other("no cell is certain".into())),
        }
    }
}

#[test]
fn walking_the_tree_is_playing_every_layout() {
    let timid = spec_of(Entry::new("timid", "test", "Never guesses.", |_| Timid));
    let players = ["random".parse().unwrap(), "exact".parse().unwrap(), timid];
    for rules in ["4x3/3", "4x3/3:any", "5x2/2:zero", "3x4/4@hex", "4x3/2:any@torus", "5x3/4@knight", "1x9/3"]
    {
        let rules: Rules = rules.parse().unwrap();
        for player in &players {
            for seed in [Seed(1), Seed(77)] {
                let score = Score::of(rules, player, seed, 100_000).unwrap();
                let found = (score.n_won, score.n_given_up, score.n_layouts);
                assert_eq!(found, by_playing(rules, player, seed), "{rules} {player} {seed}");
            }
        }
    }
}

#[test]
fn a_player_that_cannot_be_copied_gives_an_error() {
    let entry = Entry::at_run_time("guest".into(), "test".into(), "Plays.".into(), || Box::new(Timid));
    let error = Score::of("3x2/1".parse().unwrap(), &spec_of(entry), Seed(1), 1000).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a score without noise needs copies of its player, and `guest` cannot be copied"
    );
}

#[test]
fn layouts_are_counted_without_overflow() {
    assert_eq!(layouts_of(16, 8), 12_870);
    assert_eq!(layouts_of(9, 0), 1);
    assert_eq!(layouts_of(9, 8), 9);
    assert!(layouts_of(4_000_000, 2_000_000) > u128::from(u64::MAX));
}

#[track_caller]
fn check_refused(rules: &str, most: u64, expected: &str) {
    let error = Score::of(rules.parse().unwrap(), &"exact".parse().unwrap(), Seed(1), most).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn too_much_work_is_refused() {
    let layouts = |most: u64| {
        format!(
            "a score without noise plays every layout, but there are more than {most} here, or they are too large"
        )
    };
    check_refused("9x9/10", 1_000_000, &layouts(1_000_000));
    check_refused("4x4/4", 1364, &layouts(1364));
    // Few layouts, but each of a million cells.
    check_refused("1000x1000/1", 10_000_000, &layouts(10_000_000));
    let nodes = "a score without noise takes more than 1365 nodes here; allow more with --limit";
    check_refused("4x4/4", 1365, nodes);
    check_refused("2000x2000/2000000:zero", 1_000_000, &layouts(1_000_000));
}
