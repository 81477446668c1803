//! The boards that predicates look at: a view with marked mines and suppositions.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use minewise::{Cell, Grid, Shown, View};

/// A view in which marked mines are shown as mines, and some covered cells can be supposed to be mines or safe.
///
/// In the paper, a covered cell without a mark is *undetermined* and a number is *determined*. Here, a covered cell
/// without a mark or a supposition is called *blank*.
#[derive(Clone, Debug)]
pub struct Board {
    view: Arc<View>,
    /// The covered cells that are supposed to be mines (`true`) or safe (`false`).
    supposed: BTreeMap<u32, bool>,
    n_left: i64,
    n_blank: usize,
    is_contradictory: bool,
    /// The hash of the view alone, computed once and shared by all boards with suppositions.
    hash: u64,
}

impl Board {
    /// Creates the board of a view. Mines shown in the view are marked.
    pub fn new(view: View) -> Arc<Board> {
        let n_left = view.grid().rules().n_mines() as i64 - view.shown_mines().count() as i64;
        let n_blank = view.n_covered();
        let mut hasher = DefaultHasher::new();
        (0..view.grid().n_cells()).for_each(|cell| view.shown(cell).hash(&mut hasher));
        let (supposed, hash) = (BTreeMap::new(), hasher.finish());
        Arc::new(Board { view: Arc::new(view), supposed, n_left, n_blank, is_contradictory: false, hash })
    }

    /// The view, with marked mines shown as mines.
    pub fn view(&self) -> &View {
        &self.view
    }

    fn grid(&self) -> &Grid {
        self.view.grid()
    }

    /// The number of mines that are neither marked nor supposed; below 0 if there are too many suppositions.
    pub fn n_left(&self) -> i64 {
        self.n_left
    }

    /// The number of blank cells.
    pub fn n_blank(&self) -> usize {
        self.n_blank
    }

    /// Whether a cell is blank.
    pub fn is_blank(&self, cell: Cell) -> bool {
        self.view.is_covered(cell) && !self.supposed.contains_key(&(cell as u32))
    }

    fn is_mine(&self, cell: Cell) -> bool {
        self.view.shown(cell) == Shown::Mine || self.supposed.get(&(cell as u32)) == Some(&true)
    }

    /// The blank cells, in ascending order.
    pub fn blanks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.view.covered().filter(|&cell| self.is_blank(cell))
    }

    /// The blank cells around a cell, in ascending order.
    pub fn blanks_around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid().neighbours(cell).filter(|&near| self.is_blank(near))
    }

    /// The numbers around a cell, in ascending order.
    pub fn numbers_around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid().neighbours(cell).filter(|&near| matches!(self.view.shown(near), Shown::Number(_)))
    }

    /// The number of mines that a number still misses; `None` if the cell shows no number.
    pub fn missing_at(&self, cell: Cell) -> Option<i64> {
        let Shown::Number(number) = self.view.shown(cell) else { return None };
        let n_mines = self.grid().neighbours(cell).filter(|&near| self.is_mine(near)).count();
        Some(i64::from(number) - n_mines as i64)
    }

    /// The blank cells that touch a number, in ascending order.
    pub fn frontier(&self) -> impl Iterator<Item = Cell> + '_ {
        self.blanks().filter(|&cell| self.numbers_around(cell).next().is_some())
    }

    /// The same board with a blank cell supposed to be a mine, or safe.
    pub fn supposing(&self, cell: Cell, is_mine: bool) -> Board {
        let mut board = self.clone();
        board.suppose(cell, is_mine);
        board
    }

    fn suppose(&mut self, cell: Cell, is_mine: bool) {
        self.supposed.insert(cell as u32, is_mine);
        self.n_blank -= 1;
        self.n_left -= i64::from(is_mine);
    }

    /// The same board with everything that follows from single numbers, starting at the supposed cells and continuing
    /// with the cells decided on the way. The total number of mines counts as a number. It ends at a contradiction.
    // Not `minewise::census::Settled`: that looks at all numbers, while here consequences are followed only from the
    // supposed cells, and the total number of mines takes part. The learned rules depend on exactly these consequences.
    pub fn propagated(&self) -> Board {
        let mut board = self.clone();
        let mut pending: Vec<Cell> =
            self.supposed.keys().flat_map(|&cell| self.numbers_around(cell as usize)).collect();
        while !board.is_contradictory {
            let (n_missing, blanks): (i64, Vec<Cell>) = match pending.pop() {
                Some(number) => {
                    (board.missing_at(number).unwrap_or(0), board.blanks_around(number).collect())
                }
                None if board.n_blank == 0 => break,
                None if board.n_left == 0 || board.n_left == board.n_blank as i64 => {
                    (board.n_left, board.blanks().collect())
                }
                None => break,
            };
            for &cell in blanks.iter().filter(|_| n_missing == 0 || n_missing == blanks.len() as i64) {
                board.suppose(cell, n_missing > 0);
                pending.extend(self.numbers_around(cell));
            }
            board.is_contradictory = n_missing < 0 || n_missing > blanks.len() as i64;
        }
        board.is_contradictory |=
            board.n_left < 0 || board.n_left > board.n_blank as i64 || board.has_clash();
        board
    }

    /// Whether two numbers contradict each other, one of them next to a supposed cell: one misses more mines than the
    /// cells that both share (at most what the other misses) and its remaining cells can hold together.
    fn has_clash(&self) -> bool {
        let beside = self.supposed.keys().flat_map(|&cell| self.numbers_around(cell as usize));
        let beside: BTreeSet<Cell> = beside.collect();
        let is_clash = |one: Cell, other: Cell| {
            let n_apart =
                self.blanks_around(one).filter(|&cell| !self.grid().touch(cell, other)).count() as i64;
            self.missing_at(one) > self.missing_at(other).map(|n_missing| n_missing + n_apart)
        };
        beside.iter().any(|&one| {
            let sharing: BTreeSet<Cell> =
                self.blanks_around(one).flat_map(|cell| self.numbers_around(cell)).collect();
            sharing.iter().any(|&other| is_clash(one, other) || is_clash(other, one))
        })
    }

    /// Whether [`Board::propagated`] found a contradiction: a number, two numbers together, or the mines left.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// All numbers with blank cells around them, in ascending order.
    pub fn open_numbers(&self) -> impl Iterator<Item = Cell> + '_ {
        let is_open = |&cell: &Cell| {
            matches!(self.view.shown(cell), Shown::Number(_)) && self.blanks_around(cell).next().is_some()
        };
        (0..self.grid().n_cells()).filter(is_open)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.hash == other.hash
            && self.supposed == other.supposed
            && self.is_contradictory == other.is_contradictory
            && (Arc::ptr_eq(&self.view, &other.view) || self.view == other.view)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash ^ u64::from(self.is_contradictory));
        for (&cell, &is_mine) in &self.supposed {
            state.write_u64(u64::from(cell) << 1 | u64::from(is_mine));
        }
    }
}
