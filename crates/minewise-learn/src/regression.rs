//! The global regression of Gardea, Koontz & Silva 2015: it predicts the risks of all cells from the whole board.
//!
//! Kernel ridge regression in dual closed form: with the kernel matrix `K` of the training views and their exact risks
//! `Y` from the census, the coefficients are `(K + λI)⁻¹ Y`. The predicted risks of a view are its kernels with all
//! training views, times the coefficients. The kernel, its parameter and λ are chosen by cross-validation over games. A
//! view that was seen several times is used only once, with λ divided by its count, which gives the same result.
//!
//! The targets are the differences between risks and the density of mines, so for a view unlike all training views the
//! prediction is the density. Beyond the paper, predictions can be averaged over all mirrored and rotated images of a
//! board. The model plays only the board that it was trained on. The player is [`Greedy`], Algorithm 1 of the paper.

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

/// The entry of the player `regression`.
pub fn entry() -> Entry {
    let summary =
        "Estimates risks with a learned regression on the whole board, and reveals the least risky cell.";
    let entry = Entry::learned("regression", "Gardea, Koontz & Silva 2015, §III-B.2", summary, |options| {
        let help =
            "The model: the shipped one, for 4x4/3 only, or a file made by `minewise learn regression`.";
        let model = options.model::<Model>("model", &[("shipped", "shipped.regression")], help)?;
        Some(Greedy::new(model))
    });
    entry.taught::<Greedy<Model>>()
}
