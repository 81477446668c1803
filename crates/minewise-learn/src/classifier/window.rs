//! The window around a cell, and its coding as numbers.

use std::fmt;
use std::str::FromStr;

use minewise::{Cell, Shown, Step, Topology, View};
use serde::{Deserialize, Serialize};

/// How many cells a window is wide and high: 3, 5, 7 or 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side(u8);

impl Side {
    /// Every side there is.
    pub const ALL: [Side; 4] = [Side(3), Side(5), Side(7), Side(9)];

    /// The cells of a window, without the one in the middle.
    pub(super) fn n_cells(self) -> usize {
        usize::from(self.0).pow(2) - 1
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

/// The codes of a cell: 0–8 for its number, then these.
const COVERED: u8 = 9;
const OUT_OF_BOUNDS: u8 = 10;
/// How many codes there are.
pub(super) const N_CODES: usize = 11;

/// What is shown in the square around a covered cell, row by row; that cell itself is left out, since it is always covered.
///
/// As text: `0`–`8` numbers, `.` covered, `x` out of bounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Window(Box<[u8]>);

impl Window {
    /// The window of a side around a cell. On a torus it goes on at the opposite edge; on the other topologies it is the
    /// rows and columns around. A mine that is shown counts as covered, since no window that is learned from has any.
    pub fn around(view: &View, cell: Cell, side: Side) -> Window {
        let grid = view.grid();
        let (height, width) = (grid.rules().height() as i64, grid.rules().width() as i64);
        let wraps = grid.rules().topology().wraps();
        let (row, col) = grid.row_col(cell);
        let reach = i64::from(side.0 / 2);
        let code = |down: i64, right: i64| {
            let (mut to_row, mut to_col) = (row as i64 + down, col as i64 + right);
            if wraps {
                (to_row, to_col) = (to_row.rem_euclid(height), to_col.rem_euclid(width));
            }
            let inside = (0..height).contains(&to_row) && (0..width).contains(&to_col);
            if inside { code_of(view.shown((to_row * width + to_col) as usize)) } else { OUT_OF_BOUNDS }
        };
        let steps = (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| (down, right)));
        Window(steps.filter(|&step| step != (0, 0)).map(|(down, right)| code(down, right)).collect())
    }

    /// The window around a cell, upright if that is wanted and means the same on this grid.
    pub(super) fn seen(view: &View, cell: Cell, side: Side, symmetry: bool) -> Window {
        let window = Window::around(view, cell, side);
        if symmetry && is_symmetric(view.grid().rules().topology()) { window.upright() } else { window }
    }

    /// The image of it, mirrored and turned, that stands for all of them: that whose cells out of bounds come last, and of
    /// those the first by its codes.
    #[must_use]
    pub fn upright(self) -> Window {
        let key = |codes: &[u8]| -> Vec<bool> { codes.iter().map(|&code| code == OUT_OF_BOUNDS).collect() };
        let images = (0..8).map(|kind| self.image(kind));
        let first = images.min_by(|one, other| key(&one.0).cmp(&key(&other.0)).then_with(|| one.cmp(other)));
        first.expect("there are eight images")
    }

    /// One of its eight mirrorings and turns.
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

    /// The window of these codes, each below [`N_CODES`].
    pub(super) fn from_codes(codes: &[u8]) -> Window {
        Window(codes.into())
    }

    /// The codes of its cells.
    pub(super) fn codes(&self) -> &[u8] {
        &self.0
    }
}

/// Whether mirrored and turned windows mean the same: cells that touch still touch.
pub(super) fn is_symmetric(topology: Topology) -> bool {
    let steps = topology.steps(0);
    let has = |step: Step| steps.contains(&step);
    let turns = |&(down, right): &Step| has((right, down)) && has((-down, right));
    steps.iter().all(turns) && topology.steps(1) == steps
}

fn code_of(shown: Shown) -> u8 {
    match shown {
        Shown::Number(number) => number,
        Shown::Covered | Shown::Flag | Shown::Mine => COVERED,
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |&code: &u8| match code {
            COVERED => '.',
            OUT_OF_BOUNDS => 'x',
            number => char::from(b'0' + number),
        };
        f.write_str(&self.0.iter().map(letter).collect::<String>())
    }
}

impl FromStr for Window {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Window, &'static str> {
        let code = |letter: u8| match letter {
            b'0'..=b'8' => Some(letter - b'0'),
            b'.' => Some(COVERED),
            b'x' => Some(OUT_OF_BOUNDS),
            _ => None,
        };
        let codes: Option<Box<[u8]>> = text.bytes().map(code).collect();
        codes.map(Window).ok_or("expected a window of the letters `0`–`8`, `.` and `x`")
    }
}

/// How the codes of a window become numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// One number a cell, as in the paper: 0–8, 9 for covered and 10 for out of bounds, in tenths.
    Integer,
    /// A number for each code of each cell: 1 for the one that it has, else 0.
    #[default]
    OneHot,
}

impl Encoding {
    /// Every encoding there is.
    pub const ALL: [Encoding; 2] = [Encoding::Integer, Encoding::OneHot];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Integer => "integer",
            Encoding::OneHot => "one-hot",
        }
    }

    /// How many numbers one cell becomes.
    pub(super) fn n_numbers(self) -> usize {
        match self {
            Encoding::Integer => 1,
            Encoding::OneHot => N_CODES,
        }
    }

    /// The numbers of some codes that are not 0, each with its place.
    pub(super) fn features(self, codes: &[u8]) -> impl Iterator<Item = (usize, f64)> + '_ {
        codes.iter().enumerate().map(move |(cell, &code)| match self {
            Encoding::Integer => (cell, f64::from(code) / 10.0),
            Encoding::OneHot => (cell * N_CODES + usize::from(code), 1.0),
        })
    }

    /// The squared distance of two windows as a whole number of [steps](Encoding::step).
    pub(super) fn distance(self, one: &[u8], other: &[u8]) -> usize {
        let pairs = one.iter().zip(other);
        match self {
            Encoding::Integer => {
                let square = |(&one, &other): (&u8, &u8)| u16::from(one.abs_diff(other)).pow(2);
                usize::from(pairs.map(square).sum::<u16>())
            }
            // A window has at most 80 cells.
            Encoding::OneHot => usize::from(pairs.map(|(one, other)| u8::from(one != other)).sum::<u8>()),
        }
    }

    /// The squared distance of one step.
    pub(super) fn step(self) -> f64 {
        match self {
            Encoding::Integer => 0.01,
            Encoding::OneHot => 2.0,
        }
    }

    /// The most steps between two windows of so many cells.
    pub(super) fn most_steps(self, n_cells: usize) -> usize {
        match self {
            Encoding::Integer => 100 * n_cells,
            Encoding::OneHot => n_cells,
        }
    }

    /// The RBF kernel of every distance, by its steps.
    pub(super) fn kernel_table(self, gamma: f64, n_cells: usize) -> Vec<f32> {
        let kernel = |steps: usize| (-gamma * self.step() * steps as f64).exp() as f32;
        (0..=self.most_steps(n_cells)).map(kernel).collect()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Encoding, String> {
        let found = Encoding::ALL.into_iter().find(|encoding| encoding.name() == text);
        found.ok_or_else(|| "expected `integer` or `one-hot`".to_owned())
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
    fn a_window_goes_on_around_a_torus() {
        check("4x3/2@torus 01../12../....", 3, 3, "... .0 ..1");
        check("3x3/1@torus 0../1../...", 2, 5, "1..1. ..... 0.0. 1..1. .....");
    }

    #[test]
    fn a_single_row_lies_between_bounds() {
        check("9x1/2 01.......", 2, 5, "xxxxx xxxxx 01.. xxxxx xxxxx");
        check("1x9/2 0/1/././././././.", 2, 3, "x1x xx x.x");
    }

    #[test]
    fn all_images_of_a_window_stand_upright_alike() {
        let window: Window = "xx.12x0...xx1x2.........".parse().unwrap();
        let upright = window.clone().upright();
        assert_eq!(upright.to_string(), ".........2x1xx...0x21.xx");
        for kind in 0..8 {
            assert_eq!(window.image(kind).upright(), upright);
        }
        assert!(Topology::ALL.map(is_symmetric) == [true, true, false, true]);
    }

    #[test]
    fn the_distance_is_that_of_the_features() {
        let windows =
            ["01.x8.2x", "00x.1.2.", "........", "xxxxxxxx"].map(|text| text.parse::<Window>().unwrap());
        for encoding in Encoding::ALL {
            let numbers = |window: &Window| {
                let mut numbers = vec![0.0; encoding.n_numbers() * window.codes().len()];
                for (place, number) in encoding.features(window.codes()) {
                    numbers[place] = number;
                }
                numbers
            };
            for (one, other) in windows.iter().flat_map(|one| windows.iter().map(move |other| (one, other))) {
                let squares = numbers(one).into_iter().zip(numbers(other)).map(|(a, b)| (a - b).powi(2));
                let distance = encoding.distance(one.codes(), other.codes());
                assert!(distance <= encoding.most_steps(8));
                assert!((squares.sum::<f64>() - encoding.step() * distance as f64).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn other_letters_are_no_window() {
        assert!("01.9".parse::<Window>().is_err() && "01 .".parse::<Window>().is_err());
    }
}
