//! `rejection`: random layouts, those that fit the view kept, the least risk among them.
//!
//! The simplest belief state of 000, its Algorithm 1: draw a random layout until one fits what is shown. What is kept
//! is drawn evenly from all layouts that fit, so the risks are right but for the noise of a sample; but one layout in
//! very many may fit, so the draws are limited, and if none fits it says so and plays by single numbers.
//!
//! How we read it: what the thumb rules settle is the same in every layout that fits, so it is not drawn, and what they
//! make safe is revealed without drawing. Drawing ends early when enough layouts fit. The first cell is random.

use minewise::census::Settled;
use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::entry::Entry;
use crate::pick::{guess_by_single_numbers, one_of, without_thought};
use crate::sampling::sampled::{Filling, Sampled, count_known};

/// The most mines put for one choice, so that huge grids take no longer than others.
const MOST_PUT: u64 = 20_000_000;

/// Reveals what single numbers prove safe; else what is least often a mine in layouts drawn at random.
#[derive(Clone, Debug)]
pub struct Rejection {
    n_draws: u64,
    n_wanted: u64,
    rng: Rng,
}

impl Rejection {
    /// The player that draws at most `n_draws` layouts, until `n_wanted` of them fit.
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
    pub fn risks(view: &View, n_draws: u64, n_wanted: u64, rng: &mut Rng) -> Sampled {
        let settled = Settled::of(view);
        let mut sampled = Sampled { n_layouts: 0, n_tried: 0, with_mine: Filling::counts(view) };
        let Some(mut filling) = Filling::new(view, &settled) else { return sampled };
        let most = n_draws.min(MOST_PUT / filling.n_mines.max(1) as u64).max(1);
        while sampled.n_tried < most && sampled.n_layouts < n_wanted {
            sampled.n_tried += 1;
            let n_put = draw(&mut filling, rng);
            if n_put == filling.n_mines && filling.fits() {
                sampled.n_layouts += 1;
                for &mine in &filling.cells[..n_put] {
                    if let Some(count) = &mut sampled.with_mine[mine as usize] {
                        *count += 1;
                    }
                }
            }
            for idx in 0..n_put {
                filling.take(idx);
            }
        }
        count_known(&mut sampled.with_mine, &settled, sampled.n_layouts);
        sampled
    }
}

/// Puts mines on random cells, until all are put or a number has too many; tells how many were put.
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
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        let summary = "Reveals what single numbers prove safe, else what is least often a mine in layouts drawn at random.";
        Entry::new("rejection", "000 §3.1", summary, |options| {
            let help = "How many layouts it draws at most for a choice.";
            let n_draws = options.count("draws", 1..=1_000_000, 10_000, help);
            let n_wanted = options.count("fits", 1..=1_000_000, 100, "How many layouts that fit are enough.");
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
        if let Some(choice) = without_thought(&mut self.rng, position, Reason::Opening) {
            return choice;
        }
        let sampled = Rejection::risks(view, self.n_draws, self.n_wanted, &mut self.rng);
        if sampled.n_layouts > 0 {
            let cell = one_of(&mut self.rng, &sampled.least_risky());
            let reason = format!("least often a mine in {} layouts drawn", sampled.n_layouts);
            return Choice::reveal(cell, Reason::Other(reason.into()));
        }
        let reason = format!("none of {} layouts drawn fits; least risky by single numbers", sampled.n_tried);
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
    fn it_says_what_it_goes_by() {
        check("4x2/2 1.../1...", 10_000, "least often a mine in 100 layouts drawn");
        let tangled = "9x4/12 ........./.3.4.4.3./.3.4.4.3./.........";
        check(tangled, 10, "none of 10 layouts drawn fits; least risky by single numbers");
    }
}
