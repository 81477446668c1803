//! Collects views of played games, in an order that does not depend on threads.

use minewise::{Choice, Game, Grid, Position, Rules, Seed, View};
use minewise_coach::{PlayerSpec, Problem};

use super::Survey;
use crate::play::threads::in_order;
use crate::studies::study::WorkContext;

/// A walk through the games under one set of rules.
pub(super) struct GameWalk<'a> {
    pub(super) survey: &'a Survey,
    pub(super) rules: Rules,
    pub(super) context: &'a WorkContext<'a>,
}

/// Decides whether a view is used, given the choice that the player is about to make.
pub(super) type IsWanted = dyn Fn(&Position, &Choice) -> bool + Sync;

/// The number of games that are played before their views are counted.
const N_PER_ROUND: usize = 64;

/// Rules are refused if fewer than one game in this many has a suitable view.
const MOST_GAMES_PER_VIEW: usize = 1_000;

impl GameWalk<'_> {
    /// Measures the first suitable views, in order; returns `None` if stopped. `of` is also given a seed for its random
    /// choices.
    ///
    /// # Errors
    /// Returns an error if there are too few such views.
    pub(super) fn measure<T: Send>(
        &self,
        is_wanted: &IsWanted,
        of: &(dyn Fn(&View, Seed) -> T + Sync),
    ) -> Result<Option<Vec<T>>, Problem> {
        let Some(views) = self.views(is_wanted)? else { return Ok(None) };
        let measured = in_order(views.len(), self.context.n_threads, |idx| {
            if (self.context.must_stop)() {
                return None;
            }
            // Separate from the streams of the games, which start from a seed each.
            let measured = of(&views[idx], self.survey.seed.stream(2).stream(idx as u64));
            (self.context.progress)(1);
            Some(measured)
        });
        Ok(measured.into_iter().collect())
    }

    fn views(&self, is_wanted: &IsWanted) -> Result<Option<Vec<View>>, Problem> {
        let n_wanted = usize::try_from(self.survey.n_views).unwrap_or(usize::MAX);
        let name = self.survey.kind.player();
        let player: PlayerSpec =
            name.parse().map_err(|error| Problem::failed(format!("no player `{name}`: {error}")))?;
        let (rules, grid) = (self.rules, Grid::new(self.rules));
        let mut views = Vec::new();
        let mut n_games = 0;
        while views.len() < n_wanted {
            if (self.context.must_stop)() {
                return Ok(None);
            }
            if n_games >= MOST_GAMES_PER_VIEW * (views.len() + 1) {
                return Err(Problem::bad_input(format!(
                    "`{rules}` has too few suitable views: {} in {n_games} games of `{player}`",
                    views.len()
                )));
            }
            let round = in_order(N_PER_ROUND, self.context.n_threads, |idx| {
                let seed = Seed(self.survey.seed.0.wrapping_add((n_games + idx) as u64));
                game_views(&mut Game::new(&grid, seed), &player, seed, is_wanted)
            });
            views.extend(round.into_iter().flatten());
            n_games += N_PER_ROUND;
        }
        views.truncate(n_wanted);
        Ok(Some(views))
    }
}

/// Plays a game, and returns its suitable views. The view before the first move has no information, and is left out.
fn game_views(game: &mut Game, spec: &PlayerSpec, seed: Seed, is_wanted: &IsWanted) -> Vec<View> {
    let mut views = Vec::new();
    let mut player = spec.make();
    player.start(game.view().grid().rules(), seed.stream(1));
    while !game.is_over() {
        let choice = player.choose(game.position());
        if !game.view().is_untouched() && is_wanted(game.position(), &choice) {
            views.push(game.view().clone());
        }
        let Some(cell) = choice.cell else { break };
        if game.reveal(cell).is_err() {
            break;
        }
    }
    views
}
