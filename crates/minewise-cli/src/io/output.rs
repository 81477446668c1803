//! How the program prints: with or without colour, and how much. Set once by `main`, for all commands.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};

/// The options that every command takes.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct OutputArgs {
    /// When to use colours; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, display_order = 900, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
    /// Print only the answer: no progress, no warnings, no notes
    #[arg(short, long, global = true, display_order = 901)]
    pub(crate) quiet: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    #[default]
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    /// Whether the output has colours.
    pub(crate) fn is_on(self) -> bool {
        match self {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => {
                let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == OsStr::new("dumb"));
                io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
            }
        }
    }
}

static SETTINGS: OnceLock<OutputArgs> = OnceLock::new();

/// Sets how the program prints. Only the first call has an effect.
pub(crate) fn set(args: OutputArgs) {
    let _ = SETTINGS.set(args);
}

/// The options given on the command line.
pub(crate) fn settings() -> OutputArgs {
    SETTINGS.get().copied().unwrap_or_default()
}

/// Whether only the answer is printed.
pub(crate) fn is_quiet() -> bool {
    settings().quiet
}

/// Says something on standard error that is not part of the answer, unless the output is quiet.
pub(crate) fn warn(sentence: &str) {
    if !is_quiet() {
        // Without standard error, nobody could read it.
        let _ = writeln!(io::stderr(), "{sentence}");
    }
}

/// Colours a text, if the output has colours.
pub(crate) fn paint(text: &str, style: Style) -> String {
    let is_plain = style == Style::new() || text.trim().is_empty();
    if is_plain || !settings().color.is_on() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// The colour of a risk: green if it is small, red if it is large.
pub(crate) fn risk_colour(risk: f64) -> AnsiColor {
    match risk {
        risk if risk < 0.1 => AnsiColor::Green,
        risk if risk < 0.3 => AnsiColor::Yellow,
        _ => AnsiColor::Red,
    }
}

/// The style of a risk in text.
pub(crate) fn risk_style(risk: f64) -> Style {
    risk_colour(risk).on_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_can_be_forced_and_forbidden() {
        assert!(ColorWhen::Always.is_on() && !ColorWhen::Never.is_on());
    }

    #[test]
    fn risks_are_coloured_by_size() {
        let of = |risk| risk_style(risk).get_fg_color();
        assert!(of(0.05) != of(0.2) && of(0.2) != of(0.5) && of(0.3) == of(1.0));
    }
}
