//! `danger`: the cell that has a mine in the fewest arrangements of the border.
//!
//! From Harith, Menon & Kuruppath 2017, "ExpectiMax approach to solve Minesweeper", sections 2.2 to 2.4. An
//! *arrangement* puts mines on the border (the covered cells that touch a number) so that all numbers fit. The *danger
//! count* of a border cell is the number of arrangements with a mine there. The risk of that cell is taken to be `P_b`,
//! the danger count divided by the number of arrangements. Every arrangement counts the same, although one with fewer
//! mines leaves more of them for the rest of the grid and is usually likelier. The risk of a cell off the border is
//! taken to be `P_e = (k − o − ob) / (cells off the border)`, where `k` is the number of mines, `o` the number of mines
//! that are obvious from single numbers, and `ob` the fewest other border mines in any *unlucky* arrangement, that is,
//! one with a mine on the least dangerous cell.
//!
//! Our reading where the report is silent: arrangements that contradict the number of mines do not count; if no
//! arrangement is unlucky, `ob` is the fewest over all arrangements; `P_e` is clamped to 0 to 1, and is 1 if no cell is
//! off the border; a border cell with a danger count of 0 is always revealed first. Ties and the first cell are random,
//! as in the report.

mod arrangements;
mod dangers;
mod enumeration;

use minewise::game::{Notes, Noting};
use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, Shown, View};

use crate::Random;
use crate::entry::{Entry, Options};
use crate::pick::{marks, one_of};
pub use arrangements::Arrangements;
pub use dangers::{Dangers, Listing};
pub use enumeration::Enumeration;

/// Reveals a cell of the border with the least danger count, or a cell off the border if it seems safer.
#[derive(Clone, Debug)]
pub struct Danger {
    rng: Rng,
    random: Random,
    listing: Option<Listing>,
}

impl Danger {
    /// Creates a player that lists the arrangements of short borders one by one, as the report does, if `listing` says
    /// so. That changes the time it takes, and no move.
    pub fn new(listing: Option<Listing>) -> Danger {
        Danger { rng: Rng::default(), random: Random::default(), listing }
    }

    /// The entry of this player.
    pub fn entry() -> Entry {
        let source = "Harith, Menon & Kuruppath 2017, §2.2–2.4";
        let summary =
            "Reveals the cell that has a mine in the fewest arrangements of mines beside the numbers.";
        let entry = Entry::new("danger", source, summary, |options| Danger::new(listing(options)));
        entry.noting::<Danger>()
    }
}

impl Default for Danger {
    fn default() -> Danger {
        Danger::new(None)
    }
}

/// Reads the options of this player and of `expectimax` that say how arrangements are listed.
pub(crate) fn listing(options: &mut Options<'_>) -> Option<Listing> {
    let help =
        "Longest border whose arrangements are listed one by one, in cells; others are counted by groups.";
    let most_cells = options.count("list", 0..=28, 0, help) as usize;
    let help = "Threads that list arrangements together; the moves are the same.";
    let n_threads = options.count("threads", 1..=64, 1, help) as usize;
    (most_cells > 0).then_some(Listing { most_cells, n_threads })
}

impl Player for Danger {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
        self.random.start(rules, seed.stream(1));
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let choice = match self.choose_or_weigh(position) {
            Ok(choice) => choice,
            Err(dangers) => self.guess(&dangers),
        };
        choice.with_marks(marks(position.view(), position.settled()))
    }
}

impl Noting for Danger {
    fn notes(&mut self, position: &Position) -> Option<Notes> {
        Some(self.dangers(position)?.notes(position))
    }
}

impl Danger {
    /// Estimates the risks of a position; `None` if that is too much work.
    pub(crate) fn dangers(&self, position: &Position) -> Option<Dangers> {
        let listed = self.listing.and_then(|listing| Dangers::listed(position, listing));
        listed.or_else(|| Dangers::of(position))
    }

    /// Chooses a cell if no guess is needed; else returns the dangers to guess by.
    pub(crate) fn choose_or_weigh(&mut self, position: &Position) -> Result<Choice, Dangers> {
        if position.view().is_untouched() {
            return Ok(self.random.choose(position).with_reason(Reason::Opening));
        }
        let safe: Vec<Cell> = position.plainly_safe().collect();
        if !safe.is_empty() {
            return Ok(Choice::reveal(self.one_of(&safe), Reason::Certain));
        }
        let Some(dangers) = self.dangers(position) else {
            let reason = Reason::Other("too many arrangements to count; a random cell".into());
            return Ok(self.random.choose(position).with_reason(reason));
        };
        match dangers.certain() {
            [] => Err(dangers),
            certain => Ok(Choice::reveal(self.one_of(certain), Reason::Certain)),
        }
    }

    /// Guesses the cell with the least danger count, or a cell off the border.
    pub(crate) fn guess(&mut self, dangers: &Dangers) -> Choice {
        if dangers.least < dangers.off_border || dangers.off.is_empty() {
            return Choice::reveal(self.one_of(&dangers.safest), Reason::Other("least danger count".into()));
        }
        Choice::reveal(self.one_of(&dangers.off), Reason::Other("off the border".into()))
    }

    /// Returns a random one of these cells, all equally likely.
    pub(crate) fn one_of(&mut self, cells: &[Cell]) -> Cell {
        one_of(&mut self.rng, cells)
    }
}

/// Checks whether a cell is beside a number.
fn touches_number(view: &View, cell: Cell) -> bool {
    view.grid().neighbours(cell).any(|near| matches!(view.shown(near), Shown::Number(_)))
}

#[cfg(test)]
mod tests {
    use minewise::census::brute::BruteCensus;
    use minewise::{Census, Game, Layout, Rng, Verdict, View, testing};

    use super::*;

    /// Checks the danger counts of a view, row by row with `-` for cells off the border, and the number of
    /// arrangements.
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
        let rows: Vec<String> = letters.chunks(width).map(|row| row.join(" ")).collect();
        assert_eq!(format!("{} of {}", rows.join("/"), arrangements.total()), expected);
    }

    #[test]
    fn the_example_of_section_2_5_has_its_danger_counts_step_by_step() {
        // Steps 4, 7 and 10 of the report. Cells that single numbers decide are counted as all others.
        check_counts("4x4/3 ..10/..10/.210/.100", "- 0 - -/0 2 - -/1 - - -/1 - - - of 2");
        check_counts("4x4/3 .210/..10/.210/.100", "2 - - -/0 2 - -/1 - - -/1 - - - of 2");
        check_counts("4x4/3 .210/2.10/.210/.100", "1 - - -/- 1 - -/0 - - -/1 - - - of 1");
    }

    #[test]
    fn the_grid_of_section_2_2_has_19_arrangements_and_not_12() {
        // The report prints 12 beside the three cells that are certainly mines, and up to 11 elsewhere. The grid is a
        // section of a larger one, so there are cells off the border here.
        check_counts(
            "7x7/20 ......./......./..312../..301../..422../......./.......",
            "- - - - - - -/- 7 5 7 7 9 -/- 19 - - - 9 -/- 19 - - - 6 -/- 19 - - - 4 -/- 11 16 11 11 6 -/- - - - - - - of 19",
        );
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
    fn danger_counts_equal_those_of_listing_all_arrangements() {
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
    fn listing_on_any_number_of_threads_changes_no_move_and_no_figure() {
        let mut n_listed = 0;
        for (rules, seed) in [("9x9/10", 1), ("12x5/12:any", 2), ("7x7/8@torus", 3), ("9x6/9@hex", 4)] {
            let rules: Rules = rules.parse().unwrap();
            let mut players = [0, 1, 3].map(|n_threads| {
                let listing = Listing { most_cells: 16, n_threads };
                let mut player = Danger::new(Some(listing).filter(|_| n_threads > 0));
                player.start(&rules, Seed(seed));
                player
            });
            let mut game = Game::new(&minewise::Grid::new(rules), Seed(seed));
            while !game.is_over() {
                let choices = players.each_mut().map(|player| player.choose(game.position()));
                assert!(choices.iter().all(|choice| *choice == choices[0]), "{:#}", game.view());
                for n_threads in [1, 3] {
                    let listing = Listing { most_cells: 16, n_threads };
                    let Some(listed) = Dangers::listed(game.position(), listing) else { continue };
                    assert_eq!(Some(listed), Dangers::of(game.position()), "{:#}", game.view());
                    n_listed += 1;
                }
                game.reveal(choices[0].cell.unwrap()).unwrap();
            }
        }
        assert!(n_listed > 40, "{n_listed}");
    }

    #[test]
    fn risks_of_random_views_are_the_same_whether_listed_or_counted() {
        let mut rng = Rng::new(Seed(46));
        let mut n_checked = 0;
        for _ in 0..1500 {
            let rules = Rules::random(&mut rng, 6);
            let position = Position::new(testing::random_view(&mut rng, rules));
            let listing = Listing { most_cells: 12, n_threads: 1 };
            let Some(listed) = Dangers::listed(&position, listing) else { continue };
            assert_eq!(Some(listed), Dangers::of(&position), "{:#}", position.view());
            n_checked += 1;
        }
        assert!(n_checked > 500, "{n_checked}");
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
    fn a_danger_count_is_0_exactly_where_the_census_says_safe() {
        let mut rng = Rng::new(Seed(41));
        for _ in 0..2000 {
            let rules = Rules::random(&mut rng, 9);
            let view = testing::random_view(&mut rng, rules);
            let census = Census::of(&view).unwrap();
            let arrangements = Arrangements::of(&view).unwrap();
            for (cell, count) in arrangements.danger_counts() {
                assert_eq!(count == 0.0, census.verdict(cell) == Some(Verdict::Safe), "{view:#} {cell}");
            }
            for &cell in arrangements.off_border() {
                let is_safe = census.verdict(cell) == Some(Verdict::Safe);
                assert_eq!(arrangements.off_border_is_safe(), is_safe, "{view:#} {cell}");
            }
        }
    }
}
