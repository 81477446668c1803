//! Curves over two axes, each in powers of ten or in percent.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{FONT, FONT_SIZE, LineStyle, MUTED, RULED, TickedAxis, WIDTH, draw_legend, legend_height};

/// A curve of a plot, with its points from left to right.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// An axis with its name.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    pub(crate) scale: Scale,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Logarithmic. Values that are not above 0 are left out.
    Powers,
    /// Shares from 0 to 100 %.
    Percent,
}

const HEIGHT: u32 = 380;
/// The maximum number of points that are marked. More marks would hide the curve.
const MOST_DOTS: usize = 20;
const MARGIN: u32 = 8;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failure<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Draws curves, and returns the SVG.
pub(crate) fn curves(across: Axis, up: Axis, curves: &[Curve]) -> String {
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    let legend_height = legend_height(names.len());
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT + legend_height)).into_drawing_area();
    let (legend, plot) = area.split_vertically(legend_height);
    draw_legend(&legend, &names)
        .and_then(|()| draw(&plot, across, up, curves))
        .expect("drawing into a text does not fail");
    drop((legend, plot, area));
    svg
}

fn draw<'a>(area: &Area<'a>, across: Axis, up: Axis, curves: &[Curve]) -> Result<(), Failure<'a>> {
    let placed: Vec<Vec<(f64, f64)>> = curves
        .iter()
        .map(|curve| {
            let place = |&(x, y): &(f64, f64)| Some((across.scale.place(x)?, up.scale.place(y)?));
            curve.points.iter().filter_map(place).collect()
        })
        .collect();
    let points = || placed.iter().flatten();
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(30)
        .x_label_area_size(46)
        .y_label_area_size(70)
        .build_cartesian_2d(
            across.scale.range(points().map(|point| point.0)),
            up.scale.range(points().map(|point| point.1)),
        )?;
    chart
        .configure_mesh()
        .x_desc(across.name)
        .y_desc(up.name)
        .axis_desc_style((FONT, FONT_SIZE).into_font().color(&MUTED.light))
        .x_label_formatter(&|place| across.scale.label(*place))
        .y_label_formatter(&|place| up.scale.label(*place))
        .label_style((FONT, FONT_SIZE).into_font().color(&MUTED.light))
        .axis_style(RULED.light)
        .bold_line_style(RULED.light)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (idx, points) in placed.into_iter().enumerate() {
        let style = LineStyle::of(idx);
        chart.draw_series([style.path(points.clone())])?;
        if points.len() <= MOST_DOTS {
            chart.draw_series(points.into_iter().map(|place| style.dot(place)))?;
        }
    }
    Ok(())
}

impl Scale {
    /// Returns the position of a value on the axis; `None` if it has none.
    fn place(self, value: f64) -> Option<f64> {
        let place = match self {
            Scale::Powers if value <= 0.0 => return None,
            Scale::Powers => libm::log10(value),
            Scale::Percent => 100.0 * value,
        };
        place.is_finite().then_some(place)
    }

    /// Returns the axis with its ends and labels.
    fn range(self, places: impl Iterator<Item = f64>) -> TickedAxis {
        let (low, high) = match self {
            Scale::Percent => (0.0, 100.0),
            Scale::Powers => {
                let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
                    (place.min(low), place.max(high))
                });
                if low > high { (0.0, 1.0) } else { (low.floor(), high.ceil().max(low.floor() + 1.0)) }
            }
        };
        // On a long axis, not every power has a label.
        let step = if self == Scale::Percent { 20.0 } else { ((high - low) / 10.0).ceil().max(1.0) };
        let n_steps = ((high - low) / step) as usize;
        TickedAxis { low, high, ticks: (0..=n_steps).map(|idx| low + step * idx as f64).collect() }
    }

    /// Returns the label at a position.
    fn label(self, place: f64) -> String {
        match self {
            Scale::Percent => format!("{place:.0} %"),
            Scale::Powers if (-4.5..6.5).contains(&place) => format!("{}", power_of_ten(place)),
            Scale::Powers => format!("1e{place:.0}"),
        }
    }
}

/// Returns a small integer power of ten, without rounding errors.
fn power_of_ten(power: f64) -> f64 {
    format!("1e{power:.0}").parse().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, points: &[(f64, f64)]) -> Curve {
        Curve { name: name.to_owned(), points: points.to_vec() }
    }

    fn steps_and_errors(drawn: &[Curve]) -> String {
        let axis = |name| Axis { name, scale: Scale::Powers };
        curves(axis("steps"), axis("error"), drawn)
    }

    #[test]
    fn powers_of_ten_are_at_equal_distances_and_have_labels() {
        let svg = steps_and_errors(&[curve("walk", &[(10.0, 0.1), (100.0, 0.01), (1000.0, 0.001)])]);
        for label in ["10", "100", "1000", "0.1", "0.01", "0.001", "walk", "steps", "error"] {
            assert!(svg.contains(&format!("\n{label}\n")), "{label}: {svg}");
        }
        let centres: Vec<i32> = svg
            .lines()
            .filter_map(|line| line.strip_prefix("<circle cx=\""))
            .filter_map(|rest| rest.split('"').next()?.parse().ok())
            .collect();
        // The first is in the legend.
        let [_, left, middle, right] = centres[..] else { panic!("{svg}") };
        assert!((2 * middle - left - right).abs() <= 1 && left < right, "{centres:?}");
    }

    #[test]
    fn values_without_a_position_are_left_out() {
        let dots = |points: &[(f64, f64)]| steps_and_errors(&[curve("a", points)]).matches("<circle").count();
        assert_eq!(dots(&[(1.0, 0.0), (f64::NAN, 1.0), (2.0, f64::INFINITY), (-1.0, 1.0), (5.0, 5.0)]), 2);
        assert_eq!(dots(&[]), 1);
    }

    #[test]
    fn points_are_marked_only_if_they_are_few() {
        let n_dots = |n_points: usize| {
            let points: Vec<(f64, f64)> = (1..=n_points).map(|n| (n as f64, n as f64)).collect();
            steps_and_errors(&[curve("a", &points)]).matches("<circle").count()
        };
        assert_eq!((n_dots(20), n_dots(21)), (21, 1));
    }

    #[test]
    fn an_axis_of_many_powers_has_few_labels() {
        let svg = steps_and_errors(&[curve("a", &[(1.0, 1e-300), (1e300, 1.0)])]);
        assert!(svg.matches("\n1e").count() <= 24, "{svg}");
    }
}
