//! Any text can be given to the reader of views, and a view that was read is written canonically and reads back equal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minewise::View;
use minewise::board::blocks;

fuzz_target!(|text: &str| {
    let parts = blocks(text).map(|(_, block)| block);
    for view in parts.chain([text]).filter_map(|text| text.parse::<View>().ok()) {
        let (rows, line) = (view.to_string(), format!("{view:#}"));
        for written in [&rows, &line] {
            assert_eq!(written.parse::<View>().as_ref(), Ok(&view), "{written}");
            assert!(blocks(written).eq([(1, written.as_str())]), "{written}");
        }
        let n_views = blocks(&format!("{rows}\n{line}\n{line}\n\n{rows}")).count();
        assert_eq!(n_views, 4, "{line}");
    }
});
