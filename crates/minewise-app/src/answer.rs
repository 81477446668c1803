//! Answers, written out.

use minewise_coach::Problem;
use serde::Serialize;

/// What is answered to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether something new was made.
    pub is_new: bool,
    /// What is said.
    pub content: Content,
}

/// What is said in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// JSON.
    Json(String),
    /// The last of several events: its kind, and JSON.
    Event(&'static str, String),
    /// Plain text.
    Text(String),
}

impl Answer {
    /// An answer as JSON.
    pub(crate) fn json(said: &impl Serialize) -> Result<Answer, Problem> {
        Ok(Answer { is_new: false, content: Content::Json(written(said)?) })
    }

    /// An answer that tells of something new.
    pub(crate) fn new(said: &impl Serialize) -> Result<Answer, Problem> {
        Ok(Answer { is_new: true, ..Answer::json(said)? })
    }

    /// An answer that ends a stream of events.
    pub(crate) fn event(kind: &'static str, said: &impl Serialize) -> Result<Answer, Problem> {
        Ok(Answer { is_new: false, content: Content::Event(kind, written(said)?) })
    }

    /// An answer as plain text.
    pub(crate) fn text(text: String) -> Answer {
        Answer { is_new: false, content: Content::Text(text) }
    }
}

pub(crate) fn written(said: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(said).map_err(Problem::failed)
}
