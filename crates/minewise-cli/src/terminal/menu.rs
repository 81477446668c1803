//! A list to choose from, with a last line for what is not on it.

use minewise::Rules;
use minewise_coach::PlayerSpec;
use minewise_coach::zoo::Zoo;

use super::input::Key;

/// A list to choose from, and a line to type on.
#[derive(Debug)]
pub(super) struct Menu {
    pub(super) title: &'static str,
    /// What can be chosen, and what is said of it.
    pub(super) items: Vec<(String, String)>,
    /// Which item is chosen; the line below them if it is none of theirs.
    pub(super) chosen: usize,
    /// What was typed.
    pub(super) typed: String,
    /// What is wrong with it.
    pub(super) complaint: String,
}

/// What became of a menu.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is still open.
    None,
    /// Nothing was chosen.
    Closed,
    Chosen(String),
}

/// More than any rules or player needs.
const MOST_LETTERS: usize = 200;

impl Menu {
    /// The usual rules, or any other; those of now are chosen.
    pub(super) fn of_rules(now: Rules) -> Menu {
        let rules = |name: &str| name.parse().map_or(String::new(), |rules: Rules| rules.to_string());
        let items = ["beginner", "intermediate", "expert"].map(|name| (name.to_owned(), rules(name)));
        let now = now.to_string();
        let chosen = items.iter().position(|(_, rules)| *rules == now);
        Menu::new("Rules of a new game", items.to_vec(), chosen, now)
    }

    /// All players, or any with its options; the one of now is chosen.
    pub(super) fn of_players(now: &PlayerSpec) -> Menu {
        let items =
            Zoo::shipped().entries().map(|entry| (entry.name().to_owned(), entry.summary().to_owned()));
        let now = now.to_string();
        let chosen = Zoo::shipped().entries().position(|entry| entry.name() == now);
        Menu::new("Who gives advice", items.collect(), chosen, now)
    }

    /// A menu with this item chosen, or else the line to type on.
    fn new(title: &'static str, items: Vec<(String, String)>, chosen: Option<usize>, typed: String) -> Menu {
        Menu { title, chosen: chosen.unwrap_or(items.len()), items, typed, complaint: String::new() }
    }

    /// Whether the line to type on is chosen.
    pub(super) fn is_typing(&self) -> bool {
        self.chosen == self.items.len()
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: Key) -> Answer {
        self.complaint.clear();
        match key {
            Key::Escape => return Answer::Closed,
            Key::Enter => {
                let item = self.items.get(self.chosen).map(|(name, _)| name);
                return Answer::Chosen(item.unwrap_or(&self.typed).clone());
            }
            Key::Up => self.chosen = self.chosen.saturating_sub(1),
            Key::Down => self.chosen = (self.chosen + 1).min(self.items.len()),
            Key::Backspace => {
                self.chosen = self.items.len();
                self.typed.pop();
            }
            Key::Letter(letter) if self.typed.len() < MOST_LETTERS => {
                self.chosen = self.items.len();
                self.typed.push(letter);
            }
            _ => {}
        }
        Answer::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_chosen_with_arrows_and_anything_else_is_typed() {
        let items = vec![("one".to_owned(), String::new()), ("two".to_owned(), String::new())];
        let mut menu = Menu::new("numbers", items, Some(0), String::new());
        assert_eq!(menu.press(Key::Down), Answer::None);
        assert_eq!(menu.press(Key::Enter), Answer::Chosen("two".to_owned()));
        for letter in "thrr".chars() {
            menu.press(Key::Letter(letter));
        }
        menu.press(Key::Backspace);
        assert!(menu.is_typing());
        assert_eq!(menu.press(Key::Enter), Answer::Chosen("thr".to_owned()));
        assert_eq!(menu.press(Key::Escape), Answer::Closed);
    }
}
