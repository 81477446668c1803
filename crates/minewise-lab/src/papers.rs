//! One document per paper: every experiment and study of its figures, ours beside theirs, made from records.
//!
//! A document depends only on the records. It is made again by `minewise lab papers`, and a test compares the committed
//! ones. Times and machines, which differ from run to run, are in the last section of each document.

mod provenance;
#[cfg(feature = "host")]
mod recorded;
mod run;

use minewise_coach::Problem;

use crate::plot;
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::markdown;
use crate::store::folder::{MANIFEST, StudyFile};
use crate::store::source::Source;
use crate::store::text_file::ModelFiles;
use crate::{Manifest, Results};
use provenance::Provenance;
#[cfg(feature = "host")]
pub use recorded::recorded_studies;

/// A paper whose figures are reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The name of its document. The names of its experiments begin with it.
    pub name: &'static str,
    /// How it is cited.
    pub citation: &'static str,
    /// Studies of its figures with other names.
    studies: &'static [&'static str],
}

/// The papers whose systems Minewise reproduces.
pub const PAPERS: [Paper; 5] = [
    Paper { name: "sebag-2012", citation: "Sebag & Teytaud 2012", studies: &["beliefs", "orders"] },
    Paper { name: "gardea-2015", citation: "Gardea, Koontz & Silva 2015", studies: &["oracle", "learners"] },
    Paper { name: "pena-castillo-2003", citation: "Peña Castillo & Wrobel 2003", studies: &["ablation"] },
    Paper { name: "dei-rossi", citation: "Dei Rossi", studies: &["models", "agreement"] },
    Paper { name: "harith-2017", citation: "Harith, Menon & Kuruppath 2017", studies: &[] },
];

/// A recorded study: the name of its folder, and its files by name.
pub struct RecordedStudy<'a> {
    /// The name of the folder: a date and the name of the study, such as `2026-11-16-orders`.
    pub folder: String,
    /// The files of the folder.
    pub files: Box<dyn Fn(&str) -> Source + 'a>,
}

impl RecordedStudy<'_> {
    /// The name of the study without its date.
    fn name(&self) -> &str {
        let date = self.folder.split_inclusive('-').take(3).map(str::len).sum();
        self.folder.get(date..).unwrap_or_default()
    }
}

/// A part of the document of a paper.
struct Section {
    /// The name of the study without its date.
    name: String,
    document: Document,
    /// The part of the last section that is about this one.
    times: Vec<Block>,
    /// The numbers of published win rates beside ours.
    rows: Rows,
}

/// How many published win rates there are beside ours, and on how many of them ours differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rows {
    /// Rows whose source states a sample, so that chance alone explains differences on about one in twenty.
    sampled: usize,
    sampled_apart: usize,
    /// All other rows.
    unsampled: usize,
    unsampled_apart: usize,
}

impl Paper {
    /// Makes the document of the paper. Returns the names and texts of its files: the Markdown page and its plots.
    ///
    /// # Errors
    /// Returns an error if a study of the paper is missing, or records cannot be read or are damaged.
    pub fn files(&self, records: &[RecordedStudy]) -> Result<Vec<(String, String)>, Problem> {
        let sections = self.sections(records)?;
        let rows = sections.iter().map(|section| section.rows).fold(Rows::default(), Rows::plus);
        let lead = Document {
            title: format!("{}: our figures beside theirs", self.citation),
            blocks: vec![
                Block::Text(
                    "Made from the records by the command minewise lab papers; not edited by hand. The paper, what we \
                     took from it, how we read it, and the list of all its figures are in docs/papers.md."
                        .to_owned(),
                ),
                Block::Text(rows.sentence()),
            ],
        };
        let mut figures = Vec::new();
        let mut parts = vec![markdown::page(&lead)];
        for section in &sections {
            let (text, plots) = markdown::section(&section.document, &section.name);
            parts.push(text);
            figures.extend(plots);
        }
        let blocks = sections.into_iter().flat_map(|section| section.times).collect();
        let times = Document { title: "Times and machines".to_owned(), blocks };
        parts.push(markdown::section(&times, self.name).0);
        let mut files = vec![(format!("{}.md", self.name), parts.join("\n"))];
        files.extend(figures.into_iter().map(|(name, svg)| (name, plot::standalone(&svg))));
        Ok(files)
    }

    /// Makes a section of each study of the paper: first those that are named after it, by name.
    fn sections(&self, records: &[RecordedStudy]) -> Result<Vec<Section>, Problem> {
        let is_named_after = |record: &&RecordedStudy| record.name().starts_with(self.name);
        let mut studies: Vec<&RecordedStudy> = records.iter().filter(is_named_after).collect();
        studies.sort_by_key(|record| record.name().to_owned());
        for name in self.studies {
            let found = records.iter().find(|record| record.name() == *name);
            let missing = || Problem::bad_input(format!("there is no record of the study `{name}`"));
            studies.push(found.ok_or_else(missing)?);
        }
        studies.into_iter().map(section).collect()
    }
}

/// Makes the section of a study.
fn section(record: &RecordedStudy) -> Result<Section, Problem> {
    let provenance = Provenance::read(record)?;
    if StudyFile::read(&*record.files)?.study == "run" {
        let manifest = Manifest::of(&(record.files)(MANIFEST), ModelFiles::Refused)?;
        let results = Results::of_files(manifest, &*record.files)?;
        return run::section(record.name(), &results, &provenance);
    }
    let mut document = Pages::of(&*record.files, ModelFiles::Refused)?.document;
    // Times differ from run to run, so they go to the last section.
    let times = document.blocks.iter().position(|block| *block == Block::Heading("Computing time"));
    let mut timed = times.map(|start| document.blocks.split_off(start)).unwrap_or_default();
    if let Some(heading) = timed.first_mut() {
        *heading = Block::Text(format!("{}: computing time.", document.title));
    }
    document.blocks.insert(0, provenance.origin());
    let times = [Block::Text(provenance.machine(&document.title))].into_iter().chain(timed).collect();
    Ok(Section { name: record.name().to_owned(), document, times, rows: Rows::default() })
}

impl Rows {
    fn plus(self, other: Rows) -> Rows {
        Rows {
            sampled: self.sampled + other.sampled,
            sampled_apart: self.sampled_apart + other.sampled_apart,
            unsampled: self.unsampled + other.unsampled,
            unsampled_apart: self.unsampled_apart + other.unsampled_apart,
        }
    }

    /// Says how many rows differ, and how many would by chance alone.
    fn sentence(self) -> String {
        let Rows { sampled, sampled_apart, unsampled, unsampled_apart } = self;
        if sampled + unsampled == 0 {
            return "The paper states no win rate to compare ours with.".to_owned();
        }
        let by_chance = sampled as f64 / 20.0;
        format!(
            "Published win rates whose number of games is known: {sampled}. Ours differs at the level of 95 % on \
             {sampled_apart} of them; about {by_chance:.1} would differ by chance alone. Published win rates without \
             a number of games, or stated as approximate: {unsampled}. Our interval excludes {unsampled_apart} of \
             them. Every difference is explained below its table."
        )
    }
}

#[cfg(test)]
mod tests;
