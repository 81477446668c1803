//! The report of a survey.

use minewise_coach::Problem;

use super::{
    AgreementRow, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, SurveyKind, SurveyRecord,
    SurveySettings,
};
use crate::plot::{self, Axis, Curve, Scale};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::format::{NO_VALUE, count_of, decimal, error, grouped, percent};
use crate::store::folder::{RECORDS, StudyFile};
use crate::store::journal;
use crate::store::source::{Files, Source};
use crate::store::text_file::ModelFiles;

/// The maximum number of curves of a figure. With more, only the table is shown.
const MOST_CURVES: usize = 20;

/// According to Dei Rossi, the models of a reduced problem are "almost always" fewer than this.
const FEW_MODELS: f64 = 40.0;

/// Makes the report of the survey in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let (settings, records): (SurveySettings, Source) = (study.settings()?, files(RECORDS));
    let mut found: Vec<SurveyRecord> = Vec::new();
    for record in journal::read::<SurveyRecord>(&records)? {
        let journal::Record { content, line, .. } = record?;
        if !content.is_consistent(settings.survey) {
            return Err(Problem::line(records.path(), line, "damaged: the numbers of this record disagree"));
        }
        if settings.rules.contains(&content.rules) {
            found.push(content);
        }
    }
    let is_complete = found.len() >= settings.rules.len();
    Ok(Pages::of_document(report(&settings, &found), is_complete))
}

/// Makes the report of a survey. It depends only on the findings.
fn report(settings: &SurveySettings, found: &[SurveyRecord]) -> Document {
    let (title, which) = match settings.survey {
        SurveyKind::Agreement => ("sat compared with the census", "all except the first of each game"),
        SurveyKind::Beliefs => {
            ("Sampled risks compared with the census", "those where no single number proves a cell safe")
        }
        SurveyKind::Orders => {
            ("Listing all layouts, by the order of the cells", "those where no cell is certainly safe")
        }
        SurveyKind::Models => ("Models where sat is stuck", "those where the solver proves no cell safe"),
    };
    let mut blocks = vec![Block::Text(format!(
        "{} views under each set of rules, from games of {}, starting at seed {}: {which}.",
        grouped(settings.views),
        settings.player,
        settings.seed
    ))];
    blocks.extend(match settings.survey {
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

/// Returns the rows of all records.
fn rows<T: Clone>(found: &[SurveyRecord], of: impl Fn(&Findings) -> &[T]) -> Vec<T> {
    found.iter().flat_map(|record| of(&record.findings)).cloned().collect()
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
        "uncounted views",
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
            "sat(global=always) without a penalty, with a new solver for every view. Risks are compared for the cells \
             that are open, with models counted over the whole frontier or region by region. Uncounted views have too \
             many models for sat to count; they have verdicts, but no risks."
                .to_owned(),
        ),
    ]
}

/// Returns the way of counting models, in words.
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
    let caption = "Mean difference of a risk from the census, over cells and views.";
    let heads = vec!["rules", "player", "steps", "views", "mean error", "95th percentile", "no layout found"];
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
    let legend = "Error: the absolute difference of estimated risk and census, as the mean over the covered cells of a \
                  view. Steps: the steps of the walk of mcmc, or the layouts that rejection draws. If no layout was \
                  found for a view, each covered cell is given the share of mines among covered cells as its risk.";
    figure(caption, across, up, &curves)
        .into_iter()
        .chain([Block::Table(table), Block::Text(legend.to_owned())])
        .collect()
}

fn models(rows: &[ModelsRow]) -> Vec<Block> {
    let across = Axis { name: "models", scale: Scale::Powers };
    let up = Axis { name: "share of views", scale: Scale::Percent };
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
        "uncounted views",
    ];
    let row = |row: &ModelsRow, regions: &str, distribution: &Distribution| {
        let quantile =
            |share: f64| distribution.quantile(share, row.views).map_or(NO_VALUE.to_owned(), count_of);
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
    let legend = "Whole frontier: the ways to place mines on the undecided cells that touch a number, whatever their \
                  number of mines. By region: the models visited when regions are counted separately, and cells that \
                  touch the same numbers are treated as interchangeable. Uncounted views have too many models to \
                  count, and rank above all others. According to Dei Rossi, the models of the whole frontier are \
                  almost always fewer than 40.";
    figure("Models of the whole frontier.", across, up, &curves(|row| &row.joint))
        .into_iter()
        .chain(figure("Models visited region by region.", across, up, &curves(|row| &row.split)))
        .chain([Block::Table(table), Block::Text(legend.to_owned())])
        .collect()
}

fn orders(rows: &[OrderRow]) -> Vec<Block> {
    let heads = vec![
        "rules",
        "order",
        "views",
        "layouts",
        "steps",
        "steps per layout",
        "median",
        "most",
        "unlisted views",
    ];
    let row = |row: &OrderRow| {
        let quantile =
            |share: f64| row.steps.quantile(share, row.views).map_or(NO_VALUE.to_owned(), count_of);
        let order = match row.order.as_str() {
            "least" => "least constrained first",
            "most" => "most constrained first",
            _ => "neighbours together",
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
    let legend = "Steps: partial layouts visited to list all layouts that fit. Median and most are over views. A cell \
                  is more constrained if it touches more numbers. Neighbours together: number by number. Unlisted \
                  views need more than ten million steps, and are left out of all sums. Sebag & Teytaud 2012 list the \
                  least constrained cells first.";
    vec![
        Block::Table(Table { heads, n_word_columns: 2, rows: rows.iter().map(row).collect() }),
        Block::Text(legend.to_owned()),
    ]
}

/// Returns for each value the share of all views that do not exceed it.
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
