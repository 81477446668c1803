//! The games of a measurement, and the tries where choices differ.

use minewise::{Cell, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Shown};
use minewise_coach::{LuckOfReveals, PlayerSpec, Problem};
use serde_json::json;

use super::{Asked, Line};
use crate::stats::fixed::Fixed;
use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::store::kept::Kept;
use crate::studies::settings;
use crate::studies::study::{Desk, Study, Worked};

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

impl Gain {
    fn asked(&self) -> Asked {
        Asked {
            rules: self.rules.to_string(),
            player: self.player.to_string(),
            over: self.over.to_string(),
            models: [self.player.model(), self.over.model()],
            estimate: LuckOfReveals::of_guesses().estimate().to_owned(),
            seed: self.seed.0,
            games: self.n_games,
            tries: self.n_tries,
        }
    }

    /// The line of a game in which nothing has happened yet.
    pub(super) fn line(&self, seed: Seed) -> Line {
        let Asked { rules, player, over, models, estimate, tries, .. } = self.asked();
        let (won, differing, gain) = (false, 0, Fixed::default());
        Line { rules, player, over, models, estimate, seed: seed.0, tries, won, differing, gain }
    }
}

impl Study for Gain {
    const NAME: &'static str = "gain";
    const UNITS: &'static str = "games";
    const EXTENT: &'static [&'static str] = &["games"];
    type Record = Line;
    type Timing = ();
    type Seat<'a> = GainTable<'a>;
    type State = ();

    fn settings(&self) -> Settings {
        settings(&json!(self.asked()))
    }

    fn n_pieces(&self) -> u64 {
        self.n_games
    }

    fn place(&self, record: &Line) -> Result<Place, Misplaced> {
        let idx = record.seed.wrapping_sub(self.seed.0);
        Ok(if idx < self.n_games { Place::Whole(idx) } else { Place::Beyond })
    }

    fn seat(&self, _n_seats: usize) -> GainTable<'_> {
        GainTable::new(self)
    }

    fn work<'a>(
        &'a self,
        seat: &mut Self::Seat<'a>,
        idx: u64,
        (): (),
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem> {
        let record = seat.play(Seed(self.seed.0.wrapping_add(idx)));
        (desk.progress)(1);
        Ok(Some(Worked { record, timing: () }))
    }

    /// Plays the first game again.
    fn check_program(&self, kept: &mut Kept<'_, Line>) -> Result<Result<(), String>, Problem> {
        let Some((_, old)) = kept.first()? else { return Ok(Ok(())) };
        if GainTable::new(self).play(Seed(old.seed)) == old {
            return Ok(Ok(()));
        }
        let Gain { player, over, .. } = self;
        Ok(Err(format!("`{player}` or `{over}` no longer plays as in the records")))
    }
}

/// Where games are played and choices tried.
pub struct GainTable<'a> {
    gain: &'a Gain,
    game: Game,
    player: Box<dyn Player>,
    over: Box<dyn Player>,
    trial: Trial,
}

impl GainTable<'_> {
    fn new(gain: &Gain) -> GainTable<'_> {
        let grid = Grid::new(gain.rules);
        let game = Game::new(&grid, Seed::default());
        let trial = Trial::new(gain, &game);
        GainTable { gain, game, player: gain.player.make(), over: gain.over.make(), trial }
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

    /// How much more the first choice is worth than the second; `None` stands for giving up.
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

    /// The result of a game that goes on with a cell: 1 if it is won and 0 if not, less its luck.
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
