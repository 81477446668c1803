//! The review of a game: how good each reveal was, and how much of the result was luck.
//!
//! Before each reveal there is a chance to win with the best choice. The choice that was made has the same chance or a
//! lower one; the difference is its loss. The number that is then shown raises or lowers the chance to win; that change
//! is luck. So the result of a game is the chance to win at the start, plus all luck, minus all losses.

use minewise::game::MoveError;
use minewise::{Game, Move, Status};
use serde::{Deserialize, Serialize};

use crate::judge::{Judge, Judgement, Label, Outlook};
use crate::messages::{GameStatus, MoveKind, Pair, pair};
use crate::words::Sentence;

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// The rules.
    pub rules: String,
    /// The status of the game.
    pub status: GameStatus,
    /// The reveals and chords of the game, in order.
    pub moments: Vec<Moment>,
    /// The sum of the luck, in chances to win.
    pub luck: f64,
    /// The sum of the losses of all choices.
    pub lost: f64,
    /// The chance to win at the start.
    pub start: f64,
}

/// The rating of a reveal or a chord.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The number of moves before it, including flags.
    pub at: usize,
    /// The kind of the move.
    pub kind: MoveKind,
    /// The cell.
    pub cell: Pair,
    /// The time since the game began, in milliseconds.
    pub elapsed_ms: u64,
    /// The chance that it hit a mine; `None` if computing it is too much work.
    pub risk: Option<f64>,
    /// The outlook of the view before it; `None` if computing it is too much work.
    pub outlook: Option<Outlook>,
    /// The chance to win with this choice, before its result was shown.
    pub chosen: f64,
    /// The chance to win after its result was shown.
    pub after: f64,
    /// The label of the choice.
    pub label: Label,
    /// The loss: by how much the choice lowered the chance to win.
    pub lost: f64,
    /// The luck: by how much the result changed the chance to win.
    pub luck: f64,
    /// The rating in a sentence.
    pub text: String,
    /// The same sentence as data.
    pub sentence: Sentence,
}

/// A move, and the time when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The move.
    pub made: Move,
    /// The time since the game began, in milliseconds.
    pub elapsed_ms: u64,
}

impl From<Move> for TimedMove {
    /// Creates a move of a game without a clock.
    fn from(made: Move) -> TimedMove {
        TimedMove { made, elapsed_ms: 0 }
    }
}

impl Review {
    /// Reviews the moves of a game, given before its first move. `progress` is called with the number of moves
    /// reviewed.
    ///
    /// # Errors
    /// Returns the index of the first move that is not allowed, and the reason.
    pub fn of(
        mut game: Game,
        moves: &[TimedMove],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Review, (usize, MoveError)> {
        // Moves that the rules do not allow cannot be rated, so all are checked first.
        let mut checked = game.clone();
        for (at, made) in moves.iter().enumerate() {
            checked.make_again(made.made).map_err(|error| (at, error))?;
        }
        let mut judge = Judge::default();
        let mut moments: Vec<Moment> = Vec::new();
        for (at, made) in moves.iter().enumerate() {
            let moment = match judge.judge(game.position(), made.made) {
                Ok(None) => None,
                Ok(Some(judgement)) => {
                    if let Some(moment) = moments.last_mut() {
                        moment.set_after(judgement.outlook.win);
                    }
                    Some(Moment::judged(at, made, judgement, &game))
                }
                // A move that is too much work to rate leaves the chance to win unchanged.
                Err(_) => {
                    Some(Moment::unknown(at, made, moments.last().map_or(0.0, |last| last.chosen), &game))
                }
            };
            moments.extend(moment);
            game.make_again(made.made).expect("all moves were allowed");
            progress(at + 1);
        }
        if let Some(moment) = moments.last_mut() {
            moment.set_after(match game.status() {
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
    /// Creates the rating of a move that is about to be made in a game.
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

    /// Creates the entry of a move that could not be rated, given the chance to win with it.
    fn unknown(at: usize, made: &TimedMove, chosen: f64, game: &Game) -> Moment {
        let (kind, cell) = MoveKind::of(made.made);
        let cell = pair(game.view().grid(), cell);
        let sentence = Sentence::Unknown { cell, is_chord: kind == MoveKind::Chord };
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

    /// Sets the chance to win after the result of the move was shown.
    fn set_after(&mut self, after: f64) {
        (self.after, self.luck) = (after, after - self.chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minewise::Rules;
    use minewise::{Cell, Grid, Rng, Seed};

    /// Reviews a game of this layout in which these cells are revealed.
    fn review(layout: &str, cells: &[Cell]) -> Review {
        let game = Game::with_layout(&layout.parse().unwrap());
        let moves: Vec<TimedMove> = cells.iter().map(|&cell| Move::Reveal(cell).into()).collect();
        Review::of(game, &moves, &mut |_| ()).unwrap()
    }

    fn labels(review: &Review) -> Vec<&'static str> {
        review.moments.iter().map(|moment| moment.label.name()).collect()
    }

    #[test]
    fn a_coin_flip_is_forced_and_all_luck() {
        let review = review("3x1/1 .*.", &[0, 2]);
        assert_eq!(labels(&review), ["opening", "certain"]);
        assert_eq!((review.moments[1].outlook.as_ref().unwrap().win, review.moments[1].after), (1.0, 1.0));
        let game = Game::with_layout(&"3x1/1:any *..".parse().unwrap());
        let review =
            Review::of(game, &[Move::Reveal(1), Move::Reveal(2)].map(TimedMove::from), &mut |_| ()).unwrap();
        assert_eq!(labels(&review), ["opening", "forced"]);
        let last = &review.moments[1];
        assert_eq!((last.risk, last.lost, last.luck), (Some(0.5), 0.0, 0.5));
        assert_eq!(last.text, "0,2 was a coin flip between two cells: no later move could have decided it.");
    }

    #[test]
    fn a_guess_beside_a_certain_cell_is_missed() {
        // The view is 01.1... before the last reveal, so 0,4 is safe.
        let review = review("7x1/2 ..*..*.", &[0, 3, 6]);
        assert_eq!(labels(&review), ["opening", "best", "missed"]);
        let text = &review.moments[2].text;
        assert_eq!(
            text,
            "0,6 had a risk of 50.0 % and a chance to win of 50.0 %, although 0,4 was certainly safe, with a chance of 100.0 %."
        );
    }

    #[test]
    fn the_result_is_the_start_plus_luck_minus_losses() {
        let mut rng = Rng::new(Seed(81));
        let mut n_mistakes = 0;
        for seed in 0..150 {
            let rules = Rules::random(&mut rng, 8);
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
