//! Macros: a literal together with the literals that provide its inputs (Peña Castillo and Wrobel, ECML 2002).
//!
//! A literal that only provides a variable tells nothing apart, so a search that adds one literal at a time is blind
//! until a consumer of it comes. A macro brings both at once.

use std::collections::{BTreeSet, HashMap};

use super::bottom::Bottom;
use super::clause::Variable;
use super::language::{Domain, Language};

/// Literals of a bottom clause that belong together, in ascending order.
pub type Macro = Vec<usize>;

/// The most ways in which the inputs of a literal are provided that are made macros of.
const MOST_WAYS: usize = 4;

/// The macros of a bottom clause: some for each literal that provides nothing that others take.
///
/// Where several literals provide a variable, the one that brings the fewest others along is taken; of equals, each.
pub(crate) fn macros<D: Domain>(language: &Language<D>, bottom: &Bottom) -> Vec<Macro> {
    let weave = Weave::new(language, bottom);
    let mut found: BTreeSet<Macro> = BTreeSet::new();
    for idx in (0..bottom.literals.len()).filter(|&idx| !weave.is_provider(idx)) {
        found.extend(weave.ways(idx));
    }
    let mut macros: Vec<Macro> = found.into_iter().collect();
    macros.sort_by_key(Vec::len);
    macros
}

/// Who provides what to whom in a bottom clause.
struct Weave<'a, D: Domain> {
    language: &'a Language<D>,
    bottom: &'a Bottom,
    providers: HashMap<Variable, Vec<usize>>,
    consumed: BTreeSet<Variable>,
    /// Each literal with all that it needs, by the first provider of each variable.
    needs: Vec<BTreeSet<usize>>,
}

impl<'a, D: Domain> Weave<'a, D> {
    fn new(language: &'a Language<D>, bottom: &'a Bottom) -> Weave<'a, D> {
        let mut weave = Weave {
            language,
            bottom,
            providers: HashMap::new(),
            consumed: BTreeSet::new(),
            needs: Vec::new(),
        };
        for (idx, literal) in bottom.literals.iter().enumerate() {
            let arguments = language.arguments(literal.predicate);
            let mut needs = BTreeSet::from([idx]);
            for input in literal.inputs(arguments).filter(|&input| usize::from(input) >= bottom.n_head) {
                needs.extend(weave.needs[weave.providers[&input][0]].iter().copied());
            }
            weave.consumed.extend(literal.inputs(arguments));
            weave.needs.push(needs);
            for output in literal.outputs(arguments).filter(|&output| usize::from(output) >= bottom.n_head) {
                weave.providers.entry(output).or_default().push(idx);
            }
        }
        weave
    }

    /// Whether a literal finds something that others take.
    fn is_provider(&self, idx: usize) -> bool {
        let literal = &self.bottom.literals[idx];
        let mut outputs = literal.outputs(self.language.arguments(literal.predicate));
        outputs.any(|output| usize::from(output) >= self.bottom.n_head && self.consumed.contains(&output))
    }

    /// The literal with what it needs, in the ways that take the fewest literals.
    fn ways(&self, idx: usize) -> Vec<Macro> {
        let literal = &self.bottom.literals[idx];
        let mut inputs: Vec<Variable> = literal.inputs(self.language.arguments(literal.predicate)).collect();
        inputs.retain(|&input| usize::from(input) >= self.bottom.n_head);
        // What has one provider is settled first: others may then come cheaper.
        inputs.sort_by_key(|input| self.providers[input].len());
        let mut ways = vec![BTreeSet::from([idx])];
        for input in inputs {
            let more: Vec<BTreeSet<usize>> = ways
                .iter()
                .flat_map(|way| {
                    let before = self.providers[&input].iter().filter(|&&provider| provider < idx);
                    before.map(|&provider| {
                        way.union(&self.needs[provider]).copied().collect::<BTreeSet<usize>>()
                    })
                })
                .collect();
            let least = more.iter().map(BTreeSet::len).min().unwrap_or(0);
            ways = more.into_iter().filter(|way| way.len() == least).take(MOST_WAYS).collect();
        }
        ways.into_iter().map(|way| way.into_iter().collect()).collect()
    }
}
