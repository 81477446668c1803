//! The report of a survey.

use minewise_coach::Problem;

use super::{
    AgreementRow, Asked, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, SurveyKind, Surveyed,
};
use crate::plot::{self, Axis, Curve, Scale};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::words::{NONE, count_of, decimal, error, grouped, percent};
use crate::store::folder::{About, RECORDS};
use crate::store::journal;
use crate::store::source::{Files, Source};
use crate::store::text_file::ModelFiles;

/// More curves are told by the table alone.
const MOST_CURVES: usize = 20;

/// Paper 003: the models of a reduced problem are "almost always" fewer than this.
const FEW_MODELS: f64 = 40.0;

/// The report of the survey that these files are of.
pub(crate) fn pages(about: &About, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let (asked, records): (Asked, Source) = (about.settings()?, files(RECORDS));
    let mut found: Vec<Surveyed> = Vec::new();
    for record in journal::read::<Surveyed>(&records)? {
        let journal::Record { content, line, .. } = record?;
        if !content.is_consistent(asked.survey) {
            return Err(Problem::line(records.path(), line, "damaged: the numbers of this record disagree"));
        }
        if asked.rules.contains(&content.rules) {
            found.push(content);
        }
    }
    let is_complete = found.len() >= asked.rules.len();
    Ok(Pages::of_document(&report(&asked, &found), is_complete))
}

/// The report of a survey: a function of what it found alone.
fn report(asked: &Asked, found: &[Surveyed]) -> Document {
    let (title, which) = match asked.survey {
        SurveyKind::Agreement => ("sat beside the census", "all of them but the first"),
        SurveyKind::Beliefs => {
            ("Sampled risks beside the census", "those where no single number proves a cell safe")
        }
        SurveyKind::Orders => {
            ("All layouts, by the order of the cells", "those where no cell is certainly safe")
        }
        SurveyKind::Models => ("Models where sat is stuck", "those where the solver proves no cell safe"),
    };
    let mut blocks = vec![Block::Text(format!(
        "{} views under each set of rules, from games of {} with seeds from {} on: {which}.",
        grouped(asked.views),
        asked.player,
        asked.seed
    ))];
    blocks.extend(match asked.survey {
        SurveyKind::Agreement => agreement(&rows(found, |findings| match findings {
            Findings::Agreement(rows) => rows,
            _ => &[],
        })),
        SurveyKind::Beliefs => beliefs(&rows(found, |findings| match findings {
            Findings::Beliefs(rows) => rows,
            _ => &[],
        })),
        SurveyKind::Models => models(&rows(found, |findings| match findings {
            Findings::Models(rows) => rows,
            _ => &[],
        })),
        SurveyKind::Orders => orders(&rows(found, |findings| match findings {
            Findings::Orders(rows) => rows,
            _ => &[],
        })),
    });
    Document { title: title.to_owned(), blocks }
}

/// The rows of all records.
fn rows<T: Clone>(found: &[Surveyed], of: impl Fn(&Findings) -> &[T]) -> Vec<T> {
    found.iter().flat_map(|surveyed| of(&surveyed.findings)).cloned().collect()
}

fn agreement(rows: &[AgreementRow]) -> Vec<Block> {
    let sum = |of: fn(&AgreementRow) -> u64| rows.iter().map(of).fold(0, u64::saturating_add);
    let greatest = rows.iter().map(|row| row.greatest_difference).fold(0.0, f64::max);
    let sentence = format!(
        "Of {} verdicts on covered cells (safe, mine, open) {} differ; of {} risks none differs by more than {}.",
        grouped(sum(|row| row.verdicts)),
        grouped(sum(|row| row.verdicts_that_differ)),
        grouped(sum(|row| row.risks)),
        error(greatest)
    );
    let heads = vec![
        "rules",
        "models",
        "views",
        "verdicts",
        "differ",
        "risks",
        "greatest difference",
        "too many models",
    ];
    let row = |row: &AgreementRow| {
        vec![
            row.rules.clone(),
            ways(&row.regions).to_owned(),
            grouped(row.views),
            grouped(row.verdicts),
            grouped(row.verdicts_that_differ),
            grouped(row.risks),
            error(row.greatest_difference),
            grouped(row.uncounted),
        ]
    };
    vec![
        Block::Text(sentence),
        Block::Table(Table { heads, n_word_columns: 2, rows: rows.iter().map(row).collect() }),
        Block::Text(
            "sat(global=always) without a penalty, asked anew of every view. Risks are those of the cells that are \
             open, by counted models of the whole frontier or region by region. Views with too many models for sat to \
             count have verdicts, but no risks."
                .to_owned(),
        ),
    ]
}

/// How models were counted, in words.
fn ways(regions: &str) -> &str {
    if regions == "split" { "by region" } else { "whole frontier" }
}

fn beliefs(rows: &[BeliefRow]) -> Vec<Block> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let name = format!("{}, {}", row.player, row.rules);
        let point = (row.steps as f64, row.mean_error);
        match curves.last_mut() {
            Some(curve) if curve.name == name => curve.points.push(point),
            _ => curves.push(Curve { name, points: vec![point] }),
        }
    }
    let (across, up) = (
        Axis { name: "steps, or layouts drawn", scale: Scale::Powers },
        Axis { name: "mean error of a risk", scale: Scale::Powers },
    );
    let caption = "How far a risk is from the census, on average over cells and views.";
    let heads =
        vec!["rules", "player", "steps", "views", "mean error", "95 % of views within", "without a layout"];
    let row = |row: &BeliefRow| {
        vec![
            row.rules.clone(),
            row.player.clone(),
            grouped(row.steps),
            grouped(row.views),
            error(row.mean_error),
            error(row.p95_error),
            grouped(row.without),
        ]
    };
    let table = Table { heads, n_word_columns: 2, rows: rows.iter().map(row).collect() };
    let legend = "Error: the difference of estimated risk and census, on average over the covered cells of a view. \
                  Steps: of the walk of mcmc, or layouts that rejection draws. Views that no layout was found for count \
                  with the share of mines among covered cells as the risk of each.";
    figure(caption, across, up, &curves)
        .into_iter()
        .chain([Block::Table(table), Block::Text(legend.to_owned())])
        .collect()
}

fn models(rows: &[ModelsRow]) -> Vec<Block> {
    let across = Axis { name: "models", scale: Scale::Powers };
    let up = Axis { name: "views with at most so many", scale: Scale::Percent };
    let curves = |of: fn(&ModelsRow) -> &Distribution| {
        let curve =
            |row: &ModelsRow| Curve { name: row.rules.clone(), points: cumulative(of(row), row.views) };
        rows.iter().map(curve).collect::<Vec<Curve>>()
    };
    let heads = vec![
        "rules",
        "models",
        "views",
        "fewer than 40",
        "median",
        "95 % have at most",
        "most",
        "too many to count",
    ];
    let row = |row: &ModelsRow, regions: &str, distribution: &Distribution| {
        let quantile = |share: f64| distribution.quantile(share, row.views).map_or(NONE.to_owned(), count_of);
        vec![
            row.rules.clone(),
            ways(regions).to_owned(),
            grouped(row.views),
            percent(distribution.n_below(FEW_MODELS) as f64 / row.views as f64),
            quantile(0.5),
            quantile(0.95),
            quantile(1.0),
            grouped(row.uncounted),
        ]
    };
    let both = |found: &ModelsRow| [row(found, "joint", &found.joint), row(found, "split", &found.split)];
    let table = Table { heads, n_word_columns: 2, rows: rows.iter().flat_map(both).collect() };
    let legend = "Whole frontier: the ways to lay all undecided cells that touch a number, whatever the number of mines. \
                  By region: the models that are looked at when regions are counted apart, and cells that touch the \
                  same numbers are exchanged for one another. A view with too many to count has more than all others. Paper 003 \
                  says of the whole frontier that its models are almost always fewer than 40.";
    figure("Models of the whole frontier.", across, up, &curves(|row| &row.joint))
        .into_iter()
        .chain(figure("Models looked at region by region.", across, up, &curves(|row| &row.split)))
        .chain([Block::Table(table), Block::Text(legend.to_owned())])
        .collect()
}

fn orders(rows: &[OrderRow]) -> Vec<Block> {
    let heads =
        vec!["rules", "order", "views", "layouts", "steps", "steps a layout", "median", "most", "too many"];
    let row = |row: &OrderRow| {
        let quantile = |share: f64| row.steps.quantile(share, row.views).map_or(NONE.to_owned(), count_of);
        let order = match row.order.as_str() {
            "least" => "least constrained first",
            "most" => "most constrained first",
            _ => "beside each other",
        };
        vec![
            row.rules.clone(),
            order.to_owned(),
            grouped(row.views),
            grouped(row.layouts),
            count_of(row.steps.sum()),
            decimal(row.steps.sum() / row.layouts as f64),
            quantile(0.5),
            quantile(1.0),
            grouped(row.unlisted),
        ]
    };
    let legend = "Steps: partial layouts looked at to list all that fit. Median and most are of views. Constrained: \
                  by how many numbers a cell touches. Beside each other: number by number. Too many: views beyond ten \
                  million steps, left out of all sums. Paper 000 lists the least constrained cells first.";
    vec![
        Block::Table(Table { heads, n_word_columns: 2, rows: rows.iter().map(row).collect() }),
        Block::Text(legend.to_owned()),
    ]
}

/// For each value: the share of all views that have at most so much.
fn cumulative(distribution: &Distribution, n_views: u64) -> Vec<(f64, f64)> {
    let mut n_so_far: u64 = 0;
    let shares = distribution.0.iter().map(|&(value, n_met)| {
        n_so_far = n_so_far.saturating_add(n_met);
        (value, n_so_far as f64 / n_views as f64)
    });
    shares.collect()
}

fn figure(caption: &str, across: Axis, up: Axis, curves: &[Curve]) -> Option<Block> {
    let is_fine = (1..=MOST_CURVES).contains(&curves.len());
    is_fine.then(|| Block::Figure { svg: plot::curves(across, up, curves), caption: caption.to_owned() })
}
