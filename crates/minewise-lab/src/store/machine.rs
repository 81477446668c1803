//! The program and the machine that made a run.

use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use serde::Serialize;

use super::files::write_json;

/// When a run was started, with which program, on which machine.
#[derive(Serialize)]
pub(crate) struct Machine<'a> {
    /// The date in UTC, by the clock of the machine.
    started: String,
    program: String,
    /// The commit that the program was built from, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    os: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cores: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<String>,
}

impl Machine<'_> {
    /// Describes this machine, now.
    pub(crate) fn current(commit: Option<&str>) -> Machine<'_> {
        Machine {
            started: time::OffsetDateTime::now_utc().date().to_string(),
            program: format!("minewise {}", env!("CARGO_PKG_VERSION")),
            commit,
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cores: std::thread::available_parallelism().ok().map(usize::from),
            cpu: std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text)),
        }
    }

    /// Writes the description of this machine into a folder.
    pub(crate) fn write(commit: Option<&str>, folder: &Path) -> Result<(), Problem> {
        write_json(&Machine::path(folder), &Machine::current(commit))
    }

    /// Returns the path of the description in a folder.
    pub(crate) fn path(folder: &Path) -> PathBuf {
        folder.join("machine.json")
    }
}

/// Returns the name of the first processor in the content of `/proc/cpuinfo`.
fn cpu_model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_found_by_its_name() {
        let text = "processor\t: 0\nmodel name\t: A chip @ 2 GHz\nmodel name\t: Another\n";
        assert_eq!(cpu_model(text).as_deref(), Some("A chip @ 2 GHz"));
        assert_eq!(cpu_model("processor: 0"), None);
    }

    #[test]
    fn the_date_is_written_as_year_month_day() {
        let started = Machine::current(None).started;
        let parts: Vec<usize> = started.split('-').map(str::len).collect();
        assert_eq!(parts, [4, 2, 2], "{started}");
    }
}
