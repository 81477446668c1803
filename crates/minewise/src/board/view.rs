//! What a player is shown.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::notation::{self, Letters};
use crate::board::{Cell, Grid, ReadError, Rules, Start};

/// What a player is shown of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Shown {
    /// Nothing yet.
    Covered,
    /// A flag on a covered cell. It is only an opinion of the player and proves nothing.
    Flag,
    /// Revealed, with this many mines around it.
    Number(u8),
    /// A mine that was hit, or shown after a loss.
    Mine,
}

impl Shown {
    /// Whether the cell has not been revealed, flagged or not.
    #[inline]
    pub fn is_covered(self) -> bool {
        matches!(self, Shown::Covered | Shown::Flag)
    }

    fn letter(self) -> char {
        match self {
            Shown::Covered => '.',
            Shown::Flag => 'F',
            Shown::Number(number) => char::from(b'0' + number),
            Shown::Mine => '*',
        }
    }
}

/// What a player is shown of a game. This is plain data and may contradict itself.
///
/// Written with the rules on the first line, then one row per line: `.` covered, `0`–`8` revealed, `F` flag, `*` a
/// mine shown after a loss; or all on one line, `5x3/2:zero 1..../...../.....`. Reading also accepts
///
/// - spaces between cells, blank lines at the beginning, and CRLF;
/// - `H`, `#` and `-` for covered;
/// - a header `WxHxM`, which selects the letters of `.mine` files: `H` covered, `F` flag, `?` or `M` mine.
///
/// # Examples
/// ```
/// use minewise::{Shown, View};
/// let view: View = "4x2/1  1 # # # / . . . .".parse()?;
/// assert_eq!(view.shown(0), Shown::Number(1));
/// assert_eq!(format!("{view:#}"), "4x2/1 1.../....");
/// # Ok::<(), minewise::board::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    grid: Arc<Grid>,
    shown: Box<[Shown]>,
    /// Invariant: the number of entries of `shown` that are covered.
    n_covered: usize,
}

impl View {
    /// Creates the view before anything is revealed.
    pub fn new(grid: &Arc<Grid>) -> View {
        let n_cells = grid.n_cells();
        View { grid: Arc::clone(grid), shown: vec![Shown::Covered; n_cells].into(), n_covered: n_cells }
    }

    /// Creates a view from rows of cells, for example from a program that reads a screen.
    ///
    /// # Errors
    /// When the number or the length of the rows is not that of the rules, or a number is above 8.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Shown, View};
    /// let rows = [[Shown::Number(1), Shown::Covered, Shown::Flag], [Shown::Covered; 3]];
    /// let view = View::from_rows("3x2/1".parse()?, rows)?;
    /// assert_eq!(format!("{view:#}"), "3x2/1 1.F/...");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_rows(
        rules: Rules,
        rows: impl IntoIterator<Item = impl IntoIterator<Item = Shown>>,
    ) -> Result<View, ReadError> {
        let (width, height) = (rules.width(), rules.height());
        let mut shown = Vec::new();
        let mut n_rows = 0;
        for (row, cells) in rows.into_iter().enumerate() {
            n_rows = row + 1;
            if n_rows > height {
                break;
            }
            for (col, cell) in cells.into_iter().enumerate() {
                match cell {
                    _ if col == width => return Err(ReadError::LongRow { row, expected: width }),
                    Shown::Number(number @ 9..) => {
                        return Err(ReadError::NotACell { row, col, text: number.to_string() });
                    }
                    _ => shown.push(cell),
                }
            }
            let found = shown.len() - row * width;
            if found < width {
                return Err(ReadError::ShortRow { row, expected: width, found });
            }
        }
        if n_rows != height {
            return Err(ReadError::WrongRows { expected: height, found: n_rows });
        }
        Ok(View::of_shown(rules, shown))
    }

    fn of_shown(rules: Rules, shown: Vec<Shown>) -> View {
        let n_covered = shown.iter().filter(|shown| shown.is_covered()).count();
        View { grid: Grid::new(rules), shown: shown.into(), n_covered }
    }

    /// The grid of the view.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// What is shown of `cell`.
    #[inline]
    pub fn shown(&self, cell: Cell) -> Shown {
        self.shown[cell]
    }

    /// Changes what is shown of `cell`.
    #[inline]
    pub fn show(&mut self, cell: Cell, shown: Shown) {
        self.n_covered -= usize::from(self.shown[cell].is_covered());
        self.n_covered += usize::from(shown.is_covered());
        self.shown[cell] = shown;
    }

    /// Whether `cell` has not been revealed.
    #[inline]
    pub fn is_covered(&self, cell: Cell) -> bool {
        self.shown[cell].is_covered()
    }

    /// The number of cells that have not been revealed.
    pub fn n_covered(&self) -> usize {
        self.n_covered
    }

    /// The cells that have not been revealed, in ascending order.
    pub fn covered(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.shown.len()).filter(|&cell| self.is_covered(cell))
    }

    /// Whether nothing has been revealed yet.
    pub fn is_untouched(&self) -> bool {
        self.n_covered == self.shown.len()
    }

    /// Whether the next reveal is the first one, and the start of the rules keeps it free of mines.
    ///
    /// The census of such a view ignores the start: it counts all layouts, so its risks are not those of the first
    /// reveal.
    pub fn is_safe_opening(&self) -> bool {
        self.is_untouched() && self.grid.rules().start() != Start::Any
    }

    /// The mines that are shown, in ascending order.
    pub fn shown_mines(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.shown.len()).filter(|&cell| self.shown[cell] == Shown::Mine)
    }

    /// The same view with a mine in place of every flag, for players who trust their flags.
    pub fn with_flags_as_mines(&self) -> View {
        let mut trusting = self.clone();
        for cell in 0..self.shown.len() {
            if self.shown[cell] == Shown::Flag {
                trusting.show(cell, Shown::Mine);
            }
        }
        trusting
    }
}

/// Writes the canonical form: the rules on the first line, then one row per line. The alternate form (`{:#}`) is on one
/// line.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(f, &self.grid, |cell| self.shown[cell].letter())
    }
}

impl FromStr for View {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<View, ReadError> {
        let (rules, shown) = notation::read(text, |letters, letter| match (letters, letter) {
            (_, '0'..='8') => Some(Shown::Number(letter as u8 - b'0')),
            (_, '.' | 'H' | '#' | '-') => Some(Shown::Covered),
            (_, 'F') => Some(Shown::Flag),
            (Letters::Ours, '*') | (Letters::Mine, '?' | 'M') => Some(Shown::Mine),
            _ => None,
        })?;
        Ok(View::of_shown(rules, shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = text.parse::<View>().map_or_else(|error| error.to_string(), |view| format!("{view:#}"));
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "4x2/2:zero@torus\n01F.\n*..8\n";
        assert_eq!(text.parse::<View>().unwrap().to_string(), text);
        check("4x2/2:zero@torus 01F./*..8", "4x2/2:zero@torus 01F./*..8");
    }

    #[test]
    fn reading_forgives_spaces_line_ends_and_letters() {
        check("\n\n 3x2/1 \r\n1 H #\r\n\t- . .\r\n", "3x2/1 1../...");
        check("3x2/1 1HH / HHH", "3x2/1 1../...");
        check(
            "beginner:any 1......../......... /........./........./........./........./........./........./.........",
            "9x9/10:any 1......../........./........./........./........./........./........./........./.........",
        );
        check("3x2x1\n1HF\n?M0\n", "3x2/1 1.F/**0");
    }

    #[test]
    fn bad_views_get_a_sentence_that_says_where() {
        check("", "expected a view: a header like `9x9/10`, then the rows, but found nothing");
        check("nonsense", "expected a header like `9x9/10`, found `nonsense`");
        check("3x2/1 1../..", "row 1 has 2 cells, expected 3");
        check("3x2/1 1../....", "row 1 has more than 3 cells");
        check("3x2/1 1..", "expected 2 rows, found 1");
        check("3x2/1 .../.../...", "expected 2 rows, found 3");
        check("3x2/1 .../.9.", "row 1, column 1: `9` is not a cell; cells are `.`, `0` to `8`, `F` and `*`");
        check("3x2/1 .../.?.", "row 1, column 1: `?` is not a cell; cells are `.`, `0` to `8`, `F` and `*`");
        check("3x2/9 .../...", "mines must be fewer than cells, but these are 9 mines and 6 cells");
        check("0x0/0", "a grid needs at least one row and one column");
    }

    #[test]
    fn rows_that_do_not_fit_the_rules_are_refused() {
        let number = |number: char| Shown::Number(number as u8 - b'0');
        for (rows, expected) in [
            (&["12", "345"][..], "row 0 has 2 cells, expected 3"),
            (&["1234"], "row 0 has more than 3 cells"),
            (&["123"], "expected 2 rows, found 1"),
            (&["123"; 3], "expected 2 rows, found 3"),
            (&["123", "12;"], "row 1, column 2: `11` is not a cell; cells are `.`, `0` to `8`, `F` and `*`"),
        ] {
            let rows = rows.iter().map(|row| row.chars().map(number));
            let error = View::from_rows("3x2/1".parse().unwrap(), rows).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn only_a_first_reveal_that_the_rules_keep_off_the_mines_is_a_safe_opening() {
        for (view, expected) in
            [("3x1/1 ...", true), ("3x1/1:zero .F.", true), ("3x1/1:any ...", false), ("3x1/1 .1.", false)]
        {
            assert_eq!(view.parse::<View>().unwrap().is_safe_opening(), expected, "{view}");
        }
    }

    #[test]
    fn a_header_alone_never_allocates_its_grid() {
        check("2000x2000/5\n...", "row 0 has 3 cells, expected 2000");
    }
}
