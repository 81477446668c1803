//! The game in a real pseudo-terminal, played with keys and mouse.

use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use minewise::{Cell, Explanation, Game, Grid, Layout, Seed, Shown, Status, View};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// A timeout that is longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A terminal with `minewise` running on it.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// Must stay open as long as the program runs.
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn new((width, height): (u16, u16), args: &str) -> Terminal {
        let size = PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_minewise"));
        command.args(args.split_whitespace());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        let screen = vt100::Parser::new(height, width, 0);
        Terminal { child, keyboard, output, screen, master: pair.master }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until the text of the screen meets a condition.
    #[track_caller]
    fn wait_for(&mut self, what: &str, is_there: impl Fn(&str) -> bool) {
        let start = Instant::now();
        while !is_there(&self.text()) {
            let left = TIMEOUT.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(error) => panic!("{what} is not on the screen ({error}):\n{}", self.text()),
            }
        }
    }

    #[track_caller]
    fn wait_for_text(&mut self, text: &str) {
        self.wait_for(text, |screen| screen.contains(text));
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the program ends. Returns whether it succeeded.
    fn wait_for_end(&mut self) -> bool {
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(TIMEOUT.saturating_sub(start.elapsed())) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end:\n{}", self.text()),
            }
        }
        self.child.wait().unwrap().success()
    }

    /// Whether the terminal is as it was before: the main screen with its cursor, no mouse, lines echoed.
    fn is_restored(&self) -> bool {
        let screen = self.screen.screen();
        let is_main_screen = !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None;
        is_main_screen && self.is_cooked()
    }

    /// Whether the terminal is in line mode again.
    fn is_cooked(&self) -> bool {
        use nix::sys::termios::LocalFlags;
        let flags = self.master.get_termios().unwrap().local_flags;
        flags.contains(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The keys that move the cursor from one cell to another.
fn way(view: &View, from: Cell, to: Cell) -> String {
    let ((row, col), (to_row, to_col)) = (view.grid().row_col(from), view.grid().row_col(to));
    let step = |from: usize, to: usize, back: &str, on: &str| {
        if to < from { back.repeat(from - to) } else { on.repeat(to - from) }
    };
    step(row, to_row, "k", "j") + &step(col, to_col, "h", "l")
}

/// The rows of a board as the screen shows them: numbers, flags and covered cells, without the cursor.
fn rows(view: &View) -> Vec<String> {
    let rules = view.grid().rules();
    let letter = |cell| match view.shown(cell) {
        Shown::Covered => "■".to_owned(),
        Shown::Flag => "F".to_owned(),
        Shown::Number(0) => "·".to_owned(),
        Shown::Number(number) => number.to_string(),
        Shown::Mine => "*".to_owned(),
    };
    let row =
        |row: usize| (0..rules.width()).map(|col| letter(row * rules.width() + col)).collect::<Vec<_>>();
    (0..rules.height()).map(|number| row(number).join(" ")).collect()
}

/// A game played at the terminal, and the same game in this process.
struct Play {
    terminal: Terminal,
    game: Game,
    layout: Layout,
    cursor: Cell,
}

impl Play {
    /// Starts a game with the cursor in the middle.
    fn start(rules: &str, seed: u64) -> Play {
        let grid = Grid::new(rules.parse().unwrap());
        let (height, width) = (grid.rules().height(), grid.rules().width());
        let cursor = grid.cell((height - 1) / 2, (width - 1) / 2).unwrap();
        let terminal = Terminal::new((80, 24), &format!("play --rules {rules} --seed {seed}"));
        let layout = Layout::generate(&grid, Seed(seed), cursor);
        Play { terminal, game: Game::new(&grid, Seed(seed)), layout, cursor }
    }

    fn go_to(&mut self, cell: Cell) {
        let keys = way(self.game.view(), self.cursor, cell);
        self.terminal.press(&keys);
        self.cursor = cell;
    }

    /// Waits until the screen shows the same board as the game in this process.
    #[track_caller]
    fn check_board(&mut self) {
        let rows = rows(self.game.view());
        self.terminal.wait_for(&rows.join("\n"), |screen| {
            let plain = screen.replace(['[', ']', '>'], " ");
            rows.iter().all(|row| plain.contains(row.as_str()))
        });
    }

    #[track_caller]
    fn reveal(&mut self, cell: Cell) {
        self.go_to(cell);
        self.terminal.press(" ");
        self.game.reveal(cell).unwrap();
    }

    /// A number that still has safe covered cells around it.
    fn number_to_chord(&self) -> Option<Cell> {
        let (view, grid) = (self.game.view(), self.game.view().grid());
        let is_safe_left = |&near: &Cell| view.is_covered(near) && !self.layout.is_mine(near);
        (0..grid.n_cells()).find(|&cell| {
            matches!(view.shown(cell), Shown::Number(1..))
                && grid.neighbours(cell).any(|near| is_safe_left(&near))
        })
    }

    /// Flags the mines around a number and chords it.
    #[track_caller]
    fn flag_and_chord(&mut self, number: Cell) {
        let grid = self.game.view().grid().clone();
        for mine in grid.neighbours(number).filter(|&near| self.layout.is_mine(near)).collect::<Vec<_>>() {
            if self.game.view().shown(mine) == Shown::Covered {
                self.go_to(mine);
                self.terminal.press("f");
                self.game.flag(mine).unwrap();
                self.terminal.wait_for_text(&format!("{} has a flag.", grid.name(mine)));
            }
        }
        self.go_to(number);
        self.terminal.press("c");
        self.game.chord(number).unwrap();
    }
}

#[test]
fn a_game_is_won_with_keys_alone() {
    let mut play = Play::start("9x9/10", 5);
    play.terminal.wait_for_text("9x9/10  mines 10  time 0:00  seed 5");
    play.check_board();
    let first = play.cursor;
    play.reveal(first);
    play.check_board();

    play.terminal.press("i");
    play.terminal.wait_for_text(" exact reveals ");
    let census = play.game.position().census().unwrap();
    let is_safe = census.safe().next().is_some();
    play.terminal.wait_for_text(if is_safe { "it is certainly safe." } else { "takes the least risk." });
    let advised = advised_cell(&play.terminal.text(), play.game.view());
    play.cursor = advised;
    play.terminal.press("w");
    let why = Explanation::of(play.game.view(), advised).unwrap().unwrap().to_string();
    // Only the part that fits on the first line.
    play.terminal.wait_for_text(&why.chars().take(60).collect::<String>());

    let number = play.number_to_chord().unwrap();
    play.flag_and_chord(number);
    play.check_board();
    while play.game.status() == Status::On {
        let covered = play.game.view().covered().find(|&cell| !play.layout.is_mine(cell)).unwrap();
        play.reveal(covered);
        if play.game.status() == Status::On {
            play.check_board();
        }
    }
    play.terminal.wait_for_text("Won after ");
    play.terminal.wait_for_text("--seed 5, first reveal 4,4");
    play.terminal.press("q");
    assert!(play.terminal.wait_for_end());
    assert!(play.terminal.is_restored());
    assert!(play.terminal.text().contains("Won after "), "{}", play.terminal.text());
}

/// The cell in `exact reveals 3,4: …`.
fn advised_cell(screen: &str, view: &View) -> Cell {
    let (_, rest) = screen.split_once("exact reveals ").unwrap();
    let (row, col) = rest.split_once(':').unwrap().0.split_once(',').unwrap();
    view.grid().cell(row.parse().unwrap(), col.parse().unwrap()).unwrap()
}

#[test]
fn a_loss_is_shown_and_undone() {
    let mut play = Play::start("9x9/10", 5);
    let first = play.cursor;
    play.reveal(first);
    play.check_board();
    let mine = play.layout.mines().next().unwrap();
    play.reveal(mine);
    play.terminal.wait_for_text("Lost after ");
    play.terminal.press("u");
    play.terminal.wait_for_text("Undid the reveal of ");
    play.game.restart(Seed(5));
    play.game.reveal(first).unwrap();
    play.check_board();
    play.terminal.press("s");
    play.terminal.wait_for_text("Undo was used once.");
}

#[test]
fn the_mouse_reveals_and_flags() {
    let mut terminal = Terminal::new((60, 20), "play --rules 7x5/34 --seed 1");
    terminal.wait_for_text("[■]");
    let screen = terminal.text();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("[■]")).unwrap();
    let col = line.split("[■]").next().unwrap().chars().count() + 1;
    // In the mouse protocol, buttons are numbered from 0 and positions from 1; `M` is down and `m` is up.
    let click = |button: u8| {
        let at = format!("{button};{};{}", col + 1, row + 1);
        format!("\u{1b}[<{at}M\u{1b}[<{at}m")
    };
    terminal.press(&click(2));
    terminal.wait_for_text("2,3 has a flag.");
    terminal.press(&click(2));
    terminal.wait_for_text("2,3 no longer has a flag.");
    terminal.press(&click(0));
    terminal.wait_for_text("Won after ");
}

#[test]
fn a_player_is_watched_to_the_end() {
    let mut terminal = Terminal::new((60, 20), "play --rules 9x9/10 --seed 1 --watch");
    terminal.wait_for_text("exact reveals 0,0: the first reveal is safe.");
    // It starts by itself.
    terminal.wait_for_text("Revealed 0,0");
    terminal.press("++++");
    terminal.wait_for_text("Play it again:");
    terminal.press("q");
    assert!(terminal.wait_for_end());
    assert!(terminal.is_restored());
}

#[test]
fn a_player_is_watched_at_the_speed_asked_for() {
    let mut terminal = Terminal::new((80, 24), "play --rules expert --seed 1 --watch --speed 1000");
    terminal.wait_for_text("Play it again:");
    let mut terminal = Terminal::new((80, 24), "play --rules expert --seed 1 --watch --speed 0.1");
    terminal.wait_for_text("a move every 10 seconds");
    terminal.press("+");
    terminal.wait_for_text("a move every 5 seconds");
    terminal.press(" ");
    terminal.wait_for_text("step by step");
    terminal.press("p");
    terminal.wait_for_text("It is your turn");
    terminal.press("q");
    assert!(terminal.wait_for_end());
}

#[test]
fn the_terminal_is_restored_when_the_program_is_stopped() {
    let mut terminal = Terminal::new((40, 12), "play --rules 5x4/3");
    terminal.wait_for_text("mines 3");
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
    assert!(terminal.is_restored());

    let mut terminal = Terminal::new((40, 12), "play");
    terminal.wait_for_text("9x9/10");
    let pid = nix::unistd::Pid::from_raw(terminal.child.process_id().unwrap() as i32);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert!(terminal.wait_for_end());
    assert!(terminal.is_restored());
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut terminal = Terminal::new((30, 8), "play");
    terminal.wait_for_text("The screen is too small");
    terminal.press("q");
    assert!(terminal.wait_for_end());
}
