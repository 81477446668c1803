//! Which part of the grid is on the screen.

/// The rows and columns of the grid that are on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) n_rows: usize,
    pub(super) n_cols: usize,
}

impl Window {
    /// Takes another size, and stays on a grid of these sides.
    pub(super) fn resize(&mut self, (n_rows, n_cols): (usize, usize), (height, width): (usize, usize)) {
        (self.n_rows, self.n_cols) = (n_rows.min(height), n_cols.min(width));
        self.top = self.top.min(height - self.n_rows);
        self.left = self.left.min(width - self.n_cols);
    }

    /// Moves just as far as shows this cell.
    pub(super) fn follow(&mut self, (row, col): (usize, usize)) {
        self.top = self.top.min(row).max((row + 1).saturating_sub(self.n_rows));
        self.left = self.left.min(col).max((col + 1).saturating_sub(self.n_cols));
    }

    /// Moves by so many rows and columns, as far as the grid goes.
    pub(super) fn scroll(&mut self, (down, right): (isize, isize), (height, width): (usize, usize)) {
        self.top = self.top.saturating_add_signed(down).min(height.saturating_sub(self.n_rows));
        self.left = self.left.saturating_add_signed(right).min(width.saturating_sub(self.n_cols));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_follows_and_stays_on_the_grid() {
        let sides = (16, 30);
        let mut window = Window::default();
        window.resize((8, 10), sides);
        window.follow((10, 12));
        assert_eq!((window.top, window.left), (3, 3));
        window.follow((5, 0));
        assert_eq!((window.top, window.left), (3, 0));
        window.scroll((99, -5), sides);
        assert_eq!((window.top, window.left), (8, 0));
        window.resize((40, 20), sides);
        assert_eq!(window, Window { top: 0, left: 0, n_rows: 16, n_cols: 20 });
    }
}
