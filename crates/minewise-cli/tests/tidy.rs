//! Checks of the repository: dependencies between crates, the layout of folders, and what every player must have.

use std::path::{Path, PathBuf};

use minewise_coach::zoo::Zoo;

/// The crates in the order of their dependencies: each may depend only on crates of earlier rows.
///
/// Planned crates are listed before they exist.
const ORDER: [&[&str]; 8] = [
    &["minewise"],
    &["minewise-players"],
    &["minewise-learn"],
    &["minewise-coach"],
    &["minewise-engine", "minewise-lab"],
    &["minewise-app"],
    &["minewise-web", "minewise-browser"],
    &["minewise-cli"],
];

/// Dependencies that the order allows only as optional ones.
const ONLY_OPTIONAL: [(&str, &str); 1] = [("minewise-app", "minewise-lab")];

/// The maximum number of `.rs` files directly in the `src/` of a crate.
const MOST_FLAT: usize = 10;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of all crates in `crates/`.
fn crates() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() >= 7, "{names:?}");
    names
}

fn manifest(name: &str) -> toml::Table {
    read(format!("crates/{name}/Cargo.toml")).parse().unwrap()
}

/// All `.rs` files in a folder and its subfolders.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// A dependency that a crate needs to be built.
#[derive(Debug, PartialEq, Eq)]
struct Dependency {
    name: String,
    is_optional: bool,
}

/// The dependencies in a manifest for every target, without development dependencies.
fn dependencies(manifest: &toml::Table) -> Vec<Dependency> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let of_targets = targets.into_iter().flat_map(toml::Table::values).filter_map(toml::Value::as_table);
    let mut found = Vec::new();
    for tables in std::iter::once(manifest).chain(of_targets) {
        for kind in ["dependencies", "build-dependencies"] {
            let table = tables.get(kind).and_then(toml::Value::as_table);
            for (key, value) in table.into_iter().flatten() {
                // `lab = { package = "minewise-lab" }` renames a crate.
                let name = value.get("package").and_then(toml::Value::as_str).unwrap_or(key);
                let is_optional = value.get("optional").and_then(toml::Value::as_bool).unwrap_or(false);
                found.push(Dependency { name: name.to_owned(), is_optional });
            }
        }
    }
    found
}

/// Lists the dependencies of a crate on our other crates that break the order.
fn wrong_dependencies(name: &str, manifest: &toml::Table) -> Vec<String> {
    let Some(rank) = ORDER.iter().position(|row| row.contains(&name)) else {
        return vec![format!("`{name}` has no place in the order of crates")];
    };
    let mut wrong = Vec::new();
    for Dependency { name: needed, is_optional } in dependencies(manifest) {
        if !needed.starts_with("minewise") {
            continue;
        }
        if !ORDER[..rank].iter().any(|row| row.contains(&needed.as_str())) {
            wrong.push(format!("`{name}` must not depend on `{needed}`"));
        } else if ONLY_OPTIONAL.contains(&(name, needed.as_str())) && !is_optional {
            wrong.push(format!("`{name}` may depend on `{needed}` only as an option"));
        }
    }
    wrong
}

#[test]
fn dependencies_point_one_way() {
    for name in crates() {
        assert_eq!(wrong_dependencies(&name, &manifest(&name)), Vec::<String>::new());
    }
}

#[test]
fn a_wrong_dependency_is_found_however_it_is_written() {
    let check = |name: &str, manifest: &str, expected: &[&str]| {
        assert_eq!(wrong_dependencies(name, &manifest.parse().unwrap()), expected, "{manifest}");
    };
    let wrong = ["`minewise-lab` must not depend on `minewise-engine`"];
    check("minewise-lab", "[dependencies]\nminewise-engine.workspace = true", &wrong);
    check("minewise-lab", "[dependencies.minewise-engine]\nworkspace = true", &wrong);
    check("minewise-lab", "[build-dependencies]\nminewise-engine = '0.1'", &wrong);
    check("minewise-lab", "[dependencies]\nother = { package = 'minewise-engine', optional = true }", &wrong);
    check("minewise-lab", "[target.'cfg(unix)'.dependencies]\nminewise-engine.workspace = true", &wrong);
    check("minewise-lab", "[target.'cfg(unix)'.dependencies.minewise-engine]\nworkspace = true", &wrong);
    check("minewise-lab", "[dependencies]\nminewise-coach.workspace = true\nserde = '1'", &[]);
    check("minewise-lab", "[dev-dependencies]\nminewise-engine.workspace = true", &[]);
    check("minewise-app", "[dependencies]\nminewise-lab = { workspace = true, optional = true }", &[]);
    let only_optional = ["`minewise-app` may depend on `minewise-lab` only as an option"];
    check("minewise-app", "[dependencies]\nminewise-lab.workspace = true", &only_optional);
    check("minewise-new", "", &["`minewise-new` has no place in the order of crates"]);
}

#[test]
fn the_core_depends_on_libm_alone() {
    let dependency = |name: &str, is_optional| Dependency { name: name.to_owned(), is_optional };
    assert_eq!(dependencies(&manifest("minewise")), [dependency("libm", false), dependency("serde", true)]);
}

#[test]
fn sources_are_sorted_into_folders() {
    for name in crates() {
        let folder = root().join(format!("crates/{name}/src"));
        let n_flat = rust_files(&folder).iter().filter(|path| path.parent() == Some(&folder)).count();
        assert!(
            n_flat <= MOST_FLAT,
            "crates/{name}/src has {n_flat} files outside of folders, more than {MOST_FLAT}"
        );
    }
}

/// Without its `mod`, a file's tests would silently not run; and every further test binary would link the whole crate
/// again.
#[test]
fn few_test_binaries_include_all_files() {
    for name in crates() {
        let folder = root().join(format!("crates/{name}/tests"));
        let files = if folder.is_dir() { rust_files(&folder) } else { Vec::new() };
        if files.is_empty() {
            continue;
        }
        let manifest = manifest(&name);
        let autotests = manifest["package"].get("autotests").and_then(toml::Value::as_bool);
        assert_eq!(autotests, Some(false), "crates/{name}/Cargo.toml lacks `autotests = false`");
        // Each binary is linked on its own, which takes long. Only attacks need one, because they must run alone.
        let mut binaries: Vec<toml::Value> =
            vec![toml::toml! { name = "main" path = "tests/main.rs" }.into()];
        if folder.join("attacks").is_dir() {
            binaries.push(toml::toml! { name = "attacks" path = "tests/attacks/main.rs" }.into());
        }
        assert_eq!(manifest.get("test"), Some(&toml::Value::Array(binaries)), "crates/{name}/Cargo.toml");
        for file in files.iter().filter(|file| !file.ends_with("main.rs")) {
            let (parent, module) = if file.ends_with("mod.rs") {
                (folder.join("main.rs"), file.parent().unwrap())
            } else {
                let above = file.parent().unwrap();
                let parents = [above.join("main.rs"), above.join("mod.rs"), above.with_extension("rs")];
                (parents.into_iter().find(|parent| parent.exists()).unwrap(), file.as_path())
            };
            let item = format!("mod {};", module.file_stem().unwrap().display());
            let text = std::fs::read_to_string(&parent).unwrap();
            let is_included =
                text.lines().any(|line| line.strip_prefix("pub(crate) ").unwrap_or(line) == item);
            assert!(is_included, "{} lacks `{item}`", parent.display());
        }
    }
}

/// Whether a line of code names something outside `ilp`. Comments are ignored.
fn leaves_ilp(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let leaves = |rest: &str| !rest.starts_with("ilp::");
    code.contains("minewise") || code.contains("super::super") || code.split("crate::").skip(1).any(leaves)
}

#[test]
fn the_rule_learner_knows_nothing_of_minesweeper() {
    let source = root().join("crates/minewise-learn/src");
    let files = rust_files(&source.join("ilp"));
    assert!(files.len() >= 10, "{files:?}");
    for path in files.iter().chain([&source.join("ilp.rs")]) {
        let text = std::fs::read_to_string(path).unwrap();
        for line in text.lines() {
            assert!(!leaves_ilp(line), "{}: {line}", path.display());
        }
    }
    for line in ["use minewise::View;", "use crate::mio::Model;", "use crate::{ilp::Clause, mio};"] {
        assert!(leaves_ilp(line), "{line}");
    }
    for line in ["use crate::ilp::Clause;", "//! Used by `minewise-learn`.", "use super::clause::Clause;"] {
        assert!(!leaves_ilp(line), "{line}");
    }
}

/// The modules that the core must not use.
const FORBIDDEN: [&str; 6] = ["std::time", "std::fs", "std::io", "std::thread", "std::net", "std::env"];

#[test]
fn the_core_reads_no_clock_does_no_io_and_starts_no_thread() {
    for path in rust_files(&root().join("crates/minewise/src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (code, _) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
        for line in code.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
            let item = line.trim_start_matches("pub").trim_start_matches("(crate)").trim_start();
            // The one exception: a flag that cancels work decides whether there is a result, never which (decision
            // record 20).
            let is_global = (item.starts_with("static ") || item.starts_with("thread_local!"))
                && !path.ends_with("src/cancel.rs");
            let is_forbidden = FORBIDDEN.iter().any(|forbidden| line.contains(forbidden));
            assert!(!is_global && !is_forbidden, "{}: {line}", path.display());
        }
    }
}

/// The line before an item or a module of the lab that needs files, threads or clocks.
const HOST: &str = "#[cfg(feature = \"host\")]";

/// What the lab may use only with the feature `host`.
const HOST_ONLY: [&str; 5] = ["std::fs", "std::thread", "Instant", "SystemTime", "cpu_time::"];

#[test]
fn the_lab_uses_files_threads_and_clocks_only_with_host() {
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
                let needs_host = !is_comment && HOST_ONLY.iter().any(|needed| line.contains(needed));
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
fn every_decision_is_numbered_and_has_all_sections() {
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

/// The words by which a test is seen to assert something: an assertion, or a helper that makes one.
const ASSERTS: [&str; 5] = ["assert", "check", "wait_for", "panic!", "should_panic"];

/// The tests in a file: the name of each, and its body.
fn tests(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[test]" {
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let (end, mut body) = (format!("{indent}}}"), String::new());
        // A raw string may have a line that looks like the end of the test.
        let mut raw_string_end: Option<&str> = None;
        for line in lines.by_ref() {
            body.push_str(line);
            body.push('\n');
            let begun = ["\"##", "\"#"].into_iter().find(|end| line.contains(&format!("r{}\"", &end[1..])));
            raw_string_end = raw_string_end.or(begun).filter(|end| !line.contains(end));
            if line == end && raw_string_end.is_none() {
                break;
            }
        }
        let name = body.split_once("fn ").and_then(|(_, rest)| rest.split_once('(')).map(|(name, _)| name);
        found.push((name.expect("a test is a function").to_owned(), body));
    }
    found
}

#[test]
fn every_test_asserts_something() {
    let files = rust_files(&root().join("crates"));
    let mut n_tests = 0;
    for path in files.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "node_modules"))
    {
        for (name, body) in tests(&std::fs::read_to_string(path).unwrap()) {
            let asserts = ASSERTS.iter().any(|word| body.contains(word));
            assert!(asserts, "{}: the test `{name}` asserts nothing", path.display());
            n_tests += 1;
        }
    }
    assert!(n_tests > 700, "{n_tests}");
    let empty = "#[test]\nfn it_runs() {\n    let text = r#\"\n}\n\"#;\n    run(text);\n}\n";
    assert!(
        !ASSERTS.iter().any(|word| tests(empty)[0].1.contains(word)) && tests(empty)[0].1.contains("run")
    );
}

#[test]
fn the_compiler_asked_for_is_the_one_that_tests_it() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let asked = manifest["workspace"]["package"]["rust-version"].as_str().unwrap().to_owned();
    let output = std::process::Command::new("rustc").arg("--version").output().expect("rustc runs");
    let version = String::from_utf8(output.stdout).unwrap();
    let found: Vec<&str> = version.split(['.', ' ']).skip(1).take(2).collect();
    // Elsewhere, a newer compiler is fine.
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_ci || found.join(".") == asked, "`rust-version` is {asked}, but this is {version}");
}
