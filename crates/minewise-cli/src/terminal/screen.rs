//! The terminal: events in, frames out, and everything as it was afterwards.

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
use super::{Clock, Setup, draw};

/// The screen is drawn at least so often, for the clock.
const FRAME: Duration = Duration::from_millis(200);

/// Plays on the terminal until the person leaves; says how the last game ended, for whoever scrolls back.
pub(super) fn run(setup: &Setup) -> Result<String> {
    let is_ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&is_ended)).context("cannot listen to signals")?;
    }
    let mut interface = Interface::new(setup.rules, setup.seed, &setup.player);
    if setup.watch {
        interface.watch();
    }
    let clock = Clock::start();
    let mut terminal = open().context("cannot use the terminal")?;
    let res = attend(&mut terminal, &mut interface, &clock, &is_ended);
    close();
    res.context("the terminal failed")?;
    let summary = interface.timed.summary(clock.now());
    Ok(if interface.timed.game().is_over() { summary.lines().join("\n") + "\n" } else { String::new() })
}

/// Takes the terminal over; a panic gives it back before it is told.
fn open() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        tell(info);
    }));
    execute!(io::stdout(), EnableMouseCapture).inspect_err(|_| close())?;
    Ok(terminal)
}

/// Gives the terminal back. Nothing can be done about a failure.
fn close() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// Draws, waits for something to happen, and passes it on.
fn attend(
    terminal: &mut DefaultTerminal,
    interface: &mut Interface,
    clock: &Clock,
    is_ended: &AtomicBool,
) -> io::Result<()> {
    let mut mouse = Mouse::default();
    while !is_ended.load(Ordering::Relaxed) {
        let geometry = draw::fit(interface, Rect::from((Position::ORIGIN, terminal.size()?)));
        terminal.draw(|frame| draw::draw(frame, interface, clock.now()))?;
        let input = if event::poll(patience(interface, clock.now()))? {
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
            if interface.take(input, clock.now()) == Flow::Leave {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// How long to wait for something to happen before time itself does.
fn patience(interface: &Interface, now: Duration) -> Duration {
    let due = interface.watch.as_ref().and_then(super::watch::Watch::due);
    due.map_or(FRAME, |due| due.saturating_sub(now).min(FRAME))
}
