//! Models that players play by, given by name: a small program may load them late, or never.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// What a learner made and a player plays by, read from text.
pub trait Model: FromStr<Err: fmt::Display> + Send + Sync + 'static {
    /// A fingerprint of what was learned: other models have another.
    fn id(&self) -> String;
}

/// A model of some kind, read from its text.
#[derive(Clone)]
pub struct ParsedModel {
    model: Arc<dyn Any + Send + Sync>,
    id: fn(&(dyn Any + Send + Sync)) -> Option<String>,
}

impl ParsedModel {
    /// Reads a model.
    ///
    /// # Errors
    /// When the text is no such model: what is wrong with it, on one line.
    pub(super) fn read<M: Model>(text: &str) -> Result<ParsedModel, String> {
        let model: M = text.parse().map_err(|error: M::Err| error.to_string())?;
        Ok(ParsedModel { model: Arc::new(model), id: |model| Some(model.downcast_ref::<M>()?.id()) })
    }

    /// The fingerprint of the model.
    pub(super) fn id(&self) -> Option<String> {
        (self.id)(&*self.model)
    }

    /// The model, if it is of this kind.
    pub(super) fn get<M: Model>(&self) -> Option<Arc<M>> {
        Arc::clone(&self.model).downcast().ok()
    }
}

/// Models by the names of their files, such as `cnn.network`. Each is read when a player first asks for it.
#[derive(Clone, Default)]
pub struct Models(BTreeMap<Cow<'static, str>, Arc<Given>>);

struct Given {
    text: Cow<'static, str>,
    parsed: OnceLock<Result<ParsedModel, String>>,
}

impl Models {
    /// Adds the text of a model, or replaces it.
    pub fn give(&mut self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) {
        let given = Given { text: text.into(), parsed: OnceLock::new() };
        self.0.insert(name.into(), Arc::new(given));
    }

    /// The model of this name.
    ///
    /// # Errors
    /// When it was not given or is damaged: a sentence.
    pub(super) fn get<M: Model>(&self, name: &str) -> Result<ParsedModel, String> {
        let given = self.0.get(name).ok_or_else(|| format!("the model `{name}` is not loaded"))?;
        let parsed = given.parsed.get_or_init(|| ParsedModel::read::<M>(&given.text));
        parsed.clone().map_err(|wrong| format!("the model `{name}` is damaged: {wrong}"))
    }
}
