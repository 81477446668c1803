//! Refuses requests from strangers and from the pages of other sites, and restricts what our own pages may do.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::access::Access;
use crate::http::answer::Failure;

/// The content security policy: a page may load only from this server, use inline styles, and not be framed.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Adds the headers that restrict what an answer may do in a browser. Every answer has them.
pub(crate) async fn restrict(mut response: Response) -> Response {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Passes a request on if it is addressed to this server, does not come from the page of another site, and has the
/// token if one is asked for.
pub(crate) async fn guard(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    if let Some(sentence) = refusal(&access, method, uri, headers) {
        return Failure::new(StatusCode::FORBIDDEN, sentence).into_response();
    }
    // The token leaves the address bar at once: addresses are copied, and stay in the history.
    if let Some(cookie) = uri.query().filter(|_| uri.path() == "/").and_then(|query| access.cookie(query)) {
        let headers = [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)];
        return (StatusCode::SEE_OTHER, headers).into_response();
    }
    if !access.is_allowed(headers) {
        let sentence = "this server needs a token: open the link that it printed when it started, or send the \
                        token in a header `Authorization: Bearer TOKEN`";
        let refused = Failure::new(StatusCode::UNAUTHORIZED, sentence);
        return ([(header::WWW_AUTHENTICATE, "Bearer")], refused).into_response();
    }
    next.run(request).await
}

fn refusal(access: &Access, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let Some(host) = hosts.next() else { return Some("the request has no Host header") };
    let host = host.to_str().ok().filter(|host| hosts.next().is_none() && access.is_host(host));
    let Some(host) = host else { return Some("the request is addressed to another host") };
    let is_foreign =
        has_other_origin(headers, host) || (is_from_other_site(headers) && !is_link(method, uri, headers));
    is_foreign.then_some("the request comes from a page of another site")
}

/// Whether the request has an `Origin` header that is not ours. One that cannot be read, such as `null`, is not ours.
fn has_other_origin(headers: &HeaderMap, host: &str) -> bool {
    let is_ours = |origin: &HeaderValue| {
        let (scheme, from) = origin.to_str().ok()?.split_once("://")?;
        (["http", "https"].contains(&scheme) && from == host).then_some(())
    };
    headers.get_all(header::ORIGIN).iter().any(|origin| is_ours(origin).is_none())
}

/// Whether a browser says that the request was caused by another site, or by another server on this machine.
///
/// `<iframe>`, `<img>` and the like send no `Origin` header, but browsers send this one. Other programs do not send it.
fn is_from_other_site(headers: &HeaderMap) -> bool {
    let is_ours = |site: &HeaderValue| site == "same-origin" || site == "none";
    headers.get_all("sec-fetch-site").iter().any(|site| !is_ours(site))
}

/// Whether the request follows a link to a page, which may stand on any site. The paths of the API are no pages.
fn is_link(method: &Method, uri: &Uri, headers: &HeaderMap) -> bool {
    let path = uri.path();
    let is_only =
        |name: HeaderName, expected: &str| headers.get_all(name).iter().all(|value| value == expected);
    matches!(*method, Method::GET | Method::HEAD)
        && path != "/api"
        && !path.starts_with("/api/")
        && headers.contains_key("sec-fetch-mode")
        && is_only(HeaderName::from_static("sec-fetch-mode"), "navigate")
        // A frame navigates too.
        && is_only(HeaderName::from_static("sec-fetch-dest"), "document")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::access::TokenUse;

    const FOREIGN: Option<&str> = Some("the request comes from a page of another site");
    const MISADDRESSED: Option<&str> = Some("the request is addressed to another host");

    /// Checks a request that is written like `GET /api`, with headers like `origin: null`.
    #[track_caller]
    fn check(line: &str, headers: &[&str], expected: Option<&str>) {
        let access = Access::new("127.0.0.1:6463".parse().unwrap(), &[], TokenUse::Required).unwrap();
        let (method, path) = line.split_once(' ').unwrap();
        let pair = |header: &&str| {
            let (name, value) = header.split_once(": ").unwrap();
            (name.parse::<HeaderName>().unwrap(), HeaderValue::from_bytes(value.as_bytes()).unwrap())
        };
        let mut all = HeaderMap::new();
        for (name, value) in headers.iter().map(pair) {
            all.append(name, value);
        }
        let found = refusal(&access, &method.parse().unwrap(), &path.parse().unwrap(), &all);
        assert_eq!(found, expected, "{line} {headers:?}");
    }

    /// The same, addressed to the server.
    #[track_caller]
    fn check_sent_here(line: &str, headers: &[&str], expected: Option<&str>) {
        check(line, &[&["host: localhost:6463"], headers].concat(), expected);
    }

    #[test]
    fn requests_addressed_elsewhere_are_refused() {
        check("GET /", &["host: 127.0.0.1:6463"], None);
        check("GET /", &["host: [::1]:6463"], None);
        check("GET /", &["host: evil.example:6463"], MISADDRESSED);
        check("GET /", &["host: localhost:6463", "host: evil.example"], MISADDRESSED);
        check("GET /", &["host: löcalhost:6463"], MISADDRESSED);
        check("GET /", &[], Some("the request has no Host header"));
    }

    #[test]
    fn other_origins_are_refused_for_every_method() {
        for line in
            ["GET /api/games", "POST /api/games", "DELETE /api/games/a", "OPTIONS /api/games", "GET /"]
        {
            check_sent_here(line, &[], None);
            check_sent_here(line, &["origin: http://localhost:6463"], None);
            check_sent_here(line, &["origin: https://localhost:6463"], None);
            for origin in
                ["http://evil.example", "null", "", "ö", "ftp://localhost:6463", "http://localhost:80"]
            {
                check_sent_here(line, &[&format!("origin: {origin}")], FOREIGN);
            }
            check_sent_here(line, &["origin: http://localhost:6463", "origin: http://evil.example"], FOREIGN);
        }
    }

    #[test]
    fn other_sites_may_only_link_to_pages() {
        for site in ["cross-site", "same-site", "ö", "new-in-2040"] {
            let site = format!("sec-fetch-site: {site}");
            let link = ["sec-fetch-mode: navigate", "sec-fetch-dest: document", &site];
            let frame = ["sec-fetch-mode: navigate", "sec-fetch-dest: iframe", &site];
            for path in ["/", "/play", "/reports/a"] {
                check_sent_here(&format!("GET {path}"), &link, None);
                check_sent_here(&format!("GET {path}"), &[&site], FOREIGN);
                check_sent_here(&format!("GET {path}"), &frame, FOREIGN);
                check_sent_here(&format!("POST {path}"), &link, FOREIGN);
            }
            for path in ["/api", "/api/watch", "/api/experiments/a/report"] {
                check_sent_here(&format!("GET {path}"), &link, FOREIGN);
            }
        }
        for site in ["same-origin", "none"] {
            let site = format!("sec-fetch-site: {site}");
            check_sent_here("GET /api/watch", &[&site, "sec-fetch-mode: cors"], None);
            check_sent_here("POST /api/games", &[&site], None);
        }
    }
}
