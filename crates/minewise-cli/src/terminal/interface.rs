//! The state of the user interface: cursor, pages, messages, and the player that helps or is watched. Independent of
//! the terminal.

mod cursor;
mod reviewing;
mod watching;

#[cfg(test)]
mod tests;

use std::time::Duration;

use minewise::{Cell, Move, Rules, Shown, Topology};
use minewise_coach::{PlayerSpec, read_rules};
use minewise_lab::read_player;

use self::cursor::middle;
use super::advisor::Advisor;
use super::input::{Input, Key};
use super::menu::{Answer, Menu};
use super::moves;
use super::review::{Before, ReviewPage};
use super::timed_game::TimedGame;
use super::verbs::Verb;
use super::watch::{Speed, Watch};
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
    /// How fast a watched player plays.
    pub(super) speed: Speed,
    pub(super) window: Window,
    /// The review of the game, once it was asked for.
    pub(super) review: Option<ReviewPage>,
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
    /// The review of the game.
    Review,
    /// The board before a move of the review.
    Before(Box<Before>),
}

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

impl Interface {
    /// Opens a game.
    pub(super) fn new(timed: TimedGame, player: &PlayerSpec) -> Interface {
        Interface {
            advisor: Advisor::new(player, &timed),
            cursor: middle(&timed),
            timed,
            mark: None,
            page: Page::Board,
            shows_risks: false,
            watch: None,
            speed: Speed::default(),
            window: Window::default(),
            review: None,
            message: String::new(),
        }
    }

    /// Opens a game that is resumed.
    pub(super) fn resume(timed: TimedGame, player: &PlayerSpec) -> Interface {
        let mut interface = Interface::new(timed, player);
        interface.message = moves::resuming(&interface.timed);
        if let Some(last) = interface.timed.game().moves().last() {
            interface.cursor = last.cell();
        }
        interface
    }

    /// Adds a sentence to the message.
    pub(super) fn add_message(&mut self, sentence: &str) {
        if !self.message.is_empty() {
            self.message.push('\n');
        }
        self.message.push_str(sentence);
    }

    /// Handles an input at the time `now`.
    pub(super) fn take(&mut self, input: Input, now: Duration) -> Flow {
        match input {
            Input::Quit => return Flow::Quit,
            Input::Tick => {
                self.update_review();
                self.tick(now);
            }
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
            return format!(
                "The game is over: {} reviews it, {} shows a summary, {} starts a new game, {} undoes a move.",
                Verb::Review.key(),
                Verb::Summary.key(),
                Verb::New.key(),
                Verb::Undo.key()
            );
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
            Page::Review => self.press_in_review(key),
            Page::Before(_) => self.close_before(),
        }
        Flow::Continue
    }

    fn press_on_board(&mut self, key: Key, now: Duration) -> Flow {
        if self.move_cursor(key) {
            self.message.clear();
            return Flow::Continue;
        }
        let verb = match key {
            Key::Escape => {
                self.message.clear();
                return Flow::Continue;
            }
            Key::Enter => Some(Verb::Reveal),
            Key::Letter(letter) => Verb::of_key(letter),
            _ => None,
        };
        match (verb, key) {
            (Some(Verb::Quit), _) => return Flow::Quit,
            (None | Some(Verb::Reveal | Verb::Flag | Verb::Chord | Verb::Hint), _)
                if self.watch.is_some() =>
            {
                self.press_watching(key, now);
            }
            (Some(verb), _) => self.obey(verb, now),
            (None, Key::Letter(letter)) => {
                self.message = format!("The key {letter} does nothing; {} shows the keys.", Verb::Help.key());
            }
            (None, _) => {}
        }
        Flow::Continue
    }

    /// Does what a key stands for.
    fn obey(&mut self, verb: Verb, now: Duration) {
        match verb {
            Verb::Reveal => self.make(Move::Reveal(self.cursor), now),
            Verb::Flag => self.make(Move::Flag(self.cursor), now),
            Verb::Chord => self.make(Move::Chord(self.cursor), now),
            Verb::Hint => self.show_advice(),
            Verb::Why => self.message = why(self.timed.view(), self.cursor),
            Verb::Risks => self.toggle_risks(),
            Verb::Undo => self.undo(now),
            Verb::Summary => self.message = self.timed.summary(now).lines().join("\n"),
            Verb::Review => self.open_review(),
            Verb::New => self.new_game(self.timed.rules(), now),
            Verb::Rules => self.page = Page::Rules(Menu::of_rules(self.timed.rules())),
            Verb::Player => self.page = Page::Player(Menu::of_players(self.advisor.spec())),
            Verb::Watch => self.toggle_watching(now),
            Verb::Help => self.page = Page::Help(0),
            // The view is always on the screen; quitting is for the caller.
            Verb::View | Verb::Quit => {}
        }
    }

    fn click(&mut self, step: Move, now: Duration) {
        self.cursor = step.cell();
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
        (self.mark, self.review) = (None, None);
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
        self.message = advice.message();
    }

    fn toggle_risks(&mut self) {
        self.shows_risks = !self.shows_risks;
        self.message = match self.timed.game().position().census() {
            _ if !self.shows_risks || self.timed.game().is_over() => String::new(),
            Err(error) => moves::no_risks(&error),
            Ok(_) => moves::risks_legend(&self.timed),
        };
    }

    /// Applies the choice from a menu.
    fn choose(&mut self, text: &str, now: Duration) {
        let error = match &self.page {
            Page::Rules(_) => match read_rules(text) {
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
        self.message = format!("Advice now comes from {player}.{}", self.not_taught());
        self.update_advice();
    }

    /// Starts a new game with the next seed.
    fn new_game(&mut self, rules: Rules, now: Duration) {
        let watch = self.watch.take();
        let (shows_risks, window) = (self.shows_risks, self.window);
        *self =
            Interface { shows_risks, window, ..Interface::new(self.timed.next(rules), self.advisor.spec()) };
        self.message = format!("{}{}", moves::beginning(&self.timed), self.not_taught());
        if let Some(watch) = watch {
            self.watch_next(&watch, now);
        }
    }

    /// A sentence to append if the player was not taught these rules; otherwise nothing.
    fn not_taught(&self) -> String {
        let warning = self.advisor.spec().not_taught(&self.timed.rules());
        warning.map_or_else(String::new, |warning| format!(" {warning}"))
    }
}
