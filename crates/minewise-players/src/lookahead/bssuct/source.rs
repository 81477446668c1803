//! Layouts for simulations that do not come from the census: the other two beliefs of the paper.

use minewise::cancel::is_cancelled;
use minewise::census::Settled;
use minewise::{Cell, Layout, Rng, View};

use super::first::first_layout;
use super::state::Drawn;
use crate::sampling::CHECK_INTERVAL;
use crate::sampling::sampled::Filling;
use crate::sampling::{mcmc, rejection};

/// A source of the layouts on which simulations are played.
#[derive(Debug)]
pub(super) struct Source {
    view: View,
    settled: Settled,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Nothing is revealed yet, so layouts depend only on the start.
    First,
    /// Random layouts, drawn at most this many times until one fits.
    Rejection(u64),
    /// This many steps of a random walk, which continues from simulation to simulation, and its current mines.
    Walk(u64, Vec<u32>),
}

impl Source {
    /// Creates a source that draws random layouts until one fits, at most `n_draws` for each simulation.
    pub(super) fn rejection(view: &View, n_draws: u64) -> Source {
        let way = if view.is_untouched() { Way::First } else { Way::Rejection(n_draws) };
        Source { view: view.clone(), settled: Settled::of(view), way }
    }

    /// Creates a source that walks among layouts, `n_steps` steps for each simulation; `None` if no layout to start
    /// from is found.
    pub(super) fn walk(view: &View, n_steps: u64) -> Option<Source> {
        if view.is_untouched() {
            return Some(Source::rejection(view, 0));
        }
        let (settled, mines) = mcmc::some_layout(view)?;
        Some(Source { view: view.clone(), settled, way: Way::Walk(n_steps, mines) })
    }

    /// Draws a layout for a simulation that first reveals `cell`; `None` if none was found that fits.
    pub(super) fn draw(&mut self, cell: Cell, rng: &mut Rng) -> Option<Drawn> {
        let grid = self.view.grid();
        let mines: Vec<u32> = match &mut self.way {
            Way::First => return Some(Drawn::Layout(first_layout(grid, cell, false, rng))),
            Way::Rejection(n_draws) => {
                let mut filling = Filling::new(&self.view, &self.settled)?;
                let n_mines = filling.n_mines;
                let goes_on = |idx: &u64| !idx.is_multiple_of(CHECK_INTERVAL) || !is_cancelled();
                let fits = (0..*n_draws).take_while(goes_on).any(|_| {
                    let n_placed = rejection::draw(&mut filling, rng);
                    let fits = n_placed == n_mines && filling.fits();
                    (0..n_placed).for_each(|idx| filling.take(idx));
                    fits
                });
                fits.then(|| filling.cells[..n_mines].to_vec())?
            }
            Way::Walk(n_steps, mines) => {
                let mut filling = mcmc::fill(&self.view, &self.settled, mines)?;
                mcmc::walk(&mut filling, &self.view, *n_steps, rng);
                *mines = filling.cells[..filling.n_mines].to_vec();
                mines.clone()
            }
        };
        let mines = mines
            .into_iter()
            .map(|mine| mine as Cell)
            .chain(self.settled.mines())
            .chain(self.view.shown_mines());
        Some(Drawn::Layout(Layout::from_mines(grid, mines).ok()?))
    }
}
