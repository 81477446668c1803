//! `minewise serve`: serves the web app.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use minewise_coach::Problem;
use minewise_web::{DEFAULT_ADDR, Server};

/// Serves the web app, by default for this machine only.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; any address other than a loopback address lets other machines in
    #[arg(long, value_name = "A", default_value_t = DEFAULT_ADDR, value_parser = read_addr)]
    addr: SocketAddr,
    /// The folder for games and experiments [default: `minewise` in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Args {
    /// The arguments when the command line has none.
    pub(crate) fn new() -> Args {
        Args { addr: DEFAULT_ADDR, data: None }
    }
}

fn read_addr(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("expected an address like {DEFAULT_ADDR}"))
}

/// Serves until the program is stopped.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let data = args.data.clone().or_else(minewise_web::data_folder);
    let data = data.ok_or_else(|| {
        Problem::failed("no home folder was found to store games in; name a folder with `--data`")
    })?;
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start threads")?.block_on(async {
        let server = Server::new(args.addr, &data, program).await.map_err(Problem::failed)?;
        writeln!(
            out,
            "Minewise is running at http://{} (press Ctrl-C to stop it). Games are stored in {}.",
            server.addr(),
            data.display()
        )?;
        out.flush()?;
        server.run().await;
        Ok(())
    })
}
