//! What is known of each cell: by the two thumb rules to begin with, and by whatever else a player finds out.
//!
//! The thumb rules look at one number at a time: when it misses no mine, the rest around it is safe; when it misses as
//! many as there are unknown cells around it, they are all mines. They are applied until they tell nothing more.

use std::sync::Arc;

use minewise::{Cell, Grid, Shown, View};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Covered, and nothing is known.
    Unknown,
    /// Covered, and certainly no mine.
    Safe,
    /// A mine for certain: covered, or shown.
    Mine,
    /// Revealed, with this many mines around.
    Number(u8),
}

/// What is known of every cell of a view.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    grid: Arc<Grid>,
    marks: Vec<Mark>,
    /// The mines that are neither shown nor marked; negative only if the view makes no sense.
    n_missing: i64,
    n_unknown: usize,
}

impl Known {
    /// What the thumb rules tell of a view.
    pub(crate) fn by_thumb(view: &View) -> Known {
        let mark = |cell| match view.shown(cell) {
            Shown::Covered | Shown::Flag => Mark::Unknown,
            Shown::Number(number) => Mark::Number(number),
            Shown::Mine => Mark::Mine,
        };
        let grid = Arc::clone(view.grid());
        let marks: Vec<Mark> = (0..grid.n_cells()).map(mark).collect();
        let n_missing = grid.rules().n_mines() as i64 - view.shown_mines().count() as i64;
        let mut known = Known { marks, n_missing, n_unknown: view.n_covered(), grid };
        known.apply((0..view.grid().n_cells()).collect());
        known
    }

    /// Marks unknown cells, and applies the thumb rules to what follows.
    pub(crate) fn learn(&mut self, cells: impl IntoIterator<Item = Cell>, mark: Mark) {
        let mut pending = Vec::new();
        for cell in cells {
            self.set(cell, mark, &mut pending);
        }
        self.apply(pending);
    }

    /// What is known of `cell`.
    pub(crate) fn mark(&self, cell: Cell) -> Mark {
        self.marks[cell]
    }

    /// The mines that are neither shown nor marked; negative only if the view makes no sense.
    pub(crate) fn n_missing(&self) -> i64 {
        self.n_missing
    }

    /// The number of cells that nothing is known of.
    pub(crate) fn n_unknown(&self) -> usize {
        self.n_unknown
    }

    /// The cells that are marked so, in ascending order.
    pub(crate) fn all(&self, mark: Mark) -> impl Iterator<Item = Cell> + '_ {
        (0..self.marks.len()).filter(move |&cell| self.marks[cell] == mark)
    }

    /// The cells that nothing is known of around `cell`.
    pub(crate) fn unknown_around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid.neighbours(cell).filter(|&near| self.marks[near] == Mark::Unknown)
    }

    /// The mines that the number at `cell` still misses; none if it shows no number.
    pub(crate) fn missing_at(&self, cell: Cell) -> Option<i64> {
        let Mark::Number(number) = self.marks[cell] else { return None };
        let n_mines = self.grid.neighbours(cell).filter(|&near| self.marks[near] == Mark::Mine).count();
        Some(i64::from(number) - n_mines as i64)
    }

    /// Whether a number touches `cell`.
    pub(crate) fn is_at_a_number(&self, cell: Cell) -> bool {
        self.grid.neighbours(cell).any(|near| matches!(self.marks[near], Mark::Number(_)))
    }

    /// Applies the thumb rules at these cells and wherever they tell something new.
    fn apply(&mut self, mut pending: Vec<Cell>) {
        while let Some(cell) = pending.pop() {
            let Some(n_missing) = self.missing_at(cell) else { continue };
            let unknown: Vec<Cell> = self.unknown_around(cell).collect();
            let mark = match n_missing {
                0 => Mark::Safe,
                _ if n_missing == unknown.len() as i64 => Mark::Mine,
                _ => continue,
            };
            for near in unknown {
                self.set(near, mark, &mut pending);
            }
        }
    }

    fn set(&mut self, cell: Cell, mark: Mark, pending: &mut Vec<Cell>) {
        if self.marks[cell] != Mark::Unknown {
            return;
        }
        self.marks[cell] = mark;
        self.n_unknown -= 1;
        self.n_missing -= i64::from(mark == Mark::Mine);
        pending.extend(self.grid.neighbours(cell));
    }
}

#[cfg(test)]
mod tests {
    use minewise::testing::{random_rules, random_view};
    use minewise::{Position, Rng, Seed};

    use super::*;

    #[test]
    fn the_thumb_rules_find_what_single_numbers_prove() {
        let mut rng = Rng::new(Seed(1));
        let mut n_safe = 0;
        for _ in 0..5000 {
            let rules = random_rules(&mut rng, 9);
            let position = Position::new(random_view(&mut rng, rules));
            let known = Known::by_thumb(position.view());
            let safe: Vec<Cell> = known.all(Mark::Safe).collect();
            assert_eq!(safe, position.plainly_safe().collect::<Vec<_>>(), "{:#}", position.view());
            n_safe += safe.len();
        }
        assert!(n_safe > 1000, "{n_safe}");
    }

    #[test]
    fn what_is_learned_is_followed_up() {
        let view: View = "4x2/2 .11./....".parse().unwrap();
        let mut known = Known::by_thumb(&view);
        assert_eq!(known.all(Mark::Safe).count(), 0);
        known.learn([5], Mark::Mine);
        assert_eq!(known.all(Mark::Safe).collect::<Vec<_>>(), [0, 3, 4, 6, 7]);
        assert_eq!((known.n_missing(), known.n_unknown()), (1, 0));
    }
}
