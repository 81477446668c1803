//! Plays the games of a measurement, and tries both choices where they differ.

use minewise::{Cell, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Shown};
use minewise_coach::{PlayerSpec, Problem, RevealLuck};
use serde_json::json;

use super::{GainRecord, GainSettings};
use crate::stats::fixed::Fixed;
use crate::store::existing::ExistingRecords;
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A measurement of what a player gains over another.
#[derive(Clone, Debug)]
pub struct Gain {
    /// The rules.
    pub rules: Rules,
    /// The player that plays the games.
    pub player: PlayerSpec,
    /// The player it is compared with, which also plays on where choices are tried.
    pub over: PlayerSpec,
    /// The seed of the first layout. Each following game uses the next seed.
    pub seed: Seed,
    /// The number of games.
    pub n_games: u64,
    /// The number of layouts on which differing choices are tried.
    pub n_tries: u64,
}

impl Gain {
    fn study_settings(&self) -> GainSettings {
        GainSettings {
            rules: self.rules.to_string(),
            player: self.player.to_string(),
            over: self.over.to_string(),
            models: [self.player.model(), self.over.model()],
            estimate: RevealLuck::of_guesses().estimate().to_owned(),
            seed: self.seed.0,
            games: self.n_games,
            tries: self.n_tries,
        }
    }

    /// Returns the record of a game before its first move.
    pub(super) fn empty_record(&self, seed: Seed) -> GainRecord {
        let GainSettings { rules, player, over, models, estimate, tries, .. } = self.study_settings();
        let (won, differing, gain) = (false, 0, Fixed::default());
        GainRecord { rules, player, over, models, estimate, seed: seed.0, tries, won, differing, gain }
    }
}

impl Study for Gain {
    const NAME: &'static str = "gain";
    const UNITS: &'static str = "games";
    const RESUMABLE_WITH: &'static [&'static str] = &["games"];
    type Record = GainRecord;
    type Timing = ();
    type Worker<'a> = GainPlayer<'a>;
    type State = ();

    fn settings(&self) -> Settings {
        to_settings(&json!(self.study_settings()))
    }

    fn n_pieces(&self) -> u64 {
        self.n_games
    }

    fn place(&self, record: &GainRecord) -> Result<Place, PlaceError> {
        let idx = record.seed.wrapping_sub(self.seed.0);
        Ok(if idx < self.n_games { Place::Whole(idx) } else { Place::Beyond })
    }

    fn worker(&self, _n_workers: usize) -> GainPlayer<'_> {
        GainPlayer::new(self)
    }

    fn work<'a>(
        &'a self,
        worker: &mut Self::Worker<'a>,
        idx: u64,
        (): (),
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let record = worker.play(Seed(self.seed.0.wrapping_add(idx)));
        (context.progress)(1);
        Ok(Some(PieceResult { record, timing: () }))
    }

    /// Plays the first game again.
    fn check_program(
        &self,
        existing: &mut ExistingRecords<'_, GainRecord>,
    ) -> Result<Result<(), String>, Problem> {
        let Some((_, old)) = existing.first()? else { return Ok(Ok(())) };
        if GainPlayer::new(self).play(Seed(old.seed)) == old {
            return Ok(Ok(()));
        }
        let Gain { player, over, .. } = self;
        Ok(Err(format!("`{player}` or `{over}` no longer plays as in the records")))
    }
}

/// Plays the games of a measurement.
pub struct GainPlayer<'a> {
    gain: &'a Gain,
    game: Game,
    player: Box<dyn Player>,
    over: Box<dyn Player>,
    trial: ChoiceTrial,
}

impl GainPlayer<'_> {
    fn new(gain: &Gain) -> GainPlayer<'_> {
        let grid = Grid::new(gain.rules);
        let game = Game::new(&grid, Seed::default());
        let trial = ChoiceTrial::new(gain, &game);
        GainPlayer { gain, game, player: gain.player.make(), over: gain.over.make(), trial }
    }

    fn play(&mut self, seed: Seed) -> GainRecord {
        let (rules, mut record) = (&self.gain.rules, self.gain.empty_record(seed));
        self.game.restart(seed);
        self.player.start(rules, seed.stream(1));
        self.over.start(rules, seed.stream(1));
        while !self.game.is_over() {
            let position = self.game.position();
            let choice = self.player.choose(position).cell;
            let other = self.over.choose(position).cell;
            if choice != other && !(is_safe(position, choice) && is_safe(position, other)) {
                record.differing += 1;
                let seed = seed.stream(3).stream(record.differing);
                record.gain += Fixed::new(self.trial.difference(position, [choice, other], seed));
            }
            let Some(cell) = choice else { break };
            self.game.reveal(cell).unwrap_or_else(|error| {
                panic!(
                    "the player `{}` chose cell {cell} in game {seed} of {rules}, but {error}",
                    self.gain.player
                )
            });
        }
        record.won = self.game.status() == minewise::Status::Won;
        record
    }
}

fn is_safe(position: &Position, cell: Option<Cell>) -> bool {
    cell.is_some_and(|cell| {
        !position.view().is_untouched() && position.risk(cell).is_ok_and(|risk| risk == Some(0.0))
    })
}

/// Tries choices in games that the other player then plays to the end.
struct ChoiceTrial {
    rules: Rules,
    n_tries: u64,
    over: Box<dyn Player>,
    board: Position,
    luck_meter: RevealLuck,
}

impl ChoiceTrial {
    fn new(gain: &Gain, game: &Game) -> ChoiceTrial {
        ChoiceTrial {
            rules: gain.rules,
            n_tries: gain.n_tries,
            over: gain.over.make(),
            board: Position::new(game.view().clone()),
            luck_meter: RevealLuck::of_guesses(),
        }
    }

    /// Returns the estimated value of the first choice minus that of the second; `None` stands for giving up.
    fn difference(&mut self, position: &Position, choices: [Option<Cell>; 2], seed: Seed) -> f64 {
        let mut rng = Rng::new(seed);
        let is_first = position.view().is_untouched();
        let census = if is_first { None } else { position.census().ok() };
        let sampler = census.map(minewise::Census::sampler);
        let mut sum = 0.0;
        for idx in 0..self.n_tries {
            let seed = seed.stream(idx);
            // Both choices are tried on the same layout. Before the first reveal the layout depends on the cell, so
            // both use the same seed instead.
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

    /// Returns the result of a game that continues with a cell: 1 if it is won and 0 if not, minus its luck.
    fn result(&mut self, position: &Position, layout: &Layout, cell: Cell, seed: Seed) -> f64 {
        self.board.become_like(position);
        self.over.start(&self.rules, seed);
        let (mut next, mut luck) = (Some(cell), 0.0);
        while let Some(cell) = next {
            let shown = if layout.is_mine(cell) { Shown::Mine } else { Shown::Number(layout.number(cell)) };
            luck += self.luck_meter.of_reveal(&self.board, cell, shown);
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
