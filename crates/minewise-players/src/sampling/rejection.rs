//! `rejection`: the least risk among random layouts that fit the view.
//!
//! Algorithm 1 of Sebag & Teytaud 2012, the simplest belief state there: draw random layouts until one fits the view.
//! The layouts that are kept are uniform over all that fit, so the risks are right except for sampling noise. But very
//! few layouts may fit, so the number of draws is limited. If none fits, the player says so and plays by single
//! numbers.
//!
//! Our reading: cells that single numbers decide are the same in every layout that fits, so they are not drawn, and
//! those that are safe are revealed without drawing. Drawing ends early when enough layouts fit. The first cell is
//! random.

use minewise::cancel::is_cancelled;
use minewise::census::Settled;
use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::entry::Entry;
use crate::pick::{choose_if_easy, guess_by_single_numbers, one_of};
use crate::sampling::CHECK_INTERVAL;
use crate::sampling::sampled::{Filling, SampledRisks, count_known};

/// The most mines placed for one choice, so that huge grids take no longer than others.
const MOST_PLACED: u64 = 20_000_000;

/// Reveals cells that single numbers prove safe; else the cell that is least often a mine in random layouts that fit.
#[derive(Clone, Debug)]
pub struct Rejection {
    n_draws: u64,
    n_wanted: u64,
    rng: Rng,
}

impl Rejection {
    /// Creates a player that draws at most `n_draws` layouts for each choice, until `n_wanted` of them fit.
    pub fn new(n_draws: u64, n_wanted: u64) -> Rejection {
        Rejection { n_draws, n_wanted, rng: Rng::new(Seed::default()) }
    }

    /// Draws at most `n_draws` layouts, until `n_wanted` of them fit the view, and counts their mines.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Rng, Seed, View};
    /// use minewise_players::Rejection;
    /// let view: View = "4x2/2 1.../1...".parse()?;
    /// let sampled = Rejection::risks(&view, 10_000, 10_000, &mut Rng::new(Seed(1)));
    /// assert!((sampled.risk(1).unwrap_or(0.0) - 0.5).abs() < 0.05);
    /// # Ok::<(), minewise::board::ReadError>(())
    /// ```
    pub fn risks(view: &View, n_draws: u64, n_wanted: u64, rng: &mut Rng) -> SampledRisks {
        let settled = Settled::of(view);
        let mut sampled = SampledRisks { n_layouts: 0, n_tried: 0, with_mine: Filling::zero_counts(view) };
        let Some(mut filling) = Filling::new(view, &settled) else { return sampled };
        let most = n_draws.min(MOST_PLACED / filling.n_mines.max(1) as u64).max(1);
        while sampled.n_tried < most && sampled.n_layouts < n_wanted {
            sampled.n_tried += 1;
            if sampled.n_tried.is_multiple_of(CHECK_INTERVAL) && is_cancelled() {
                break;
            }
            let n_placed = draw(&mut filling, rng);
            if n_placed == filling.n_mines && filling.fits() {
                sampled.n_layouts += 1;
                for &mine in &filling.cells[..n_placed] {
                    if let Some(count) = &mut sampled.with_mine[mine as usize] {
                        *count += 1;
                    }
                }
            }
            for idx in 0..n_placed {
                filling.take(idx);
            }
        }
        count_known(&mut sampled.with_mine, &settled, sampled.n_layouts);
        sampled
    }
}

/// Puts mines on random cells until all are placed or a number has too many, and returns how many were placed.
pub(crate) fn draw(filling: &mut Filling<'_>, rng: &mut Rng) -> usize {
    for idx in 0..filling.n_mines {
        let other = idx + rng.below(filling.cells.len() - idx);
        filling.cells.swap(idx, other);
        if !filling.put(idx) {
            return idx + 1;
        }
    }
    filling.n_mines
}

impl Rejection {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary =
            "Reveals cells that single numbers prove safe, else guesses by random layouts that fit.";
        Entry::new("rejection", "Sebag & Teytaud 2012, §3.1", summary, |options| {
            let help = "Most layouts drawn for one choice.";
            let n_draws = options.count("draws", 1..=1_000_000, 10_000, help);
            let help = "Number of layouts that fit after which drawing stops.";
            let n_wanted = options.count("fits", 1..=1_000_000, 100, help);
            Rejection::new(n_draws, n_wanted)
        })
    }
}

impl Player for Rejection {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let Some(choice) = choose_if_easy(&mut self.rng, position, Reason::Opening) {
            return choice;
        }
        let sampled = Rejection::risks(view, self.n_draws, self.n_wanted, &mut self.rng);
        if sampled.n_layouts > 0 {
            let cell = one_of(&mut self.rng, &sampled.least_risky());
            let reason = format!("least often a mine in {} random layouts", sampled.n_layouts);
            return Choice::reveal(cell, Reason::Other(reason.into()));
        }
        let reason =
            format!("none of {} random layouts fits; least risky by single numbers", sampled.n_tried);
        guess_by_single_numbers(&mut self.rng, view, position.settled(), Reason::Other(reason.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(view: &str, n_draws: u64, reason: &str) {
        let position = Position::new(view.parse::<View>().unwrap());
        assert_eq!(Rejection::new(n_draws, 100).choose(&position).reason.to_string(), reason);
    }

    #[test]
    fn the_reason_says_how_many_layouts_were_drawn() {
        check("4x2/2 1.../1...", 10_000, "least often a mine in 100 random layouts");
        let tangled = "9x4/12 ........./.3.4.4.3./.3.4.4.3./.........";
        check(tangled, 10, "none of 10 random layouts fits; least risky by single numbers");
    }
}
