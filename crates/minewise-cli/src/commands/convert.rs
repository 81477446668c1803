//! `minewise convert`: converts a layout or a view from one format to another.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise::board::Format;
use minewise_coach::Problem;

use crate::io::input;

/// Converts a layout or a view from one format to another.
#[derive(clap::Args)]
#[command(after_help = formats())]
pub(crate) struct Args {
    /// The file to convert, or the text itself [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The format of the file [default: detected from its content, else from its name]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format to write [default: Minewise notation]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
}

/// Lists every format with its file name extensions.
fn formats() -> String {
    let format = |format: Format| format!("{format} (.{})", format.endings().join(", ."));
    format!(
        "Examples:\n  minewise convert '4x3/2 *.../..*./....' --to ptta\n  minewise convert board.mbf\n\n\
         Formats: {}. `layout` and `view` are Minewise notation (docs/notation.md).",
        Format::ALL.map(format).join(", ")
    )
}

/// Converts the input.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let bytes = input::read_raw(args.file.as_deref())?;
    let from = args.from.or_else(|| detect(&bytes, args.file.as_deref())).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join("`, `");
        Problem::bad_input(format!("the format is not recognised; name it with --from: `{names}`"))
    })?;
    let document = from
        .read(&bytes)
        .map_err(|error| Problem::bad_input(error).of(format_args!("reading as `{from}`")))?;
    let to = args.to.unwrap_or(document.notation());
    Ok(out.write_all(&to.write(&document).map_err(Problem::bad_input)?)?)
}

/// Detects the format from the content, or from the file name if the content is too damaged.
fn detect(bytes: &[u8], path: Option<&Path>) -> Option<Format> {
    let by_name = || Format::of_name(path?.file_name()?.to_str()?);
    Format::of_content(bytes).or_else(by_name)
}
