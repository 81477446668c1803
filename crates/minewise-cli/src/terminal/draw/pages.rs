//! Draws the page of keys, and the menus.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::wrapped;
use crate::terminal::geometry::Geometry;
use crate::terminal::look::{Glyphs, Look};
use crate::terminal::menu::Menu;
use crate::terminal::verbs::help_lines;

/// The width of the column of names.
const NAME_WIDTH: usize = 14;

/// Draws the help text from line `top` on.
pub(super) fn draw_help(frame: &mut Frame<'_>, geometry: Geometry, top: usize, look: &Look) {
    let help = help_lines();
    let n_lines = help.len();
    let room = usize::from(geometry.message.bottom() - geometry.body.y);
    let top = top.min(n_lines.saturating_sub(room));
    let lines: Vec<Line<'_>> = help.into_iter().skip(top).take(room).map(Line::from).collect();
    let area =
        Rect { x: geometry.body.x + 1, height: room as u16, width: geometry.body.width - 2, ..geometry.body };
    frame.render_widget(Paragraph::new(lines), area);
    let more = if n_lines > room { " ↑↓ scroll  any other key closes" } else { " any key closes" };
    frame.render_widget(
        Paragraph::new(look.glyphs.text(more)).style(Style::new().add_modifier(Modifier::DIM)),
        geometry.keys,
    );
}

/// Draws a menu in the middle of `area`.
pub(super) fn draw_menu(frame: &mut Frame<'_>, menu: &Menu, area: Rect, look: &Look) {
    let width = area.width.min(66);
    // The border takes one column on each side, and the mark before a line takes two.
    let inner_width = usize::from(width) - 4;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (idx, (name, what)) in menu.items.iter().enumerate() {
        let text = format!("{name:<NAME_WIDTH$} {what}");
        lines.push(item(&look.glyphs.text(&text), idx == menu.chosen, inner_width, &look.glyphs));
    }
    // The end of a long text is shown, because that is where the user types.
    let n_hidden = menu.typed.chars().count().saturating_sub(inner_width.saturating_sub(11));
    let typed: String = menu.typed.chars().skip(n_hidden).collect();
    lines.push(typing_line(menu, typed));
    let below = if menu.error.is_empty() { cut_short(menu, inner_width) } else { &menu.error };
    lines.extend(
        wrapped(&look.glyphs.text(below), inner_width)
            .into_iter()
            .map(|line| Line::from(format!("  {line}"))),
    );
    let height = (lines.len() as u16 + 2).min(area.height);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    // If the list is too long, the part with the chosen item is shown.
    let n_above = menu.chosen.min(lines.len().saturating_sub(usize::from(height) - 2)) as u16;
    frame.render_widget(Clear, place);
    frame.render_widget(
        Paragraph::new(lines)
            .scroll((n_above, 0))
            .block(Block::bordered().border_set(look.glyphs.border).title(format!(" {} ", menu.title))),
        place,
    );
}

/// The line to type on, with its text reversed while it is selected.
fn typing_line(menu: &Menu, typed: String) -> Line<'static> {
    let mut line = marked("other: ", menu.is_typing());
    if menu.is_typing() && menu.is_selected {
        line.push_span(Span::styled(typed, Style::new().add_modifier(Modifier::REVERSED)));
    } else {
        line.push_span(Span::raw(typed));
    }
    if menu.is_typing() {
        line.push_span(Span::raw("_"));
    }
    line
}

/// The description of the chosen item, if it does not fit on its line.
fn cut_short(menu: &Menu, width: usize) -> &str {
    let what = menu.items.get(menu.chosen).map_or("", |(_, what)| what);
    if NAME_WIDTH + 1 + what.chars().count() > width { what } else { "" }
}

/// A line of a menu, cut if it is too long.
fn item(text: &str, is_chosen: bool, width: usize, glyphs: &Glyphs) -> Line<'static> {
    if text.chars().count() <= width {
        return marked(text, is_chosen);
    }
    let n_kept = width.saturating_sub(glyphs.cut.chars().count());
    marked(&(text.chars().take(n_kept).collect::<String>() + glyphs.cut), is_chosen)
}

/// A line with a `>` before it if it is chosen.
fn marked(text: &str, is_chosen: bool) -> Line<'static> {
    let mark = if is_chosen { ">" } else { " " };
    let style = if is_chosen { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    Line::styled(format!("{mark} {text}"), style)
}
