//! What a release contains: `scripts/dist` packs the program under test.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{folder, minewise, program};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Packs the program under test. Returns the archive.
fn pack(name: &str) -> PathBuf {
    let folder = folder(name);
    let packed = Command::new(root().join("scripts/dist")).arg(&folder).arg(program()).output().unwrap();
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut archives = files.filter(|path| path.extension().is_some_and(|extension| extension == "gz"));
    archives.next().unwrap()
}

#[test]
fn a_release_has_the_program_its_manual_completions_and_licences() {
    let archive = pack("install");
    let unpacked = folder("install-unpacked");
    let tar = Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unpacked).status().unwrap();
    assert!(tar.success());
    let version = env!("CARGO_PKG_VERSION");
    let name = archive.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with(&format!("minewise-{version}-")), "{name}");
    let root = unpacked.join(name.trim_end_matches(".tar.gz"));
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md"] {
        assert!(root.join(file).is_file(), "{file}");
    }
    for (file, part) in [
        ("completions/minewise.bash", "complete -F _minewise"),
        ("completions/_minewise", "#compdef minewise"),
        ("completions/minewise.fish", "complete -c minewise"),
        ("man/man1/minewise.1", ".TH minewise 1"),
        ("man/man1/minewise-lab-run.1", "minewise lab run"),
    ] {
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.contains(part), "{file}: {}", text.lines().take(3).collect::<String>());
    }
    let output = Command::new(root.join("minewise")).arg("--version").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), minewise("--version", "").stdout);
}

#[test]
fn the_version_names_the_commit() {
    let text = minewise("--version", "").stdout;
    let version = concat!("minewise ", env!("CARGO_PKG_VERSION"));
    let (_, commit) = text.trim_end().split_once(version).unwrap();
    let head = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root()).output();
    let Some(head) = head.ok().filter(|head| head.status.success()) else {
        // A program that is built outside a repository has only the number.
        return assert_eq!(commit, "");
    };
    let words: Vec<&str> = commit.trim_matches([' ', '(', ')']).split(' ').collect();
    assert!(!words[0].is_empty() && String::from_utf8_lossy(&head.stdout).starts_with(words[0]), "{text}");
    assert_eq!(words[1].split('-').count(), 3, "{text}");
}

#[test]
fn completions_know_commands_options_and_values() {
    let bash = minewise("completions bash", "").stdout;
    for word in ["analyze", "--no-guess", "markdown", "q-table"] {
        assert!(bash.contains(word), "{word}");
    }
    assert!(!bash.contains("worker"), "the command for the server's own processes is hidden");
}
