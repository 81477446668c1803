//! The terminal: reads events, draws frames, and restores the terminal at the end.

use std::io;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::input::{self, Input, Mouse};
use super::interface::{Flow, Interface};
use super::look::Look;
use super::timed_game::TimedGame;
use super::{Clock, Setup, draw};

/// The maximum time between two frames, so that the clock is up to date.
const FRAME: Duration = Duration::from_millis(200);

/// The time between two frames while a review is computed.
const SHORT_FRAME: Duration = Duration::from_millis(20);

/// Plays on the terminal until the user quits. Returns the summary of the last game with its seed, to be printed after
/// the screen is restored.
pub(super) fn run(setup: &Setup) -> Result<String> {
    let should_end = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&should_end)).context("cannot listen to signals")?;
    }
    let mut interface = Interface::new(TimedGame::new(setup.rules, setup.seed), &setup.player);
    let clock = Clock::start();
    if let Some(speed) = setup.watch {
        interface.speed = speed;
        interface.watch(clock.now());
    }
    let mut terminal = open().context("cannot use the terminal")?;
    let res = run_event_loop(&mut terminal, &mut interface, &setup.look, &clock, &should_end);
    close();
    res.context("the terminal failed")?;
    let summary = interface.timed.summary(clock.now()).lines().join("\n") + "\n";
    Ok(setup.look.glyphs.text(&summary).into_owned())
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
    interface: &mut Interface,
    look: &Look,
    clock: &Clock,
    should_end: &AtomicBool,
) -> io::Result<()> {
    let mut mouse = Mouse::default();
    while !should_end.load(Ordering::Relaxed) {
        let geometry = draw::fit(interface, Rect::from((Position::ORIGIN, terminal.size()?)));
        terminal.draw(|frame| draw::draw(frame, interface, look, clock.now()))?;
        let input = if event::poll(poll_timeout(interface, clock.now()))? {
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
            if interface.take(input, clock.now()) == Flow::Quit {
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
