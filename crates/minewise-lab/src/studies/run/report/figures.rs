//! The figures of a report: win rates with their intervals.

use minewise::Rules;

use crate::play::chunk::Outcome;
use crate::plot::{self, Group, Level, Line, Mark, MarkKind, Point};
use crate::report::document::Block;
use crate::report::format::percent;
use crate::studies::run::results::Results;

/// The maximum number of rows of a figure. With more, only the table is shown, because the figure would be unreadable.
const MOST_ROWS: usize = 200;
/// The maximum number of lines of a figure.
const MOST_LINES: usize = 40;

/// Returns all figures: rates over the varied parameter as lines, all others as dots.
pub(crate) fn all(results: &Results) -> Vec<Block> {
    dots(results).into_iter().chain(lines(results)).collect()
}

/// Draws the rates that do not depend on the varied parameter, by rules, with published figures.
fn dots(results: &Results) -> Option<Block> {
    let is_shown = |outcome: &&Outcome| outcome.tally.games > 0 && outcome.case.varied.is_none();
    if results.outcomes.iter().filter(is_shown).count() > MOST_ROWS {
        return None;
    }
    let mut groups: Vec<Group> = Vec::new();
    for outcome in results.outcomes.iter().filter(is_shown) {
        let heading = outcome.case.rules.to_string();
        let place = groups.iter().position(|group| group.heading == heading).unwrap_or_else(|| {
            groups.push(Group { heading, marks: Vec::new() });
            groups.len() - 1
        });
        groups[place].marks.extend(marks(results, outcome));
    }
    let has_published =
        groups.iter().flat_map(|group| &group.marks).any(|mark| mark.kind == MarkKind::Published);
    let others =
        if has_published { " Diamonds: published figures, with their intervals where known." } else { "" };
    let caption = format!("Games won, with 95 % intervals.{others}");
    (!groups.is_empty()).then(|| Block::Figure { svg: plot::whiskers(&groups), caption })
}

/// Returns the marks of an outcome and of the figures published for it.
fn marks(results: &Results, outcome: &Outcome) -> Vec<Mark> {
    let (case, tally) = (&outcome.case, &outcome.tally);
    let ours = Mark {
        name: case.player.to_string(),
        rate: tally.win_rate(),
        interval: Some(tally.win_rate_ci95()),
        kind: MarkKind::Ours,
    };
    let published = results.manifest.published.iter().filter(|figure| figure.is_of(case));
    let theirs = published.filter_map(|figure| {
        Some(Mark {
            name: figure.by.clone(),
            rate: figure.win_rate?,
            interval: figure.ci95(),
            kind: MarkKind::Published,
        })
    });
    [ours].into_iter().chain(theirs).collect()
}

/// Draws the rates that depend on the varied parameter, one line per kind of case. There is one figure per set of
/// rules, or one in total if the rules themselves vary.
fn lines(results: &Results) -> Vec<Block> {
    let Some(parameter) = &results.manifest.varied_key else { return Vec::new() };
    let mut values: Vec<String> = Vec::new();
    // The cases of each value are in the same order, so cases at equal positions belong to the same line.
    let mut series: Vec<Vec<(usize, &Outcome)>> = Vec::new();
    let mut n_of_value = 0;
    for outcome in &results.outcomes {
        let Some(value) = &outcome.case.varied else { continue };
        if values.last() != Some(value) {
            values.push(value.clone());
            n_of_value = 0;
        }
        if n_of_value == series.len() {
            series.push(Vec::new());
        }
        series[n_of_value].push((values.len() - 1, outcome));
        n_of_value += 1;
    }
    let mut groups: Vec<(Option<Rules>, Vec<Line>)> = Vec::new();
    for outcomes in &series {
        let line = line(results, outcomes, parameter);
        if line.points.is_empty() {
            continue;
        }
        let rules = the_rules(outcomes);
        match groups.iter_mut().find(|(other, _)| *other == rules) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((rules, vec![line])),
        }
    }
    let is_readable = |(_, lines): &(Option<Rules>, Vec<Line>)| lines.len() <= MOST_LINES;
    if values.len() > MOST_ROWS || !groups.iter().all(is_readable) {
        return Vec::new();
    }
    let figure = |(rules, lines): (Option<Rules>, Vec<Line>)| {
        let known = results.manifest.known.iter().filter(|known| Some(known.rules) == rules);
        let levels: Vec<Level> = known
            .map(|known| Level {
                name: format!("{}: {}", known.by, percent(known.win_rate)),
                rate: known.win_rate,
            })
            .collect();
        let on = rules.map(|rules| format!(" on {rules}")).unwrap_or_default();
        let has_published = lines.iter().any(|line| !line.published.is_empty());
        let others = if has_published { " Diamonds: published figures of the same player." } else { "" };
        let caption = format!("Games won by {parameter}{on}, with bands for the 95 % intervals.{others}");
        Block::Figure { svg: plot::lines(parameter, &values, &lines, &levels), caption }
    };
    groups.into_iter().map(figure).collect()
}

/// Returns the rules of all these outcomes; `None` if they differ.
fn the_rules(outcomes: &[(usize, &Outcome)]) -> Option<Rules> {
    let rules = outcomes.first()?.1.case.rules;
    outcomes.iter().all(|(_, outcome)| outcome.case.rules == rules).then_some(rules)
}

/// Returns the line through the outcomes of a series, each with the index of its value. Those not played are left out.
fn line(results: &Results, outcomes: &[(usize, &Outcome)], parameter: &str) -> Line {
    let played = outcomes.iter().filter(|(_, outcome)| outcome.tally.games > 0);
    let point = |&(value_idx, outcome): &(usize, &Outcome)| {
        let (rate, interval) = outcome.tally.best_estimate();
        Point { value_idx, rate, interval }
    };
    let published = outcomes.iter().flat_map(|(value_idx, outcome)| {
        let figures = results.manifest.published.iter().filter(|figure| figure.is_of(&outcome.case));
        figures.filter_map(|figure| Some((*value_idx, figure.win_rate?)))
    });
    Line {
        name: name(outcomes, parameter),
        points: played.map(point).collect(),
        published: published.collect(),
    }
}

/// Returns the name of a line, made from the common parts of its cases: `exact, 5x5/{mines}`.
fn name(outcomes: &[(usize, &Outcome)], parameter: &str) -> String {
    let players: Vec<String> = outcomes.iter().map(|(_, outcome)| outcome.case.player.to_string()).collect();
    let rules: Vec<String> = outcomes.iter().map(|(_, outcome)| outcome.case.rules.to_string()).collect();
    format!("{}, {}", common(&players, parameter), common(&rules, parameter))
}

/// Returns the common beginning and end of texts, with the parameter in between.
fn common(texts: &[String], parameter: &str) -> String {
    let Some((first, rest)) = texts.split_first() else { return String::new() };
    if rest.iter().all(|text| text == first) {
        return first.clone();
    }
    let letters = |text: &str| text.chars().collect::<Vec<char>>();
    let (mut start, mut end) = (letters(first), letters(first));
    for text in rest.iter().map(|text| letters(text)) {
        start.truncate(start.iter().zip(&text).take_while(|(one, other)| one == other).count());
        let n_end = end.iter().rev().zip(text.iter().rev()).take_while(|(one, other)| one == other).count();
        end.drain(..end.len() - n_end);
    }
    // Letters that belong to both the common beginning and the common end are used once, at the beginning.
    let shortest = texts.iter().map(|text| text.chars().count()).min().unwrap_or(0);
    let n_over = (start.len() + end.len()).saturating_sub(shortest);
    let (start, end): (String, String) = (start.iter().collect(), end.iter().skip(n_over).collect());
    format!("{start}{{{parameter}}}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], expected: &str) {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        assert_eq!(common(&texts, "n"), expected);
    }

    #[test]
    fn a_line_is_named_by_what_its_cases_have_in_common() {
        check(&["5x5/1", "5x5/2"], "5x5/{n}");
        check(&["4x4/2:zero", "6x4/2:zero"], "{n}x4/2:zero");
        check(&["search(nodes=10)", "search(nodes=20)"], "search(nodes={n}0)");
        check(&["exact", "exact"], "exact");
        check(&["aa", "aaa"], "aa{n}");
    }
}
