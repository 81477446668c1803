//! The licences of everything that Minewise is built from, and the notices that ship with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licences that programs under MIT or Apache-2.0 may be built from.
///
/// MPL-2.0 asks that the source of the files under it can be had: we change none, and the notices name the crates.
const ALLOWED: [&str; 13] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages that name no licence in their manifest, with the one that was read in their folder.
const READ_BY_HAND: [(&str, &str); 1] = [("cfg_block", "Apache-2.0")];

const NOTICES: &str = "THIRD-PARTY.md";

/// A package that is not ours.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: String,
    folder: String,
}

impl Package {
    /// The row of the notices.
    fn row(&self) -> String {
        format!("| {} | {} | {} |", self.name, self.version, self.licence)
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What cargo knows of all packages, on every platform.
fn metadata(features: &[&str]) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(features)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The packages of others, by their identifiers.
fn foreign(metadata: &Value) -> BTreeMap<String, Package> {
    let packages = metadata["packages"].as_array().expect("a list of packages").iter();
    packages
        .filter(|package| !package["source"].is_null())
        .map(|package| {
            let manifest = text(&package["manifest_path"]);
            let folder = Path::new(&manifest).parent().expect("a manifest is in a folder");
            let name = text(&package["name"]);
            let by_hand = READ_BY_HAND.iter().find(|(of, _)| *of == name);
            let licence =
                by_hand.map_or_else(|| text(&package["license"]), |(_, licence)| (*licence).to_owned());
            let (version, folder) = (text(&package["version"]), folder.display().to_string());
            (text(&package["id"]), Package { name, version, licence, folder })
        })
        .collect()
}

/// The packages that are part of the program `minewise` on some platform, as identifiers.
fn shipped(metadata: &Value) -> BTreeSet<String> {
    let nodes = metadata["resolve"]["nodes"].as_array().expect("a graph of packages");
    let by_id: BTreeMap<String, &Value> = nodes.iter().map(|node| (text(&node["id"]), node)).collect();
    let is_program = |id: &&String| id.contains("minewise-cli");
    let mut open: Vec<String> = by_id.keys().filter(is_program).cloned().collect();
    assert_eq!(open.len(), 1, "there is one program");
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        for dependency in by_id[&id]["deps"].as_array().into_iter().flatten() {
            // Development and build dependencies are not part of the program.
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            let to = text(&dependency["pkg"]);
            if kinds.into_iter().any(|kind| kind["kind"].is_null()) && found.insert(to.clone()) {
                open.push(to);
            }
        }
    }
    found
}

/// The lock file of the page: its packages by path.
fn locked_packages() -> serde_json::Map<String, Value> {
    let lock = std::fs::read_to_string(root().join("crates/minewise-web/web/package-lock.json")).unwrap();
    let mut lock: Value = serde_json::from_str(&lock).unwrap();
    let Value::Object(packages) = lock["packages"].take() else { panic!("no table of packages") };
    packages
}

/// What the page is made from: the packages of its lock file that are not for development alone.
fn packages_of_page() -> Vec<Package> {
    let packages = locked_packages();
    let is_shipped = |(path, package): &(&String, &Value)| !path.is_empty() && package["dev"] != true;
    packages
        .iter()
        .filter(is_shipped)
        .map(|(path, package)| Package {
            name: path.trim_start_matches("node_modules/").to_owned(),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            folder: root().join("crates/minewise-web/web").join(path).display().to_string(),
        })
        .collect()
}

fn is_allowed(licence: &str) -> bool {
    let parsed = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX);
    parsed.is_ok_and(|expression| {
        expression.evaluate(|part| {
            // An exception, such as that of LLVM, only allows more.
            part.license.id().is_some_and(|id| ALLOWED.contains(&id.name))
        })
    })
}

/// The notices: a row for each package, then the texts of their licences, each once.
fn notices(packages: &BTreeSet<Package>) -> String {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        for licence in licence_texts(Path::new(&package.folder)) {
            texts.entry(licence).or_default().push(format!("{} {}", package.name, package.version));
        }
    }
    let rows: Vec<String> = packages.iter().map(Package::row).collect();
    let mut by_names: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    by_names.sort();
    let texts =
        by_names.iter().map(|(names, text)| format!("## {}\n\n```text\n{text}\n```\n", names.join(", ")));
    format!(
        "# Third-party notices\n\nThe program `minewise` contains these packages of others, each under its own licence. \
         Made by\n`UPDATE_GOLDEN=1 cargo test -p minewise-cli --test main licences`.\n\n\
         | package | version | licence |\n| --- | --- | --- |\n{}\n\n{}",
        rows.join("\n"),
        texts.collect::<Vec<_>>().join("\n")
    )
}

/// The texts of the licences in a package's folder: the one of MIT where there is a choice, since it asks the least.
fn licence_texts(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<(String, String)> = entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let upper = name.to_uppercase();
            let is_licence =
                ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|word| upper.contains(word));
            let text = std::fs::read_to_string(folder.join(&name)).ok().filter(|_| is_licence)?;
            Some((upper, text.replace("\r\n", "\n").trim().to_owned()))
        })
        .collect();
    files.sort();
    if files.iter().any(|(name, _)| name.contains("MIT")) {
        files.retain(|(name, _)| name.contains("MIT") || name.contains("NOTICE"));
    }
    files.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn all_dependencies_have_licences_that_allow_ours() {
    let packages = foreign(&metadata(&["--all-features"]));
    assert!(packages.len() > 100, "only {} packages were found", packages.len());
    for package in packages.values().chain(&packages_of_page()) {
        assert!(is_allowed(&package.licence), "{} is under `{}`", package.name, package.licence);
    }
}

#[test]
fn a_licence_that_is_not_on_the_list_is_refused() {
    for refused in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "", "made up"] {
        assert!(!is_allowed(refused), "{refused}");
    }
    for allowed in ["MIT/Apache-2.0", "GPL-3.0-only OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(is_allowed(allowed), "{allowed}");
    }
}

#[test]
fn the_notices_name_every_package_that_ships() {
    let metadata = metadata(&[]);
    let (foreign, shipped) = (foreign(&metadata), shipped(&metadata));
    let mut packages: BTreeSet<Package> = packages_of_page().into_iter().collect();
    packages.extend(foreign.into_iter().filter(|(id, _)| shipped.contains(id)).map(|(_, package)| package));
    let path = root().join(NOTICES);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, notices(&packages)).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    // The texts of the licences come from folders that need not be there, so only the rows are compared.
    let found: Vec<&str> = written.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    let expected: Vec<String> = packages.iter().map(Package::row).collect();
    assert_eq!(found, expected, "run again with UPDATE_GOLDEN=1");
}

/// On a platform whose packages have no hash in the lock file, `npm ci` would install whatever the registry sends.
#[test]
fn the_lock_file_of_the_page_has_the_hashes_of_all_platforms() {
    let packages = locked_packages();
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        assert!(text(&package["integrity"]).starts_with("sha512-"), "{path} has no hash");
        for name in package["optionalDependencies"].as_object().into_iter().flat_map(|names| names.keys()) {
            let places = [format!("{path}/node_modules/{name}"), format!("node_modules/{name}")];
            assert!(places.iter().any(|place| packages.contains_key(place)), "{path} needs {name}");
        }
    }
}
