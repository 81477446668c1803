//! The kinds of experiments, and what each records.

pub(crate) mod ablation;
pub(crate) mod compare;
pub(crate) mod gain;
pub(crate) mod learners;
pub(crate) mod optima;
pub(crate) mod oracle;
pub(crate) mod run;
pub(crate) mod score;
pub(crate) mod survey;
