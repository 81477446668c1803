//! The state of the user interface: cursor, pages, messages, and the player that helps or is watched. Independent of
//! the terminal.

mod watching;

#[cfg(test)]
mod tests;

use std::time::Duration;

use minewise::{Cell, Move, Rules, Seed, Shown, Topology};
use minewise_coach::PlayerSpec;
use minewise_lab::read_player;

use super::advisor::Advisor;
use super::input::{Input, Key};
use super::menu::{Answer, Menu};
use super::moves;
use super::timed_game::TimedGame;
use super::watch::Watch;
use super::why::why;
use super::window::Window;

/// The state of the user interface between two inputs.
pub(super) struct Interface {
    pub(super) timed: TimedGame,
    pub(super) advisor: Advisor,
    pub(super) cursor: Cell,
    /// The cell that the advisor would reveal, if it was asked for advice.
    pub(super) mark: Option<Cell>,
    pub(super) page: Page,
    /// Whether the risk of every covered cell is shown.
    pub(super) shows_risks: bool,
    /// `Some` while a player plays instead of the user.
    pub(super) watch: Option<Watch>,
    pub(super) window: Window,
    message: String,
}

/// The page that is on the screen.
#[derive(Debug)]
pub(super) enum Page {
    Board,
    /// The help text, from this line on.
    Help(usize),
    Rules(Menu),
    Player(Menu),
}

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

impl Interface {
    /// Opens a new game.
    pub(super) fn new(rules: Rules, seed: Seed, player: &PlayerSpec) -> Interface {
        let timed = TimedGame::new(rules, seed);
        Interface {
            advisor: Advisor::new(player, &timed),
            cursor: middle(&timed),
            timed,
            mark: None,
            page: Page::Board,
            shows_risks: false,
            watch: None,
            window: Window::default(),
            message: String::new(),
        }
    }

    /// Handles an input at the time `now`.
    pub(super) fn take(&mut self, input: Input, now: Duration) -> Flow {
        match input {
            Input::Quit => return Flow::Quit,
            Input::Tick => self.tick(now),
            Input::Scroll(down, right) => self.window.scroll((down, right), self.sides()),
            Input::Click(step) if matches!(self.page, Page::Board) => self.click(step, now),
            Input::Click(_) => {}
            Input::Key(key) => return self.press(key, now),
        }
        Flow::Continue
    }

    /// The text of the status line: the last message, or else what is under the cursor.
    pub(super) fn status(&self) -> String {
        if !self.message.is_empty() {
            return self.message.clone();
        }
        if self.timed.game().is_over() {
            return "The game is over: s shows a summary, n starts a new game, u undoes a move.".to_owned();
        }
        let name = self.timed.grid().name(self.cursor);
        let shown = match self.timed.view().shown(self.cursor) {
            Shown::Covered => "covered".to_owned(),
            Shown::Flag => "flagged".to_owned(),
            Shown::Number(number) => format!("shows {number}"),
            Shown::Mine => "a mine".to_owned(),
        };
        let touches = match (self.highlights_neighbours(), self.timed.grid().n_neighbours(self.cursor)) {
            (false, _) => String::new(),
            (true, 1) => "; it touches the underlined cell".to_owned(),
            (true, n) => format!("; it touches the {n} underlined cells"),
        };
        format!("{name}: {shown}{touches}.")
    }

    /// Whether neighbours are highlighted, because the topology makes them hard to see.
    pub(super) fn highlights_neighbours(&self) -> bool {
        self.timed.rules().topology() != Topology::Square
    }

    /// The number of rows and columns of the grid.
    pub(super) fn sides(&self) -> (usize, usize) {
        (self.timed.rules().height(), self.timed.rules().width())
    }

    /// Moves the window so that it shows a cell.
    pub(super) fn show(&mut self, cell: Cell) {
        self.window.follow(self.timed.grid().row_col(cell), self.sides());
    }

    fn press(&mut self, key: Key, now: Duration) -> Flow {
        match &mut self.page {
            Page::Board => return self.press_on_board(key, now),
            Page::Help(top) => match key {
                Key::Down | Key::Letter('j') => *top += 1,
                Key::Up | Key::Letter('k') => *top = top.saturating_sub(1),
                _ => self.page = Page::Board,
            },
            Page::Rules(menu) | Page::Player(menu) => match menu.press(key) {
                Answer::None => {}
                Answer::Closed => self.page = Page::Board,
                Answer::Chosen(text) => self.choose(&text, now),
            },
        }
        Flow::Continue
    }

    fn press_on_board(&mut self, key: Key, now: Duration) -> Flow {
        if self.move_cursor(key) {
            self.message.clear();
            return Flow::Continue;
        }
        match key {
            Key::Letter('q') => return Flow::Quit,
            Key::Letter('?') => self.page = Page::Help(0),
            Key::Letter('r') => self.page = Page::Rules(Menu::of_rules(self.timed.rules())),
            Key::Letter('P') => self.page = Page::Player(Menu::of_players(self.advisor.spec())),
            Key::Letter('n') => self.new_game(self.timed.rules(), now),
            Key::Letter('u') => self.undo(now),
            Key::Letter('s') => self.message = self.timed.summary(now).lines().join("\n"),
            Key::Letter('o') => self.toggle_risks(),
            Key::Letter('w') => self.message = why(self.timed.view(), self.cursor),
            Key::Letter('p') => self.toggle_watching(),
            Key::Escape => self.message.clear(),
            _ if self.watch.is_some() => self.press_watching(key, now),
            Key::Letter('b') => self.show_advice(),
            Key::Letter(' ') | Key::Enter => self.make(Move::Reveal(self.cursor), now),
            Key::Letter('f') => self.make(Move::Flag(self.cursor), now),
            Key::Letter('c') => self.make(Move::Chord(self.cursor), now),
            Key::Letter(letter) => self.message = format!("The key {letter} does nothing; ? shows the keys."),
            _ => {}
        }
        Flow::Continue
    }

    /// Moves the cursor if the key is one that does. Returns whether it is.
    fn move_cursor(&mut self, key: Key) -> bool {
        let (page, wide) = (self.window.n_rows.max(1) as isize, self.sides().1 as isize);
        let (down, right) = match key {
            Key::Up | Key::Letter('k') => (-1, 0),
            Key::Down | Key::Letter('j') => (1, 0),
            Key::Left | Key::Letter('h') => (0, -1),
            Key::Right | Key::Letter('l') => (0, 1),
            Key::Home => (0, -wide),
            Key::End => (0, wide),
            Key::PageUp => (-page, 0),
            Key::PageDown => (page, 0),
            _ => return false,
        };
        let (height, width) = self.sides();
        let (row, col) = self.timed.grid().row_col(self.cursor);
        let is_step = matches!((down, right), (-1 | 1, 0) | (0, -1 | 1));
        let wraps = self.timed.rules().topology().wraps() && is_step;
        let (row, col) = (moved(row, down, height, wraps), moved(col, right, width, wraps));
        self.cursor = row * width + col;
        self.show(self.cursor);
        true
    }

    fn click(&mut self, step: Move, now: Duration) {
        self.cursor = super::summary::cell_of(step);
        if self.watch.is_some() {
            self.message = format!("{} is playing; p takes over.", self.advisor.spec());
        } else {
            self.make(step, now);
        }
    }

    /// Makes a move. A reveal of a number is treated as a chord.
    fn make(&mut self, step: Move, now: Duration) {
        let step = match step {
            Move::Reveal(cell) if matches!(self.timed.view().shown(cell), Shown::Number(_)) => {
                Move::Chord(cell)
            }
            step => step,
        };
        self.message = moves::make(&mut self.timed, step, now);
        if !matches!(step, Move::Flag(_)) {
            self.mark = None;
        }
    }

    fn undo(&mut self, now: Duration) {
        self.message = moves::undo(&mut self.timed, now);
        self.advisor.restart(&self.timed);
        self.mark = None;
        self.update_advice();
    }

    fn show_advice(&mut self) {
        if self.timed.game().is_over() {
            self.message = "The game is over.".to_owned();
            return;
        }
        let advice = self.advisor.advise(&self.timed);
        self.mark = advice.cell;
        if let Some(cell) = advice.cell {
            self.cursor = cell;
            self.show(cell);
        }
        self.message = format!("{} {}", advice.text, advice.candidates).trim_end().to_owned();
    }

    fn toggle_risks(&mut self) {
        self.shows_risks = !self.shows_risks;
        self.message = match self.timed.game().position().census() {
            _ if !self.shows_risks || self.timed.game().is_over() => String::new(),
            Err(error) => format!("There are no risks to show: {error}."),
            Ok(_) => "Risks: ✓ certainly safe, * certainly a mine, else in percent.".to_owned(),
        };
        if self.shows_risks && self.timed.view().is_safe_opening() {
            self.message += " The first reveal is safe in any case.";
        }
    }

    /// Applies the choice from a menu.
    fn choose(&mut self, text: &str, now: Duration) {
        let error = match &self.page {
            Page::Rules(_) => match text.parse::<Rules>() {
                Ok(rules) => return self.new_game(rules, now),
                Err(error) => error.to_string(),
            },
            _ => match read_player(text) {
                Ok(player) => return self.change_player(&player),
                Err(error) => error.to_string(),
            },
        };
        if let Page::Rules(menu) | Page::Player(menu) = &mut self.page {
            menu.error = error;
        }
    }

    fn change_player(&mut self, player: &PlayerSpec) {
        self.advisor = Advisor::new(player, &self.timed);
        self.mark = None;
        self.page = Page::Board;
        self.message = format!("Advice now comes from {player}.");
        self.update_advice();
    }

    /// Starts a new game with the next seed.
    fn new_game(&mut self, rules: Rules, now: Duration) {
        let seed = Seed(self.timed.seed().0.wrapping_add(1));
        let watch = self.watch.take();
        let (shows_risks, window) = (self.shows_risks, self.window);
        *self = Interface { shows_risks, window, ..Interface::new(rules, seed, self.advisor.spec()) };
        self.message = format!("A new game of {rules}, seed {seed}.");
        if let Some(watch) = watch {
            self.continue_watching(watch, now);
        }
    }
}

/// The cell in the middle, where the cursor starts.
fn middle(timed: &TimedGame) -> Cell {
    let rules = timed.rules();
    (rules.height() - 1) / 2 * rules.width() + (rules.width() - 1) / 2
}

/// A row or column moved by `steps`, which wraps round the edge or stops at it.
fn moved(from: usize, steps: isize, n: usize, wraps: bool) -> usize {
    let to = from as isize + steps;
    let to = if wraps { to.rem_euclid(n as isize) } else { to.clamp(0, n as isize - 1) };
    to as usize
}
