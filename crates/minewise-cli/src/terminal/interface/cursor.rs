//! The cursor of the interface, moved by keys.

use minewise::Cell;

use super::Interface;
use crate::terminal::input::Key;
use crate::terminal::timed_game::TimedGame;

impl Interface {
    /// Moves the cursor if the key is one that does. Returns whether it is.
    pub(super) fn move_cursor(&mut self, key: Key) -> bool {
        let (page, wide) = (self.window.n_rows.max(1) as isize, self.sides().1 as isize);
        let (down, right) = match key {
            Key::Up | Key::Letter('k') => (-1, 0),
            Key::Down | Key::Letter('j') => (1, 0),
            Key::Left | Key::Letter('h') => (0, -1),
            Key::Right | Key::Letter('l') => (0, 1),
            Key::Home => (0, -wide),
            Key::End => (0, wide),
            Key::PageUp => (-page, 0),
            Key::PageDown => (page, 0),
            _ => return false,
        };
        let (height, width) = self.sides();
        let (row, col) = self.timed.grid().row_col(self.cursor);
        let is_step = matches!((down, right), (-1 | 1, 0) | (0, -1 | 1));
        let wraps = self.timed.rules().topology().wraps() && is_step;
        let (row, col) = (moved(row, down, height, wraps), moved(col, right, width, wraps));
        self.cursor = row * width + col;
        self.show(self.cursor);
        true
    }
}

/// The cell in the middle, where the cursor starts.
pub(super) fn middle(timed: &TimedGame) -> Cell {
    let rules = timed.rules();
    (rules.height() - 1) / 2 * rules.width() + (rules.width() - 1) / 2
}

/// A row or column moved by `steps`, which wraps round the edge or stops at it.
fn moved(from: usize, steps: isize, n: usize, wraps: bool) -> usize {
    let to = from as isize + steps;
    let to = if wraps { to.rem_euclid(n as isize) } else { to.clamp(0, n as isize - 1) };
    to as usize
}
