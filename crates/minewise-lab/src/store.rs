//! Records: how they are written and read, and what they add up to.

#[cfg(feature = "host")]
pub(crate) mod files;
pub mod journal;
#[cfg(feature = "host")]
pub(crate) mod machine;
pub(crate) mod results;
pub(crate) mod scan;
pub(crate) mod source;
pub(crate) mod text_file;

/// The text of the experiment in the folder of a run.
pub(crate) const MANIFEST: &str = "manifest.toml";
/// What came of its games, a line for each chunk.
pub(crate) const RECORDS: &str = "records.jsonl";
/// How long they took, a line for each chunk.
pub(crate) const TIMINGS: &str = "timings.jsonl";
