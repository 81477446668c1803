//! The committed studies of `record/`, embedded in the program.

use std::io::Read;

use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

/// The files of each study, as the build script has compressed them.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/record"]
struct Packed;

/// Returns a file of a committed study; `None` if there is no such study or it has no such file.
pub(crate) fn read(study: &str, file: &str) -> Option<Vec<u8>> {
    let packed = Packed::get(&format!("{study}/{file}.gz"))?;
    let mut bytes = Vec::new();
    GzDecoder::new(&*packed.data).read_to_end(&mut bytes).expect("the build script has compressed it");
    Some(bytes)
}

/// Returns this file of every committed study that has one, each with the name of its study.
pub(crate) fn all(file: &str) -> impl Iterator<Item = (String, Vec<u8>)> {
    Packed::iter().filter_map(move |path| {
        let (study, name) = path.split_once('/')?;
        let is_it = name.strip_suffix(".gz") == Some(file);
        is_it.then(|| Some((study.to_owned(), read(study, file)?))).flatten()
    })
}

/// Returns the `timings.jsonl` of every committed study that has one.
pub fn committed_timings() -> impl Iterator<Item = Vec<u8>> {
    all("timings.jsonl").map(|(_, content)| content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_embedded_file_is_that_of_the_record() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../record");
        let mut n_files = 0;
        for file in
            ["study.json", "manifest.toml", "records.jsonl", "timings.jsonl", "report.md", "report.json"]
        {
            for (study, content) in all(file) {
                assert!(content == std::fs::read(folder.join(&study).join(file)).unwrap(), "{study}/{file}");
                n_files += 1;
            }
        }
        assert!(n_files > 100, "{n_files}");
        assert_eq!(Packed::iter().count(), n_files);
        assert_eq!(read("2026-11-16-classic", "nothing"), None);
    }
}
