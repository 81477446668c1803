//! The game in a real pseudo-terminal, played with keys and mouse.

mod pages;
mod play;
pub(crate) mod pty;
mod unfinished;

mod games;
mod sizes;
