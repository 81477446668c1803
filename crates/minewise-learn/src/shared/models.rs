//! The models that ship, by the names of their files: each is what the command in its second line wrote.
//!
//! They have 3 MB together, so they are part of a program only if it asks for the feature `models`. Others give players the
//! texts when they need them. The rules of `mio` are a few kB and always there.

use minewise_players::entry::Models;

use crate::mio;

/// The names and texts of the models that are part of this program.
#[cfg(feature = "models")]
const EMBEDDED: &[(&str, &str)] = &[
    ("shipped.classifier", include_str!("../classifier/models/shipped.classifier")),
    ("shipped.regression", include_str!("../regression/models/shipped.regression")),
    ("2.q-table", include_str!("../q_table/models/2.q-table")),
    ("3.q-table", include_str!("../q_table/models/3.q-table")),
    ("standard.q-table", include_str!("../q_table/models/standard.q-table")),
    ("cnn.network", include_str!("../network/models/cnn.network")),
    ("dqn.network", include_str!("../network/models/dqn.network")),
];
#[cfg(not(feature = "models"))]
const EMBEDDED: &[(&str, &str)] = &[];

/// The models that are part of this program.
pub fn embedded_models() -> Models {
    let mut models = Models::default();
    for &(name, text) in EMBEDDED {
        models.add(name, text);
    }
    for &(name, text) in mio::SHIPPED {
        models.add(format!("{name}.rules"), text);
    }
    models
}

#[cfg(test)]
#[cfg(feature = "models")]
mod tests {
    use std::fmt::Display;
    use std::str::FromStr;

    use super::*;
    use crate::network::Network;
    use crate::{classifier, q_table, regression};

    /// The text as it is written again after it was read.
    fn again<M: FromStr<Err: std::fmt::Debug> + Display>(text: &str) -> String {
        text.parse::<M>().expect("what ships can be read").to_string()
    }

    /// Every model that ships is small, is read back as it is written, and says which command made it.
    #[test]
    fn models_that_ship_say_how_they_were_made() {
        for &(name, text) in EMBEDDED {
            let (_, kind) = name.split_once('.').unwrap();
            let (learner, again) = match kind {
                "classifier" => (kind, again::<classifier::Model>(text)),
                "regression" => (kind, again::<regression::Model>(text)),
                "q-table" => (kind, again::<q_table::Model>(text)),
                _ => (name.trim_end_matches(".network"), again::<Network>(text)),
            };
            assert!(text == again && text.len() <= 1_000_000, "{name}");
            let command = format!("# minewise learn {learner} --rules ");
            assert!(text.lines().nth(1).is_some_and(|line| line.starts_with(&command)), "{name}");
        }
    }
}
