//! Serves the page that is embedded in the program.

use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use minewise_app::Problem;
use rust_embed::RustEmbed;

use crate::http::answer::Failure;

/// The output of `npm run build` in `web/`; empty if the program was built without it.
#[derive(RustEmbed)]
#[folder = "web/dist"]
#[allow_missing = true]
struct PageFiles;

/// Whether the page is embedded in the program.
pub(crate) fn is_built() -> bool {
    PageFiles::get("index.html").is_some()
}

/// Serves a file of the page. Any other path gets `index.html`, where the app shows the page for the address.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return not_found("path of the API; GET /api/openapi.json lists them");
    }
    if let Some(file) = PageFiles::get(path).filter(|_| !path.is_empty()) {
        let kind = file.metadata.mimetype().to_owned();
        // The names of assets contain a hash of their content, so they never change.
        let caching =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return document(file.data.into_owned(), &kind, caching);
    }
    match PageFiles::get("index.html") {
        Some(index) if !path.contains('.') => document(index.data.into_owned(), "text/html", "no-cache"),
        _ => not_found("file"),
    }
}

fn not_found(what: &str) -> Response {
    Failure::from(Problem::not_found(what)).into_response()
}

/// Creates a response with a document.
pub(crate) fn document(content: impl IntoResponse, kind: &str, caching: &'static str) -> Response {
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, caching.to_owned())];
    (headers, content).into_response()
}
