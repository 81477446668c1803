//! Plots as SVG: rates with their intervals, and curves.
//!
//! A plot knows no theme. It uses a fixed set of colours, and the page that it stands on says what each of them looks
//! like on a dark or a light ground; see [`style`].

mod curves;
mod lines;
mod whiskers;

pub(crate) use curves::{Axis, Curve, Scale, curves};
pub(crate) use lines::{Level, Line, Point, lines};
pub(crate) use whiskers::{Group, Mark, MarkKind, whiskers};

use std::fmt::Write as _;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A colour as a page shows it on a light and on a dark ground.
struct Hue {
    light: RGBColor,
    dark: &'static str,
}

/// Text and marks.
const INK: Hue = Hue { light: RGBColor(31, 41, 51), dark: "#e6e9ec" };
/// Text beside the point.
const MUTED: Hue = Hue { light: RGBColor(97, 110, 124), dark: "#9aa5b1" };
/// Lines of the grid.
const RULED: Hue = Hue { light: RGBColor(221, 226, 231), dark: "#323c47" };
/// What others found.
const OTHERS: Hue = Hue { light: RGBColor(196, 78, 0), dark: "#ff9d52" };

/// The lines of a plot: Okabe and Ito's colours (2008), which most people can tell apart, a little darker.
const LINES: [Hue; 7] = [
    Hue { light: RGBColor(0, 100, 160), dark: "#5ab4f0" },
    Hue { light: RGBColor(190, 75, 0), dark: "#ff9d52" },
    Hue { light: RGBColor(0, 125, 90), dark: "#3ccf9f" },
    Hue { light: RGBColor(165, 80, 130), dark: "#e59ac6" },
    Hue { light: RGBColor(130, 110, 0), dark: "#dcc940" },
    Hue { light: RGBColor(60, 60, 170), dark: "#a0a0ff" },
    Hue { light: RGBColor(110, 110, 110), dark: "#b8b8b8" },
];

const FONT: &str = "sans-serif";
/// In the units of the library, which writes about four fifths of it in pixels.
const FONT_SIZE: u32 = 16;
/// The width of a plot. Narrow screens show it smaller, or scroll.
const WIDTH: u32 = 760;
/// The width of a letter, about; nothing here measures fonts.
const LETTER: f64 = 6.9;
/// Longer names are cut in a plot. The tables have them whole.
const MOST_LETTERS: usize = 44;

/// The rules that make the colours of plots right on a dark ground.
pub(crate) fn style() -> String {
    let mut css = String::new();
    for Hue { light: RGBColor(red, green, blue), dark } in [INK, MUTED, RULED, OTHERS].iter().chain(&LINES) {
        let light = format!("#{red:02X}{green:02X}{blue:02X}");
        let _ = write!(css, "svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}");
    }
    css
}

/// A name that fits beside a plot.
fn short(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        return name.to_owned();
    }
    name.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
}

/// The width of a name, about.
fn width_of(name: &str) -> u32 {
    (name.chars().count() as f64 * LETTER).ceil() as u32
}

/// The way that text is drawn, by the point it is anchored at.
fn text(colour: &Hue, horizontal: HPos) -> TextStyle<'_> {
    TextStyle::from((FONT, FONT_SIZE).into_font())
        .color(&colour.light)
        .pos(Pos::new(horizontal, VPos::Center))
}

/// How a line is drawn, by its place among those of a plot.
struct Look {
    colour: RGBColor,
    /// Whether all colours were used before, so that dashes and open dots must tell it from the first of its colour.
    is_again: bool,
}

/// The length of a dash, and of the gap after it.
const DASH: (u32, u32) = (7, 4);

impl Look {
    fn of(idx: usize) -> Look {
        Look { colour: LINES[idx % LINES.len()].light, is_again: idx >= LINES.len() }
    }

    /// The line through some points.
    fn path<'a, P: Clone + 'a, B: DrawingBackend>(&self, points: Vec<P>) -> DynElement<'a, B, P> {
        let style = self.colour.stroke_width(2);
        if self.is_again {
            DashedPathElement::new(points, DASH.0, DASH.1, style).into_dyn()
        } else {
            PathElement::new(points, style).into_dyn()
        }
    }

    /// The mark of a point.
    fn dot<P>(&self, point: P) -> Circle<P, u32> {
        let style = if self.is_again { self.colour.stroke_width(1) } else { self.colour.filled() };
        Circle::new(point, 3, style)
    }
}

/// The height of a row of a legend, and of what is left free above and below it.
const LEGEND_ROW: u32 = 22;
const LEGEND_MARGIN: u32 = 8;

/// The height of a legend of so many lines.
fn legend_height(n_lines: usize) -> u32 {
    LEGEND_ROW * n_lines as u32 + LEGEND_MARGIN
}

/// Draws which line is which, one below the other.
fn draw_legend<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    names: &[&str],
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    for (idx, name) in names.iter().enumerate() {
        let y = (LEGEND_MARGIN + LEGEND_ROW * idx as u32 + LEGEND_ROW / 2) as i32;
        let look = Look::of(idx);
        area.draw(&look.path(vec![(64, y), (92, y)]))?;
        area.draw(&look.dot((78, y)))?;
        area.draw(&Text::new(short(name), (102, y), text(&INK, HPos::Left)))?;
    }
    Ok(())
}

/// From where to where an axis of percent goes, so that all these values have a place.
fn percent_axis(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.filter(|value| value.is_finite()).fold((100.0, 0.0), |(low, high): (f64, f64), value| {
            (low.min(100.0 * value), high.max(100.0 * value))
        });
    if low > high {
        return (0.0, 100.0);
    }
    let margin = (0.06 * (high - low)).max(0.5);
    ((low - margin).floor().max(0.0), (high + margin).ceil().min(100.0))
}

/// How a number of percent is written on an axis of this length.
fn percent_label(percent: f64, length: f64) -> String {
    if length > 6.0 { format!("{percent:.0} %") } else { format!("{percent:.1} %") }
}

/// A straight axis with labels where we want them; the library would put some between the powers.
struct Ticked {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Ranged for Ticked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (f64::from(to - from) * (value - self.low) / (self.high - self.low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}
