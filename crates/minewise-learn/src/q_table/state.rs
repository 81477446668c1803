//! Views as keys of a table, reduced by the symmetries of their grid.

use std::cmp::Ordering;

use minewise::{Cell, Grid, Shown, View};

/// The letter of a covered cell.
pub(super) const COVERED: u8 = b'.';

/// A view in the form that a table stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// One letter per cell: [`COVERED`], a digit, or `*` for a mine.
    pub(super) key: Box<[u8]>,
    /// For each cell of the view, its place among the covered cells of the key; [`State::SHOWN`] if it is revealed.
    places: Box<[u8]>,
}

impl State {
    const SHOWN: u8 = u8::MAX;

    /// The place of a covered cell of the view among the covered cells of the key; `None` for a revealed cell.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        Some(self.places[cell]).filter(|&place| place != State::SHOWN).map(usize::from)
    }

    /// The covered cells of the view; of cells that share a place, only the first.
    pub(super) fn representatives(&self) -> impl Iterator<Item = Cell> + '_ {
        let is_first = |&cell: &Cell| !self.places[..cell].contains(&self.places[cell]);
        (0..self.places.len()).filter(|&cell| self.places[cell] != State::SHOWN).filter(is_first)
    }

    /// Maps values of places to values of the view's cells.
    pub(super) fn spread<V: Copy>(&self, values: &[Option<V>]) -> Vec<Option<V>> {
        (0..self.places.len()).map(|cell| self.place(cell).and_then(|place| values[place])).collect()
    }

    /// The number of covered cells.
    pub(super) fn n_places(&self) -> usize {
        n_covered(&self.key)
    }
}

/// The number of covered cells of a key.
pub(super) fn n_covered(key: &[u8]) -> usize {
    key.iter().filter(|&&letter| letter == COVERED).count()
}

/// The letters of a view.
pub(super) fn letters(view: &View) -> Box<[u8]> {
    let letter = |cell: Cell| match view.shown(cell) {
        Shown::Covered | Shown::Flag => COVERED,
        Shown::Number(number) => b'0' + number,
        Shown::Mine => b'*',
    };
    (0..view.grid().n_cells()).map(letter).collect()
}

/// Reduces views to states: all images of a view under the symmetries of the grid are one state. Its key is the image
/// whose letters come first in alphabetical order.
#[derive(Clone, Debug)]
pub(super) struct Reduction {
    /// For each symmetry, the cell that each cell of the image comes from. The first symmetry is the identity.
    sources: Vec<Box<[u8]>>,
    /// For each symmetry, the cell of the image that each cell goes to.
    targets: Vec<Box<[u8]>>,
}

impl Reduction {
    /// Creates the reduction of a grid with at most 64 cells. Without `symmetry`, every view is its own state.
    pub(super) fn new(grid: &Grid, symmetry: bool) -> Reduction {
        let identity: Vec<Cell> = (0..grid.n_cells()).collect();
        let turns = if symmetry { grid.turns() } else { Vec::new() };
        let (mut sources, mut targets) = (Vec::new(), Vec::new());
        for turn in [identity].into_iter().chain(turns) {
            let mut source = vec![0; turn.len()];
            for (cell, &there) in turn.iter().enumerate() {
                source[there] = cell as u8;
            }
            sources.push(source.into());
            targets.push(turn.into_iter().map(|cell| cell as u8).collect());
        }
        Reduction { sources, targets }
    }

    /// The state of a view.
    pub(super) fn state(&self, view: &View) -> State {
        self.reduce(&letters(view))
    }

    /// The state of a view's letters.
    ///
    /// If several symmetries lead to the key, the view itself is symmetric. Cells that its symmetry makes equivalent
    /// then share the first of their places.
    pub(super) fn reduce(&self, letters: &[u8]) -> State {
        let mut key: Box<[u8]> = letters.into();
        let mut leading = vec![0];
        for (idx, source) in self.sources.iter().enumerate().skip(1) {
            let image = source.iter().map(|&cell| letters[usize::from(cell)]);
            match image.clone().cmp(key.iter().copied()) {
                Ordering::Less => {
                    key = image.collect();
                    leading = vec![idx];
                }
                Ordering::Equal => leading.push(idx),
                Ordering::Greater => {}
            }
        }
        let mut places = vec![State::SHOWN; letters.len()];
        let ranks = ranks(&key);
        for cell in (0..letters.len()).filter(|&cell| letters[cell] == COVERED) {
            let home =
                leading.iter().map(|&idx| self.targets[idx][cell]).min().expect("one leads to the key");
            places[cell] = ranks[usize::from(home)];
        }
        State { key, places: places.into() }
    }
}

/// For each cell of a key, the number of covered cells before it.
fn ranks(key: &[u8]) -> Vec<u8> {
    let mut n_before = 0;
    key.iter()
        .map(|&letter| {
            let rank = n_before;
            n_before += u8::from(letter == COVERED);
            rank
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(view: &str) -> State {
        let view: View = view.parse().unwrap();
        Reduction::new(view.grid(), true).state(&view)
    }

    #[test]
    fn images_of_a_view_are_one_state() {
        let text = |view: &str| String::from_utf8(state(view).key.into()).unwrap();
        for view in ["4x2/2 1.../....", "4x2/2 ...1/....", "4x2/2 ..../1...", "4x2/2 ..../...1"] {
            assert_eq!(text(view), ".......1");
        }
        assert_eq!(text("3x3/2 .../.../12."), ".......21");
        assert_eq!(text("3x3/2 21./.../..."), ".......12");
    }

    #[test]
    fn the_covered_cells_of_images_share_their_places() {
        let (one, other) = (state("4x2/2 1.../...."), state("4x2/2 ..../...1"));
        assert_eq!((one.place(0), one.place(1)), (None, Some(6)));
        for cell in 0..8 {
            assert_eq!(one.place(cell), other.place(7 - cell));
        }
    }

    #[test]
    fn equivalent_cells_of_a_symmetric_view_share_a_place() {
        let places = |view: &str, n_cells: usize| -> Vec<Option<usize>> {
            let state = state(view);
            (0..n_cells).map(|cell| state.place(cell)).collect()
        };
        let first: Vec<Option<usize>> = [0, 1, 0, 1, 4, 1, 0, 1, 0].map(Some).into();
        assert_eq!(places("3x3/2 .../.../...", 9), first);
        assert_eq!(places("3x2/2 .1./...", 6)[..3], [Some(3), None, Some(3)]);
    }

    #[test]
    fn without_symmetry_every_view_is_its_own_state() {
        let view: View = "4x2/2 1.../....".parse().unwrap();
        let state = Reduction::new(view.grid(), false).state(&view);
        assert_eq!((&*state.key, state.place(7), state.n_places()), (&b"1......."[..], Some(6), 7));
    }
}
