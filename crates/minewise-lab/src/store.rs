//! Records: how they are written and read, and what they add up to.

#[cfg(feature = "host")]
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod index;
pub mod journal;
pub(crate) mod kept;
#[cfg(feature = "host")]
pub(crate) mod machine;
pub(crate) mod source;
pub(crate) mod text_file;
