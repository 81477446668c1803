//! The house in order: who depends on whom, and what every player must have.

use std::path::{Path, PathBuf};

use minewise_coach::zoo::Zoo;

/// The crates in the order of their dependencies: each may use those before it, and nothing else of ours.
const CRATES: [&str; 8] = [
    "minewise",
    "minewise-players",
    "minewise-learn",
    "minewise-coach",
    "minewise-lab",
    "minewise-web",
    "minewise-cli",
    "minewise-py",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in the tables of dependencies of a crate's manifest, development ones left out.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = read(format!("crates/{name}/Cargo.toml"));
    let mut is_dependencies = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_dependencies = line == "[dependencies]" || line == "[build-dependencies]";
        } else if is_dependencies && let Some((key, _)) = line.split_once(['=', '.']) {
            found.push(key.trim().to_owned());
        }
    }
    found
}

#[test]
fn dependencies_point_one_way() {
    let mut n_checked = 0;
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let rank = CRATES.iter().position(|&known| known == name);
        let rank = rank.unwrap_or_else(|| panic!("`{name}` has no place in the order of crates"));
        for dependency in dependencies(&name).iter().filter(|name| name.starts_with("minewise")) {
            assert!(
                CRATES[..rank].contains(&dependency.as_str()),
                "`{name}` must not depend on `{dependency}`"
            );
        }
        n_checked += 1;
    }
    assert!(n_checked >= 4);
}

#[test]
fn the_core_depends_on_nothing() {
    assert_eq!(dependencies("minewise"), Vec::<String>::new());
}

/// What the core must not touch.
const FORBIDDEN: [&str; 6] = ["std::time", "std::fs", "std::io", "std::thread", "std::net", "std::env"];

#[test]
fn the_core_reads_no_clock_does_no_io_and_starts_no_thread() {
    let mut folders = vec![root().join("crates/minewise/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
                let item = line.trim_start_matches("pub").trim_start_matches("(crate)").trim_start();
                let is_global = item.starts_with("static ") || item.starts_with("thread_local!");
                let reaches_out = FORBIDDEN.iter().any(|forbidden| line.contains(forbidden));
                assert!(!is_global && !reaches_out, "{}: {line}", path.display());
            }
        }
    }
}

/// The line before an item, or a module, of the lab that needs this machine.
const HOST: &str = "#[cfg(feature = \"host\")]";

/// What the lab needs `host` for.
const OF_A_HOST: [&str; 5] = ["std::fs", "std::thread", "Instant", "SystemTime", "cpu_time::"];

#[test]
fn the_lab_needs_no_files_threads_or_clocks_but_those_of_a_host() {
    let mut modules = vec![root().join("crates/minewise-lab/src/lib.rs")];
    let mut n_read = 0;
    while let Some(path) = modules.pop() {
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let folder = if path.ends_with("lib.rs") { path.with_file_name("") } else { path.with_extension("") };
        let mut before = "";
        for line in text.lines() {
            let name = line.rsplit_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
            if before != HOST {
                modules.extend(
                    name.filter(|&name| name != "testing").map(|name| folder.join(format!("{name}.rs"))),
                );
                let is_comment = line.trim_start().starts_with("//");
                let needs_host = !is_comment && OF_A_HOST.iter().any(|needed| line.contains(needed));
                assert!(!needs_host, "{}: {line}", path.display());
            }
            before = line;
        }
        n_read += 1;
    }
    assert!(n_read > 40, "{n_read}");
}

#[test]
fn every_player_has_its_row_and_its_playthrough() {
    let zoo = read("docs/players.md");
    for player in Zoo::shipped().entries() {
        assert!(
            zoo.contains(&format!("| `{}`", player.name())),
            "docs/players.md has no row for `{}`",
            player.name()
        );
        assert!(read(format!("golden/playthroughs/{}.txt", player.name())).contains("seed"));
    }
}

#[test]
fn every_decision_is_numbered_and_says_what_would_change_our_mind() {
    let mut names: Vec<String> = std::fs::read_dir(root().join("docs/decisions"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for (idx, name) in names.iter().enumerate() {
        assert!(name.starts_with(&format!("{:04}-", idx + 1)), "{name}");
        let text = read(format!("docs/decisions/{name}"));
        for heading in ["## Question", "## Answer", "## Why", "## What would change our mind", "## Evidence"]
        {
            assert!(text.contains(heading), "{name} has no `{heading}`");
        }
    }
}
