//! The global regression of 001: from all cells of a board, it tells the risk of each.
//!
//! Kernel ridge regression in dual closed form: with a kernel matrix `K` of the views learned from and the risks `Y` that
//! the census tells of them, the coefficients are `(K + λI)⁻¹ Y`, and the risks of a view are its kernels with all of them,
//! times the coefficients. The kernel, its parameter and λ are chosen by cross-validation, game by game. A view that was
//! seen often stands only once, with λ divided by its count: the same as if it stood there so many times.
//!
//! What is learned is by how much each risk lies above the density of mines, so that a view unlike any known one is thought
//! to have its mines anywhere. Beyond the paper, a board may be asked as all its mirrorings and turns, and the mean of the
//! answers be taken. It plays only the board that it was trained on; the player is
//! [`Greedy`], Algorithm 1 of the paper.

mod board;
mod cholesky;
mod course;
mod fit;
mod kernel;
mod model;
mod ridge;
mod settings;

use minewise_players::Entry;

use crate::shared::Greedy;

pub use course::RegressionCourse;
pub use fit::Figures;
pub use kernel::Kernel;
pub use model::Model;
pub use settings::RegressionSettings;

/// How the player is asked for by name.
pub fn entry() -> Entry {
    let summary = "Reveals the cell beside a number that a regression on the whole board thinks safest, if it is safer than others.";
    Entry::learned("regression", "001 §III-B.2", summary, |options| {
        let help = "What it learned: what ships, for 4x4/3 only, or a file of `minewise learn regression`.";
        let model = options.model::<Model>("model", &[("shipped", "shipped.regression")], help)?;
        Some(Greedy::new(model))
    })
}
