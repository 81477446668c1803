//! What this bench needs of `ms_toollib`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use minewise::{Cell, Shown, View};
use serde::Serialize;

/// A view as `ms_toollib` has it: rows of 0 to 8, or one of the constants below.
pub(crate) type Board = Vec<Vec<i32>>;

const COVERED: i32 = 10;
const MINE: i32 = 11;
const SAFE: i32 = 12;

/// A way to the risks. Both begin with `mark_board`, which finds what one or two numbers tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Path {
    /// `cal_probability_enum`: tries all fillings, and all ways to spread the mines over the regions.
    Enum,
    /// `cal_probability_onboard`: a port of JSMinesweeper's engine.
    Onboard,
}

/// What is known of a board once it is marked: the risks of frontier cells that are not marked, and of all others.
pub(crate) type Risks = (Vec<(Cell, f64)>, f64);

/// A view as a board.
pub(crate) fn board(view: &View) -> Board {
    let rules = view.grid().rules();
    let mut board = vec![vec![COVERED; rules.width()]; rules.height()];
    update(&mut board, view);
    board
}

/// Shows a board what was revealed since. Marks of cells that are still covered stay.
pub(crate) fn update(board: &mut Board, view: &View) {
    for (cell, place) in board.iter_mut().flatten().enumerate() {
        match view.shown(cell) {
            Shown::Covered | Shown::Flag => {}
            Shown::Number(number) => *place = i32::from(number),
            Shown::Mine => *place = MINE,
        }
    }
}

/// Does all that this way takes, and nothing more: what is timed. An error is a code of `ms_toollib`.
pub(crate) fn run(path: Path, board: &mut Board, n_mines: f64) -> Result<(), usize> {
    ms_toollib::mark_board(board, false)?;
    match path {
        Path::Enum => drop(std::hint::black_box(ms_toollib::cal_probability_enum(board, n_mines)?)),
        Path::Onboard => drop(std::hint::black_box(ms_toollib::cal_probability_onboard(board, n_mines)?)),
    }
    Ok(())
}

/// The risk of every cell that `view` covers, or none if `ms_toollib` errs or panics.
pub(crate) fn risks(path: Path, view: &View) -> Option<Vec<Option<f64>>> {
    let mut board = board(view);
    let n_mines = view.grid().rules().n_mines() as f64;
    let by_cell = catch_unwind(AssertUnwindSafe(|| {
        mark(&mut board)?;
        match path {
            Path::Enum => enumerate(&board, n_mines).map(|risks| spread(&board, &risks)),
            Path::Onboard => {
                let (risks, _) = ms_toollib::cal_probability_onboard(&board, n_mines).ok()?;
                Some(risks.concat())
            }
        }
    }));
    let by_cell = by_cell.ok()??;
    Some(by_cell.iter().enumerate().map(|(cell, &risk)| view.is_covered(cell).then_some(risk)).collect())
}

/// Marks what one or two numbers tell. None if `ms_toollib` errs.
pub(crate) fn mark(board: &mut Board) -> Option<()> {
    ms_toollib::mark_board(board, false).ok().map(|_| ())
}

/// The cells that are marked as safe.
pub(crate) fn marked_safe(board: &Board) -> Vec<Cell> {
    let places = board.iter().flatten().enumerate();
    places.filter(|&(_, &place)| place == SAFE).map(|(cell, _)| cell).collect()
}

/// The first cell that is not marked and not among those with a risk of their own.
pub(crate) fn first_other(board: &Board, (frontier, _): &Risks) -> Option<Cell> {
    let mut places = board.iter().flatten().enumerate();
    let is_other = |&(cell, &place): &(Cell, &i32)| {
        place == COVERED && !frontier.iter().any(|&(other, _)| other == cell)
    };
    places.find(is_other).map(|(cell, _)| cell)
}

/// The risks of a marked board by `cal_probability_enum`.
pub(crate) fn enumerate(board: &Board, n_mines: f64) -> Option<Risks> {
    let (frontier, others, ..) = ms_toollib::cal_probability_enum(board, n_mines).ok()?;
    Some((by_cell(board, frontier), others))
}

/// The risks of a marked board by the engine behind `cal_probability_onboard`.
pub(crate) fn search(board: &Board, n_mines: f64) -> Option<Risks> {
    let (frontier, others, ..) = ms_toollib::cal_probability_csp(board, n_mines).ok()?;
    Some((by_cell(board, frontier), others))
}

fn by_cell(board: &Board, risks: Vec<((usize, usize), f64)>) -> Vec<(Cell, f64)> {
    let width = board[0].len();
    risks.into_iter().map(|((row, col), risk)| (row * width + col, risk)).collect()
}

/// The risk of every cell.
fn spread(board: &Board, (frontier, others): &Risks) -> Vec<f64> {
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
