//! Suggestions for unknown names.

use std::fmt;

use strsim::levenshtein;

/// A suggestion for an unknown name: the similar names or, if there are none, all names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    names: Vec<String>,
    is_near: bool,
}

impl Suggestion {
    /// Creates a suggestion for `text` from the known names.
    pub fn new<'k>(text: &str, known: impl Iterator<Item = &'k str>) -> Suggestion {
        let names: Vec<&str> = known.collect();
        // No name has more letters than this, so longer texts are not similar to any. The limit bounds the work.
        let start: String = text.chars().take(64).collect();
        let is_near = |name: &&&str| levenshtein(&start, name) <= 1 + name.len() / 4;
        let near: Vec<&str> = names.iter().filter(is_near).copied().collect();
        let is_near = !near.is_empty();
        let names = if is_near { near } else { names };
        Suggestion { names: names.into_iter().map(str::to_owned).collect(), is_near }
    }

    /// Whether the names are similar to the text, rather than all names.
    pub fn is_near(&self) -> bool {
        self.is_near
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = format!("`{}`", self.names.join("`, `"));
        match (self.names.len(), self.is_near) {
            (0, _) => f.write_str("it has none"),
            (_, true) => write!(f, "did you mean {names}?"),
            (1, false) => write!(f, "there is only {names}"),
            (_, false) => write!(f, "there are {names}"),
        }
    }
}
