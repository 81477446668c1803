//! Packs the committed records for embedding, and makes cargo rebuild the crate when they or the page have changed.
//!
//! The records are long tables of numbers: as they are, they would be half of the program. Each file is compressed by itself,
//! so that one can be read without the others.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The files of a study that are embedded: its data, and its report in short.
const FILES: [&str; 6] =
    ["study.json", "manifest.toml", "records.jsonl", "timings.jsonl", "report.md", "report.json"];

fn main() -> io::Result<()> {
    for folder in ["web/dist", "../../record"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    let out = std::env::var_os("OUT_DIR").expect("cargo sets it for build scripts");
    let packed = Path::new(&out).join("record");
    if packed.exists() {
        // Of a study that was renamed since the last build, nothing must be left.
        fs::remove_dir_all(&packed)?;
    }
    for entry in fs::read_dir("../../record")? {
        let study = entry?.path();
        let Some(name) = study.file_name().filter(|_| study.is_dir()) else { continue };
        let folder = packed.join(name);
        fs::create_dir_all(&folder)?;
        for file in FILES.iter().filter(|file| study.join(file).exists()) {
            pack(&study.join(file), &folder.join(format!("{file}.gz")))?;
        }
    }
    Ok(())
}

fn pack(from: &Path, to: &Path) -> io::Result<()> {
    let mut packer = GzEncoder::new(File::create(to)?, Compression::default());
    io::copy(&mut File::open(from)?, &mut packer)?;
    packer.finish()?;
    Ok(())
}
