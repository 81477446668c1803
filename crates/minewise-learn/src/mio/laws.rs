//! Laws of [`ilp`](crate::ilp), tested on clauses about Minesweeper views.

use std::collections::HashSet;

use minewise::{Grid, Rng, Rules, Seed};

use super::examples::RandomExamples;
use super::{Knowledge, Labels, Minesweeper, Target, Term, Views, language};
use crate::ilp::{
    Bottom, BottomLimits, CachedWorld, CallBudget, Clause, Compiled, Example, Forms, Language, Literal,
    Sampler, Variable, macros, witness,
};

const RULES: [&str; 4] = ["6x5/6", "7x4/5@hex", "5x5/5@torus", "8x3/4@knight"];

fn all() -> Language<Minesweeper> {
    language(Target::Safe, &Knowledge::ALL)
}

/// Examples from random views: every fifth of each view.
fn examples(rules: &str, n_views: u64) -> Vec<Example<Minesweeper>> {
    let rules: Rules = rules.parse().unwrap();
    let sampler = RandomExamples {
        grid: Grid::new(rules),
        target: Target::Safe,
        labels: Labels::Drawn,
        views: Views::Random,
        known: Vec::new(),
        seed: Seed(3),
    };
    (0..n_views).flat_map(|world| sampler.draw(world, &[]).into_iter().step_by(5)).collect()
}

fn bottom(language: &Language<Minesweeper>, example: &Example<Minesweeper>) -> Bottom {
    let limits = BottomLimits { depth: 4, literals: 400, ..BottomLimits::default() };
    Bottom::new(language, &mut CachedWorld::new(()), example, limits)
}

/// A random clause: some literals of a bottom clause with all literals that they need, at most twelve.
fn random_clause(rng: &mut Rng, language: &Language<Minesweeper>, bottom: &Bottom) -> Clause {
    let mut chosen = vec![false; bottom.literals.len()];
    for _ in 0..=rng.below(3) {
        chosen[rng.below(bottom.literals.len())] = true;
    }
    for idx in (0..bottom.literals.len()).rev() {
        let literal = &bottom.literals[idx];
        if !chosen[idx] {
            continue;
        }
        for input in literal.inputs(language.arguments(literal.predicate)) {
            let provides = |&before: &usize| {
                let other = &bottom.literals[before];
                other.outputs(language.arguments(other.predicate)).any(|output| output == input)
            };
            let providers: Vec<usize> = (0..idx).filter(provides).collect();
            if usize::from(input) >= bottom.n_head && !providers.iter().any(|&before| chosen[before]) {
                chosen[providers[rng.below(providers.len())]] = true;
            }
        }
    }
    let body: Vec<Literal> =
        (0..chosen.len()).filter(|&idx| chosen[idx]).map(|idx| bottom.literals[idx].clone()).collect();
    if body.len() > 12 {
        random_clause(rng, language, bottom)
    } else {
        Clause { n_head: bottom.n_head, body }
    }
}

/// Checks a law on many clauses, each with examples that it may or may not cover.
fn check(mut law: impl FnMut(&Language<Minesweeper>, &Clause, &mut Rng, &[Example<Minesweeper>])) {
    let (language, mut rng) = (all(), Rng::new(Seed(5)));
    for rules in RULES {
        let examples = examples(rules, 25);
        for example in &examples {
            let bottom = bottom(&language, example);
            for _ in 0..4 {
                let clause = random_clause(&mut rng, &language, &bottom);
                law(&language, &clause, &mut rng, &examples);
            }
        }
    }
}

fn is_covered_plainly(language: &Language<Minesweeper>, clause: &Clause, head: &[Term]) -> bool {
    witness(language, &(), clause, head, &mut CallBudget(1_000_000)).is_some()
}

#[test]
fn caching_changes_no_result() {
    let mut forms = Forms::default();
    let mut n_of = [0; 2];
    // One cache for all examples, so that its entries are used again.
    let mut world = CachedWorld::new(());
    check(|language, clause, rng, examples| {
        let compiled = Compiled::new(language, clause, &mut forms);
        for _ in 0..8 {
            let head = &examples[rng.below(examples.len())].head;
            let is_covered = compiled.covers(language, &mut world, head, &mut CallBudget(1_000_000));
            let written = language.write(clause);
            assert_eq!(is_covered, is_covered_plainly(language, clause, head), "{written} {head:?}");
            n_of[usize::from(is_covered)] += 1;
        }
    });
    assert!(n_of.iter().all(|&n| n > 2000), "{n_of:?}");
}

#[test]
fn a_bottom_clause_covers_its_example_and_so_do_its_parts() {
    let (language, mut rng) = (all(), Rng::new(Seed(7)));
    for example in RULES.iter().flat_map(|rules| examples(rules, 10)) {
        let bottom = bottom(&language, &example);
        for _ in 0..5 {
            let clause = random_clause(&mut rng, &language, &bottom);
            assert!(is_covered_plainly(&language, &clause, &example.head), "{}", language.write(&clause));
        }
    }
}

#[test]
fn clauses_are_read_back_as_they_were_written() {
    check(|language, clause, _, _| {
        let written = language.write(&clause.renamed());
        let read = language.read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(language.write(&read), written);
        assert_eq!(read, clause.renamed());
    });
}

#[test]
fn clauses_that_differ_only_in_names_and_order_have_the_same_hash() {
    let mut hashes = HashSet::new();
    let mut n_clauses = 0;
    check(|language, clause, rng, _| {
        let mut other = clause.clone();
        for from in (1..other.body.len()).rev() {
            other.body.swap(from, rng.below(from + 1));
        }
        let other = other.renamed();
        assert_eq!(clause.canonical_hash(), other.canonical_hash(), "{}", language.write(clause));
        hashes.insert(clause.canonical_hash());
        n_clauses += 1;
    });
    assert!(hashes.len() * 5 > n_clauses, "{} of {n_clauses}", hashes.len());
}

#[test]
fn macros_provide_their_own_inputs_and_leave_no_consumer_out() {
    let language = all();
    for example in RULES.iter().flat_map(|rules| examples(rules, 6)) {
        let bottom = bottom(&language, &example);
        let macros = macros(&language, &bottom);
        for literals in &macros {
            let mut known: HashSet<Variable> = (0..bottom.n_head as Variable).collect();
            for &idx in literals {
                let literal = &bottom.literals[idx];
                let arguments = language.arguments(literal.predicate);
                assert!(literal.inputs(arguments).all(|input| known.contains(&input)), "{literals:?}");
                known.extend(literal.outputs(arguments));
            }
        }
        let used: HashSet<usize> = macros.iter().flatten().copied().collect();
        let tests = |idx: &usize| {
            let literal = &bottom.literals[*idx];
            literal.outputs(language.arguments(literal.predicate)).next().is_none()
        };
        assert!((0..bottom.literals.len()).filter(tests).all(|idx| used.contains(&idx)));
    }
}

/// Asserts the result of reading a clause: the clause as it is written, or the error.
#[track_caller]
fn check_read(text: &str, expected: &str) {
    let read = all().read(text);
    assert_eq!(read.map_or_else(|error| error.to_string(), |clause| all().write(&clause)), expected);
}

#[test]
fn reading_forgives_spaces() {
    check_read(
        " safe( X , Y ):-zoneOfInterest(X,Y,Zone) ,  setHasXMines(N,Y,Zone,S),minesInSet(S,0) . ",
        "safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), minesInSet(E,0).",
    );
    check_read("safe(A,B).", "safe(A,B).");
}

#[test]
fn bad_clauses_give_an_error() {
    check_read("safe(A,B)", "expected a clause like `a(X) :- b(X,Y), c(Y).`, found `safe(A,B)`");
    check_read("safe(A,A).", "expected a clause like `a(X) :- b(X,Y), c(Y).`, found `safe(A,A)`");
    check_read("safe(A,B) :- .", "expected a clause like `a(X) :- b(X,Y), c(Y).`, found ``");
    check_read("mine(A,B).", "expected a clause about `safe(TU,Board)`, found `mine(A,B)`");
    check_read("safe(A,B) :- happy(A).", "there is no predicate `happy`");
    check_read("safe(A,B) :- inSet(A).", "the predicate `inSet` takes 2 arguments, found 1");
    check_read("safe(A,B) :- inSet(A,C).", "no literal before this one gives `C` a value");
    check_read("safe(A,B) :- inSet(A,B).", "`B` is a Board, expected a Set");
    check_read("safe(A,B) :- totalMinesLeft(B,x).", "`x` is not a value of the kind Int");
    let set = "safe(A,B) :- allCovered(B,C), minesInSet(C,";
    check_read(&format!("{set}many)."), "`many` is not a value of the kind Int");
    check_read(&format!("{set}D)."), "safe(A,B) :- allCovered(B,C), minesInSet(C,D).");
    let long = format!("safe(A,B) :- {}.", ["totalMinesLeft(B,C)"; 40].join(", "));
    check_read(&long, "a clause has at most 32 literals and 8192 bytes");
    check_read(&"x".repeat(10_000), "a clause has at most 32 literals and 8192 bytes");
}

#[test]
fn no_text_makes_reading_panic() {
    let mut rng = Rng::new(Seed(9));
    let good = "safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), inSet(A,E), minesInSet(E,0).";
    let letters: Vec<char> = "()ABC,.:-0é \u{7}".chars().collect();
    let mut n_read = 0;
    for _ in 0..5000 {
        let mut text: Vec<char> = good.chars().collect();
        for _ in 0..=rng.below(4) {
            let place = rng.below(text.len());
            match rng.below(3) {
                0 => text[place] = letters[rng.below(letters.len())],
                1 => text.insert(place, letters[rng.below(letters.len())]),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        n_read += usize::from(all().read(&text).is_ok());
    }
    assert!((1..5000).contains(&n_read), "{n_read}");
}
