//! Rates over a varied parameter, as lines with bands for their intervals.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{
    FONT, FONT_SIZE, LINES, MUTED, RULED, WIDTH, draw_legend, legend_height, percent_axis, percent_label,
    short,
};

/// A line of a plot.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
}

/// A rate with its interval at a value of the varied parameter.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    /// The place of the value among all values.
    pub(crate) value_idx: usize,
    pub(crate) rate: f64,
    pub(crate) interval: (f64, f64),
}

const HEIGHT: u32 = 340;
const MARGIN: u32 = 8;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failure<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Draws rates over the values of a parameter, which stand in order and at equal distances if they are no numbers.
pub(crate) fn lines(parameter: &str, values: &[String], lines: &[Line]) -> String {
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    let legend_height = legend_height(names.len());
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT + legend_height)).into_drawing_area();
    let (legend, plot) = area.split_vertically(legend_height);
    draw_legend(&legend, &names)
        .and_then(|()| draw(&plot, parameter, values, lines))
        .expect("drawing into a text does not fail");
    drop((legend, plot, area));
    svg
}

fn draw<'a>(area: &Area<'a>, parameter: &str, values: &[String], lines: &[Line]) -> Result<(), Failure<'a>> {
    let places = places(values);
    let points = || lines.iter().flat_map(|line| &line.points);
    let (low, high) =
        percent_axis(points().flat_map(|point| [point.rate, point.interval.0, point.interval.1]));
    let (left, right) = ends(&places);
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(30)
        .x_label_area_size(46)
        .y_label_area_size(56)
        .build_cartesian_2d(left..right, low..high)?;
    let label = |place: &f64| value_label(*place, values, &places);
    chart
        .configure_mesh()
        .x_labels(places.len().clamp(2, 12))
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
        let hue = &LINES[idx % LINES.len()];
        let at = |point: &Point, rate: f64| (places[point.value_idx], (100.0 * rate).clamp(low, high));
        let lower = line.points.iter().map(|point| at(point, point.interval.0));
        let upper = line.points.iter().rev().map(|point| at(point, point.interval.1));
        let band: Vec<(f64, f64)> = lower.chain(upper).collect();
        let middle: Vec<(f64, f64)> = line.points.iter().map(|point| at(point, point.rate)).collect();
        chart.draw_series([Polygon::new(band, hue.light.mix(0.18).filled())])?;
        chart.draw_series([PathElement::new(middle.clone(), hue.light.stroke_width(2))])?;
        chart.draw_series(middle.into_iter().map(|place| Circle::new(place, 3, hue.light.filled())))?;
    }
    Ok(())
}

/// Where the values stand: at themselves if they all are numbers, else one after the other.
fn places(values: &[String]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> =
        values.iter().map(|value| value.parse().ok().filter(|number: &f64| number.is_finite())).collect();
    numbers.unwrap_or_else(|| (0..values.len()).map(|idx| idx as f64).collect())
}

/// From where to where the axis of the values goes.
fn ends(places: &[f64]) -> (f64, f64) {
    let low = places.iter().copied().fold(f64::INFINITY, f64::min);
    let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A single value stands in the middle.
    if low < high { (low, high) } else { (low - 1.0, low + 1.0) }
}

/// What an axis says at a place: the number, or the word that stands there, if any.
fn value_label(place: f64, values: &[String], places: &[f64]) -> String {
    let is_here = |other: &&f64| (**other - place).abs() < 1e-9;
    let is_number = values.iter().all(|value| value.parse::<f64>().is_ok());
    match places.iter().find(is_here).and_then(|here| places.iter().position(|other| other == here)) {
        Some(idx) => short(&values[idx]),
        None if is_number => format!("{}", (place * 1e6).round() / 1e6),
        None => String::new(),
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
        Line { name: name.to_owned(), points: (0..n_points).map(point).collect() }
    }

    #[test]
    fn every_line_has_its_band_its_points_and_its_name() {
        let values: Vec<String> = ["1", "2", "4"].map(str::to_owned).into();
        let svg = lines("mines", &values, &[line("exact", 3), line("random", 2)]);
        // A dot a point, and one each in the legend.
        assert_eq!(svg.matches("<circle").count(), 5 + 2);
        assert_eq!(svg.matches("<polygon").count(), 2);
        assert!(
            ["exact", "random", "mines"].iter().all(|name| svg.contains(&format!("\n{name}\n"))),
            "{svg}"
        );
    }

    #[test]
    fn words_stand_at_equal_distances_and_a_single_value_in_the_middle() {
        let words: Vec<String> = ["low", "high"].map(str::to_owned).into();
        assert_eq!(places(&words), [0.0, 1.0]);
        assert_eq!(
            (value_label(1.0, &words, &places(&words)), value_label(0.5, &words, &places(&words))),
            ("high".to_owned(), String::new())
        );
        let svg = lines("level", &words[..1], &[line("exact", 1)]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(ends(&[4.0]), (3.0, 5.0));
    }
}
