//! The part of the grid that is on the screen.

/// The rows and columns of the grid that are on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) n_rows: usize,
    pub(super) n_cols: usize,
}

impl Window {
    /// Changes the size, and keeps the window inside a grid of these sides.
    pub(super) fn resize(&mut self, (n_rows, n_cols): (usize, usize), (height, width): (usize, usize)) {
        (self.n_rows, self.n_cols) = (n_rows.min(height), n_cols.min(width));
        self.top = self.top.min(height - self.n_rows);
        self.left = self.left.min(width - self.n_cols);
    }

    /// Moves just far enough to show this cell and the cells around it.
    pub(super) fn follow(&mut self, (row, col): (usize, usize), (height, width): (usize, usize)) {
        self.top = following(self.top, self.n_rows, row, height);
        self.left = following(self.left, self.n_cols, col, width);
    }

    /// Moves by this many rows and columns, at most to the edge of the grid.
    pub(super) fn scroll(&mut self, (down, right): (isize, isize), (height, width): (usize, usize)) {
        self.top = self.top.saturating_add_signed(down).min(height.saturating_sub(self.n_rows));
        self.left = self.left.saturating_add_signed(right).min(width.saturating_sub(self.n_cols));
    }
}

/// The number of cells shown on every side of the followed cell.
const AROUND: usize = 2;

/// The first of `n_shown` rows or columns out of `n` such that `at` is among them, as close to `first` as possible.
fn following(first: usize, n_shown: usize, at: usize, n: usize) -> usize {
    let around = AROUND.min(n_shown.saturating_sub(1) / 2);
    let (earliest, latest) = ((at + around + 1).saturating_sub(n_shown), at.saturating_sub(around));
    first.min(latest).max(earliest).min(n.saturating_sub(n_shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_follows_and_stays_on_the_grid() {
        let sides = (16, 30);
        let mut window = Window::default();
        window.resize((8, 10), sides);
        window.follow((10, 12), sides);
        assert_eq!((window.top, window.left), (5, 5));
        window.follow((6, 0), sides);
        assert_eq!((window.top, window.left), (4, 0));
        window.follow((15, 29), sides);
        assert_eq!((window.top, window.left), (8, 20));
        window.scroll((99, -50), sides);
        assert_eq!((window.top, window.left), (8, 0));
        window.resize((40, 20), sides);
        assert_eq!(window, Window { top: 0, left: 0, n_rows: 16, n_cols: 20 });
    }
}
