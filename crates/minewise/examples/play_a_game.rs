//! Plays a game with the help of the census: reveals the cell with the least risk until the game is over.

use minewise::{Game, Grid, Seed, Status};

fn play(rules: &str, seed: Seed) -> Result<Game, Box<dyn std::error::Error>> {
    let grid = Grid::new(rules.parse()?);
    let mut game = Game::new(&grid, seed);
    game.reveal(0)?;
    while !game.is_over() {
        let census = game.position().census()?;
        let risk = |cell: &usize| census.risk(*cell).unwrap_or(1.0);
        let least = game.view().covered().min_by(|one, other| risk(one).total_cmp(&risk(other)));
        game.reveal(least.ok_or("a game in play has a covered cell")?)?;
    }
    Ok(game)
}

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = play("9x9/10", Seed(1))?;
    let ending = if game.status() == Status::Won { "Won" } else { "Lost" };
    println!("{ending} after {} moves\n{}", game.moves().len(), game.view());
    Ok(())
}

#[test]
fn most_small_games_are_won() {
    let n_won = (0..100).filter(|&seed| play("9x9/10", Seed(seed)).unwrap().status() == Status::Won).count();
    assert!(n_won > 75, "{n_won}");
}
