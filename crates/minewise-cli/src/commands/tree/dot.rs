//! A tree as text for Graphviz.

use std::io::Write;

use anyhow::Result;
use minewise::Grid;
use minewise::game::{Branch, Tree};

use super::{is_best, label};

/// Writes a tree.
pub(super) fn write(out: &mut impl Write, grid: &Grid, tree: &Tree, title: &str) -> Result<()> {
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  label={title:?}; rankdir=LR;")?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=\"sans-serif\"];")?;
    write_node(out, grid, tree, &mut 0)?;
    Ok(writeln!(out, "}}")?)
}

/// Writes a node and its descendants, which get the numbers after its own. Returns its own number.
fn write_node(out: &mut impl Write, grid: &Grid, tree: &Tree, n_written: &mut usize) -> Result<usize> {
    let id = *n_written;
    *n_written += 1;
    let colour = if tree.branch == Branch::Mine { ", color=\"#be4b00\"" } else { "" };
    writeln!(out, "  n{id} [label={:?}{colour}];", label(grid, tree))?;
    for child in &tree.children {
        let below = write_node(out, grid, child, n_written)?;
        let width = if is_best(tree, child) { " [penwidth=3]" } else { "" };
        writeln!(out, "  n{id} -> n{below}{width};")?;
    }
    Ok(id)
}
