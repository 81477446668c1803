//! Where a simulation stands: a view, and what is believed of it.

use std::collections::VecDeque;

use minewise::census::Counter;
use minewise::{Cell, Census, Grid, Layout, Position, Rng, Seed, Shown, View};

use super::listed::{Cells, Listed, Order, Touching};

/// Where a simulation stands when nothing more is revealed by itself.
#[derive(Debug)]
pub(super) enum Spot {
    /// Every cell without a mine is revealed.
    Won,
    /// Few layouts fit, and all are listed.
    Listed(Listed),
    /// Layouts are counted.
    Counted(Box<Counted>),
    /// A mine was met, or all is too tangled to count.
    Lost,
}

/// A view with its census.
#[derive(Debug)]
pub(super) struct Counted {
    /// Names the view.
    pub(super) key: u128,
    pub(super) view: View,
    pub(super) census: Census,
}

impl Spot {
    /// The name of the view; none where a simulation ends anyway.
    pub(super) fn key(&self) -> Option<u128> {
        match self {
            Spot::Won | Spot::Lost => None,
            Spot::Listed(listed) => Some(listed.key),
            Spot::Counted(counted) => Some(counted.key),
        }
    }
}

/// How a cell is revealed.
#[derive(Debug, Default)]
pub(super) struct Reveal {
    /// Whether all certainly safe cells are revealed with it, and not only those around a 0.
    pub(super) forced: bool,
    /// Every cell revealed, with its number, in order; none if nobody wants to know.
    pub(super) shown: Option<Vec<(u32, u8)>>,
}

impl Reveal {
    /// Takes down what a cell shows.
    pub(super) fn note(&mut self, cell: Cell, number: u8) {
        if let Some(shown) = &mut self.shown {
            shown.push((cell as u32, number));
        }
    }
}

/// What a number shown at a cell adds to the name of a view.
pub(super) fn mark_of(cell: Cell, number: u8) -> u128 {
    let seed = Seed(16 * cell as u64 + u64::from(number));
    u128::from(seed.stream(1).0) << 64 | u128::from(seed.stream(2).0)
}

/// The name of a view: flags aside, equal for equal views, and for no others that anybody will ever meet.
pub(super) fn key_of(view: &View) -> u128 {
    let mark = |cell| match view.shown(cell) {
        Shown::Covered | Shown::Flag => 0,
        Shown::Number(number) => mark_of(cell, number),
        Shown::Mine => mark_of(cell, 9),
    };
    (0..view.grid().n_cells()).fold(0, |key, cell| key ^ mark(cell))
}

/// What it takes to go from spot to spot.
#[derive(Debug)]
pub(super) struct Ground {
    /// For grids small enough that layouts may be listed.
    pub(super) touching: Option<Touching>,
    pub(super) counter: Counter,
    order: Order,
    /// The decimal logarithm of the most layouts that are listed.
    most_listed_log10: f64,
}

/// The work allowed to count one view: far more than an Expert view takes, and soon done.
const WORK: usize = 200_000;

/// The decimal logarithm of how many times as many layouts are listed for a view often visited.
const OFTEN_LOG10: f64 = 1.0;

impl Ground {
    /// The ground of a grid, where up to `most_listed` layouts are listed, in this order.
    pub(super) fn new(grid: &Grid, most_listed: usize, order: Order) -> Ground {
        Ground {
            touching: Touching::of(grid).filter(|_| most_listed > 0),
            counter: Counter::with_work(WORK),
            order,
            most_listed_log10: libm::log10(most_listed as f64),
        }
    }

    /// The spot of a view with its census.
    pub(super) fn spot(&self, key: u128, view: View, census: Census, rng: &mut Rng) -> Spot {
        match &self.touching {
            Some(touching) if !view.is_untouched() && census.layouts_log10() <= self.most_listed_log10 => {
                Spot::Listed(touching.list(&view, key, self.order, rng))
            }
            _ => Spot::Counted(Box::new(Counted { key, view, census })),
        }
    }

    /// The layouts that fit a view often visited, where listing them pays even if they are more than few; none if
    /// they are too many for that.
    pub(super) fn list(&self, key: u128, view: &View, census: &Census, rng: &mut Rng) -> Option<Listed> {
        let touching = self.touching.as_ref()?;
        let is_few = census.layouts_log10() <= self.most_listed_log10 + OFTEN_LOG10;
        is_few.then(|| touching.list(view, key, self.order, rng))
    }

    /// What becomes of a view when a cell is revealed that is no mine in `layout`, and then whatever the way of
    /// revealing takes along.
    pub(super) fn reveal(
        &mut self,
        (key, view): (u128, View),
        layout: &Layout,
        cell: Cell,
        how: &mut Reveal,
        rng: &mut Rng,
    ) -> Spot {
        let n_mines = view.grid().rules().n_mines() - view.shown_mines().count();
        let mut walk = Walk {
            key,
            position: Position::with_counter(view, std::mem::take(&mut self.counter)),
            layout,
            how,
            zeros: VecDeque::new(),
        };
        walk.reveal(cell);
        let is_on = walk.go_on(n_mines);
        let key = walk.key;
        let (view, census, counter) = walk.position.into_parts();
        self.counter = counter;
        if !is_on {
            return Spot::Won;
        }
        match census {
            Some(Ok(census)) => self.spot(key, view, census, rng),
            _ => Spot::Lost,
        }
    }
}

/// Reveals cell after cell.
struct Walk<'a> {
    key: u128,
    position: Position,
    layout: &'a Layout,
    how: &'a mut Reveal,
    /// The zeros whose neighbours are still to be revealed, if nothing else is.
    zeros: VecDeque<Cell>,
}

impl Walk<'_> {
    fn reveal(&mut self, cell: Cell) {
        let number = self.layout.number(cell);
        self.key ^= mark_of(cell, number);
        self.how.note(cell, number);
        self.position.reveal(cell, Shown::Number(number));
        if number == 0 && !self.how.forced {
            self.zeros.push_back(cell);
        }
    }

    /// Reveals what goes without saying; whether anything is left after that, which is then counted.
    fn go_on(&mut self, n_mines: usize) -> bool {
        loop {
            let plain = if self.how.forced { self.position.plainly_safe().next() } else { self.at_a_zero() };
            if let Some(cell) = plain {
                self.reveal(cell);
                continue;
            }
            if self.position.view().n_covered() == n_mines {
                return false;
            }
            let Ok(census) = self.position.census() else { return true };
            if !self.how.forced || census.safe().len() == 0 {
                return true;
            }
            let safe: Vec<Cell> = census.safe().collect();
            safe.into_iter().for_each(|cell| self.reveal(cell));
        }
    }

    /// A covered cell beside a 0.
    fn at_a_zero(&mut self) -> Option<Cell> {
        while let Some(&zero) = self.zeros.front() {
            let view = self.position.view();
            let covered = view.grid().neighbours(zero).find(|&near| view.is_covered(near));
            if covered.is_some() {
                return covered;
            }
            self.zeros.pop_front();
        }
        None
    }
}

/// A layout, as a list has it or as a game has it.
#[derive(Clone, Debug)]
pub(super) enum Drawn {
    /// Its mines as bits, on a small grid.
    Mines(Cells),
    /// The layout itself.
    Layout(Layout),
}

impl Drawn {
    /// Whether there is a mine at a cell.
    pub(super) fn is_mine(&self, cell: Cell) -> bool {
        match self {
            Drawn::Mines(mines) => mines >> cell & 1 == 1,
            Drawn::Layout(layout) => layout.is_mine(cell),
        }
    }

    /// The mines as bits.
    ///
    /// # Panics
    /// On a grid of more than 64 cells.
    pub(super) fn mines(&self) -> Cells {
        match self {
            Drawn::Mines(mines) => *mines,
            Drawn::Layout(layout) => layout.mines().fold(0, |mines, cell| mines | 1 << cell),
        }
    }
}
