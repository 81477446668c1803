//! Experiments as files: which players play which rules, how many games, and the figures that others published.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use minewise::Seed;
use minewise_coach::zoo::{Reader, Zoo};
use minewise_coach::{Adjust, Problem, read_rules};
use toml::Spanned;

use crate::play::plan::{Case, Layouts, Plan};

use crate::store::text_file::ModelFiles;

mod figures;
mod text;

pub use figures::{KnownFigure, PublishedFigure, PublishedTimes, Stated};
use text::{ManifestSource, Raw};

/// An experiment: a question, the games that answer it, and published figures to compare the results with.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The title of the experiment.
    pub title: String,
    /// The question that the experiment answers.
    pub question: Option<String>,
    /// The games to play.
    pub plan: Plan,
    /// The key that is varied; `None` if the experiment varies none.
    pub varied_key: Option<String>,
    /// Figures that others published.
    pub published: Vec<PublishedFigure>,
    /// The highest win rates that are known.
    pub known: Vec<KnownFigure>,
    /// Whether its players may read their models from files.
    pub files: ModelFiles,
    /// The text that the manifest was read from.
    pub text: String,
}

/// The maximum number of cases of an experiment.
const MOST_CASES: usize = 100_000;
/// The maximum number of player seeds with which every layout is played.
const MOST_PLAYER_SEEDS: u64 = 10_000;
/// The maximum number of games of a case.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// The number of games per record, unless a manifest says otherwise.
const DEFAULT_CHUNK: u64 = 1000;
/// The maximum number of games per record. A thread holds the results of a whole chunk in memory.
const MOST_PER_CHUNK: u64 = 1_000_000;
/// The maximum number of records of a run. The offset of each is held in memory.
const MOST_CHUNKS: u64 = 10_000_000;

impl Manifest {
    /// Reads a manifest from its text. `path` is the name that error messages use for it.
    ///
    /// Paths of model files are relative to the working directory.
    ///
    /// # Errors
    /// Returns an error if the text is not a manifest. The error names `path` and, where possible, the line.
    pub fn parse(path: &Path, text: String, files: ModelFiles) -> Result<Manifest, Problem> {
        Manifest::parse_in(Zoo::shipped(), path, text, files)
    }

    /// Like [`Manifest::parse`], for an experiment with the players of another zoo.
    ///
    /// # Errors
    /// See [`Manifest::parse`].
    pub fn parse_in(zoo: &Zoo, path: &Path, text: String, files: ModelFiles) -> Result<Manifest, Problem> {
        let reader = &mut zoo.reader(files.open());
        let source = ManifestSource { path, text: &text };
        let raw = Raw::read(source)?;
        if raw.title.get_ref().trim().is_empty() || raw.title.get_ref().contains('\n') {
            return Err(source.error(&raw.title, "`title` takes one line of text"));
        }
        let varied = Varied::read(source, &raw)?;
        let cases = cases(reader, source, &raw, varied.as_ref())?;
        let plan = plan(source, &raw, cases)?;
        let published =
            raw.published.iter().map(|figure| PublishedFigure::read(reader, source, figure, &plan));
        let known = raw.known.iter().map(|figure| KnownFigure::read(source, figure, &plan));
        Ok(Manifest {
            title: raw.title.get_ref().clone(),
            question: raw.question.clone(),
            varied_key: varied.map(|varied| varied.key),
            published: published.collect::<Result<_, _>>()?,
            known: known.collect::<Result<_, _>>()?,
            plan,
            files,
            text,
        })
    }
}

impl Manifest {
    /// Returns the same experiment with another number of games for each case, or of player seeds if every layout is
    /// played; its text has that number too. `path` is the name that error messages use for it.
    ///
    /// # Errors
    /// Returns an error if a manifest may not have this number of games.
    pub fn with_games(&self, path: &Path, n_games: u64) -> Result<Manifest, Problem> {
        let raw = Raw::read(ManifestSource { path, text: &self.text })?;
        let mut text = self.text.clone();
        match raw.games.as_ref().or(raw.player_seeds.as_ref()) {
            Some(number) => text.replace_range(number.span(), &n_games.to_string()),
            None => text.insert_str(0, &format!("player_seeds = {n_games}\n")),
        }
        let mut manifest = Manifest::parse(path, text, self.files)?;
        manifest.plan.adjust = self.plan.adjust;
        Ok(manifest)
    }
}

/// The key that an experiment varies, and its values.
struct Varied {
    key: String,
    values: Vec<String>,
}

impl Varied {
    fn read(source: ManifestSource, raw: &Raw) -> Result<Option<Varied>, Problem> {
        let Some(vary) = &raw.vary else { return Ok(None) };
        let mut keys = vary.get_ref().iter();
        let (Some((key, values)), None) = (keys.next(), keys.next()) else {
            return Err(source.error(vary, "`[vary]` takes one key, with a list of its values"));
        };
        if values.is_empty() {
            return Err(source.error(vary, format_args!("the varied key `{key}` has no values")));
        }
        let texts = || raw.rules.iter().chain(&raw.players);
        if !texts().any(|text| text.get_ref().contains(&format!("{{{key}}}"))) {
            let wrong =
                format_args!("`{key}` is varied, but `{{{key}}}` is in neither the rules nor the players");
            return Err(source.error(vary, wrong));
        }
        let values = values.iter().map(ToString::to_string).collect();
        Ok(Some(Varied { key: key.clone(), values }))
    }
}

/// Fills the value of the varied key into a text. Also returns whether the text contains the key.
fn filled(
    source: ManifestSource,
    text: &Spanned<String>,
    varied: Option<(&str, &str)>,
) -> Result<(String, bool), Problem> {
    let template = text.get_ref();
    let filled = match varied {
        Some((key, value)) => template.replace(&format!("{{{key}}}"), value),
        None => template.clone(),
    };
    let is_varied = filled != *template;
    if let Some((_, rest)) = filled.split_once('{') {
        let key = rest.split('}').next().unwrap_or(rest);
        let wrong = format_args!("`{{{key}}}` has no value; `[vary]` has no key `{key}`");
        return Err(source.error(text, wrong));
    }
    Ok((filled, is_varied))
}

/// Returns every pair of rules and players in order, without duplicates.
fn cases(
    reader: &mut Reader,
    source: ManifestSource,
    raw: &Raw,
    varied: Option<&Varied>,
) -> Result<Vec<Case>, Problem> {
    let n_values = varied.map_or(1, |varied| varied.values.len());
    let n_pairs = raw.rules.len().saturating_mul(raw.players.len()).saturating_mul(n_values);
    if n_pairs == 0 {
        let missing = if raw.rules.is_empty() { "rules" } else { "players" };
        return Err(source.file_error(format_args!("`{missing}` is empty, so there is nothing to play")));
    }
    if n_pairs > MOST_CASES {
        return Err(source
            .file_error(format_args!("there are {n_pairs} cases, but at most {MOST_CASES} are allowed")));
    }
    let mut known = HashSet::new();
    let mut cases = Vec::new();
    for idx in 0..n_values {
        let value = varied.map(|varied| (varied.key.as_str(), varied.values[idx].as_str()));
        let players = read_each(source, &raw.players, value, |text| reader.read(text))?;
        for (rules, has_key) in read_each(source, &raw.rules, value, read_rules)? {
            for (player, also_has_key) in &players {
                if known.insert((rules, player.to_string())) {
                    let varied =
                        value.filter(|_| has_key || *also_has_key).map(|(_, value)| value.to_owned());
                    cases.push(Case { rules, player: player.clone(), varied });
                }
            }
        }
    }
    Ok(cases)
}

/// Reads each text of a list after filling in the varied key. Also returns whether each text contains the key.
fn read_each<T, E: fmt::Display>(
    source: ManifestSource,
    texts: &[Spanned<String>],
    value: Option<(&str, &str)>,
    mut read: impl FnMut(&str) -> Result<T, E>,
) -> Result<Vec<(T, bool)>, Problem> {
    let read_one = |text: &Spanned<String>| {
        let (filled, has_key) = filled(source, text, value)?;
        let read = read(&filled).map_err(|error| source.error(text, error))?;
        Ok((read, has_key))
    };
    texts.iter().map(read_one).collect()
}

fn plan(source: ManifestSource, raw: &Raw, cases: Vec<Case>) -> Result<Plan, Problem> {
    // Integers in TOML are signed, so seeds end at `i64::MAX`.
    let player_seed = match &raw.player_seed {
        Some(seed) => source.whole_number("player_seed", seed, 0, i64::MAX as u64)?,
        None => 1,
    };
    match &raw.layouts {
        Some(text) => plan_of_all_layouts(source, raw, text, Seed(player_seed), cases),
        None => plan_of_games(source, raw, player_seed, cases),
    }
}

/// Reads a plan that plays every layout, once for each of several player seeds.
fn plan_of_all_layouts(
    source: ManifestSource,
    raw: &Raw,
    text: &Spanned<String>,
    seed: Seed,
    cases: Vec<Case>,
) -> Result<Plan, Problem> {
    if text.get_ref() != "all" {
        return Err(source.error(text, "`layouts` takes \"all\", or is left out for random layouts"));
    }
    let superfluous = [("games", &raw.games), ("seed", &raw.seed), ("chunk", &raw.chunk)];
    if let Some((key, Some(value))) = superfluous.into_iter().find(|(_, value)| value.is_some()) {
        let wrong = format_args!("`{key}` has no meaning if every layout is played; `player_seeds` has");
        return Err(source.error(value, wrong));
    }
    let n_games = match &raw.player_seeds {
        Some(seeds) => source.whole_number("player_seeds", seeds, 1, MOST_PLAYER_SEEDS)?,
        None => 1,
    };
    Ok(Plan {
        cases,
        layouts: Layouts::All,
        n_games,
        seed,
        player_seed: seed.0,
        n_per_chunk: 1,
        adjust: Adjust::Off,
        measures_clicks: false,
    })
}

fn plan_of_games(
    source: ManifestSource,
    raw: &Raw,
    player_seed: u64,
    cases: Vec<Case>,
) -> Result<Plan, Problem> {
    let needed = |key: &str| source.file_error(format_args!("missing field `{key}`"));
    let games = raw.games.as_ref().ok_or_else(|| needed("games"))?;
    let seed = raw.seed.as_ref().ok_or_else(|| needed("seed"))?;
    if let Some(seeds) = &raw.player_seeds {
        return Err(source.error(seeds, "`player_seeds` needs `layouts = \"all\"`"));
    }
    let n_per_chunk = match &raw.chunk {
        Some(chunk) => source.whole_number("chunk", chunk, 1, MOST_PER_CHUNK)?,
        None => DEFAULT_CHUNK,
    };
    let adjust = match &raw.adjust {
        Some(text) => text
            .get_ref()
            .parse()
            .map_err(|wrong| source.error(text, format_args!("`adjust` takes {wrong}")))?,
        None => Adjust::Quick,
    };
    let plan = Plan {
        cases,
        layouts: Layouts::Random,
        n_games: source.whole_number("games", games, 1, MOST_GAMES)?,
        seed: Seed(source.whole_number("seed", seed, 0, i64::MAX as u64)?),
        player_seed,
        n_per_chunk,
        adjust,
        measures_clicks: false,
    };
    if (plan.cases.len() as u64).saturating_mul(plan.n_chunks_per_case()) > MOST_CHUNKS {
        let wrong = format_args!("this makes more than {MOST_CHUNKS} records; make `chunk` larger");
        return Err(source.error(games, wrong));
    }
    Ok(plan)
}

#[cfg(test)]
mod tests;
