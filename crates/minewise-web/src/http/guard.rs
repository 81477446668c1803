//! Refuses requests from the pages of other sites, which a browser would send to this server too.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::answer::Failure;

/// Passes a request on if it is addressed to this server and, if it changes anything, comes from the server's own page.
///
/// The host name of another site can be made to point to this machine (DNS rebinding), so on a loopback address only
/// our own host names are accepted.
pub(crate) async fn guard(State(addr): State<SocketAddr>, request: Request, next: Next) -> Response {
    match refusal(addr, request.method(), request.headers()) {
        Some(sentence) => Failure::new(StatusCode::FORBIDDEN, sentence).into_response(),
        None => next.run(request).await,
    }
}

fn refusal(addr: SocketAddr, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(header::HOST) else { return Some("the request has no Host header") };
    let port = addr.port();
    let is_ours = ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
        host.strip_prefix(name)
            .is_some_and(|rest| rest == format!(":{port}") || (rest.is_empty() && port == 80))
    });
    if addr.ip().is_loopback() && !is_ours && host != addr.to_string() {
        return Some("the request is addressed to another host");
    }
    let is_harmless = matches!(*method, Method::GET | Method::HEAD);
    let is_foreign = text(header::ORIGIN)
        .is_some_and(|origin| origin.split_once("://").is_none_or(|(_, from)| from != host));
    if is_foreign && !is_harmless {
        return Some("the request comes from a page of another site");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(method: &Method, headers: &[(header::HeaderName, &str)], expected: Option<&str>) {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        assert_eq!(refusal("127.0.0.1:6463".parse().unwrap(), method, &headers), expected);
    }

    #[test]
    fn requests_from_other_sites_are_refused() {
        check(&Method::GET, &[(header::HOST, "127.0.0.1:6463")], None);
        check(&Method::GET, &[(header::HOST, "localhost:6463")], None);
        check(&Method::GET, &[(header::HOST, "[::1]:6463")], None);
        check(
            &Method::GET,
            &[(header::HOST, "evil.example:6463")],
            Some("the request is addressed to another host"),
        );
        check(
            &Method::GET,
            &[(header::HOST, "127.0.0.1:80")],
            Some("the request is addressed to another host"),
        );
        check(&Method::GET, &[], Some("the request has no Host header"));
        let from = |origin| [(header::HOST, "localhost:6463"), (header::ORIGIN, origin)];
        check(&Method::POST, &from("http://localhost:6463"), None);
        let foreign = Some("the request comes from a page of another site");
        check(&Method::POST, &from("http://evil.example"), foreign);
        check(&Method::DELETE, &from("null"), foreign);
        check(&Method::GET, &from("http://evil.example"), None);
    }
}
