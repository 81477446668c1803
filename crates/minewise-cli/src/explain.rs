//! `minewise explain`: why a cell is safe or a mine.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::{Census, Explanation, Verdict, View};
use serde::Serialize;

use crate::analyze::refusal_of;
use crate::cell_name::CellName;
use crate::refusal::Refusal;
use crate::{input, print_json};

/// Tells why a cell is safe or a mine: the numbers that prove it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The view [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The covered cell to explain: row and column from 0
    #[arg(long, value_name = "R,C")]
    cell: CellName,
    /// Take every flag for a mine
    #[arg(long)]
    trust_flags: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What other tools read.
#[derive(Serialize)]
struct Answer {
    rules: String,
    cell: [usize; 2],
    verdict: &'static str,
    risk: f64,
    because: Vec<[usize; 2]>,
    mine_count: bool,
    text: String,
}

/// Explains a cell.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut view = input::one_view(args.file.as_deref())?;
    if args.trust_flags {
        view = view.with_flags_as_mines();
    }
    let explanation = explain(&view, args.cell)?;
    if !args.json {
        return Ok(writeln!(out, "{explanation}")?);
    }
    let pair = |cell| <[usize; 2]>::from(view.grid().row_col(cell));
    print_json(
        out,
        &Answer {
            rules: view.grid().rules().to_string(),
            cell: pair(explanation.cell),
            verdict: match explanation.verdict {
                Verdict::Safe => "safe",
                Verdict::Mine => "mine",
                Verdict::Open => "open",
            },
            risk: explanation.risk,
            because: explanation.because.iter().map(|&cell| pair(cell)).collect(),
            mine_count: explanation.mine_count,
            text: explanation.to_string(),
        },
    )
}

fn explain(view: &View, name: CellName) -> Result<Explanation, Refusal> {
    let cell = name.on(view.grid())?;
    let census = Census::of(view).map_err(refusal_of)?;
    let shown =
        || Refusal::bad_input(format!("the cell {name} is not covered, so there is nothing to explain"));
    Explanation::with_census(view, &census, cell).ok_or_else(shown)
}
