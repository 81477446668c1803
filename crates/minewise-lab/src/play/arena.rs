//! Where one player plays one game after the other, and what came of each.

use minewise::{Cell, Game, Grid, Move, Player, Rules, Seed, Shown, Start, Status};
use minewise_coach::PlayerSpec;
use minewise_coach::{Adjust, Luck};
use serde::{Deserialize, Serialize};

use crate::play::timing::{Clock, Timing};

/// What came of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Whether it was won.
    pub won: bool,
    /// Whether the player gave it up.
    pub given_up: bool,
    /// How it was lost, if it was.
    pub loss: Option<Loss>,
    /// The cells that the player revealed, without those that followed from a 0.
    pub n_reveals: u64,
    /// The reveals that could have hit a mine, for all that the view told.
    pub n_guesses: u64,
    /// The guesses that are none for certain: what the view told was too much work to count.
    pub n_unmeasured: u64,
    /// The guesses made although some cell was certainly safe, those not measured left out.
    pub n_free_guesses: u64,
    /// The sum of the risks of its guesses, those not measured left out.
    pub risk: f64,
    /// The cells without a mine that were revealed at the end.
    pub n_uncovered: u64,
    /// How lucky it was, if that is measured.
    pub luck: Option<f64>,
    /// What the player counted in it, by name.
    pub uses: Vec<(String, u64)>,
    /// A fingerprint of its layout's seed and its moves.
    pub fingerprint: u64,
}

/// How a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// How far it had come.
    pub phase: Phase,
    /// Whether there was a safe cell to reveal instead.
    pub choice: LossChoice,
}

/// How far a game had come when it was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// No 0 was revealed.
    Opening,
    /// Neither the opening nor the endgame.
    Middle,
    /// At least nine tenths of the cells without a mine were revealed.
    Endgame,
}

/// Whether the player had to take a risk when it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossChoice {
    /// No cell was certainly safe.
    Forced,
    /// Some cell was certainly safe.
    Free,
    /// What the view told was too much work to count.
    Unmeasured,
}

/// Where one player plays one game after the other.
///
/// What comes of a game depends on its two seeds alone, and not on the games before it.
pub struct Arena {
    spec: PlayerSpec,
    rules: Rules,
    game: Game,
    player: Box<dyn Player>,
    luck: Option<Luck>,
    clock: Clock,
}

impl Arena {
    /// An arena for this player under these rules.
    pub fn new(rules: Rules, player: &PlayerSpec, adjust: Adjust) -> Arena {
        let grid = Grid::new(rules);
        Arena {
            spec: player.clone(),
            rules,
            game: Game::new(&grid, Seed::default()),
            player: player.make(),
            luck: Luck::new(&grid, adjust),
            clock: Clock::default(),
        }
    }

    /// Plays one game: its layout from one seed, the player's own chance from the other.
    ///
    /// # Panics
    /// When the player breaks the rules of the game, which is a bug of the player.
    pub fn play(&mut self, layout_seed: Seed, player_seed: Seed) -> Played {
        let mut played = Vec::with_capacity(1);
        self.play_all([(layout_seed, player_seed)], &mut played);
        played.pop().expect("a game was played")
    }

    /// Plays a game for each pair of a layout's and a player's seed. The clock is read for all of them together.
    ///
    /// # Panics
    /// As [`Arena::play`].
    pub fn play_all(&mut self, seeds: impl IntoIterator<Item = (Seed, Seed)>, into: &mut Vec<Played>) {
        self.clock.start();
        for (layout_seed, player_seed) in seeds {
            into.push(self.play_game(layout_seed, player_seed));
        }
        self.clock.stop();
    }

    /// The time that the games since the last call took.
    pub fn take_timing(&mut self) -> Timing {
        self.clock.take()
    }

    fn play_game(&mut self, layout_seed: Seed, player_seed: Seed) -> Played {
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
        let n_safe = self.rules.n_cells() - self.rules.n_mines();
        let is_lost = self.game.status() == Status::Lost;
        Played {
            won: self.game.status() == Status::Won,
            given_up: !self.game.is_over(),
            loss: is_lost.then(|| Loss { phase: self.phase(&notes), choice: notes.choice }),
            n_reveals: self.game.moves().len() as u64,
            n_guesses: notes.n_guesses,
            n_unmeasured: notes.n_unmeasured,
            n_free_guesses: notes.n_free_guesses,
            risk: notes.risk,
            n_uncovered: (n_safe - self.game.n_left()) as u64,
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
            Some("it is no covered cell".to_owned())
        };
        if let Some(fault) = fault {
            let Arena { spec, rules, .. } = self;
            panic!("the player `{spec}` chose cell {cell} in game {seed} of {rules}, but {fault}");
        }
        notes.is_open |= self.game.view().shown(cell) == Shown::Number(0);
    }

    /// Notes whether revealing a covered cell is a guess.
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
        // A risk above 0 comes from a census, so that asking it again takes no count.
        notes.choice = match position.census() {
            Ok(census) if census.safe().next().is_some() => LossChoice::Free,
            Ok(_) => LossChoice::Forced,
            Err(_) => LossChoice::Unmeasured,
        };
        notes.n_free_guesses += u64::from(notes.choice == LossChoice::Free);
    }

    /// How far the game has come.
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

/// What is noted during a game.
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
    /// Nothing is known before it is asked.
    fn default() -> LossChoice {
        LossChoice::Unmeasured
    }
}

/// A fingerprint of one game (FNV-1a over its seed and its moves). Those of several games are added up, so that their
/// order does not matter.
fn fingerprint(seed: Seed, moves: &[Move]) -> u64 {
    let cells = moves.iter().map(|made| made.cell() as u64);
    minewise::fnv1a(std::iter::once(seed.0).chain(cells))
}

#[cfg(test)]
mod tests;
