//! Progress bars on stderr.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar with the time left, if somebody is there to see it.
pub(crate) fn progress_bar(n_games: u64, prefix: String) -> ProgressBar {
    progress_bar_of(n_games, "games", prefix)
}

/// A progress bar of other things than games.
pub(crate) fn progress_bar_of(n: u64, things: &'static str, prefix: String) -> ProgressBar {
    // Not drawn unless stderr is a terminal.
    let bar = ProgressBar::with_draw_target(Some(n), ProgressDrawTarget::stderr());
    let template = "{prefix} {bar:30} {pos} of {len} {msg}, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_prefix(prefix);
    bar.set_message(things);
    bar
}
