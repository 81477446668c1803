//! Formats figures for reports.

use std::time::Duration;

pub(crate) use minewise_coach::grouped;

/// Formats `n` of `all` as a rate per 1,000, with one decimal.
pub(crate) fn per_thousand(n: u64, all: u64) -> String {
    let share = format!("{:.1}", 1000.0 * n as f64 / all as f64);
    match share.split_once('.') {
        Some((whole, tenths)) => format!("{}.{tenths}", grouped(whole)),
        None => NO_VALUE.to_owned(),
    }
}

/// Stands for a missing figure.
pub(crate) const NO_VALUE: &str = "–";

/// Formats a share in percent.
pub(crate) fn percent(share: f64) -> String {
    if share.is_finite() { format!("{} %", fixed(100.0 * share)) } else { NO_VALUE.to_owned() }
}

/// Formats an interval of shares in percent.
pub(crate) fn interval((low, high): (f64, f64)) -> String {
    if !(low.is_finite() && high.is_finite()) {
        return NO_VALUE.to_owned();
    }
    format!("{} to {}", fixed(100.0 * low), fixed(100.0 * high))
}

/// Formats a number with two decimals.
pub(crate) fn decimal(value: f64) -> String {
    if value.is_finite() { fixed(value) } else { NO_VALUE.to_owned() }
}

/// Formats a small difference with four decimals, or with an exponent if these would be mostly zeros.
pub(crate) fn error(value: f64) -> String {
    match value {
        _ if !value.is_finite() => NO_VALUE.to_owned(),
        0.0 => "0".to_owned(),
        _ if value.abs() < 5e-4 => format!("{value:.1e}"),
        _ => format!("{value:.4}"),
    }
}

/// Formats a count that may be too large for an integer type.
pub(crate) fn count_of(value: f64) -> String {
    if value.is_finite() && (0.0..1e15).contains(&value) {
        grouped(value as u64)
    } else {
        format!("{value:.2e}")
    }
}

/// Formats a number with two decimals and a typographic minus sign. Zero has no sign.
fn fixed(value: f64) -> String {
    let text = format!("{value:.2}");
    match text.strip_prefix('-') {
        Some("0.00") => "0.00".to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// Converts a chance to percent, and removes rounding errors.
pub(crate) fn in_percent(chance: f64) -> f64 {
    (chance * 1e8).round() / 1e6
}

/// Formats a difference of rates in percentage points, always with a sign.
pub(crate) fn points(difference: f64) -> String {
    format!("{:+.2}", 100.0 * difference)
}

/// Formats a difference of rates in percentage points, with a sign only if it is negative.
pub(crate) fn in_points(difference: f64) -> String {
    format!("{:.2}", 100.0 * difference)
}

/// Formats an interval of differences in percentage points.
pub(crate) fn range((low, high): (f64, f64)) -> String {
    format!("{} to {}", points(low), points(high))
}

/// Formats a speed with at least three significant digits.
pub(crate) fn speed(a_second: f64) -> String {
    if a_second >= 100.0 { grouped(a_second.round() as u64) } else { decimal(a_second) }
}

/// Formats a short time in a suitable unit.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        0.0..1e-3 => (seconds * 1e6, "µs"),
        1e-3..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_formatted_for_people() {
        assert_eq!((grouped(999), grouped(1_234_567)), ("999".to_owned(), "1,234,567".to_owned()));
        assert_eq!((percent(0.12345), percent(f64::NAN)), ("12.35 %".to_owned(), "–".to_owned()));
        let shares = [(1, 3), (0, 7), (2_345_678, 1000), (5, 0)].map(|(n, all)| per_thousand(n, all));
        assert_eq!(shares, ["333.3", "0.0", "2,345,678.0", "–"]);
        assert_eq!(interval((-0.012, 0.5)), "−1.20 to 50.00");
        assert_eq!(interval((f64::NEG_INFINITY, f64::INFINITY)), "–");
        assert_eq!(decimal(-0.001), "0.00");
        let errors = [0.0, 0.012_34, 2.5e-13, f64::NAN].map(error);
        assert_eq!(errors, ["0", "0.0123", "2.5e-13", "–"]);
        assert_eq!([12_345.0, 3.21e18].map(count_of), ["12,345", "3.21e18"]);
        let times = [1_500, 2_500_000, 3_000_000_000].map(|nanos| duration(Duration::from_nanos(nanos)));
        assert_eq!(times, ["1.5 µs", "2.5 ms", "3.0 s"]);
    }
}
