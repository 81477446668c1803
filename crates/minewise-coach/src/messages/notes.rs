//! The figures by which a player judges a position, as messages.

use minewise::game::{Amount, Notes, Survival};
use minewise::{Grid, Position};
use serde::{Deserialize, Serialize};

/// The figures by which a player judges a position: of the whole view, and of single cells.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerNotes {
    /// The figures of the view.
    pub view: Vec<ViewFigure>,
    /// The figures of cells.
    pub cells: Vec<CellFigures>,
}

/// A figure of a whole view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ViewFigure {
    /// A short name, as in the source of the player.
    pub name: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// Whether it is a count or a chance.
    pub kind: FigureKind,
    /// The figure.
    pub value: f64,
}

/// A figure that many cells have.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellFigures {
    /// A short name, as in the source of the player.
    pub name: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// Whether it is a count or a chance.
    pub kind: FigureKind,
    /// The figure of each cell, row by row; `None` for cells without it.
    pub values: Vec<Vec<Option<f64>>>,
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum FigureKind {
    /// A number of things.
    Count,
    /// A chance from 0 to 1.
    Chance,
}

/// The chance to survive some moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SurvivalChance {
    /// The chance.
    pub chance: f64,
    /// The number of moves.
    pub moves: u64,
}

impl PlayerNotes {
    /// Converts the notes of a player on a position.
    pub fn of(position: &Position, notes: &Notes) -> PlayerNotes {
        let grid = position.view().grid();
        let to_figure = |figure: &minewise::game::Figure| ViewFigure {
            name: figure.name.to_string(),
            meaning: figure.meaning.to_string(),
            kind: figure.amount.into(),
            value: figure.amount.value(),
        };
        let mut cells: Vec<CellFigures> = Vec::new();
        for (cell, figure) in
            notes.cells.iter().flat_map(|(cell, figures)| figures.iter().map(move |one| (*cell, one)))
        {
            let place = cells.iter().position(|one| one.name == figure.name).unwrap_or_else(|| {
                cells.push(CellFigures::empty(grid, to_figure(figure)));
                cells.len() - 1
            });
            let (row, col) = grid.row_col(cell);
            cells[place].values[row][col] = Some(figure.amount.value());
        }
        PlayerNotes { view: notes.view.iter().map(to_figure).collect(), cells }
    }
}

impl CellFigures {
    /// Creates a figure that no cell has yet.
    fn empty(grid: &Grid, ViewFigure { name, meaning, kind, .. }: ViewFigure) -> CellFigures {
        let rules = grid.rules();
        CellFigures { name, meaning, kind, values: vec![vec![None; rules.width()]; rules.height()] }
    }
}

impl From<Amount> for FigureKind {
    fn from(amount: Amount) -> FigureKind {
        match amount {
            Amount::Count(_) => FigureKind::Count,
            Amount::Chance(_) => FigureKind::Chance,
        }
    }
}

impl From<Survival> for SurvivalChance {
    fn from(Survival { chance, n_moves }: Survival) -> SurvivalChance {
        SurvivalChance { chance, moves: n_moves }
    }
}

#[cfg(test)]
mod tests {
    use minewise::Seed;

    use crate::zoo::PlayerSpec;

    use super::*;

    #[test]
    fn the_figures_of_cells_are_laid_out_in_rows() {
        let position = Position::new("4x2/2 1.../....".parse().unwrap());
        let spec: PlayerSpec = "danger".parse().unwrap();
        let mut player = spec.make();
        player.start(position.view().grid().rules(), Seed(0));
        let notes = spec.entry().notes(&mut *player, &position).unwrap();
        let notes = PlayerNotes::of(&position, &notes);
        let names: Vec<&str> = notes.cells.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["DC", "P_b"]);
        assert_eq!(
            notes.cells[0].values,
            [[None, Some(1.0), None, None], [Some(1.0), Some(1.0), None, None]]
        );
        let totals: Vec<String> =
            notes.view.iter().map(|one| format!("{} {}", one.name, one.value)).collect();
        assert_eq!(totals, ["N_t 3", "P_e 0.25", "k 2", "o 0", "ob 1", "u 1", "b 3"]);
    }

    #[test]
    fn most_players_have_no_notes() {
        let position = Position::new("4x2/2 1.../....".parse().unwrap());
        let spec: PlayerSpec = "exact".parse().unwrap();
        assert_eq!(spec.entry().notes(&mut *spec.make(), &position), None);
    }
}
