//! The local classifier of 001: from the window around a cell of the perimeter, it tells whether that cell is certainly
//! safe, and how risky it is.
//!
//! Windows are collected from games in which every move is right. As the paper does, we call a cell positive only when it
//! is safe in every layout that fits, and give the rarer class more weight: a positive example weighs as many times a
//! negative one as there are more negative ones. The decision value of a window comes from a logistic regression, a
//! linear support vector machine or one with an RBF kernel; a sigmoid, fitted to the exact risks of games kept for that,
//! turns it into a chance of a mine. The player is [`Greedy`] by that chance, Algorithm 1 of the paper.

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

/// How the player is asked for by name.
pub fn entry() -> Entry {
    let summary = "Reveals the cell beside a number whose surroundings a classifier thinks safest, if it is safer than others.";
    Entry::learned("classifier", "001 §III-B.1", summary, |options| {
        let help =
            "What it learned: what ships, for boards of any size, or a file of `minewise learn classifier`.";
        let model = options.model::<Model>("model", &[("shipped", "shipped.classifier")], help)?;
        Some(Greedy::new(model))
    })
}
