use super::*;
use crate::stats::statistics::wilson;

/// Returns a published figure; only its rate, sample and way of stating matter here.
fn figure(win_rate: f64, games: Option<u64>, stated: Stated) -> PublishedFigure {
    PublishedFigure {
        rules: "9x9/10".parse().unwrap(),
        player: "exact".parse().unwrap(),
        win_rate: Some(win_rate),
        stated,
        games,
        interval: None,
        uses: std::collections::BTreeMap::new(),
        times: PublishedTimes::default(),
        by: "Smith".to_owned(),
        source: "a paper".to_owned(),
        explanation: Some("Ours has more luck.".to_owned()),
    }
}

#[track_caller]
fn check(wins: u64, games: u64, theirs: (u64, u64), expected: &str) {
    let rate = |(wins, games): (u64, u64)| wins as f64 / games as f64;
    let figure = figure(rate(theirs), Some(theirs.1), Stated::Exactly);
    let ours = Some((rate((wins, games)), wilson(wins, games)));
    let comparison = Comparison { figure: &figure, their_rate: rate(theirs), ours };
    assert_eq!(comparison.verdict(), expected);
    assert_eq!(comparison.differs(), !expected.starts_with("no difference"));
}

#[test]
fn rates_differ_if_the_interval_of_their_difference_excludes_0() {
    // Newcombe (1998), table II, method 10: 56/70 and 48/80 give 0.0524 to 0.3339.
    check(56, 70, (48, 80), "ours is 20.00 points above (5.24 to 33.39)");
    check(48, 80, (56, 70), "ours is 20.00 points below (5.24 to 33.39)");
    // The same table: 9/10 and 3/10 give 0.1705 to 0.8090.
    check(9, 10, (3, 10), "ours is 60.00 points above (17.05 to 80.90)");
    check(5, 10, (6, 10), "no difference was found; ours minus theirs is −10.00 points (−45.09 to 28.98)");
}

#[track_caller]
fn check_without_sample(ours: f64, theirs: f64, stated: Stated, differs: bool, expected: &str) {
    // Games of an inexact rate do not give it an interval.
    let figure = figure(theirs, (stated != Stated::Exactly).then_some(100), stated);
    let comparison =
        Comparison { figure: &figure, their_rate: theirs, ours: Some((ours, (ours - 0.01, ours + 0.01))) };
    assert_eq!(comparison.verdict(), expected);
    assert_eq!(comparison.differs(), differs);
}

#[test]
fn a_figure_without_a_sample_differs_if_our_interval_excludes_it() {
    let apart = "the source states no number of games, and ours is 10.00 points below";
    let same = "the source states no number of games, but theirs lies in our interval";
    check_without_sample(0.8, 0.9, Stated::Exactly, true, apart);
    check_without_sample(0.8, 0.9, Stated::About, true, apart);
    check_without_sample(0.895, 0.9, Stated::About, false, same);
}

#[test]
fn a_bound_differs_only_on_the_wrong_side() {
    check_without_sample(0.8, 0.9, Stated::Under, false, "ours agrees with under 90.00 %");
    check_without_sample(0.905, 0.9, Stated::Under, false, "ours agrees with under 90.00 %");
    check_without_sample(0.92, 0.9, Stated::Under, true, "ours is not under 90.00 %, but 2.00 points above");
    check_without_sample(0.8, 0.9, Stated::Over, true, "ours is not over 90.00 %, but 10.00 points below");
}

#[test]
fn an_explanation_is_given_only_where_figures_differ() {
    let figure = figure(0.5, Some(1000), Stated::Exactly);
    let sentence = |ours| Comparison { figure: &figure, their_rate: 0.5, ours }.sentence();
    let apart = sentence(Some((0.8, (0.79, 0.81))));
    assert!(
        apart.starts_with("9x9/10, exact compared with Smith (a paper): ours is 30.00 points above"),
        "{apart}"
    );
    assert!(apart.ends_with("). Ours has more luck."), "{apart}");
    let equal = sentence(Some((0.51, (0.5, 0.52))));
    assert!(!equal.contains("luck"), "{equal}");
    assert!(sentence(None).ends_with("undecided, because none of our games has been played yet."));
}
