//! Rates over a varied parameter, as lines with bands for their intervals.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{
    FONT, FONT_SIZE, INK, LineStyle, MUTED, RULED, TickedAxis, WIDTH, draw_legend, legend_height,
    percent_axis, percent_label, short, text, width_of,
};

/// A line of a plot.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
    /// Published rates of the same player: the index of the value, and the rate.
    pub(crate) published: Vec<(usize, f64)>,
}

/// A rate with its interval at a value of the varied parameter.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    /// The index of the value.
    pub(crate) value_idx: usize,
    pub(crate) rate: f64,
    pub(crate) interval: (f64, f64),
}

/// A rate that does not depend on the parameter, drawn as a horizontal line.
pub(crate) struct Level {
    pub(crate) name: String,
    pub(crate) rate: f64,
}

const HEIGHT: u32 = 340;
/// The axis is logarithmic if the greatest number is at least this many times the least.
const WIDE: f64 = 50.0;
/// The number of dashes of a level.
const N_DASHES: f64 = 64.0;
/// The maximum number of labels below the axis.
const MOST_LABELS: usize = 12;
const MARGIN: u32 = 8;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failure<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Draws rates over the values of a parameter, and levels as dashed horizontal lines. Returns the SVG.
///
/// Values that are not numbers are placed in order at equal distances.
pub(crate) fn lines(parameter: &str, values: &[String], lines: &[Line], levels: &[Level]) -> String {
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    let legend_height = legend_height(names.len());
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT + legend_height)).into_drawing_area();
    let (legend, plot) = area.split_vertically(legend_height);
    draw_legend(&legend, &names)
        .and_then(|()| draw(&plot, parameter, values, lines, levels))
        .expect("drawing into a text does not fail");
    drop((legend, plot, area));
    svg
}

fn draw<'a>(
    area: &Area<'a>,
    parameter: &str,
    values: &[String],
    lines: &[Line],
    levels: &[Level],
) -> Result<(), Failure<'a>> {
    let places = places(values);
    let points = lines.iter().flat_map(|line| &line.points);
    let rates = points.flat_map(|point| [point.rate, point.interval.0, point.interval.1]);
    let published = lines.iter().flat_map(|line| &line.published).map(|&(_, rate)| rate);
    let others = levels.iter().map(|level| level.rate).chain(published);
    let (low, high) = percent_axis(rates.chain(others));
    let (left, right) = ends(&places);
    let ticks = places.iter().copied().step_by(places.len().div_ceil(MOST_LABELS).max(1)).collect();
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        // The last label is centred below the end of the axis.
        .margin_right(values.last().map_or(0, |last| width_of(last) / 2 + MARGIN).max(30))
        .x_label_area_size(46)
        .y_label_area_size(56)
        .build_cartesian_2d(TickedAxis { low: left, high: right, ticks }, low..high)?;
    let label = |place: &f64| value_label(*place, values, &places);
    chart
        .configure_mesh()
        .y_labels(7)
        .x_desc(parameter)
        .axis_desc_style((FONT, FONT_SIZE).into_font().color(&MUTED.light))
        .x_label_formatter(&label)
        .y_label_formatter(&|percent| percent_label(*percent, high - low))
        .label_style((FONT, FONT_SIZE).into_font().color(&MUTED.light))
        .axis_style(RULED.light)
        .bold_line_style(RULED.light)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (idx, line) in lines.iter().enumerate() {
        let style = LineStyle::of(idx);
        let at = |point: &Point, rate: f64| (places[point.value_idx], (100.0 * rate).clamp(low, high));
        let lower = line.points.iter().map(|point| at(point, point.interval.0));
        let upper = line.points.iter().rev().map(|point| at(point, point.interval.1));
        let band: Vec<(f64, f64)> = lower.chain(upper).collect();
        let middle: Vec<(f64, f64)> = line.points.iter().map(|point| at(point, point.rate)).collect();
        chart.draw_series([Polygon::new(band, style.colour.mix(0.18).filled())])?;
        chart.draw_series([style.path(middle.clone())])?;
        chart.draw_series(middle.into_iter().map(|place| style.dot(place)))?;
        let diamond = |&(value_idx, rate): &(usize, f64)| {
            let corners = vec![(-6, 0), (0, -6), (6, 0), (0, 6), (-6, 0)];
            EmptyElement::at((places[value_idx], 100.0 * rate))
                + Polygon::new(corners.clone(), style.colour.filled())
                + PathElement::new(corners, INK.light.stroke_width(1))
        };
        chart.draw_series(line.published.iter().map(diamond))?;
    }
    for level in levels {
        let (height, step) = (100.0 * level.rate, (right - left) / N_DASHES);
        let dash = |idx: u32| {
            let from = left + step * f64::from(idx);
            PathElement::new([(from, height), (from + 0.6 * step, height)], INK.light.stroke_width(1))
        };
        chart.draw_series((0..N_DASHES as u32).map(dash))?;
        let name = Text::new(short(&level.name), (0, -9), text(&MUTED, HPos::Right));
        chart.draw_series([EmptyElement::at((right, height)) + name])?;
    }
    Ok(())
}

/// Returns the positions of the values on the axis. Numbers are placed on a linear or, if they lie far apart, a
/// logarithmic scale; other values one after the other.
fn places(values: &[String]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> =
        values.iter().map(|value| value.parse().ok().filter(|number: &f64| number.is_finite())).collect();
    let Some(numbers) = numbers else { return (0..values.len()).map(|idx| idx as f64).collect() };
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let is_wide = least > 0.0 && numbers.iter().any(|&number| number >= WIDE * least);
    if is_wide { numbers.into_iter().map(libm::log10).collect() } else { numbers }
}

/// Returns the ends of the axis of the values.
fn ends(places: &[f64]) -> (f64, f64) {
    let low = places.iter().copied().fold(f64::INFINITY, f64::min);
    let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A single value is placed in the middle.
    if low < high { (low, high) } else { (low - 1.0, low + 1.0) }
}

/// Returns the label at a position: the value there, if any.
fn value_label(place: f64, values: &[String], places: &[f64]) -> String {
    let here = places.iter().position(|other| (other - place).abs() < 1e-9);
    here.map_or_else(String::new, |idx| short(&abbreviated(&values[idx])))
}

/// Abbreviates round numbers from ten thousand on, so that the labels of an axis do not overlap: `30k`, `3M`.
fn abbreviated(value: &str) -> String {
    match value.parse::<u64>() {
        Ok(number) if number >= 1_000_000 && number.is_multiple_of(1_000_000) => {
            format!("{}M", number / 1_000_000)
        }
        Ok(number) if number >= 10_000 && number.is_multiple_of(1_000) => format!("{}k", number / 1_000),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, n_points: usize) -> Line {
        let point = |value_idx: usize| {
            let rate = 0.9 - 0.1 * value_idx as f64;
            Point { value_idx, rate, interval: (rate - 0.03, rate + 0.03) }
        };
        Line { name: name.to_owned(), points: (0..n_points).map(point).collect(), published: Vec::new() }
    }

    #[test]
    fn every_line_has_its_band_its_points_and_its_name() {
        let values: Vec<String> = ["1", "2", "4"].map(str::to_owned).into();
        let svg = lines("mines", &values, &[line("exact", 3), line("random", 2)], &[]);
        // One dot per point, and one per line in the legend.
        assert_eq!(svg.matches("<circle").count(), 5 + 2);
        assert_eq!(svg.matches("<polygon").count(), 2);
        assert!(
            ["exact", "random", "mines"].iter().all(|name| svg.contains(&format!("\n{name}\n"))),
            "{svg}"
        );
    }

    #[test]
    fn long_round_numbers_are_abbreviated() {
        let short = ["30", "3000", "30000", "300000", "3000000", "30001", "8x8/10"].map(abbreviated);
        assert_eq!(short, ["30", "3000", "30k", "300k", "3M", "30001", "8x8/10"]);
    }

    #[test]
    fn published_rates_are_diamonds() {
        let values: Vec<String> = ["1", "2"].map(str::to_owned).into();
        let compared = Line { published: vec![(1, 0.7)], ..line("exact", 2) };
        let svg = lines("mines", &values, &[compared], &[]);
        // The band and the diamond.
        assert_eq!(svg.matches("<polygon").count(), 2);
    }

    #[test]
    fn repeated_colours_have_dashes_and_open_dots() {
        let values: Vec<String> = ["1", "2"].map(str::to_owned).into();
        let draw = |n_lines: usize| {
            let all: Vec<Line> = (0..n_lines).map(|idx| line(&idx.to_string(), 2)).collect();
            lines("mines", &values, &all, &[])
        };
        let n_open = |svg: &str| {
            svg.lines().filter(|line| line.contains("<circle") && line.contains("fill=\"none\"")).count()
        };
        // Two points and the legend.
        assert_eq!([draw(7), draw(8)].map(|svg| n_open(&svg)), [0, 3]);
        let n_strokes = |n_lines: usize| draw(n_lines).matches("<polyline").count();
        assert!(n_strokes(8) - n_strokes(7) > 5 + (n_strokes(7) - n_strokes(6)), "{}", draw(8));
    }

    #[test]
    fn words_are_at_equal_distances_and_a_single_value_in_the_middle() {
        let words: Vec<String> = ["low", "high"].map(str::to_owned).into();
        assert_eq!(places(&words), [0.0, 1.0]);
        assert_eq!(
            (value_label(1.0, &words, &places(&words)), value_label(0.5, &words, &places(&words))),
            ("high".to_owned(), String::new())
        );
        let svg = lines("level", &words[..1], &[line("exact", 1)], &[]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(ends(&[4.0]), (3.0, 5.0));
    }

    #[test]
    fn numbers_far_apart_are_on_a_logarithmic_scale() {
        let at = |values: &[&str]| places(&values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>());
        assert_eq!(at(&["10", "100", "1000"]), [1.0, 2.0, 3.0]);
        assert_eq!(at(&["10", "20", "40"]), [10.0, 20.0, 40.0]);
        assert_eq!(at(&["0", "100"]), [0.0, 100.0]);
    }

    #[test]
    fn a_level_is_drawn_across_with_its_name() {
        let values: Vec<String> = ["1", "2"].map(str::to_owned).into();
        let draw = |levels: &[Level]| lines("mines", &values, &[line("exact", 2)], levels);
        // As high as the first point of the line.
        let with = draw(&[Level { name: "perfect play".to_owned(), rate: 0.9 }]);
        assert!(with.contains("\nperfect play\n") && !draw(&[]).contains("perfect"), "{with}");
        let heights = |start: &str| -> Vec<String> {
            let of = |line: &str| line.split(start).nth(1)?.split('"').next().map(str::to_owned);
            with.lines().filter_map(of).collect()
        };
        let dots = heights("cy=\"");
        let (y, n_dashes) = (&dots[1], N_DASHES as usize);
        let at_dot = |line: &&str| line.contains("#1F2933") && line.matches(&format!(",{y} ")).count() == 2;
        assert_eq!(with.lines().filter(at_dot).count(), n_dashes, "{with}");
    }
}
