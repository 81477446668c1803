//! A list to choose from, with a last line to type anything else.

use minewise::Rules;
use minewise_coach::PlayerSpec;
use minewise_coach::zoo::Zoo;

use super::input::Key;

/// A list to choose from, and a line to type on.
#[derive(Debug)]
pub(super) struct Menu {
    pub(super) title: &'static str,
    /// The items: name and description.
    pub(super) items: Vec<(String, String)>,
    /// The index of the chosen item; `items.len()` means the line to type on.
    pub(super) chosen: usize,
    /// The text that was typed.
    pub(super) typed: String,
    /// What is wrong with the text; empty if nothing is.
    pub(super) error: String,
}

/// The result of pressing a key in a menu.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The menu is still open.
    None,
    /// The menu was closed without a choice.
    Closed,
    /// This item or text was chosen.
    Chosen(String),
}

/// The maximum length of the typed text: more than any rules or player needs.
const MOST_LETTERS: usize = 200;

impl Menu {
    /// Creates a menu of the classic rules. The current rules are chosen.
    pub(super) fn of_rules(current: Rules) -> Menu {
        let rules = |name: &str| name.parse().map_or(String::new(), |rules: Rules| rules.to_string());
        let items = ["beginner", "intermediate", "expert"].map(|name| (name.to_owned(), rules(name)));
        let current = current.to_string();
        let chosen = items.iter().position(|(_, rules)| *rules == current);
        Menu::new("Rules of a new game", items.to_vec(), chosen, current)
    }

    /// Creates a menu of all players. The current player is chosen.
    pub(super) fn of_players(current: &PlayerSpec) -> Menu {
        let items =
            Zoo::shipped().entries().map(|entry| (entry.name().to_owned(), entry.summary().to_owned()));
        let current = current.to_string();
        let chosen = Zoo::shipped().entries().position(|entry| entry.name() == current);
        Menu::new("Player that gives advice", items.collect(), chosen, current)
    }

    /// Creates a menu with this item chosen, or else the line to type on.
    fn new(title: &'static str, items: Vec<(String, String)>, chosen: Option<usize>, typed: String) -> Menu {
        Menu { title, chosen: chosen.unwrap_or(items.len()), items, typed, error: String::new() }
    }

    /// Whether the line to type on is chosen.
    pub(super) fn is_typing(&self) -> bool {
        self.chosen == self.items.len()
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: Key) -> Answer {
        self.error.clear();
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
