//! A game played by a player, step by step.

use minewise::{Game, Grid, Layout, Move, Position, Rules, Seed, Status};
use minewise_lab::PlayerSpec;
use minewise_players::Chance;
use serde_json::Value;

use super::{Failure, Reply, Tell, answer};
use crate::wire;

pub(super) fn watch(rules: &str, seed: u64, player: &str, tell: Tell<'_>) -> Result<Value, Failure> {
    let rules: Rules = rules.parse().map_err(Failure::said)?;
    let spec = PlayerSpec::without_files(player).map_err(Failure::said)?;
    let mut game = Game::new(&Grid::new(rules), Seed(seed));
    let mut player = spec.make();
    player.start(&rules, Seed(seed).stream(1));
    let mut chance = Chance::default();
    while !game.is_over() {
        let choice = player.choose(game.position());
        let before = game.position().clone();
        if let Some(cell) = choice.cell {
            game.reveal(cell).map_err(Failure::said)?;
        }
        let step = wire::Step {
            win: win(&before, &mut chance),
            choice: wire::Choice::of(&before, &choice, &spec),
            marks: wire::pairs(before.view().grid(), choice.marks.iter().copied()),
            changed: wire::changes(before.view(), game.view()),
            status: game.status().into(),
        };
        tell(Reply::Part(answer(step)?))?;
        if choice.cell.is_none() {
            break;
        }
    }
    let status = match game.status() {
        Status::Won => "won",
        Status::Lost => "lost",
        Status::On => "stuck",
    };
    answer(wire::WatchEnd { status: status.to_owned(), layout: layout(&game, Seed(seed)) })
}

/// Where the mines are; of a game that was given up too.
fn layout(game: &Game, seed: Seed) -> String {
    let first = match game.moves().first() {
        Some(&Move::Reveal(first)) => first,
        _ => 0,
    };
    let layout = Layout::generate(game.view().grid(), seed, first);
    format!("{layout:#}")
}

fn win(position: &Position, chance: &mut Chance) -> Option<f64> {
    position.census().ok().map(|census| chance.of(census))
}
