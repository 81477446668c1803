//! The player `q-table`: reveals the best cell by its table, or a random one where the table has no values.

use std::sync::Arc;

use minewise::game::Counting;
use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed};
use minewise_players::Entry;
use minewise_players::entry::Taught;

use super::advice::Advice;
use super::model::{MOST_CELLS, Model};
use crate::shared::taught::not_taught;

/// A player that uses a learned table.
///
/// The table is used only with the rules that it was learned for. With other rules all views are unknown, and the
/// player moves as its algorithm does in unknown views.
#[derive(Clone)]
pub struct QPlayer {
    model: Arc<Model>,
    advice: Advice<i16>,
    rng: Rng,
    n_known: u64,
    n_unknown: u64,
}

impl QPlayer {
    /// Creates a player that uses this table.
    pub fn new(model: Arc<Model>) -> QPlayer {
        let advice = Advice::new(model.algorithm());
        QPlayer { model, advice, rng: Rng::new(Seed::default()), n_known: 0, n_unknown: 0 }
    }
}

impl QPlayer {
    /// The entry of the player `q-table`.
    pub fn entry() -> Entry {
        let summary =
            "Looks the view up in a table of learned values and reveals the best cell, or a random one.";
        let entry = Entry::learned("q-table", "Gardea, Koontz & Silva 2015, §III-C", summary, |options| {
            let tables = [("2", "2.q-table"), ("3", "3.q-table"), ("standard", "standard.q-table")];
            let help =
                "Which shipped table: learned by Algorithm 2 or 3 of the paper, or by standard Q-learning.";
            let shipped = options.one_of("algorithm", &tables, "standard", help);
            let help =
                "The table: a shipped one, for 4x4/3 only, or a file made by `minewise learn q-table`.";
            Some(QPlayer::new(options.model("model", &[("shipped", shipped)], help)?))
        });
        entry.counting::<QPlayer>().taught::<QPlayer>()
    }
}

impl Player for QPlayer {
    fn start(&mut self, _: &Rules, seed: Seed) {
        *self = QPlayer { rng: Rng::new(seed), ..QPlayer::new(Arc::clone(&self.model)) };
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let values = self.model.values(position.view());
        let is_known = values.is_some();
        let (cells, mut reason) = self.advice.cells(position.view(), values);
        if reason != Reason::Opening {
            *(if is_known { &mut self.n_known } else { &mut self.n_unknown }) += 1;
        }
        if let Some(not_taught) = self.not_taught(position.view().grid().rules()) {
            reason = Reason::Other(not_taught.into());
        }
        Choice::reveal(cells[self.rng.below(cells.len())], reason)
    }
}

impl Taught for QPlayer {
    fn not_taught(&self, rules: &Rules) -> Option<String> {
        let taught = self.model.rules();
        (taught != rules).then(|| not_taught("q-table", taught, rules, MOST_CELLS))
    }
}

impl Counting for QPlayer {
    fn counts(&self) -> Vec<(String, u64)> {
        vec![("state known".to_owned(), self.n_known), ("state unknown".to_owned(), self.n_unknown)]
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Cell, View};

    use super::super::{Algorithm, QTableCourse, QTableSettings};
    use super::*;
    use crate::shared::course::{Course, Settings};

    fn player(algorithm: Algorithm, rules: &str, n_games: u64) -> QPlayer {
        let games = Settings { n_games, seed: 0 };
        let settings = QTableSettings { rules: rules.parse().unwrap(), algorithm, symmetry: true, games };
        let mut course = QTableCourse::new(settings);
        course.learn(n_games, 1);
        QPlayer::new(Arc::new(course.model(1)))
    }

    #[test]
    fn it_conforms() {
        for algorithm in Algorithm::ALL {
            for (rules, n_games) in [("5x3/3", 2000), ("3x2/2", 1000)] {
                let player = player(algorithm, rules, n_games);
                minewise::testing::conformance::check_counting(|| player.clone());
            }
        }
    }

    fn hand_made(algorithm: &str, states: &[&str]) -> QPlayer {
        let head = "minewise q-table 1\nrules 4x2/2";
        let (n_states, states) = (states.len(), states.join("\n"));
        let text = format!("{head}\nalgorithm {algorithm}\nsymmetry off\nstates {n_states}\n{states}");
        QPlayer::new(Arc::new(text.parse().unwrap()))
    }

    /// Asserts which cells it chooses in a view, over many seeds, and the reason.
    #[track_caller]
    fn check(player: &QPlayer, view: &str, cells: &[Cell], reason: &str) {
        let view: View = view.parse().unwrap();
        let mut found: Vec<Cell> = (0..200)
            .map(|seed| {
                let mut player = player.clone();
                player.start(view.grid().rules(), Seed(seed));
                let choice = player.choose(&Position::new(view.clone()));
                assert_eq!(choice.reason.to_string(), reason);
                choice.cell.unwrap()
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, cells);
    }

    #[test]
    fn it_plays_the_best_by_its_table() {
        let player = hand_made("standard", &["1....... 300 200 300 - 100 0 0", "........ 5 5 - 5 6 1 1 6"]);
        check(&player, "4x2/2 1.../....", &[1, 3], "best by its table");
        check(&player, "4x2/2 ..../....", &[4, 7], "best by its table");
        check(&player, "4x2/2 .1../....", &[0, 2, 3, 4, 5, 6, 7], "random");
        let reason = "a guess, as it was taught only 4x2/2; teach it 4x2/2:any with \
                      `minewise learn q-table --rules 4x2/2:any --games N --out FILE`";
        check(&player, "4x2/2:any 1.../....", &[1, 2, 3, 4, 5, 6, 7], reason);
    }

    #[test]
    fn algorithm_2_begins_in_the_corner_and_tries_nothing_untried() {
        let player = hand_made("2", &["1....... -300 - - - -400 - -"]);
        check(&player, "4x2/2 ..../....", &[0], "opening");
        check(&player, "4x2/2 1.../....", &[1], "best by its table");
        check(&player, "4x2/2 2.../....", &[1, 2, 3, 4, 5, 6, 7], "random");
    }

    #[test]
    fn algorithm_3_leaves_the_perimeter_only_where_nothing_there_was_ever_safe() {
        let player = hand_made("3", &["1....... 1 0 0 1 0 0 0", "2....... 0 0 0 0 0 0 0"]);
        check(&player, "4x2/2 1.../....", &[1, 4], "best by its table");
        check(&player, "4x2/2 2.../....", &[2, 3, 6, 7], "no cell beside a number was ever safe");
        check(&player, "4x2/2 0.../....", &[1, 4, 5], "random");
    }

    #[test]
    fn in_an_unknown_view_the_last_known_one_counts() {
        let mut player = hand_made("standard", &["1....... 300 200 900 100 - 0 0"]);
        let mut choose = |view: &str| player.choose(&Position::new(view.parse().unwrap()));
        assert_eq!(choose("4x2/2 1.../....").cell, Some(3));
        let choice = choose("4x2/2 1..1/....");
        assert_eq!(choice.cell, Some(1));
        assert_eq!(choice.reason, Reason::Other("best by its table for the last known view".into()));
        assert_eq!(player.counts(), [("state known".to_owned(), 1), ("state unknown".to_owned(), 1)]);
    }
}
