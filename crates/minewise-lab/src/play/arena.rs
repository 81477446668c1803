//! Plays the games of one player one after the other, and reports the result of each.

use minewise::insight::Measure;
use minewise::{Cell, Game, Grid, Move, Player, Rules, Seed, Shown, Start, Status};
use minewise_coach::PlayerSpec;
use minewise_coach::{Adjust, Luck};
use serde::{Deserialize, Serialize};

use crate::play::timing::{Clock, Timing};

/// The result of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Whether it was won.
    pub won: bool,
    /// Whether the player gave it up.
    pub given_up: bool,
    /// How it was lost; `None` if it was not.
    pub loss: Option<Loss>,
    /// The number of cells that the player revealed, without those that a 0 revealed.
    pub n_reveals: u64,
    /// The number of guesses: reveals that could have hit a mine, as far as the view shows.
    pub n_guesses: u64,
    /// The number of reveals counted as guesses because the census of the view was too much work.
    pub n_unmeasured: u64,
    /// The number of guesses made although some cell was certainly safe, without the unmeasured ones.
    pub n_free_guesses: u64,
    /// The sum of the risks of its guesses, without the unmeasured ones.
    pub risk: f64,
    /// The number of cells without a mine that were revealed at the end.
    pub n_uncovered: u64,
    /// The 3BV of its layout, if it was won and clicks are measured.
    pub three_bv: Option<u64>,
    /// How lucky the game was; `None` if luck is not measured.
    pub luck: Option<f64>,
    /// The counts that the player kept of this game, by name.
    pub uses: Vec<(String, u64)>,
    /// A fingerprint of its layout's seed and its moves.
    pub fingerprint: u64,
}

/// How a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// How far the game had come.
    pub phase: Phase,
    /// Whether there was a safe cell to reveal instead.
    pub choice: LossChoice,
}

/// The phase in which a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// No 0 was revealed.
    Opening,
    /// Neither the opening nor the endgame.
    Middle,
    /// At least nine tenths of the cells without a mine were revealed.
    Endgame,
}

/// Whether the player had a safe alternative when it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossChoice {
    /// No cell was certainly safe.
    Forced,
    /// Some cell was certainly safe.
    Free,
    /// The census of the view was too much work.
    Unmeasured,
}

/// Plays the games of one player under one set of rules, one after the other.
///
/// The result of a game depends only on its two seeds, not on the games before it.
pub struct Arena {
    spec: PlayerSpec,
    rules: Rules,
    game: Game,
    player: Box<dyn Player>,
    luck: Option<Luck>,
    measures_clicks: bool,
    clock: Clock,
}

impl Arena {
    /// Creates an arena for this player under these rules.
    pub fn new(rules: Rules, player: &PlayerSpec, adjust: Adjust) -> Arena {
        let grid = Grid::new(rules);
        Arena {
            spec: player.clone(),
            rules,
            game: Game::new(&grid, Seed::default()),
            player: player.make(),
            luck: Luck::new(&grid, adjust),
            measures_clicks: false,
            clock: Clock::default(),
        }
    }

    /// The same arena, which measures the clicks of won games, or not.
    #[must_use]
    pub fn measuring_clicks(self, measures_clicks: bool) -> Arena {
        Arena { measures_clicks, ..self }
    }

    /// Plays one game. One seed determines its layout, the other the player's random choices.
    ///
    /// # Panics
    /// Panics if the player breaks the rules of the game, which is a bug of the player.
    pub fn play(&mut self, layout_seed: Seed, player_seed: Seed) -> GameResult {
        let mut played = Vec::with_capacity(1);
        self.play_all([(layout_seed, player_seed)], &mut played);
        played.pop().expect("a game was played")
    }

    /// Plays a game for each pair of a layout seed and a player seed. The clock is read only once for all of them.
    ///
    /// # Panics
    /// See [`Arena::play`].
    pub fn play_all(&mut self, seeds: impl IntoIterator<Item = (Seed, Seed)>, into: &mut Vec<GameResult>) {
        self.clock.start();
        for (layout_seed, player_seed) in seeds {
            into.push(self.play_game(layout_seed, player_seed));
        }
        self.clock.stop();
    }

    /// Returns the time that the games since the last call took.
    pub fn take_timing(&mut self) -> Timing {
        self.clock.take()
    }

    fn play_game(&mut self, layout_seed: Seed, player_seed: Seed) -> GameResult {
        self.game.restart(layout_seed);
        self.player.start(&self.rules, player_seed);
        let mut notes = Notes::default();
        let is_timed = self.clock.begin_game();
        while !self.game.is_over() {
            let choice = if is_timed {
                self.clock.time_move(|| self.player.choose(self.game.position()))
            } else {
                self.player.choose(self.game.position())
            };
            let Some(cell) = choice.cell else { break };
            self.reveal(cell, layout_seed, &mut notes);
        }
        let luck = self.luck.as_mut().map(|luck| self.clock.leave_out(|| luck.of(&self.game)));
        let won = self.game.layout().filter(|_| self.measures_clicks && self.game.status() == Status::Won);
        let three_bv = won.map(|layout| self.clock.leave_out(|| Measure::of(layout).three_bv as u64));
        let n_safe = self.rules.n_cells() - self.rules.n_mines();
        let is_lost = self.game.status() == Status::Lost;
        GameResult {
            won: self.game.status() == Status::Won,
            given_up: !self.game.is_over(),
            loss: is_lost.then(|| Loss { phase: self.phase(&notes), choice: notes.choice }),
            n_reveals: self.game.moves().len() as u64,
            n_guesses: notes.n_guesses,
            n_unmeasured: notes.n_unmeasured,
            n_free_guesses: notes.n_free_guesses,
            risk: notes.risk,
            n_uncovered: (n_safe - self.game.n_left()) as u64,
            three_bv,
            luck,
            uses: self.spec.entry().counts(&*self.player),
            fingerprint: fingerprint(layout_seed, self.game.moves()),
        }
    }

    fn reveal(&mut self, cell: Cell, seed: Seed, notes: &mut Notes) {
        let view = self.game.view();
        let fault = if cell < view.grid().n_cells() && view.is_covered(cell) {
            self.measure(cell, notes);
            self.game.reveal(cell).err().map(|error| error.to_string())
        } else {
            Some("it is not a covered cell".to_owned())
        };
        if let Some(fault) = fault {
            let Arena { spec, rules, .. } = self;
            panic!("the player `{spec}` chose cell {cell} in game {seed} of {rules}, but {fault}");
        }
        notes.is_open |= self.game.view().shown(cell) == Shown::Number(0);
    }

    /// Records whether revealing a covered cell is a guess.
    fn measure(&mut self, cell: Cell, notes: &mut Notes) {
        let position = self.game.position();
        if position.view().is_untouched() && self.rules.start() != Start::Any {
            return;
        }
        let risk =
            position.known_risk(cell).or_else(|| self.clock.leave_out(|| position.risk(cell).ok().flatten()));
        if risk == Some(0.0) {
            return;
        }
        notes.n_guesses += 1;
        notes.n_unmeasured += u64::from(risk.is_none());
        notes.risk += risk.unwrap_or(0.0);
        // A risk above 0 comes from a census that the position has cached, so asking for it again is cheap.
        notes.choice = match position.census() {
            Ok(census) if census.safe().next().is_some() => LossChoice::Free,
            Ok(_) => LossChoice::Forced,
            Err(_) => LossChoice::Unmeasured,
        };
        notes.n_free_guesses += u64::from(notes.choice == LossChoice::Free);
    }

    /// Returns the phase that the game is in.
    fn phase(&self, notes: &Notes) -> Phase {
        let n_safe = self.rules.n_cells() - self.rules.n_mines();
        if !notes.is_open {
            Phase::Opening
        } else if 10 * self.game.n_left() <= n_safe {
            Phase::Endgame
        } else {
            Phase::Middle
        }
    }
}

/// What the arena records during a game.
#[derive(Default)]
struct Notes {
    n_guesses: u64,
    n_unmeasured: u64,
    n_free_guesses: u64,
    risk: f64,
    /// Whether a 0 was revealed.
    is_open: bool,
    /// Whether the last guess was forced.
    choice: LossChoice,
}

impl Default for LossChoice {
    /// Before the first guess nothing is measured.
    fn default() -> LossChoice {
        LossChoice::Unmeasured
    }
}

/// Returns a fingerprint of one game: FNV-1a over its seed and its moves.
///
/// The fingerprints of several games are added up, so their order does not matter.
fn fingerprint(seed: Seed, moves: &[Move]) -> u64 {
    let cells = moves.iter().map(|made| made.cell() as u64);
    minewise::num::fnv1a(std::iter::once(seed.0).chain(cells))
}

#[cfg(test)]
mod tests;
