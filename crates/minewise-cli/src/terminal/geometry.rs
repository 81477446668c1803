//! The positions of everything on the screen, used for drawing and for reading the mouse.

use minewise::{Cell, Grid, Rules, Topology};
use ratatui::layout::Rect;

use super::window::Window;

/// The size of the smallest screen that can be played on.
pub(super) const LEAST_WIDTH: u16 = 40;
pub(super) const LEAST_HEIGHT: u16 = 12;

/// The number of lines reserved for messages. Longer messages cover the board from below.
const MESSAGE_LINES: u16 = 2;

/// The positions of everything on a screen that is large enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    /// Rules, mines, time and seed.
    pub(super) header: Rect,
    /// The area between the header and the message.
    pub(super) body: Rect,
    pub(super) message: Rect,
    /// The most important keys.
    pub(super) keys: Rect,
    /// The cells; the rulers are to the left of it and above it.
    pub(super) board: Rect,
    pub(super) has_rulers: bool,
    /// The number of screen columns per cell: one for a mark, the others for what the cell shows.
    pub(super) pitch: u16,
    /// The number of columns by which odd rows are shifted.
    pub(super) shift: u16,
}

impl Geometry {
    /// Computes the geometry of a screen; `None` if it is too small.
    pub(super) fn new(area: Rect, rules: &Rules, shows_risks: bool) -> Option<Geometry> {
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            return None;
        }
        let margin = (rules.height() - 1).to_string().len() as u16 + 1;
        let pitch = match shows_risks {
            false => 2,
            // Without a percent sign, more cells fit on the screen.
            true if rules.width() * 4 + 3 > usize::from(area.width - margin) => 3,
            true => 4,
        };
        let shift = if rules.topology() == Topology::Hex { pitch / 2 } else { 0 };
        let line = |from_bottom: u16, height: u16| Rect { y: area.bottom() - from_bottom, height, ..area };
        let header = Rect { height: 1, ..area };
        let (keys, message) = (line(1, 1), line(1 + MESSAGE_LINES, MESSAGE_LINES));
        let body = Rect { y: area.y + 1, height: area.height - 2 - MESSAGE_LINES, ..area };
        // A mark belongs to the cell on its right, so the last cell needs one more column.
        let width =
            (rules.width() as u64 * u64::from(pitch) + u64::from(1 + shift)).min(u64::from(u16::MAX)) as u16;
        let height = rules.height().min(usize::from(u16::MAX)) as u16;
        let fits = width.saturating_add(margin) <= body.width && height < body.height;
        let has_rulers = fits || body.width >= 60 && body.height >= 14;
        let (margin, top) = if has_rulers { (margin, 1) } else { (0, 0) };
        let board = Rect {
            x: body.x + margin + body.width.saturating_sub(margin.saturating_add(width)) / 2,
            y: body.y + top,
            width: width.min(body.width - margin),
            height: height.min(body.height - top),
        };
        Some(Geometry { header, body, message, keys, board, has_rulers, pitch, shift })
    }

    /// The number of rows and columns of the grid that fit.
    pub(super) fn n_rows_cols(&self) -> (usize, usize) {
        let n_cols = self.board.width.saturating_sub(1 + self.shift) / self.pitch;
        (usize::from(self.board.height), usize::from(n_cols).max(1))
    }

    /// The position of the mark of a cell in the window. What the cell shows is to the right of it.
    pub(super) fn place(&self, (row, col): (usize, usize), window: &Window) -> (u16, u16) {
        let (down, right) = ((row - window.top) as u16, (col - window.left) as u16);
        (self.board.x + right * self.pitch + self.shift_of(row), self.board.y + down)
    }

    /// The cell at a position of the screen.
    pub(super) fn cell_at(&self, (x, y): (u16, u16), window: &Window, grid: &Grid) -> Option<Cell> {
        let row =
            window.top + usize::from(y.checked_sub(self.board.y).filter(|&down| down < self.board.height)?);
        let right = x.checked_sub(self.board.x + self.shift_of(row))?;
        let col = usize::from(right / self.pitch);
        if col >= window.n_cols {
            return None;
        }
        grid.cell(row, window.left + col)
    }

    fn shift_of(&self, row: usize) -> u16 {
        if row % 2 == 1 { self.shift } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(width: u16, height: u16, rules: &str) -> Option<Geometry> {
        Geometry::new(Rect::new(0, 0, width, height), &rules.parse().unwrap(), false)
    }

    #[test]
    fn a_screen_can_be_too_small() {
        assert_eq!(geometry(39, 30, "9x9/10"), None);
        assert_eq!(geometry(80, 11, "9x9/10"), None);
        assert!(geometry(40, 12, "9x9/10").is_some());
    }

    #[test]
    fn rulers_are_shown_when_they_fit() {
        assert!(geometry(100, 30, "30x16/99").unwrap().has_rulers);
        assert!(geometry(60, 20, "30x16/99").unwrap().has_rulers);
        assert!(!geometry(40, 12, "30x16/99").unwrap().has_rulers);
        assert!(geometry(40, 14, "9x9/10").unwrap().has_rulers);
    }

    #[test]
    fn a_cell_is_found_where_it_is_drawn() {
        for rules in ["30x16/99", "7x5/3@hex", "2000x1000/5"] {
            let geometry = geometry(60, 20, rules).unwrap();
            let rules: Rules = rules.parse().unwrap();
            let grid = Grid::new(rules);
            let mut window = Window::default();
            window.resize(geometry.n_rows_cols(), (rules.height(), rules.width()));
            window.follow((rules.height() - 1, rules.width() - 1), (rules.height(), rules.width()));
            for row in window.top..window.top + window.n_rows {
                for col in window.left..window.left + window.n_cols {
                    let (x, y) = geometry.place((row, col), &window);
                    for x in [x, x + 1] {
                        assert_eq!(geometry.cell_at((x, y), &window, &grid), grid.cell(row, col));
                    }
                    assert!(x + geometry.pitch < geometry.board.right() && y < geometry.board.bottom());
                }
            }
            assert_eq!(geometry.cell_at((0, 0), &window, &grid), None);
        }
    }
}
