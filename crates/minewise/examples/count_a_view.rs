//! Counts the layouts that fit a view, and prints what they have in common.

use minewise::{Census, Verdict, View};

fn describe(text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let view: View = text.parse()?;
    let census = Census::of(&view)?;
    let mut lines = vec![format!("{} layouts fit.", census.layouts())];
    for cell in view.covered() {
        let name = view.grid().name(cell);
        lines.push(match census.verdict(cell) {
            Some(Verdict::Safe) => format!("{name} is safe."),
            Some(Verdict::Mine) => format!("{name} is a mine."),
            _ => format!("{name} is a mine with chance {:.3}.", census.risk(cell).unwrap_or_default()),
        });
    }
    Ok(lines.join("\n"))
}

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", describe("5x2/2 .1.../.1...")?);
    Ok(())
}

#[test]
fn a_wall_of_ones_leaves_the_far_side_to_chance() {
    let text = describe("4x2/2 .11./.11.").unwrap();
    assert_eq!(text.lines().next(), Some("4 layouts fit."));
    assert!(text.contains("0,0 is a mine with chance 0.500."));
}
