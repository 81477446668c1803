//! Compares the list of all published figures in `docs/papers.md` with the experiments.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use minewise_lab::{Manifest, ModelFiles, PAPERS, PublishedFigure};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row of the list.
struct Row {
    figure: String,
    /// The experiments, files and other names that it gives in code.
    names: Vec<String>,
    /// What reproduces the figure, or why nothing does.
    mark: String,
}

/// Returns the rows of the list, by the paper that they belong to.
fn rows() -> BTreeMap<String, Vec<Row>> {
    let text = fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let (_, list) = text.split_once("\n## Every published figure\n").unwrap();
    let (list, _) = list.split_once("\n## ").unwrap();
    let paper = |part: &str| {
        let (citation, rest) = part.split_once('\n').unwrap();
        (citation.to_owned(), rest.lines().filter(|line| line.starts_with("| ")).skip(2).map(row).collect())
    };
    list.split("\n### ").skip(1).map(paper).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [_, figure, mark] = cells[..] else { panic!("a row needs three cells: {line}") };
    let names = mark.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    Row { figure: figure.to_owned(), names, mark: mark.to_owned() }
}

/// Returns a published figure as the list writes it: `8x8/10, CSP of Gardea et al. 2015: about 80 %`.
fn written(figure: &PublishedFigure) -> String {
    let number = |value: f64| (((1e6 * value).round()) / 1e6).to_string();
    let rate = figure.win_rate.map(|rate| format!("{}{} %", figure.stated.word(), number(100.0 * rate)));
    let times =
        [("mean", figure.times.mean), ("median", figure.times.median), ("longest", figure.times.longest)];
    let times = times
        .into_iter()
        .filter_map(|(name, time)| Some(format!("{name} {} s", number(time?.as_secs_f64()))));
    // In the order of the paper: rules for safe cells first, guesses last.
    let order = |name: &str| (name == "guess", name.starts_with('M'), name.to_owned());
    let mut uses: Vec<(&String, &u64)> = figure.uses.iter().collect();
    uses.sort_by_key(|(name, _)| order(name));
    let uses = uses.into_iter().map(|(name, n)| format!("{name} {n}"));
    let all: Vec<String> = rate.into_iter().chain(times).chain(uses).collect();
    format!("{}, {}: {}", figure.rules, figure.by, all.join(", "))
}

/// Returns the published figures of an experiment that come from this paper; `None` if there is no such experiment.
fn published(experiment: &str, citation: &str) -> Option<Vec<String>> {
    let path = root().join("experiments").join(experiment).with_extension("toml");
    let manifest = path.exists().then(|| Manifest::read(&path, ModelFiles::Read).unwrap())?;
    let own = manifest.published.iter().filter(|figure| figure.source.starts_with(citation));
    Some(own.map(written).collect())
}

#[test]
fn every_listed_figure_is_where_the_list_says() {
    let mut n_in_experiments = 0;
    for (citation, rows) in rows() {
        assert!(PAPERS.iter().any(|paper| paper.citation == citation), "{citation}");
        assert!(!rows.is_empty(), "{citation}");
        for row in rows {
            assert!(!row.mark.is_empty(), "{}: no word on what reproduces it", row.figure);
            for name in &row.names {
                if let Some(figures) = published(name, &citation) {
                    assert!(figures.contains(&row.figure), "{name} does not have `{}`", row.figure);
                    n_in_experiments += 1;
                } else if name.contains('/') {
                    assert!(root().join(name).exists(), "{}: there is no `{name}`", row.figure);
                }
            }
        }
    }
    assert!(n_in_experiments >= 60, "{n_in_experiments}");
}

#[test]
fn every_published_figure_of_an_experiment_is_listed() {
    let rows = rows();
    let mut n_checked = 0;
    for entry in fs::read_dir(root().join("experiments")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for paper in PAPERS {
            for figure in published(&name, paper.citation).unwrap() {
                let is_row = |row: &Row| row.figure == figure && row.names.contains(&name);
                assert!(
                    rows[paper.citation].iter().any(is_row),
                    "`{figure}` of {name} is not in docs/papers.md"
                );
                n_checked += 1;
            }
        }
    }
    assert!(n_checked >= 60, "{n_checked}");
}
