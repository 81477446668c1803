//! The risks of a view as the report estimates them, and the figures that they are computed from.

use minewise::game::{Amount, Figure, Notes};
use minewise::{Cell, Position};

use super::{Arrangements, Enumeration};

/// The risks of a view as the report estimates them.
#[derive(Clone, Debug, PartialEq)]
pub struct Dangers {
    /// The danger count of each cell of the border, in ascending order of the cells.
    pub counts: Vec<(Cell, f64)>,
    /// `N_t`, the number of arrangements.
    pub n_arrangements: f64,
    /// `P_b` of the least dangerous cells of the border; 1 if there is no border.
    pub least: f64,
    /// These least dangerous cells.
    pub safest: Vec<Cell>,
    /// `P_e`, the risk of every cell off the border.
    pub off_border: f64,
    /// The cells off the border.
    pub off: Vec<Cell>,
    /// Whether these are certainly safe, since all mines are on the border.
    pub off_is_safe: bool,
    /// `o`, the number of mines that are shown or obvious from single numbers.
    pub n_obvious: usize,
    /// `ob`, the fewest other border mines in an unlucky arrangement.
    pub n_border_mines: usize,
}

/// How arrangements are listed one by one, as in section 2.7 of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The most cells of a border that is listed. The time doubles with every cell.
    pub most_cells: usize,
    /// The number of threads that share the work.
    pub n_threads: usize,
}

/// What was counted, by whatever means.
struct Counted<'a> {
    /// Danger counts, in the order of [`Arrangements::border`].
    counts: Vec<(Cell, f64)>,
    total: f64,
    /// The fewest border mines that are not obvious, over all arrangements with a mine on a cell, or over all if there
    /// are none.
    fewest_if_unlucky: &'a dyn Fn(Cell) -> usize,
    off_is_safe: bool,
}

impl Dangers {
    /// Estimates the risks of a position; `None` if it has too many arrangements to count, or none that fits.
    pub fn of(position: &Position) -> Option<Dangers> {
        let arrangements = Arrangements::with_census(position.view(), position.census().ok()?)?;
        Some(Dangers::new(
            position,
            &arrangements,
            Counted {
                counts: arrangements.danger_counts(),
                total: arrangements.total(),
                fewest_if_unlucky: &|cell| arrangements.fewest_mines_if_unlucky(cell),
                off_is_safe: arrangements.off_border_is_safe(),
            },
        ))
    }

    /// Estimates the same risks by listing all arrangements, as `listing` says; `None` as for [`Dangers::of`], or if the
    /// border is too long to list.
    pub fn listed(position: &Position, listing: Listing) -> Option<Dangers> {
        let view = position.view();
        let arrangements = Arrangements::uncounted(view, position.census().ok()?)?;
        if arrangements.border().count() > listing.most_cells {
            return None;
        }
        let found = Enumeration::of(view, listing.n_threads)?;
        let fewest = found.fewest_mines? as usize;
        let place = |cell| found.danger_counts.binary_search_by_key(&cell, |&(cell, _)| cell).ok();
        let count = |cell| Some((cell, found.danger_counts[place(cell)?].1 as f64));
        // The listed arrangements include the obvious mines.
        let n_obvious = arrangements.n_obvious();
        let unlucky = |cell| found.fewest_with_mine[place(cell)?];
        Some(Dangers::new(
            position,
            &arrangements,
            Counted {
                counts: arrangements.border().filter_map(count).collect(),
                total: found.total as f64,
                fewest_if_unlucky: &|cell| {
                    unlucky(cell).map_or(fewest, |n_mines| n_mines as usize) - n_obvious
                },
                off_is_safe: !arrangements.off_border().is_empty()
                    && fewest - n_obvious == arrangements.n_mines_left(),
            },
        ))
    }

    fn new(position: &Position, arrangements: &Arrangements, counted: Counted<'_>) -> Dangers {
        let Counted { mut counts, total, fewest_if_unlucky, off_is_safe } = counted;
        let off = arrangements.off_border().to_vec();
        let fewest = counts.iter().map(|&(_, count)| count).fold(f64::INFINITY, f64::min);
        let is_safest = |&&(_, count): &&(Cell, f64)| count <= fewest;
        let safest: Vec<Cell> = counts.iter().filter(is_safest).map(|&(cell, _)| cell).collect();
        let n_border_mines = safest.first().map_or(0, |&cell| fewest_if_unlucky(cell));
        let n_left = arrangements.n_mines_left().saturating_sub(n_border_mines);
        counts.sort_unstable_by_key(|&(cell, _)| cell);
        Dangers {
            least: if safest.is_empty() { 1.0 } else { fewest / total },
            off_border: if off.is_empty() { 1.0 } else { (n_left as f64 / off.len() as f64).min(1.0) },
            off_is_safe,
            n_obvious: position.view().grid().rules().n_mines() - arrangements.n_mines_left(),
            n_arrangements: total,
            counts,
            safest,
            off,
            n_border_mines,
        }
    }

    /// The cells that are mines in no arrangement, those of the border first: the others only if the border has none.
    pub(crate) fn certain(&self) -> &[Cell] {
        match self {
            Dangers { least: 0.0, safest, .. } => safest,
            Dangers { off_is_safe: true, off, .. } => off,
            _ => &[],
        }
    }

    /// The figures of a cell: its danger count and `P_b`, or `P_e` off the border.
    pub(crate) fn figures_of(&self, cell: Cell) -> Vec<Figure> {
        match self.counts.binary_search_by_key(&cell, |&(cell, _)| cell) {
            Ok(place) => self.border_figures(self.counts[place].1),
            Err(_) => vec![self.p_e()],
        }
    }

    /// The figures of a cell of the border with this danger count.
    fn border_figures(&self, count: f64) -> Vec<Figure> {
        let chance = Amount::Chance(count / self.n_arrangements);
        vec![
            Figure::new("DC", "danger count: arrangements with a mine on the cell", Amount::Count(count)),
            Figure::new("P_b", "risk of a cell of the border: DC / N_t", chance),
        ]
    }

    fn p_e(&self) -> Figure {
        let meaning = "risk of a cell off the border: (k − o − ob) / cells off the border";
        Figure::new("P_e", meaning, Amount::Chance(self.off_border))
    }

    /// `N_t` and `P_e`.
    pub(crate) fn totals(&self) -> Vec<Figure> {
        let n_arrangements = Amount::Count(self.n_arrangements);
        vec![Figure::new("N_t", "arrangements of mines on the border that fit", n_arrangements), self.p_e()]
    }

    /// All figures of the report, for the view and for each cell of the border.
    pub fn notes(&self, position: &Position) -> Notes {
        let view = position.view();
        let rules = view.grid().rules();
        let count = |name, meaning, n: usize| Figure::new(name, meaning, Amount::Count(n as f64));
        let mut of_view = self.totals();
        of_view.extend([
            count("k", "mines", rules.n_mines()),
            count("o", "obvious mines", self.n_obvious),
            count(
                "ob",
                "fewest other border mines if the least dangerous cell is a mine",
                self.n_border_mines,
            ),
            count("u", "uncovered cells", rules.n_cells() - view.n_covered()),
            count("b", "cells of the border", self.counts.len()),
        ]);
        let of_cells = self.counts.iter().map(|&(cell, count)| (cell, self.border_figures(count)));
        Notes::new(of_view, of_cells.collect())
    }
}
