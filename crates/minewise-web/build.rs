//! Makes cargo rebuild the crate when the embedded page or the embedded records have changed.

fn main() {
    for folder in ["web/dist", "../../record"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
