//! Records in files: how they are written, read, and added up.

pub(crate) mod files;
pub mod journal;
pub(crate) mod machine;
pub(crate) mod results;
pub(crate) mod scan;
pub(crate) mod text_file;
