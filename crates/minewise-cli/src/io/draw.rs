//! Draws grids as text, with numbered rows and columns.

use std::io::{self, Write};

use clap::builder::styling::Style;
use minewise::{Cell, Census, Grid, Shown, Topology, Verdict, View};

use super::output::paint;

/// The text in a cell of a view: what it shows, or what the census says about it.
pub(crate) fn risk_label(view: &View, census: &Census, cell: Cell) -> String {
    match (view.shown(cell), census.verdict(cell)) {
        (Shown::Number(0), _) => "·".to_owned(),
        (Shown::Number(number), _) => number.to_string(),
        (Shown::Mine, _) | (_, Some(Verdict::Mine)) => "*".to_owned(),
        (_, Some(Verdict::Safe)) => "✓".to_owned(),
        _ => census.risk(cell).map_or_else(String::new, short_percent),
    }
}

/// Draws a grid with a `>` before the `marked` cell. Columns are as wide as the longest label, but at least three
/// characters.
pub(crate) fn draw(
    out: &mut impl Write,
    grid: &Grid,
    marked: Option<Cell>,
    label: impl Fn(Cell) -> String,
) -> io::Result<()> {
    draw_styled(out, grid, marked, |cell| (label(cell), Style::new()))
}

/// Draws a grid as [`draw`] does, with a style for each label.
pub(crate) fn draw_styled(
    out: &mut impl Write,
    grid: &Grid,
    marked: Option<Cell>,
    label: impl Fn(Cell) -> (String, Style),
) -> io::Result<()> {
    let rules = grid.rules();
    let margin = (rules.height() - 1).to_string().len().max(3);
    let labels: Vec<(String, Style)> = (0..grid.n_cells()).map(label).collect();
    let width = labels.iter().map(|(label, _)| label.chars().count()).fold(3, usize::max);
    let columns: String = (0..rules.width()).map(|col| format!(" {col:^width$}")).collect();
    writeln!(out, "{:margin$} {}", "", columns.trim_end())?;
    for row in 0..rules.height() {
        let is_shifted = rules.topology() == Topology::Hex && row % 2 == 1;
        let shift = if is_shifted { width.div_ceil(2) } else { 0 };
        let mut line = format!("{row:>margin$} {:shift$}", "");
        let cells = labels.iter().enumerate().skip(row * rules.width()).take(rules.width());
        for (cell, (label, style)) in cells {
            let is_marked = marked == Some(cell);
            line += &if is_marked { paint(">", Style::new().bold()) } else { " ".to_owned() };
            let style = if is_marked { style.bold() } else { *style };
            line += &paint(&format!("{label:^width$}"), style);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A chance in three characters: never `0%` or `100%`, which would look certain.
pub(crate) fn short_percent(chance: f64) -> String {
    let percent = (100.0 * chance).round().min(99.0);
    if percent < 1.0 { "<1%".to_owned() } else { format!("{percent:>2}%") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let grid = Grid::new(rules.parse().unwrap());
        let mut out = Vec::new();
        draw(&mut out, &grid, Some(2), |cell| cell.to_string()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn rows_and_columns_are_numbered_and_the_choice_is_marked() {
        check("3x2/1", "      0   1   2\n  0   0   1 > 2\n  1   3   4   5\n");
    }

    #[test]
    fn columns_are_as_wide_as_the_longest_label() {
        let grid = Grid::new("2x2/1".parse().unwrap());
        let mut out = Vec::new();
        draw(&mut out, &grid, None, |cell| (10 * cell * cell * cell * cell).to_string()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "      0   1\n  0   0  10\n  1  160 810\n");
        let mut out = Vec::new();
        draw(&mut out, &grid, Some(3), |cell| (cell * cell * 1000).to_string()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "      0    1\n  0   0   1000\n  1  4000>9000\n");
    }

    #[test]
    fn odd_rows_of_a_hex_grid_are_shifted() {
        check("3x2/1@hex", "      0   1   2\n  0   0   1 > 2\n  1     3   4   5\n");
    }

    #[test]
    fn a_chance_that_is_not_certain_never_looks_certain() {
        let short = [0.001, 0.014, 0.335, 0.999].map(short_percent);
        assert_eq!(short, ["<1%", " 1%", "34%", "99%"]);
    }
}
