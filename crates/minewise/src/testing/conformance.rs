//! The checks that every player must pass. The test file of a player calls them in one line.

use std::any::Any;
use std::sync::Arc;

use crate::board::{Cell, Grid, Layout, View};
use crate::census::Verdict;
use crate::census::brute::BruteCensus;
use crate::game::{Choice, Counting, Game, Player, Reason, Status};
use crate::num::Seed;
use crate::perfect::{CellValue, Limits, Optimal};

/// Rules of every start and topology, on shapes that are not square.
const RULES: [&str; 10] = [
    "5x3/3",
    "7x4/6:zero",
    "4x6/5:any",
    "1x9/3",
    "6x5/6@torus",
    "5x7/8:any@hex",
    "6x4/4:zero@hex",
    "7x5/7@knight",
    "9x8/10",
    "2x2/1",
];

/// Rules small enough to play every layout and compare with perfect play.
const SMALL: [&str; 5] = ["3x2/2", "4x3/2:any", "5x2/2:zero", "3x3/3@hex", "1x7/3"];

/// Copies a player; `None` if it cannot be copied.
pub type Fork<'a> = &'a dyn Fn(&dyn Player) -> Option<Box<dyn Player>>;

/// Returns the counts of a player.
pub type Counts<'a> = &'a dyn Fn(&dyn Player) -> Vec<(String, u64)>;

/// Checks that a player keeps to the rules for players:
///
/// - it chooses cells that can be revealed, and every game ends;
/// - equal seeds and equal views give equal moves and counts, whatever it played before, and a copy of it continues in
///   the same way;
/// - cells that it calls certain are safe, cells that it marks are mines, and the risks that it reports are those of
///   the census;
/// - it never wins more layouts than perfect play.
///
/// # Panics
/// When one of these is violated, with a sentence that says where.
///
/// # Examples
/// The whole test file of a player:
/// ```text
/// #[test]
/// fn it_conforms() {
///     minewise::testing::conformance::check(MyPlayer::default);
/// }
/// ```
pub fn check<P: Player + Clone>(make: impl Fn() -> P) {
    check_made(&|| Box::new(make()), &copy::<P>, &|_| Vec::new());
}

/// As [`check`], for a player that counts: its counts, too, must depend on the seed and the views alone.
///
/// # Panics
/// As [`check`].
pub fn check_counting<P: Counting + Clone>(make: impl Fn() -> P) {
    let counts = |player: &dyn Player| {
        let player = (player as &dyn Any).downcast_ref::<P>();
        player.expect("`make` made it").counts()
    };
    check_made(&|| Box::new(make()), &copy::<P>, &counts);
}

fn copy<P: Player + Clone>(player: &dyn Player) -> Option<Box<dyn Player>> {
    let player = (player as &dyn Any).downcast_ref::<P>()?;
    Some(Box::new(player.clone()))
}

/// As [`check`], for a player whose type is not known: `fork` copies it, if it can be copied, and `counts` returns its
/// counts.
///
/// # Panics
/// As [`check`].
pub fn check_made(make: &dyn Fn() -> Box<dyn Player>, fork: Fork<'_>, counts: Counts<'_>) {
    let mut experienced = make();
    for (idx, rules) in RULES.iter().enumerate() {
        let grid = Grid::new(rules.parse().expect("rules of ours"));
        for seed in 0..8 {
            let seed = Seed(1000 * idx as u64 + seed);
            let mut fresh = make();
            let moves = play(&mut *fresh, fork, &grid, seed);
            let again = play(&mut *experienced, fork, &grid, seed);
            assert_eq!(moves, again, "{rules}, seed {seed}: what it played before changed its moves");
            let (counted, again) = (counts(&*fresh), counts(&*experienced));
            assert_eq!(counted, again, "{rules}, seed {seed}: what it played before changed its counts");
        }
    }
    for rules in SMALL {
        check_against_perfect_play(&mut *experienced, rules);
    }
}

/// Plays a game and checks every choice; returns the cells revealed.
fn play(player: &mut dyn Player, fork: Fork<'_>, grid: &Arc<Grid>, seed: Seed) -> Vec<Cell> {
    let mut game = Game::new(grid, seed);
    let mut revealed = Vec::new();
    player.start(grid.rules(), seed.stream(1));
    while !game.is_over() {
        let copy = fork(&*player);
        let choice = player.choose(game.position());
        let here = format!("{} after {revealed:?}", grid.rules());
        if let Some(mut copy) = copy {
            assert_eq!(copy.choose(game.position()), choice, "{here}: a copy chose otherwise");
        }
        check_claims(&choice, &game, &here);
        let Some(cell) = choice.cell else { break };
        revealed.push(cell);
        game.reveal(cell).unwrap_or_else(|error| panic!("{here}: it chose cell {cell}, but {error}"));
    }
    revealed
}

/// Checks what a choice claims against the census.
fn check_claims(choice: &Choice, game: &Game, here: &str) {
    let census = game.position().census().expect("small views are counted");
    if let (Reason::Certain, Some(cell)) = (&choice.reason, choice.cell) {
        assert_eq!(census.verdict(cell), Some(Verdict::Safe), "{here}: cell {cell} is not certain");
    }
    for &cell in &choice.marks {
        assert_eq!(census.verdict(cell), Some(Verdict::Mine), "{here}: cell {cell} need not be a mine");
    }
    for candidate in &choice.candidates {
        let risk = census.risk(candidate.cell);
        assert!(risk.is_some(), "{here}: cell {} is not covered", candidate.cell);
        if let (Some(claimed), Some(risk)) = (candidate.risk, risk) {
            assert!(
                (claimed - risk).abs() < 1e-9,
                "{here}: cell {} has risk {risk}, not {claimed}",
                candidate.cell
            );
        }
    }
}

/// Checks that a player does not win more layouts than perfect play that begins with the same cell.
fn check_against_perfect_play(player: &mut dyn Player, rules: &str) {
    let grid = Grid::new(rules.parse().expect("rules of ours"));
    let optimal = Optimal::of(&View::new(&grid), Limits::nodes(1_000_000)).expect("small rules");
    for seed in (0..4).map(Seed) {
        let won = layouts_won(player, &grid, seed);
        let best = optimal.cells.iter().find(|value| value.cell == won.cell).expect("a cell to begin with");
        assert!(
            won.n_won <= best.n_won,
            "{rules}: it wins {} layouts, but {} is the best possible",
            won.n_won,
            best.n_won
        );
    }
}

/// Plays every layout that is possible after the first cell of a player. Returns that cell with the number of layouts
/// won and played.
///
/// # Panics
/// When there are more than a million layouts, or the player breaks the rules of the game.
pub fn layouts_won(player: &mut dyn Player, grid: &Arc<Grid>, seed: Seed) -> CellValue {
    let layouts = BruteCensus::of(&View::new(grid), 1_000_000).expect("a small board").layouts;
    player.start(grid.rules(), seed);
    let cell = player.choose(Game::new(grid, seed).position()).cell.expect("a first cell");
    let is_allowed = |layout: &&Layout| {
        !(0..grid.n_cells()).any(|other| grid.start_clears(cell, other) && layout.is_mine(other))
    };
    let allowed: Vec<&Layout> = layouts.iter().filter(is_allowed).collect();
    let n_won = allowed.iter().filter(|layout| wins(player, layout, seed)).count() as u64;
    CellValue { cell, n_won, n_layouts: allowed.len() as u64 }
}

fn wins(player: &mut dyn Player, layout: &Layout, seed: Seed) -> bool {
    let mut game = Game::with_layout(layout);
    player.start(layout.grid().rules(), seed);
    while !game.is_over() {
        let Some(cell) = player.choose(game.position()).cell else { return false };
        game.reveal(cell).expect("a covered cell");
    }
    game.status() == Status::Won
}
