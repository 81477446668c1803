//! `minewise explain`: explains why a cell is safe or a mine.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise::{Cell, Census, Explanation, Verdict, View};
use minewise_coach::Problem;
use minewise_learn::ModelError;
use minewise_learn::mio::{Model, Proof, SHIPPED};
use serde::Serialize;
use serde_json::{Value, json};

use crate::io::cell_name::CellName;
use crate::io::options::JsonArg;
use crate::io::progress::waiting;
use crate::io::{input, print_json};

/// Explains why a cell is safe or a mine: which numbers prove it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise explain '7x1/2 01.1...' --cell 0,4
  minewise explain '7x1/2 01.1...' -c 0,2 --json")]
pub(crate) struct Args {
    /// A view: a file, or the text itself [default: standard input]
    #[arg(value_name = "VIEW")]
    file: Option<PathBuf>,
    /// The covered cell to explain: row and column, both counted from 0
    #[arg(short, long, value_name = "ROW,COL")]
    cell: CellName,
    /// Explain by a learned rule, if one covers the cell. MODEL is a shipped model of `mio` (paper, longer, further) or
    /// a file
    #[arg(long, value_name = "MODEL")]
    by: Option<String>,
    /// Treat every flag as a mine
    #[arg(long)]
    trust_flags: bool,
    #[command(flatten)]
    answer: JsonArg,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer {
    rules: String,
    cell: [usize; 2],
    verdict: &'static str,
    risk: f64,
    because: Vec<[usize; 2]>,
    mine_count: bool,
    text: String,
    /// The learned rule that covers the cell, or null. Present only with `--by`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Value>,
}

/// Explains the cell.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut view = input::one_view(args.file.as_deref())?;
    if args.trust_flags {
        view = view.with_flags_as_mines();
    }
    let explanation = waiting("looking for the shortest proof", || explain(&view, args.cell))?;
    let model = args.by.as_deref().map(model).transpose()?;
    let proof = model.as_ref().and_then(|model| model.prove(&view, explanation.cell));
    if !args.answer.json {
        return match (&model, proof) {
            (Some(_), Some(proof)) => Ok(writeln!(out, "{proof}")?),
            (Some(_), None) => Ok(writeln!(out, "No rule of the model covers this cell. {explanation}")?),
            (None, _) => Ok(writeln!(out, "{explanation}")?),
        };
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
            rule: model
                .as_ref()
                .map(|model| proof.map_or(Value::Null, |proof| rule_json(model, &proof, pair))),
        },
    )
}

/// A learned rule in JSON, with the values of its variables at this cell.
fn rule_json(model: &Model, proof: &Proof<'_>, pair: impl Fn(Cell) -> [usize; 2]) -> Value {
    let rule = &model.rules()[proof.rule()];
    json!({
        "name": rule.name,
        "clause": model.clause(rule),
        "marks": proof.marks().iter().map(|&(cell, _)| pair(cell)).collect::<Vec<_>>(),
        "bindings": proof.bindings().into_iter().collect::<BTreeMap<String, String>>(),
        "text": proof.to_string(),
    })
}

/// Loads a shipped model by its name, or else from a file.
fn model(name: &str) -> Result<Model> {
    match SHIPPED.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => {
            Ok(text.parse().map_err(|error: ModelError| Problem::failed(error.to_string()))?)
        }
        None => Ok(input::parsed(Path::new(name), "model")?),
    }
}

fn explain(view: &View, name: CellName) -> Result<Explanation, Problem> {
    let cell = name.on(view.grid())?;
    let census = Census::of(view)?;
    let not_covered =
        || Problem::bad_input(format!("the cell {name} is not covered, so there is nothing to explain"));
    Explanation::with_census(view, &census, cell).ok_or_else(not_covered)
}
