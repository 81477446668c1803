//! The terminal: reads events, draws frames, and restores the terminal at the end.

use std::io;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::style::force_color_output;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::DefaultTerminal;
use ratatui::layout::{Position, Rect};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::input::{self, Input, Mouse};
use super::interface::{Flow, Interface};
use super::look::Look;
use super::saving::Saver;
use super::timed_game::TimedGame;
use super::{Clock, Setup, Start, draw};

/// The maximum time between two frames, so that the clock is up to date.
const FRAME: Duration = Duration::from_millis(200);

/// The time between two frames while a review is computed.
const SHORT_FRAME: Duration = Duration::from_millis(20);

/// Plays on the terminal until the user quits. Returns the summary of the last game with its seed, to be printed after
/// the screen is restored.
pub(super) fn run(setup: &Setup, timed: TimedGame, saver: &mut Saver) -> Result<String> {
    let should_end = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&should_end)).context("cannot listen to signals")?;
    }
    let mut interface = match setup.start {
        Start::New { .. } => Interface::new(timed, &setup.player),
        Start::Resume { .. } => Interface::resume(timed, &setup.player),
    };
    let clock = Clock::start();
    if let Some(speed) = setup.watch {
        interface.speed = speed;
        interface.watch(clock.now());
    }
    // By itself, crossterm looks only at NO_COLOR, and not at `--color`.
    force_color_output(setup.look.has_colours);
    let mut terminal = open().context("cannot use the terminal")?;
    let mut seat = Seat { interface, saver, clock, look: setup.look };
    let res = run_event_loop(&mut terminal, &mut seat, &should_end);
    close();
    let farewell = seat.end()?;
    res.context("the terminal failed")?;
    Ok(farewell)
}

/// The game with all that follows it.
struct Seat<'a> {
    interface: Interface,
    saver: &'a mut Saver,
    clock: Clock,
    look: Look,
}

impl Seat<'_> {
    /// Handles an input. What it changes is saved before it is shown.
    fn take(&mut self, input: Input) -> Flow {
        let flow = self.interface.take(input, self.clock.now());
        self.save();
        flow
    }

    fn save(&mut self) {
        for sentence in self.saver.save(&self.interface.timed, self.interface.watch.is_none()) {
            self.interface.add_message(&sentence);
        }
    }

    /// Ends the game. Returns what to print: the summary, and how to resume the game if it is kept.
    fn end(&mut self) -> Result<String> {
        let now = self.clock.now();
        self.interface.timed.pause(now);
        self.save();
        let summary = self.interface.timed.summary(now).lines();
        let text: String = summary.into_iter().chain(self.saver.farewell()).map(|line| line + "\n").collect();
        self.saver.finish(&self.interface.timed)?;
        Ok(self.look.glyphs.text(&text).into_owned())
    }
}

/// Takes over the terminal. A panic restores it before its message is printed.
fn open() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    let print_panic = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        print_panic(info);
    }));
    execute!(io::stdout(), EnableMouseCapture).inspect_err(|_| close())?;
    Ok(terminal)
}

/// Restores the terminal. Failures are ignored: nothing can be done about them.
fn close() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// Draws the screen, waits for an event, and passes it to the interface, until the user quits.
fn run_event_loop(
    terminal: &mut DefaultTerminal,
    seat: &mut Seat<'_>,
    should_end: &AtomicBool,
) -> io::Result<()> {
    let mut mouse = Mouse::default();
    while !should_end.load(Ordering::Relaxed) {
        let now = seat.clock.now();
        let interface = &mut seat.interface;
        let geometry = draw::fit(interface, Rect::from((Position::ORIGIN, terminal.size()?)));
        // Terminals that know about it show the frame only when it is complete.
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        terminal.draw(|frame| draw::draw(frame, interface, &seat.look, now))?;
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        let input = if event::poll(poll_timeout(interface, seat.clock.now()))? {
            let event = event::read()?;
            match (&event, geometry) {
                (Event::Mouse(at), Some(geometry)) => {
                    let cell =
                        geometry.cell_at((at.column, at.row), &interface.window, interface.timed.grid());
                    mouse.read(*at, cell)
                }
                _ => input::key(&event),
            }
        } else {
            Some(Input::Tick)
        };
        for input in input.into_iter().chain([Input::Tick]) {
            if seat.take(input) == Flow::Quit {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// How long to wait for an event before a tick.
fn poll_timeout(interface: &Interface, now: Duration) -> Duration {
    if interface.is_reviewing() {
        return SHORT_FRAME;
    }
    let due = interface.watch.as_ref().and_then(super::watch::Watch::due);
    due.map_or(FRAME, |due| due.saturating_sub(now).min(FRAME))
}
