//! A game with its moves, their risks, and the time it has taken.

use std::sync::Arc;
use std::time::Duration;

use minewise::game::MoveError;
use minewise::insight::Measure;
use minewise::{Game, Grid, Move, Rules, Seed, Shown, Status, View};
use minewise_coach::move_risk;

use super::summary::Summary;

/// A game, with all that is needed to undo moves and to summarise it.
pub(super) struct TimedGame {
    game: Game,
    seed: Seed,
    /// Invariant: the moves of `game`, each with its risk.
    made: Vec<MadeMove>,
    n_undone: usize,
    stopwatch: Stopwatch,
    /// Everything that happened, with undone moves.
    events: Vec<Event>,
    /// Whether anything was ever revealed, even if that was undone.
    has_begun: bool,
}

/// Something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event {
    /// The time of play when it happened.
    pub(super) at: Duration,
    pub(super) what: What,
}

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Made(Move),
    /// The last move was undone.
    Undone,
    /// The program was ended.
    Paused,
}

/// A move that was made.
#[derive(Clone, Copy)]
struct MadeMove {
    step: Move,
    /// The chance that it would hit a mine, before it was made; `None` if that was too much work to compute.
    risk: Option<f64>,
}

/// A clock that runs only while the game is on.
#[derive(Default)]
struct Stopwatch {
    before: Duration,
    /// When it was started, if it is running.
    since: Option<Duration>,
}

impl TimedGame {
    /// Creates a game that has not begun.
    pub(super) fn new(rules: Rules, seed: Seed) -> TimedGame {
        let game = Game::new(&Grid::new(rules), seed);
        TimedGame {
            game,
            seed,
            made: Vec::new(),
            n_undone: 0,
            stopwatch: Stopwatch::default(),
            events: Vec::new(),
            has_begun: false,
        }
    }

    /// Plays a game again. Its clock stands until the next move.
    ///
    /// # Errors
    /// Returns the index of the first event that cannot have happened, and the reason.
    pub(super) fn replay(rules: Rules, seed: Seed, events: Vec<Event>) -> Result<TimedGame, (usize, String)> {
        let mut timed = TimedGame::new(rules, seed);
        // Undone moves are left out instead of made and undone, which could take very long.
        let mut steps: Vec<(usize, Move)> = Vec::new();
        for (idx, event) in events.iter().enumerate() {
            match event.what {
                What::Made(step) => {
                    steps.push((idx, step));
                    timed.has_begun |= is_reveal(step);
                }
                What::Undone => {
                    let (_, step) =
                        steps.pop().ok_or_else(|| (idx, "there is nothing to undo".to_owned()))?;
                    timed.n_undone += usize::from(is_reveal(step));
                }
                What::Paused => {}
            }
        }
        for (idx, step) in steps {
            timed.add(step).map_err(|error| (idx, format!("the move is not allowed: {error}")))?;
        }
        timed.stopwatch.before = events.last().map_or(Duration::ZERO, |event| event.at);
        timed.events = events;
        Ok(timed)
    }

    /// Creates the game after this one: by these rules, with the next seed.
    pub(super) fn next(&self, rules: Rules) -> TimedGame {
        TimedGame::new(rules, Seed(self.seed.0.wrapping_add(1)))
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn view(&self) -> &View {
        self.game.view()
    }

    pub(super) fn grid(&self) -> &Arc<Grid> {
        self.view().grid()
    }

    pub(super) fn rules(&self) -> Rules {
        *self.grid().rules()
    }

    pub(super) fn seed(&self) -> Seed {
        self.seed
    }

    /// Makes a move at the time `now`.
    ///
    /// # Errors
    /// If the rules do not allow the move; the game is then unchanged.
    pub(super) fn make(&mut self, step: Move, now: Duration) -> Result<Status, MoveError> {
        let status = self.add(step)?;
        self.has_begun |= is_reveal(step);
        self.run_clock(now);
        self.record(What::Made(step), now);
        if status != Status::On {
            self.stopwatch.stop(now);
        }
        Ok(status)
    }

    /// Makes a move without a clock.
    fn add(&mut self, step: Move) -> Result<Status, MoveError> {
        let is_possible = !self.game.is_over() && step.cell() < self.grid().n_cells();
        let risk = if is_possible { move_risk(self.game.position(), step) } else { None };
        let status = self.game.make(step)?;
        self.made.push(MadeMove { step, risk });
        Ok(status)
    }

    /// Undoes the last move and returns it. If the clock was stopped, it runs again.
    pub(super) fn undo(&mut self, now: Duration) -> Option<Move> {
        let undone = self.made.pop()?;
        // Restarting keeps what was counted. The layout stays the same: seed and first reveal determine it.
        self.game.restart(self.seed);
        for made in &self.made {
            self.game.make(made.step).expect("a move that was allowed once is allowed again");
        }
        self.n_undone += usize::from(is_reveal(undone.step));
        self.run_clock(now);
        self.record(What::Undone, now);
        Some(undone.step)
    }

    /// Stops the clock until the next move, because the program ends.
    pub(super) fn pause(&mut self, now: Duration) {
        if self.has_begun && !self.game.is_over() {
            self.record(What::Paused, now);
            self.stopwatch.stop(now);
        }
    }

    /// Starts the clock, unless it runs or nothing was ever revealed.
    fn run_clock(&mut self, now: Duration) {
        if self.has_begun {
            self.stopwatch.start(now);
        }
    }

    fn record(&mut self, what: What, now: Duration) {
        self.events.push(Event { at: self.time(now), what });
    }

    /// Everything that happened, with undone moves.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Whether anything was ever revealed, even if that was undone.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// The chance that the last move would hit a mine, before it was made; `None` if that was too much work to compute.
    pub(super) fn last_risk(&self) -> Option<f64> {
        self.made.last().and_then(|made| made.risk)
    }

    /// The number of mines minus the number of flags.
    pub(super) fn n_mines_left(&self) -> i64 {
        let n_flags = self.view().covered().filter(|&cell| self.view().shown(cell) == Shown::Flag).count();
        self.rules().n_mines() as i64 - n_flags as i64
    }

    /// The time that the game has taken.
    pub(super) fn time(&self, now: Duration) -> Duration {
        self.stopwatch.time(now)
    }

    /// Summarises the game so far.
    pub(super) fn summary(&self, now: Duration) -> Summary {
        let mut reveals = self.made.iter().filter(|made| is_reveal(made.step)).peekable();
        let first = reveals.peek().map(|made| self.grid().name(made.step.cell()));
        let risks: Vec<Option<f64>> = reveals.map(|made| made.risk).collect();
        Summary {
            status: self.game.status(),
            rules: self.rules(),
            seed: self.seed,
            first,
            time: self.time(now),
            three_bv: self.game.layout().map(|layout| Measure::of(layout).three_bv),
            n_reveals: risks.len(),
            guesses: risks.iter().flatten().copied().filter(|&risk| risk > 0.0).collect(),
            n_unmeasured: risks.iter().filter(|risk| risk.is_none()).count(),
            n_undone: self.n_undone,
        }
    }

    /// The view, with all mines shown if the game is lost.
    pub(super) fn final_view(&self) -> View {
        let mut view = self.view().clone();
        if let (Status::Lost, Some(layout)) = (self.game.status(), self.game.layout()) {
            for mine in layout.mines().filter(|&mine| self.view().shown(mine) == Shown::Covered) {
                view.show(mine, Shown::Mine);
            }
        }
        view
    }
}

/// Whether a move reveals cells.
fn is_reveal(step: Move) -> bool {
    !matches!(step, Move::Flag(_))
}

impl Stopwatch {
    fn start(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    fn stop(&mut self, now: Duration) {
        self.before = self.time(now);
        self.since = None;
    }

    fn time(&self, now: Duration) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn second(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// Plays moves like `r 0,0`, one per second.
    fn timed(rules: &str, moves: &str) -> TimedGame {
        let mut timed = TimedGame::new(rules.parse().unwrap(), Seed(1));
        for (idx, text) in moves.split(';').filter(|text| !text.is_empty()).enumerate() {
            let (row, col) = text[2..].split_once(',').unwrap();
            let cell = timed.grid().cell(row.parse().unwrap(), col.parse().unwrap()).unwrap();
            let made = Move::of_letter(&text[..1], cell).unwrap();
            timed.make(made, second(idx as u64)).unwrap();
        }
        timed
    }

    #[test]
    fn the_first_reveal_is_a_guess_only_under_any() {
        let guesses = |rules| timed(rules, "r 1,2").summary(second(0)).guesses;
        assert!(guesses("5x4/5").is_empty());
        assert!(guesses("5x4/5:zero").is_empty());
        assert_eq!(guesses("5x4/5:any"), [0.25]);
    }

    #[test]
    fn a_chord_has_the_risk_that_a_flag_is_wrong() {
        let rules = "3x1/1:any";
        let seed = (0..).map(Seed).find(|&seed| {
            let mut game = Game::new(&Grid::new(rules.parse().unwrap()), seed);
            game.reveal(1).unwrap() == Status::On
        });
        let mut timed = TimedGame::new(rules.parse().unwrap(), seed.unwrap());
        timed.make(Move::Reveal(1), second(0)).unwrap();
        timed.make(Move::Flag(0), second(1)).unwrap();
        timed.make(Move::Chord(1), second(2)).unwrap();
        let guesses = timed.summary(second(2)).guesses;
        assert_eq!(guesses.len(), 2);
        assert!((guesses[1] - 0.5).abs() < 1e-12, "{guesses:?}");
    }

    #[test]
    fn the_clock_runs_from_the_first_reveal_to_the_end() {
        let mut timed = timed("4x3/1", "f 0,0;f 0,0");
        assert_eq!(timed.time(second(9)), second(0));
        timed.make(Move::Reveal(5), second(10)).unwrap();
        assert_eq!(timed.time(second(12)), second(2));
        while !timed.game().is_over() {
            let (_, safest) = timed.game().position().census().unwrap().least_risky(0.0);
            timed.make(Move::Reveal(safest[0]), second(14)).unwrap();
        }
        assert_eq!(timed.time(second(99)), second(4));
        timed.undo(second(100));
        assert_eq!(timed.time(second(101)), second(5));
    }

    #[test]
    fn undo_steps_back_one_move_and_is_counted() {
        let mut timed = timed("5x4/5", "r 1,2;f 0,0");
        let before = timed.view().to_string();
        assert_eq!(timed.undo(second(3)), Some(Move::Flag(0)));
        assert_eq!(timed.summary(second(3)).n_undone, 0);
        timed.make(Move::Flag(0), second(4)).unwrap();
        assert_eq!(timed.view().to_string(), before);
        timed.undo(second(5));
        timed.undo(second(6));
        assert!(timed.view().is_untouched());
        assert_eq!((timed.undo(second(7)), timed.summary(second(7)).n_undone), (None, 1));
    }

    #[test]
    fn a_replayed_game_is_the_same_and_its_clock_stands_until_the_next_move() {
        let mut timed = timed("9x9/10", "f 0,0;r 4,4;f 8,8");
        timed.undo(second(4));
        let mine = minewise::Layout::generate(timed.grid(), Seed(1), 40).mines().nth(3).unwrap();
        timed.make(Move::Reveal(mine), second(6)).unwrap();
        timed.undo(second(60));
        timed.pause(second(63));
        let rules = timed.rules();
        let mut again = TimedGame::replay(rules, timed.seed(), timed.events().to_vec()).unwrap();
        assert_eq!(again.game().moves(), timed.game().moves());
        assert_eq!(again.view().to_string(), timed.view().to_string());
        // The clock ran from 1 to 6 and from 60 to 63.
        assert_eq!((again.time(second(500)), timed.time(second(500))), (second(8), second(8)));
        assert_eq!(again.summary(second(0)).lines(), timed.summary(second(500)).lines());
        again.make(Move::Flag(1), second(1000)).unwrap();
        assert_eq!(again.time(second(1002)), second(10));
    }

    #[test]
    fn events_that_cannot_have_happened_are_refused() {
        let event = |what| Event { at: second(0), what };
        let replay = |what: &[What]| {
            let events = what.iter().copied().map(event).collect();
            TimedGame::replay("9x9/10".parse().unwrap(), Seed(1), events).err()
        };
        assert_eq!(replay(&[What::Undone]), Some((0, "there is nothing to undo".to_owned())));
        let twice = [What::Made(Move::Reveal(40)), What::Paused, What::Made(Move::Reveal(40))];
        assert_eq!(
            replay(&twice),
            Some((2, "the move is not allowed: the cell is revealed already".to_owned()))
        );
        assert_eq!(replay(&[What::Made(Move::Reveal(40)), What::Undone, What::Made(Move::Reveal(40))]), None);
    }
}
