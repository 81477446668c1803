//! Records: how they are written to a folder and read again.

pub(crate) mod existing;
pub(crate) mod export;
#[cfg(feature = "host")]
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod index;
pub mod journal;
#[cfg(feature = "host")]
pub(crate) mod machine;
pub(crate) mod source;
pub(crate) mod text_file;
