//! Confidence intervals of win rates.

/// The 97.5th percentile of the standard normal distribution: 95 % lie within this many standard deviations of the
/// mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The 95 % confidence interval of a rate of `wins` in `games` (Wilson 1927).
///
/// Unlike the interval by the plain standard error, it is accurate for few games and for rates near 0 and 1, and it
/// always lies between 0 and 1. For no games at all, it is 0 to 1.
///
/// # Examples
/// ```
/// let (low, high) = minewise::num::wilson(81, 263);
/// assert_eq!(format!("{low:.4} {high:.4}"), "0.2553 0.3662");
/// ```
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let rate = wins as f64 / n;
    let spread = Z_95 * (rate * (1.0 - rate) / n + Z_95 * Z_95 / (4.0 * n * n)).sqrt();
    let middle = rate + Z_95 * Z_95 / (2.0 * n);
    let scale = 1.0 + Z_95 * Z_95 / n;
    // Exact at the ends, where the formula would give almost 0 or almost 1.
    let low = if wins == 0 { 0.0 } else { (middle - spread) / scale };
    let high = if wins == games { 1.0 } else { (middle + spread) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wins: u64, games: u64, expected: &str) {
        let (low, high) = wilson(wins, games);
        assert_eq!(format!("{low:.4} {high:.4}"), expected);
    }

    #[test]
    fn wilsons_interval_has_its_published_values() {
        // Newcombe (1998), table I, method 3.
        check(81, 263, "0.2553 0.3662");
        check(15, 148, "0.0624 0.1605");
        check(0, 20, "0.0000 0.1611");
        check(1, 29, "0.0061 0.1718");
    }

    #[test]
    fn all_and_none_mirror_each_other() {
        check(0, 10, "0.0000 0.2775");
        check(10, 10, "0.7225 1.0000");
        check(5, 10, "0.2366 0.7634");
        assert_eq!((wilson(0, 10).0, wilson(10, 10).1), (0.0, 1.0));
    }

    #[test]
    fn of_no_games_nothing_is_known() {
        check(0, 0, "0.0000 1.0000");
    }
}
