//! The local classifier of Gardea, Koontz & Silva 2015: from the window around a perimeter cell, it predicts whether
//! that cell is certainly safe, and how risky it is.
//!
//! Windows are collected from games in which every move is correct. As in the paper, a cell is a positive example only
//! if it is safe in every layout that fits, and the rarer class has more weight: the two classes have the same total
//! weight. The decision value of a window comes from a logistic regression, a linear support vector machine, or one
//! with an RBF kernel. A sigmoid, fitted to the exact risks of games kept for that purpose, turns it into a chance of a
//! mine. The player is [`Greedy`] with these chances, Algorithm 1 of the paper.

mod course;
mod examples;
mod fit;
mod linear_svm;
mod logistic;
mod model;
mod platt;
mod settings;
mod smo;
mod window;

use minewise_players::Entry;

use crate::shared::Greedy;

pub use course::ClassifierCourse;
pub use fit::Figures;
pub use model::Model;
pub use settings::{ClassifierSettings, Method};
pub use window::{Side, Window};

/// The entry of the player `classifier`.
pub fn entry() -> Entry {
    let summary =
        "Estimates risks with a learned classifier of the cells around, and reveals the least risky cell.";
    Entry::learned("classifier", "Gardea, Koontz & Silva 2015, §III-B.1", summary, |options| {
        let help = "The model: the shipped one, for boards of any size, or a file made by `minewise learn classifier`.";
        let model = options.model::<Model>("model", &[("shipped", "shipped.classifier")], help)?;
        Some(Greedy::new(model))
    })
}
