//! The one binary of Minewise: the command line.
//!
//! `main` only reports. Other tools rely on this: `--json` prints JSON on stdout and nothing else; the exit code is 0
//! for success, 1 for a failure and 2 for bad input, and a failure comes with a sentence on stderr.

mod args;
mod commands;
mod io;
mod terminal;

use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;

use anyhow::Result;

use args::{Command, Mode};
use commands::{
    analyze, bench, completions, convert, data, explain, generate, lab, learn, man, optimal, perft, play,
    players, review, serve, tree,
};

fn main() -> ExitCode {
    let mut out = BufWriter::new(stdout().lock());
    let (output, mode) = args::read();
    io::output::set(output);
    let res = mode.and_then(|mode| run(mode, &mut out));
    // Output that was written before a failure is still printed.
    let flushed = out.flush().map_err(anyhow::Error::from);
    match res.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => io::refusal::report(&error),
    }
}

/// Runs the command that the command line asks for.
fn run(mode: Mode, out: &mut impl Write) -> Result<()> {
    match mode {
        Mode::Help(text) => Ok(out.write_all(text.as_bytes())?),
        Mode::Work => Ok(minewise_web::work(out)?),
        Mode::Run(command) => match command {
            Command::Analyze(args) => analyze::run(&args, out),
            Command::Bench(args) => bench::run(&args, out),
            Command::Completions(args) => completions::run(&args, out),
            Command::Convert(args) => convert::run(&args, out),
            Command::Data(args) => data::run(&args, out),
            Command::Explain(args) => explain::run(&args, out),
            Command::Generate(args) => generate::run(&args, out),
            Command::Lab(args) => lab::run(&args, out),
            Command::Learn(args) => learn::run(&args, out),
            Command::Man(args) => man::run(&args, out),
            Command::Optimal(args) => optimal::run(&args, out),
            Command::Perft(args) => perft::run(&args, out),
            Command::Play(args) => play::run(&args, out),
            Command::Players(args) => players::run(&args, out),
            Command::Review(args) => review::run(&args, out),
            Command::Serve(args) => serve::run(&args, out),
            Command::Tree(args) => tree::run(&args, out),
        },
    }
}
