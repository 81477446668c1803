//! Draws the interface on a terminal.

mod board;
mod pages;
mod review;

#[cfg(test)]
mod tests;

use std::time::Duration;

use minewise::{Cell, Status};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use self::board::Board;
use super::geometry::{Geometry, LEAST_HEIGHT, LEAST_WIDTH};
use super::interface::{Interface, Page};
use super::look::Look;
use super::review::Before;
use super::verbs::{self, Verb};

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
pub(super) fn draw(frame: &mut Frame<'_>, interface: &Interface, look: &Look, now: Duration) {
    match Geometry::new(frame.area(), &interface.timed.rules(), interface.shows_risks) {
        Some(geometry) => draw_page(frame, interface, geometry, look, now),
        None => draw_too_small(frame),
    }
    look.apply(frame.buffer_mut());
}

fn draw_too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    let message = format!(
        "The screen is too small: {}x{}. It must have at least {LEAST_WIDTH}x{LEAST_HEIGHT}. Make it larger, or press q.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), area);
}

fn draw_page(frame: &mut Frame<'_>, interface: &Interface, geometry: Geometry, look: &Look, now: Duration) {
    draw_header(frame, interface, geometry.header, look, now);
    let buffer = frame.buffer_mut();
    match (&interface.page, &interface.review) {
        (Page::Help(top), _) => {
            pages::draw_help(frame, geometry, *top, look);
            return;
        }
        (Page::Review, Some(page)) => review::draw(frame, page, &geometry, look),
        (Page::Before(before), _) => {
            board::draw(buffer, &board_before(interface, before), &geometry, &look.glyphs);
            draw_message(frame, interface, (&before.message, before.chosen), &geometry, look);
        }
        (Page::Board | Page::Review, _) => {
            board::draw(buffer, &board_now(interface), &geometry, &look.glyphs);
            draw_status(frame, interface, &geometry, look);
        }
        (Page::Rules(menu) | Page::Player(menu), _) => {
            board::draw(buffer, &board_now(interface), &geometry, &look.glyphs);
            // A long message must not cover the box.
            draw_status(frame, interface, &geometry, look);
            pages::draw_menu(frame, menu, geometry.body, look);
        }
    }
    draw_keys(frame, interface, geometry.keys, look);
}

fn board_now(interface: &Interface) -> Board<'_> {
    let game = interface.timed.game();
    Board {
        position: game.position(),
        layout: game.layout(),
        is_won: game.status() == Status::Won,
        cursor: interface.cursor,
        mark: interface.mark,
        window: &interface.window,
        shows_risks: interface.shows_risks,
        highlights_neighbours: interface.highlights_neighbours(),
    }
}

/// The board before a move, with the choice in brackets and the best cell marked.
fn board_before<'a>(interface: &'a Interface, before: &'a Before) -> Board<'a> {
    let position = before.game.position();
    Board { position, layout: None, cursor: before.chosen, mark: before.best, ..board_now(interface) }
}

/// Draws `9x9/10  mines 10  time 0:00  seed 7`, as much of it as fits, and arrows where the grid is cut off.
fn draw_header(frame: &mut Frame<'_>, interface: &Interface, area: Rect, look: &Look, now: Duration) {
    let seconds = interface.timed.time(now).as_secs();
    let end = match interface.timed.game().status() {
        Status::On => None,
        Status::Won => Some("won".to_owned()),
        Status::Lost => Some("lost".to_owned()),
    };
    let watching = interface.watch.as_ref().filter(|_| end.is_none()).map_or(Vec::new(), |watch| {
        let pace = if watch.is_running() { interface.speed.to_string() } else { "step by step".to_owned() };
        vec![format!("watching {}", interface.advisor.spec()), pace]
    });
    let parts = [
        interface.timed.rules().to_string(),
        format!("mines {}", interface.timed.n_mines_left()),
        format!("time {}:{:02}", seconds / 60, seconds % 60),
    ];
    let seed = format!("seed {}", interface.timed.seed());
    let parts = parts.into_iter().chain(end).chain(watching).chain([seed]);
    let more = look.glyphs.text(&more_to_see(interface, area.width)).into_owned();
    let n_more = more.chars().count() as u16;
    let style = Style::new().add_modifier(Modifier::REVERSED);
    let line = as_many_as_fit(parts, usize::from(area.width - n_more));
    frame.render_widget(Paragraph::new(look.glyphs.text(&line)).style(style), area);
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

/// Draws the message of the interface.
fn draw_status(frame: &mut Frame<'_>, interface: &Interface, geometry: &Geometry, look: &Look) {
    let subject = interface.mark.unwrap_or(interface.cursor);
    draw_message(frame, interface, (&interface.status(), subject), geometry, look);
}

/// Draws a message just above the keys. A long message covers the board from below, or from above if it would hide the
/// cell that it is about.
fn draw_message(
    frame: &mut Frame<'_>,
    interface: &Interface,
    (message, subject): (&str, Cell),
    geometry: &Geometry,
    look: &Look,
) {
    let room = geometry.message;
    let lines = wrapped(&look.glyphs.text(message), usize::from(room.width).saturating_sub(2));
    let height = (lines.len() as u16).clamp(room.height, room.bottom() - geometry.body.y);
    let below = Rect { y: room.bottom() - height, height, ..room };
    let (row, _) = interface.timed.grid().row_col(subject);
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
fn draw_keys(frame: &mut Frame<'_>, interface: &Interface, area: Rect, look: &Look) {
    let line = as_many_as_fit(keys(interface), usize::from(area.width));
    frame.render_widget(
        Paragraph::new(look.glyphs.text(&line)).style(Style::new().add_modifier(Modifier::DIM)),
        area,
    );
}

/// The keys that can be pressed, the most important first.
fn keys(interface: &Interface) -> Vec<String> {
    use Verb::{
        Chord, Flag, Help, Hint, New, Player, Quit, Reveal, Review, Risks, Rules, Summary, Undo, Watch, Why,
    };
    let mut keys = verbs::bar(&[Help, Quit]);
    match (&interface.page, &interface.watch) {
        (Page::Rules(_) | Page::Player(_), _) => {
            return ["↑↓ choose", "enter accept", "esc close", "or type"].map(str::to_owned).to_vec();
        }
        (Page::Review, _) => {
            return ["esc close", "m next mistake", "enter see the board", "↑↓ choose"]
                .map(str::to_owned)
                .to_vec();
        }
        (Page::Before(_), _) => return vec!["any key returns".to_owned()],
        _ if interface.timed.game().is_over() => {
            keys.extend(verbs::bar(&[New, Review, Undo, Summary, Rules, Player]));
        }
        (_, Some(_)) => {
            keys.extend(verbs::WATCHING_KEYS.map(str::to_owned));
            keys.push(format!("{} take over", Watch.key()));
            keys.extend(verbs::bar(&[Undo, New, Risks, Why, Player]));
        }
        (_, None) => keys
            .extend(verbs::bar(&[Reveal, Flag, Hint, Why, Risks, Undo, New, Rules, Chord, Watch, Summary])),
    }
    keys
}
