//! What a run was made with.

use serde::Serialize;

/// When a run was begun, by which program, on which machine.
#[derive(Serialize)]
pub(crate) struct Machine {
    /// The day, by the clock of the machine in UTC.
    started: String,
    program: String,
    /// The commit that the program was built from, if it was told when it was built.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'static str>,
    os: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cores: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<String>,
}

impl Machine {
    /// This one, now.
    pub(crate) fn this() -> Machine {
        Machine {
            started: time::OffsetDateTime::now_utc().date().to_string(),
            program: format!("minewise {}", env!("CARGO_PKG_VERSION")),
            commit: option_env!("MINEWISE_COMMIT"),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cores: std::thread::available_parallelism().ok().map(usize::from),
            cpu: std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text)),
        }
    }
}

/// The name of the first processor in the list that Linux gives.
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
    fn the_day_is_written_from_the_year_down() {
        let started = Machine::this().started;
        let parts: Vec<usize> = started.split('-').map(str::len).collect();
        assert_eq!(parts, [4, 2, 2], "{started}");
    }
}
