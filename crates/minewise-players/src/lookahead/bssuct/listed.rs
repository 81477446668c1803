//! Beliefs as lists: all layouts that fit a view of at most 64 cells, as bits.
//!
//! If few layouts fit, going through all of them is faster than a census: a risk is a count of bits, and a shown number
//! drops the layouts that do not have it. The risks are exact, as those of the census are.

use minewise::cancel::is_cancelled;
use minewise::{Cell, Grid, Rng, Shown, View};

use super::state::{Reveal, State, zobrist};

/// A set of cells, or the mines of a layout, as bits.
pub(super) type Cells = u64;

/// The list of all layouts that fit a view.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The key of the view.
    pub(super) key: u128,
    /// The covered cells.
    pub(super) covered: Cells,
    /// Invariant: not empty, in random order.
    pub(super) layouts: Vec<Cells>,
}

/// The number of steps of a listing between two looks whether the work was cancelled.
const CHECK_INTERVAL: u64 = 1 << 16;

/// The neighbours of each cell, on a grid of at most 64 cells.
#[derive(Clone, Debug)]
pub(super) struct NeighbourSets(Vec<Cells>);

/// Returns the cells of a set, in ascending order.
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as Cell);
        set &= set.wrapping_sub(1);
        cell
    })
}

impl NeighbourSets {
    /// Returns the neighbours of each cell; `None` if the grid has too many cells.
    pub(super) fn of(grid: &Grid) -> Option<NeighbourSets> {
        let around = |cell| grid.neighbours(cell).fold(0, |set, near| set | 1 << near);
        (grid.n_cells() <= Cells::BITS as usize)
            .then(|| NeighbourSets((0..grid.n_cells()).map(around).collect()))
    }

    /// Returns the number that a cell shows in a layout.
    #[inline]
    pub(super) fn number(&self, mines: Cells, cell: Cell) -> u32 {
        (mines & self.0[cell]).count_ones()
    }

    /// Lists all layouts that fit a view, in random order; the caller checks that there are not too many. `None` if it
    /// is cancelled before it found one.
    pub(super) fn list(&self, view: &View, key: u128, order: Order, rng: &mut Rng) -> Option<Listed> {
        let mut lister = Lister::new(self, view, order, u64::MAX);
        lister.place(0, lister.shown_mines);
        let mut layouts = lister.found;
        for place in (1..layouts.len()).rev() {
            layouts.swap(place, rng.below(place + 1));
        }
        let covered = view.covered().fold(0, |set, cell| set | 1 << cell);
        (!layouts.is_empty()).then_some(Listed { key, covered, layouts })
    }
}

/// The order in which the covered cells are decided when all layouts are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Number by number, so that the cells around a number are together; cells that touch no number last.
    Beside,
    /// Cells that touch the fewest numbers first, as in Sebag & Teytaud 2012.
    LeastConstrained,
    /// Cells that touch the most numbers first.
    MostConstrained,
}

/// The cost of listing all layouts that fit a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListingCost {
    /// Number of layouts.
    pub n_layouts: u64,
    /// Number of partial layouts that were visited.
    pub n_steps: u64,
}

impl ListingCost {
    /// Lists the layouts that fit a view in this order, and returns the cost; `None` if the view has more than 64
    /// cells, or listing takes more than `most_steps` steps.
    pub fn of(view: &View, order: Order, most_steps: u64) -> Option<ListingCost> {
        let neighbour_sets = NeighbourSets::of(view.grid())?;
        let mut lister = Lister::new(&neighbour_sets, view, order, most_steps);
        lister.place(0, lister.shown_mines);
        let (n_layouts, n_steps) = (lister.found.len() as u64, lister.n_steps);
        (n_steps <= most_steps).then_some(ListingCost { n_layouts, n_steps })
    }
}

/// A backtracking search for all layouts that fit a view.
struct Lister {
    /// The covered cells, in order.
    cells: Vec<Cell>,
    /// For each number: the covered cells around it, and the number of mines among them.
    numbers: Vec<(Cells, u32)>,
    /// For each cell: the indices of the numbers around it.
    numbers_at: Vec<Vec<u32>>,
    /// For each cell: the cells after it.
    behind: Vec<Cells>,
    /// The index in `cells` from which on no cell touches a number.
    n_constrained: usize,
    shown_mines: Cells,
    n_mines: u32,
    n_steps: u64,
    most_steps: u64,
    found: Vec<Cells>,
}

impl Lister {
    fn new(neighbour_sets: &NeighbourSets, view: &View, order: Order, most_steps: u64) -> Lister {
        let covered = view.covered().fold(0, |set, cell| set | 1 << cell);
        let shown_mines = view.shown_mines().fold(0, |set, cell| set | 1 << cell);
        let mut numbers = Vec::new();
        for cell in 0..view.grid().n_cells() {
            let Shown::Number(number) = view.shown(cell) else { continue };
            let around = neighbour_sets.0[cell] & covered;
            let n_shown = neighbour_sets.number(shown_mines, cell);
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

    /// Puts mines on the cells from the index `idx` on in all ways that fit.
    fn place(&mut self, idx: usize, mines: Cells) {
        self.n_steps += 1;
        if self.n_steps.is_multiple_of(CHECK_INTERVAL) && is_cancelled() {
            // As if there were no steps left.
            self.most_steps = 0;
        }
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
            let can_fit = |&number: &u32| {
                let (around, n_mines) = self.numbers[number as usize];
                let n_placed = (with & around).count_ones();
                n_placed <= n_mines && n_mines <= n_placed + (self.behind[idx] & around).count_ones()
            };
            if self.numbers_at[idx].iter().all(can_fit) {
                self.place(idx + 1, with);
            }
        }
    }
}

impl Listed {
    /// Returns the covered cells in ascending order, each with the number of layouts in which it is a mine.
    pub(super) fn with_mine(&self) -> impl Iterator<Item = (Cell, u32)> + use<> {
        // Counts all cells at once, instead of in a loop over the cells of each layout: the bits of word k are the k-th
        // binary digits of the 64 counts, and a layout is added to them with carries.
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

    /// Returns the covered cells in ascending order, each with its risk.
    pub(super) fn risks(&self) -> impl Iterator<Item = (Cell, f64)> + use<> {
        let n_layouts = self.layouts.len() as f64;
        self.with_mine().map(move |(cell, with_mine)| (cell, f64::from(with_mine) / n_layouts))
    }

    /// Returns the covered cells that are a mine in no layout.
    fn safe(&self) -> Cells {
        self.covered & !self.layouts.iter().fold(0, |any, mines| any | mines)
    }

    /// Returns the state after a cell is revealed that is not a mine in the layout `mines`, and then all cells that
    /// `how` forces.
    pub(super) fn reveal(
        &self,
        neighbour_sets: &NeighbourSets,
        cell: Cell,
        mines: Cells,
        how: &mut Reveal,
    ) -> State {
        let number = neighbour_sets.number(mines, cell);
        let shows = |other: &Cells| other >> cell & 1 == 0 && neighbour_sets.number(*other, cell) == number;
        let mut after = Listed {
            key: self.key ^ zobrist(cell, number as u8),
            covered: self.covered & !(1 << cell),
            layouts: self.layouts.iter().copied().filter(shows).collect(),
        };
        how.record(cell, number as u8);
        let mut zeros = if number == 0 { neighbour_sets.0[cell] } else { 0 };
        while after.covered & !mines != 0 {
            let next = if how.forced { after.safe() } else { zeros & after.covered };
            if next == 0 {
                return State::Listed(after);
            }
            zeros = after.show(neighbour_sets, next, mines, how);
        }
        State::Won
    }

    /// Divides the layouts by what is shown when a cell is revealed, and then all cells that this proves safe. Leaves
    /// out layouts with a mine among the cells of `cleared`, which has the cell itself. Returns the number of layouts
    /// that are won by that, and the other parts.
    pub(super) fn divide(
        &self,
        neighbour_sets: &NeighbourSets,
        cell: Cell,
        cleared: Cells,
    ) -> (u64, Vec<Listed>) {
        let layouts = self.layouts.iter().copied().filter(|mines| mines & cleared == 0).collect();
        let whole = Listed { key: self.key, covered: self.covered, layouts };
        let mut open: Vec<(Listed, Cells)> = vec![(whole, 1 << cell)];
        let (mut n_won, mut parts) = (0, Vec::new());
        while let Some((part, shown)) = open.pop() {
            match part.layouts.len() {
                0 => {}
                // Every other cell of the only layout is safe.
                1 => n_won += 1,
                _ if shown != 0 => {
                    let rest = shown & (shown - 1);
                    let by_number = part.split(neighbour_sets, shown.trailing_zeros() as Cell);
                    open.extend(by_number.into_iter().map(|part| (part, rest)));
                }
                _ => match part.safe() {
                    0 => parts.push(part),
                    safe => open.push((part, safe)),
                },
            }
        }
        (n_won, parts)
    }

    /// Divides the layouts by the number that a cell shows, which is a mine in none of them.
    fn split(&self, neighbour_sets: &NeighbourSets, cell: Cell) -> Vec<Listed> {
        let part = |number: u8| Listed {
            key: self.key ^ zobrist(cell, number),
            covered: self.covered & !(1 << cell),
            layouts: Vec::new(),
        };
        let mut parts: Vec<Listed> = (0..=8).map(part).collect();
        for &mines in &self.layouts {
            parts[neighbour_sets.number(mines, cell) as usize].layouts.push(mines);
        }
        parts.retain(|part| !part.layouts.is_empty());
        parts
    }

    /// Shows cells that are not mines in the layout `mines`, and returns the neighbours of those that show 0.
    fn show(
        &mut self,
        neighbour_sets: &NeighbourSets,
        shown: Cells,
        mines: Cells,
        how: &mut Reveal,
    ) -> Cells {
        let mut zeros = 0;
        for cell in cells(shown) {
            let number = neighbour_sets.number(mines, cell);
            self.key ^= zobrist(cell, number as u8);
            how.record(cell, number as u8);
            zeros |= if number == 0 { neighbour_sets.0[cell] } else { 0 };
            self.layouts
                .retain(|&other| other >> cell & 1 == 0 && neighbour_sets.number(other, cell) == number);
        }
        self.covered &= !shown;
        zeros
    }
}
