//! Suggestions for unknown names.

use std::fmt;

use strsim::osa_distance;

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
        // Two letters in the wrong order are one mistake. A name that was cut short or drawn out is similar too.
        let is_part = |one: &str, other: &str| one.len() >= 3 && other.starts_with(one);
        let is_near = |name: &&&str| {
            osa_distance(&start, name) <= 1 + name.len() / 5 || is_part(&start, name) || is_part(name, &start)
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested_and_otherwise_all() {
        let suggestion =
            |text| Suggestion::new(text, ["run", "hex", "level", "help"].into_iter()).to_string();
        for (text, meant) in
            [("rnu", "run"), ("hexagon", "hex"), ("lvl", "level"), ("lev", "level"), ("hlep", "help")]
        {
            assert_eq!(suggestion(text), format!("did you mean `{meant}`?"));
        }
        for text in ["cell", "x", "", "hexa gonal things of more than any name's length, many times over"] {
            let is_long = text.starts_with("hexa");
            let expected =
                if is_long { "did you mean `hex`?" } else { "there are `run`, `hex`, `level`, `help`" };
            assert_eq!(suggestion(text), expected);
        }
    }
}
