//! Results of single games.

use minewise::game::Counting;
use minewise::{Census, Choice, Layout, Position, Reason, Verdict};
use minewise_coach::zoo::Entry;

use super::*;
use crate::testing::spec_of;

/// Reveals these cells in order, and gives up after them.
#[derive(Clone)]
struct Scripted {
    cells: &'static [Cell],
    n_done: usize,
}

impl Player for Scripted {
    fn start(&mut self, _: &Rules, _: Seed) {
        self.n_done = 0;
    }

    fn choose(&mut self, _: &Position) -> Choice {
        self.n_done += 1;
        match self.cells.get(self.n_done - 1) {
            Some(&cell) => Choice::reveal(cell, Reason::Random),
            None => Choice::give_up(Reason::Random),
        }
    }
}

impl Counting for Scripted {
    fn counts(&self) -> Vec<(String, u64)> {
        vec![("choices".to_owned(), self.n_done as u64)]
    }
}

/// Creates an arena whose player reveals these cells.
fn scripted(rules: &str, cells: &'static [Cell]) -> Arena {
    let entry = Entry::new("scripted", "test", "Follows a script.", move |_| Scripted { cells, n_done: 0 });
    let player = spec_of(entry.counting::<Scripted>());
    Arena::new(rules.parse().unwrap(), &player, Adjust::Off)
}

/// Returns a seed that gives this layout when the game begins with the first cell.
fn seed_of(layout: &str) -> Seed {
    let layout: Layout = layout.parse().unwrap();
    let mines =
        |layout: &Layout| (0..layout.grid().n_cells()).map(|cell| layout.is_mine(cell)).collect::<Vec<_>>();
    let is_it = |&seed: &Seed| mines(&Layout::generate(layout.grid(), seed, 0)) == mines(&layout);
    (0..10_000).map(Seed).find(is_it).expect("some seed gives it")
}

#[track_caller]
fn check_loss(mut arena: Arena, layout: &str, phase: Phase, choice: LossChoice) {
    let played = arena.play(seed_of(layout), Seed(1));
    assert!(!played.won && !played.given_up);
    assert_eq!(played.loss, Some(Loss { phase, choice }));
}

#[test]
fn a_loss_has_a_phase_and_is_forced_or_not() {
    use LossChoice::{Forced, Free};
    // A 1 in the corner says nothing about which neighbour is the mine.
    check_loss(scripted("2x2/1", &[0, 1]), "2x2/1 .*/..", Phase::Opening, Forced);
    // Behind the 0 and the 1s a mine is certain, and the cell behind it safe.
    check_loss(scripted("5x1/1", &[0, 2]), "5x1/1 ..*..", Phase::Middle, Free);
    // All but the last column is revealed; both of its cells are equally likely to be the mine.
    let layout = "12x2/1 ...........*/............";
    check_loss(scripted("12x2/1", &[0, 11]), layout, Phase::Endgame, Forced);
}

#[test]
fn a_result_has_guesses_their_risks_and_uncovered_cells() {
    let mut arena = scripted("3x2/1", &[0, 2, 5, 4]);
    let played = arena.play(seed_of("3x2/1 .*./..."), Seed(1));
    // After the 1 in the corner, its three neighbours have a risk of 1/3 each and the others none. Once these
    // show 1 each, the mine is above or below the middle, and the cell at the lower left is still safe.
    assert_eq!(
        (played.n_reveals, played.n_guesses, played.n_unmeasured, played.n_free_guesses),
        (4, 1, 0, 1)
    );
    assert_eq!((played.risk, played.n_uncovered, played.luck), (0.5, 4, None));
    assert!(played.given_up && !played.won && played.loss.is_none());
}

/// Plays the same games one move at a time, and takes a census of every view to see what is certain.
fn free_guesses_by_hand(rules: &str, player: &str, n_games: u64) -> (u64, u64) {
    let (mut n_guesses, mut n_free) = (0, 0);
    for seed in (0..n_games).map(Seed) {
        let grid = Grid::new(rules.parse().unwrap());
        let mut game = Game::new(&grid, seed);
        let mut player = player.parse::<PlayerSpec>().unwrap().make();
        player.start(grid.rules(), seed.stream(1));
        while !game.is_over() {
            let Some(cell) = player.choose(game.position()).cell else { break };
            let census = Census::of(game.view()).unwrap();
            let is_gift = game.view().is_untouched() && grid.rules().start() != Start::Any;
            if !is_gift && census.verdict(cell) != Some(Verdict::Safe) {
                n_guesses += 1;
                n_free += u64::from(game.view().covered().any(|cell| census.risk(cell) == Some(0.0)));
            }
            game.reveal(cell).unwrap();
        }
    }
    (n_guesses, n_free)
}

#[test]
fn guesses_beside_a_safe_cell_are_counted() {
    for (rules, player, n_least) in [
        ("5x4/4", "random", 100),
        ("4x4/5:any", "naive", 5),
        ("6x5/6@hex", "random", 100),
        ("5x4/4", "exact", 0),
        ("8x6/9", "sat(count=on,global=always)", 0),
    ] {
        let mut arena = Arena::new(rules.parse().unwrap(), &player.parse().unwrap(), Adjust::Off);
        let games: Vec<GameResult> = (0..200).map(|idx| arena.play(Seed(idx), Seed(idx).stream(1))).collect();
        let sum = |of: fn(&GameResult) -> u64| games.iter().map(of).sum::<u64>();
        let (n_guesses, n_free) = (sum(|game| game.n_guesses), sum(|game| game.n_free_guesses));
        assert_eq!((n_guesses, n_free), free_guesses_by_hand(rules, player, 200), "{rules} {player}");
        assert!(n_guesses > 0 && n_free >= n_least && (n_least > 0 || n_free == 0), "{player}: {n_free}");
    }
}

#[test]
fn counts_of_a_player_are_those_of_one_game() {
    let mut arena = scripted("3x1/1", &[0]);
    let mut choices = |layout| arena.play(seed_of(layout), Seed(1)).uses;
    assert_eq!(choices("3x1/1 .*."), [("choices".to_owned(), 2)]);
    assert_eq!(choices("3x1/1 ..*"), [("choices".to_owned(), 1)]);
    let mut exact = Arena::new("3x1/1".parse().unwrap(), &"exact".parse().unwrap(), Adjust::Off);
    assert_eq!(exact.play(Seed(1), Seed(1)).uses, []);
}

#[test]
fn a_game_given_up_is_neither_won_nor_lost() {
    // The mine has two possible places: `01*` is won at once, and `1*.` is not.
    let mut arena = scripted("3x1/1", &[0]);
    let won = arena.play(seed_of("3x1/1 ..*"), Seed(1));
    assert_eq!((won.won, won.given_up, won.loss, won.n_reveals, won.n_uncovered), (true, false, None, 1, 2));
    let given_up = arena.play(seed_of("3x1/1 .*."), Seed(1));
    assert_eq!((given_up.won, given_up.given_up, given_up.loss), (false, true, None));
    assert_eq!((given_up.n_reveals, given_up.n_uncovered), (1, 1));
}

#[test]
#[should_panic(
    expected = "the player `scripted` chose cell 0 in game 0 of 3x1/1, but it is not a covered cell"
)]
fn a_player_that_breaks_the_rules_is_named() {
    let mut arena = scripted("3x1/1", &[0, 0]);
    assert_eq!(seed_of("3x1/1 .*."), Seed(0));
    arena.play(Seed(0), Seed(1));
}

#[test]
fn a_game_depends_on_its_seeds_alone() {
    for player in ["exact", "random"] {
        let (rules, spec) = ("9x7/10".parse().unwrap(), player.parse().unwrap());
        let new = || Arena::new(rules, &spec, Adjust::Quick);
        let mut arena = new();
        for seed in (0..20).map(Seed) {
            assert_eq!(arena.play(seed, seed.stream(1)), new().play(seed, seed.stream(1)), "{player} {seed}");
        }
    }
}

#[test]
fn luck_is_measured_only_when_asked_for_and_its_time_is_left_out() {
    let (rules, spec) = ("9x9/10".parse().unwrap(), "exact".parse().unwrap());
    let mut arena = Arena::new(rules, &spec, Adjust::Quick);
    assert!(arena.play(Seed(1), Seed(1)).luck.is_some());
    let timing = arena.take_timing();
    assert_eq!(timing.games, 1);
    assert!(timing.moves.total() > 0 && timing.longest_ns <= timing.cpu_ns, "{timing:?}");
    assert_eq!(arena.take_timing().games, 0);
}

#[test]
fn the_first_reveal_is_a_guess_only_under_any() {
    let play = |rules: &str| Arena::new(rules.parse().unwrap(), &"random".parse().unwrap(), Adjust::Off);
    let any = play("2x1/1:any").play(Seed(3), Seed(1));
    assert_eq!((any.n_guesses, any.risk), (1, 0.5));
    let safe = play("2x1/1").play(Seed(3), Seed(1));
    assert_eq!((safe.n_guesses, safe.won), (0, true));
}
