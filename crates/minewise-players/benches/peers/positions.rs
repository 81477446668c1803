//! The golden positions, read before anything is timed.

use std::path::Path;

use minewise::View;
use minewise::board::blocks;

/// The views of a set, in order.
pub(crate) fn views(set: &str) -> Vec<View> {
    let text = read(set, "views");
    let parse = |(line, text): (usize, &str)| {
        text.parse().unwrap_or_else(|error| panic!("{set}.views, line {line}: {error}"))
    };
    blocks(&text).map(parse).collect()
}

/// The risks that other programs agreed on for the views of a set: for each, one a cell, none where it is revealed.
pub(crate) fn risks(set: &str) -> Vec<Vec<Option<f64>>> {
    let text = read(set, "risks");
    let parse = |(_, text): (usize, &str)| {
        // The first word is the header; a revealed cell is written `-`.
        text.split_whitespace().skip(1).map(|word| word.parse().ok()).collect()
    };
    blocks(&text).map(parse).collect()
}

fn read(set: &str, ending: &str) -> String {
    let positions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/positions");
    std::fs::read_to_string(positions.join(format!("{set}.{ending}"))).expect("golden positions can be read")
}
