//! The signs that the screen is drawn with, in Unicode or in ASCII, with or without colours.

use std::borrow::Cow;
use std::ffi::OsString;

use ratatui::buffer::Buffer;
use ratatui::style::Color;
use ratatui::symbols::border;

/// The signs of the screen, and whether they have colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(super) glyphs: Glyphs,
    pub(super) has_colours: bool,
}

/// The signs that are not the same in Unicode and in ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyphs {
    pub(super) covered: &'static str,
    /// A revealed cell with no mine around it.
    pub(super) zero: &'static str,
    /// A certainly safe cell.
    pub(super) safe: &'static str,
    /// Where a text is cut.
    pub(super) cut: &'static str,
    /// Up, down, left and right.
    pub(super) arrows: [&'static str; 4],
    pub(super) border: border::Set<'static>,
}

impl Glyphs {
    pub(super) const UNICODE: Glyphs = Glyphs {
        covered: "■",
        zero: "·",
        safe: "✓",
        cut: "…",
        arrows: ["↑", "↓", "←", "→"],
        border: border::PLAIN,
    };

    pub(super) const ASCII: Glyphs = Glyphs {
        covered: "#",
        zero: ".",
        safe: "+",
        cut: "...",
        arrows: ["^", "v", "<", ">"],
        border: border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
    };

    /// A text in these signs.
    pub(super) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if *self == Glyphs::UNICODE || text.is_ascii() {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(self.in_ascii(text))
        }
    }

    /// Replaces every letter that is not ASCII by something that looks like it, or else by `?`.
    fn in_ascii(&self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len());
        for letter in text.chars() {
            plain.push_str(match letter {
                _ if letter.is_ascii() => {
                    plain.push(letter);
                    continue;
                }
                '■' => self.covered,
                '·' => self.zero,
                '✓' => self.safe,
                '…' => self.cut,
                '↑' => self.arrows[0],
                '↓' => self.arrows[1],
                '←' => self.arrows[2],
                '→' => self.arrows[3],
                '–' | '—' | '−' => "-",
                '×' => "x",
                '’' | '‘' => "'",
                _ => "?",
            });
        }
        plain
    }
}

impl Look {
    /// Colours and Unicode.
    #[cfg(test)]
    pub(super) const FULL: Look = Look { glyphs: Glyphs::UNICODE, has_colours: true };

    /// Takes out of a drawn screen what must not be on it: colours, and letters of the user that are not ASCII.
    pub(super) fn apply(&self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if !self.has_colours {
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
            if self.glyphs == Glyphs::ASCII && !cell.symbol().is_ascii() {
                cell.set_symbol("?");
            }
        }
    }
}

/// Whether the terminal can show Unicode, by the variables of the locale. Without any, it is assumed to.
pub(super) fn locale_is_unicode(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_string_lossy().to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_put_into_ascii() {
        let text = "✓ safe, 1–2 … 5.6 × 10^3 ↑↓ ä";
        assert_eq!(Glyphs::ASCII.text(text), "+ safe, 1-2 ... 5.6 x 10^3 ^v ?");
        assert_eq!(Glyphs::UNICODE.text(text), text);
    }

    #[test]
    fn the_first_variable_of_the_locale_that_is_set_decides() {
        let check = |variables: &[(&str, &str)], expected: bool| {
            let of =
                |name: &str| variables.iter().find(|(set, _)| *set == name).map(|(_, value)| value.into());
            assert_eq!(locale_is_unicode(of), expected, "{variables:?}");
        };
        check(&[], true);
        check(&[("LANG", "")], true);
        check(&[("LANG", "C")], false);
        check(&[("LANG", "de_DE.UTF-8")], true);
        check(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "POSIX")], false);
        check(&[("LANG", "C"), ("LC_CTYPE", "en_GB.utf8"), ("LC_ALL", "")], true);
    }
}
