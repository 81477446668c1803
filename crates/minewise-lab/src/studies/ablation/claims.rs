//! What Peña Castillo & Wrobel 2003 claim about their techniques, each claim beside what the trials show.

use minewise_learn::mio::Setting;

use super::{Conditions, Trial};
use crate::report::document::Block;
use crate::report::format::{decimal, grouped, percent};

/// A claim, what the trials show, and whether it holds.
struct Claim {
    claim: String,
    ours: String,
    holds: bool,
}

/// Returns the table of all claims that the trials can decide.
pub(super) fn table(trials: &[Trial]) -> Block {
    let [ida, macros, active, greedy] = Setting::ALL.map(|setting| of(trials, setting, Conditions::Table2));
    let steps = [
        ("Adding macros", &ida, &macros),
        ("Adding active learning", &macros, &active),
        ("Greedy search instead of IDA*", &active, &greedy),
    ];
    let mut claims = Vec::new();
    for (technique, before, after) in steps {
        claims.extend(lowers(
            technique,
            "the clauses per search",
            before,
            after,
            clauses_per_search,
            decimal,
        ));
    }
    for (technique, before, after) in steps {
        claims.extend(lowers(technique, "the share of searches cut", before, after, share_cut, percent));
    }
    claims.extend(overfits(&ida, &macros, &active, &greedy));
    claims.extend(plays_worse(&ida, &macros));
    claims.extend(same_rules(trials));
    claims.extend(all_examples(trials));
    let row = |claim: &Claim| {
        let holds = if claim.holds { "yes" } else { "no" };
        vec![claim.claim.clone(), claim.ours.clone(), holds.to_owned()]
    };
    Block::table(&["claim of the paper", "ours", "holds"], 3, claims.iter().map(row).collect())
}

/// Returns the trials of a setting under some conditions.
pub(super) fn of(trials: &[Trial], setting: Setting, conditions: Conditions) -> Vec<&Trial> {
    let is_own = |trial: &&Trial| trial.setting == setting.name() && trial.conditions == conditions;
    trials.iter().filter(is_own).collect()
}

fn clauses_per_search(trials: &[&Trial]) -> f64 {
    ratio(trials, |trial| trial.clauses, |trial| trial.searches)
}

fn share_cut(trials: &[&Trial]) -> f64 {
    ratio(trials, |trial| trial.cut, |trial| trial.searches)
}

fn share_won(trials: &[&Trial]) -> f64 {
    ratio(trials, |trial| trial.wins, |trial| trial.games)
}

fn share_wrong(trials: &[&Trial]) -> f64 {
    ratio(trials, |trial| trial.fresh.wrong, |trial| trial.fresh.cells)
}

fn ratio(trials: &[&Trial], part: fn(&Trial) -> u64, whole: fn(&Trial) -> u64) -> f64 {
    let sum = |what: fn(&Trial) -> u64| trials.iter().map(|trial| what(trial)).sum::<u64>() as f64;
    sum(part) / sum(whole).max(1.0)
}

/// The claim that a technique lowers a figure.
fn lowers(
    technique: &str,
    what: &str,
    before: &[&Trial],
    after: &[&Trial],
    figure: fn(&[&Trial]) -> f64,
    format: fn(f64) -> String,
) -> Option<Claim> {
    let (first_before, first_after) = (before.first()?, after.first()?);
    let (old, new) = (figure(before), figure(after));
    let ours = format!("{}: {}; {}: {}", first_before.setting, format(old), first_after.setting, format(new));
    Some(Claim { claim: format!("{technique} lowers {what}."), ours, holds: new < old })
}

/// The claim that wrong rules are learned only without active learning.
fn overfits(ida: &[&Trial], macros: &[&Trial], active: &[&Trial], greedy: &[&Trial]) -> Option<Claim> {
    let shares =
        [ida, macros, active, greedy].map(|trials| (!trials.is_empty()).then(|| share_wrong(trials)));
    let [Some(ida), Some(macros), Some(active), Some(greedy)] = shares else { return None };
    let named: Vec<String> = Setting::ALL
        .iter()
        .zip([ida, macros, active, greedy])
        .map(|(setting, share)| format!("{}: {}", setting.name(), percent(share)))
        .collect();
    Some(Claim {
        claim: "Without active learning, rules are learned that are wrong; with it, none.".to_owned(),
        ours: format!("cells wrongly called safe, {}", named.join("; ")),
        holds: ida > 0.0 && macros > 0.0 && active == 0.0 && greedy == 0.0,
    })
}

/// The claim that macros without active learning overfit more.
fn plays_worse(ida: &[&Trial], macros: &[&Trial]) -> Option<Claim> {
    let (first, second) = (ida.first()?, macros.first()?);
    let (one, other) = (share_won(ida), share_won(macros));
    Some(Claim {
        claim: "The rules of IDA*+M win fewer games than those of IDA*.".to_owned(),
        ours: format!("{}: {}; {}: {}", first.setting, percent(one), second.setting, percent(other)),
        holds: other < one,
    })
}

/// The claim that macros change no rule if searches are not limited.
fn same_rules(trials: &[Trial]) -> Option<Claim> {
    let [ida, macros] =
        [Setting::Ida, Setting::IdaMacros].map(|setting| of(trials, setting, Conditions::Unlimited));
    let pairs: Vec<(&Trial, &Trial)> = ida
        .iter()
        .filter_map(|&one| Some((one, *macros.iter().find(|other| other.sample == one.sample)?)))
        .collect();
    let n_same = pairs.iter().filter(|(one, other)| one.rules == other.rules).count();
    let n_rules: usize = pairs.iter().map(|(one, _)| one.rules.len()).sum();
    let n_shared: usize = pairs
        .iter()
        .map(|(one, other)| one.rules.iter().filter(|rule| other.rules.contains(rule)).count())
        .sum();
    let [clauses, fewer] = [&ida, &macros].map(|trials| decimal(clauses_per_search(trials)));
    (!pairs.is_empty()).then(|| Claim {
        claim: "Without a limit of clauses, IDA* and IDA*+M learn the same rules.".to_owned(),
        ours: format!(
            "the same on {n_same} of {} samples, {n_shared} of {n_rules} rules in all, with {clauses} and {fewer} clauses \
             per search",
            pairs.len()
        ),
        holds: n_same == pairs.len(),
    })
}

/// The claim that learning from all examples at once takes too long.
fn all_examples(trials: &[Trial]) -> Option<Claim> {
    let found = of(trials, Setting::IdaMacros, Conditions::AllExamples);
    let trial = found.first()?;
    let n_examples = grouped((trial.positive + trial.negative) as u64);
    Some(Claim {
        claim: "Learning from all examples at once does not end within ten days.".to_owned(),
        ours: format!(
            "{} learns {} rules from {n_examples} examples; they call {} of the cells safe that are not, and win {} \
             of the games",
            trial.setting,
            trial.rules.len(),
            percent(share_wrong(&found)),
            percent(share_won(&found))
        ),
        holds: false,
    })
}
