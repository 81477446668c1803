//! Answers, already serialised.

use minewise_coach::Problem;
use serde::Serialize;

/// The answer to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether something new was created.
    pub is_new: bool,
    /// The content of the answer.
    pub content: Content,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// JSON.
    Json(String),
    /// The last of several events: its kind, and its JSON.
    Event(&'static str, String),
    /// Plain text.
    Text(String),
}

impl Answer {
    /// Creates an answer with JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Answer, Problem> {
        Ok(Answer { is_new: false, content: Content::Json(to_json(value)?) })
    }

    /// Creates an answer about something new.
    pub(crate) fn new(value: &impl Serialize) -> Result<Answer, Problem> {
        Ok(Answer { is_new: true, ..Answer::json(value)? })
    }

    /// Creates an answer that ends a stream of events.
    pub(crate) fn event(kind: &'static str, value: &impl Serialize) -> Result<Answer, Problem> {
        Ok(Answer { is_new: false, content: Content::Event(kind, to_json(value)?) })
    }

    /// Creates an answer with plain text.
    pub(crate) fn text(text: String) -> Answer {
        Answer { is_new: false, content: Content::Text(text) }
    }
}

pub(crate) fn to_json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(Problem::failed)
}
