//! `perfect`: plays perfectly if that can be computed, else by the least risk.
//!
//! Certainly safe cells are revealed. Else, if the best cell can be found within a limit of nodes, it is chosen, and
//! its chance to win is exact. Else the choice is that of `exact`. On small boards play is perfect from the first cell
//! to the last; on others it is perfect at the end of most games.

use minewise::game::{Candidate, WinChance};
use minewise::perfect::{CellValue, Limits};
use minewise::{Choice, Optimal, Player, Position, Reason, Rules, Seed};

use crate::entry::Entry;
use crate::least_risk::exact::Exact;

/// Plays perfectly within its limit of nodes, and like `exact` beyond it.
#[derive(Clone, Debug)]
pub struct Perfect {
    limits: Limits,
    exact: Exact,
    /// The best first cell under the rules played last, if it could be found.
    opening: Option<(Rules, Option<CellValue>)>,
}

/// The decimal logarithm of the most layouts of a view for which perfect play is tried: more are too much work for any
/// limit that makes sense for a player.
const MOST_LAYOUTS_LOG10: f64 = 5.0;

impl Perfect {
    /// Creates a player that searches at most `n_nodes` nodes for each choice.
    pub fn new(n_nodes: u64) -> Perfect {
        Perfect { limits: Limits::nodes(n_nodes), exact: Exact::default(), opening: None }
    }

    /// Returns the best first cell, if it can be found.
    fn opening(&mut self, position: &Position) -> Option<CellValue> {
        let rules = *position.view().grid().rules();
        match self.opening {
            Some((known, best)) if known == rules => best,
            _ => {
                let best = Optimal::of(position.view(), self.limits).ok().and_then(|optimal| optimal.best());
                self.opening = Some((rules, best));
                best
            }
        }
    }

    /// Returns the best cell if none is certain and it can be found.
    fn best(&mut self, position: &Position) -> Option<CellValue> {
        if position.view().is_untouched() {
            return self.opening(position);
        }
        let is_small = position.census().is_ok_and(|census| census.layouts_log10() <= MOST_LAYOUTS_LOG10);
        if is_small { Optimal::best_of(position.view(), self.limits).ok()? } else { None }
    }
}

impl Perfect {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary = "Plays perfectly if that can be computed, else like `exact`.";
        Entry::new("perfect", "Minewise", summary, |options| {
            let help = "Most nodes searched for one choice.";
            Perfect::new(options.count("nodes", 0..=1_000_000_000, 20_000, help))
        })
    }
}

impl Player for Perfect {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.exact.start(rules, seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let choice = self.exact.choose(position);
        if choice.reason == Reason::Certain {
            return choice;
        }
        let Some(best) = self.best(position) else { return choice };
        let risk = position.census().ok().and_then(|census| census.risk(best.cell));
        let mut choice = Choice::reveal(best.cell, Reason::Other("perfect play".into()));
        choice.candidates =
            vec![Candidate::new(best.cell).with_risk(risk).with_win(WinChance::Exact(best.value()))];
        choice
    }
}

#[cfg(test)]
mod tests {
    use minewise::Grid;
    use minewise::testing::conformance::layouts_won;

    use super::*;
    use crate::lookahead::testing::play;

    #[test]
    fn it_wins_exactly_what_perfect_play_wins() {
        for rules in
            ["3x3/7", "4x3/4", "10x1/5", "4x3/3:zero", "4x3/4:any", "4x3/4@hex", "4x3/3@torus", "5x2/3"]
        {
            let grid = Grid::new(rules.parse().unwrap());
            let optimal = Optimal::of(&minewise::View::new(&grid), Limits::nodes(1_000_000)).unwrap();
            let best = optimal.best().unwrap();
            let won = layouts_won(&mut Perfect::new(1_000_000), &grid, Seed(0));
            assert_eq!((won.n_won, won.n_layouts), (best.n_won, best.n_layouts), "{rules}");
        }
    }

    #[test]
    fn beyond_its_limit_it_plays_like_exact() {
        let grid = Grid::new("8x8/10".parse().unwrap());
        for seed in 0..20 {
            let expected = play(&mut Exact::default(), &grid, Seed(seed));
            assert_eq!(play(&mut Perfect::new(0), &grid, Seed(seed)), expected);
        }
    }
}
