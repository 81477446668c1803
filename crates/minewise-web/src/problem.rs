//! What went wrong, as an answer: a status, and a sentence that says what to do.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use minewise::{CensusError, Grid};
use serde::de::DeserializeOwned;

use crate::wire;

/// Why a request cannot be answered.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    said: wire::Problem,
}

impl Problem {
    #[expect(clippy::needless_pass_by_value, reason = "stands in `map_err` by its name")]
    pub(crate) fn new(status: StatusCode, error: impl ToString) -> Problem {
        Problem { status, said: wire::Problem { error: error.to_string(), clash: None } }
    }

    /// The request makes no sense.
    pub(crate) fn bad_input(error: impl ToString) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, error)
    }

    /// There is no such thing.
    pub(crate) fn not_found(what: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, format!("there is no such {what}"))
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(error: impl ToString) -> Problem {
        Problem::new(StatusCode::CONFLICT, error)
    }

    /// It makes sense, but has no answer.
    pub(crate) fn no_answer(error: impl ToString) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// There is too much to do.
    pub(crate) fn busy(error: impl ToString) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// Something failed that is no fault of the request.
    pub(crate) fn failed(error: impl ToString) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// There is no census of a view.
    pub(crate) fn of_census(grid: &Grid, error: &CensusError) -> Problem {
        let mut problem = Problem::no_answer(error);
        if let CensusError::Clash(clash) = error {
            let numbers = minewise_coach::pairs(grid, clash.numbers.iter().copied());
            problem.said.clash = Some(wire::Clash { numbers, mine_count: clash.mine_count });
        }
        problem
    }

    /// What is said.
    pub(crate) fn into_said(self) -> wire::Problem {
        self.said
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.said)).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let said = rejection.body_text();
        // What is wrong stands behind where it was found.
        let wrong = said.split_once("into the target type: ").map_or(said.as_str(), |(_, wrong)| wrong);
        Problem::new(rejection.status(), format!("the request makes no sense: {wrong}"))
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

/// The JSON body of a request.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Asked<T>, Problem> {
        let Json(asked) = Json::from_request(request, state).await?;
        Ok(Asked(asked))
    }
}

/// Parts of the path of a request.
pub(crate) struct Named<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Problem> {
        let Path(named) = Path::from_request_parts(parts, state).await?;
        Ok(Named(named))
    }
}

/// The query of a request.
pub(crate) struct Queried<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Queried<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Queried<T>, Problem> {
        let Query(queried) = Query::from_request_parts(parts, state).await?;
        Ok(Queried(queried))
    }
}
