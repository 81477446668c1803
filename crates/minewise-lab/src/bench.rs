//! Games played by the thousand, and what came of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use minewise::{Cell, Game, Grid, Move, Player, Rules, Seed, Start, Status};

use crate::spec::PlayerSpec;
use crate::statistics::wilson;

/// Games to be played: so many of one player under one set of rules.
#[derive(Clone, Debug)]
pub struct Bench {
    /// What is played.
    pub rules: Rules,
    /// Who plays.
    pub player: PlayerSpec,
    /// How many games.
    pub n_games: u64,
    /// The seed of the first layout; each of the following games has the next one.
    pub seed: Seed,
}

/// What came of the games of a [`Bench`]. All but the time depends on the bench alone.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was played.
    pub rules: Rules,
    /// Who played.
    pub player: PlayerSpec,
    /// The games.
    pub n_games: u64,
    /// The games won.
    pub n_wins: u64,
    /// The games that the player gave up.
    pub n_given_up: u64,
    /// The cells that the player revealed, without those that followed from a 0.
    pub n_reveals: u64,
    /// The reveals that could have hit a mine, for all that the view told.
    pub n_guesses: u64,
    /// The guesses that are none for certain: what the view told was too much work to count.
    pub n_unmeasured: u64,
    /// The cells without a mine that were revealed at the end, of all games together.
    pub n_uncovered: u64,
    /// A fingerprint of the play: the same exactly as long as every move of every game is.
    pub fingerprint: u64,
    /// The CPU time that players and games took, over all threads; the time of measuring guesses is left out.
    pub cpu_time: Duration,
}

impl Bench {
    /// Plays the games on `n_threads` threads; `progress` is told of games as they end.
    ///
    /// # Panics
    /// When the player breaks the rules of the game, which is a bug of the player.
    pub fn play(&self, n_threads: usize, progress: &(impl Fn(u64) + Sync)) -> Run {
        let n_threads = (n_threads.max(1) as u64).min(self.n_games.max(1));
        // Small enough to keep all threads at work to the end, large enough to keep them out of each other's way.
        let chunk = (self.n_games / (8 * n_threads)).clamp(1, 64);
        let grid = Grid::new(self.rules);
        let next = AtomicU64::new(0);
        let work = || {
            let mut table = Table::new(self, &grid);
            loop {
                let first = next.fetch_add(chunk, Ordering::Relaxed);
                if first >= self.n_games {
                    return table.run;
                }
                let n_games = chunk.min(self.n_games - first);
                table.play(first, n_games);
                progress(n_games);
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
            let mut run = Run::empty(self);
            for thread in threads {
                run.add(&thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            run
        })
    }
}

impl Run {
    fn empty(bench: &Bench) -> Run {
        Run {
            rules: bench.rules,
            player: bench.player.clone(),
            n_games: 0,
            n_wins: 0,
            n_given_up: 0,
            n_reveals: 0,
            n_guesses: 0,
            n_unmeasured: 0,
            n_uncovered: 0,
            fingerprint: 0,
            cpu_time: Duration::ZERO,
        }
    }

    /// Adds games. Only whole numbers are added, so the order does not matter.
    fn add(&mut self, other: &Run) {
        self.n_games += other.n_games;
        self.n_wins += other.n_wins;
        self.n_given_up += other.n_given_up;
        self.n_reveals += other.n_reveals;
        self.n_guesses += other.n_guesses;
        self.n_unmeasured += other.n_unmeasured;
        self.n_uncovered += other.n_uncovered;
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.cpu_time += other.cpu_time;
    }

    /// The share of games won.
    pub fn win_rate(&self) -> f64 {
        self.per_game(self.n_wins)
    }

    /// The 95 % confidence interval of the win rate.
    pub fn win_rate_ci95(&self) -> (f64, f64) {
        wilson(self.n_wins, self.n_games)
    }

    /// Guesses, on average.
    pub fn guesses_per_game(&self) -> f64 {
        self.per_game(self.n_guesses)
    }

    /// Reveals, on average.
    pub fn reveals_per_game(&self) -> f64 {
        self.per_game(self.n_reveals)
    }

    /// The share of the cells without a mine that were revealed at the end of a game, on average.
    pub fn uncovered(&self) -> f64 {
        self.per_game(self.n_uncovered) / (self.rules.n_cells() - self.rules.n_mines()) as f64
    }

    /// Games by a second of CPU time; none if they took too little to tell.
    pub fn games_per_cpu_second(&self) -> Option<f64> {
        (!self.cpu_time.is_zero()).then(|| self.n_games as f64 / self.cpu_time.as_secs_f64())
    }

    fn per_game(&self, count: u64) -> f64 {
        count as f64 / self.n_games as f64
    }
}

/// Where a thread plays one game after the other.
struct Table<'a> {
    bench: &'a Bench,
    game: Game,
    player: Box<dyn Player>,
    run: Run,
    /// The time of measuring, which is not the player's.
    measuring: Duration,
}

impl<'a> Table<'a> {
    fn new(bench: &'a Bench, grid: &Arc<Grid>) -> Table<'a> {
        Table {
            bench,
            game: Game::new(grid, bench.seed),
            player: bench.player.make(),
            run: Run::empty(bench),
            measuring: Duration::ZERO,
        }
    }

    /// Plays a chunk of the games.
    fn play(&mut self, first: u64, n_games: u64) {
        self.measuring = Duration::ZERO;
        let began = ThreadTime::now();
        for idx in first..first + n_games {
            self.play_game(Seed(self.bench.seed.0.wrapping_add(idx)));
        }
        self.run.cpu_time += began.elapsed().saturating_sub(self.measuring);
        self.run.n_games += n_games;
    }

    fn play_game(&mut self, seed: Seed) {
        self.game.restart(seed);
        self.player.start(&self.bench.rules, seed.stream(1));
        while !self.game.is_over() {
            let Some(cell) = self.player.choose(self.game.position()).cell else {
                self.run.n_given_up += 1;
                break;
            };
            self.reveal(cell, seed);
        }
        let fingerprint = fingerprint(seed, self.game.moves());
        self.run.fingerprint = self.run.fingerprint.wrapping_add(fingerprint);
        let n_safe = self.bench.rules.n_cells() - self.bench.rules.n_mines();
        self.run.n_wins += u64::from(self.game.status() == Status::Won);
        self.run.n_uncovered += (n_safe - self.game.n_left()) as u64;
    }

    fn reveal(&mut self, cell: Cell, seed: Seed) {
        let view = self.game.view();
        let fault = if cell < view.grid().n_cells() && view.is_covered(cell) {
            self.measure(cell);
            self.run.n_reveals += 1;
            self.game.reveal(cell).err().map(|error| error.to_string())
        } else {
            Some("it is no covered cell".to_owned())
        };
        if let Some(fault) = fault {
            let Bench { rules, player, .. } = self.bench;
            panic!("the player `{player}` chose cell {cell} in game {seed} of {rules}, but {fault}");
        }
    }

    /// Notes whether revealing a covered cell is a guess.
    fn measure(&mut self, cell: Cell) {
        let position = self.game.position();
        if position.view().is_untouched() && self.bench.rules.start() != Start::Any {
            return;
        }
        let risk = position.known_risk(cell).or_else(|| {
            let began = ThreadTime::now();
            let risk = position.risk(cell).ok().flatten();
            self.measuring += began.elapsed();
            risk
        });
        self.run.n_unmeasured += u64::from(risk.is_none());
        self.run.n_guesses += u64::from(risk != Some(0.0));
    }
}

/// A fingerprint of one game (FNV-1a over its seed and its moves). Those of several games are added up, so that their
/// order does not matter.
fn fingerprint(seed: Seed, moves: &[Move]) -> u64 {
    let cells = moves.iter().map(|&(Move::Reveal(cell) | Move::Flag(cell) | Move::Chord(cell))| cell as u64);
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    cells.fold(mix(0xcbf2_9ce4_8422_2325, seed.0), mix)
}

#[cfg(test)]
mod tests {
    use minewise::{Choice, Position, Reason};

    use super::*;
    use crate::registry::Entry;

    /// Chooses the first cell again and again, or gives up after it.
    #[derive(Clone, Copy)]
    struct Stubborn {
        gives_up: bool,
    }

    impl Player for Stubborn {
        fn start(&mut self, _: &Rules, _: Seed) {}

        fn choose(&mut self, position: &Position) -> Choice {
            if self.gives_up && !position.view().is_untouched() {
                return Choice::give_up(Reason::Random);
            }
            Choice::reveal(0, Reason::Random)
        }

        fn fork(&self) -> Box<dyn Player> {
            Box::new(*self)
        }
    }

    fn play_stubborn(make: fn(&crate::Options) -> Box<dyn Player>) -> Run {
        let table = [Entry {
            name: "stubborn",
            source: "test",
            summary: "Insists.",
            options: &[],
            model: None,
            make,
        }];
        let player = PlayerSpec::read("stubborn", &table).unwrap();
        let bench = Bench { rules: "3x1/1".parse().unwrap(), player, n_games: 100, seed: Seed(7) };
        bench.play(2, &|_| ())
    }

    #[test]
    fn a_game_given_up_is_neither_won_nor_played_on() {
        let run = play_stubborn(|_| Box::new(Stubborn { gives_up: true }));
        // Of the two places for the mine, `01*` is won at once, and `1*.` is not.
        assert_eq!(run.n_wins + run.n_given_up, 100);
        assert!(run.n_wins > 20 && run.n_given_up > 20, "{} {}", run.n_wins, run.n_given_up);
        assert_eq!((run.n_reveals, run.n_uncovered), (100, 2 * run.n_wins + run.n_given_up));
    }

    #[test]
    #[should_panic(expected = "the player `stubborn` chose cell 0 in game ")]
    fn a_player_that_breaks_the_rules_is_named() {
        play_stubborn(|_| Box::new(Stubborn { gives_up: false }));
    }

    fn play(rules: &str, player: &str, n_games: u64, n_threads: usize) -> Run {
        let bench =
            Bench { rules: rules.parse().unwrap(), player: player.parse().unwrap(), n_games, seed: Seed(7) };
        let told = AtomicU64::new(0);
        let run = bench.play(n_threads, &|n_games| {
            told.fetch_add(n_games, Ordering::Relaxed);
        });
        assert_eq!((run.n_games, told.into_inner()), (n_games, n_games));
        run
    }

    #[track_caller]
    fn check_same_on_any_number_of_threads(rules: &str, player: &str) {
        let counts = |n_threads| {
            let run = play(rules, player, 203, n_threads);
            [run.n_wins, run.n_given_up, run.n_reveals, run.n_guesses, run.n_unmeasured, run.n_uncovered]
        };
        let expected = counts(1);
        assert_eq!(counts(2), expected);
        assert_eq!(counts(5), expected);
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        check_same_on_any_number_of_threads("9x7/10", "exact");
        check_same_on_any_number_of_threads("9x7/10:any", "random");
    }

    #[test]
    fn a_grid_without_mines_is_always_won_at_once() {
        let run = play("4x3/0", "random", 10, 2);
        assert_eq!((run.n_wins, run.n_reveals, run.n_guesses, run.n_uncovered), (10, 10, 0, 120));
        assert_eq!((run.win_rate(), run.uncovered()), (1.0, 1.0));
    }

    #[test]
    fn the_first_reveal_is_a_guess_only_under_any() {
        // Of two cells one is a mine: whoever gets past the first reveal has won.
        let any = play("2x1/1:any", "random", 400, 2);
        assert_eq!((any.n_reveals, any.n_guesses), (400, 400));
        assert!((150..250).contains(&any.n_wins), "{}", any.n_wins);
        let safe = play("2x1/1", "random", 400, 2);
        assert_eq!((safe.n_wins, safe.n_guesses), (400, 0));
    }

    #[test]
    fn exact_beats_random_and_guesses_less_by_the_reveal() {
        let (exact, random) = (play("9x9/10", "exact", 200, 2), play("9x9/10", "random", 200, 2));
        assert!(exact.n_wins > 150 && random.n_wins < 10, "{} {}", exact.n_wins, random.n_wins);
        assert!(exact.n_guesses * random.n_reveals < random.n_guesses * exact.n_reveals);
        assert!(exact.uncovered() > random.uncovered());
        assert!(exact.games_per_cpu_second().unwrap() > 0.0);
    }
}
