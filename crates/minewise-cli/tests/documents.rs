//! What documents and help texts say of the program is what it does.
//!
//! Commands are run by a shell, with pipes and files, as a reader would paste them; libraries for this purpose start programs
//! without one. `UPDATE_GOLDEN=1 cargo test -p minewise-cli --test main documents` writes what has changed.

mod console;
mod figures;
mod help;
mod markdown;
mod mistakes;
mod screens;
