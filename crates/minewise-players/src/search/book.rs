//! The book: what to reveal first under some rules, and next after the first numbers, as measured.
//!
//! Nothing in it is made up. `minewise learn book` tries first cells in many games, then what may follow where the first
//! numbers leave nothing certain, as far as games often get there.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use minewise::{Cell, Grid, Rules, Shown, View};

/// Numbers with the cells that show them, by ascending cell.
pub(super) type Numbers = Vec<(Cell, u8)>;

/// The book that ships with the program.
pub(super) static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
    include_str!("book.txt").parse().expect("the book that ships with the program is well formed")
});

/// What was measured of one view.
#[derive(Clone, Debug, PartialEq)]
pub struct BookEntry {
    /// What is played.
    pub rules: Rules,
    /// The numbers shown, by ascending cell.
    pub shown: Vec<(Cell, u8)>,
    /// The best cell to reveal next.
    pub cell: Cell,
    /// The share of games won with it.
    pub win: f64,
    /// How many games that was.
    pub n_games: u64,
}

/// What to reveal first.
#[derive(Clone, Debug, Default)]
pub struct Book {
    entries: HashMap<(Rules, Numbers), (Cell, f64)>,
    /// The most cells that an entry has shown.
    most_shown: usize,
}

impl Book {
    /// A book of these entries.
    pub fn new(entries: impl IntoIterator<Item = BookEntry>) -> Book {
        let mut book = Book::default();
        for BookEntry { rules, shown, cell, win, .. } in entries {
            book.most_shown = book.most_shown.max(shown.len());
            book.entries.insert((rules, shown), (cell, win));
        }
        book
    }

    /// The cell to reveal next, and the share of games won with it; none if the book does not have this view, however it
    /// is turned.
    pub fn next(&self, view: &View) -> Option<(Cell, f64)> {
        let grid = view.grid();
        if grid.n_cells() - view.n_covered() > self.most_shown {
            return None;
        }
        let shown = shown_in(view)?;
        let find = |shown: Numbers| self.entries.get(&(*grid.rules(), shown)).copied();
        if let Some(found) = find(shown.clone()) {
            return Some(found);
        }
        if shown.is_empty() {
            return None;
        }
        grid.turns().into_iter().find_map(|turn| {
            let mut turned: Numbers = shown.iter().map(|&(cell, number)| (turn[cell], number)).collect();
            turned.sort_unstable();
            let (there, win) = find(turned)?;
            turn.iter().position(|&to| to == there).map(|cell| (cell, win))
        })
    }
}

/// The numbers that a view shows, by ascending cell; none if it shows a mine.
fn shown_in(view: &View) -> Option<Numbers> {
    let mut shown = Vec::new();
    for cell in 0..view.grid().n_cells() {
        match view.shown(cell) {
            Shown::Number(number) => shown.push((cell, number)),
            Shown::Mine => return None,
            Shown::Covered | Shown::Flag => {}
        }
    }
    Some(shown)
}

/// Why a book cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    line: usize,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {} is none of a book: rules, the numbers shown as `row,col=number` or `-`, the next cell as `row,col`, \
             the share won, the games",
            self.line
        )
    }
}

impl std::error::Error for BookError {}

impl FromStr for Book {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Book, BookError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let entry = |(idx, line): (usize, &str)| BookEntry::read(line).ok_or(BookError { line: idx + 1 });
        lines.map(entry).collect::<Result<Vec<_>, _>>().map(Book::new)
    }
}

impl BookEntry {
    /// Reads what [`BookEntry`] displays as.
    pub fn read(line: &str) -> Option<BookEntry> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rules, shown @ .., cell, win, n_games] = &words[..] else { return None };
        let rules: Rules = rules.parse().ok()?;
        let grid = Grid::new(rules);
        let number = |word: &&str| {
            let (cell, number) = word.split_once('=')?;
            Some((read_cell(&grid, cell)?, number.parse().ok().filter(|&number: &u8| number <= 8)?))
        };
        let shown = match shown {
            ["-"] => Vec::new(),
            shown => shown.iter().map(number).collect::<Option<Vec<_>>>()?,
        };
        Some(BookEntry {
            rules,
            shown,
            cell: read_cell(&grid, cell)?,
            win: win.parse().ok().filter(|win| (0.0..=1.0).contains(win))?,
            n_games: n_games.parse().ok()?,
        })
    }
}

fn read_cell(grid: &Grid, text: &str) -> Option<Cell> {
    let (row, col) = text.split_once(',')?;
    grid.cell(row.parse().ok()?, col.parse().ok()?)
}

impl fmt::Display for BookEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = Grid::new(self.rules);
        write!(f, "{}", self.rules)?;
        if self.shown.is_empty() {
            f.write_str(" -")?;
        }
        for &(cell, number) in &self.shown {
            write!(f, " {}={number}", grid.name(cell))?;
        }
        write!(f, " {} {:.4} {}", grid.name(self.cell), self.win, self.n_games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "5x4/3 - 0,0 0.5000 100\n5x4/3 0,0=1 3,4 0.4321 200\n";

    #[test]
    fn a_book_is_what_it_displays_as() {
        let entries: Vec<BookEntry> = BOOK.lines().map(|line| BookEntry::read(line).unwrap()).collect();
        let text: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
        assert_eq!(text, BOOK);
    }

    #[track_caller]
    fn check(view: &str, expected: Option<(usize, usize)>) {
        let view: View = view.parse().unwrap();
        let found = BOOK.parse::<Book>().unwrap().next(&view).map(|(cell, _)| view.grid().row_col(cell));
        assert_eq!(found, expected, "{view:#}");
    }

    #[test]
    fn views_are_found_however_they_are_turned() {
        check("5x4/3 ...../...../...../.....", Some((0, 0)));
        check("5x4/3 1..../...../...../.....", Some((3, 4)));
        check("5x4/3 ....1/...../...../.....", Some((3, 0)));
        check("5x4/3 ...../...../...../....1", Some((0, 0)));
        check("5x4/3 2..../...../...../.....", None);
        check("5x4/4 1..../...../...../.....", None);
        check("5x4/3 1.1.1/...../1.1.1/.....", None);
    }

    #[test]
    fn bad_lines_are_refused() {
        for line in
            ["5x4/3", "5x4/3 - 9,9 0.5 1", "5x4/3 0,0=9 1,1 0.5 1", "5x4/3 - 0,0 1.5 1", "x - 0,0 0.5 1"]
        {
            let error = format!("{BOOK}{line}").parse::<Book>().unwrap_err();
            assert!(error.to_string().starts_with("line 3 is none of a book"), "{line}");
        }
    }

    #[test]
    fn the_shipped_book_names_cells_that_can_be_revealed() {
        for ((rules, shown), &(cell, _)) in &SHIPPED.entries {
            let mut view = View::new(&Grid::new(*rules));
            for &(cell, number) in shown {
                view.show(cell, Shown::Number(number));
            }
            assert!(
                view.is_covered(cell) && (!shown.is_empty() || view.grid().can_start_at(cell)),
                "{rules}"
            );
            assert_eq!(SHIPPED.next(&view).map(|(cell, _)| cell), Some(cell));
        }
    }
}
