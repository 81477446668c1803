//! Explains in words why a cell is safe or a mine.

use minewise::{Cell, Explanation, Shown, View};

/// Explains why a cell is safe or a mine, or says what it shows.
pub(super) fn why(view: &View, cell: Cell) -> String {
    let name = view.grid().name(cell);
    match (view.shown(cell), Explanation::of(view, cell)) {
        (Shown::Number(number), _) => format!("{name} is revealed and shows {number}."),
        (_, Ok(Some(explanation))) => explanation.to_string(),
        (_, Ok(None)) => format!("{name} is the mine that was hit."),
        (_, Err(error)) => format!("{name}: {error}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(view: &str, cell: Cell, expected: &str) {
        assert_eq!(why(&view.parse().unwrap(), cell), expected);
    }

    #[test]
    fn every_kind_of_cell_gets_its_sentence() {
        let view = "7x1/2 01.1...";
        check(view, 0, "0,0 is revealed and shows 0.");
        check(view, 2, "0,2 is a mine: the 1 at 0,1 has no other place for a mine.");
        check(view, 4, "0,4 is safe: the 1 at 0,1 needs 0,2, so the 1 at 0,3 already has its mine.");
        check("3x1/1 *1.", 0, "0,0 is the mine that was hit.");
    }
}
