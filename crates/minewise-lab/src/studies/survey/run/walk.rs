//! Views of played games, in an order that threads do not change.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use minewise::{Choice, Game, Grid, Position, Rules, Seed, View};
use minewise_coach::PlayerSpec;

use super::Survey;
use crate::error::Error;
use crate::play::threads::{claims, on_threads};

/// Threads that make a survey.
pub(super) struct Crew<'a> {
    pub(super) survey: &'a Survey,
    pub(super) n_threads: usize,
    /// Told of views as they are done.
    pub(super) progress: &'a (dyn Fn(u64) + Sync),
}

/// Says whether a view is looked at, given what the player is about to choose.
pub(super) type IsWanted = dyn Fn(&Position, &Choice) -> bool + Sync;

/// So many games are played before their views are counted.
const N_PER_ROUND: usize = 64;

/// Rules are refused if fewer than one game in so many has a view.
const MOST_GAMES_PER_VIEW: usize = 1_000;

impl Crew<'_> {
    /// Measures the first views that are wanted under these rules, in order. What is measured may be chance from the
    /// seed of the view.
    ///
    /// # Errors
    /// When there are hardly any such views.
    pub(super) fn measure<T: Send>(
        &self,
        rules: Rules,
        is_wanted: &IsWanted,
        of: &(dyn Fn(&View, Seed) -> T + Sync),
    ) -> Result<Vec<T>, Error> {
        let views = self.views(rules, is_wanted)?;
        Ok(in_order(views.len(), self.n_threads, &|idx| {
            // Apart from the streams of games, which are of one seed each.
            let measured = of(&views[idx], self.survey.seed.stream(2).stream(idx as u64));
            (self.progress)(1);
            measured
        }))
    }

    /// The rules of the survey.
    pub(super) fn rules(&self) -> &[Rules] {
        &self.survey.rules
    }

    fn views(&self, rules: Rules, is_wanted: &IsWanted) -> Result<Vec<View>, Error> {
        let n_wanted = usize::try_from(self.survey.n_views).unwrap_or(usize::MAX);
        let name = self.survey.kind.player();
        let player: PlayerSpec =
            name.parse().map_err(|error| Error::failed(format!("no player `{name}`: {error}")))?;
        let grid = Grid::new(rules);
        let mut views = Vec::new();
        let mut n_games = 0;
        while views.len() < n_wanted {
            if n_games >= MOST_GAMES_PER_VIEW * (views.len() + 1) {
                return Err(Error::bad_input(format!(
                    "`{rules}` has hardly any view to look at: {} in {n_games} games of `{player}`",
                    views.len()
                )));
            }
            let round = in_order(N_PER_ROUND, self.n_threads, &|idx| {
                let seed = Seed(self.survey.seed.0.wrapping_add((n_games + idx) as u64));
                game_views(&mut Game::new(&grid, seed), &player, seed, is_wanted)
            });
            views.extend(round.into_iter().flatten());
            n_games += N_PER_ROUND;
        }
        views.truncate(n_wanted);
        Ok(views)
    }
}

/// Plays a game, and keeps the views that are wanted. The view before the first move tells nothing.
fn game_views(game: &mut Game, player: &PlayerSpec, seed: Seed, is_wanted: &IsWanted) -> Vec<View> {
    let mut views = Vec::new();
    let mut seat = player.make();
    seat.start(game.view().grid().rules(), seed.stream(1));
    while !game.is_over() {
        let choice = seat.choose(game.position());
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

/// What `of` gives for 0, 1, 2 and so on, worked out by several threads.
fn in_order<T: Send>(n: usize, n_threads: usize, of: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::with_capacity(n));
    let work = || {
        for idx in claims(&next, n as u64) {
            let value = of(idx as usize);
            done.lock().expect("nobody panics while adding").push((idx, value));
        }
    };
    on_threads(n_threads.min(n), work);
    let mut done = done.into_inner().expect("nobody panicked while adding");
    done.sort_unstable_by_key(|&(idx, _)| idx);
    done.into_iter().map(|(_, value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_threads_work_out_stands_in_order() {
        let squares: Vec<usize> = (0..100).map(|idx| idx * idx).collect();
        for n_threads in [0, 1, 3, 200] {
            assert_eq!(in_order(100, n_threads, &|idx| idx * idx), squares);
        }
        assert!(in_order(0, 2, &|idx| idx).is_empty());
    }
}
