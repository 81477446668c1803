//! Training data for the promise: several guesses of the same view, with their results in games played to the end on
//! the same layouts.

use std::sync::Arc;

use minewise::{Census, Game, Grid, Layout, Player, Position, Reason, Rng, Rules, Seed};

use super::ahead::{RatedCell, rate};
use super::promise::{Facts, N_FACTS, facts};
use super::rollouts::Roller;
use super::{Level, Search, WIDE};

/// The most of the best-rated guesses of a view that are tried. One of the others is tried too.
const MOST_TRIED: usize = 5;
/// A guess whose promise is behind the best by less than this counts as one of the best-rated.
const CLOSE: f64 = 0.025;
/// Number of layouts on which each guess is tried.
const N_LAYOUTS: usize = 6;

/// A guess that was tried, with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedGuess {
    /// The mean facts of the views that it may lead to, weighted by their chances.
    pub facts: Facts,
    /// The share of games won, without the luck of guesses.
    pub win: f64,
}

/// A source of training data: it plays games and tries several guesses at each of their views.
#[derive(Debug)]
pub struct Tutor {
    grid: Arc<Grid>,
    player: Search,
    roller: Roller,
}

impl Tutor {
    /// Creates a tutor for games under these rules.
    pub fn new(rules: Rules) -> Tutor {
        let grid = Grid::new(rules);
        let roller = Roller::new(&Position::new(minewise::View::new(&grid)));
        Tutor { grid, player: Search::new(Level::Fast), roller }
    }

    /// Lets `search(level=fast)` play a game, and returns the tried guesses of each view where it guesses without
    /// perfect play.
    pub fn lessons(&mut self, seed: Seed) -> Vec<Vec<TriedGuess>> {
        let mut game = Game::new(&self.grid, seed);
        let mut rng = Rng::new(seed.stream(2));
        self.player.start(self.grid.rules(), seed.stream(1));
        let mut lessons = Vec::new();
        while !game.is_over() {
            let choice = self.player.choose(game.position());
            if !game.view().is_untouched()
                && choice.reason != Reason::Certain
                && let Ok(census) = game.position().census()
                && census.layouts_log10() > self.player.effort.perfect_log10
            {
                lessons.push(self.lesson(game.position(), census, &mut rng));
            }
            let cell = choice.cell.expect("`search` never gives up");
            game.reveal(cell).expect("`search` keeps the rules");
        }
        lessons
    }

    fn lesson(&mut self, position: &Position, census: &Census, rng: &mut Rng) -> Vec<TriedGuess> {
        let mut found = rate(position, census, WIDE);
        let best = found.first().map_or(0.0, |rated| rated.promise);
        let n_close = found.iter().take(MOST_TRIED).filter(|rated| rated.promise > best - CLOSE).count();
        if n_close < found.len() {
            let other = n_close + rng.below(found.len() - n_close);
            found.swap(n_close, other);
            found.truncate(n_close + 1);
        }
        let sampler = census.sampler();
        let layouts: Vec<Layout> = (0..N_LAYOUTS).map(|_| sampler.draw(rng)).collect();
        found.iter().filter_map(|rated| self.try_guess(position, census, rated, &layouts)).collect()
    }

    fn try_guess(
        &mut self,
        position: &Position,
        census: &Census,
        rated: &RatedCell,
        layouts: &[Layout],
    ) -> Option<TriedGuess> {
        let mut expected = [0.0; N_FACTS];
        let numbers = census.outcomes(rated.cell)?.numbers.into_iter().enumerate();
        for (number, chance) in numbers.filter(|&(_, chance)| chance > 0.0) {
            let facts = position.if_shown(rated.cell, number as u8, facts).ok()?;
            for (expected, fact) in expected.iter_mut().zip(facts) {
                *expected += chance * fact;
            }
        }
        let results = self.roller.results(position, census, rated.cell, layouts)?;
        Some(TriedGuess { facts: expected, win: results.iter().sum::<f64>() / results.len() as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_have_guesses_of_the_same_view() {
        let mut tutor = Tutor::new("16x16/40".parse().unwrap());
        let lessons: Vec<_> = (0..20).flat_map(|seed| tutor.lessons(Seed(seed))).collect();
        assert!(lessons.len() > 10, "{}", lessons.len());
        for tried in &lessons {
            assert!((1..=MOST_TRIED + 1).contains(&tried.len()), "{}", tried.len());
            for guess in tried {
                let [survived, safest, ..] = guess.facts;
                assert!(0.0 < safest && safest <= survived && survived < 1.0, "{guess:?}");
                assert!((-1.0..=2.0).contains(&guess.win), "{guess:?}");
            }
        }
        let again = Tutor::new("16x16/40".parse().unwrap()).lessons(Seed(3));
        assert_eq!(again, tutor.lessons(Seed(3)));
    }
}
