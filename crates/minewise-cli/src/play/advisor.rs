//! A player beside the table, who is asked for advice or plays itself.

use minewise::{Cell, Choice, Player, Position, Reason, Shown, Start, WinChance};
use minewise_lab::PlayerSpec;

use super::table::Table;
use crate::words;

/// A player who has been following the game.
pub(super) struct Advisor {
    spec: PlayerSpec,
    player: Box<dyn Player>,
}

/// What the player would do, and why.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    /// The cell to reveal; none if the player gives up.
    pub(super) cell: Option<Cell>,
    pub(super) text: String,
    /// The other cells that it considered, best first, in words; may be empty.
    pub(super) candidates: String,
}

/// So many of the cells that a player considered are told.
const MOST_CANDIDATES: usize = 3;

impl Advisor {
    /// Takes a seat beside a game.
    pub(super) fn new(spec: &PlayerSpec, table: &Table) -> Advisor {
        let mut advisor = Advisor { spec: spec.clone(), player: spec.make() };
        advisor.restart(table);
        advisor
    }

    pub(super) fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Begins anew: with another game, or when moves were taken back.
    pub(super) fn restart(&mut self, table: &Table) {
        self.player.start(&table.rules(), table.seed().stream(1));
    }

    /// What the player would do now. Asked only while the game is on.
    pub(super) fn advise(&mut self, table: &Table) -> Advice {
        let position = table.game().position();
        let choice = self.player.choose(position);
        Advice {
            cell: choice.cell,
            text: sentence(position, &choice, &self.spec),
            candidates: candidates(position, &choice),
        }
    }
}

/// `exact reveals 2,3: it is certainly safe.`
fn sentence(position: &Position, choice: &Choice, spec: &PlayerSpec) -> String {
    let view = position.view();
    let Some(cell) = choice.cell else {
        return format!("{spec} gives up: {}.", choice.reason);
    };
    let is_safe_opening = view.is_untouched() && view.grid().rules().start() != Start::Any;
    let risk = match position.risk(cell) {
        Ok(Some(risk)) => format!("its risk of {}", words::percent(risk)),
        _ => "its risk, too much work to count,".to_owned(),
    };
    let why = match &choice.reason {
        _ if is_safe_opening => "the first reveal is safe".to_owned(),
        Reason::Opening => format!("the opening, with {risk}"),
        Reason::Certain => "it is certainly safe".to_owned(),
        Reason::LeastRisk => format!("no cell is certain, and {risk} is the least"),
        Reason::ForcedGuess => format!("nothing will tell more of it, with {risk}"),
        Reason::BestOdds => format!("it has the best chance to win, and {risk} is the least"),
        Reason::MoreInformation => format!("what it shows is worth more than the least risk, with {risk}"),
        Reason::Random => format!("at random, with {risk}"),
        Reason::Other(reason) => format!("{reason}, with {risk}"),
    };
    let win = choice.chosen().and_then(|candidate| candidate.win).map_or(String::new(), |win| match win {
        WinChance::Exact(win) => format!(" The chance to win is {}, exactly.", words::percent(win)),
        WinChance::Estimate(win) => format!(" The chance to win is about {}.", words::percent(win)),
    });
    let flag = if view.shown(cell) == Shown::Flag { " Take its flag away first." } else { "" };
    format!("{spec} reveals {}: {why}.{win}{flag}", view.grid().name(cell))
}

/// `Also considered: 2,4 (12.0 %), 3,3 (14.1 %).`
fn candidates(position: &Position, choice: &Choice) -> String {
    let grid = position.view().grid();
    let others: Vec<String> = choice
        .candidates
        .iter()
        .filter(|candidate| Some(candidate.cell) != choice.cell)
        .take(MOST_CANDIDATES)
        .map(|candidate| match candidate.risk {
            Some(risk) => format!("{} ({})", grid.name(candidate.cell), words::percent(risk)),
            None => grid.name(candidate.cell),
        })
        .collect();
    if others.is_empty() { String::new() } else { format!("Also considered: {}.", others.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minewise::View;

    #[track_caller]
    fn check(view: &str, player: &str, expected: &str) {
        let position = Position::new(view.parse::<View>().unwrap());
        let spec: PlayerSpec = player.parse().unwrap();
        let mut player = spec.make();
        player.start(position.view().grid().rules(), minewise::Seed(0));
        let choice = player.choose(&position);
        assert_eq!(sentence(&position, &choice, &spec), expected);
    }

    #[test]
    fn advice_is_a_sentence_with_its_reason() {
        check("7x1/2 01.1...", "exact", "exact reveals 0,4: it is certainly safe.");
        check("3x2/1 .../...", "exact", "exact reveals 0,0: the first reveal is safe.");
        check(
            "3x1/1 .1.",
            "exact",
            "exact reveals 0,0: no cell is certain, and its risk of 50.0 % is the least.",
        );
        check("7x1/2 01.1F..", "exact", "exact reveals 0,4: it is certainly safe. Take its flag away first.");
    }
}
