//! The report of the learners of 001.

use std::time::Duration;

use minewise_coach::Problem;

use super::{Figure, Lesson, Trial};
use crate::plot::{self, Level, Line, Point};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::words::{NONE, duration, grouped, interval, percent};
use crate::stats::statistics::wilson;
use crate::store::folder::{About, RECORDS, TIMINGS};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// What a figure shows, over what, and what the paper says of it.
struct AboutFigure {
    figure: Figure,
    heading: &'static str,
    parameter: &'static str,
    published: &'static str,
    /// The paper's rates that do not depend on the parameter.
    levels: &'static [(&'static str, f64)],
}

const ABOUT: [AboutFigure; 4] = [
    AboutFigure {
        figure: Figure::Iterations,
        heading: "Games learned from, on 4x4/3",
        parameter: "games learned from",
        published: "The paper: about 70 % for its Q-learning, less for the other two learners. Perfect play wins 87.9 %.",
        levels: &[("q-learning of the paper", 0.7), ("perfect play", 0.879)],
    },
    AboutFigure {
        figure: Figure::Sizes,
        heading: "Size of the board",
        parameter: "board",
        published: "The paper: q-learning about 70 % on 4x4; all three learners below 10 % on 5x5 and below 5 % on 6x6; its csp \
                    about 80 % on 8x8/10; people about 35 % there.",
        levels: &[],
    },
    AboutFigure {
        figure: Figure::Mines,
        heading: "Mines on 4x4",
        parameter: "mines",
        published: "The paper: the more mines, the fewer wins, for every method; its figures are lost in our text of it.",
        levels: &[],
    },
    AboutFigure {
        figure: Figure::Windows,
        heading: "What the classifier looks at",
        parameter: "window",
        published: "The paper: small windows make the classifier biased; its figures are lost in our text of it.",
        levels: &[],
    },
];

/// A rate of a trial with its interval, if it has it.
type Rate<'a> = &'a dyn Fn(&Trial) -> Option<(f64, (f64, f64))>;

/// The report of the trials that these files are of.
pub(crate) fn pages(about: &About, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let (trials, timings): (Vec<Trial>, _) = (journal::read_all(&files(RECORDS))?, files(TIMINGS));
    let lessons = if timings.exists() { journal::read_all(&timings)? } else { Vec::new() };
    let n_trials = about.settings.get("trials").and_then(serde_json::Value::as_u64).unwrap_or(0);
    Ok(Pages::of_document(&report(&trials, &lessons), trials.len() as u64 >= n_trials))
}

/// The report of all trials.
fn report(trials: &[Trial], lessons: &[Lesson]) -> Document {
    let mut blocks = vec![Block::Text(
        "Each learner is taught on games of the same rules that it then plays; players that learn nothing, and the networks \
         that ship, stand beside. Uncovered: the share of cells without a mine that were revealed, of all games. Accuracy: \
         the share of single views, from games kept for measuring, in which the cell chosen is of the least risk. Labels: \
         the share of cells beside a number that a classifier rightly tells to be certainly safe, or not."
            .to_owned(),
    )];
    for about in &ABOUT {
        let own: Vec<&Trial> = trials.iter().filter(|trial| trial.figure == about.figure).collect();
        if !own.is_empty() {
            blocks.push(Block::Heading(about.heading));
            blocks.push(Block::Text(about.published.to_owned()));
            blocks.extend(figures(about, &own));
            blocks.push(table(about, &own));
        }
    }
    blocks.push(Block::Heading("What learning took"));
    blocks.push(times(lessons));
    Document { title: "The learners of 001".to_owned(), blocks }
}

/// Where a trial stands along its figure.
fn place(figure: Figure, trial: &Trial) -> String {
    match figure {
        Figure::Iterations => trial.taught.to_string(),
        Figure::Sizes => trial.rules.clone(),
        Figure::Mines => trial.parsed_rules().map_or_else(String::new, |rules| rules.n_mines().to_string()),
        Figure::Windows => split_window(&trial.learner).1,
    }
}

/// What the trials of a line have in common.
fn line_of(figure: Figure, trial: &Trial) -> String {
    match figure {
        Figure::Windows => format!("{}, {}", split_window(&trial.learner).0, trial.rules),
        _ => trial.learner.clone(),
    }
}

/// `classifier, logistic, 5, one-hot` as `logistic, one-hot` and `5`.
fn split_window(learner: &str) -> (String, String) {
    let words: Vec<&str> = learner.split(", ").collect();
    match words[..] {
        [_, method, window, encoding] => (format!("{method}, {encoding}"), window.to_owned()),
        _ => (learner.to_owned(), String::new()),
    }
}

/// Plots of the win rate, the share uncovered and the accuracy; for windows, of labels too.
fn figures(about: &AboutFigure, trials: &[&Trial]) -> Vec<Block> {
    let figure = about.figure;
    let mut values: Vec<String> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for trial in trials {
        let (value, name) = (place(figure, trial), line_of(figure, trial));
        if !values.contains(&value) {
            values.push(value);
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if figure == Figure::Iterations {
        values.sort_by_key(|value| value.parse::<u64>().unwrap_or(0));
    }
    let plot = |what: &str, rate: Rate<'_>, levels: &[Level]| {
        let point = |trial: &&&Trial| {
            let value_idx = values.iter().position(|value| *value == place(figure, trial))?;
            let (rate, interval) = rate(trial)?;
            Some(Point { value_idx, rate, interval })
        };
        let line = |name: &String| {
            let own = trials.iter().filter(|trial| line_of(figure, trial) == *name);
            Line { name: name.clone(), points: own.filter_map(|trial| point(&trial)).collect() }
        };
        let lines: Vec<Line> = names.iter().map(line).filter(|line| !line.points.is_empty()).collect();
        (!lines.is_empty()).then(|| Block::Figure {
            svg: plot::lines(about.parameter, &values, &lines, levels),
            caption: format!("{what} over: {}.", about.parameter),
        })
    };
    let levels: Vec<Level> =
        about.levels.iter().map(|&(name, rate)| Level { name: name.to_owned(), rate }).collect();
    let share = |count: u64, all: u64| (count as f64 / all.max(1) as f64, wilson(count, all));
    [
        plot("Win rate", &|trial| Some(share(trial.wins, trial.games)), &levels),
        plot("Share uncovered", &|trial| Some(share(trial.uncovered, trial.safe)), &[]),
        plot("Accuracy on single views", &|trial| Some(share(trial.right, trial.views)), &[]),
        plot(
            "Labels",
            &|trial| trial.labels.filter(|_| figure == Figure::Windows).map(|rate| (rate, (rate, rate))),
            &[],
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn table(about: &AboutFigure, trials: &[&Trial]) -> Block {
    let heads = vec![
        "learner",
        "rules",
        "games learned from",
        "games",
        "win rate",
        "95 %",
        "uncovered",
        "accuracy",
        "labels",
    ];
    let mut trials = trials.to_vec();
    trials.sort_by_key(|trial| line_of(about.figure, trial));
    let row = |trial: &&Trial| {
        vec![
            trial.learner.clone(),
            trial.rules.clone(),
            grouped(trial.taught),
            grouped(trial.games),
            percent(trial.wins as f64 / trial.games.max(1) as f64),
            interval(wilson(trial.wins, trial.games)),
            percent(trial.uncovered as f64 / trial.safe.max(1) as f64),
            percent(trial.right as f64 / trial.views.max(1) as f64),
            trial.labels.map_or_else(|| NONE.to_owned(), percent),
        ]
    };
    Block::Table(Table { heads, n_word_columns: 2, rows: trials.iter().map(row).collect() })
}

/// The longest lessons of each learner.
fn times(lessons: &[Lesson]) -> Block {
    let mut longest: Vec<&Lesson> = Vec::new();
    for lesson in lessons.iter().filter(|lesson| lesson.taught > 0) {
        match longest.iter_mut().find(|other| other.learner == lesson.learner) {
            Some(other) if other.cpu_ns < lesson.cpu_ns => *other = lesson,
            Some(_) => {}
            None => longest.push(lesson),
        }
    }
    let row = |lesson: &&Lesson| {
        let time = duration(Duration::from_nanos(lesson.cpu_ns));
        vec![lesson.learner.clone(), lesson.rules.clone(), grouped(lesson.taught), time]
    };
    let heads = ["learner", "rules", "games learned from", "most CPU time"];
    Block::table(&heads, 2, longest.iter().map(row).collect())
}
