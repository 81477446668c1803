//! Translates events of the terminal into inputs of the game.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use minewise::{Cell, Move};

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Letter(char),
    Enter,
    Escape,
    Backspace,
    /// Deletes the line.
    DeleteLine,
    /// Deletes the last word.
    DeleteWord,
    Up,
    Down,
    Left,
    Right,
    /// Moves to the first column.
    Home,
    /// Moves to the last column.
    End,
    /// Moves up by one screen.
    PageUp,
    /// Moves down by one screen.
    PageDown,
}

/// Something that happened at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Key(Key),
    /// A move made with the mouse. A reveal of a number means a chord.
    Click(Move),
    /// A turn of the wheel, as rows down and columns right.
    Scroll(isize, isize),
    /// Time has passed.
    Tick,
    Quit,
}

/// Returns the input for a key event; `None` if the key has no meaning here.
pub(super) fn key(event: &Event) -> Option<Input> {
    let event = event.as_key_event().filter(|event| event.kind != KeyEventKind::Release)?;
    let is_control = event.modifiers.contains(KeyModifiers::CONTROL);
    let key = match event.code {
        KeyCode::Char('c' | 'd') if is_control => return Some(Input::Quit),
        KeyCode::Char('u') if is_control => Key::DeleteLine,
        KeyCode::Char('w') if is_control => Key::DeleteWord,
        KeyCode::Char(letter) if !is_control && !event.modifiers.contains(KeyModifiers::ALT) => {
            Key::Letter(letter)
        }
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    };
    Some(Input::Key(key))
}

/// The buttons of the mouse that are held down.
///
/// A button acts when it is released, so that two buttons pressed together can be distinguished from two single clicks.
#[derive(Default)]
pub(super) struct Mouse {
    left: Option<Cell>,
    right: Option<Cell>,
    middle: Option<Cell>,
}

impl Mouse {
    /// Returns the input for a mouse event over `cell`.
    pub(super) fn read(&mut self, event: MouseEvent, cell: Option<Cell>) -> Option<Input> {
        match event.kind {
            MouseEventKind::Down(button) => {
                *self.held(button) = cell;
                None
            }
            MouseEventKind::Up(button) => self.release(button, cell?),
            MouseEventKind::ScrollUp => Some(Input::Scroll(-1, 0)),
            MouseEventKind::ScrollDown => Some(Input::Scroll(1, 0)),
            MouseEventKind::ScrollLeft => Some(Input::Scroll(0, -1)),
            MouseEventKind::ScrollRight => Some(Input::Scroll(0, 1)),
            MouseEventKind::Moved | MouseEventKind::Drag(_) => None,
        }
    }

    fn held(&mut self, button: MouseButton) -> &mut Option<Cell> {
        match button {
            MouseButton::Left => &mut self.left,
            MouseButton::Right => &mut self.right,
            MouseButton::Middle => &mut self.middle,
        }
    }

    fn release(&mut self, button: MouseButton, cell: Cell) -> Option<Input> {
        let is_both = self.left == Some(cell) && self.right == Some(cell);
        let is_here = self.held(button).take() == Some(cell);
        if is_both {
            *self = Mouse::default();
            return Some(Input::Click(Move::Chord(cell)));
        }
        is_here.then_some(Input::Click(match button {
            MouseButton::Left => Move::Reveal(cell),
            MouseButton::Right => Move::Flag(cell),
            MouseButton::Middle => Move::Chord(cell),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses (`L3`) and releases (`l3`) buttons over cells.
    #[track_caller]
    fn check(presses: &str, expected: &[Move]) {
        let mut mouse = Mouse::default();
        let made: Vec<Input> = presses
            .split_whitespace()
            .filter_map(|press| {
                let button = match press.to_ascii_lowercase().as_bytes()[0] {
                    b'l' => MouseButton::Left,
                    b'r' => MouseButton::Right,
                    _ => MouseButton::Middle,
                };
                let is_down = press.starts_with(|letter: char| letter.is_uppercase());
                let kind = if is_down { MouseEventKind::Down(button) } else { MouseEventKind::Up(button) };
                let event = MouseEvent { kind, column: 0, row: 0, modifiers: KeyModifiers::NONE };
                mouse.read(event, press[1..].parse().ok())
            })
            .collect();
        let expected: Vec<Input> = expected.iter().map(|&made| Input::Click(made)).collect();
        assert_eq!(made, expected);
    }

    #[test]
    fn each_button_has_its_move() {
        check("L3 l3 R4 r4 M5 m5", &[Move::Reveal(3), Move::Flag(4), Move::Chord(5)]);
    }

    #[test]
    fn both_buttons_chord_once() {
        check("L3 R3 l3 r3 L4 l4", &[Move::Chord(3), Move::Reveal(4)]);
        check("R3 L3 l3 r3", &[Move::Chord(3)]);
    }

    #[test]
    fn a_button_released_over_another_cell_does_nothing() {
        check("L3 l4 L3 l L- l3", &[]);
    }
}
