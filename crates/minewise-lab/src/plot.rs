//! Plots as SVG: rates with their intervals, and curves.
//!
//! A plot is independent of the theme. It uses a fixed set of colours, and the style sheet of its page replaces them on
//! a dark background; see [`style`].

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

/// A colour on a light and on a dark background.
struct Hue {
    light: RGBColor,
    dark: &'static str,
}

/// Text and marks.
const INK: Hue = Hue { light: RGBColor(31, 41, 51), dark: "#e6e9ec" };
/// Secondary text.
const MUTED: Hue = Hue { light: RGBColor(97, 110, 124), dark: "#9aa5b1" };
/// Grid lines.
const RULED: Hue = Hue { light: RGBColor(221, 226, 231), dark: "#323c47" };
/// Published figures.
const OTHERS: Hue = Hue { light: RGBColor(196, 78, 0), dark: "#ff9d52" };

/// The colours of lines: those of Okabe and Ito (2008), which most people can tell apart, a little darker.
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
/// In units of the plotting library, which makes about four fifths of it in pixels.
const FONT_SIZE: u32 = 16;
/// The width of a plot in pixels. Narrow screens scale it down, or scroll.
const WIDTH: u32 = 760;
/// The approximate width of a letter in pixels, as no font is available to measure.
const LETTER: f64 = 6.9;
/// The maximum length of a name in a plot. Longer ones are cut; the tables have them in full.
const MOST_LETTERS: usize = 44;

/// Returns the CSS rules that replace the colours of plots on a dark background.
pub(crate) fn style() -> String {
    let mut css = String::new();
    for Hue { light: RGBColor(red, green, blue), dark } in [INK, MUTED, RULED, OTHERS].iter().chain(&LINES) {
        let light = format!("#{red:02X}{green:02X}{blue:02X}");
        let _ = write!(css, "svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}");
    }
    css
}

/// Returns a plot as a file of its own, with colours that follow the theme of its reader.
pub(crate) fn standalone(svg: &str) -> String {
    // Attributes that only repeat the default make the files a tenth larger.
    let svg = svg.replace(" opacity=\"1\"", "").replace(" stroke=\"none\" stroke-width=\"1\"", "");
    let dark = format!("<style>@media (prefers-color-scheme:dark){{{}}}</style>", style());
    match svg.split_once(">\n") {
        Some((opening, rest)) => format!("{opening}>\n{dark}\n{rest}"),
        None => svg,
    }
}

/// Shortens a name so that it fits beside a plot.
fn short(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        return name.to_owned();
    }
    name.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
}

/// Returns the approximate width of a name.
fn width_of(name: &str) -> u32 {
    (name.chars().count() as f64 * LETTER).ceil() as u32
}

/// Returns the style of text of this colour and alignment.
fn text(colour: &Hue, horizontal: HPos) -> TextStyle<'_> {
    TextStyle::from((FONT, FONT_SIZE).into_font())
        .color(&colour.light)
        .pos(Pos::new(horizontal, VPos::Center))
}

/// The style of a line, by its index in a plot.
struct LineStyle {
    colour: RGBColor,
    /// Whether its colour is used a second time. Dashes and open dots then distinguish it from the first line.
    is_repeat: bool,
}

/// The length of a dash, and of the gap after it.
const DASH: (u32, u32) = (14, 6);

impl LineStyle {
    fn of(idx: usize) -> LineStyle {
        LineStyle { colour: LINES[idx % LINES.len()].light, is_repeat: idx >= LINES.len() }
    }

    /// Returns the line through some points.
    fn path<'a, P: Clone + 'a, B: DrawingBackend>(&self, points: Vec<P>) -> DynElement<'a, B, P> {
        let style = self.colour.stroke_width(2);
        if self.is_repeat {
            DashedPathElement::new(points, DASH.0, DASH.1, style).into_dyn()
        } else {
            PathElement::new(points, style).into_dyn()
        }
    }

    /// Returns the mark of a point.
    fn dot<P>(&self, point: P) -> Circle<P, u32> {
        let style = if self.is_repeat { self.colour.stroke_width(1) } else { self.colour.filled() };
        Circle::new(point, 3, style)
    }
}

/// The height of a row of a legend, and of its margin.
const LEGEND_ROW: u32 = 22;
const LEGEND_MARGIN: u32 = 8;

/// Returns the height of a legend with `n_lines` lines.
fn legend_height(n_lines: usize) -> u32 {
    LEGEND_ROW * n_lines as u32 + LEGEND_MARGIN
}

/// Draws a legend, one name per row.
fn draw_legend<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    names: &[&str],
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    for (idx, name) in names.iter().enumerate() {
        let y = (LEGEND_MARGIN + LEGEND_ROW * idx as u32 + LEGEND_ROW / 2) as i32;
        let style = LineStyle::of(idx);
        area.draw(&style.path(vec![(64, y), (92, y)]))?;
        area.draw(&style.dot((78, y)))?;
        area.draw(&Text::new(short(name), (102, y), text(&INK, HPos::Left)))?;
    }
    Ok(())
}

/// Returns the ends of an axis in percent that includes all these values.
fn percent_axis(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.filter(|value| value.is_finite()).fold((100.0, 0.0), |(low, high): (f64, f64), value| {
            (low.min(100.0 * value), high.max(100.0 * value))
        });
    if low > high {
        return (0.0, 100.0);
    }
    // Axes end at whole percents, or at tenths or hundredths if the rates are close together.
    let unit = [1.0, 0.1].into_iter().find(|unit| high - low >= 2.0 * unit).unwrap_or(0.01);
    let margin = (0.06 * (high - low)).max(0.5 * unit);
    let (low, high) = ((low - margin) / unit, (high + margin) / unit);
    ((unit * low.floor()).max(0.0), (unit * high.ceil()).min(100.0))
}

/// Formats a label of an axis of this length in percent.
fn percent_label(percent: f64, length: f64) -> String {
    match length {
        6.0.. => format!("{percent:.0} %"),
        0.6.. => format!("{percent:.1} %"),
        _ => format!("{percent:.2} %"),
    }
}

/// A linear axis with given labels. Used because the library would also put labels between the powers of ten.
struct TickedAxis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Ranged for TickedAxis {
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
