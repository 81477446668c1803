//! The description of the API is committed: people read it, and the page's types are generated from it.

/// After a change of the API, `UPDATE_GOLDEN=1 cargo test -p minewise-web` updates the file.
#[test]
fn the_description_of_the_api_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let description = minewise_web::description() + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &description).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), description);
}

#[test]
fn every_path_describes_its_answers() {
    let description: serde_json::Value = serde_json::from_str(&minewise_web::description()).unwrap();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 19, "{}", paths.len());
    let mut names = std::collections::HashSet::new();
    for (path, methods) in paths {
        for (method, described) in methods.as_object().unwrap() {
            assert!(
                described["summary"].is_string() || described["description"].is_string(),
                "{method} {path}"
            );
            let has_success =
                described["responses"].as_object().unwrap().keys().any(|key| key.starts_with('2'));
            assert!(has_success, "{method} {path}");
            assert!(
                names.insert(described["operationId"].as_str().unwrap()),
                "{method} {path}: the operation id is used twice"
            );
        }
    }
}
