//! Measures the luck of a game: how much its numbers helped, compared with their expectation.
//!
//! Win rates are noisy because games are. Much of the noise is luck that can be computed: before each reveal the census
//! gives the chance of each number and of a mine, so with any estimate `v` of the chance to win, the luck of a reveal
//! is `v(what was shown) − Σ P(number)·v(number)`. Its expectation is 0 for any `v`, so subtracting the luck from the
//! result of a game (1 if won, 0 if not) does not change the win rate. The better `v`, the less noise is left. After
//! AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling 2018).
//!
//! The cells that a 0 reveals are treated one by one, each as a reveal of its own.

use std::str::FromStr;
use std::sync::Arc;

use minewise::census::{Counter, Outcomes};
use minewise::game::reveals;
use minewise::{Cell, Census, Game, Grid, Position, Shown, View};
use minewise_players::Chance;

use crate::words::excerpt;

/// Which luck is measured.
///
/// Whether a reveal is measured depends only on what was shown before it, so the expectation is 0 in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Adjust {
    /// No luck.
    #[default]
    Off,
    /// The luck of guesses, and of reveals with few certain cells left. This is most of the luck.
    Quick,
    /// The luck of every reveal. This takes many times as long.
    Full,
}

impl Adjust {
    /// All variants.
    pub const ALL: [Adjust; 3] = [Adjust::Off, Adjust::Quick, Adjust::Full];

    /// Returns the name of the variant.
    pub fn name(self) -> &'static str {
        match self {
            Adjust::Off => "off",
            Adjust::Quick => "quick",
            Adjust::Full => "full",
        }
    }

    /// Returns the name of the win estimate and of the variant, which identifies the way luck is measured; `None` if it
    /// is not measured. Figures with different names must not be mixed.
    pub fn estimate(self) -> Option<String> {
        (self != Adjust::Off).then(|| format!("{} {}", Chance::default().id(), self.name()))
    }
}

impl FromStr for Adjust {
    type Err = String;

    fn from_str(text: &str) -> Result<Adjust, String> {
        let found = Adjust::ALL.into_iter().find(|adjust| adjust.name() == text);
        found.ok_or_else(|| format!("`off`, `quick` or `full`, found `{}`", excerpt(text)))
    }
}

/// With more certain cells than this, a single number matters little. Most reveals have more, so skipping them saves
/// most of the work.
const FEW_SAFE: usize = 4;

/// Measures the luck of games under one set of rules. It reuses its memory from one game to the next.
#[derive(Clone, Debug)]
pub struct Luck {
    meter: RevealLuck,
    position: Position,
}

/// Measures the luck of single reveals.
#[derive(Clone, Debug)]
pub struct RevealLuck {
    /// The maximum number of certain cells with which a reveal is measured.
    most_safe: usize,
    counter: Counter,
    chance: Chance,
}

impl Luck {
    /// Creates a meter for games on this grid; `None` for [`Adjust::Off`].
    pub fn new(grid: &Arc<Grid>, adjust: Adjust) -> Option<Luck> {
        Some(Luck { meter: RevealLuck::new(adjust)?, position: Position::new(View::new(grid)) })
    }

    /// Returns the luck of a game: above 0 if its numbers helped, with expectation 0. It depends only on the moves and
    /// what they showed. The game may also have been given up.
    pub fn of(&mut self, game: &Game) -> f64 {
        self.position.cover_all();
        let mut luck = 0.0;
        for cell in reveals(game) {
            let shown = game.view().shown(cell);
            luck += self.meter.of_reveal(&self.position, cell, shown);
            self.position.reveal(cell, shown);
        }
        luck
    }
}

impl RevealLuck {
    /// Creates a meter; `None` for [`Adjust::Off`].
    fn new(adjust: Adjust) -> Option<RevealLuck> {
        match adjust {
            Adjust::Off => None,
            Adjust::Quick => Some(RevealLuck::up_to(FEW_SAFE)),
            Adjust::Full => Some(RevealLuck::up_to(usize::MAX)),
        }
    }

    /// Creates a meter for reveals with no certain cell.
    pub fn of_guesses() -> RevealLuck {
        RevealLuck::up_to(0)
    }

    fn up_to(most_safe: usize) -> RevealLuck {
        RevealLuck { most_safe, counter: Counter::new(), chance: Chance::default() }
    }

    /// Returns the name of the win estimate.
    pub fn estimate(&self) -> &str {
        self.chance.id()
    }

    /// Returns the luck of revealing a cell that then shows `shown`; 0 for a reveal that is not measured, or too much
    /// work.
    pub fn of_reveal(&mut self, position: &Position, cell: Cell, shown: Shown) -> f64 {
        let view = position.view();
        let outcomes = if view.is_untouched() {
            Some(Outcomes::of_first(view.grid(), cell))
        } else if position.plainly_safe().nth(self.most_safe).is_some() {
            None
        } else {
            position.census().ok().and_then(|census| self.outcomes(census, cell))
        };
        let Some(outcomes) = outcomes.filter(|outcomes| !outcomes.numbers.contains(&1.0)) else { return 0.0 };
        let mut view = view.clone();
        let mut luck = 0.0;
        for (number, &likely) in (0u8..).zip(&outcomes.numbers).filter(|&(_, &likely)| likely > 0.0) {
            view.show(cell, Shown::Number(number));
            // A view that cannot be counted, or has a chance only because of rounding, counts as lost. Any estimate is
            // allowed that does not depend on what was shown.
            let chance = self.counter.census(&view).map_or(0.0, |census| self.chance.of(&census));
            let is_shown = if shown == Shown::Number(number) { 1.0 } else { 0.0 };
            luck += chance * (is_shown - likely);
        }
        luck
    }

    /// Returns what revealing a cell could show, if the reveal is measured.
    fn outcomes(&self, census: &Census, cell: Cell) -> Option<Outcomes> {
        if census.safe().len() > self.most_safe { None } else { census.outcomes(cell) }
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Layout, Rules, Seed, Status};

    use super::*;
    use crate::PlayerSpec;

    /// Returns every layout that a game starting at `first` can have. All are equally likely.
    fn layouts(grid: &Arc<Grid>, first: Cell) -> Vec<Layout> {
        let is_allowed = |layout: &Layout| !layout.mines().any(|mine| grid.start_clears(first, mine));
        let all = Census::of(&View::new(grid)).unwrap().all_layouts(10_000).unwrap();
        all.into_iter().filter(is_allowed).collect()
    }

    /// Plays every layout and checks that their luck adds up to 0, so that subtracting it is unbiased for any player
    /// and any estimate.
    #[track_caller]
    fn check_fair(rules: &str, player: &str, adjust: Adjust) {
        let rules: Rules = rules.parse().unwrap();
        let grid = Grid::new(rules);
        let mut player = player.parse::<PlayerSpec>().unwrap().make();
        player.start(&rules, Seed(3));
        let first = player.choose(&Position::new(View::new(&grid))).cell.unwrap();
        let mut luck = Luck::new(&grid, adjust).unwrap();
        let (mut sum, mut squares, mut n_won) = (0.0, 0.0, 0);
        let layouts = layouts(&grid, first);
        for layout in &layouts {
            let mut game = Game::with_layout(layout);
            player.start(&rules, Seed(3));
            while !game.is_over() {
                game.reveal(player.choose(game.position()).cell.unwrap()).unwrap();
            }
            n_won += usize::from(game.status() == Status::Won);
            let luck = luck.of(&game);
            sum += luck;
            squares += luck * luck;
        }
        let n_layouts = layouts.len() as f64;
        assert!((sum / n_layouts).abs() < 1e-9, "{rules}: {sum} over {n_layouts}");
        assert!(0 < n_won && squares > 1e-6 * n_layouts, "{rules}: {n_won} won, {squares}");
    }

    #[test]
    fn the_luck_of_all_layouts_adds_up_to_0() {
        for adjust in [Adjust::Quick, Adjust::Full] {
            for rules in ["4x3/3", "5x3/2:any", "4x4/2:zero", "4x4/3@torus", "4x3/3:any@hex", "1x7/2"] {
                check_fair(rules, "exact", adjust);
                check_fair(rules, "random", adjust);
            }
        }
    }

    #[test]
    fn a_mine_is_bad_luck_and_surviving_good() {
        let grid = Grid::new("2x1/1:any".parse().unwrap());
        for (layout, expected) in [("2x1/1:any *.", -0.5), ("2x1/1:any .*", 0.5)] {
            let mut game = Game::with_layout(&layout.parse().unwrap());
            game.reveal(0).unwrap();
            assert_eq!(Luck::new(&grid, Adjust::Quick).unwrap().of(&game), expected);
        }
    }
}
