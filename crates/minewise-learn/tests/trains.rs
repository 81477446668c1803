//! The rule learner on another domain: Michalski's ten trains, of which five go east. Nothing here is about
//! Minesweeper.

use std::fmt;

use minewise::{Rng, Seed};
use minewise_learn::ilp::{
    ActiveLearner, ActiveSettings, Argument, BottomLimits, CachedWorld, CallBudget, Clause, Compiled,
    Covering, Domain, Example, Forms, Language, LanguageError, Learned, Method, Mode, Predicate, Relation,
    Sampler, SearchSettings, Value,
};

struct Railway;

impl Domain for Railway {
    type World = &'static [&'static [Car]];
    type Value = Thing;
}

#[derive(PartialEq)]
struct Car {
    is_short: bool,
    is_closed: bool,
    shape: &'static str,
    n_wheels: i64,
    load: (&'static str, i64),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Train(usize),
    Car(usize, usize),
    Shape(String),
    Count(i64),
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Train(train) => write!(f, "train{train}"),
            Thing::Car(train, car) => write!(f, "car{train}.{car}"),
            Thing::Shape(shape) => f.write_str(shape),
            Thing::Count(count) => write!(f, "{count}"),
        }
    }
}

impl Value for Thing {
    fn constant(kind: &str, text: &str) -> Option<Thing> {
        match kind {
            "Shape" => Some(Thing::Shape(text.to_owned())),
            "Int" => text.parse().ok().map(Thing::Count),
            _ => None,
        }
    }
}

const fn car(
    is_short: bool,
    is_closed: bool,
    shape: &'static str,
    n_wheels: i64,
    load: (&'static str, i64),
) -> Car {
    Car { is_short, is_closed, shape, n_wheels, load }
}

/// The ten trains; the first five go east.
const TRAINS: &[&[Car]] = &[
    &[
        car(false, false, "rectangle", 2, ("rectangle", 3)),
        car(true, true, "rectangle", 2, ("triangle", 1)),
        car(false, false, "rectangle", 3, ("hexagon", 1)),
        car(true, false, "rectangle", 2, ("circle", 1)),
    ],
    &[
        car(true, false, "bucket", 2, ("triangle", 1)),
        car(true, false, "bucket", 2, ("rectangle", 1)),
        car(true, true, "rectangle", 2, ("circle", 2)),
    ],
    &[
        car(true, false, "rectangle", 2, ("circle", 1)),
        car(true, true, "hexagon", 2, ("triangle", 1)),
        car(false, true, "rectangle", 3, ("triangle", 1)),
    ],
    &[
        car(true, false, "bucket", 2, ("triangle", 1)),
        car(true, false, "double", 2, ("triangle", 1)),
        car(true, true, "ellipse", 2, ("rectangle", 1)),
        car(true, false, "rectangle", 2, ("rectangle", 1)),
    ],
    &[
        car(true, false, "double", 2, ("triangle", 1)),
        car(false, true, "rectangle", 3, ("rectangle", 1)),
        car(true, true, "rectangle", 2, ("circle", 1)),
    ],
    &[car(false, true, "rectangle", 2, ("circle", 3)), car(true, false, "rectangle", 2, ("triangle", 1))],
    &[
        car(true, false, "double", 2, ("circle", 1)),
        car(true, false, "bucket", 2, ("triangle", 1)),
        car(false, false, "jagged", 2, ("nothing", 0)),
    ],
    &[car(false, true, "rectangle", 3, ("rectangle", 1)), car(true, false, "bucket", 2, ("circle", 1))],
    &[
        car(true, false, "bucket", 2, ("circle", 1)),
        car(false, false, "jagged", 2, ("rectangle", 1)),
        car(true, false, "rectangle", 2, ("rectangle", 1)),
        car(true, false, "bucket", 2, ("circle", 1)),
    ],
    &[car(true, false, "bucket", 2, ("rectangle", 1)), car(false, false, "rectangle", 2, ("rectangle", 2))],
];

const fn input(kind: &'static str) -> Argument {
    Argument::new(Mode::Input, kind)
}

/// Finds an answer to a predicate of one car if it holds.
fn find_if(trains: &[&[Car]], inputs: &[&Thing], found: &mut dyn FnMut(&[Thing]), holds: fn(&Car) -> bool) {
    if let &[Thing::Car(train, car)] = inputs
        && holds(&trains[*train][*car])
    {
        found(&[]);
    }
}

const HEAD: &[Argument] = &[input("Train")];

const RELATIONS: &[Relation<Railway>] = &[
    Relation {
        name: "hasCar",
        arguments: &[input("Train"), Argument::new(Mode::Output, "Car")],
        words: "{0} has a car {1}",
        solve: |trains, inputs, found| {
            if let &[Thing::Train(train)] = inputs {
                (0..trains[*train].len()).for_each(|car| found(&[Thing::Car(*train, car)]));
            }
        },
    },
    Relation {
        name: "short",
        arguments: &[input("Car")],
        words: "{0} is short",
        solve: |trains, inputs, found| find_if(trains, inputs, found, |car| car.is_short),
    },
    Relation {
        name: "long",
        arguments: &[input("Car")],
        words: "{0} is long",
        solve: |trains, inputs, found| find_if(trains, inputs, found, |car| !car.is_short),
    },
    Relation {
        name: "closed",
        arguments: &[input("Car")],
        words: "{0} is closed",
        solve: |trains, inputs, found| find_if(trains, inputs, found, |car| car.is_closed),
    },
    Relation {
        name: "open",
        arguments: &[input("Car")],
        words: "{0} is open",
        solve: |trains, inputs, found| find_if(trains, inputs, found, |car| !car.is_closed),
    },
    Relation {
        name: "shape",
        arguments: &[input("Car"), Argument::new(Mode::Constant, "Shape")],
        words: "{0} has the shape of a {1}",
        solve: |trains, inputs, found| {
            if let &[Thing::Car(train, car)] = inputs {
                found(&[Thing::Shape(trains[*train][*car].shape.to_owned())]);
            }
        },
    },
    Relation {
        name: "wheels",
        arguments: &[input("Car"), Argument::new(Mode::Constant, "Int")],
        words: "{0} has {1} wheels",
        solve: |trains, inputs, found| {
            if let &[Thing::Car(train, car)] = inputs {
                found(&[Thing::Count(trains[*train][*car].n_wheels)]);
            }
        },
    },
    Relation {
        name: "load",
        arguments: &[
            input("Car"),
            Argument::new(Mode::Constant, "Shape"),
            Argument::new(Mode::Either, "Int"),
        ],
        words: "{0} carries {2} times a {1}",
        solve: |trains, inputs, found| {
            if let &[Thing::Car(train, car)] = inputs {
                let (shape, count) = trains[*train][*car].load;
                found(&[Thing::Shape(shape.to_owned()), Thing::Count(count)]);
            }
        },
    },
];

fn language() -> Language<Railway> {
    let predicates =
        RELATIONS.iter().map(|relation| Box::new(relation.clone()) as Box<dyn Predicate<Railway>>);
    Language::new("eastbound", HEAD, predicates.collect()).unwrap()
}

fn examples() -> Vec<Example<Railway>> {
    let example = |train| Example { world: TRAINS, head: vec![Thing::Train(train)], is_positive: train < 5 };
    (0..TRAINS.len()).map(example).collect()
}

fn covering(method: Method, macros: bool, n_threads: usize) -> Covering {
    Covering {
        search: SearchSettings { method, macros, least_positive: 2, ..SearchSettings::default() },
        bottom: BottomLimits { depth: 3, ..BottomLimits::default() },
        n_seeds: 3,
        n_threads,
    }
}

fn learn(covering: &Covering) -> Learned {
    let mut rng = Rng::new(Seed(1));
    covering.learn(&language(), &examples(), (&[], &[]), |bound| rng.below(bound))
}

fn written(learned: &Learned) -> Vec<String> {
    learned.found.iter().map(|found| language().write(&found.clause)).collect()
}

const EASTBOUND: &str = "eastbound(A) :- hasCar(A,B), short(B), closed(B).";

#[test]
fn every_search_finds_that_a_short_closed_car_goes_east() {
    for (method, macros) in [(Method::Ida, false), (Method::Ida, true), (Method::Greedy, true)] {
        let learned = learn(&covering(method, macros, 1));
        assert_eq!(written(&learned), [EASTBOUND], "{method:?}, macros: {macros}");
        let count = learned.found[0].count;
        assert_eq!((count.positive, count.negative), (5, 0));
        assert_eq!((learned.hopeless.len(), learned.effort.cut), (0, 0));
    }
}

#[test]
fn macros_test_fewer_clauses() {
    let clauses = |macros| learn(&covering(Method::Ida, macros, 1)).effort.clauses;
    assert!(clauses(true) < clauses(false), "{} and {}", clauses(true), clauses(false));
}

#[test]
fn threads_change_nothing() {
    for method in [Method::Ida, Method::Greedy] {
        assert_eq!(learn(&covering(method, true, 1)), learn(&covering(method, true, 3)));
    }
}

#[test]
fn without_strict_types_the_same_is_learned() {
    let mut covering = covering(Method::Ida, true, 1);
    let strict = learn(&covering);
    covering.bottom.strict = false;
    assert_eq!(written(&learn(&covering)), written(&strict));
}

#[test]
fn a_search_is_cut_after_as_many_clauses_as_it_may_test() {
    let mut covering = covering(Method::Ida, true, 1);
    covering.search.most_clauses = 5;
    let learned = learn(&covering);
    assert_eq!(learned.effort.cut, learned.effort.searches);
    assert_eq!(learned.effort.clauses, 5 * learned.effort.searches);
    assert_eq!((written(&learned).len(), learned.hopeless.len()), (0, 5));
}

/// A sampler that draws one train at a time, again and again.
struct Stations;

impl Sampler<Railway> for Stations {
    fn draw(&self, world: u64, _: &[Clause]) -> Vec<Example<Railway>> {
        vec![examples().swap_remove(world as usize % TRAINS.len())]
    }
}

#[test]
fn a_server_of_counterexamples_teaches_all_from_some_of_the_trains() {
    let mut covering = covering(Method::Greedy, true, 2);
    covering.search.least_positive = 1;
    let settings = ActiveSettings {
        covering,
        is_active: true,
        most_rounds: 20,
        patience: 3,
        n_first: [2, 2],
        stride: 1,
        n_shown: 2,
        n_worlds: 10,
        least_accuracy: 1_000_000,
    };
    let mut active = ActiveLearner::new();
    while !active.is_done {
        let mut rng = Rng::new(Seed(2).stream(active.round));
        active.step(&language(), &Stations, &settings, |bound| rng.below(bound));
    }
    assert!(active.n_dropped > 0, "four trains alone teach something else first");
    for (train, example) in examples().iter().enumerate() {
        let is_covered = active.clauses(&language()).iter().any(|clause| {
            let compiled = Compiled::new(&language(), clause, &mut Forms::default());
            compiled.covers(&language(), &mut CachedWorld::new(TRAINS), &example.head, &mut CallBudget(1000))
        });
        assert_eq!(is_covered, train < 5, "{train}: {:?}", active.rules);
    }
    let (positive, negative) = active.n_examples(&language(), &Stations);
    assert!(positive + negative < TRAINS.len(), "{positive} and {negative}");
}

#[test]
fn a_clause_is_written_in_english() {
    let clause = language().read(EASTBOUND).unwrap();
    let sentence = "A train goes east if it has a car B, B is short, and B is closed.";
    assert_eq!(language().sentence(&clause, "A train goes east"), sentence);
}

#[test]
fn predicates_with_equal_names_are_refused() {
    let twice = [&RELATIONS[0], &RELATIONS[0]];
    let predicates = twice.map(|relation| Box::new(relation.clone()) as Box<dyn Predicate<Railway>>);
    let language = Language::new("eastbound", HEAD, predicates.into());
    let error = language.err().unwrap();
    assert_eq!(error, LanguageError::Repeated { name: "hasCar" });
    assert_eq!(error.to_string(), "two predicates are called `hasCar`");
}
