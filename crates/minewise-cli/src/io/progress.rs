//! Progress on stderr: bars with a rate and the time left, and a spinner where the end is not known.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{output, words};

/// Work that takes longer than this shows that it goes on.
const PATIENCE: Duration = Duration::from_secs(2);

/// Creates a progress bar for games.
pub(crate) fn progress_bar(n_games: u64, prefix: String) -> ProgressBar {
    progress_bar_of(n_games, "games", prefix)
}

/// Creates a progress bar for `n` units of any kind. It is drawn only if stderr is a terminal and the output is not
/// quiet.
pub(crate) fn progress_bar_of(n: u64, units: &'static str, prefix: String) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(n), target());
    bar.set_style(style(
        "{prefix} {bar:30} {human_pos} of {human_len} {unit}, {rate}, {eta} left {msg}",
        units,
    ));
    bar.set_prefix(prefix);
    bar
}

/// Where progress is drawn: on stderr, unless the output is quiet.
pub(crate) fn target() -> ProgressDrawTarget {
    if output::is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

fn style(template: &str, units: &'static str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the template is well formed")
        .with_key("unit", move |_: &ProgressState, out: &mut dyn std::fmt::Write| _ = out.write_str(units))
        .with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            _ = write!(out, "{} a second", rate(state.per_sec()));
        })
}

/// A rate with about three digits.
fn rate(per_second: f64) -> String {
    match per_second {
        rate if rate >= 100.0 => words::grouped(format!("{rate:.0}")),
        rate if rate >= 10.0 => format!("{rate:.1}"),
        rate => format!("{rate:.2}"),
    }
}

/// Does some work whose length is not known. After two seconds, the time that it has taken is shown.
pub(crate) fn waiting<T>(doing: &str, work: impl FnOnce() -> T) -> T {
    if output::is_quiet() || !io::stderr().is_terminal() {
        return work();
    }
    let (ended, is_ended) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| spin(doing, is_ended));
        let result = work();
        drop::<mpsc::Sender<()>>(ended);
        result
    })
}

/// Shows a spinner until the work has ended, but not if it ends soon.
#[expect(clippy::needless_pass_by_value, reason = "a receiver cannot be shared between threads")]
fn spin(doing: &str, is_ended: Receiver<()>) {
    let goes_on = |time| is_ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !goes_on(PATIENCE) {
        return;
    }
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_elapsed(PATIENCE);
    spinner.set_style(style("{spinner} {prefix}: {elapsed} so far, Ctrl-C stops it", ""));
    spinner.set_prefix(doing.to_owned());
    while goes_on(Duration::from_millis(100)) {
        spinner.tick();
    }
    spinner.finish_and_clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_about_three_digits() {
        assert_eq!([0.1234, 12.345, 1234.5].map(rate), ["0.12", "12.3", "1,234"]);
    }

    #[test]
    fn the_result_of_waited_for_work_is_returned() {
        assert_eq!(waiting("counting", || 7), 7);
    }
}
