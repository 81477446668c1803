//! `minewise tree`: draws the search tree of a player.

mod dot;
mod svg;

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;
use minewise::game::{Amount, Branch, Tree};
use minewise::{Grid, Position, Seed};
use minewise_coach::has_a_cell_to_reveal;
use minewise_coach::{PlayerSpec, Problem};
use minewise_lab::read_player;
use serde::Serialize;

use crate::io::input::ViewSource;
use crate::io::number::count;
use crate::io::options::JsonArg;
use crate::io::progress::waiting;
use crate::io::{print_json, warn_if_not_taught, words};

/// Draws the tree that a player searches before it chooses.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise tree --view '5x3/3 1..../....1/.....' > tree.svg
  minewise tree --view '3x1/1 .1.' --player bssuct --format dot")]
pub(crate) struct Args {
    #[command(flatten)]
    source: ViewSource,
    /// The player that searches
    #[arg(short, long, value_name = "PLAYER", default_value = "expectimax", value_parser = read_player)]
    player: PlayerSpec,
    /// Seed of the player's random choices
    #[arg(short, long, value_name = "SEED", default_value = "0")]
    seed: Seed,
    /// The format to write
    #[arg(short, long, conflicts_with = "json", value_name = "FORMAT", default_value = "svg")]
    format: Format,
    /// Maximum number of cells to show at each node; the best ones are shown
    #[arg(long, value_name = "N", default_value = "5", value_parser = count(1..=u64::MAX))]
    cells: u64,
    #[command(flatten)]
    answer: JsonArg,
}

/// The format of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture for any browser
    Svg,
    /// Text for Graphviz
    Dot,
}

/// The maximum number of nodes that are drawn: a larger picture would be unreadable.
const MOST_NODES: usize = 5000;

/// Draws the tree.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let position = Position::new(args.source.view()?);
    let view = position.view();
    position.census().map_err(Problem::from)?;
    if !has_a_cell_to_reveal(view) {
        return Err(Problem::bad_input("nothing is left to reveal").into());
    }
    let mut player = args.player.make();
    player.start(view.grid().rules(), args.seed);
    let none =
        || Problem::failed(format!("`{}` searches no tree here; `expectimax` and `bssuct` do", args.player));
    warn_if_not_taught(&args.player, view.grid().rules());
    let doing = format!("{} is searching", args.player);
    let tree = waiting(&doing, || args.player.entry().tree(&mut *player, &position));
    let mut tree = tree.ok_or_else(none)?;
    if args.answer.json {
        return print_json(out, &Node::of(view.grid(), &tree));
    }
    keep_best(&mut tree, usize::try_from(args.cells).unwrap_or(usize::MAX));
    let n_nodes = tree.n_nodes();
    if n_nodes > MOST_NODES {
        let n_nodes = words::count(n_nodes, "node");
        let most = words::grouped(MOST_NODES);
        let hint = "show fewer with --cells, or use a player that looks less far ahead";
        return Err(Problem::failed(format!(
            "the tree has {n_nodes}, but at most {most} can be drawn; {hint}"
        ))
        .into());
    }
    let title = format!("{} on {}: {}", args.player, view.grid().rules(), value_is(&tree));
    match args.format {
        Format::Svg => svg::write(out, view.grid(), &tree, &title),
        Format::Dot => dot::write(out, view.grid(), &tree, &title),
    }
}

/// Keeps only the best cells at each node: those with the most visits or, where visits are not counted, the highest
/// value.
fn keep_best(tree: &mut Tree, n_cells: usize) {
    if tree.children.iter().all(|child| matches!(child.branch, Branch::Reveal(_))) {
        // The sort is stable, so equal cells stay in the player's order.
        tree.children
            .sort_by(|one, other| other.visits.cmp(&one.visits).then(other.value.total_cmp(&one.value)));
        tree.children.truncate(n_cells);
    }
    tree.children.iter_mut().for_each(|child| keep_best(child, n_cells));
}

/// What the value of a node is, in words.
fn value_is(tree: &Tree) -> String {
    match tree.n_moves {
        None => "chance to win".to_owned(),
        Some(1) => "chance to survive one move".to_owned(),
        Some(n_moves) => format!("chance to survive {n_moves} moves"),
    }
}

/// The text of a node.
fn label(grid: &Grid, tree: &Tree) -> String {
    let mut label = match tree.branch {
        Branch::Root => grid.rules().to_string(),
        Branch::Reveal(cell) => {
            let (row, col) = grid.row_col(cell);
            format!("reveal {row},{col}")
        }
        Branch::Number(number) => format!("shows {number}"),
        Branch::Mine => "a mine".to_owned(),
    };
    if let Some(chance) = tree.chance {
        label += &format!(" ({})", words::percent(chance));
    }
    if tree.branch != Branch::Mine {
        label += &format!(": {}", words::percent(tree.value));
    }
    for figure in &tree.figures {
        let value = match figure.amount {
            Amount::Count(count) => count.to_string(),
            Amount::Chance(chance) => words::percent(chance),
        };
        label += &format!(", {} {value}", figure.name);
    }
    if let Some(visits) = tree.visits {
        label += &format!(", {}×", words::grouped(visits));
    }
    label
}

/// Whether the player would choose this child: the one with the most visits, or the highest value.
fn is_best(parent: &Tree, child: &Tree) -> bool {
    let is_choice = matches!(child.branch, Branch::Reveal(_));
    let key = |tree: &Tree| (tree.visits, tree.value);
    is_choice && parent.children.iter().all(|other| key(other) <= key(child))
}

/// A node of the tree in JSON.
#[derive(Serialize)]
struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    reveal: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    mine: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    value: f64,
    value_is: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    figures: BTreeMap<String, f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Node>,
}

impl Node {
    fn of(grid: &Grid, tree: &Tree) -> Node {
        Node {
            reveal: if let Branch::Reveal(cell) = tree.branch {
                Some(grid.row_col(cell).into())
            } else {
                None
            },
            number: if let Branch::Number(number) = tree.branch { Some(number) } else { None },
            mine: tree.branch == Branch::Mine,
            chance: tree.chance,
            value: tree.value,
            value_is: value_is(tree),
            figures: tree.figures.iter().map(|one| (one.name.to_string(), one.amount.value())).collect(),
            visits: tree.visits,
            children: tree.children.iter().map(|child| Node::of(grid, child)).collect(),
        }
    }
}
