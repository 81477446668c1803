//! Where the layouts of simulations come from, if not from the census: the paper's other two beliefs.

use minewise::census::Settled;
use minewise::{Cell, Layout, Rng, View};

use super::first::first_layout;
use super::spot::Drawn;
use crate::sampling::sampled::Filling;
use crate::sampling::{mcmc, rejection};

/// Draws the layouts that simulations are played on.
#[derive(Debug)]
pub(super) struct Source {
    view: View,
    settled: Settled,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Nothing is revealed yet: the start alone decides.
    First,
    /// Random layouts, so many at most until one fits.
    Rejection(u64),
    /// So many steps of a walk, which goes on from simulation to simulation.
    Walk(u64, Vec<u32>),
}

impl Source {
    /// Layouts drawn at random until one fits, at most so many for each simulation.
    pub(super) fn rejection(view: &View, n_draws: u64) -> Source {
        let way = if view.is_untouched() { Way::First } else { Way::Rejection(n_draws) };
        Source { view: view.clone(), settled: Settled::of(view), way }
    }

    /// Layouts along a walk, so many steps for each simulation; none if no layout to begin with is found.
    pub(super) fn walk(view: &View, n_steps: u64) -> Option<Source> {
        if view.is_untouched() {
            return Some(Source::rejection(view, 0));
        }
        let (settled, mines) = mcmc::some_layout(view)?;
        Some(Source { view: view.clone(), settled, way: Way::Walk(n_steps, mines) })
    }

    /// Draws a layout for a simulation that first reveals `cell`; none if none was found that fits.
    pub(super) fn draw(&mut self, cell: Cell, rng: &mut Rng) -> Option<Drawn> {
        let grid = self.view.grid();
        let mines: Vec<u32> = match &mut self.way {
            Way::First => return Some(Drawn::Layout(first_layout(grid, cell, false, rng))),
            Way::Rejection(n_draws) => {
                let mut filling = Filling::new(&self.view, &self.settled)?;
                let n_mines = filling.n_mines;
                let fits = (0..*n_draws).any(|_| {
                    let n_put = rejection::draw(&mut filling, rng);
                    let fits = n_put == n_mines && filling.fits();
                    (0..n_put).for_each(|idx| filling.take(idx));
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
