//! How to write a player. This one reveals cells that single numbers prove safe, or else the first covered cell.

use minewise::{Choice, Game, Grid, Player, Position, Reason, Rules, Seed};

/// A player that looks at one number at a time, and otherwise takes the first covered cell.
#[derive(Clone)]
struct Plain;

impl Player for Plain {
    fn start(&mut self, _: &Rules, _: Seed) {}

    fn choose(&mut self, position: &Position) -> Choice {
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let view = position.view();
        let allowed = |&cell: &usize| !view.is_untouched() || view.grid().can_start_at(cell);
        let cell = view.covered().find(allowed).expect("a game in play has a covered cell");
        Choice::reveal(cell, Reason::Other("the first covered cell".into()))
    }
}

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Grid::new("9x9/10".parse()?);
    let mut game = Game::new(&grid, Seed(1));
    let mut player = Plain;
    player.start(grid.rules(), Seed(1));
    while !game.is_over() {
        let choice = player.choose(game.position());
        game.reveal(choice.cell.ok_or("this player never gives up")?)?;
    }
    println!("{:?}\n{}", game.status(), game.view());
    Ok(())
}

#[test]
fn it_conforms() {
    minewise::testing::conformance::check(|| Plain);
}
