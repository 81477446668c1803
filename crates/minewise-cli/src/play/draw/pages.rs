//! The keys, and the menus.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::wrapped;
use crate::play::geometry::Geometry;
use crate::play::menu::Menu;

/// Every key, short enough for the narrowest screen.
const HELP: [&str; 24] = [
    "arrows, hjkl   move",
    "space, enter   reveal; chord a number",
    "f              flag",
    "c              chord: reveal around a",
    "               number with its flags",
    "u              undo, also after a loss",
    "b              show the best cell",
    "w              why: safe, mine, or not",
    "o              risk of every cell",
    "n              new game",
    "r              rules",
    "p              let the player play, or",
    "               take over",
    "P              choose the player",
    "s              summary so far",
    "q, ctrl-C      quit",
    "",
    "While watching a player:",
    "space          its next move",
    "a              play by itself, or stop",
    "+ -            faster, slower",
    "",
    "Mouse: left reveals, right flags,",
    "both or middle chord, wheel scrolls",
];

/// Draws the keys from line `top` on.
pub(super) fn draw_help(frame: &mut Frame<'_>, geometry: Geometry, top: usize) {
    let room = usize::from(geometry.message.bottom() - geometry.body.y);
    let top = top.min(HELP.len().saturating_sub(room));
    let lines: Vec<Line<'_>> = HELP[top..].iter().take(room).map(|&line| Line::from(line)).collect();
    let area =
        Rect { x: geometry.body.x + 1, height: room as u16, width: geometry.body.width - 2, ..geometry.body };
    frame.render_widget(Paragraph::new(lines), area);
    let more = if HELP.len() > room { " ↑↓ scroll  any other key closes" } else { " any key closes" };
    frame.render_widget(Paragraph::new(more).style(Style::new().add_modifier(Modifier::DIM)), geometry.keys);
}

/// Draws a menu in the middle of `area`.
pub(super) fn draw_menu(frame: &mut Frame<'_>, menu: &Menu, area: Rect) {
    let width = area.width.min(66);
    let inner_width = usize::from(width) - 4;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (idx, (name, what)) in menu.items.iter().enumerate() {
        lines.push(item(&format!("{name:<13} {what}"), idx == menu.chosen, inner_width));
    }
    // Of a long text the end is shown, where the typing goes on.
    let n_hidden = menu.typed.chars().count().saturating_sub(inner_width.saturating_sub(11));
    let typed: String = menu.typed.chars().skip(n_hidden).collect();
    let caret = if menu.is_typing() { "_" } else { "" };
    lines.push(item(&format!("other: {typed}{caret}"), menu.is_typing(), inner_width));
    let hint = if menu.complaint.is_empty() { "" } else { &menu.complaint };
    lines.extend(wrapped(hint, inner_width).into_iter().map(Line::from));
    let height = (lines.len() as u16 + 2).min(area.height);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, place);
    frame.render_widget(
        Paragraph::new(lines).block(Block::bordered().title(format!(" {} ", menu.title))),
        place,
    );
}

/// A line of a menu, with a `>` before the one that is chosen.
fn item(text: &str, is_chosen: bool, width: usize) -> Line<'static> {
    let mark = if is_chosen { ">" } else { " " };
    let style = if is_chosen { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let text: String = text.chars().take(width - 2).collect();
    Line::styled(format!("{mark} {text}"), style)
}
