//! A tree as an SVG picture: the root on the left, its descendants to the right, one row per leaf.

use std::io::Write;

use anyhow::Result;
use minewise::Grid;
use minewise::game::{Branch, Tree};

use super::{is_best, label};

const ROW: f64 = 28.0;
const BOX_HEIGHT: f64 = 20.0;
const GAP: f64 = 40.0;
const MARGIN: f64 = 16.0;
const TITLE: f64 = 28.0;
/// The approximate width of a letter. Fonts are not measured here.
const LETTER: f64 = 6.8;

const STYLE: &str = "svg{background:#fff;font:12px system-ui,sans-serif}\
    rect{fill:#fff;stroke:#616e7c}text{fill:#1f2933}path{fill:none;stroke:#9aa5b1}\
    .best{stroke:#0064a0;stroke-width:3}.mine rect{stroke:#be4b00}.mine text{fill:#be4b00}.cell rect{fill:#e8f1f8}\
    @media(prefers-color-scheme:dark){svg{background:#14191f}rect{fill:#14191f;stroke:#9aa5b1}text{fill:#e6e9ec}\
    path{stroke:#616e7c}.best{stroke:#5ab4f0}.mine rect{stroke:#ff9d52}.mine text{fill:#ff9d52}.cell rect{fill:#1e2d3a}}";

/// Where the nodes of a level begin, and how wide they are.
struct Level {
    left: f64,
    width: f64,
}

/// Writes a tree.
pub(super) fn write(out: &mut impl Write, grid: &Grid, tree: &Tree, title: &str) -> Result<()> {
    let levels = levels(grid, tree);
    let width = levels.last().map_or(0.0, |level| level.left + level.width) + MARGIN;
    let height = TITLE + n_leaves(tree) as f64 * ROW + MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">"
    )?;
    let title = escaped(title);
    writeln!(out, "<title>{title}</title>\n<style>{STYLE}</style>")?;
    writeln!(out, "<text x=\"{MARGIN}\" y=\"20\" font-weight=\"bold\">{title}</text>")?;
    let mut drawing = Drawing { out, grid, levels: &levels, n_rows: 0 };
    drawing.write_node(tree, 0)?;
    Ok(writeln!(out, "</svg>")?)
}

struct Drawing<'a, W> {
    out: &'a mut W,
    grid: &'a Grid,
    levels: &'a [Level],
    /// Number of rows used so far, one per leaf.
    n_rows: usize,
}

impl<W: Write> Drawing<'_, W> {
    /// Draws a node and its descendants. Returns the vertical position of its middle.
    fn write_node(&mut self, tree: &Tree, depth: usize) -> Result<f64> {
        let Level { left, width } = self.levels[depth];
        let middles = tree.children.iter().map(|child| self.write_node(child, depth + 1));
        let middles = middles.collect::<Result<Vec<f64>>>()?;
        let middle = match (middles.first(), middles.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => {
                self.n_rows += 1;
                TITLE + (self.n_rows as f64 - 0.5) * ROW
            }
        };
        for (child, end) in tree.children.iter().zip(middles) {
            let class = if is_best(tree, child) { " class=\"best\"" } else { "" };
            let (start, stop) = (left + width, left + width + GAP);
            let turn = start + GAP / 2.0;
            writeln!(
                self.out,
                "<path{class} d=\"M{start:.1} {middle:.1}C{turn:.1} {middle:.1} {turn:.1} {end:.1} {stop:.1} {end:.1}\"/>"
            )?;
        }
        let class = match tree.branch {
            Branch::Mine => " class=\"mine\"",
            Branch::Reveal(_) => " class=\"cell\"",
            Branch::Root | Branch::Number(_) => "",
        };
        let top = middle - BOX_HEIGHT / 2.0;
        let (text_left, text_base) = (left + 6.0, middle + 4.0);
        writeln!(
            self.out,
            "<g{class}><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{BOX_HEIGHT}\" rx=\"4\"/>\
             <text x=\"{text_left:.1}\" y=\"{text_base:.1}\">{}</text></g>",
            escaped(&label(self.grid, tree))
        )?;
        Ok(middle)
    }
}

/// The levels of a tree, each as wide as its widest node.
fn levels(grid: &Grid, tree: &Tree) -> Vec<Level> {
    let mut widths = Vec::new();
    measure(grid, tree, 0, &mut widths);
    let mut left = MARGIN;
    let level = |width: f64| {
        let level = Level { left, width };
        left += width + GAP;
        level
    };
    widths.into_iter().map(level).collect()
}

fn measure(grid: &Grid, tree: &Tree, depth: usize, widths: &mut Vec<f64>) {
    if widths.len() == depth {
        widths.push(0.0);
    }
    let width = label(grid, tree).chars().count() as f64 * LETTER + 12.0;
    widths[depth] = widths[depth].max(width);
    tree.children.iter().for_each(|child| measure(grid, child, depth + 1, widths));
}

fn n_leaves(tree: &Tree) -> usize {
    tree.children.iter().map(n_leaves).sum::<usize>().max(1)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
