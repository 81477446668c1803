//! Reads rules, and suggests what may have been meant instead of an unknown name.

use minewise::Rules;
use minewise::board::{RulesError, Start, Topology};

use super::Problem;
use crate::zoo::Suggestion;

/// Reads rules such as `9x9/10`, `8x8/10:any` or `expert`.
///
/// # Errors
/// Returns an error if the text is not rules. It suggests similar names of sizes, starts and topologies.
///
/// # Examples
/// ```
/// let error = minewise_coach::read_rules("begginer").unwrap_err();
/// assert_eq!(error.to_string(), "there are no rules `begginer`; did you mean `beginner`?");
/// ```
pub fn read_rules(text: &str) -> Result<Rules, Problem> {
    text.parse()
        .map_err(|error| Problem::bad_input(suggestion(text, &error).unwrap_or_else(|| error.to_string())))
}

/// The error with similar names; `None` if no name is similar.
fn suggestion(text: &str, error: &RulesError) -> Option<String> {
    let near = |found: &str, names: &mut dyn Iterator<Item = &'static str>| {
        let suggestion = Suggestion::new(&found.to_lowercase(), names);
        suggestion.is_near().then_some(suggestion)
    };
    match error {
        RulesError::Malformed { .. } => {
            // The rest can be right: `expret:zero` means `expert:zero`.
            let name = text.trim().split([':', '@']).next().unwrap_or_default();
            if let Some(meant) = three_numbers(text) {
                return Some(format!("{error}; did you mean `{meant}`?"));
            }
            let suggestion = near(name, &mut Rules::PRESETS.into_iter().map(|(name, _)| name))?;
            Some(format!("there are no rules `{}`; {suggestion}", minewise::board::excerpt(name)))
        }
        RulesError::UnknownStart { text } => {
            Some(format!("{error}; {}", near(text, &mut Start::ALL.into_iter().map(Start::name))?))
        }
        RulesError::UnknownTopology { text } => {
            Some(format!("{error}; {}", near(text, &mut Topology::ALL.into_iter().map(Topology::name))?))
        }
        _ => None,
    }
}

/// The rules with these three numbers, however they are separated: `9x9x10`, `9,9,10`, `9 9 10`.
fn three_numbers(text: &str) -> Option<Rules> {
    let is_separator = |letter: char| !letter.is_ascii_digit();
    let numbers: Vec<&str> = text.split(is_separator).filter(|number| !number.is_empty()).collect();
    let [width, height, n_mines] = numbers[..] else { return None };
    let is_plain = text.chars().all(|letter| letter.is_ascii_digit() || "xX*,;:/- ".contains(letter));
    format!("{width}x{height}/{n_mines}").parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = read_rules(text).map_or_else(|error| error.to_string(), |rules| rules.to_string());
        assert_eq!(read, expected);
    }

    #[test]
    fn similar_names_are_suggested() {
        check("Expert:zero", "there are no rules `Expert`; did you mean `expert`?");
        check("intermidiate@hex", "there are no rules `intermidiate`; did you mean `intermediate`?");
        check(
            "9x9/10:zreo",
            "expected the start `safe`, `zero` or `any`, found `zreo`; did you mean `zero`?",
        );
        check(
            "9x9/10@torsu",
            "expected one of the topologies `square`, `torus`, `hex`, `knight`, found `torsu`; did you mean `torus`?",
        );
    }

    #[test]
    fn three_numbers_are_enough_to_know_what_is_meant() {
        for text in ["9x8x10", "9,8,10", "9 8 10", "9X8/10"] {
            let expected = format!(
                "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `{text}`; did you mean `9x8/10`?"
            );
            check(text, &expected);
        }
    }

    #[test]
    fn without_a_similar_name_the_form_is_shown() {
        check("9x9-ten", "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9x9-ten`");
        check("9x9", "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9x9`");
        check("expert:zero", "30x16/99:zero");
    }
}
