//! `minewise generate`: generates layouts, with their 3BV and difficulty.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use minewise::board::{Document, Format};
use minewise::insight::{Difficulty, MAX_PROVEN_CELLS, Measure, NoGuessError, generate_no_guess};
use minewise::{Cell, Grid, Layout, Position, Rules, Seed, View};
use minewise_coach::{PlayerSpec, Problem, read_rules};
use serde::Serialize;

use crate::io::cell_name::CellName;
use crate::io::number::count;
use crate::io::options::{JsonArg, rules_help};
use crate::io::progress::progress_bar_of;
use crate::io::{print_json, words};

/// Generates layouts, and shows the 3BV, openings, islands and difficulty of each.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise generate --rules beginner
  minewise generate -r 9x9/10:zero --no-guess --count 3 --seed 1
  minewise generate -r expert --format mbf > board.mbf")]
pub(crate) struct Args {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules of the layouts"), value_parser = read_rules)]
    rules: Rules,
    /// The first cell [default: the first cell of the player `exact`]
    #[arg(long, value_name = "ROW,COL")]
    start: Option<CellName>,
    /// Generate only layouts that are proven to need no guess, all equally likely
    #[arg(long)]
    no_guess: bool,
    /// Number of layouts
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = count(1..=1_000_000))]
    count: u64,
    /// Seed of the first layout; each following layout uses the next seed
    #[arg(short, long, value_name = "SEED", default_value = "0", value_parser = count(0..=u64::MAX))]
    seed: u64,
    /// With --no-guess: give up after trying this many layouts without success
    #[arg(long, value_name = "N", default_value = "100k", value_parser = count(1..=1_000_000_000))]
    tries: u64,
    /// Print only the layouts, in this format: layout, ptta or mbf
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<Format>,
    #[command(flatten)]
    answer: JsonArg,
}

/// The maximum number of cells of all layouts together: a JSON answer is built in memory.
const MOST_CELLS: u64 = 20_000_000;

/// The answer in JSON.
#[derive(Serialize)]
struct Answer {
    rules: String,
    no_guess: bool,
    boards: Vec<LayoutAnswer>,
}

/// One layout in JSON.
#[derive(Serialize)]
struct LayoutAnswer {
    /// In Minewise notation on one line, or in the format given by `--format`.
    layout: String,
    /// The first cell.
    start: [usize; 2],
    three_bv: usize,
    openings: usize,
    islands: usize,
    /// `None` if the layout is too large or too complex to determine it.
    difficulty: Option<&'static str>,
    /// The seed that generates this layout again.
    seed: u64,
    /// Number of layouts drawn until this one was accepted.
    tries: u64,
}

/// A generated layout, with its seed and the number of tries.
struct Generated {
    layout: Layout,
    seed: u64,
    n_tries: u64,
}

/// Generates the layouts.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    check(args)?;
    let grid = Grid::new(args.rules);
    let first = first_cell(args, &grid)?;
    let bar = progress_bar_of(args.count, "layouts", "generating".to_owned());
    let mut boards = Vec::new();
    for idx in 0..args.count {
        let generated = generate(args, &grid, first, idx)?;
        if args.answer.json {
            boards.push(answer(args, first, &generated)?);
        } else {
            write_text(args, out, first, &generated, idx)?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.answer.json {
        print_json(out, &Answer { rules: args.rules.to_string(), no_guess: args.no_guess, boards })?;
    }
    Ok(())
}

/// Refuses bad combinations of arguments before any work is done.
fn check(args: &Args) -> Result<(), Problem> {
    if args.count.saturating_mul(args.rules.n_cells() as u64) > MOST_CELLS {
        let most = words::grouped(MOST_CELLS);
        return Err(Problem::bad_input(format!("all layouts together may have at most {most} cells")));
    }
    if args.seed.checked_add(args.count - 1).is_none() {
        return Err(Problem::bad_input("there are not enough seeds after the first one"));
    }
    match args.format {
        Some(format) if !format.is_text() && (args.answer.json || args.count > 1) => {
            Err(Problem::bad_input(format!(
                "the format `{format}` is binary: it can hold only one layout, and cannot be part of JSON"
            )))
        }
        _ => Ok(()),
    }
}

/// The first cell, for which the layouts are generated.
fn first_cell(args: &Args, grid: &Arc<Grid>) -> Result<Cell> {
    let first = match args.start {
        Some(name) => name.on(grid)?,
        None => {
            let mut player = "exact".parse::<PlayerSpec>()?.make();
            player.start(&args.rules, Seed(0));
            let choice = player.choose(&Position::new(View::new(grid)));
            choice.cell.unwrap_or(0)
        }
    };
    if !grid.can_start_at(first) {
        return Err(Problem::bad_input(minewise::game::MoveError::NoRoomForZero).into());
    }
    Ok(first)
}

fn generate(args: &Args, grid: &Arc<Grid>, first: Cell, idx: u64) -> Result<Generated, Problem> {
    let seed = args.seed + idx;
    if !args.no_guess {
        return Ok(Generated { layout: Layout::generate(grid, Seed(seed), first), seed, n_tries: 1 });
    }
    match generate_no_guess(grid, Seed(seed), first, args.tries) {
        Ok(found) => Ok(Generated { layout: found.layout, seed, n_tries: found.n_tries }),
        Err(error @ NoGuessError::NotFound { .. }) => {
            Err(Problem::failed(format!("{error}; allow more with --tries, or choose another --start")))
        }
        Err(error) => Err(Problem::bad_input(error)),
    }
}

/// The difficulty; `None` if the layout is too large or too complex to determine it.
fn difficulty(layout: &Layout, first: Cell) -> Option<Difficulty> {
    (layout.grid().n_cells() <= MAX_PROVEN_CELLS).then(|| Difficulty::of(layout, first).ok()).flatten()
}

fn encode(format: Format, layout: &Layout) -> Result<Vec<u8>, Problem> {
    format.write(&Document::Layout(layout.clone())).map_err(Problem::bad_input)
}

fn answer(args: &Args, first: Cell, generated: &Generated) -> Result<LayoutAnswer> {
    let measure = Measure::of(&generated.layout);
    Ok(LayoutAnswer {
        layout: match args.format {
            Some(format) => String::from_utf8(encode(format, &generated.layout)?)?.trim_end().to_owned(),
            None => format!("{:#}", generated.layout),
        },
        start: generated.layout.grid().row_col(first).into(),
        three_bv: measure.three_bv,
        openings: measure.n_openings,
        islands: measure.n_islands,
        difficulty: difficulty(&generated.layout, first).map(Difficulty::name),
        seed: generated.seed,
        tries: generated.n_tries,
    })
}

fn write_text(args: &Args, out: &mut impl Write, first: Cell, generated: &Generated, idx: u64) -> Result<()> {
    if let Some(format) = args.format {
        let needs_blank_line = idx > 0 && format == Format::Layout;
        let bytes = encode(format, &generated.layout)?;
        return Ok(out
            .write_all(if needs_blank_line { b"\n" } else { b"" })
            .and_then(|()| out.write_all(&bytes))?);
    }
    let measure = Measure::of(&generated.layout);
    let (row, col) = generated.layout.grid().row_col(first);
    let difficulty = match difficulty(&generated.layout, first) {
        Some(difficulty) => format!("difficulty: {}", in_words(difficulty)),
        None => "difficulty: too much work to determine".to_owned(),
    };
    let tries = if args.no_guess {
        let n_tries = usize::try_from(generated.n_tries).unwrap_or(usize::MAX);
        format!(" ({} tried)", words::count(n_tries, "layout"))
    } else {
        String::new()
    };
    Ok(writeln!(
        out,
        "{}{}Seed {}, from row {row}, column {col}: 3BV {}, {}, {}; {difficulty}{tries}.",
        if idx > 0 { "\n" } else { "" },
        generated.layout,
        generated.seed,
        measure.three_bv,
        words::count(measure.n_openings, "opening"),
        words::count(measure.n_islands, "island"),
    )?)
}

fn in_words(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Single => "single numbers",
        Difficulty::Pairs => "pairs of numbers",
        Difficulty::Proof => "proof by more than two numbers",
        Difficulty::MineCount => "the number of mines is needed",
        Difficulty::Guess => "a guess is needed",
    }
}
