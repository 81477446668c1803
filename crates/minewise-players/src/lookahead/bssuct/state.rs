//! The states of simulations: a view, and the layouts that fit it.

use std::collections::VecDeque;

use minewise::census::Counter;
use minewise::{Cell, Census, Grid, Layout, Position, Rng, Seed, Shown, View};

use super::listed::{Cells, Listed, NeighbourSets, Order};

/// The state of a simulation after everything that is forced has been revealed.
#[derive(Debug)]
pub(super) enum State {
    /// Every cell without a mine is revealed.
    Won,
    /// Few layouts fit, and all are listed.
    Listed(Listed),
    /// Layouts are counted.
    Counted(Box<Counted>),
    /// A mine was revealed, or the view is too much work to count.
    Lost,
}

/// A view with its census.
#[derive(Debug)]
pub(super) struct Counted {
    /// The key of the view.
    pub(super) key: u128,
    pub(super) view: View,
    pub(super) census: Census,
}

impl State {
    /// The key of the view; `None` if the simulation ends here.
    pub(super) fn key(&self) -> Option<u128> {
        match self {
            State::Won | State::Lost => None,
            State::Listed(listed) => Some(listed.key),
            State::Counted(counted) => Some(counted.key),
        }
    }
}

/// How a cell is revealed.
#[derive(Debug, Default)]
pub(super) struct Reveal {
    /// Whether all certainly safe cells are revealed with it, and not only those around a 0.
    pub(super) forced: bool,
    /// Every cell revealed, with its number, in order; `None` if this is not recorded.
    pub(super) shown: Option<Vec<(u32, u8)>>,
}

impl Reveal {
    /// Records what a cell shows.
    pub(super) fn record(&mut self, cell: Cell, number: u8) {
        if let Some(shown) = &mut self.shown {
            shown.push((cell as u32, number));
        }
    }
}

/// Returns the Zobrist hash of a number at a cell. The key of a view is the exclusive or of these hashes.
pub(super) fn zobrist(cell: Cell, number: u8) -> u128 {
    let seed = Seed(16 * cell as u64 + u64::from(number));
    u128::from(seed.stream(1).0) << 64 | u128::from(seed.stream(2).0)
}

/// Returns the key of a view, without regard to flags. It has 128 bits, so different views practically never have the
/// same.
pub(super) fn key_of(view: &View) -> u128 {
    let hash = |cell| match view.shown(cell) {
        Shown::Covered | Shown::Flag => 0,
        Shown::Number(number) => zobrist(cell, number),
        Shown::Mine => zobrist(cell, 9),
    };
    (0..view.grid().n_cells()).fold(0, |key, cell| key ^ hash(cell))
}

/// Computes the states that follow a reveal.
#[derive(Debug)]
pub(super) struct Simulator {
    /// For grids small enough for layouts to be listed.
    pub(super) neighbour_sets: Option<NeighbourSets>,
    pub(super) counter: Counter,
    order: Order,
    /// The decimal logarithm of the most layouts that are listed.
    most_listed_log10: f64,
}

/// The work allowed to count one view: far more than an Expert view needs, and still quick.
const WORK: usize = 200_000;

/// For a view that is visited often, ten times as many layouts are listed: the decimal logarithm of that factor.
const OFTEN_LOG10: f64 = 1.0;

impl Simulator {
    /// Creates a simulator for a grid that lists up to `most_listed` layouts, in this order.
    pub(super) fn new(grid: &Grid, most_listed: usize, order: Order) -> Simulator {
        Simulator {
            neighbour_sets: NeighbourSets::of(grid).filter(|_| most_listed > 0),
            counter: Counter::with_work(WORK),
            order,
            most_listed_log10: libm::log10(most_listed as f64),
        }
    }

    /// Returns the state of a view with its census.
    pub(super) fn state(&self, key: u128, view: View, census: Census, rng: &mut Rng) -> State {
        let is_listed = !view.is_untouched() && census.layouts_log10() <= self.most_listed_log10;
        let neighbour_sets = self.neighbour_sets.as_ref().filter(|_| is_listed);
        match neighbour_sets.and_then(|sets| sets.list(&view, key, self.order, rng)) {
            Some(listed) => State::Listed(listed),
            None => State::Counted(Box::new(Counted { key, view, census })),
        }
    }

    /// Lists the layouts that fit a view which is visited often, so that listing pays even if they are many; `None` if
    /// they are too many for that.
    pub(super) fn list(&self, key: u128, view: &View, census: &Census, rng: &mut Rng) -> Option<Listed> {
        let neighbour_sets = self.neighbour_sets.as_ref()?;
        let is_few = census.layouts_log10() <= self.most_listed_log10 + OFTEN_LOG10;
        if is_few { neighbour_sets.list(view, key, self.order, rng) } else { None }
    }

    /// Returns the state after a cell is revealed that is not a mine in `layout`, and then all cells that `how` forces.
    pub(super) fn reveal(
        &mut self,
        (key, view): (u128, View),
        layout: &Layout,
        cell: Cell,
        how: &mut Reveal,
        rng: &mut Rng,
    ) -> State {
        let n_mines = view.grid().rules().n_mines() - view.shown_mines().count();
        let mut walk = Walk {
            key,
            position: Position::with_counter(view, std::mem::take(&mut self.counter)),
            layout,
            how,
            zeros: VecDeque::new(),
        };
        walk.reveal(cell);
        let goes_on = walk.reveal_forced(n_mines);
        let key = walk.key;
        let (view, census, counter) = walk.position.into_parts();
        self.counter = counter;
        if !goes_on {
            return State::Won;
        }
        match census {
            Some(Ok(census)) => self.state(key, view, census, rng),
            _ => State::Lost,
        }
    }
}

/// A sequence of reveals on a layout.
struct Walk<'a> {
    key: u128,
    position: Position,
    layout: &'a Layout,
    how: &'a mut Reveal,
    /// The zeros whose neighbours are still to be revealed, if only these are forced.
    zeros: VecDeque<Cell>,
}

impl Walk<'_> {
    fn reveal(&mut self, cell: Cell) {
        let number = self.layout.number(cell);
        self.key ^= zobrist(cell, number);
        self.how.record(cell, number);
        self.position.reveal(cell, Shown::Number(number));
        if number == 0 && !self.how.forced {
            self.zeros.push_back(cell);
        }
    }

    /// Reveals all forced cells, and returns whether the game goes on after that; then the census of the view is
    /// computed.
    fn reveal_forced(&mut self, n_mines: usize) -> bool {
        loop {
            let plain =
                if self.how.forced { self.position.plainly_safe().next() } else { self.next_to_zero() };
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

    /// Returns a covered cell beside a 0.
    fn next_to_zero(&mut self) -> Option<Cell> {
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

/// A layout that was drawn.
#[derive(Clone, Debug)]
pub(super) enum Drawn {
    /// Its mines as bits, from a list, on a small grid.
    Mines(Cells),
    /// The layout itself.
    Layout(Layout),
}

impl Drawn {
    /// Checks whether there is a mine at a cell.
    pub(super) fn is_mine(&self, cell: Cell) -> bool {
        match self {
            Drawn::Mines(mines) => mines >> cell & 1 == 1,
            Drawn::Layout(layout) => layout.is_mine(cell),
        }
    }

    /// Returns the mines as bits.
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
