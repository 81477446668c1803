//! Macros: a literal together with the literals that provide its inputs (Peña Castillo & Wrobel, ECML 2002).
//!
//! A literal that only provides a variable does not separate positive from negative examples. So a search that adds one
//! literal at a time gets no guidance until it adds a consumer of the variable. A macro adds both at once.

use std::collections::{BTreeSet, HashMap};

use super::bottom::Bottom;
use super::clause::Variable;
use super::language::{Domain, Language};

/// Literals of a bottom clause that are added together, as indices in ascending order.
pub type Macro = Vec<usize>;

/// The most macros per literal, if its inputs can be provided in several ways.
const MOST_WAYS: usize = 4;

/// The macros of a bottom clause: one or more for each literal whose outputs no other literal uses.
///
/// If several literals provide a variable, the one that needs the fewest further literals is used, or each of them if
/// several need equally few.
pub(crate) fn macros<D: Domain>(language: &Language<D>, bottom: &Bottom) -> Vec<Macro> {
    let dependencies = Dependencies::new(language, bottom);
    let mut found: BTreeSet<Macro> = BTreeSet::new();
    for idx in (0..bottom.literals.len()).filter(|&idx| !dependencies.is_provider(idx)) {
        found.extend(dependencies.ways(idx));
    }
    let mut macros: Vec<Macro> = found.into_iter().collect();
    macros.sort_by_key(Vec::len);
    macros
}

/// The dependencies between the literals of a bottom clause.
struct Dependencies<'a, D: Domain> {
    language: &'a Language<D>,
    bottom: &'a Bottom,
    /// The literals that have each variable as an output.
    providers: HashMap<Variable, Vec<usize>>,
    /// The variables that are inputs of some literal.
    consumed: BTreeSet<Variable>,
    /// Each literal with all literals that it needs, if each variable is taken from its first provider.
    needs: Vec<BTreeSet<usize>>,
}

impl<'a, D: Domain> Dependencies<'a, D> {
    fn new(language: &'a Language<D>, bottom: &'a Bottom) -> Dependencies<'a, D> {
        let mut dependencies = Dependencies {
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
                needs.extend(dependencies.needs[dependencies.providers[&input][0]].iter().copied());
            }
            dependencies.consumed.extend(literal.inputs(arguments));
            dependencies.needs.push(needs);
            for output in literal.outputs(arguments).filter(|&output| usize::from(output) >= bottom.n_head) {
                dependencies.providers.entry(output).or_default().push(idx);
            }
        }
        dependencies
    }

    /// Whether an output of a literal is an input of another.
    fn is_provider(&self, idx: usize) -> bool {
        let literal = &self.bottom.literals[idx];
        let mut outputs = literal.outputs(self.language.arguments(literal.predicate));
        outputs.any(|output| usize::from(output) >= self.bottom.n_head && self.consumed.contains(&output))
    }

    /// The literal with the literals that it needs, in each of the ways that use the fewest literals.
    fn ways(&self, idx: usize) -> Vec<Macro> {
        let literal = &self.bottom.literals[idx];
        let mut inputs: Vec<Variable> = literal.inputs(self.language.arguments(literal.predicate)).collect();
        inputs.retain(|&input| usize::from(input) >= self.bottom.n_head);
        // Inputs with a single provider come first: what they bring along may make providers of other inputs cheaper.
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
