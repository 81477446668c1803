//! The functions of `ms_toollib` that this bench needs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use minewise::{Cell, Shown, View};
use serde::Serialize;

/// A view in the format of `ms_toollib`: rows of numbers from 0 to 8, or one of the constants below.
pub(crate) type Board = Vec<Vec<i32>>;

const COVERED: i32 = 10;
const MINE: i32 = 11;
const SAFE: i32 = 12;

/// A way to compute risks. Both begin with `mark_board`, which decides the cells that follow from one or two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Path {
    /// `cal_probability_enum`: lists all solutions of the regions, and all ways to distribute the mines over regions.
    Enum,
    /// `cal_probability_onboard`: a port of JSMinesweeper's engine.
    Onboard,
}

/// The risks of a marked board: those of frontier cells that are not marked, and the one of all other cells.
pub(crate) type Risks = (Vec<(Cell, f64)>, f64);

/// Converts a view to a board.
pub(crate) fn board(view: &View) -> Board {
    let rules = view.grid().rules();
    let mut board = vec![vec![COVERED; rules.width()]; rules.height()];
    update(&mut board, view);
    board
}

/// Updates a board with the cells revealed since. Marks of cells that are still covered stay.
pub(crate) fn update(board: &mut Board, view: &View) {
    for (cell, place) in board.iter_mut().flatten().enumerate() {
        match view.shown(cell) {
            Shown::Covered | Shown::Flag => {}
            Shown::Number(number) => *place = i32::from(number),
            Shown::Mine => *place = MINE,
        }
    }
}

/// Computes the risks in this way and does nothing else, to be timed. An error is a code of `ms_toollib`.
pub(crate) fn run(path: Path, board: &mut Board, n_mines: f64) -> Result<(), usize> {
    ms_toollib::mark_board(board, false)?;
    match path {
        Path::Enum => drop(std::hint::black_box(ms_toollib::cal_probability_enum(board, n_mines)?)),
        Path::Onboard => drop(std::hint::black_box(ms_toollib::cal_probability_onboard(board, n_mines)?)),
    }
    Ok(())
}

/// Returns the risk of every covered cell of `view`; `None` if `ms_toollib` returns an error or panics.
pub(crate) fn risks(path: Path, view: &View) -> Option<Vec<Option<f64>>> {
    let mut board = board(view);
    let n_mines = view.grid().rules().n_mines() as f64;
    let by_cell = catch_unwind(AssertUnwindSafe(|| {
        mark(&mut board)?;
        match path {
            Path::Enum => enumerate(&board, n_mines).map(|risks| risk_by_cell(&board, &risks)),
            Path::Onboard => {
                let (risks, _) = ms_toollib::cal_probability_onboard(&board, n_mines).ok()?;
                Some(risks.concat())
            }
        }
    }));
    let by_cell = by_cell.ok()??;
    Some(by_cell.iter().enumerate().map(|(cell, &risk)| view.is_covered(cell).then_some(risk)).collect())
}

/// Marks the cells that follow from one or two numbers; `None` if `ms_toollib` returns an error.
pub(crate) fn mark(board: &mut Board) -> Option<()> {
    ms_toollib::mark_board(board, false).ok().map(|_| ())
}

/// Returns the cells that are marked as safe.
pub(crate) fn marked_safe(board: &Board) -> Vec<Cell> {
    let places = board.iter().flatten().enumerate();
    places.filter(|&(_, &place)| place == SAFE).map(|(cell, _)| cell).collect()
}

/// Returns the first cell that is neither marked nor one with a risk of its own.
pub(crate) fn first_other(board: &Board, (frontier, _): &Risks) -> Option<Cell> {
    let mut places = board.iter().flatten().enumerate();
    let is_other = |&(cell, &place): &(Cell, &i32)| {
        place == COVERED && !frontier.iter().any(|&(other, _)| other == cell)
    };
    places.find(is_other).map(|(cell, _)| cell)
}

/// Computes the risks of a marked board by `cal_probability_enum`.
pub(crate) fn enumerate(board: &Board, n_mines: f64) -> Option<Risks> {
    let (frontier, others, ..) = ms_toollib::cal_probability_enum(board, n_mines).ok()?;
    Some((by_cell(board, frontier), others))
}

/// Computes the risks of a marked board by the engine behind `cal_probability_onboard`.
pub(crate) fn search(board: &Board, n_mines: f64) -> Option<Risks> {
    let (frontier, others, ..) = ms_toollib::cal_probability_csp(board, n_mines).ok()?;
    Some((by_cell(board, frontier), others))
}

fn by_cell(board: &Board, risks: Vec<((usize, usize), f64)>) -> Vec<(Cell, f64)> {
    let width = board[0].len();
    risks.into_iter().map(|((row, col), risk)| (row * width + col, risk)).collect()
}

/// Returns the risk of every cell.
fn risk_by_cell(board: &Board, (frontier, others): &Risks) -> Vec<f64> {
    let of_place = |&place: &i32| match place {
        COVERED => *others,
        MINE => 1.0,
        _ => 0.0,
    };
    let mut risks: Vec<f64> = board.iter().flatten().map(of_place).collect();
    for &(cell, risk) in frontier {
        risks[cell] = risk;
    }
    risks
}
