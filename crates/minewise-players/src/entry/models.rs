//! Learned models by name.
//!
//! Models are not part of this crate, so a small program may load them later or never.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// A learned model that a player plays by, parsed from text.
pub trait Model: FromStr<Err: fmt::Display> + Send + Sync + 'static {
    /// A fingerprint of what was learned, different for different models.
    fn id(&self) -> String;
}

/// A parsed model of any kind.
#[derive(Clone)]
pub struct ParsedModel {
    model: Arc<dyn Any + Send + Sync>,
    id: fn(&(dyn Any + Send + Sync)) -> Option<String>,
}

impl ParsedModel {
    /// Parses a model of the kind `M`.
    ///
    /// # Errors
    /// What is wrong with the text, on one line.
    pub(super) fn read<M: Model>(text: &str) -> Result<ParsedModel, String> {
        let model: M = text.parse().map_err(|error: M::Err| error.to_string())?;
        Ok(ParsedModel { model: Arc::new(model), id: |model| Some(model.downcast_ref::<M>()?.id()) })
    }

    /// The fingerprint of the model.
    pub(super) fn id(&self) -> Option<String> {
        (self.id)(&*self.model)
    }

    /// The model, if it is of the kind `M`.
    pub(super) fn get<M: Model>(&self) -> Option<Arc<M>> {
        Arc::clone(&self.model).downcast().ok()
    }
}

/// Models by the names of their files, such as `cnn.network`. Each is parsed when a player first needs it.
#[derive(Clone, Default)]
pub struct Models(BTreeMap<Cow<'static, str>, Arc<ModelText>>);

/// The text of a model, and the parsed model once it was needed.
struct ModelText {
    text: Cow<'static, str>,
    parsed: OnceLock<Result<ParsedModel, String>>,
}

impl Models {
    /// Adds the text of a model, or replaces it.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) {
        let model = ModelText { text: text.into(), parsed: OnceLock::new() };
        self.0.insert(name.into(), Arc::new(model));
    }

    /// Returns the model of this name.
    ///
    /// # Errors
    /// A sentence that says that the model was not added or is damaged.
    pub(super) fn get<M: Model>(&self, name: &str) -> Result<ParsedModel, String> {
        let model = self.0.get(name).ok_or_else(|| format!("the model `{name}` is not loaded"))?;
        let parsed = model.parsed.get_or_init(|| ParsedModel::read::<M>(&model.text));
        parsed.clone().map_err(|wrong| format!("the model `{name}` is damaged: {wrong}"))
    }
}
