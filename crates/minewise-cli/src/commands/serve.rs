//! `minewise serve`: serves the web app.

use std::io::{Write, stderr};
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use minewise_coach::Problem;
use minewise_web::{DEFAULT_ADDR, Server, TokenUse};

use crate::io::number::count;

/// Serves the web app, by default for this machine only.
///
/// At any other address, or with a host name, other machines can reach the server. It then asks for a token: a random
/// one, which is part of the link that it prints. The browser keeps it in a cookie. Programs send it in a header
/// `Authorization: Bearer TOKEN`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise serve
  minewise serve --port 8080")]
pub(crate) struct Args {
    /// The address to listen on, such as localhost:8080; 0.0.0.0:PORT means every address of this machine
    #[arg(short, long, value_name = "ADDRESS", default_value_t = DEFAULT_ADDR, value_parser = read_addr)]
    addr: SocketAddr,
    /// The port to listen on, at the default address; 0 means any free one
    #[arg(short, long, value_name = "PORT", conflicts_with = "addr", value_parser = count(0..=u64::from(u16::MAX)))]
    port: Option<u64>,
    /// A host name that the server is reached by; can be given more than once. Other names are refused, because a
    /// stranger's name can point to this machine. Addresses in digits need not be given
    #[arg(long = "host", value_name = "NAME", value_parser = read_host)]
    hosts: Vec<String>,
    /// Asks for no token: whoever can reach the server can use it, and delete what it stores
    #[arg(long)]
    no_token: bool,
    /// The folder for games and experiments [default: `minewise` in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Args {
    /// The arguments when the command line has none.
    pub(crate) fn new() -> Args {
        Args { addr: DEFAULT_ADDR, port: None, hosts: Vec::new(), no_token: false, data: None }
    }
}

/// Reads `127.0.0.1:8080`, `localhost:8080`, `:8080` or `8080`. No other names are looked up: that could take long, and
/// mean another machine.
fn read_addr(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").or_else(|| text.strip_prefix(':')).unwrap_or(text);
    let by_port = || local.parse().ok().map(|port: u16| SocketAddr::new(DEFAULT_ADDR.ip(), port));
    let addr = text.parse().ok().or_else(by_port);
    addr.ok_or_else(|| format!("expected an address like {DEFAULT_ADDR} or localhost:8080, or a port"))
}

fn read_host(text: &str) -> Result<String, String> {
    let is_name =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let is_host = text.len() <= 253 && text.split('.').all(is_name);
    is_host.then(|| text.to_owned()).ok_or_else(|| "expected a host name like `mines.example`".to_owned())
}

/// Serves until the program is stopped.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let data = args.data.clone().or_else(minewise_web::data_folder);
    let data = data.ok_or_else(|| {
        Problem::failed("no home folder was found to store games in; name a folder with `--data`")
    })?;
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start threads")?;
    let served = runtime.block_on(async {
        let token_use = if args.no_token { TokenUse::Off } else { TokenUse::Required };
        let port = args.port.and_then(|port| u16::try_from(port).ok());
        let addr = port.map_or(args.addr, |port| SocketAddr::new(DEFAULT_ADDR.ip(), port));
        let server = Server::new(addr, &args.hosts, token_use, &data, program);
        let server = server.await.map_err(Problem::failed)?;
        writeln!(
            out,
            "Minewise is running at {} (press Ctrl-C to stop it). Games are stored in {}.",
            server.link(),
            data.display()
        )?;
        out.flush()?;
        warn(&server)?;
        server.run().await;
        Ok(())
    });
    // What is being computed is worth nothing once the program ends, so nothing waits for it.
    runtime.shutdown_background();
    served
}

/// Warns if other machines can reach the server.
fn warn(server: &Server) -> Result<()> {
    let Some(addr) = server.open_addr() else { return Ok(()) };
    let mut err = stderr().lock();
    let who = if server.asks_for_token() { "whoever has this link" } else { "anyone who can reach it" };
    writeln!(
        err,
        "Warning: other machines can reach this server at {addr}, and {who} can use it and delete what it stores."
    )?;
    if addr.ip().is_unspecified() {
        writeln!(err, "On another machine, put the name or address of this one in the link.")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        let read = |text| read_addr(text).map(|addr| addr.to_string());
        for text in ["127.0.0.1:8080", "localhost:8080", ":8080", "8080"] {
            assert_eq!(read(text).as_deref(), Ok("127.0.0.1:8080"), "{text}");
        }
        assert_eq!(read("[::1]:80").as_deref(), Ok("[::1]:80"));
        for text in ["", "localhost", "mines.example:80", "127.0.0.1", "localhost:99999", "99999"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
