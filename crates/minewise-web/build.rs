//! Has the crate built anew when the page or the reports that it embeds have changed.

fn main() {
    for folder in ["web/dist", "../../record"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
