//! The page, as it was built into the program.

use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use minewise_app::Problem;
use rust_embed::RustEmbed;

use crate::http::answer::Failure;

/// What `npm run build` makes of `web/`; empty if the program was built without it.
#[derive(RustEmbed)]
#[folder = "web/dist"]
#[allow_missing = true]
struct Built;

/// What a page may do: load from here, and style itself.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/// Whether the page was built into the program.
pub(crate) fn is_built() -> bool {
    Built::get("index.html").is_some()
}

/// A file of the page. Any other path is a page of the app, which finds its own way from the address.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return not_found("path of the API; GET /api/openapi.json lists them");
    }
    if let Some(file) = Built::get(path).filter(|_| !path.is_empty()) {
        let kind = file.metadata.mimetype().to_owned();
        // The names of assets change with what is in them.
        let keep =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return sent(file.data.into_owned(), &kind, keep);
    }
    match Built::get("index.html") {
        Some(index) if !path.contains('.') => sent(index.data.into_owned(), "text/html", "no-cache"),
        _ => not_found("file"),
    }
}

fn not_found(what: &str) -> Response {
    Failure::from(Problem::not_found(what)).into_response()
}

/// A document, safe to show.
pub(crate) fn sent(content: impl IntoResponse, kind: &str, keep: &'static str) -> Response {
    let mut response = content.into_response();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(&kind) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CACHE_CONTROL, keep),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
