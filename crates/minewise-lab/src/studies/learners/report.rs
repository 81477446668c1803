//! The report of the learners of Gardea, Koontz & Silva 2015.

use std::time::Duration;

use minewise_coach::Problem;

use super::{Figure, LearningTime, Trial};
use crate::plot::{self, Level, Line, Point};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::format::{NO_VALUE, duration, grouped, interval, percent};
use crate::stats::statistics::wilson;
use crate::store::folder::{RECORDS, StudyFile, TIMINGS};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// The heading and parameter of a figure, and what the paper reports.
struct FigureInfo {
    figure: Figure,
    heading: &'static str,
    parameter: &'static str,
    published: &'static str,
    /// The paper's rates that do not depend on the parameter.
    levels: &'static [(&'static str, f64)],
}

const FIGURES: [FigureInfo; 4] = [
    FigureInfo {
        figure: Figure::Iterations,
        heading: "Number of games learned from, on 4x4/3",
        parameter: "games learned from",
        published: "The paper reports about 70 % for its Q-learning, and less for the other two learners. Perfect play \
                    wins 87.9 %.",
        levels: &[("q-learning of the paper", 0.7), ("perfect play", 0.879)],
    },
    FigureInfo {
        figure: Figure::Sizes,
        heading: "Size of the board",
        parameter: "board",
        published: "The paper reports about 70 % for q-learning on 4x4, below 10 % for all three learners on 5x5 and \
                    below 5 % on 6x6, about 80 % for its csp on 8x8/10, and about 35 % for people there. It does not \
                    say from how many games its learners learned on 5x5 and 6x6. Ours win more there, with inputs and \
                    settings that were chosen by measurement; only Algorithm 2, and on 6x6 Algorithm 3, win as little.",
        levels: &[],
    },
    FigureInfo {
        figure: Figure::Mines,
        heading: "Mines on 4x4",
        parameter: "mines",
        published: "The paper reports fewer wins with more mines for every method. Its figures are missing in our copy of \
                    the text.",
        levels: &[],
    },
    FigureInfo {
        figure: Figure::Windows,
        heading: "Window of the classifier",
        parameter: "window",
        published: "The paper reports that small windows bias the classifier. Its figures are missing in our copy of the \
                    text.",
        levels: &[],
    },
];

/// Returns a rate of a trial with its interval, if the trial has it.
type Rate<'a> = &'a dyn Fn(&Trial) -> Option<(f64, (f64, f64))>;

/// Makes the report of the trials in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let (trials, timings): (Vec<Trial>, _) = (journal::read_all(&files(RECORDS))?, files(TIMINGS));
    let times = if timings.exists() { journal::read_all(&timings)? } else { Vec::new() };
    let n_trials = study.settings.get("trials").and_then(serde_json::Value::as_u64).unwrap_or(0);
    Ok(Pages::of_document(report(&trials, &times), trials.len() as u64 >= n_trials))
}

/// Makes the report of all trials.
fn report(trials: &[Trial], times: &[LearningTime]) -> Document {
    let mut blocks = vec![Block::Text(
        "Each learner learns from games under the same rules that it then plays. Players that do not learn, and the \
         shipped networks, are included for comparison. Uncovered: the share of cells without a mine that were \
         revealed in all games. Accuracy: the share of single views, from games kept for measuring, in which the \
         chosen cell has the least risk. Labels: the share of cells next to a number that a classifier correctly \
         labels as certainly safe or not."
            .to_owned(),
    )];
    for about in &FIGURES {
        let own: Vec<&Trial> = trials.iter().filter(|trial| trial.figure == about.figure).collect();
        if !own.is_empty() {
            blocks.push(Block::Heading(about.heading));
            blocks.push(Block::Text(about.published.to_owned()));
            blocks.extend(figures(about, &own));
            blocks.push(table(about, &own));
        }
    }
    blocks.push(Block::Heading("Time to learn"));
    blocks.push(longest_times(times));
    Document { title: "The learners of Gardea, Koontz & Silva 2015".to_owned(), blocks }
}

/// Returns the value of the figure's parameter in a trial.
fn place(figure: Figure, trial: &Trial) -> String {
    match figure {
        Figure::Iterations => trial.taught.to_string(),
        Figure::Sizes => trial.rules.clone(),
        Figure::Mines => trial.parsed_rules().map_or_else(String::new, |rules| rules.n_mines().to_string()),
        Figure::Windows => split_window(&trial.learner).1,
    }
}

/// Returns the name of the line that a trial belongs to.
fn line_of(figure: Figure, trial: &Trial) -> String {
    match figure {
        Figure::Windows => format!("{}, {}", split_window(&trial.learner).0, trial.rules),
        _ => trial.learner.clone(),
    }
}

/// Splits `classifier, logistic, 5, one-hot` into `logistic, one-hot` and `5`.
fn split_window(learner: &str) -> (String, String) {
    let words: Vec<&str> = learner.split(", ").collect();
    match words[..] {
        [_, method, window, encoding] => (format!("{method}, {encoding}"), window.to_owned()),
        _ => (learner.to_owned(), String::new()),
    }
}

/// Plots the win rate, the share uncovered and the accuracy; for windows also the labels.
fn figures(about: &FigureInfo, trials: &[&Trial]) -> Vec<Block> {
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
            Line {
                name: name.clone(),
                points: own.filter_map(|trial| point(&trial)).collect(),
                published: Vec::new(),
            }
        };
        let lines: Vec<Line> = names.iter().map(line).filter(|line| !line.points.is_empty()).collect();
        (!lines.is_empty()).then(|| Block::Figure {
            svg: plot::lines(about.parameter, &values, &lines, levels),
            caption: format!("{what} by {}.", about.parameter),
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

fn table(about: &FigureInfo, trials: &[&Trial]) -> Block {
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
            trial.labels.map_or_else(|| NO_VALUE.to_owned(), percent),
        ]
    };
    Block::Table(Table { heads, n_word_columns: 2, rows: trials.iter().map(row).collect() })
}

/// Returns a table of the longest time that each learner took.
fn longest_times(times: &[LearningTime]) -> Block {
    let mut longest: Vec<&LearningTime> = Vec::new();
    for time in times.iter().filter(|time| time.taught > 0) {
        match longest.iter_mut().find(|other| other.learner == time.learner) {
            Some(other) if other.cpu_ns < time.cpu_ns => *other = time,
            Some(_) => {}
            None => longest.push(time),
        }
    }
    let row = |time: &&LearningTime| {
        let cpu_time = duration(Duration::from_nanos(time.cpu_ns));
        vec![time.learner.clone(), time.rules.clone(), grouped(time.taught), cpu_time]
    };
    let heads = ["learner", "rules", "games learned from", "longest CPU time"];
    Block::table(&heads, 2, longest.iter().map(row).collect())
}
