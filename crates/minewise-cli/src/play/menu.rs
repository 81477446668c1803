//! A list to choose from, with a last line for what is not on it.

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
    /// A menu with its first item chosen.
    pub(super) fn new(title: &'static str, items: Vec<(String, String)>) -> Menu {
        Menu { title, items, chosen: 0, typed: String::new(), complaint: String::new() }
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
        let mut menu = Menu::new("numbers", items);
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
