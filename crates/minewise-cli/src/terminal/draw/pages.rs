//! Draws the page of keys, and the menus.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::wrapped;
use crate::terminal::geometry::Geometry;
use crate::terminal::menu::Menu;

/// The help text: every key, in lines short enough for the narrowest screen.
const HELP: [&str; 24] = [
    "arrows, hjkl   move",
    "space, enter   reveal; chord a number",
    "f              flag",
    "c              chord: reveal around a",
    "               number with its flags",
    "u              undo, also after a loss",
    "b              show the best cell",
    "w              why it is safe or a mine",
    "o              risk of every cell",
    "n              new game",
    "r              rules",
    "p              let the player play, or",
    "               take over from it",
    "P              choose the player",
    "s              summary so far",
    "q, ctrl-C      quit",
    "",
    "While watching a player:",
    "space          its next move",
    "a              start or stop autoplay",
    "+ -            faster, slower",
    "",
    "Mouse: left reveals, right flags,",
    "both or middle chord, wheel scrolls",
];

/// The width of the column of names.
const NAME_WIDTH: usize = 13;

/// Draws the help text from line `top` on.
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
    // The border takes one column on each side, and the mark before a line takes two.
    let inner_width = usize::from(width) - 4;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (idx, (name, what)) in menu.items.iter().enumerate() {
        lines.push(item(&format!("{name:<NAME_WIDTH$} {what}"), idx == menu.chosen, inner_width));
    }
    // The end of a long text is shown, because that is where the user types.
    let n_hidden = menu.typed.chars().count().saturating_sub(inner_width.saturating_sub(11));
    let typed: String = menu.typed.chars().skip(n_hidden).collect();
    let caret = if menu.is_typing() { "_" } else { "" };
    lines.push(item(&format!("other: {typed}{caret}"), menu.is_typing(), inner_width));
    let below = if menu.error.is_empty() { cut_short(menu, inner_width) } else { &menu.error };
    lines.extend(wrapped(below, inner_width).into_iter().map(|line| Line::from(format!("  {line}"))));
    let height = (lines.len() as u16 + 2).min(area.height);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    // If the list is too long, the part with the chosen item is shown.
    let n_above = menu.chosen.min(lines.len().saturating_sub(usize::from(height) - 2)) as u16;
    frame.render_widget(Clear, place);
    frame.render_widget(
        Paragraph::new(lines)
            .scroll((n_above, 0))
            .block(Block::bordered().title(format!(" {} ", menu.title))),
        place,
    );
}

/// The description of the chosen item, if it does not fit on its line.
fn cut_short(menu: &Menu, width: usize) -> &str {
    let what = menu.items.get(menu.chosen).map_or("", |(_, what)| what);
    if NAME_WIDTH + 1 + what.chars().count() > width { what } else { "" }
}

/// A line of a menu, with a `>` before it if it is chosen.
fn item(text: &str, is_chosen: bool, width: usize) -> Line<'static> {
    let mark = if is_chosen { ">" } else { " " };
    let style = if is_chosen { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let mut line: String = text.chars().take(width).collect();
    if text.chars().nth(width).is_some() {
        line.pop();
        line.push('…');
    }
    Line::styled(format!("{mark} {line}"), style)
}
