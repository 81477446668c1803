//! Answers and problems of the app as HTTP responses.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use minewise_app::{Answer, Content, Fault, Problem};

use crate::http::page::document;

/// A problem as a response: a status, and a sentence that says what is wrong.
pub(crate) struct Failure {
    status: StatusCode,
    pub(crate) problem: Problem,
}

impl Failure {
    /// Creates a failure with a status that no problem of the app has.
    pub(crate) fn new(status: StatusCode, sentence: impl ToString) -> Failure {
        Failure { status, ..Problem::bad_input(sentence).into() }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        let status = match problem.fault {
            Fault::BadInput => StatusCode::BAD_REQUEST,
            Fault::NotFound => StatusCode::NOT_FOUND,
            Fault::Conflict => StatusCode::CONFLICT,
            Fault::NoAnswer => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure { status, problem }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.problem)).into_response()
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Failure {
        let text = rejection.body_text();
        // The useful part of axum's text follows this phrase.
        let wrong = text.split_once("into the target type: ").map_or(text.as_str(), |(_, wrong)| wrong);
        Failure::new(rejection.status(), format!("the request is malformed: {wrong}"))
    }
}

/// For the other parts of a request, axum's own texts are clear enough.
macro_rules! rejected {
    ($($rejection:ty),*) => {$(
        impl From<$rejection> for Failure {
            fn from(rejection: $rejection) -> Failure {
                Failure::new(rejection.status(), rejection.body_text())
            }
        }
    )*};
}
rejected!(BytesRejection, PathRejection, QueryRejection);

/// Turns an answer of the app into a response.
pub(crate) fn response(answer: Answer) -> Response {
    let status = if answer.is_new { StatusCode::CREATED } else { StatusCode::OK };
    match answer.content {
        Content::Json(json) | Content::Event(_, json) => {
            (status, [(header::CONTENT_TYPE, "application/json")], json).into_response()
        }
        Content::Text(text) => document(text, "text/plain", "no-cache"),
    }
}
