//! Rates as dots with whiskers for their intervals, one per row.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{
    FONT, FONT_SIZE, INK, MUTED, OTHERS, RULED, WIDTH, percent_axis, percent_label, short, text, width_of,
};

/// Rows under one heading.
pub(crate) struct Group {
    pub(crate) heading: String,
    pub(crate) marks: Vec<Mark>,
}

/// A row: a rate with its interval.
pub(crate) struct Mark {
    pub(crate) name: String,
    pub(crate) rate: f64,
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) kind: MarkKind,
}

/// The origin of a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Ours: a dot.
    Ours,
    /// Published by others: a diamond.
    Published,
}

const ROW: u32 = 24;
/// The height of the labels of the axis.
const AXIS: u32 = 28;
const MARGIN: u32 = 8;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws rates with their intervals, and returns the SVG.
///
/// Groups share one axis unless the rates of one would be too close together on it; then each has its own.
pub(crate) fn whiskers(groups: &[Group]) -> String {
    let panels: Vec<&[Group]> = if need_own_axes(groups) { groups.chunks(1).collect() } else { vec![groups] };
    let heights: Vec<u32> =
        panels.iter().map(|panel| n_rows(panel) as u32 * ROW + AXIS + 2 * MARGIN).collect();
    let mut svg = String::new();
    let mut rest = SVGBackend::with_string(&mut svg, (WIDTH, heights.iter().sum())).into_drawing_area();
    for (panel, height) in panels.iter().zip(heights) {
        let (area, below) = rest.split_vertically(height);
        draw(&area, panel, names_end(groups)).expect("drawing into a text does not fail");
        rest = below;
    }
    drop(rest);
    svg
}

/// If the highest rate of one group is more than this many times that of another, each group has an axis of its own.
const MOST_APART: f64 = 5.0;

/// Checks whether the rates of some group would be too close together on a common axis.
fn need_own_axes(groups: &[Group]) -> bool {
    let highest = |group: &Group| group.marks.iter().map(|mark| mark.rate).fold(0.0, f64::max);
    let (least, most) = groups
        .iter()
        .map(highest)
        .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), rate| (least.min(rate), most.max(rate)));
    most > MOST_APART * least
}

fn n_rows(groups: &[Group]) -> usize {
    groups.iter().map(|group| 1 + group.marks.len()).sum()
}

/// Draws groups with a common axis.
fn draw<'a>(area: &Area<'a>, groups: &[Group], names_end: u32) -> Result<(), Failure<'a>> {
    let n_rows = n_rows(groups);
    let ends = |mark: &Mark| mark.interval.map_or([mark.rate; 2], |(low, high)| [low, high]);
    let marks = groups.iter().flat_map(|group| &group.marks);
    // Names stand left of the chart, in pixels of the whole plot; a panel begins further down.
    let top = area.get_base_pixel().1;
    let (low, high) = percent_axis(marks.flat_map(|mark| ends(mark).into_iter().chain([mark.rate])));
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(30)
        .x_label_area_size(AXIS)
        .y_label_area_size(names_end - MARGIN)
        .build_cartesian_2d(low..high, 0.0..n_rows as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(7)
        .x_label_formatter(&|percent| percent_label(*percent, high - low))
        .x_label_style((FONT, FONT_SIZE).into_font().color(&MUTED.light))
        .axis_style(RULED.light)
        .bold_line_style(RULED.light)
        .light_line_style(TRANSPARENT)
        .draw()?;
    let mut row = 0;
    for group in groups {
        let place = |row: usize, percent: f64| {
            // The middle of a row. Rows are counted from the top, but the axis goes up.
            let (x, y) = chart.backend_coord(&(percent, n_rows as f64 - row as f64 - 0.5));
            (x, y - top)
        };
        let (_, y) = place(row, low);
        let heading = text(&INK, HPos::Left);
        let heading = TextStyle { font: heading.font.style(FontStyle::Bold), ..heading };
        area.draw(&Text::new(short(&group.heading), (MARGIN as i32, y), heading))?;
        row += 1;
        for mark in &group.marks {
            let at = |rate: f64| place(row, (100.0 * rate).clamp(low, high));
            draw_mark(area, mark, names_end, at)?;
            row += 1;
        }
    }
    Ok(())
}

/// Returns the position where the names end and the plot begins.
fn names_end(groups: &[Group]) -> u32 {
    let names = groups.iter().flat_map(|group| &group.marks).map(|mark| width_of(&short(&mark.name)) + 12);
    let headings = groups.iter().map(|group| width_of(&short(&group.heading)));
    names.chain(headings).max().unwrap_or(0) + MARGIN + 12
}

fn draw_mark<'a>(
    area: &Area<'a>,
    mark: &Mark,
    names_end: u32,
    at: impl Fn(f64) -> (i32, i32),
) -> Result<(), Failure<'a>> {
    let hue = if mark.kind == MarkKind::Ours { &INK } else { &OTHERS };
    let (x, y) = at(mark.rate);
    let name_hue = if mark.kind == MarkKind::Ours { &MUTED } else { &OTHERS };
    area.draw(&Text::new(short(&mark.name), (names_end as i32 - 10, y), text(name_hue, HPos::Right)))?;
    if let Some((low, high)) = mark.interval {
        let (from, to) = (at(low).0, at(high).0);
        area.draw(&PathElement::new([(from, y), (to, y)], hue.light.stroke_width(2)))?;
        for end in [from, to] {
            area.draw(&PathElement::new([(end, y - 4), (end, y + 4)], hue.light.stroke_width(2)))?;
        }
    }
    match mark.kind {
        MarkKind::Ours => area.draw(&Circle::new((x, y), 4, hue.light.filled())),
        MarkKind::Published => {
            let corners = [(x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5)];
            area.draw(&Polygon::new(corners, hue.light.filled()))
        }
    }
}

/// The error of the drawing functions.
type Failure<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(name: &str, rate: f64) -> Mark {
        let interval = Some((rate - 0.02, rate + 0.02));
        Mark { name: name.to_owned(), rate, interval, kind: MarkKind::Ours }
    }

    #[test]
    fn every_row_is_drawn_with_its_name() {
        for n_marks in [1, 3, 20] {
            let marks = (0..n_marks).map(|idx| mark(&format!("player-{idx}"), 0.5 + 0.01 * f64::from(idx)));
            let svg = whiskers(&[Group { heading: "9x9/10".to_owned(), marks: marks.collect() }]);
            assert_eq!(svg.matches("<circle").count(), n_marks as usize);
            assert!((0..n_marks).all(|idx| svg.contains(&format!("\nplayer-{idx}\n"))), "{svg}");
            let height = (n_marks as u32 + 1) * ROW + AXIS + 2 * MARGIN;
            assert!(svg.starts_with(&format!("<svg width=\"{WIDTH}\" height=\"{height}\"")), "{svg}");
        }
    }

    #[test]
    fn boards_whose_rates_are_far_apart_have_axes_of_their_own() {
        let group =
            |heading: &str, rate| Group { heading: heading.to_owned(), marks: vec![mark("exact", rate)] };
        let n_ticks = |rates: &[f64]| {
            let groups: Vec<Group> = rates.iter().map(|&rate| group("9x9/10", rate)).collect();
            whiskers(&groups).matches(" %\n").count()
        };
        assert!(n_ticks(&[0.9, 0.1]) >= 2 * n_ticks(&[0.9, 0.5]) - 4);
        assert!(need_own_axes(&[group("a", 0.9), group("b", 0.1)]));
        assert!(!need_own_axes(&[group("a", 0.9), group("b", 0.5)]) && !need_own_axes(&[]));
    }

    #[test]
    fn names_are_escaped_and_long_ones_cut() {
        let names = ["<script>&\"", &"x".repeat(100)];
        let svg =
            whiskers(&[Group { heading: "<b>".to_owned(), marks: names.map(|name| mark(name, 0.5)).into() }]);
        assert!(svg.contains("&lt;script&gt;&amp;") && svg.contains("&lt;b&gt;"), "{svg}");
        assert!(!svg.contains("<script") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains(&format!("\n{}…\n", "x".repeat(43))), "{svg}");
    }

    #[test]
    fn rates_that_are_not_finite_do_no_harm() {
        let odd = [f64::NAN, f64::INFINITY, -5.0, 7.0];
        let marks = odd.map(|rate| mark("odd", rate)).into();
        let svg = whiskers(&[Group { heading: String::new(), marks }]);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
    }
}
