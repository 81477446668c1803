//! Why a cell is safe or a mine, in words.

use minewise::{Cell, Census, Shown, Verdict, View};

use crate::words;

/// Says of a cell what the layouts that fit the view have in common there.
pub(super) fn why(view: &View, cell: Cell) -> String {
    let name = view.grid().name(cell);
    match view.shown(cell) {
        Shown::Number(number) => return format!("{name} is revealed and shows {number}."),
        Shown::Mine => return format!("{name} is a mine, and it was hit."),
        Shown::Covered | Shown::Flag => {}
    }
    let census = match Census::of(view) {
        Ok(census) => census,
        Err(error) => return format!("{name}: {error}."),
    };
    match census.verdict(cell) {
        Some(Verdict::Safe) => format!("{name} is certainly safe: no layout that fits has a mine there."),
        Some(Verdict::Mine) => format!("{name} is certainly a mine: every layout that fits has one there."),
        _ => {
            let risk = words::percent(census.risk(cell).unwrap_or(0.0));
            format!("{name} is not certain: it is a mine in {risk} of the layouts that fit.")
        }
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
        check(view, 2, "0,2 is certainly a mine: every layout that fits has one there.");
        check(view, 4, "0,4 is certainly safe: no layout that fits has a mine there.");
        check(view, 5, "0,5 is not certain: it is a mine in 50.0 % of the layouts that fit.");
        check("3x1/1 *1.", 0, "0,0 is a mine, and it was hit.");
    }
}
