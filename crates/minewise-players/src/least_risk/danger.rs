//! `danger`: the fewest arrangements of the border with a mine there.
//!
//! Harith, Menon and Kuruppath, "ExpectiMax approach to solve Minesweeper" (2017), sections 2.2 to 2.4. An
//! *arrangement* puts mines on the border (the covered cells that touch a number) so that all numbers fit. The *danger
//! count* of a border cell is the number of arrangements with a mine there, and its chance to lose is taken to be
//! `P_b`, the count by the number of arrangements: every arrangement counts alike, though those with fewer mines leave
//! more for the rest of the grid and are likelier in truth. A cell off the border is taken to lose with
//! `P_e = (k − o − ob) / (cells off the border)`, where `k` is the number of mines, `o` the obvious ones by single
//! numbers, and `ob` the fewest other border mines among the *unlucky* arrangements, those with a mine on the least
//! dangerous cell.
//!
//! Our reading where the report is silent: arrangements that the number of mines rules out do not count; where none is
//! unlucky, `ob` is the fewest of all; `P_e` lies within 0 and 1, and is 1 where no cell is off the border; a border
//! cell that no arrangement has a mine on is always revealed first. Which of equals, and the first cell, is left to
//! chance, as in the report.

mod arrangements;
mod enumeration;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, Shown, View};

use crate::Random;
use crate::entry::Entry;
use crate::pick::one_of;
pub use arrangements::Arrangements;
pub use enumeration::Enumeration;

/// Reveals a cell of the border with the least danger count, or one off the border if that is taken to be safer.
#[derive(Clone, Debug, Default)]
pub struct Danger {
    rng: Rng,
    random: Random,
}

impl Danger {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        Entry::new(
            "danger",
            "Harith, Menon and Kuruppath 2017",
            "Reveals the cell that the fewest arrangements of the border have a mine on.",
            |_| Danger::default(),
        )
    }
}

impl Player for Danger {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
        self.random.start(rules, seed.stream(1));
    }

    fn choose(&mut self, position: &Position) -> Choice {
        match self.settle(position) {
            Ok(choice) => choice,
            Err(dangers) => self.guess(&dangers),
        }
    }
}

impl Danger {
    /// Chooses where nothing is to be weighed; else tells what is.
    pub(crate) fn settle(&mut self, position: &Position) -> Result<Choice, Dangers> {
        if position.view().is_untouched() {
            return Ok(self.random.choose(position).with_reason(Reason::Opening));
        }
        let safe: Vec<Cell> = position.plainly_safe().collect();
        if !safe.is_empty() {
            return Ok(Choice::reveal(self.one_of(&safe), Reason::Certain));
        }
        let Some(dangers) = Dangers::of(position) else {
            let reason = Reason::Other("too many arrangements: any cell".into());
            return Ok(self.random.choose(position).with_reason(reason));
        };
        if dangers.least == 0.0 && !dangers.safest.is_empty() {
            return Ok(Choice::reveal(self.one_of(&dangers.safest), Reason::Certain));
        }
        Err(dangers)
    }

    /// Chooses by the least danger count, or off the border.
    pub(crate) fn guess(&mut self, dangers: &Dangers) -> Choice {
        if dangers.least < dangers.off_border || dangers.off.is_empty() {
            return Choice::reveal(self.one_of(&dangers.safest), Reason::Other("least danger count".into()));
        }
        Choice::reveal(self.one_of(&dangers.off), Reason::Other("off the border".into()))
    }

    /// One of these cells, each as likely.
    pub(crate) fn one_of(&mut self, cells: &[Cell]) -> Cell {
        one_of(&mut self.rng, cells)
    }
}

/// What the report's algorithm knows of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct Dangers {
    /// `P_b` of the least dangerous cells of the border; 1 if there is no border.
    pub least: f64,
    /// Those cells.
    pub safest: Vec<Cell>,
    /// `P_e`.
    pub off_border: f64,
    /// The cells off the border.
    pub off: Vec<Cell>,
}

impl Dangers {
    /// Of a position; none if its arrangements are too many to go through, or none fits.
    pub fn of(position: &Position) -> Option<Dangers> {
        let arrangements = Arrangements::with_census(position.view(), position.census().ok()?)?;
        let off = arrangements.off_border().to_vec();
        let counts = arrangements.danger_counts();
        let fewest = counts.iter().map(|&(_, count)| count).fold(f64::INFINITY, f64::min);
        let safest: Vec<Cell> =
            counts.iter().filter(|&&(_, count)| count <= fewest).map(|&(cell, _)| cell).collect();
        let n_border_mines = safest.first().map_or(0, |&cell| arrangements.fewest_mines_if_unlucky(cell));
        let n_left = arrangements.n_mines_left().saturating_sub(n_border_mines);
        let off_border = if off.is_empty() { 1.0 } else { (n_left as f64 / off.len() as f64).min(1.0) };
        let least = if safest.is_empty() { 1.0 } else { fewest / arrangements.total() };
        Some(Dangers { least, safest, off_border, off })
    }
}

/// Whether a number is beside a cell.
fn touches_number(view: &View, cell: Cell) -> bool {
    view.grid().neighbours(cell).any(|near| matches!(view.shown(near), Shown::Number(_)))
}

#[cfg(test)]
mod tests {
    use minewise::census::brute::BruteCensus;
    use minewise::{Census, Game, Layout, Rng, Verdict, View, testing};

    use super::*;

    /// The danger count of each cell of a border, row by row; `-` for other cells, and then the arrangements.
    #[track_caller]
    fn check_counts(view: &str, expected: &str) {
        let view: View = view.parse().unwrap();
        let arrangements = Arrangements::of(&view).unwrap();
        let counts = arrangements.danger_counts();
        let letter = |cell: Cell| {
            let found = counts.iter().find(|&&(other, _)| other == cell);
            found.map_or("-".to_owned(), |&(_, count)| count.to_string())
        };
        let width = view.grid().rules().width();
        let letters: Vec<String> = (0..view.grid().n_cells()).map(letter).collect();
        let rows: Vec<String> = letters.chunks(width).map(|row| row.join("")).collect();
        assert_eq!(format!("{} of {}", rows.join("/"), arrangements.total()), expected);
    }

    #[test]
    fn the_example_of_section_2_5_has_its_danger_counts_step_by_step() {
        // Steps 4, 7 and 10 of the report. What single numbers settle counts as the arrangements have it.
        check_counts("4x4/3 ..10/..10/.210/.100", "-0--/02--/1---/1--- of 2");
        check_counts("4x4/3 .210/..10/.210/.100", "2---/02--/1---/1--- of 2");
        check_counts("4x4/3 .210/2.10/.210/.100", "1---/-1--/0---/1--- of 1");
    }

    #[test]
    fn the_example_is_played_to_the_end() {
        let layout = "4x4/3 *.../.*../..../*...".parse().unwrap();
        for seed in 0..20 {
            let mut game = Game::with_layout(&layout);
            let mut player = Danger::default();
            player.start(game.view().grid().rules(), Seed(seed));
            game.reveal(15).unwrap();
            while !game.is_over() {
                let choice = player.choose(game.position());
                assert_eq!(choice.reason, Reason::Certain, "after the first move no guess is needed");
                game.reveal(choice.cell.unwrap()).unwrap();
            }
            assert_eq!(game.status(), minewise::Status::Won);
        }
    }

    #[test]
    fn danger_counts_are_those_of_going_through_all_arrangements() {
        let mut rng = Rng::new(Seed(40));
        let mut n_checked = 0;
        for idx in 0..3000 {
            let rules = Rules::random(&mut rng, 6);
            let view = testing::random_view(&mut rng, rules);
            let n_border = view.covered().filter(|&cell| touches_number(&view, cell)).count();
            if n_border > 14 {
                continue;
            }
            let enumeration = Enumeration::of(&view, 1 + idx % 3).unwrap();
            let arrangements = Arrangements::of(&view).unwrap();
            assert_eq!(arrangements.total(), enumeration.total as f64, "{view:#}");
            let mut counts = arrangements.danger_counts();
            counts.sort_by_key(|&(cell, _)| cell);
            let expected: Vec<(Cell, f64)> =
                enumeration.danger_counts.iter().map(|&(cell, count)| (cell, count as f64)).collect();
            assert_eq!(counts, expected, "{view:#}");
            n_checked += 1;
        }
        assert!(n_checked > 1500, "{n_checked}");
    }

    #[test]
    fn every_cell_of_an_empty_4x4_board_is_a_mine_in_105_of_560_layouts() {
        // Section 2.6 says 35 of 560: with a mine on one cell, the other two have C(15,2) places.
        let all = BruteCensus::of(&"4x4/3 ..../..../..../....".parse().unwrap(), 1000).unwrap();
        assert_eq!(all.layouts.len(), 560);
        for cell in 0..16 {
            assert_eq!(all.layouts.iter().filter(|layout| layout.is_mine(cell)).count(), 105);
        }
    }

    #[test]
    fn the_cascade_of_section_1_2_opens_29_cells() {
        let layout: Layout =
            "9x9/9 ........./.....**../........./*...*..../.....*.../........./.*......./...*..*../.......*."
                .parse()
                .unwrap();
        let reveal = |row, col| {
            let mut game = Game::with_layout(&layout);
            game.reveal(game.view().grid().cell(row, col).unwrap()).unwrap();
            (game.status(), 81 - game.view().n_covered())
        };
        // Rows and columns count from 1 in the report.
        assert_eq!(reveal(1, 5).0, minewise::Status::Lost);
        assert_eq!(reveal(4, 2), (minewise::Status::On, 29));
        assert_eq!(reveal(7, 5), (minewise::Status::On, 1));
    }

    #[test]
    fn a_count_of_0_is_certain_and_so_is_the_census() {
        let mut rng = Rng::new(Seed(41));
        for _ in 0..2000 {
            let rules = Rules::random(&mut rng, 9);
            let view = testing::random_view(&mut rng, rules);
            let census = Census::of(&view).unwrap();
            for (cell, count) in Arrangements::of(&view).unwrap().danger_counts() {
                assert_eq!(count == 0.0, census.verdict(cell) == Some(Verdict::Safe), "{view:#} {cell}");
            }
        }
    }
}
