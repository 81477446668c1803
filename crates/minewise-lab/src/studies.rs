//! The kinds of experiments, and what each records.

pub(crate) mod ablation;
#[cfg(feature = "host")]
pub(crate) mod compare;
#[cfg(feature = "host")]
pub(crate) mod gain;
pub(crate) mod learners;
pub(crate) mod optima;
#[cfg(feature = "host")]
pub(crate) mod oracle;
#[cfg(feature = "host")]
pub(crate) mod run;
pub(crate) mod score;
pub(crate) mod survey;
