//! The golden positions, read before anything is timed.

use std::path::Path;

use minewise::View;
use minewise::board::blocks;

/// Returns the views of a set, in order.
pub(crate) fn views(set: &str) -> Vec<View> {
    let text = read(set, "views");
    let parse = |(line, text): (usize, &str)| {
        text.parse().unwrap_or_else(|error| panic!("{set}.views, line {line}: {error}"))
    };
    blocks(&text).map(parse).collect()
}

/// Returns the risks of all cells of each view of a set, on which other programs agreed; `None` for revealed cells.
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
