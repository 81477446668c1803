//! A pseudo-terminal with the program on it.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::common::folder;

/// A timeout that is longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What the program writes before and after each frame.
const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";

/// What the program writes to clear the screen, after a change of its size.
const CLEAR: &[u8] = b"\x1b[2J";

/// The size of a screen in columns and rows, as pseudo-terminals take it.
fn pty_size((width, height): (u16, u16)) -> PtySize {
    PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 }
}

/// A terminal with `minewise` running on it.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// The beginning of a frame that is not complete.
    incomplete: Vec<u8>,
    /// How often the program has cleared the screen.
    n_cleared: usize,
    /// How many frames it has drawn.
    n_frames: usize,
    /// The number of columns and rows.
    size: (u16, u16),
    /// Must stay open as long as the program runs.
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Starts the program with these arguments, separated by spaces, and with a home of its own.
    pub(crate) fn new(size: (u16, u16), args: &str) -> Terminal {
        Terminal::with_env(size, args, &[])
    }

    /// Starts the program with these variables set.
    pub(crate) fn with_env(size: (u16, u16), args: &str, env: &[(&str, &str)]) -> Terminal {
        Terminal::spawn(CommandBuilder::new(env!("CARGO_BIN_EXE_minewise")), size, args, env)
    }

    /// Starts the program so that the system kills it when a file of its becomes longer than a block of 512 or 1024
    /// bytes.
    pub(crate) fn with_short_files(size: (u16, u16), args: &str) -> Terminal {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", "ulimit -c 0; ulimit -f 1; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_minewise")]);
        Terminal::spawn(command, size, args, &[])
    }

    fn spawn(
        mut command: CommandBuilder,
        (width, height): (u16, u16),
        args: &str,
        env: &[(&str, &str)],
    ) -> Terminal {
        static N_STARTED: AtomicUsize = AtomicUsize::new(0);
        let home = folder(&format!("terminal-home-{}", N_STARTED.fetch_add(1, Ordering::Relaxed)));
        let pair = native_pty_system().openpty(pty_size((width, height))).unwrap();
        command.args(args.split_whitespace());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        // A test must never find, or leave, games of the person who runs it.
        command.env("XDG_DATA_HOME", &home);
        command.env("HOME", &home);
        for (name, value) in env {
            command.env(name, value);
        }
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
        Terminal {
            child,
            keyboard,
            output,
            screen,
            incomplete: Vec::new(),
            n_cleared: 0,
            n_frames: 0,
            size: (width, height),
            master: pair.master,
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Draws the output on the screen, but holds back a frame that is not complete, as a terminal does.
    fn process(&mut self, bytes: Vec<u8>) {
        self.incomplete.extend(bytes);
        let find = |marker: &[u8]| self.incomplete.windows(marker.len()).rposition(|bytes| bytes == marker);
        let n_complete = match (find(FRAME_BEGINS), find(FRAME_ENDS)) {
            (Some(begin), end) if end.is_none_or(|end| end < begin) => begin,
            // The marker itself can be cut in two.
            _ => {
                self.incomplete.len()
                    - (0..8).rfind(|&n| self.incomplete.ends_with(&FRAME_BEGINS[..n])).unwrap_or(0)
            }
        };
        let complete: Vec<u8> = self.incomplete.drain(..n_complete).collect();
        let count = |marker: &[u8]| complete.windows(marker.len()).filter(|bytes| *bytes == marker).count();
        (self.n_cleared, self.n_frames) = (self.n_cleared + count(CLEAR), self.n_frames + count(FRAME_ENDS));
        self.screen.process(&complete);
    }

    /// Waits until the text of the screen meets a condition.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, what: &str, is_there: impl Fn(&str) -> bool) {
        self.wait_until(what, |terminal| is_there(&terminal.text()));
    }

    /// Waits until the program has done something.
    #[track_caller]
    fn wait_until(&mut self, what: &str, is_done: impl Fn(&Terminal) -> bool) {
        let start = Instant::now();
        while !is_done(self) {
            let left = TIMEOUT.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.process(bytes),
                Err(error) => panic!("{what} is not on the screen ({error}):\n{}", self.text()),
            }
        }
    }

    #[track_caller]
    pub(crate) fn wait_for_text(&mut self, text: &str) {
        self.wait_for(text, |screen| screen.contains(text));
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// The screen, with the colours and other attributes of its cells.
    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    /// Changes the size of the terminal, and waits until the program has drawn a frame of this size.
    #[track_caller]
    pub(crate) fn resize(&mut self, (width, height): (u16, u16)) {
        // The parser fails on a line that wraps on a screen with only one row.
        self.screen.screen_mut().set_size(height.max(2), width);
        if std::mem::replace(&mut self.size, (width, height)) == (width, height) {
            return;
        }
        let n_before = self.n_cleared;
        self.master.resize(pty_size((width, height))).unwrap();
        self.wait_until("a frame of the new size", |terminal| terminal.n_cleared > n_before);
    }

    /// Changes the size of the terminal and presses keys at the same moment.
    pub(crate) fn resize_and_press(&mut self, (width, height): (u16, u16), keys: &str) {
        self.screen.screen_mut().set_size(height, width);
        self.size = (width, height);
        self.master.resize(pty_size((width, height))).unwrap();
        self.press(keys);
    }

    /// Waits until the program has noticed everything that happened before, in particular a change of the size.
    #[track_caller]
    pub(crate) fn settle(&mut self) {
        let n_before = self.n_frames;
        self.wait_until("a later frame", |terminal| terminal.n_frames > n_before + 1);
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.process_id().unwrap() as i32), signal).unwrap();
    }

    /// Waits until the program ends. Returns whether it succeeded.
    pub(crate) fn wait_for_end(&mut self) -> bool {
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(TIMEOUT.saturating_sub(start.elapsed())) {
                Ok(bytes) => self.process(bytes),
                Err(RecvTimeoutError::Disconnected) => {
                    self.screen.process(&self.incomplete);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end:\n{}", self.text()),
            }
        }
        self.child.wait().unwrap().success()
    }

    /// Quits the program, which must succeed and leave the terminal as it was.
    #[track_caller]
    pub(crate) fn quit(&mut self) {
        self.press("q");
        assert!(self.wait_for_end());
        assert!(self.is_restored(), "{}", self.text());
    }

    /// Whether the terminal is as it was before: the main screen with its cursor, no mouse, lines echoed.
    pub(crate) fn is_restored(&self) -> bool {
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
