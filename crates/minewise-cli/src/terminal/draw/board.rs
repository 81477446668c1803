//! Draws the cells, with rulers, marks and risks.

use clap::builder::styling::AnsiColor;
use minewise::{Cell, Census, Grid, Layout, Position, Shown, Verdict, View};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use crate::io::draw::short_percent;
use crate::io::output::risk_colour;
use crate::terminal::geometry::Geometry;
use crate::terminal::look::Glyphs;
use crate::terminal::window::Window;

/// The colour of each number, readable on dark and on light backgrounds. The digits are enough to distinguish them.
const COLOURS: [Color; 9] = [
    Color::DarkGray,
    Color::LightBlue,
    Color::Green,
    Color::LightRed,
    Color::LightMagenta,
    Color::Red,
    Color::Cyan,
    Color::Reset,
    Color::DarkGray,
];

/// What there is to draw of a board.
pub(super) struct Board<'a> {
    pub(super) position: &'a Position,
    /// The layout, once it may be shown.
    pub(super) layout: Option<&'a Layout>,
    pub(super) is_won: bool,
    /// The cell in brackets.
    pub(super) cursor: Cell,
    /// The cell with a `>` before it.
    pub(super) mark: Option<Cell>,
    pub(super) window: &'a Window,
    /// Whether covered cells show their risks.
    pub(super) shows_risks: bool,
    /// Whether the neighbours of the cursor are underlined.
    pub(super) highlights_neighbours: bool,
}

impl Board<'_> {
    fn view(&self) -> &View {
        self.position.view()
    }

    fn grid(&self) -> &Grid {
        self.view().grid()
    }
}

/// Draws the part of the grid that is in the window.
pub(super) fn draw(buffer: &mut Buffer, board: &Board<'_>, geometry: &Geometry, glyphs: &Glyphs) {
    if geometry.has_rulers {
        draw_rulers(buffer, board, geometry);
    }
    let window = board.window;
    let census = if board.shows_risks { board.position.census().ok() } else { None };
    let is_over = board.layout.is_some();
    let width = usize::from(geometry.pitch) - 1;
    for row in window.top..window.top + window.n_rows {
        for col in window.left..window.left + window.n_cols {
            let Some(cell) = board.grid().cell(row, col) else { continue };
            let (text, style) = match census.filter(|_| !is_over && board.view().is_covered(cell)) {
                Some(census) => risk_face(board, census, cell, width, glyphs),
                None => face(board, cell, glyphs),
            };
            let style = style.patch(highlight(board, cell));
            let (x, y) = geometry.place((row, col), window);
            buffer.set_string(x + 1, y, in_the_middle(&text, width), style);
        }
    }
    draw_cursor(buffer, board, geometry);
    draw_mark(buffer, board, geometry);
}

/// Where the mark of a cell is drawn, if the cell is in the window.
fn place(board: &Board<'_>, cell: Cell, geometry: &Geometry) -> Option<(u16, u16)> {
    let (row, col) = board.grid().row_col(cell);
    let window = board.window;
    let is_in = (window.top..window.top + window.n_rows).contains(&row)
        && (window.left..window.left + window.n_cols).contains(&col);
    is_in.then(|| geometry.place((row, col), window))
}

/// Draws a `>` before the marked cell, unless the cursor is there. It may replace the closing bracket of the cursor.
fn draw_mark(buffer: &mut Buffer, board: &Board<'_>, geometry: &Geometry) {
    let mark = board.mark.filter(|&mark| mark != board.cursor);
    if let Some((x, y)) = mark.and_then(|mark| place(board, mark, geometry)) {
        let style = Style::new().fg(Color::LightGreen).add_modifier(Modifier::BOLD);
        buffer.set_string(x, y, ">", style);
    }
}

/// Draws brackets around the cell of the cursor, which are visible without colour.
fn draw_cursor(buffer: &mut Buffer, board: &Board<'_>, geometry: &Geometry) {
    if let Some((x, y)) = place(board, board.cursor, geometry) {
        let style = Style::new().fg(Color::Reset).add_modifier(Modifier::BOLD);
        buffer.set_string(x, y, "[", style);
        buffer.set_string(x + geometry.pitch, y, "]", style);
    }
}

/// Draws the numbers of the rows, and of every column or every fifth one, as space allows.
fn draw_rulers(buffer: &mut Buffer, board: &Board<'_>, geometry: &Geometry) {
    let (window, area) = (board.window, &geometry.board);
    let style = Style::new().add_modifier(Modifier::DIM);
    let margin = (board.grid().rules().height() - 1).to_string().len();
    for down in 0..window.n_rows {
        let name = format!("{:>margin$}", window.top + down);
        buffer.set_string(area.x - 1 - margin as u16, area.y + down as u16, name, style);
    }
    let last = (board.grid().rules().width() - 1).to_string().len();
    let every = if last < usize::from(geometry.pitch) { 1 } else { 5 };
    for col in (window.left..window.left + window.n_cols).filter(|col| col % every == 0) {
        let x = area.x + 1 + (col - window.left) as u16 * geometry.pitch;
        let name = in_the_middle(&col.to_string(), usize::from(geometry.pitch) - 1);
        buffer.set_stringn(x, area.y - 1, &name, usize::from(geometry.body.right() - x), style);
    }
}

/// Centres a text in a cell; if it cannot be exact, one step to the right.
fn in_the_middle(text: &str, width: usize) -> String {
    let before = width.saturating_sub(text.chars().count()).div_ceil(2);
    format!("{:before$}{text:<rest$}", "", rest = width - before)
}

/// The character and style of a cell. Once the game is over, mines are shown.
fn face(board: &Board<'_>, cell: Cell, glyphs: &Glyphs) -> (String, Style) {
    let is_mine = board.layout.map(|layout| layout.is_mine(cell));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let (letter, style) = match (board.view().shown(cell), is_mine) {
        (Shown::Number(0), _) => (glyphs.zero.to_owned(), Style::new().fg(COLOURS[0])),
        (Shown::Number(number), _) => (number.to_string(), bold.fg(COLOURS[usize::from(number)])),
        (Shown::Mine, _) => ("*".to_owned(), bold.fg(Color::White).bg(Color::Red)),
        (Shown::Flag, Some(false)) => {
            ("X".to_owned(), bold.fg(Color::LightRed).add_modifier(Modifier::REVERSED))
        }
        (Shown::Flag, _) => ("F".to_owned(), bold.fg(Color::LightRed)),
        (Shown::Covered, Some(true)) if board.is_won => ("*".to_owned(), Style::new().fg(Color::Green)),
        (Shown::Covered, Some(true)) => ("*".to_owned(), Style::new().fg(Color::LightRed)),
        (Shown::Covered, _) => (glyphs.covered.to_owned(), Style::new().fg(Color::DarkGray)),
    };
    (letter, style)
}

/// The risk of a covered cell in at most `width` characters, after an `F` if the cell has a flag.
fn risk_face(
    board: &Board<'_>,
    census: &Census,
    cell: Cell,
    width: usize,
    glyphs: &Glyphs,
) -> (String, Style) {
    let risk = census.risk(cell).unwrap_or(0.0);
    let (text, colour) = match census.verdict(cell) {
        Some(Verdict::Safe) => (glyphs.safe.to_owned(), Color::LightGreen),
        Some(Verdict::Mine) => ("*".to_owned(), Color::LightRed),
        _ => (short_percent(risk), colour_of(risk)),
    };
    let is_flagged = board.view().shown(cell) == Shown::Flag;
    let is_open = census.verdict(cell) == Some(Verdict::Open);
    let text = match text.trim() {
        short if is_flagged && width > 2 => format!("F{:>2}", short.trim_end_matches('%')),
        // There is no space for both a flag and a risk.
        _ if is_flagged && is_open => "F?".to_owned(),
        short if is_flagged => format!("F{short}"),
        // Below ten the percent sign stays, or the risk would look like a revealed number.
        short if short.chars().count() > width => short.trim_end_matches('%').to_owned(),
        short => short.to_owned(),
    };
    (text, Style::new().fg(if is_flagged { Color::LightRed } else { colour }))
}

/// The colour of a risk, as the screen takes it.
fn colour_of(risk: f64) -> Color {
    match risk_colour(risk) {
        AnsiColor::Green => Color::Green,
        AnsiColor::Yellow => Color::Yellow,
        _ => Color::Red,
    }
}

/// Underlines the neighbours of the cursor's cell, on topologies where they are not obvious.
fn highlight(board: &Board<'_>, cell: Cell) -> Style {
    if !board.highlights_neighbours || !board.grid().touch(board.cursor, cell) {
        return Style::new();
    }
    let style = Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
    if board.view().is_covered(cell) { style.fg(Color::Reset) } else { style }
}
