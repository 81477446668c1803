//! A player of your own: it plays, answers questions about a view, explains its moves, and is measured by the lab.

use minewise::{Choice, Explanation, Player, Position, Reason, Rules, Seed, View, play_out};
use minewise_lab::{Adjust, Bench, PlayerSpec};

/// Takes what single numbers prove safe, else a cell with the least risk.
#[derive(Clone)]
struct Careful;

impl Player for Careful {
    fn start(&mut self, _: &Rules, _: Seed) {}

    fn choose(&mut self, position: &Position) -> Choice {
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let allowed =
            |cell: &usize| !position.view().is_untouched() || position.view().grid().can_start_at(*cell);
        match position.census() {
            Ok(census) => census.least_risky(0.0).1.into_iter().find(allowed).map_or_else(
                || Choice::give_up(Reason::Other("no cell is left".into())),
                |cell| Choice::reveal(cell, Reason::LeastRisk),
            ),
            Err(error) => Choice::give_up(Reason::Other(error.to_string().into())),
        }
    }
}

#[expect(clippy::print_stdout, reason = "an example shows its results")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules: Rules = "9x9/10".parse()?;

    let game = play_out(&mut Careful, rules, Seed(1))?;
    println!("It plays: {:?} after {} moves.\n{}", game.status(), game.moves().len(), game.view());

    let view: View = "5x2/1 .10../.10..".parse()?;
    let choice = Careful.choose(&Position::new(view.clone()));
    let cell = choice.cell.ok_or("it gave up")?;
    println!("Asked about {view:#}, it reveals {} ({}).", view.grid().name(cell), choice.reason);
    println!("Why: {}", Explanation::of(&view, cell)?.ok_or("a covered cell")?);

    let player = PlayerSpec::own("careful", || Careful);
    let bench = Bench { rules, player, n_games: 500, seed: Seed(1), adjust: Adjust::Quick };
    let tally = bench.play(2, &|_| ()).tally;
    let (low, high) = tally.win_rate_ci95();
    println!("Measured: it wins {:.3} of its games ({low:.3} to {high:.3}, 95 %).", tally.win_rate());
    Ok(())
}

#[test]
fn it_conforms_and_wins_most_small_games() {
    minewise::testing::conformance::check(|| Careful);
    let player = PlayerSpec::own("careful", || Careful);
    let bench =
        Bench { rules: "9x9/10".parse().unwrap(), player, n_games: 500, seed: Seed(1), adjust: Adjust::Off };
    assert!(bench.play(2, &|_| ()).tally.win_rate() > 0.8);
    assert!(main().is_ok());
}
