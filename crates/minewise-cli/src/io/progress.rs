//! Progress bars on stderr.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Creates a progress bar for games, with the time left.
pub(crate) fn progress_bar(n_games: u64, prefix: String) -> ProgressBar {
    progress_bar_of(n_games, "games", prefix)
}

/// Creates a progress bar for `n` units of any kind.
pub(crate) fn progress_bar_of(n: u64, units: &'static str, prefix: String) -> ProgressBar {
    // The bar is drawn only if stderr is a terminal.
    let bar = ProgressBar::with_draw_target(Some(n), ProgressDrawTarget::stderr());
    let template = "{prefix} {bar:30} {pos} of {len} {msg}, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_prefix(prefix);
    bar.set_message(units);
    bar
}
