//! The windows of many games, with counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::window::Window;

/// How often a window was seen, and with which labels and risks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "(u64, u64, f64)", into = "(u64, u64, f64)")]
pub(super) struct Tally {
    /// How often the cell was certainly safe.
    pub(super) positive: u64,
    /// How often it was not.
    pub(super) negative: u64,
    /// The sum of the cell's exact risks.
    pub(super) risk: f64,
}

impl Tally {
    pub(super) fn count(self) -> u64 {
        self.positive + self.negative
    }
}

impl From<(u64, u64, f64)> for Tally {
    fn from((positive, negative, risk): (u64, u64, f64)) -> Tally {
        Tally { positive, negative, risk }
    }
}

impl From<Tally> for (u64, u64, f64) {
    fn from(tally: Tally) -> (u64, u64, f64) {
        (tally.positive, tally.negative, tally.risk)
    }
}

/// The distinct windows of some games. A checkpoint has the letters of each window with its tally.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Tally>", into = "BTreeMap<String, Tally>")]
pub(super) struct Examples(pub(super) BTreeMap<Window, Tally>);

impl Examples {
    /// Adds a window around a cell with this risk.
    pub(super) fn add(&mut self, window: Window, is_positive: bool, risk: f64) {
        let tally = self.0.entry(window).or_default();
        tally.positive += u64::from(is_positive);
        tally.negative += u64::from(!is_positive);
        tally.risk += risk;
    }
}

impl From<Examples> for BTreeMap<String, Tally> {
    fn from(examples: Examples) -> BTreeMap<String, Tally> {
        examples.0.into_iter().map(|(window, tally)| (window.to_string(), tally)).collect()
    }
}

impl TryFrom<BTreeMap<String, Tally>> for Examples {
    type Error = &'static str;

    fn try_from(texts: BTreeMap<String, Tally>) -> Result<Examples, &'static str> {
        let read = |(text, tally): (String, Tally)| Ok((text.parse()?, tally));
        texts.into_iter().map(read).collect::<Result<_, _>>().map(Examples)
    }
}

/// A window to learn from, with the weight of each label; over all windows, the weights sum to 1.
#[derive(Clone, Debug)]
pub(super) struct Weighted<'a> {
    pub(super) window: &'a Window,
    pub(super) positive: f64,
    pub(super) negative: f64,
}

/// Weights windows by how often they were seen; positive examples count `beta` times.
pub(super) fn weigh<'a>(windows: &[(&'a Window, Tally)], beta: f64) -> Vec<Weighted<'a>> {
    let weight = |tally: Tally| beta * tally.positive as f64 + tally.negative as f64;
    let sum: f64 = windows.iter().map(|&(_, tally)| weight(tally)).sum();
    let one = 1.0 / sum.max(f64::MIN_POSITIVE);
    let weigh = |&(window, tally): &(&'a Window, Tally)| Weighted {
        window,
        positive: beta * tally.positive as f64 * one,
        negative: tally.negative as f64 * one,
    };
    windows.iter().map(weigh).collect()
}

/// A window with one of its labels.
#[derive(Clone, Debug)]
pub(super) struct Point<'a> {
    pub(super) codes: &'a [u8],
    /// 1 or −1.
    pub(super) label: f64,
    pub(super) weight: f64,
}

/// Splits windows into points. A window that was seen with both labels becomes two points.
pub(super) fn points<'a>(windows: &[Weighted<'a>]) -> Vec<Point<'a>> {
    let both = |window: &Weighted<'a>| {
        let codes = window.window.codes();
        [
            Point { codes, label: 1.0, weight: window.positive },
            Point { codes, label: -1.0, weight: window.negative },
        ]
    };
    windows.iter().flat_map(both).filter(|point| point.weight > 0.0).collect()
}
