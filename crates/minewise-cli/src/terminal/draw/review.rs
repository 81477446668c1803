//! Draws the review of a game.

use minewise_coach::{Moment, Review};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::wrapped;
use crate::io::review_text;
use crate::terminal::geometry::Geometry;
use crate::terminal::look::Look;
use crate::terminal::review::{ReviewPage, State};

/// Draws the page in the area between the header and the keys.
pub(super) fn draw(frame: &mut Frame<'_>, page: &ReviewPage, geometry: &Geometry, look: &Look) {
    let body = geometry.body;
    let height = geometry.message.bottom() - body.y;
    let area = Rect { x: body.x + 1, width: body.width - 2, height, ..body };
    match &page.state {
        State::Done(review) => draw_table(frame, page, review, area, look),
        State::Computing(n_done, _) => {
            // The move that is being rated now.
            let (at, n) = ((n_done + 1).min(page.n_moves()), page.n_moves());
            frame.render_widget(Paragraph::new(format!("reviewing: move {at} of {n}")), area);
        }
        State::Failed => frame.render_widget(Paragraph::new("The review failed. This is a bug."), area),
    }
}

/// Draws the totals, the rows around the chosen one, and the sentence of that one.
fn draw_table(frame: &mut Frame<'_>, page: &ReviewPage, review: &Review, area: Rect, look: &Look) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let sentence = |moment: &Moment| wrapped(&look.glyphs.text(&moment.text), width);
    let mut lines: Vec<Line<'_>> = Vec::new();
    let totals = wrapped(&review_text::totals(review), width);
    lines.extend(totals.into_iter().take(height / 3).map(Line::from));
    let head: String = format!("  {}", review_text::head()).chars().take(width).collect();
    lines.push(Line::styled(head, Style::new().add_modifier(Modifier::UNDERLINED)));
    let below = match review.moments.get(page.chosen) {
        _ if page.lacks_mistakes => vec!["No mistakes.".to_owned()],
        Some(moment) => sentence(moment),
        None => Vec::new(),
    };
    // As many lines as the longest sentence needs, so that the table does not jump. On a small screen, only one row and
    // the sentence that is shown are sure to fit.
    let most = review.moments.iter().map(|moment| sentence(moment).len()).max().unwrap_or(0);
    let n_left = height.saturating_sub(lines.len());
    let n_below = most.min(n_left.saturating_sub(2)).max(below.len()).min(n_left.saturating_sub(1));
    let n_rows = n_left - n_below;
    let last_top = review.moments.len().saturating_sub(n_rows);
    let top = page.chosen.saturating_sub(n_rows / 2).min(last_top);
    for (idx, moment) in review.moments.iter().enumerate().skip(top).take(n_rows) {
        lines.push(row(moment, idx == page.chosen, width));
    }
    frame.render_widget(Paragraph::new(lines), area);
    let place = Rect { y: area.bottom() - n_below as u16, height: n_below as u16, ..area };
    let below: Vec<Line<'_>> = below.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(below), place);
}

/// A row of the table, with a `>` before it if it is chosen.
fn row(moment: &Moment, is_chosen: bool, width: usize) -> Line<'static> {
    let mark = if is_chosen { ">" } else { " " };
    let text: String = format!("{mark} {}", review_text::row(moment)).chars().take(width).collect();
    let style = if moment.label.is_mistake() { Style::new().fg(Color::Red) } else { Style::new() };
    let text = format!("{text:<width$}");
    Line::styled(text, if is_chosen { style.add_modifier(Modifier::REVERSED) } else { style })
}
