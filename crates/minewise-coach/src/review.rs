//! A game taken apart: what each reveal was worth, and how much of the result was luck.
//!
//! Before each reveal the game is worth the chance to win with the best choice. The choice made is worth that or less: the
//! difference is what it gave away. What is shown then makes the game worth more or less than the choice was: that is
//! luck. So the result is the worth at the start, plus all luck, less all that was given away.

use minewise::{Game, Move, MoveError, Status};
use serde::{Deserialize, Serialize};

use crate::judge::{Judge, Judgement, Label, Outlook};
use crate::messages::{Kind, Pair, Standing, pair};
use crate::words::Sentence;

/// A game taken apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// What was played.
    pub rules: String,
    /// How it stands.
    pub status: Standing,
    /// Its reveals and chords, in order.
    pub moments: Vec<Moment>,
    /// What was shown beyond what was to be expected, in chances to win.
    pub luck: f64,
    /// What the choices gave away.
    pub lost: f64,
    /// The chance to win at the start.
    pub start: f64,
}

/// A reveal or a chord, and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// How many moves had been made before it, flags included.
    pub at: usize,
    /// What it did.
    pub kind: Kind,
    /// Where.
    pub cell: Pair,
    /// When.
    pub elapsed_ms: u64,
    /// The chance that it hit a mine; `None` if that is too much work.
    pub risk: Option<f64>,
    /// What the view was worth before it, with the best choice; `None` if that is too much work.
    pub outlook: Option<Outlook>,
    /// The chance to win with this choice, before it was seen.
    pub chosen: f64,
    /// The chance to win once it was seen what it shows.
    pub after: f64,
    /// What the choice is called.
    pub label: Label,
    /// What the choice gave away.
    pub lost: f64,
    /// What was shown beyond what was to be expected.
    pub luck: f64,
    /// All that in a sentence.
    pub text: String,
    /// The same as data.
    pub sentence: Sentence,
}

/// A move, and how long the game had taken when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The move.
    pub made: Move,
    /// Milliseconds since the game began.
    pub elapsed_ms: u64,
}

impl From<Move> for TimedMove {
    /// A move of a game without a clock.
    fn from(made: Move) -> TimedMove {
        TimedMove { made, elapsed_ms: 0 }
    }
}

impl Review {
    /// Takes the moves of a game apart, which has not begun; `progress` is told how many of them are done.
    ///
    /// # Errors
    /// When a move is not allowed where it stands: its place, and what is wrong with it.
    pub fn of(
        mut game: Game,
        moves: &[TimedMove],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Review, (usize, MoveError)> {
        // What the rules do not allow cannot be judged.
        let mut checked = game.clone();
        for (at, made) in moves.iter().enumerate() {
            checked.make(made.made).map_err(|error| (at, error))?;
        }
        let mut judge = Judge::default();
        let mut moments: Vec<Moment> = Vec::new();
        for (at, made) in moves.iter().enumerate() {
            let moment = match judge.judge(game.position(), made.made) {
                Ok(None) => None,
                Ok(Some(judgement)) => {
                    if let Some(moment) = moments.last_mut() {
                        moment.see(judgement.outlook.win);
                    }
                    Some(Moment::judged(at, made, judgement, &game))
                }
                // What is too much work changes nothing.
                Err(_) => {
                    Some(Moment::unknown(at, made, moments.last().map_or(0.0, |last| last.chosen), &game))
                }
            };
            moments.extend(moment);
            game.make(made.made).expect("all moves were allowed");
            progress(at + 1);
        }
        if let Some(moment) = moments.last_mut() {
            moment.see(match game.status() {
                Status::Won => 1.0,
                Status::Lost => 0.0,
                Status::On => judge.outlook(game.position()).map_or(moment.chosen, |outlook| outlook.win),
            });
        }
        Ok(Review {
            rules: game.view().grid().rules().to_string(),
            status: game.status().into(),
            luck: moments.iter().map(|moment| moment.luck).sum(),
            lost: moments.iter().map(|moment| moment.lost).sum(),
            start: moments
                .first()
                .and_then(|moment| moment.outlook.as_ref())
                .map_or(0.0, |outlook| outlook.win),
            moments,
        })
    }
}

impl Moment {
    /// A move judged in a game where it is about to be made.
    fn judged(at: usize, made: &TimedMove, judgement: Judgement, game: &Game) -> Moment {
        Moment {
            risk: judgement.risk,
            label: judgement.label,
            lost: judgement.lost(),
            text: judgement.sentence.to_string(),
            sentence: judgement.sentence,
            outlook: Some(judgement.outlook),
            ..Moment::unknown(at, made, judgement.chosen, game)
        }
    }

    /// A move of which nothing is known but the chance to win with it.
    fn unknown(at: usize, made: &TimedMove, chosen: f64, game: &Game) -> Moment {
        let (kind, cell) = Kind::of(made.made);
        let cell = pair(game.view().grid(), cell);
        let sentence = Sentence::Unknown { cell, is_chord: kind == Kind::Chord };
        Moment {
            at,
            kind,
            cell,
            elapsed_ms: made.elapsed_ms,
            risk: None,
            outlook: None,
            chosen,
            after: chosen,
            label: Label::Unknown,
            lost: 0.0,
            luck: 0.0,
            text: sentence.to_string(),
            sentence,
        }
    }

    /// Notes the chance to win once it was seen what the move shows.
    fn see(&mut self, after: f64) {
        (self.after, self.luck) = (after, after - self.chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minewise::{Cell, Grid, Rng, Seed, testing};

    /// Reviews a game of this layout in which these cells are revealed; the labels.
    fn review(layout: &str, cells: &[Cell]) -> Review {
        let game = Game::with_layout(&layout.parse().unwrap());
        let moves: Vec<TimedMove> = cells.iter().map(|&cell| Move::Reveal(cell).into()).collect();
        Review::of(game, &moves, &mut |_| ()).unwrap()
    }

    fn labels(review: &Review) -> Vec<&'static str> {
        review.moments.iter().map(|moment| moment.label.name()).collect()
    }

    #[test]
    fn a_coin_to_toss_is_forced_and_all_luck() {
        let review = review("3x1/1 .*.", &[0, 2]);
        assert_eq!(labels(&review), ["opening", "certain"]);
        assert_eq!((review.moments[1].outlook.as_ref().unwrap().win, review.moments[1].after), (1.0, 1.0));
        let game = Game::with_layout(&"3x1/1:any *..".parse().unwrap());
        let review =
            Review::of(game, &[Move::Reveal(1), Move::Reveal(2)].map(TimedMove::from), &mut |_| ()).unwrap();
        assert_eq!(labels(&review), ["opening", "forced"]);
        let last = &review.moments[1];
        assert_eq!((last.risk, last.lost, last.luck), (Some(0.5), 0.0, 0.5));
        assert_eq!(last.text, "0,2 was a coin to toss: one of two, and nothing would ever tell which.");
    }

    #[test]
    fn a_guess_beside_a_certain_cell_is_missed() {
        // The view is 01.1... before the last reveal, so 0,4 is safe.
        let review = review("7x1/2 ..*..*.", &[0, 3, 6]);
        assert_eq!(labels(&review), ["opening", "best", "missed"]);
        let text = &review.moments[2].text;
        assert_eq!(
            text,
            "0,6 had a risk of 50.0 % and a chance to win of 50.0 %, though 0,4 was certainly safe, with a chance of 100.0 %."
        );
    }

    #[test]
    fn the_result_is_the_start_plus_luck_less_what_was_given_away() {
        let mut rng = Rng::new(Seed(81));
        let mut n_mistakes = 0;
        for seed in 0..150 {
            let rules = testing::random_rules(&mut rng, 8);
            let grid = Grid::new(rules);
            let mut game = Game::new(&grid, Seed(seed));
            while !game.is_over() {
                let covered: Vec<Cell> = game.view().covered().collect();
                let cell = covered[rng.below(covered.len())];
                if game.reveal(cell).is_err() {
                    continue;
                }
            }
            let moves: Vec<TimedMove> = game.moves().iter().copied().map(TimedMove::from).collect();
            let review = Review::of(Game::new(&grid, Seed(seed)), &moves, &mut |_| ()).unwrap();
            assert_eq!(review.status, game.status().into());
            let result = if game.status() == Status::Won { 1.0 } else { 0.0 };
            assert!((review.start + review.luck - review.lost - result).abs() < 1e-9, "{rules} {seed}");
            for moment in &review.moments {
                assert!(moment.lost >= 0.0 && moment.chosen >= 0.0, "{rules} {seed}: {moment:?}");
                n_mistakes += usize::from(moment.label.is_mistake());
            }
        }
        assert!(n_mistakes > 50, "{n_mistakes}");
    }
}
