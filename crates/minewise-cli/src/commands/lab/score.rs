//! `minewise lab score`: how many of all layouts a player wins, exactly.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::{CellValue, Grid, Limits, Optimal, Rules, Seed, View};
use minewise_coach::PlayerSpec;
use minewise_lab::{Optima, Score};
use serde::Serialize;

use crate::io::options::PlayerList;
use crate::io::refusal::Refusal;
use crate::io::{print_json, words};

/// Scores players without noise: every layout of a small board is played.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What is played: a list such as `4x4/4,5x3/4:zero`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Who plays: a list such as `random,exact`
    #[arg(long, value_name = "P,…")]
    players: PlayerList,
    /// The seed of the player's own chance, the same for all layouts
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Give up beyond this many layouts, or nodes
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Take what perfect play wins from a folder of `lab optima` where it has it, and do not work it out
    #[arg(long, value_name = "DIR")]
    optima: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What other tools read of one player under one set of rules.
#[derive(Serialize)]
struct ScoreAnswer {
    rules: String,
    player: String,
    seed: u64,
    first: Option<[usize; 2]>,
    won: String,
    layouts: String,
    given_up: String,
    value: f64,
    nodes: u64,
    /// The best that any player can do; none if that is too much work to tell.
    optimum: Option<Optimum>,
    share_of_optimum: Option<f64>,
}

/// What other tools read of perfect play.
#[derive(Serialize)]
struct Optimum {
    won: String,
    layouts: String,
    value: f64,
}

/// Scores every player under every set of rules.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let known = args.optima.as_deref().map(Optima::best_first_cells).transpose()?.unwrap_or_default();
    let mut answers = Vec::new();
    for &rules in &args.rules {
        // Perfect play looks at far more nodes than a player, so it may be left out where a score is not.
        let mut best = known.iter().find(|(board, _)| *board == rules).map(|&(_, best)| Some(best));
        for player in &args.players.0 {
            let score = Score::of(rules, player, Seed(args.seed), args.limit)
                .map_err(|error| Refusal::failed(error).of(format!("{rules}, `{player}`")))?;
            // Asked only where a score was affordable, so that huge grids are refused before.
            let best = best.get_or_insert_with(|| perfect(rules, args.limit));
            answers.push(answer(rules, player, args.seed, &score, *best));
        }
    }
    if args.json {
        return print_json(out, &serde_json::json!({ "scores": answers }));
    }
    write_table(out, &answers)
}

/// What perfect play wins, if that can be told with so many nodes.
fn perfect(rules: Rules, n_nodes: u64) -> Option<CellValue> {
    Optimal::of(&View::new(&Grid::new(rules)), Limits::nodes(n_nodes)).ok()?.best()
}

fn answer(
    rules: Rules,
    player: &PlayerSpec,
    seed: u64,
    score: &Score,
    best: Option<CellValue>,
) -> ScoreAnswer {
    let row_col = |cell: usize| [cell / rules.width(), cell % rules.width()];
    let optimum = |best: CellValue| Optimum {
        won: best.n_won.to_string(),
        layouts: best.n_layouts.to_string(),
        value: best.value(),
    };
    ScoreAnswer {
        rules: rules.to_string(),
        player: player.to_string(),
        seed,
        first: score.first.map(row_col),
        won: score.n_won.to_string(),
        layouts: score.n_layouts.to_string(),
        given_up: score.n_given_up.to_string(),
        value: score.value(),
        nodes: score.n_nodes,
        optimum: best.map(optimum),
        share_of_optimum: best.map(|best| score.value() / best.value()),
    }
}

fn write_table(out: &mut impl Write, answers: &[ScoreAnswer]) -> Result<()> {
    let heads = ["rules", "player", "won", "of", "value", "optimum", "share", "given up"].map(str::to_owned);
    let rows = answers.iter().map(|answer| {
        let fine = |fraction: f64| format!("{:.4} %", 100.0 * fraction);
        let unknown = || "unknown".to_owned();
        [
            answer.rules.clone(),
            answer.player.clone(),
            words::grouped(&answer.won),
            words::grouped(&answer.layouts),
            fine(answer.value),
            answer.optimum.as_ref().map_or_else(unknown, |optimum| fine(optimum.value)),
            answer.share_of_optimum.map_or_else(unknown, fine),
            words::grouped(&answer.given_up),
        ]
    });
    let rows: Vec<[String; 8]> = [heads].into_iter().chain(rows).collect();
    let width = |idx: usize| rows.iter().map(|row| row[idx].chars().count()).max().unwrap_or(0);
    let widths: [usize; 8] = std::array::from_fn(width);
    for row in &rows {
        let [rules, player, rest @ ..] = row;
        write!(out, "{rules:0$}  {player:1$}", widths[0], widths[1])?;
        for (cell, &width) in rest.iter().zip(&widths[2..]) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
