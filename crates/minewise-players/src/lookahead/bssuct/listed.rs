//! Beliefs as lists: every layout that fits a view of at most 64 cells, as bits.
//!
//! Where few layouts fit, going through them all is quicker than counting them: a risk is a count of bits, and a
//! number shown drops the layouts that do not have it. It is the same exact belief as that of the census.

use minewise::{Cell, Grid, Rng, Shown, View};

use super::spot::{Reveal, Spot, mark_of};

/// A set of cells, or the mines of a layout, as bits.
pub(super) type Cells = u64;

/// The layouts that fit a view, each with all its mines.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// Names the view.
    pub(super) key: u128,
    /// The covered cells.
    pub(super) covered: Cells,
    /// Invariant: not empty, in random order.
    pub(super) layouts: Vec<Cells>,
}

/// For each cell of a grid of at most 64: the cells that it touches.
#[derive(Clone, Debug)]
pub(super) struct Touching(Vec<Cells>);

/// The cells of a set, in ascending order.
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as Cell);
        set &= set.wrapping_sub(1);
        cell
    })
}

impl Touching {
    /// The cells that each touches; none if they are too many for a set.
    pub(super) fn of(grid: &Grid) -> Option<Touching> {
        let around = |cell| grid.neighbours(cell).fold(0, |set, near| set | 1 << near);
        (grid.n_cells() <= Cells::BITS as usize).then(|| Touching((0..grid.n_cells()).map(around).collect()))
    }

    /// The number that a cell shows in a layout.
    #[inline]
    pub(super) fn number(&self, mines: Cells, cell: Cell) -> u32 {
        (mines & self.0[cell]).count_ones()
    }

    /// Every layout that fits a view, in random order; there should not be too many.
    pub(super) fn list(&self, view: &View, key: u128, order: Order, rng: &mut Rng) -> Listed {
        let mut lister = Lister::new(self, view, order, u64::MAX);
        lister.place(0, lister.shown_mines);
        let mut layouts = lister.found;
        for place in (1..layouts.len()).rev() {
            layouts.swap(place, rng.below(place + 1));
        }
        let covered = view.covered().fold(0, |set, cell| set | 1 << cell);
        Listed { key, covered, layouts }
    }
}

/// The order in which covered cells get a mine or none when all layouts are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Cells of the same number beside each other, those that touch none last.
    Beside,
    /// Those that touch the fewest numbers first, as paper 000 has it.
    LeastConstrained,
    /// Those that touch the most numbers first.
    MostConstrained,
}

/// What listing all layouts that fit a view takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// How many layouts there are.
    pub n_layouts: u64,
    /// How many partial layouts were looked at.
    pub n_steps: u64,
}

impl Listing {
    /// Lists the layouts that fit a view in an order; none if it has more than 64 cells, or that takes more than
    /// `most_steps`.
    pub fn of(view: &View, order: Order, most_steps: u64) -> Option<Listing> {
        let touching = Touching::of(view.grid())?;
        let mut lister = Lister::new(&touching, view, order, most_steps);
        lister.place(0, lister.shown_mines);
        let (n_layouts, n_steps) = (lister.found.len() as u64, lister.n_steps);
        (n_steps <= most_steps).then_some(Listing { n_layouts, n_steps })
    }
}

/// Goes through all ways to put mines on the covered cells.
struct Lister {
    /// The covered cells, in order.
    cells: Vec<Cell>,
    /// For each number: the covered cells around it, and the mines it asks for among them.
    numbers: Vec<(Cells, u32)>,
    /// For each cell: the numbers around it.
    numbers_at: Vec<Vec<u32>>,
    /// For each cell: those behind it.
    behind: Vec<Cells>,
    /// From here on no cell touches a number.
    n_constrained: usize,
    shown_mines: Cells,
    n_mines: u32,
    n_steps: u64,
    most_steps: u64,
    found: Vec<Cells>,
}

impl Lister {
    fn new(touching: &Touching, view: &View, order: Order, most_steps: u64) -> Lister {
        let covered = view.covered().fold(0, |set, cell| set | 1 << cell);
        let shown_mines = view.shown_mines().fold(0, |set, cell| set | 1 << cell);
        let mut numbers = Vec::new();
        for cell in 0..view.grid().n_cells() {
            let Shown::Number(number) = view.shown(cell) else { continue };
            let around = touching.0[cell] & covered;
            let n_shown = touching.number(shown_mines, cell);
            if around != 0 {
                numbers.push((around, u32::from(number).saturating_sub(n_shown)));
            }
        }
        let mut ordered: Vec<Cell> = Vec::new();
        let mut placed: Cells = 0;
        for &(around, _) in numbers.iter().chain([&(covered, 0)]) {
            ordered.extend(cells(around & !placed));
            placed |= around;
        }
        let n_touched = |cell: Cell| numbers.iter().filter(|(around, _)| around >> cell & 1 == 1).count();
        match order {
            Order::Beside => (),
            Order::LeastConstrained => ordered.sort_by_key(|&cell| n_touched(cell)),
            Order::MostConstrained => ordered.sort_by_key(|&cell| std::cmp::Reverse(n_touched(cell))),
        }
        let at = |&cell: &Cell| {
            let touches = |&idx: &u32| numbers[idx as usize].0 >> cell & 1 == 1;
            (0..numbers.len() as u32).filter(touches).collect()
        };
        let numbers_at: Vec<Vec<u32>> = ordered.iter().map(at).collect();
        let rest = |idx: usize| ordered[idx + 1..].iter().fold(0, |set, &cell| set | 1 << cell);
        Lister {
            behind: (0..ordered.len()).map(rest).collect(),
            n_constrained: numbers_at.iter().rposition(|at| !at.is_empty()).map_or(0, |last| last + 1),
            cells: ordered,
            numbers,
            numbers_at,
            shown_mines,
            n_mines: view.grid().rules().n_mines() as u32,
            n_steps: 0,
            most_steps,
            found: Vec::new(),
        }
    }

    /// Puts mines on the cells from number `idx` on.
    fn place(&mut self, idx: usize, mines: Cells) {
        self.n_steps += 1;
        let Some(n_left) = self.n_mines.checked_sub(mines.count_ones()) else { return };
        if self.n_steps > self.most_steps || n_left as usize > self.cells.len() - idx {
            return;
        }
        if idx >= self.n_constrained && n_left == 0 {
            return self.found.push(mines);
        }
        if idx == self.cells.len() {
            return;
        }
        for with in [mines, mines | 1 << self.cells[idx]] {
            let goes_on = |&number: &u32| {
                let (around, missing) = self.numbers[number as usize];
                let n_put = (with & around).count_ones();
                n_put <= missing && missing <= n_put + (self.behind[idx] & around).count_ones()
            };
            if self.numbers_at[idx].iter().all(goes_on) {
                self.place(idx + 1, with);
            }
        }
    }
}

impl Listed {
    /// In how many layouts each cell is a mine, for the covered cells in ascending order.
    pub(super) fn with_mine(&self) -> impl Iterator<Item = (Cell, u32)> + use<> {
        // The counts of all cells at once, a word for each of their binary digits.
        let mut digits: [Cells; 32] = [0; 32];
        for &mines in &self.layouts {
            let mut carry = mines;
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        let n_digits = self.layouts.len().ilog2() as usize + 1;
        let count =
            move |cell: Cell| (0..n_digits).map(|digit| ((digits[digit] >> cell & 1) as u32) << digit).sum();
        cells(self.covered).map(move |cell| (cell, count(cell)))
    }

    /// The risk of every covered cell, in ascending order of cells.
    pub(super) fn risks(&self) -> impl Iterator<Item = (Cell, f64)> + use<> {
        let n_layouts = self.layouts.len() as f64;
        self.with_mine().map(move |(cell, with_mine)| (cell, f64::from(with_mine) / n_layouts))
    }

    /// The covered cells that are a mine in no layout.
    fn safe(&self) -> Cells {
        self.covered & !self.layouts.iter().fold(0, |any, mines| any | mines)
    }

    /// What becomes of it when a cell is revealed that is no mine in the layout `mines`, and then whatever the way
    /// of revealing takes along.
    pub(super) fn reveal(&self, touching: &Touching, cell: Cell, mines: Cells, how: &mut Reveal) -> Spot {
        let number = touching.number(mines, cell);
        let shows = |other: &Cells| other >> cell & 1 == 0 && touching.number(*other, cell) == number;
        let mut after = Listed {
            key: self.key ^ mark_of(cell, number as u8),
            covered: self.covered & !(1 << cell),
            layouts: self.layouts.iter().copied().filter(shows).collect(),
        };
        how.note(cell, number as u8);
        let mut zeros = if number == 0 { touching.0[cell] } else { 0 };
        while after.covered & !mines != 0 {
            let next = if how.forced { after.safe() } else { zeros & after.covered };
            if next == 0 {
                return Spot::Listed(after);
            }
            zeros = after.show(touching, next, mines, how);
        }
        Spot::Won
    }

    /// Shows cells that are no mines in the layout `mines`; tells which cells are beside a 0 among them.
    fn show(&mut self, touching: &Touching, shown: Cells, mines: Cells, how: &mut Reveal) -> Cells {
        let mut zeros = 0;
        for cell in cells(shown) {
            let number = touching.number(mines, cell);
            self.key ^= mark_of(cell, number as u8);
            how.note(cell, number as u8);
            zeros |= if number == 0 { touching.0[cell] } else { 0 };
            self.layouts.retain(|&other| other >> cell & 1 == 0 && touching.number(other, cell) == number);
        }
        self.covered &= !shown;
        zeros
    }
}
