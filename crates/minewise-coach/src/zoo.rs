//! Every player there is, by name.

mod learned;
mod options;
mod spec;
mod suggestion;
#[cfg(test)]
mod testing;
mod text_file;

use std::sync::Arc;

use minewise::Player;
use minewise_learn::Greedy;
use minewise_learn::mio::{self, GuessBy, Mio};
use minewise_learn::network::NetworkPlayer;
use minewise_learn::q_table::QPlayer;
use minewise_players::{
    Belief, Bssuct, BssuctOptions, Counting, CspMyopic, CspPgms, Danger, Encoding, Exact, Expectimax, Global,
    Guess, Leaf, Level, LimitedSearch, Mcmc, Naive, Order, Perfect, Pgms, Random, Regions, Rejection, Reward,
    Sat, SatOptions, Search, SinglePoint,
};

pub use options::{Model, OptionEntry, Options, Values};
pub use spec::{ModelFiles, PlayerSpec, Reader, SpecError, split_specs};
pub use suggestion::Suggestion;
pub use text_file::{Unread, read_text};

/// A player that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// Whose idea it is.
    pub source: &'static str,
    /// How it plays, in a sentence.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionEntry],
    /// Tells which model it plays by, as a hash of it; none for a player that has not learned.
    pub model: fn(&Options) -> Option<String>,
    /// Makes one.
    pub make: fn(&Options) -> Box<dyn Player>,
}

/// Every player there is. A new one is a new row.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        source: "baseline",
        summary: "Reveals any covered cell, each as likely.",
        options: &[],
        model: |_| None,
        make: |_| Box::<Random>::default(),
    },
    Entry {
        name: "exact",
        source: "Minewise; ties after PSEQ",
        summary: "Reveals what is certainly safe, else a cell of the least risk.",
        options: &[],
        model: |_| None,
        make: |_| Box::<Exact>::default(),
    },
    Entry {
        name: "naive",
        source: "004 §2.1",
        summary: "Reveals what the two thumb rules make safe, else any covered cell that they do not mark.",
        options: &[],
        model: |_| None,
        make: |_| Box::<Naive>::default(),
    },
    Entry {
        name: "single-point",
        source: "000 §3.4",
        summary: "Reveals what single numbers prove safe, else guesses.",
        options: &[OptionEntry {
            name: "guess",
            values: Values::OneOf(&["random", "least-risk"]),
            default: "random",
            summary: "How it guesses: at random, or by the least risk that single numbers tell.",
        }],
        model: |_| None,
        make: |options| {
            let is_random = options.word("guess") == "random";
            Box::new(SinglePoint::new(if is_random { Guess::Random } else { Guess::LeastRisk }))
        },
    },
    Entry {
        name: "csp-myopic",
        source: "000 Algorithm 2",
        summary: "Reveals a cell of the least risk, the first cell and ties at random.",
        options: &[],
        model: |_| None,
        make: |_| Box::<CspMyopic>::default(),
    },
    Entry {
        name: "csp-pgms",
        source: "000 §5.2, after Ramsdell's PGMS",
        summary: "Reveals a cell of the least risk, a corner first, ties by their place.",
        options: &[],
        model: |_| None,
        make: |_| Box::<CspPgms>::default(),
    },
    Entry {
        name: "pgms",
        source: "002 §5.1, Ramsdell's PGMS",
        summary: "Reveals what equations and their differences prove safe, else what single numbers make least risky.",
        options: &[],
        model: |_| None,
        make: |_| Box::<Pgms>::default(),
    },
    Entry {
        name: "csp",
        source: "001 §III-D",
        summary: "Reveals what every solution of the numbers has safe, else what is a mine in the fewest of them.",
        options: learned::CSP,
        model: learned::csp_model,
        make: learned::csp,
    },
    Entry {
        name: "rejection",
        source: "000 §3.1",
        summary: "Reveals what single numbers prove safe, else what is least often a mine in layouts drawn at random.",
        options: &[
            OptionEntry {
                name: "draws",
                values: Values::Count(1, 1_000_000),
                default: "10000",
                summary: "How many layouts it draws at most for a choice.",
            },
            OptionEntry {
                name: "fits",
                values: Values::Count(1, 1_000_000),
                default: "100",
                summary: "How many layouts that fit are enough.",
            },
        ],
        model: |_| None,
        make: |options| Box::new(Rejection::new(options.count("draws"), options.count("fits"))),
    },
    Entry {
        name: "mcmc",
        source: "000 §3.3",
        summary: "Reveals what equations prove safe, else what is least often a mine along a walk among layouts.",
        options: &[OptionEntry {
            name: "steps",
            values: Values::Count(1, 10_000_000),
            default: "2000",
            summary: "How many steps it walks for a choice.",
        }],
        model: |_| None,
        make: |options| Box::new(Mcmc::new(options.count("steps"))),
    },
    Entry {
        name: "limited-search",
        source: "Pedersen 2004, named by 000 §2",
        summary: "Reveals what is certainly safe, else what leaves the best chance to survive the next guesses.",
        options: &[
            OptionEntry {
                name: "depth",
                values: Values::Count(1, 4),
                default: "1",
                summary: "How many guesses it looks ahead, its own included.",
            },
            OptionEntry {
                name: "width",
                values: Values::Count(1, 20),
                default: "5",
                summary: "How many cells it considers for each guess, the least risky ones.",
            },
        ],
        model: |_| None,
        make: |options| Box::new(LimitedSearch::new(options.count("depth"), options.count("width"))),
    },
    Entry {
        name: "bssuct",
        source: "000 §3.4",
        summary: "Reveals what is certainly safe, else what a tree of simulated games tries most.",
        options: BSSUCT,
        model: |_| None,
        make: |options| Box::new(bssuct(options)),
    },
    Entry {
        name: "danger",
        source: "Harith, Menon and Kuruppath 2017",
        summary: "Reveals the cell that the fewest arrangements of the border have a mine on.",
        options: &[],
        model: |_| None,
        make: |_| Box::<Danger>::default(),
    },
    Entry {
        name: "expectimax",
        source: "Harith, Menon and Kuruppath 2017, §2.6",
        summary: "Reveals the cell that promises the most by danger counts, some moves ahead.",
        options: &[
            OptionEntry {
                name: "depth",
                values: Values::Count(0, 8),
                default: "1",
                summary: "How many moves it looks ahead.",
            },
            OptionEntry {
                name: "views",
                values: Values::Count(1, 100_000),
                default: "1000",
                summary: "How many views it looks at for a choice; beyond them, it looks less far ahead.",
            },
        ],
        model: |_| None,
        make: |options| Box::new(Expectimax::new(options.count("depth"), options.count("views"))),
    },
    Entry {
        name: "perfect",
        source: "Minewise",
        summary: "Plays perfectly where that can be computed, else as exact.",
        options: &[OptionEntry {
            name: "nodes",
            values: Values::Count(0, 1_000_000_000),
            default: "20000",
            summary: "How many nodes it looks at for a choice, at most.",
        }],
        model: |_| None,
        make: |options| Box::new(Perfect::new(options.count("nodes"))),
    },
    Entry {
        name: "search",
        source: "Minewise",
        summary: "Plays for the chance to win: perfectly where few layouts are left, else by looking ahead.",
        options: &[OptionEntry {
            name: "level",
            values: Values::OneOf(&["fast", "normal", "deep"]),
            default: "normal",
            summary: "How much thought it gives to a choice.",
        }],
        model: |_| None,
        make: |options| {
            Box::new(Search::new(match options.word("level") {
                "fast" => Level::Fast,
                "normal" => Level::Normal,
                _ => Level::Deep,
            }))
        },
    },
    Entry {
        name: "mio",
        source: "002 (Peña Castillo and Wrobel)",
        summary: "Reveals what rules that it learned make safe, else guesses.",
        options: MIO,
        model: |options| Some(mio_model(options).id()),
        make: |options| {
            let is_random = options.word("guess") == "random";
            let guess = if is_random { GuessBy::Chance } else { GuessBy::SingleNumbers };
            Box::new(Mio::new(Arc::new(mio_model(options)), guess))
        },
    },
    Entry {
        name: "classifier",
        source: "001 §III-B.1",
        summary: "Reveals the cell beside a number whose surroundings a classifier thinks safest, if it is safer than others.",
        options: learned::CLASSIFIER,
        model: |options| Some(learned::classifier_model(options).id()),
        make: |options| Box::new(Greedy::new(learned::classifier_model(options))),
    },
    Entry {
        name: "regression",
        source: "001 §III-B.2",
        summary: "Reveals the cell beside a number that a regression on the whole board thinks safest, if it is safer than others.",
        options: learned::REGRESSION,
        model: |options| Some(learned::regression_model(options).id()),
        make: |options| Box::new(Greedy::new(learned::regression_model(options))),
    },
    Entry {
        name: "q-table",
        source: "001 §III-C",
        summary: "Reveals the cell that a table of all views it met says is best, else any.",
        options: learned::Q_TABLE,
        model: |options| Some(learned::q_table_model(options).id()),
        make: |options| Box::new(QPlayer::new(learned::q_table_model(options))),
    },
    Entry {
        name: "cnn",
        source: "Minewise; networks named by 001 §V",
        summary: "Reveals the cell that a convolutional network taught exact risks thinks least risky.",
        options: learned::CNN,
        model: |options| Some(learned::cnn_network(options).id()),
        make: |options| Box::new(NetworkPlayer::new(learned::cnn_network(options))),
    },
    Entry {
        name: "dqn",
        source: "001 §V, after Mnih et al. 2013",
        summary: "Reveals the cell that a convolutional network taught by its own games thinks worth most.",
        options: learned::DQN,
        model: |options| Some(learned::dqn_network(options).id()),
        make: |options| Box::new(NetworkPlayer::new(learned::dqn_network(options))),
    },
    Entry {
        name: "sat",
        source: "003 (Dei Rossi)",
        summary: "Reveals what a SAT solver proves safe, else gives up or counts models.",
        options: SAT,
        model: |_| None,
        make: |options| Box::new(sat(options)),
    },
];

const BSSUCT: &[OptionEntry] = &[
    OptionEntry {
        name: "sims",
        values: Values::Count(1, 10_000_000),
        default: "10000",
        summary: "How many games it simulates for a choice; fewer on large boards.",
    },
    OptionEntry {
        name: "nodes",
        values: Values::Count(1, 1_000_000),
        default: "20000",
        summary: "How many views each of its trees has at most.",
    },
    OptionEntry {
        name: "streams",
        values: Values::Count(1, 64),
        default: "1",
        summary: "How many trees grow side by side, each with chance of its own; their visits are added up.",
    },
    OptionEntry {
        name: "threads",
        values: Values::Count(1, 64),
        default: "1",
        summary: "How many threads the trees grow on, which changes nothing but the time.",
    },
    OptionEntry {
        name: "cells",
        values: Values::Count(1, 1000),
        default: "64",
        summary: "How many cells it considers at a view, the least risky ones.",
    },
    OptionEntry {
        name: "listed",
        values: Values::Count(0, 1_000_000),
        default: "300",
        summary: "Up to how many layouts that fit a view are listed rather than counted, on boards of up to 64 cells.",
    },
    OptionEntry {
        name: "order",
        values: Values::OneOf(&["beside", "least", "most"]),
        default: "beside",
        summary: "How they are listed: by number, or the cells first that touch the fewest numbers, or the most.",
    },
    OptionEntry {
        name: "actions",
        values: Values::Fraction,
        default: "0.3",
        summary: "The exponent by which more cells are tried the more often a view is visited.",
    },
    OptionEntry {
        name: "outcomes",
        values: Values::Fraction,
        default: "1",
        summary: "The exponent by which more outcomes are drawn the more often a cell is tried; 1 draws each time.",
    },
    OptionEntry {
        name: "zeta",
        values: Values::Decimal(100),
        default: "0.5",
        summary: "The factor of the logarithm in the upper confidence bound.",
    },
    OptionEntry {
        name: "range",
        values: Values::Decimal(100),
        default: "0.3",
        summary: "The factor of the greatest reward in the upper confidence bound.",
    },
    OptionEntry {
        name: "greedy",
        values: Values::Fraction,
        default: "0.7",
        summary: "How often a game played out takes the least risk where nothing is certain.",
    },
    OptionEntry {
        name: "leaf",
        values: Values::OneOf(&["auto", "paper", "least-risk", "chance"]),
        default: "auto",
        summary: "What a new view is worth.",
    },
    OptionEntry {
        name: "belief",
        values: Values::OneOf(&["census", "rejection", "mcmc"]),
        default: "census",
        summary: "Where the layouts of simulated games come from.",
    },
    OptionEntry {
        name: "forced",
        values: Values::OneOf(&["on", "off"]),
        default: "on",
        summary: "Whether certainly safe cells are revealed without a choice.",
    },
    OptionEntry {
        name: "reward",
        values: Values::OneOf(&["chance", "result"]),
        default: "chance",
        summary: "What a simulated game counts.",
    },
    OptionEntry {
        name: "draws",
        values: Values::Count(1, 1_000_000),
        default: "1000",
        summary: "How many layouts `belief=rejection` draws at most for a simulated game.",
    },
    OptionEntry {
        name: "steps",
        values: Values::Count(1, 1_000_000),
        default: "20",
        summary: "How many steps `belief=mcmc` walks for a simulated game.",
    },
];

fn bssuct(options: &Options) -> Bssuct {
    let count = |name| usize::try_from(options.count(name)).unwrap_or(usize::MAX);
    Bssuct::new(BssuctOptions {
        sims: options.count("sims"),
        nodes: count("nodes"),
        streams: count("streams"),
        threads: count("threads"),
        cells: count("cells"),
        listed: count("listed"),
        order: match options.word("order") {
            "least" => Order::LeastConstrained,
            "most" => Order::MostConstrained,
            _ => Order::Beside,
        },
        actions: options.decimal("actions"),
        outcomes: options.decimal("outcomes"),
        zeta: options.decimal("zeta"),
        range: options.decimal("range"),
        greedy: options.decimal("greedy"),
        leaf: match options.word("leaf") {
            "paper" => Leaf::Paper,
            "least-risk" => Leaf::LeastRisk,
            "chance" => Leaf::Chance,
            _ => Leaf::Auto,
        },
        belief: match options.word("belief") {
            "rejection" => Belief::Rejection,
            "mcmc" => Belief::Mcmc,
            _ => Belief::Census,
        },
        forced: options.word("forced") == "on",
        reward: if options.word("reward") == "result" { Reward::Result } else { Reward::Chance },
        draws: options.count("draws"),
        steps: options.count("steps"),
    })
}

const MIO: &[OptionEntry] = &[
    OptionEntry {
        name: "guess",
        values: Values::OneOf(&["random", "probability"]),
        default: "random",
        summary: "How it guesses: at random, or by the least risk that single numbers tell.",
    },
    OptionEntry {
        name: "model",
        values: Values::Model {
            shipped: &["paper", "longer", "further"],
            check: |text| text.parse::<mio::Model>().map(drop).map_err(|error| error.to_string()),
        },
        default: "paper",
        summary: "The rules: the four of the paper, longer ones too, further ones that suppose, or those in a file.",
    },
];

fn mio_model(options: &Options) -> mio::Model {
    let text = match options.model("model") {
        Model::Shipped(name) => {
            let shipped = mio::SHIPPED.iter().find(|(known, _)| *known == name);
            shipped.expect("every model that is offered ships").1
        }
        Model::Text(text) => text,
    };
    text.parse().expect("a model was checked when it was read")
}

const SAT: &[OptionEntry] = &[
    OptionEntry {
        name: "encoding",
        values: Values::OneOf(&["naive", "sequential"]),
        default: "sequential",
        summary: "How numbers are written as clauses.",
    },
    OptionEntry {
        name: "global",
        values: Values::OneOf(&["endgame", "always"]),
        default: "endgame",
        summary: "When the number of mines is told: with ten undecided cells left, or whenever it matters.",
    },
    OptionEntry {
        name: "count",
        values: Values::OneOf(&["off", "on"]),
        default: "off",
        summary: "Whether models are counted for the least risk where nothing is certain.",
    },
    OptionEntry {
        name: "penalty",
        values: Values::Fraction,
        default: "0.03",
        summary: "What is added to the risk of a cell that touches no number.",
    },
    OptionEntry {
        name: "regions",
        values: Values::OneOf(&["joint", "split"]),
        default: "joint",
        summary: "Whether the frontier is counted as a whole, or region by region.",
    },
];

fn sat(options: &Options) -> Sat {
    let is = |name, value| options.word(name) == value;
    let regions = if is("regions", "split") { Regions::Split } else { Regions::Joint };
    let counting = Counting { regions, penalty: options.decimal("penalty") };
    Sat::new(SatOptions {
        encoding: if is("encoding", "naive") { Encoding::Naive } else { Encoding::Sequential },
        global: if is("global", "always") { Global::Always } else { Global::Endgame },
        counting: is("count", "on").then_some(counting),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_need_no_escaping() {
        for (idx, entry) in PLAYERS.iter().enumerate() {
            assert!(PLAYERS[..idx].iter().all(|other| other.name != entry.name), "{}", entry.name);
            for name in entry.options.iter().map(|option| option.name).chain([entry.name]) {
                assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            }
        }
    }

    #[test]
    fn every_default_is_a_value_that_may_be_set() {
        for option in PLAYERS.iter().flat_map(|entry| entry.options) {
            assert_eq!(option.values.canonical(option.default).as_deref(), Some(option.default));
            let is_file =
                matches!(option.values, Values::Model { shipped, .. } if !shipped.contains(&option.default));
            assert!(!is_file, "{}", option.name);
        }
    }
}
