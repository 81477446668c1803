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
    /// The text on the line: what is current, until something is typed.
    pub(super) typed: String,
    /// Whether the text is selected as a whole, so that the next letter replaces it.
    pub(super) is_selected: bool,
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
        let items = Rules::PRESETS.map(|(name, size)| (name.to_owned(), size.to_owned()));
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
        let chosen = chosen.unwrap_or(items.len());
        Menu { title, chosen, items, typed, is_selected: true, error: String::new() }
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
            _ => self.edit(key),
        }
        Answer::None
    }

    /// Changes the text on the line, and chooses the line.
    fn edit(&mut self, key: Key) {
        let is_selected = std::mem::take(&mut self.is_selected);
        match key {
            Key::Backspace | Key::DeleteWord | Key::DeleteLine if is_selected => self.typed.clear(),
            Key::Backspace => _ = self.typed.pop(),
            Key::DeleteLine => self.typed.clear(),
            Key::DeleteWord => self.typed.truncate(start_of_last_word(&self.typed)),
            // Only takes the selection away, so that something can be added.
            Key::Right | Key::End if self.is_typing() => {}
            Key::Letter(letter) => {
                if is_selected {
                    self.typed.clear();
                }
                if self.typed.len() < MOST_LETTERS {
                    self.typed.push(letter);
                }
            }
            _ => {
                self.is_selected = is_selected;
                return;
            }
        }
        self.chosen = self.items.len();
    }
}

/// Where the last word begins, for rules and players: `9x9/10:any` is three words.
fn start_of_last_word(text: &str) -> usize {
    let is_end = |letter: char| " /:@(,=".contains(letter);
    let word = text.trim_end_matches(is_end);
    word.rfind(is_end).map_or(0, |end| end + 1)
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

    #[test]
    fn the_current_text_is_replaced_by_the_first_letter() {
        let typed = |keys: &[Key]| {
            let mut menu = Menu::new("rules", Vec::new(), None, "9x9/10".to_owned());
            assert!(menu.is_selected && menu.is_typing());
            for &key in keys {
                menu.press(key);
            }
            (menu.typed, menu.is_selected)
        };
        assert_eq!(typed(&[Key::Up, Key::Down]), ("9x9/10".to_owned(), true));
        assert_eq!(typed(&[Key::Letter('8'), Key::Letter('x')]), ("8x".to_owned(), false));
        assert_eq!(typed(&[Key::Backspace]), (String::new(), false));
        assert_eq!(typed(&[Key::Right, Key::Backspace]), ("9x9/1".to_owned(), false));
        assert_eq!(typed(&[Key::End, Key::Letter('0')]), ("9x9/100".to_owned(), false));
        assert_eq!(typed(&[Key::DeleteLine, Key::Letter('7')]), ("7".to_owned(), false));
    }

    #[test]
    fn a_word_ends_at_a_sign_between_the_parts_of_rules_and_players() {
        let mut text = "search(level=fast, nodes=10)".to_owned();
        let mut starts = Vec::new();
        while !text.is_empty() {
            text.truncate(start_of_last_word(&text));
            starts.push(text.clone());
        }
        assert_eq!(
            starts,
            ["search(level=fast, nodes=", "search(level=fast, ", "search(level=", "search(", ""]
        );
        assert_eq!(start_of_last_word("9x9/10:any"), 7);
        assert_eq!(start_of_last_word("9x9/ä:"), 4);
    }
}
