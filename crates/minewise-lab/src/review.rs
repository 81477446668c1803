//! A game taken apart: what each reveal was worth, and how much of the result was luck.
//!
//! Before each reveal the game is worth the chance to win with the best choice. The choice made is worth that or less: the
//! difference is what it gave away. What is shown then makes the game worth more or less than the choice was: that is
//! luck. So the result is the worth at the start, plus all luck, less all that was given away.

use minewise::{Game, Move, MoveError, Position, Status, WinChance};

use crate::judge::{Judge, Judgement, Label};

/// A reveal or a chord of a game, and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// How many moves had been made before it, flags included.
    pub at: usize,
    /// The move.
    pub made: Move,
    /// How good it was.
    pub judgement: Judgement,
    /// The chance to win after it.
    pub after: f64,
    /// All that in a sentence.
    pub text: String,
}

impl Moment {
    /// What was shown, in chances to win, beyond what was to be expected of the choice.
    pub fn luck(&self) -> f64 {
        self.after - self.judgement.chosen
    }
}

/// A game taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// How the game stands after its moves.
    pub status: Status,
    /// Its reveals and chords, in order.
    pub moments: Vec<Moment>,
}

impl Review {
    /// Takes the moves of a game apart, which has not begun; `progress` is told how many of them are done.
    ///
    /// # Errors
    /// When a move is not allowed where it stands: its place, and what is wrong with it.
    pub fn of(
        mut game: Game,
        moves: &[Move],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Review, (usize, MoveError)> {
        // What the rules do not allow cannot be judged.
        let mut checked = game.clone();
        for (at, &made) in moves.iter().enumerate() {
            checked.make(made).map_err(|error| (at, error))?;
        }
        let mut judge = Judge::default();
        let mut moments: Vec<Moment> = Vec::new();
        for (at, &made) in moves.iter().enumerate() {
            let latest = moments.last().map_or(0.0, |moment| moment.judgement.chosen);
            if let Some(judgement) = judge_or_pass(&mut judge, game.position(), made, latest) {
                if let Some(moment) = moments.last_mut() {
                    moment.after = judgement.before;
                }
                let text = judgement.sentence(game.view().grid(), made);
                moments.push(Moment { at, made, judgement, after: judgement.before, text });
            }
            game.make(made).expect("all moves were allowed");
            progress(at + 1);
        }
        let status = game.status();
        if let Some(moment) = moments.last_mut() {
            moment.after = match status {
                Status::Won => 1.0,
                Status::Lost => 0.0,
                Status::On => match judge.win(game.position()) {
                    Ok(WinChance::Exact(win) | WinChance::Estimate(win)) => win,
                    Err(_) => moment.judgement.chosen,
                },
            };
        }
        Ok(Review { status, moments })
    }

    /// The chance to win at the start.
    pub fn start(&self) -> f64 {
        self.moments.first().map_or(0.0, |moment| moment.judgement.before)
    }

    /// What was shown, beyond what was to be expected, in chances to win.
    pub fn luck(&self) -> f64 {
        self.moments.iter().map(Moment::luck).sum()
    }

    /// What the choices gave away.
    pub fn lost(&self) -> f64 {
        self.moments.iter().map(|moment| moment.judgement.lost()).sum()
    }
}

/// Judges a move; what is too much work changes nothing.
fn judge_or_pass(judge: &mut Judge, position: &Position, made: Move, latest: f64) -> Option<Judgement> {
    let unknown = Judgement {
        label: Label::Unknown,
        risk: None,
        before: latest,
        chosen: latest,
        is_exact: false,
        best: None,
    };
    judge.judge(position, made).unwrap_or(Some(unknown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minewise::{Cell, Grid, Rng, Seed, testing};

    /// Reviews a game of this layout in which these cells are revealed; the labels.
    fn review(layout: &str, cells: &[Cell]) -> Review {
        let game = Game::with_layout(&layout.parse().unwrap());
        let moves: Vec<Move> = cells.iter().map(|&cell| Move::Reveal(cell)).collect();
        Review::of(game, &moves, &mut |_| ()).unwrap()
    }

    fn labels(review: &Review) -> Vec<&'static str> {
        review.moments.iter().map(|moment| moment.judgement.label.name()).collect()
    }

    #[test]
    fn a_coin_to_toss_is_forced_and_all_luck() {
        let review = review("3x1/1 .*.", &[0, 2]);
        assert_eq!(labels(&review), ["opening", "certain"]);
        assert_eq!((review.moments[1].judgement.before, review.moments[1].after), (1.0, 1.0));
        let game = Game::with_layout(&"3x1/1:any *..".parse().unwrap());
        let review = Review::of(game, &[Move::Reveal(1), Move::Reveal(2)], &mut |_| ()).unwrap();
        assert_eq!(labels(&review), ["opening", "forced"]);
        let last = &review.moments[1];
        assert_eq!((last.judgement.risk, last.judgement.lost(), last.luck()), (Some(0.5), 0.0, 0.5));
        assert_eq!(last.text, "0,2 was a coin to toss: one of two, and nothing would ever tell which.");
    }

    #[test]
    fn a_guess_beside_a_certain_cell_is_missed() {
        // The view is 01.1... before the last reveal, so 0,4 is safe.
        let review = review("7x1/2 ..*..*.", &[0, 3, 6]);
        assert_eq!(labels(&review), ["opening", "best", "missed"]);
        let text = &review.moments[2].text;
        assert!(text.starts_with("0,6 had a risk of 50.0 %, though 0,4 was certainly safe: "), "{text}");
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
            let review = Review::of(Game::new(&grid, Seed(seed)), game.moves(), &mut |_| ()).unwrap();
            assert_eq!(review.status, game.status());
            let result = if game.status() == Status::Won { 1.0 } else { 0.0 };
            assert!((review.start() + review.luck() - review.lost() - result).abs() < 1e-9, "{rules} {seed}");
            for moment in &review.moments {
                let judgement = &moment.judgement;
                assert!(judgement.lost() >= 0.0 && judgement.chosen >= 0.0, "{rules} {seed}: {moment:?}");
                n_mistakes += usize::from(judgement.label.is_mistake());
            }
        }
        assert!(n_mistakes > 50, "{n_mistakes}");
    }
}
