//! The window around a cell.

use std::fmt;
use std::str::FromStr;

use minewise::board::Step;
use minewise::{Cell, Topology, View};

use crate::shared::encoding::{OUT_OF_BOUNDS, code_of, codes, letters};

/// The width and height of a window in cells: 3, 5, 7 or 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side(u8);

impl Side {
    /// All sizes.
    pub const ALL: [Side; 4] = [Side(3), Side(5), Side(7), Side(9)];

    /// The number of cells of a window, without the one in the middle.
    pub(super) fn n_cells(self) -> usize {
        usize::from(self.0).pow(2) - 1
    }
}

impl Default for Side {
    fn default() -> Side {
        Side(5)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Side {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Side, &'static str> {
        let found = Side::ALL.into_iter().find(|side| side.to_string() == text);
        found.ok_or("expected a window of 3, 5, 7 or 9")
    }
}

/// The content of the square around a covered cell, row by row. The cell itself is left out, since it is always
/// covered.
///
/// As text: `0`–`8` for numbers, `.` for covered, `x` for out of bounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Window(Box<[u8]>);

impl Window {
    /// The window of this size around a cell. On a torus it continues at the opposite edge. On the other topologies it
    /// is the surrounding rows and columns.
    pub fn around(view: &View, cell: Cell, side: Side) -> Window {
        let reach = i64::from(side.0 / 2);
        let steps = (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| (down, right)));
        let code = |step: Step| {
            let there = view.grid().after(cell, step);
            there.map_or(OUT_OF_BOUNDS, |there| code_of(view.shown(there)))
        };
        Window(steps.filter(|&step| step != (0, 0)).map(code).collect())
    }

    /// The window around a cell, in its canonical form if `symmetry` is wanted and the topology allows it.
    pub(super) fn of_cell(view: &View, cell: Cell, side: Side, symmetry: bool) -> Window {
        let window = Window::around(view, cell, side);
        if symmetry && is_symmetric(view.grid().rules().topology()) { window.canonical() } else { window }
    }

    /// The canonical form of the window among its eight mirrored and rotated images: the one whose cells out of bounds
    /// come last and, among several such images, the first by its codes.
    #[must_use]
    pub fn canonical(self) -> Window {
        let key = |codes: &[u8]| -> Vec<bool> { codes.iter().map(|&code| code == OUT_OF_BOUNDS).collect() };
        let images = (0..8).map(|kind| self.image(kind));
        let first = images.min_by(|one, other| key(&one.0).cmp(&key(&other.0)).then_with(|| one.cmp(other)));
        first.expect("there are eight images")
    }

    /// One of its eight mirrored and rotated images. `kind` has one bit each for flipping rows, flipping columns and
    /// swapping rows with columns.
    fn image(&self, kind: usize) -> Window {
        let side = (self.0.len() + 1).isqrt();
        let middle = self.0.len() / 2;
        let code = |place: usize| {
            let (mut row, mut col) = (place / side, place % side);
            row = if kind & 1 != 0 { side - 1 - row } else { row };
            col = if kind & 2 != 0 { side - 1 - col } else { col };
            (row, col) = if kind & 4 != 0 { (col, row) } else { (row, col) };
            let from = row * side + col;
            self.0[from - usize::from(from > middle)]
        };
        Window((0..side * side).filter(|&place| place != middle).map(code).collect())
    }

    /// Creates a window from its codes.
    pub(super) fn from_codes(codes: &[u8]) -> Window {
        Window(codes.into())
    }

    /// The codes of its cells.
    pub(super) fn codes(&self) -> &[u8] {
        &self.0
    }
}

/// Whether mirrored and rotated windows mean the same on a topology, that is, neighbours stay neighbours.
pub(super) fn is_symmetric(topology: Topology) -> bool {
    let steps = topology.steps(0);
    let has = |step: Step| steps.contains(&step);
    let turns = |&(down, right): &Step| has((right, down)) && has((-down, right));
    steps.iter().all(turns) && topology.steps(1) == steps
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&letters(&self.0))
    }
}

impl FromStr for Window {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Window, &'static str> {
        codes(text).map(Window).ok_or("expected a window of the letters `0`–`8`, `.` and `x`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(view: &str, cell: Cell, side: u8, expected: &str) {
        let view: View = view.parse().unwrap();
        let window = Window::around(&view, cell, Side(side));
        assert_eq!(window.to_string(), expected.replace(' ', ""));
        assert_eq!(window.to_string().parse(), Ok(window));
    }

    #[test]
    fn a_window_ends_at_the_edges() {
        check("4x3/2 01../12../....", 6, 3, "1.. 2. ...");
        check("4x3/2 01../12../....", 3, 3, "xxx .x ..x");
        check("4x3/2 01../12../....", 2, 5, "xxxxx xxxxx 01.x 12..x ....x");
        check("4x3/2 01../F2../*...", 5, 3, "01. .. ...");
    }

    #[test]
    fn a_window_continues_around_a_torus() {
        check("4x3/2@torus 01../12../....", 3, 3, "... .0 ..1");
        check("3x3/1@torus 0../1../...", 2, 5, "1..1. ..... 0.0. 1..1. .....");
    }

    #[test]
    fn a_single_row_lies_between_bounds() {
        check("9x1/2 01.......", 2, 5, "xxxxx xxxxx 01.. xxxxx xxxxx");
        check("1x9/2 0/1/././././././.", 2, 3, "x1x xx x.x");
    }

    #[test]
    fn all_images_of_a_window_have_the_same_canonical_form() {
        let window: Window = "xx.12x0...xx1x2.........".parse().unwrap();
        let canonical = window.clone().canonical();
        assert_eq!(canonical.to_string(), ".........2x1xx...0x21.xx");
        for kind in 0..8 {
            assert_eq!(window.image(kind).canonical(), canonical);
        }
        let found = ["square", "torus", "hex", "knight"].map(|name| is_symmetric(name.parse().unwrap()));
        assert_eq!(found, [true, true, false, true]);
    }

    #[test]
    fn other_letters_are_refused() {
        assert!("01.9".parse::<Window>().is_err() && "01 .".parse::<Window>().is_err());
    }
}
