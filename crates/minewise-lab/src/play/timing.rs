//! How long players take.

use std::time::Duration;

#[cfg(feature = "host")]
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use crate::stats::histogram::Histogram;

/// The time that games took. Unlike their results, it differs from run to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The number of games.
    pub games: u64,
    /// The CPU time that players and games took, in nanoseconds, without the time of measuring guesses and luck.
    pub cpu_ns: u64,
    /// The CPU times of single moves in nanoseconds, from the games that were timed move by move.
    pub moves: Histogram,
    /// The longest of these moves, in nanoseconds.
    pub longest_ns: u64,
    /// The times of single games, if there are several and each was timed separately. They are not recorded: where a
    /// record has one game, the time of the record is that of the game.
    #[serde(skip)]
    single_games: Option<SingleGames>,
}

/// The times of games that were timed one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SingleGames {
    longest_ns: u64,
    times: Histogram,
}

impl SingleGames {
    fn of_one(cpu_ns: u64) -> SingleGames {
        let mut times = Histogram::default();
        times.add(cpu_ns);
        SingleGames { longest_ns: cpu_ns, times }
    }

    fn merge(mut self, other: &SingleGames) -> SingleGames {
        self.longest_ns = self.longest_ns.max(other.longest_ns);
        self.times.merge(&other.times);
        self
    }
}

impl Timing {
    /// Adds the time of other games.
    pub fn merge(&mut self, other: &Timing) {
        let (ours, theirs) = (self.single_games.take().or_else(|| self.only_game()), other.single_games());
        self.single_games = match self.games {
            0 => theirs,
            _ => ours.zip(theirs).map(|(ours, theirs)| ours.merge(&theirs)),
        };
        self.games = self.games.saturating_add(other.games);
        self.cpu_ns = self.cpu_ns.saturating_add(other.cpu_ns);
        self.moves.merge(&other.moves);
        self.longest_ns = self.longest_ns.max(other.longest_ns);
    }

    /// Returns the CPU time of all games.
    pub fn cpu_time(&self) -> Duration {
        Duration::from_nanos(self.cpu_ns)
    }

    /// Returns the mean CPU time of a game; `None` if there is no game.
    pub fn mean_game(&self) -> Option<Duration> {
        self.cpu_ns.checked_div(self.games).map(Duration::from_nanos)
    }

    /// Returns the time of the longest game; `None` unless each game was timed separately.
    pub fn longest_game(&self) -> Option<Duration> {
        self.single_games().map(|games| Duration::from_nanos(games.longest_ns))
    }

    /// Returns the median time of a game, with the precision of a [`Histogram`]; `None` unless each game was timed
    /// separately.
    pub fn median_game(&self) -> Option<Duration> {
        let games = self.single_games()?;
        games.times.quantile(0.5).map(|nanos| Duration::from_nanos(nanos.min(games.longest_ns)))
    }

    fn single_games(&self) -> Option<SingleGames> {
        self.single_games.clone().or_else(|| self.only_game())
    }

    /// Returns the time of the game if there is only one.
    fn only_game(&self) -> Option<SingleGames> {
        (self.games == 1).then(|| SingleGames::of_one(self.cpu_ns))
    }

    /// Returns the number of games per second of CPU time; `None` if no time was measured.
    pub fn games_per_cpu_second(&self) -> Option<f64> {
        (self.cpu_ns > 0).then(|| self.games as f64 / self.cpu_time().as_secs_f64())
    }

    /// Returns the median time of a move; `None` if no game was timed move by move.
    pub fn median_move(&self) -> Option<Duration> {
        self.move_quantile(0.5)
    }

    /// Returns the 99th percentile of the times of moves.
    pub fn p99_move(&self) -> Option<Duration> {
        self.move_quantile(0.99)
    }

    /// Returns the time of the longest move.
    pub fn longest_move(&self) -> Option<Duration> {
        (self.moves.total() > 0).then(|| Duration::from_nanos(self.longest_ns))
    }

    fn move_quantile(&self, share: f64) -> Option<Duration> {
        self.moves.quantile(share).map(|nanos| Duration::from_nanos(nanos.min(self.longest_ns)))
    }
}

/// The approximate cost of timing a move, which reads the clock twice.
const COST_OF_A_MOVE: Duration = Duration::from_micros(2);
/// Timing single moves may cost at most one part in this many of the total time.
const MOST_COST: u32 = 200;

/// Measures the time of the games in an arena.
///
/// A fast player takes less time for a move than reading the clock does. So games are timed move by move only as long
/// as the cost of that is negligible.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    timing: Timing,
    began: Option<ThreadTime>,
    left_out: Duration,
    /// The number of games begun since the clock was started.
    n_games: u64,
    /// The total time, and the part of it that timing single moves has cost. Not reset by `take`.
    spent: Duration,
    cost: Duration,
}

impl Clock {
    /// Starts the clock before some games.
    pub(crate) fn start(&mut self) {
        (self.left_out, self.n_games) = (Duration::ZERO, 0);
        self.began = Some(ThreadTime::now());
    }

    /// Stops the clock after them.
    pub(crate) fn stop(&mut self) {
        let Some(began) = self.began.take() else { return };
        let elapsed = began.elapsed().saturating_sub(self.left_out);
        self.spent += elapsed;
        self.timing.cpu_ns += nanos(elapsed);
        self.timing.games += self.n_games;
    }

    /// Counts a game that begins. Returns whether to time it move by move.
    pub(crate) fn begin_game(&mut self) -> bool {
        self.n_games += 1;
        MOST_COST * self.cost <= self.spent
    }

    /// Times the choice of a move.
    pub(crate) fn time_move<T>(&mut self, choose: impl FnOnce() -> T) -> T {
        let began = ThreadTime::now();
        let choice = choose();
        let elapsed = nanos(began.elapsed());
        self.timing.moves.add(elapsed);
        self.timing.longest_ns = self.timing.longest_ns.max(elapsed);
        self.cost += COST_OF_A_MOVE;
        choice
    }

    /// Does something that is not the player's work, and leaves out the time it takes.
    pub(crate) fn leave_out<T>(&mut self, measure: impl FnOnce() -> T) -> T {
        let began = ThreadTime::now();
        let measured = measure();
        self.left_out += began.elapsed();
        measured
    }

    /// Returns the time since the last call.
    pub(crate) fn take(&mut self) -> Timing {
        std::mem::take(&mut self.timing)
    }
}

/// A substitute for targets without a clock: no time passes.
#[cfg(not(feature = "host"))]
#[derive(Clone, Copy, Debug)]
struct ThreadTime;

#[cfg(not(feature = "host"))]
impl ThreadTime {
    fn now() -> ThreadTime {
        ThreadTime
    }

    fn elapsed(self) -> Duration {
        Duration::ZERO
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_does_not_count_and_single_moves_are_timed_only_while_cheap() {
        let mut clock = Clock::default();
        clock.start();
        assert!(clock.begin_game(), "the very first game is timed");
        assert_eq!(clock.time_move(|| 7), 7);
        assert!(!clock.begin_game(), "a move was timed, and no time is known to have passed");
        clock.leave_out(|| spin(Duration::from_millis(30)));
        spin(Duration::from_millis(2));
        clock.stop();
        let spent = clock.spent;
        assert!((Duration::from_millis(2)..Duration::from_millis(25)).contains(&spent), "{spent:?}");
        assert!(clock.begin_game(), "timing one move costs little of this");
        let timing = clock.take();
        assert_eq!((timing.games, timing.moves.total(), timing.cpu_ns), (2, 1, nanos(spent)));
        assert_eq!(timing.median_move(), timing.longest_move());
        assert_eq!(clock.take(), Timing::default());
    }

    fn spin(time: Duration) {
        let began = ThreadTime::now();
        while began.elapsed() < time {}
    }

    #[test]
    fn single_games_are_known_if_each_was_timed_separately() {
        let game = |cpu_ns| Timing { games: 1, cpu_ns, ..Timing::default() };
        let mut timing = Timing::default();
        [5, 9, 4].into_iter().for_each(|nanos| timing.merge(&game(nanos)));
        assert_eq!(timing.longest_game(), Some(Duration::from_nanos(9)));
        assert_eq!(timing.median_game(), Some(Duration::from_nanos(5)));
        assert_eq!(timing.mean_game(), Some(Duration::from_nanos(6)));
        timing.merge(&Timing { games: 2, cpu_ns: 3, ..Timing::default() });
        timing.merge(&game(7));
        assert_eq!(timing.longest_game(), None, "games timed together have no times of their own");
        assert_eq!(timing.median_game(), None);
    }

    #[test]
    fn timings_add_up() {
        let mut one = Timing { games: 3, cpu_ns: 2_000_000_000, longest_ns: 40, ..Timing::default() };
        (0..99).for_each(|_| one.moves.add(10));
        let mut other = Timing { games: 1, cpu_ns: 0, longest_ns: 900, ..Timing::default() };
        other.moves.add(900);
        one.merge(&other);
        assert_eq!((one.games, one.games_per_cpu_second()), (4, Some(2.0)));
        let moves = [one.median_move(), one.p99_move(), one.longest_move()];
        assert_eq!(moves, [10, 10, 900].map(|nanos| Some(Duration::from_nanos(nanos))));
        assert_eq!((other.games_per_cpu_second(), Timing::default().longest_move()), (None, None));
    }
}
