//! The review of a game that is over. It can take seconds, so it is computed on a thread of its own.

use std::panic;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use minewise::{Cell, Game, Grid, Move, Rules, Seed};
use minewise_coach::{Moment, Review, TimedMove};

use super::input::Key;
use super::timed_game::TimedGame;
use crate::io::review_text;

/// What is said instead of a review while the game is on. A review rates choices by where the mines were.
pub(super) const NOT_OVER: &str =
    "The review comes when the game is over, because it would give the layout away.";

/// The number of moves that one press of a page key moves by.
const PAGE: usize = 10;

/// The page with the review of a game.
#[derive(Debug)]
pub(super) struct ReviewPage {
    played: Played,
    pub(super) state: State,
    /// The index of the chosen row.
    pub(super) chosen: usize,
    /// Whether the user asked for a mistake, and there is none.
    pub(super) lacks_mistakes: bool,
}

/// How far the review is.
#[derive(Debug)]
pub(super) enum State {
    /// It is being computed, and this many moves are rated.
    Computing(usize, Receiver<Report>),
    Done(Review),
    Failed,
}

/// A message from the thread that computes the review.
#[derive(Debug)]
pub(super) enum Report {
    /// This many moves are rated.
    Progress(usize),
    End(Box<Review>),
}

/// The moves of a game with what is needed to play it again.
#[derive(Clone, Debug)]
struct Played {
    rules: Rules,
    seed: Seed,
    moves: Vec<Move>,
}

/// The board before a move.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) game: Game,
    pub(super) chosen: Cell,
    /// The best cell, if it is known.
    pub(super) best: Option<Cell>,
    pub(super) message: String,
}

/// What a key on the page asks for.
#[derive(Debug)]
pub(super) enum Asked {
    Nothing,
    Close,
    /// To see the board before the chosen move.
    Before(Box<Before>),
}

impl Played {
    fn of(timed: &TimedGame) -> Played {
        Played { rules: timed.rules(), seed: timed.seed(), moves: timed.game().moves().to_vec() }
    }

    /// The game before its first move.
    fn game(&self) -> Game {
        Game::new(&Grid::new(self.rules), self.seed)
    }

    fn review(&self, progress: &mut dyn FnMut(usize)) -> Review {
        let moves: Vec<TimedMove> = self.moves.iter().copied().map(TimedMove::from).collect();
        Review::of(self.game(), &moves, progress).expect("a move that was allowed once is allowed again")
    }

    /// Computes the review and sends it. If nobody waits for it any more, the work is given up.
    fn send_review(&self, to: &Sender<Report>) {
        let review = self.review(&mut |n_done| {
            if to.send(Report::Progress(n_done)).is_err() {
                // A review cannot be stopped in any other way. This runs no panic hook and prints nothing.
                panic::resume_unwind(Box::new("the page was closed"));
            }
        });
        // If the page was closed just now, nobody misses it.
        let _ = to.send(Report::End(Box::new(review)));
    }
}

/// The review as text, for scripts.
pub(super) fn text(timed: &TimedGame) -> String {
    if !timed.game().is_over() {
        return NOT_OVER.to_owned();
    }
    let mut text = Vec::new();
    review_text::write(&mut text, &Played::of(timed).review(&mut |_| ())).expect("memory can be written");
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

impl ReviewPage {
    /// Starts to review a game that is over.
    pub(super) fn new(timed: &TimedGame) -> ReviewPage {
        let played = Played::of(timed);
        let (sender, receiver) = mpsc::channel();
        let reviewed = played.clone();
        thread::spawn(move || reviewed.send_review(&sender));
        ReviewPage { played, state: State::Computing(0, receiver), chosen: 0, lacks_mistakes: false }
    }

    /// Takes what the thread has sent. Returns whether it is still at work.
    pub(super) fn update(&mut self) -> bool {
        while let State::Computing(n_done, receiver) = &mut self.state {
            match receiver.try_recv() {
                Ok(Report::Progress(n)) => *n_done = n,
                Ok(Report::End(review)) => self.state = State::Done(*review),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => self.state = State::Failed,
            }
        }
        false
    }

    /// The number of moves of the game.
    pub(super) fn n_moves(&self) -> usize {
        self.played.moves.len()
    }

    /// The review, once it is there.
    pub(super) fn review(&self) -> Option<&Review> {
        match &self.state {
            State::Done(review) => Some(review),
            _ => None,
        }
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: Key) -> Asked {
        self.lacks_mistakes = false;
        let n_rows = self.review().map_or(0, |review| review.moments.len());
        match key {
            Key::Escape | Key::Letter('q') => return Asked::Close,
            Key::Enter => {
                return self.before().map_or(Asked::Nothing, |before| Asked::Before(Box::new(before)));
            }
            Key::Letter('m') => self.go_to_mistake(),
            Key::Up | Key::Letter('k') => self.chosen = self.chosen.saturating_sub(1),
            Key::Down | Key::Letter('j') => self.chosen += 1,
            Key::PageUp => self.chosen = self.chosen.saturating_sub(PAGE),
            Key::PageDown => self.chosen += PAGE,
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = n_rows,
            _ => {}
        }
        self.chosen = self.chosen.min(n_rows.saturating_sub(1));
        Asked::Nothing
    }

    /// Goes to the next mistake. After the last one comes the first.
    fn go_to_mistake(&mut self) {
        let Some(review) = self.review() else { return };
        let mistakes: Vec<usize> =
            (0..review.moments.len()).filter(|&row| review.moments[row].label.is_mistake()).collect();
        match mistakes.iter().find(|&&row| row > self.chosen).or(mistakes.first()) {
            Some(&row) => self.chosen = row,
            None => self.lacks_mistakes = true,
        }
    }

    /// The board before the chosen move.
    fn before(&self) -> Option<Before> {
        let moment = self.review()?.moments.get(self.chosen)?;
        let mut game = self.played.game();
        for &made in &self.played.moves[..moment.at] {
            game.make_again(made).expect("a move that was allowed once is allowed again");
        }
        let best = moment.outlook.as_ref().and_then(|outlook| outlook.best.as_ref());
        let best = best.and_then(|best| best.cell.on(game.view().grid()));
        let chosen = moment.cell.on(game.view().grid())?;
        Some(Before { chosen, best, message: message(moment, best == Some(chosen)), game })
    }
}

/// The message below the board before a move.
fn message(moment: &Moment, is_best: bool) -> String {
    let marks = match (&moment.outlook, is_best) {
        (None, _) => "[ ] the choice".to_owned(),
        (_, true) => "[ ] the choice, which was the best cell".to_owned(),
        (Some(outlook), false) => match &outlook.best {
            Some(best) => format!("[ ] the choice, > the best cell, {}", best.cell),
            None => "[ ] the choice".to_owned(),
        },
    };
    format!("Before move {}: {marks}.\n{}", moment.at + 1, moment.text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A lost game, with a certain mine revealed at the end.
    fn lost() -> TimedGame {
        let mut timed = TimedGame::new("9x9/10:zero".parse().unwrap(), Seed(1));
        timed.make(Move::Reveal(40), Duration::ZERO).unwrap();
        let mine = timed.game().position().census().unwrap().mines().next().unwrap();
        timed.make(Move::Flag(mine), Duration::ZERO).unwrap();
        timed.make(Move::Flag(mine), Duration::ZERO).unwrap();
        timed.make(Move::Reveal(mine), Duration::ZERO).unwrap();
        timed
    }

    fn reviewed(timed: &TimedGame) -> ReviewPage {
        let mut page = ReviewPage::new(timed);
        while page.update() {
            thread::yield_now();
        }
        page
    }

    #[test]
    fn a_review_is_computed_on_its_thread() {
        let timed = lost();
        let page = reviewed(&timed);
        let review = page.review().unwrap();
        assert_eq!((page.n_moves(), review.moments.len()), (4, 2));
        assert_eq!(review, &Played::of(&timed).review(&mut |_| ()));
        assert!(text(&timed).starts_with(&review_text::totals(review)));
    }

    #[test]
    fn a_review_that_nobody_waits_for_is_given_up() {
        let played = Played::of(&lost());
        let (sender, receiver) = mpsc::channel();
        drop(receiver);
        let given_up = thread::spawn(move || played.send_review(&sender)).join().unwrap_err();
        assert_eq!(given_up.downcast_ref(), Some(&"the page was closed"));
    }

    #[test]
    fn progress_is_taken_as_it_comes_and_a_failure_is_noticed() {
        let (sender, receiver) = mpsc::channel();
        let state = State::Computing(0, receiver);
        let mut page = ReviewPage { state, ..reviewed(&lost()) };
        assert!(page.update() && matches!(page.state, State::Computing(0, _)));
        sender.send(Report::Progress(12)).unwrap();
        assert!(page.update() && matches!(page.state, State::Computing(12, _)));
        drop(sender);
        assert!(!page.update() && matches!(page.state, State::Failed));
    }

    #[test]
    fn mistakes_are_found_and_the_board_before_them_is_shown() {
        let mut page = reviewed(&lost());
        page.press(Key::Letter('m'));
        assert_eq!(page.chosen, 1);
        let Asked::Before(before) = page.press(Key::Enter) else { panic!("no board is shown") };
        assert_eq!(before.game.moves().len(), 3);
        assert!(
            before.message.starts_with("Before move 4: [ ] the choice, > the best cell, "),
            "{}",
            before.message
        );
        page.press(Key::Home);
        page.press(Key::PageDown);
        assert_eq!(page.chosen, 1);
        assert!(matches!(page.press(Key::Escape), Asked::Close));
    }

    #[test]
    fn a_game_that_is_on_has_no_review() {
        let timed = TimedGame::new("9x9/10".parse().unwrap(), Seed(1));
        assert_eq!(text(&timed), NOT_OVER);
    }
}
