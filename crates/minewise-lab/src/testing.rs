//! What tests of the lab share.

use std::path::PathBuf;

use minewise_coach::zoo::{Entry, Model, OptionEntry, Values};

/// An empty folder of this name, for one test alone.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("minewise-lab-{}", std::process::id())).join(name);
    // It may be there from another process of this number.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A player that plays by a model, which begins with `rules`; its hash tells what it was given.
pub(crate) const LEARNED: &[Entry] = &[Entry {
    name: "learned",
    source: "test",
    summary: "Plays by the book.",
    options: &[OptionEntry {
        name: "model",
        values: Values::Model {
            shipped: &["small", "large"],
            check: |text| {
                if text.starts_with("rules") { Ok(()) } else { Err("line 1 is not `rules`".to_owned()) }
            },
        },
        default: "small",
        summary: "Which book.",
    }],
    model: |options| {
        Some(match options.model("model") {
            Model::Shipped(word) => format!("shipped {word}"),
            Model::Text(text) => format!("text {text}"),
        })
    },
    make: |_| Box::<minewise_players::Exact>::default(),
}];
