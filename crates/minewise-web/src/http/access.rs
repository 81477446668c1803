//! Who may use the server: the host names that it answers to, and the token that it asks for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};

/// The number of random bytes in a token.
const N_TOKEN_BYTES: usize = 24;

/// Whether a server that other machines can reach asks for a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// It asks for a random token, which only its link contains.
    Required,
    /// It answers whoever can reach it.
    Off,
}

/// Who may use the server.
#[derive(Debug)]
pub(crate) struct Access {
    addr: SocketAddr,
    hosts: Vec<String>,
    token: Option<String>,
}

impl Access {
    /// Creates the access to a server at this address, which is also known by the host names `hosts`.
    ///
    /// A token is drawn if other machines can reach the server: at an address that is not a loopback address, or under
    /// a host name, because a name for a loopback address means that a proxy passes requests on.
    ///
    /// # Errors
    /// A sentence, if no token can be drawn.
    pub(crate) fn new(addr: SocketAddr, hosts: &[String], token_use: TokenUse) -> Result<Access, String> {
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        let mut access = Access { addr, hosts, token: None };
        if !access.is_private() && token_use == TokenUse::Required {
            let mut bytes = [0; N_TOKEN_BYTES];
            // A token that can be guessed is worse than no server.
            getrandom::fill(&mut bytes).map_err(|error| {
                format!("cannot draw a token: {error}; `--no-token` starts the server without one")
            })?;
            access.token = Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
        }
        Ok(access)
    }

    /// The address that the server listens on.
    pub(crate) fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Whether only this machine can reach the server.
    pub(crate) fn is_private(&self) -> bool {
        self.addr.ip().to_canonical().is_loopback() && self.hosts.is_empty()
    }

    /// Whether the server asks for a token.
    pub(crate) fn asks_for_token(&self) -> bool {
        self.token.is_some()
    }

    /// The link to the page, which contains the token if there is one.
    pub(crate) fn link(&self) -> String {
        let port = self.addr.port();
        let here = match self.addr.ip() {
            // These mean every address of this machine. They are not addresses that one can open.
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port),
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) => SocketAddr::new(Ipv6Addr::LOCALHOST.into(), port),
            _ => self.addr,
        };
        let host = self.hosts.first().map_or_else(|| here.to_string(), |host| format!("{host}:{port}"));
        self.token
            .as_ref()
            .map_or_else(|| format!("http://{host}"), |token| format!("http://{host}/?token={token}"))
    }

    /// Whether a `Host` header names this server.
    ///
    /// The host name of another site can be made to point to this machine (DNS rebinding). Its page could then read
    /// from the server as if it were the server's own. So a name must be one that the server knows. An address in
    /// digits cannot be made to point elsewhere.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        if self.is_private() {
            let port = self.addr.port();
            let is_ours = ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
                host.strip_prefix(name)
                    .is_some_and(|rest| rest == format!(":{port}") || (rest.is_empty() && port == 80))
            });
            return is_ours || host == self.addr.to_string();
        }
        // The port may be another one than ours: a proxy or a container may pass requests on.
        let Some(name) = host.parse::<Authority>().ok().filter(|_| !host.contains('@')) else { return false };
        let name = name.host().to_ascii_lowercase();
        let digits = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match digits {
            Ok(ip) => ip.is_loopback() || self.addr.ip().is_unspecified() || ip == self.addr.ip(),
            Err(_) => name == "localhost" || self.hosts.contains(&name),
        }
    }

    /// Whether a request may be answered: it has the token, as a cookie or in an `Authorization` header, or none is
    /// asked for.
    pub(crate) fn is_allowed(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = headers.get_all(header::AUTHORIZATION).iter().filter_map(|value| {
            let (scheme, given) = value.to_str().ok()?.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(given.trim())
        });
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let kept = pairs.filter(|(name, _)| *name == self.cookie_name()).map(|(_, given)| given);
        bearer.chain(kept).any(|given| is_same(given, token))
    }

    /// The cookie for a client that opened the link, if its query has the token.
    pub(crate) fn cookie(&self, query: &str) -> Option<String> {
        let token = self.token.as_ref()?;
        let mut given = query.split('&').filter_map(|pair| pair.strip_prefix("token="));
        let cookie = || format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name());
        given.any(|given| is_same(given, token)).then(cookie)
    }

    /// Cookies are shared by all ports of a host, so servers at several ports need several names.
    fn cookie_name(&self) -> String {
        format!("minewise-{}", self.addr.port())
    }
}

/// Compares a token in a time that does not depend on how much of it is right.
fn is_same(given: &str, token: &str) -> bool {
    let differing = given.bytes().zip(token.bytes()).fold(0, |acc, (one, other)| acc | (one ^ other));
    given.len() == token.len() && std::hint::black_box(differing) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(addr: &str, hosts: &[&str]) -> Access {
        let hosts: Vec<String> = hosts.iter().map(|&host| host.to_owned()).collect();
        Access::new(addr.parse().unwrap(), &hosts, TokenUse::Required).unwrap()
    }

    #[track_caller]
    fn check_hosts(access: &Access, ours: &[&str], others: &[&str]) {
        for host in ours {
            assert!(access.is_host(host), "{host}");
        }
        for host in others {
            assert!(!access.is_host(host), "{host}");
        }
    }

    #[test]
    fn a_server_answers_only_to_its_own_names() {
        check_hosts(
            &access("127.0.0.1:6463", &[]),
            &["127.0.0.1:6463", "localhost:6463", "[::1]:6463"],
            &["evil.example:6463", "127.0.0.1:80", "127.0.0.1", "192.168.1.5:6463", ""],
        );
        check_hosts(
            &access("0.0.0.0:6463", &["Mines.example"]),
            &["mines.example:6463", "MINES.example", "192.168.1.5:6463", "[fe80::1]:80", "localhost:6463"],
            &["evil.example:6463", "mines.example.evil.example", "a@mines.example", "", "a b"],
        );
        check_hosts(
            &access("192.168.1.5:6463", &[]),
            &["192.168.1.5:6463", "127.0.0.1:6463"],
            &["192.168.1.6:6463", "mines.example"],
        );
        check_hosts(
            &access("127.0.0.1:6463", &["mines.example"]),
            &["mines.example"],
            &["evil.example", "10.0.0.1"],
        );
    }

    #[test]
    fn a_token_is_asked_for_where_other_machines_can_reach_the_server() {
        for (addr, hosts) in
            [("0.0.0.0:1", &[][..]), ("[::]:1", &[]), ("10.0.0.1:1", &[]), ("127.0.0.1:1", &["a.example"])]
        {
            let open = access(addr, hosts);
            assert!(
                !open.is_private() && open.asks_for_token() && !open.is_allowed(&HeaderMap::new()),
                "{addr}"
            );
        }
        for addr in ["127.0.0.1:1", "[::1]:1", "127.3.2.1:1"] {
            let private = access(addr, &[]);
            assert!(private.is_private() && !private.asks_for_token(), "{addr}");
            assert!(private.is_allowed(&HeaderMap::new()), "{addr}");
            assert_eq!(private.link(), format!("http://{addr}"));
        }
        let off = Access::new("0.0.0.0:1".parse().unwrap(), &[], TokenUse::Off).unwrap();
        assert!(!off.asks_for_token() && off.is_allowed(&HeaderMap::new()));
    }

    #[test]
    fn the_link_has_a_token_of_its_own_that_is_kept_in_a_cookie() {
        let (one, other) = (access("0.0.0.0:6463", &[]), access("[::]:6463", &["mines.example"]));
        let (link, token) =
            one.link().split_once("token=").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        assert_eq!((link.as_str(), token.len()), ("http://127.0.0.1:6463/?", 2 * N_TOKEN_BYTES));
        assert!(
            other.link().starts_with("http://mines.example:6463/?token=") && !other.link().ends_with(&token)
        );
        let cookie = one.cookie(&format!("a=b&token={token}")).unwrap();
        assert_eq!(cookie, format!("minewise-6463={token}; Path=/; HttpOnly; SameSite=Strict"));
        assert_eq!((one.cookie("token="), one.cookie(""), other.cookie(&token)), (None, None, None));
        let is_allowed = |name: header::HeaderName, value: String| {
            one.is_allowed(&[(name, value.parse().unwrap())].into_iter().collect())
        };
        assert!(is_allowed(header::COOKIE, format!("a=b; minewise-6463={token}")));
        assert!(is_allowed(header::AUTHORIZATION, format!("Bearer {token}")));
        assert!(!is_allowed(header::AUTHORIZATION, format!("Bearer {}", &token[1..])));
        assert!(!is_allowed(header::AUTHORIZATION, format!("Basic {token}")));
        assert!(!is_allowed(header::COOKIE, format!("minewise-80={token}; minewise-6463=")));
    }
}
