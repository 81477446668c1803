//! The shipped models, by the names of their files. Each was written by the command in its second line.
//!
//! Together they take 3 MB, so they are embedded only with the feature `models`. Programs without it load the texts
//! when a player needs them. The rules of `mio` take a few kB and are always embedded.

use minewise_players::entry::Models;

use crate::mio;

/// The names and texts of the embedded models.
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

/// The models embedded in this program.
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

    /// Reads a model and writes it again.
    fn rewritten<M: FromStr<Err: std::fmt::Debug> + Display>(text: &str) -> String {
        text.parse::<M>().expect("a shipped model can be read").to_string()
    }

    /// Every shipped model is small, is written as it is read, and names the command that made it.
    #[test]
    fn shipped_models_name_the_command_that_made_them() {
        for &(name, text) in EMBEDDED {
            let (_, kind) = name.split_once('.').unwrap();
            let (learner, written) = match kind {
                "classifier" => (kind, rewritten::<classifier::Model>(text)),
                "regression" => (kind, rewritten::<regression::Model>(text)),
                "q-table" => (kind, rewritten::<q_table::Model>(text)),
                _ => (name.trim_end_matches(".network"), rewritten::<Network>(text)),
            };
            assert!(text == written && text.len() <= 1_000_000, "{name}");
            let command = format!("# minewise learn {learner} --rules ");
            assert!(text.lines().nth(1).is_some_and(|line| line.starts_with(&command)), "{name}");
        }
    }
}
