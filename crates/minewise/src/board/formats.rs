//! Reads and writes layouts and views as bytes: our own notation, and the files and links of other programs.
//!
//! Each format has a file of its own. Reading accepts everything that the other program writes. Anything else is
//! refused with a sentence that says where the problem is. Every length is checked before memory is allocated. Writing
//! is canonical: equal documents give equal bytes. A format that cannot hold a document returns an error.

mod error;
mod mbf;
mod mine;
mod ptta;

use std::fmt;
use std::str::FromStr;

use crate::board::rules::excerpt;
use crate::board::{Grid, Layout, Rules, RulesError, Topology, View};

pub use error::FormatError;

/// The content of a file or a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// Where the mines are.
    Layout(Layout),
    /// What a player is shown.
    View(View),
}

impl Document {
    /// The rules of the layout or view.
    pub fn rules(&self) -> &Rules {
        self.grid().rules()
    }

    fn grid(&self) -> &Grid {
        match self {
            Document::Layout(layout) => layout.grid(),
            Document::View(view) => view.grid(),
        }
    }

    /// Our own notation for this kind of document.
    pub fn notation(&self) -> Format {
        match self {
            Document::Layout(_) => Format::Layout,
            Document::View(_) => Format::View,
        }
    }
}

/// A way to write layouts or views as bytes.
///
/// # Examples
/// ```
/// use minewise::board::Format;
/// let bytes = [3, 2, 0, 1, 2, 0];
/// let format = Format::of_content(&bytes).expect("it looks like a file of mines");
/// assert_eq!(format, Format::Mbf);
/// let document = format.read(&bytes)?;
/// assert_eq!(Format::Layout.write(&document)?, b"3x2/1\n..*\n...\n");
/// assert_eq!(Format::Ptta.write(&document)?, b"b=32&m=40\n");
/// # Ok::<(), minewise::board::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Our notation of layouts.
    Layout,
    /// Our notation of views.
    View,
    /// Views as text with a header `WxHxM`.
    Mine,
    /// Layouts as bytes: width, height, number of mines, and the position of each mine. Also called `.abf`.
    Mbf,
    /// Layouts as links of the ZiNi calculators: `b=…&m=…`.
    Ptta,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 5] = [Format::Layout, Format::View, Format::Mine, Format::Mbf, Format::Ptta];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Layout => "layout",
            Format::View => "view",
            Format::Mine => "mine",
            Format::Mbf => "mbf",
            Format::Ptta => "ptta",
        }
    }

    /// The extensions of its files, without the dot.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Layout => &["layout"],
            Format::View => &["view"],
            Format::Mine => &["mine"],
            Format::Mbf => &["mbf", "abf"],
            Format::Ptta => &["ptta", "url"],
        }
    }

    /// Whether it is a text format.
    pub fn is_text(self) -> bool {
        self != Format::Mbf
    }

    /// The format that the extension of a file name belongs to.
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        let has_ending =
            |format: &Format| format.endings().iter().any(|own| own.eq_ignore_ascii_case(ending));
        Format::ALL.into_iter().find(has_ending)
    }

    /// Guesses the format from the content. A guess does not mean that the content is valid.
    ///
    /// Text is never mistaken for `.mbf`, since its first letters would mean more mines than cells. Our notation is
    /// taken as a layout if it consists of `*` and `.` (or `-`) only and has all its mines and at least one; otherwise
    /// as a view.
    pub fn of_content(bytes: &[u8]) -> Option<Format> {
        if mbf::is_likely(bytes) {
            return Some(Format::Mbf);
        }
        let text = text_of(bytes).ok()?.trim();
        if ptta::is_likely(text) {
            return Some(Format::Ptta);
        }
        let header = text.split_whitespace().next()?;
        if mine::is_header(header) {
            return Some(Format::Mine);
        }
        match header.parse::<Rules>() {
            Err(RulesError::Malformed { .. }) => None,
            Ok(rules) if rules.n_mines() > 0 && looks_like_a_layout(&text[header.len()..], &rules) => {
                Some(Format::Layout)
            }
            _ => Some(Format::View),
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When the bytes are damaged, or not of this format.
    pub fn read(self, bytes: &[u8]) -> Result<Document, FormatError> {
        match self {
            Format::Layout => Ok(Document::Layout(text_of(bytes)?.parse()?)),
            Format::View => Ok(Document::View(text_of(bytes)?.parse()?)),
            Format::Mine => mine::read(text_of(bytes)?).map(Document::View),
            Format::Mbf => mbf::read(bytes).map(Document::Layout),
            Format::Ptta => ptta::read(text_of(bytes)?).map(Document::Layout),
        }
    }

    /// Writes a document in canonical form.
    ///
    /// The start of the rules is left out if the format cannot express it.
    ///
    /// # Errors
    /// When the format cannot hold it.
    pub fn write(self, document: &Document) -> Result<Vec<u8>, FormatError> {
        let is_foreign = !matches!(self, Format::Layout | Format::View);
        let topology = document.rules().topology();
        match (self, document) {
            (Format::Layout | Format::Mbf | Format::Ptta, Document::View(_)) => {
                Err(FormatError::HoldsNoView { format: self })
            }
            (Format::View | Format::Mine, Document::Layout(_)) => {
                Err(FormatError::HoldsNoLayout { format: self })
            }
            _ if is_foreign && topology != Topology::Square => {
                Err(FormatError::HoldsNoTopology { format: self, topology })
            }
            (Format::Mine, Document::View(view)) => Ok(mine::write(view).into_bytes()),
            (Format::Mbf, Document::Layout(layout)) => mbf::write(layout),
            (Format::Ptta, Document::Layout(layout)) => Ok(ptta::write(layout).into_bytes()),
            (_, Document::Layout(layout)) => Ok(layout.to_string().into_bytes()),
            (_, Document::View(view)) => Ok(view.to_string().into_bytes()),
        }
    }
}

/// The bytes as text, without the byte order mark that some editors write.
fn text_of(bytes: &[u8]) -> Result<&str, FormatError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| FormatError::NotText { at: error.valid_up_to() })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether rows consist only of the letters of a layout, and have as many mines as the rules.
fn looks_like_a_layout(rows: &str, rules: &Rules) -> bool {
    let is_letter = |letter: char| matches!(letter, '*' | '.' | '-' | '/') || letter.is_whitespace();
    rows.chars().all(is_letter) && rows.matches('*').count() == rules.n_mines()
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    /// Reads a name or a file extension, such as `abf`.
    fn from_str(text: &str) -> Result<Format, FormatError> {
        let has_name = |format: &Format| format.name() == text || format.endings().contains(&text);
        let found = Format::ALL.into_iter().find(has_name);
        found.ok_or_else(|| FormatError::UnknownFormat { text: excerpt(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the bytes in the format guessed from them and writes them in another. Compares the result, or the error.
    #[track_caller]
    fn check(bytes: impl AsRef<[u8]>, to: Format, expected: &str) {
        let bytes = bytes.as_ref();
        let format = Format::of_content(bytes).expect("the content has a format");
        let written = format.read(bytes).and_then(|document| to.write(&document));
        let found = written.map_or_else(|error| error.to_string(), |bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(found, expected);
    }

    #[test]
    fn layouts_go_from_format_to_format() {
        check([4, 2, 0, 2, 3, 1, 0, 0], Format::Layout, "4x2/2\n*...\n...*\n");
        check([4, 2, 0, 2, 3, 1, 0, 0], Format::Ptta, "b=42&m=g4\n");
        check("b=42&m=g4", Format::Layout, "4x2/2\n*...\n...*\n");
        check("https://example.org/#/zini?m=G4&b=42#x", Format::Layout, "4x2/2\n*...\n...*\n");
        check("12x1/1:zero .......... .*", Format::Ptta, "b=1201&m=008\n");
        let beginner = format!("b=1&m={}g", "0".repeat(16));
        check(&beginner, Format::Layout, &format!("9x9/1\n{}........*\n", ".........\n".repeat(8)));
    }

    #[test]
    fn views_go_from_format_to_format() {
        check("3x2/1:any 1F./*0.", Format::Mine, "3x2x1\n1FH\n?0H\n");
        check("3x2x1\r\n1FH\r\nM0H\r\n", Format::View, "3x2/1\n1F.\n*0.\n");
    }

    #[test]
    fn our_notation_is_a_layout_if_it_has_all_its_mines_and_a_view_else() {
        let format = |text: &str| Format::of_content(text.as_bytes()).map(Format::name);
        assert_eq!(format("3x1/1 .*."), Some("layout"));
        assert_eq!(format("3x1/2 .*."), Some("view"));
        assert_eq!(format("3x1/0 ..."), Some("view"));
        assert_eq!(format("beginner 1"), Some("view"));
        assert_eq!(format("hello"), None);
        assert_eq!(format(""), None);
    }

    #[test]
    fn names_and_extensions_select_formats() {
        assert_eq!(Format::of_name("a.b/Some.ABF"), Some(Format::Mbf));
        assert_eq!(Format::of_name("x.mine"), Some(Format::Mine));
        assert_eq!(Format::of_name("mine"), None);
        assert_eq!("abf".parse(), Ok(Format::Mbf));
        let error = "png".parse::<Format>().unwrap_err().to_string();
        assert_eq!(error, "expected one of the formats `layout`, `view`, `mine`, `mbf`, `ptta`, found `png`");
    }

    #[test]
    fn what_a_format_cannot_hold_gets_a_sentence() {
        check("3x1/1 1..", Format::Mbf, "the format `mbf` holds layouts, but this is a view");
        check("3x1/1 .*.", Format::Mine, "the format `mine` holds views, but this is a layout");
        check(
            "3x1/1@hex .*.",
            Format::Ptta,
            "the format `ptta` holds square grids only, but this is a `hex`",
        );
        check(
            format!("256x1/1 *{}", ".".repeat(255)),
            Format::Mbf,
            "the format `mbf` holds sides up to 255 and at most 65535 mines, but this is 256x1/1",
        );
    }

    #[track_caller]
    fn check_damage(format: Format, bytes: impl AsRef<[u8]>, expected: &str) {
        let error = format.read(bytes.as_ref()).expect_err("it is damaged");
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn damage_gets_a_sentence_that_says_where() {
        let mbf = Format::Mbf;
        check_damage(mbf, [3, 2, 0], "expected a header of 4 bytes, but the file ends at byte 3");
        let length = "expected 8 bytes, as bytes 2 and 3 say 2 mines, but found 7";
        check_damage(mbf, [3, 2, 0, 2, 0, 0, 1], length);
        check_damage(mbf, [3, 2, 0, 1, 3, 1], "byte 4: the mine at 1,3 lies beyond the grid");
        check_damage(mbf, [3, 2, 0, 2, 1, 1, 1, 1], "byte 6: the mine at 1,1 was there before");
        check_damage(mbf, [0, 2, 0, 0], "a grid needs at least one row and one column");
        let ptta = Format::Ptta;
        check_damage(ptta, "b=32", "expected a link with `b=…&m=…`, but it has no `m=`");
        check_damage(ptta, "b=32&m=4", "expected 2 letters behind `m=`, found 1");
        check_damage(ptta, "b=32&m=4w", "letter 1 behind `m=`: expected one of 0-9 and a-v, found `w`");
        check_damage(ptta, "b=32&m=41", "the last letter behind `m=` has a mine beyond the last cell");
        let size =
            "expected `1`, `2`, `3`, or width and height with as many digits each behind `b=`, found `321`";
        check_damage(ptta, "b=321&m=4", size);
        check_damage(ptta, "b=9999999999&m=4", "a grid has at most 4000000 cells");
        check_damage(Format::Mine, "3x2/1 ...", "line 1: expected a header like `9x9x10`, found `3x2/1`");
        check_damage(Format::Mine, "3x2x1\nHHH", "expected 2 rows, found 1");
        check_damage(Format::View, b"3x2/1\n\xff", "byte 6 is not text in UTF-8");
        check_damage(Format::Layout, "2x1/1 ..", "the rules say 1 mine, the layout has 0");
    }
}
