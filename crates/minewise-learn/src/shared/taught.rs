//! What is said when a player is asked to play a board that it was not taught.

use minewise::Rules;

/// Says that a learner was taught other rules than those it is asked to play, and how to teach it these. `most_cells` is
/// the size of the largest board that it can be taught.
pub(crate) fn not_taught(learner: &str, taught: &Rules, rules: &Rules, most_cells: usize) -> String {
    let remedy = if rules.n_cells() > most_cells {
        format!("{rules} is too large for it")
    } else {
        format!("teach it {rules} with `minewise learn {learner} --rules {rules} --games N --out FILE`")
    };
    format!("a guess, as it was taught only {taught}; {remedy}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let found = not_taught("q-table", &"4x4/3".parse().unwrap(), &rules.parse().unwrap(), 30);
        assert_eq!(found, expected);
    }

    #[test]
    fn it_says_what_was_taught_and_how_to_teach_more() {
        check(
            "6x5/4",
            "a guess, as it was taught only 4x4/3; teach it 6x5/4 with \
             `minewise learn q-table --rules 6x5/4 --games N --out FILE`",
        );
        check("8x5/4", "a guess, as it was taught only 4x4/3; 8x5/4 is too large for it");
    }
}
