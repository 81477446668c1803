//! The review of a game as text for people.

use std::io::{self, Write};

use minewise_coach::{GameStatus, Moment, MoveKind, Review, percent};

use super::output::{is_quiet, paint, risk_style};
use super::words;
use clap::builder::styling::Style;

/// What the columns mean, below the table.
const NOTES: &str = "
choice  what the choice was worth: certain and best lose nothing, a mistake loses much
before  chance to win before the move, with the best choice
after   chance to win once its result was shown
lost    by how much the choice lowered the chance to win, in percentage points
luck    by how much its result changed the chance to win, in percentage points";

/// Writes a review: a line per reveal and chord, the totals, and a sentence for each mistake.
pub(crate) fn write(out: &mut impl Write, review: &Review) -> io::Result<()> {
    writeln!(out, "{}\n", totals(review))?;
    writeln!(out, "{}", head())?;
    for moment in &review.moments {
        let style = if moment.label.is_mistake() { risk_style(1.0) } else { Style::new() };
        writeln!(out, "{}", paint(&row(moment), style))?;
    }
    if !is_quiet() {
        writeln!(out, "{NOTES}")?;
    }
    let mistakes: Vec<&Moment> = review.moments.iter().filter(|moment| moment.label.is_mistake()).collect();
    if mistakes.is_empty() {
        return writeln!(out, "\nNo mistakes.");
    }
    writeln!(out, "\n{}:", words::count(mistakes.len(), "mistake"))?;
    mistakes.iter().try_for_each(|moment| writeln!(out, "  move {}: {}", moment.at + 1, moment.text))
}

/// `9x9/10, lost: the chance to win was 91.2 % at the start; luck -38.1 points, lost by choices 53.1 points.`
pub(crate) fn totals(review: &Review) -> String {
    let result = match review.status {
        GameStatus::Won => "won",
        GameStatus::Lost => "lost",
        GameStatus::On => "not finished",
    };
    format!(
        "{}, {result}: the chance to win was {} at the start; luck {} points, lost by choices {} points.",
        review.rules,
        percent(review.start),
        points(review.luck),
        unsigned_points(review.lost)
    )
}

/// The names of the columns.
pub(crate) fn head() -> &'static str {
    "move  what    cell     choice         risk   before    after    lost    luck"
}

/// A reveal or a chord as a line of the table.
pub(crate) fn row(moment: &Moment) -> String {
    let what = match moment.kind {
        MoveKind::Chord => "chord",
        _ => "reveal",
    };
    let risk = moment.risk.map_or_else(|| "-".to_owned(), percent);
    let before = moment.outlook.as_ref().map_or_else(|| "-".to_owned(), |outlook| percent(outlook.win));
    format!(
        "{:>4}  {what:6}  {:7}  {:10}  {risk:>7}  {before:>7}  {:>7}  {:>6}  {:>6}",
        moment.at + 1,
        moment.cell.to_string(),
        moment.label.name(),
        percent(moment.after),
        unsigned_points(moment.lost),
        points(moment.luck),
    )
}

/// A change of the chance to win in percentage points: `+3.2`, `-0.1`, `0.0`.
fn points(change: f64) -> String {
    let text = format!("{:+.1}", 100.0 * change);
    if matches!(text.as_str(), "+0.0" | "-0.0") { "0.0".to_owned() } else { text }
}

/// A loss in percentage points.
fn unsigned_points(loss: f64) -> String {
    format!("{:.1}", 100.0 * loss.abs())
}

#[cfg(test)]
mod tests {
    use minewise::{Game, Move};
    use minewise_coach::TimedMove;

    use super::*;

    #[test]
    fn every_reveal_gets_a_line_and_a_mistake_its_sentence() {
        let game = Game::with_layout(&"7x1/2 ..*..*.".parse().unwrap());
        let moves = [0, 3, 6].map(|cell| TimedMove::from(Move::Reveal(cell)));
        let review = Review::of(game, &moves, &mut |_| ()).unwrap();
        let mut out = Vec::new();
        write(&mut out, &review).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "\
7x1/2, not finished: the chance to win was 80.0 % at the start; luck +76.7 points, lost by choices 56.7 points.

move  what    cell     choice         risk   before    after    lost    luck
   1  reveal  0,0      opening       0.0 %   80.0 %   75.0 %     6.7    +1.7
   2  reveal  0,3      best         25.0 %   75.0 %  100.0 %     0.0   +25.0
   3  reveal  0,6      missed       50.0 %  100.0 %  100.0 %    50.0   +50.0

choice  what the choice was worth: certain and best lose nothing, a mistake loses much
before  chance to win before the move, with the best choice
after   chance to win once its result was shown
lost    by how much the choice lowered the chance to win, in percentage points
luck    by how much its result changed the chance to win, in percentage points

1 mistake:
  move 3: 0,6 had a risk of 50.0 % and a chance to win of 50.0 %, although 0,4 was certainly safe, with a chance of \
                        100.0 %.
";
        assert_eq!(text, expected);
    }

    #[test]
    fn points_have_a_sign_unless_they_are_zero() {
        assert_eq!([0.0, -0.0001, 0.0312, -0.5].map(points), ["0.0", "0.0", "+3.1", "-50.0"]);
    }
}
