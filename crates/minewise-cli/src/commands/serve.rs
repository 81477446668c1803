//! `minewise serve`: the web app.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use minewise_coach::Problem;
use minewise_web::{DEFAULT_ADDR, Server};

/// Serves the web app, for this machine alone unless told otherwise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where; an address that is not of this machine alone lets others in
    #[arg(long, value_name = "A", default_value_t = DEFAULT_ADDR, value_parser = read_addr)]
    addr: SocketAddr,
    /// The folder for games and experiments [default: `minewise` where this system keeps such things]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Args {
    /// As if nothing was said.
    pub(crate) fn new() -> Args {
        Args { addr: DEFAULT_ADDR, data: None }
    }
}

fn read_addr(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("expected an address like {DEFAULT_ADDR}"))
}

/// Serves until the program is asked to end.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let data = args.data.clone().or_else(minewise_web::data_folder);
    let data =
        data.ok_or_else(|| Problem::failed("there is no home folder for games; say one with `--data`"))?;
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start threads")?.block_on(async {
        let server = Server::new(args.addr, &data, program).await.map_err(Problem::failed)?;
        writeln!(
            out,
            "Minewise is at http://{} (Ctrl-C ends it). Games are kept in {}.",
            server.addr(),
            data.display()
        )?;
        out.flush()?;
        server.run().await;
        Ok(())
    })
}
