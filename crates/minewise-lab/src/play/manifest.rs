//! Experiments as files: who plays what, how often, and what others found.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use minewise::{Rules, Seed};
use minewise_coach::zoo::{Reader, Zoo};
use minewise_coach::{Adjust, Problem};
use toml::Spanned;

use crate::play::plan::{Case, Plan};

use crate::store::text_file::ModelFiles;

mod figures;
mod text;

pub use figures::{Known, Published};
use text::{Raw, Source};

/// An experiment: what is asked, the games that answer it, and the figures of others to stand beside ours.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// What it is called.
    pub title: String,
    /// What it is to answer.
    pub question: Option<String>,
    /// The games.
    pub plan: Plan,
    /// The key that is varied, if one is.
    pub varied_key: Option<String>,
    /// Figures of others.
    pub published: Vec<Published>,
    /// The most that is known to be won.
    pub known: Vec<Known>,
    /// Whether the models of its players may be files.
    pub files: ModelFiles,
    /// The text it was read from.
    pub text: String,
}

/// The most cases of an experiment.
const MOST_CASES: usize = 100_000;
/// The most games of a case.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// The games to a record, unless a manifest says otherwise.
const USUAL_CHUNK: u64 = 1000;
/// The most games to a record, which a thread holds in memory.
const MOST_PER_CHUNK: u64 = 1_000_000;
/// The most records of a run; where each stands is held in memory.
const MOST_CHUNKS: u64 = 10_000_000;

impl Manifest {
    /// Reads a manifest from its text; `path` is its name in sentences.
    ///
    /// Models of players that are files are sought from the working folder.
    ///
    /// # Errors
    /// When it is no manifest: a sentence that names it, and the line if there is one.
    pub fn parse(path: &Path, text: String, files: ModelFiles) -> Result<Manifest, Problem> {
        Manifest::parse_in(Zoo::shipped(), path, text, files)
    }

    /// The same of an experiment whose players are those of another zoo.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub fn parse_in(zoo: &Zoo, path: &Path, text: String, files: ModelFiles) -> Result<Manifest, Problem> {
        let reader = &mut zoo.reader(files.open());
        let source = Source { path, text: &text };
        let raw = Raw::read(source)?;
        if raw.title.get_ref().trim().is_empty() || raw.title.get_ref().contains('\n') {
            return Err(source.error(&raw.title, "`title` takes one line of text"));
        }
        let varied = Varied::read(source, &raw)?;
        let cases = cases(reader, source, &raw, varied.as_ref())?;
        let plan = plan(source, &raw, cases)?;
        let published = raw.published.iter().map(|figure| Published::read(reader, source, figure, &plan));
        let known = raw.known.iter().map(|figure| Known::read(source, figure, &plan));
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

/// The key that an experiment varies, and its values.
struct Varied {
    key: String,
    values: Vec<String>,
}

impl Varied {
    fn read(source: Source, raw: &Raw) -> Result<Option<Varied>, Problem> {
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
            let wrong = format_args!("`{key}` is varied, but `{{{key}}}` stands in no rules and no player");
            return Err(source.error(vary, wrong));
        }
        let values = values.iter().map(ToString::to_string).collect();
        Ok(Some(Varied { key: key.clone(), values }))
    }
}

/// A text with the value of the varied key filled in; whether it has it at all.
fn filled(
    source: Source,
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
        let wrong = format_args!("`{{{key}}}` stands for nothing; `[vary]` has no `{key}`");
        return Err(source.error(text, wrong));
    }
    Ok((filled, is_varied))
}

/// Every pair of rules and players, in order, equal ones once.
fn cases(
    reader: &mut Reader,
    source: Source,
    raw: &Raw,
    varied: Option<&Varied>,
) -> Result<Vec<Case>, Problem> {
    let n_values = varied.map_or(1, |varied| varied.values.len());
    let n_pairs = raw.rules.len().saturating_mul(raw.players.len()).saturating_mul(n_values);
    if n_pairs == 0 {
        let missing = if raw.rules.is_empty() { "rules" } else { "players" };
        return Err(source.whole(format_args!("`{missing}` is empty, so that nothing is to be played")));
    }
    if n_pairs > MOST_CASES {
        return Err(source.whole(format_args!("there are {n_pairs} cases, but at most {MOST_CASES} can be")));
    }
    let mut known = HashSet::new();
    let mut cases = Vec::new();
    for idx in 0..n_values {
        let value = varied.map(|varied| (varied.key.as_str(), varied.values[idx].as_str()));
        let players = read_each(source, &raw.players, value, |text| reader.read(text))?;
        for (rules, has_key) in read_each(source, &raw.rules, value, str::parse::<Rules>)? {
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

/// Reads each text of a list, the varied key filled in; with each, whether it has the key.
fn read_each<T, E: fmt::Display>(
    source: Source,
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

fn plan(source: Source, raw: &Raw, cases: Vec<Case>) -> Result<Plan, Problem> {
    let n_per_chunk = match &raw.chunk {
        Some(chunk) => source.whole_number("chunk", chunk, 1, MOST_PER_CHUNK)?,
        None => USUAL_CHUNK,
    };
    let player_seed = match &raw.player_seed {
        Some(seed) => source.whole_number("player_seed", seed, 0, i64::MAX as u64)?,
        None => 1,
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
        n_games: source.whole_number("games", &raw.games, 1, MOST_GAMES)?,
        seed: Seed(source.whole_number("seed", &raw.seed, 0, i64::MAX as u64)?),
        player_seed,
        n_per_chunk,
        adjust,
    };
    if (plan.cases.len() as u64).saturating_mul(plan.n_chunks_per_case()) > MOST_CHUNKS {
        let wrong = format_args!("these are more than {MOST_CHUNKS} records; make `chunk` larger");
        return Err(source.error(&raw.games, wrong));
    }
    Ok(plan)
}

#[cfg(test)]
mod tests;
