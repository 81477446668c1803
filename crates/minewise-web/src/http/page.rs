//! Serves the page that is embedded in the program.

use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use minewise_app::Problem;
use rust_embed::RustEmbed;

use crate::http::answer::Failure;

/// The output of `npm run build` in `web/`; empty if the program was built without it.
#[derive(RustEmbed)]
#[folder = "web/dist"]
#[allow_missing = true]
struct PageFiles;

/// The content security policy: a page may load only from this server, and use inline styles.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

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

/// Creates a response with a document, with the headers that restrict what it may do.
pub(crate) fn document(content: impl IntoResponse, kind: &str, caching: &'static str) -> Response {
    let mut response = content.into_response();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(&kind) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
