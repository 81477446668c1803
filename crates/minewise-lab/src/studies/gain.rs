//! What a player gains over another, guess by guess.
//!
//! Two players that mostly agree differ by little, and whole games are a noisy way to see it. But what a player wins more
//! than another adds up from its choices: over its own games, the sum of what each choice is worth more than the other's
//! choice in the same view, if the *other* plays on from there, has exactly the difference of their win rates as its mean
//! (the performance difference lemma of Kakade and Langford, 2002). Where they choose alike, nothing is to be played.
//! Where they do not, both choices are tried on the same layouts that fit the view, and the luck of guesses is taken out.
//!
//! Cells that are certain to be safe are worth the same in any order to a player that reveals all of them before it
//! guesses; the other player must be one of those.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use minewise::{Cell, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Shown};
use minewise_coach::LuckOfReveals;
use minewise_coach::PlayerSpec;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::play::tally::Mean;
use crate::play::threads::on_threads;
use crate::stats::fixed::Fixed;
use crate::store::journal::Journal;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Gain {
    /// What is played.
    pub rules: Rules,
    /// Who plays the games.
    pub player: PlayerSpec,
    /// Who would have chosen otherwise, and plays on where choices are tried.
    pub over: PlayerSpec,
    /// The seed of the first layout; each of the following games has the next one.
    pub seed: Seed,
    /// How many games are played.
    pub n_games: u64,
    /// On how many layouts choices are tried where they differ.
    pub n_tries: u64,
}

/// What was gained in one game, and how it is recorded: a function of the measurement and the program alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    rules: String,
    player: String,
    over: String,
    /// The hashes of the models that the players play by; none for those that have not learned.
    models: [Option<String>; 2],
    /// The estimate of the chance to win that the luck of guesses was told by.
    estimate: String,
    seed: u64,
    tries: u64,
    won: bool,
    /// How many choices differed.
    differing: u64,
    gain: Fixed,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gained {
    /// The games played.
    pub n_games: u64,
    /// The games won.
    pub n_won: u64,
    /// The choices of all games that differed.
    pub n_differing: u64,
    /// What is gained in a game, as a share of games, with its 95 % confidence interval.
    pub gain: Mean,
}

impl Gain {
    /// Plays the games that the journal at `path` does not have yet, on `n_threads` threads. `progress` is told of games
    /// as they end, or are found.
    ///
    /// # Errors
    /// When the journal cannot be read or written, has records of something else, or a player no longer plays as in
    /// them.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub fn measure(
        &self,
        path: &Path,
        n_threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Gained, Error> {
        let journal = Journal::open(path)?;
        let mut lines: Vec<Option<Line>> = vec![None; usize::try_from(self.n_games).unwrap_or(0)];
        for record in journal.records::<Line>()? {
            let record = record?;
            if let Some(fault) = record.content.fault(self) {
                return Err(Error::line(path, record.line, fault));
            }
            let idx = record.content.seed.wrapping_sub(self.seed.0);
            // What is beyond was played for a longer measurement.
            if let Some(line) = lines.get_mut(idx as usize) {
                *line = Some(record.content);
                progress(1);
            }
        }
        let missing: Vec<usize> = (0..lines.len()).filter(|&idx| lines[idx].is_none()).collect();
        if let Some(line) = lines.iter().flatten().next().filter(|_| !missing.is_empty()) {
            self.check_still_alike(line, path)?;
        }
        let next = AtomicU64::new(0);
        let shared = Mutex::new((lines, journal, None));
        let work = || {
            let mut table = Table::new(self);
            while let Some(&idx) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                let line = table.play(Seed(self.seed.0.wrapping_add(idx as u64)));
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (lines, journal, error) = &mut *shared;
                if let Err(failure) = journal.append(&line) {
                    error.get_or_insert(failure);
                }
                if error.is_some() {
                    return;
                }
                lines[idx] = Some(line);
                progress(1);
            }
        };
        on_threads(n_threads, work);
        let (lines, _, error) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or_else(|| Ok(Gained::of(lines.iter().flatten())), Err)
    }

    /// Plays a game again, to see whether the players still play as they did.
    fn check_still_alike(&self, line: &Line, path: &Path) -> Result<(), Error> {
        if Table::new(self).play(Seed(line.seed)) == *line {
            return Ok(());
        }
        Err(Error::bad_input(format!(
            "`{}` or `{}` no longer plays as in `{}`; choose another folder with --out",
            self.player,
            self.over,
            path.display()
        )))
    }

    fn line(&self, seed: Seed) -> Line {
        Line {
            rules: self.rules.to_string(),
            player: self.player.to_string(),
            over: self.over.to_string(),
            models: [self.player.model(), self.over.model()],
            estimate: LuckOfReveals::of_guesses().estimate().to_owned(),
            seed: seed.0,
            tries: self.n_tries,
            won: false,
            differing: 0,
            gain: Fixed::default(),
        }
    }
}

impl Line {
    /// Says what makes it no line of this measurement.
    fn fault(&self, gain: &Gain) -> Option<String> {
        let own =
            Line { won: self.won, differing: self.differing, gain: self.gain, ..gain.line(Seed(self.seed)) };
        (own != *self).then(|| "a game of another measurement; choose another folder with --out".to_owned())
    }
}

impl Gained {
    fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Gained {
        let (mut sum, mut squares) = (Fixed::default(), Fixed::default());
        let (mut n_games, mut n_won, mut n_differing) = (0, 0, 0);
        for line in lines {
            n_games += 1;
            n_won += u64::from(line.won);
            n_differing += line.differing;
            sum += line.gain;
            squares += Fixed::new(line.gain.value().powi(2));
        }
        Gained { n_games, n_won, n_differing, gain: Mean::of(n_games, sum, squares) }
    }
}

/// Where games are played and choices tried.
struct Table<'a> {
    gain: &'a Gain,
    game: Game,
    player: Box<dyn Player>,
    over: Box<dyn Player>,
    trial: Trial,
}

impl Table<'_> {
    fn new(gain: &Gain) -> Table<'_> {
        let grid = Grid::new(gain.rules);
        let game = Game::new(&grid, Seed::default());
        let trial = Trial::new(gain, &game);
        Table { gain, game, player: gain.player.make(), over: gain.over.make(), trial }
    }

    fn play(&mut self, seed: Seed) -> Line {
        let (rules, mut line) = (&self.gain.rules, self.gain.line(seed));
        self.game.restart(seed);
        self.player.start(rules, seed.stream(1));
        self.over.start(rules, seed.stream(1));
        while !self.game.is_over() {
            let position = self.game.position();
            let choice = self.player.choose(position).cell;
            let other = self.over.choose(position).cell;
            if choice != other && !(is_safe(position, choice) && is_safe(position, other)) {
                line.differing += 1;
                let seed = seed.stream(3).stream(line.differing);
                line.gain += Fixed::new(self.trial.difference(position, [choice, other], seed));
            }
            let Some(cell) = choice else { break };
            self.game.reveal(cell).unwrap_or_else(|error| {
                panic!(
                    "the player `{}` chose cell {cell} in game {seed} of {rules}, but {error}",
                    self.gain.player
                )
            });
        }
        line.won = self.game.status() == minewise::Status::Won;
        line
    }
}

fn is_safe(position: &Position, cell: Option<Cell>) -> bool {
    cell.is_some_and(|cell| {
        !position.view().is_untouched() && position.risk(cell).is_ok_and(|risk| risk == Some(0.0))
    })
}

/// Tries choices in games that the other player plays to the end.
struct Trial {
    rules: Rules,
    n_tries: u64,
    over: Box<dyn Player>,
    board: Position,
    teller: LuckOfReveals,
}

impl Trial {
    fn new(gain: &Gain, game: &Game) -> Trial {
        Trial {
            rules: gain.rules,
            n_tries: gain.n_tries,
            over: gain.over.make(),
            board: Position::new(game.view().clone()),
            teller: LuckOfReveals::of_guesses(),
        }
    }

    /// How much more the first choice is worth than the second; none stands for giving up.
    fn difference(&mut self, position: &Position, choices: [Option<Cell>; 2], seed: Seed) -> f64 {
        let mut rng = Rng::new(seed);
        let is_first = position.view().is_untouched();
        let census = if is_first { None } else { position.census().ok() };
        let sampler = census.map(minewise::Census::sampler);
        let mut sum = 0.0;
        for idx in 0..self.n_tries {
            let seed = seed.stream(idx);
            // The same layout for both; of a game that has not begun, by the same chance.
            let drawn = sampler.as_ref().map(|sampler| sampler.draw(&mut rng));
            let [one, other] = choices.map(|choice| {
                let Some(cell) = choice else { return 0.0 };
                match &drawn {
                    Some(layout) => self.result(position, layout, cell, seed),
                    None => self.result(
                        position,
                        &Layout::generate(position.view().grid(), seed, cell),
                        cell,
                        seed,
                    ),
                }
            });
            sum += one - other;
        }
        sum / self.n_tries.max(1) as f64
    }

    /// What comes of a game that goes on with a cell: 1 if it is won and 0 if not, less its luck.
    fn result(&mut self, position: &Position, layout: &Layout, cell: Cell, seed: Seed) -> f64 {
        self.board.become_like(position);
        self.over.start(&self.rules, seed);
        let (mut next, mut luck) = (Some(cell), 0.0);
        while let Some(cell) = next {
            let shown = if layout.is_mine(cell) { Shown::Mine } else { Shown::Number(layout.number(cell)) };
            luck += self.teller.of_reveal(&self.board, cell, shown);
            if shown == Shown::Mine {
                return -luck;
            }
            self.board.reveal_in(layout, cell);
            if self.board.view().n_covered() == self.rules.n_mines() {
                return 1.0 - luck;
            }
            next = self.over.choose(&self.board).cell;
        }
        -luck
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::score::Score;
    use crate::testing;

    fn gain(rules: &str, player: &str, over: &str, n_games: u64, n_tries: u64) -> Gain {
        Gain {
            rules: rules.parse().unwrap(),
            player: player.parse().unwrap(),
            over: over.parse().unwrap(),
            seed: Seed(1),
            n_games,
            n_tries,
        }
    }

    fn measure(name: &str, gain: &Gain) -> Gained {
        gain.measure(&testing::folder(name).join("gain.jsonl"), 2, &|_| ()).unwrap()
    }

    /// The twin: every layout played by either.
    #[track_caller]
    fn check(rules: &str, player: &str, over: &str) {
        let gain = gain(rules, player, over, 1500, 4);
        let score = |player: &PlayerSpec| Score::of(gain.rules, player, Seed(1), 1_000_000).unwrap().value();
        let expected = score(&gain.player) - score(&gain.over);
        let found = measure(&format!("gain-{}", rules.replace('/', "-")), &gain).gain;
        let error = (found.variance / 1500.0).sqrt();
        assert!(expected.abs() > 3.0 * error, "{rules}: {expected} is too small to be seen within {error}");
        assert!((found.mean - expected).abs() < 4.0 * error, "{rules}: {found:?} instead of {expected}");
    }

    #[test]
    fn gains_are_the_difference_of_win_rates() {
        check("4x4/4", "search(level=fast)", "exact");
        check("4x3/3", "exact", "search(level=fast)");
        check("4x4/5@torus", "search(level=fast)", "exact");
        check("4x4/4:any@hex", "search(level=fast)", "exact");
    }

    #[test]
    fn nothing_is_gained_over_oneself() {
        let found = measure("gain-none", &gain("9x9/10", "exact", "exact", 50, 10));
        assert_eq!((found.n_differing, found.gain.mean), (0, 0.0));
        assert!(found.n_won > 20);
    }

    #[test]
    fn a_stopped_measurement_goes_on() {
        let path = testing::folder("gain-stopped").join("gain.jsonl");
        let whole = gain("6x6/8", "search", "exact", 40, 3);
        Gain { n_games: 15, ..whole.clone() }.measure(&path, 1, &|_| ()).unwrap();
        let found = whole.measure(&path, 2, &|_| ()).unwrap();
        assert_eq!(found, measure("gain-whole", &whole));
        let other = Gain { n_tries: 4, ..whole.clone() };
        let error = other.measure(&path, 1, &|_| ()).unwrap_err().to_string();
        assert!(error.contains("another measurement"), "{error}");
        let path = testing::folder("gain-changed").join("gain.jsonl");
        let line = Line { differing: 99, ..whole.line(Seed(1)) };
        Journal::open(&path).unwrap().append(&line).unwrap();
        let error = whole.measure(&path, 1, &|_| ()).unwrap_err().to_string();
        assert!(error.contains("no longer plays as in"), "{error}");
    }
}
