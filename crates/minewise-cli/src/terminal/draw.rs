//! Draws the interface on a terminal.

mod board;
mod pages;

#[cfg(test)]
mod tests;

use std::time::Duration;

use minewise::Status;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::geometry::{Geometry, LEAST_HEIGHT, LEAST_WIDTH};
use super::interface::{Interface, Page};

/// Resizes the window to a screen of this size. Returns `None` if the screen is too small.
pub(super) fn fit(interface: &mut Interface, area: Rect) -> Option<Geometry> {
    let geometry = Geometry::new(area, &interface.timed.rules(), interface.shows_risks)?;
    let sides = interface.sides();
    let before = (interface.window.n_rows, interface.window.n_cols);
    interface.window.resize(geometry.n_rows_cols(), sides);
    if before != (interface.window.n_rows, interface.window.n_cols) {
        interface.show(interface.cursor);
    }
    Some(geometry)
}

/// Draws everything. [`fit`] must have been called for this screen.
pub(super) fn draw(frame: &mut Frame<'_>, interface: &Interface, now: Duration) {
    let area = frame.area();
    let Some(geometry) = Geometry::new(area, &interface.timed.rules(), interface.shows_risks) else {
        let message = format!(
            "The screen is too small: {}x{}. It must have at least {LEAST_WIDTH}x{LEAST_HEIGHT}. Make it larger, or press q.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), area);
        return;
    };
    draw_header(frame, interface, geometry.header, now);
    match &interface.page {
        Page::Help(top) => {
            pages::draw_help(frame, geometry, *top);
            return;
        }
        Page::Board => board::draw(frame, interface, &geometry),
        Page::Rules(menu) | Page::Player(menu) => {
            board::draw(frame, interface, &geometry);
            pages::draw_menu(frame, menu, geometry.body);
        }
    }
    draw_message(frame, interface, &geometry);
    draw_keys(frame, interface, geometry.keys);
}

/// Draws `9x9/10  mines 10  time 0:00  seed 7`, as much of it as fits, and arrows where the grid is cut off.
fn draw_header(frame: &mut Frame<'_>, interface: &Interface, area: Rect, now: Duration) {
    let seconds = interface.timed.time(now).as_secs();
    let end = match interface.timed.game().status() {
        Status::On => None,
        Status::Won => Some("won".to_owned()),
        Status::Lost => Some("lost".to_owned()),
    };
    let watching = interface.watch.as_ref().filter(|_| end.is_none()).map_or(Vec::new(), |watch| {
        let pace = if watch.is_running() { watch.pace() } else { "step by step" };
        vec![format!("watching {}", interface.advisor.spec()), pace.to_owned()]
    });
    let parts = [
        interface.timed.rules().to_string(),
        format!("mines {}", interface.timed.n_mines_left()),
        format!("time {}:{:02}", seconds / 60, seconds % 60),
    ];
    let seed = format!("seed {}", interface.timed.seed());
    let parts = parts.into_iter().chain(end).chain(watching).chain([seed]);
    let more = more_to_see(interface, area.width);
    let n_more = more.chars().count() as u16;
    let style = Style::new().add_modifier(Modifier::REVERSED);
    let line = as_many_as_fit(parts, usize::from(area.width - n_more));
    frame.render_widget(Paragraph::new(line).style(style), area);
    let corner = Rect { x: area.right() - n_more, width: n_more, ..area };
    frame.render_widget(Paragraph::new(more).style(style), corner);
}

/// Joins as many of the first parts of a line as fit.
fn as_many_as_fit(parts: impl IntoIterator<Item = impl AsRef<str>>, width: usize) -> String {
    let mut line = String::new();
    for part in parts {
        let between = if line.is_empty() { " " } else { "  " };
        if line.chars().count() + between.len() + part.as_ref().chars().count() > width {
            break;
        }
        line += between;
        line += part.as_ref();
    }
    line
}

/// Arrows that point to where the grid continues beyond the screen.
fn more_to_see(interface: &Interface, room: u16) -> String {
    let (window, (height, width)) = (&interface.window, interface.sides());
    let arrows = [
        (window.top > 0, '↑'),
        (window.top + window.n_rows < height, '↓'),
        (window.left > 0, '←'),
        (window.left + window.n_cols < width, '→'),
    ];
    let arrows: String = arrows.iter().filter(|(is_there, _)| *is_there).map(|&(_, arrow)| arrow).collect();
    match room {
        _ if arrows.is_empty() => arrows,
        ..60 => format!("  {arrows} "),
        60.. => format!("  more {arrows} "),
    }
}

/// Draws the message just above the keys. A long message covers the board from below, or from above if it would hide
/// the cell that it is about.
fn draw_message(frame: &mut Frame<'_>, interface: &Interface, geometry: &Geometry) {
    let room = geometry.message;
    let lines = wrapped(&interface.status(), usize::from(room.width).saturating_sub(2));
    let height = (lines.len() as u16).clamp(room.height, room.bottom() - geometry.body.y);
    let below = Rect { y: room.bottom() - height, height, ..room };
    let (row, _) = interface.timed.grid().row_col(interface.mark.unwrap_or(interface.cursor));
    let is_hidden = row >= interface.window.top
        && usize::from(geometry.board.y) + row - interface.window.top >= usize::from(below.y);
    let is_long = height > room.height;
    let area = if is_long && is_hidden { Rect { y: geometry.body.y, ..below } } else { below };
    frame.render_widget(Clear, area);
    let inner = Rect { x: area.x + 1, width: area.width - 2, ..area };
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Breaks a text into lines of at most `width` characters, between words where possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Draws as many of the keys as fit, the most important first.
fn draw_keys(frame: &mut Frame<'_>, interface: &Interface, area: Rect) {
    let keys = match (&interface.page, &interface.watch) {
        (Page::Rules(_) | Page::Player(_), _) => "↑↓ choose, enter accept, esc close, or type",
        _ if interface.timed.game().is_over() => "? help, q quit, n new, u undo, s summary, r rules",
        (_, Some(_)) => {
            "? help, q quit, space step, a auto, +- speed, p take over, u undo, n new, o risks, w why, P player"
        }
        (_, None) => {
            "? help, q quit, space reveal, f flag, b best, w why, o risks, u undo, n new, r rules, c chord, p watch"
        }
    };
    let line = as_many_as_fit(keys.split(", "), usize::from(area.width));
    frame.render_widget(Paragraph::new(line).style(Style::new().add_modifier(Modifier::DIM)), area);
}
