//! What a player would do, in a sentence.

use minewise::{Choice, Position, Reason, Shown, WinChance};

/// A fraction in percent, with one digit behind the point.
pub fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// A whole number with a comma at every thousand.
pub fn grouped(digits: &str) -> String {
    let mut res = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            res.push(',');
        }
        res.push(digit);
    }
    res
}

/// The beginning of a text from outside, safe to print in a sentence.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// What a player chose here and why: `exact reveals 2,3: it is certainly safe.`
///
/// `player` is what the player is called.
///
/// # Examples
/// ```
/// use minewise::{Player, Position, Seed, View};
/// let position = Position::new("7x1/2 01.1...".parse::<View>()?);
/// let mut player = minewise_players::Exact::default();
/// player.start(position.view().grid().rules(), Seed(0));
/// let choice = player.choose(&position);
/// assert_eq!(minewise_coach::advice(&position, &choice, "exact"), "exact reveals 0,4: it is certainly safe.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advice(position: &Position, choice: &Choice, player: &str) -> String {
    let view = position.view();
    let Some(cell) = choice.cell else {
        return format!("{player} gives up: {}.", choice.reason);
    };
    let risk = match position.risk(cell) {
        Ok(Some(risk)) => format!("its risk of {}", percent(risk)),
        _ => "its risk, too much work to count,".to_owned(),
    };
    let why = match &choice.reason {
        _ if view.is_safe_opening() => "the first reveal is safe".to_owned(),
        Reason::Opening => format!("the opening, with {risk}"),
        Reason::Certain => "it is certainly safe".to_owned(),
        Reason::LeastRisk => format!("no cell is certain, and {risk} is the least"),
        Reason::ForcedGuess => format!("nothing will tell more of it, with {risk}"),
        Reason::BestOdds => format!("it has the best chance to win, and {risk} is the least"),
        Reason::MoreInformation => format!("what it shows is worth more than the least risk, with {risk}"),
        Reason::Random => format!("at random, with {risk}"),
        Reason::Other(reason) => format!("{reason}, with {risk}"),
    };
    let win = choice.chosen().and_then(|candidate| candidate.win).map_or(String::new(), |win| match win {
        WinChance::Exact(win) => format!(" The chance to win is {}, exactly.", percent(win)),
        WinChance::Estimate(win) => format!(" The chance to win is about {}.", percent(win)),
    });
    let flag = if view.shown(cell) == Shown::Flag { " Take its flag away first." } else { "" };
    format!("{player} reveals {}: {why}.{win}{flag}", view.grid().name(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerSpec;
    use minewise::{Seed, View};

    #[track_caller]
    fn check(view: &str, player: &str, expected: &str) {
        let position = Position::new(view.parse::<View>().unwrap());
        let spec: PlayerSpec = player.parse().unwrap();
        let mut player = spec.make();
        player.start(position.view().grid().rules(), Seed(0));
        let choice = player.choose(&position);
        assert_eq!(advice(&position, &choice, &spec.to_string()), expected);
    }

    #[test]
    fn advice_is_a_sentence_with_its_reason() {
        check("7x1/2 01.1...", "exact", "exact reveals 0,4: it is certainly safe.");
        check("3x2/1 .../...", "exact", "exact reveals 0,0: the first reveal is safe.");
        check(
            "3x1/1 .1.",
            "exact",
            "exact reveals 0,0: no cell is certain, and its risk of 50.0 % is the least.",
        );
        check("7x1/2 01.1F..", "exact", "exact reveals 0,4: it is certainly safe. Take its flag away first.");
    }
}
