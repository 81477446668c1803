//! The tree of a search, as a picture and as JSON.

use crate::common::{check_refused, json, minewise};

#[test]
fn a_tree_is_drawn_for_graphviz() {
    let ran = minewise("tree --view - --format dot", "3x1/1 .1.");
    let expected = r##"digraph tree {
  label="expectimax on 3x1/1: chance to survive 2 moves"; rankdir=LR;
  node [shape=box, style=rounded, fontname="sans-serif"];
  n0 [label="3x1/1: 50.0 %, N_t 2, P_e 100.0 %"];
  n1 [label="reveal 0,0: 50.0 %, DC 1, P_b 50.0 %"];
  n2 [label="shows 0 (50.0 %): 100.0 %"];
  n1 -> n2;
  n3 [label="a mine (50.0 %)", color="#be4b00"];
  n1 -> n3;
  n0 -> n1 [penwidth=3];
  n4 [label="reveal 0,2: 50.0 %, DC 1, P_b 50.0 %"];
  n5 [label="shows 0 (50.0 %): 100.0 %"];
  n4 -> n5;
  n6 [label="a mine (50.0 %)", color="#be4b00"];
  n4 -> n6;
  n0 -> n4 [penwidth=3];
}
"##;
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, expected, ""));
}

#[test]
fn a_picture_has_a_box_for_every_node_and_a_line_to_each_but_the_root() {
    for cells in 1..4 {
        let args = format!("tree --view - --player expectimax(depth=2) --cells {cells}");
        let view = "4x4/3 ..../..../.21./....";
        let dot = minewise(&format!("{args} --format dot"), view).stdout;
        let svg = minewise(&args, view).stdout;
        let n_nodes = dot.matches("[label=").count();
        assert!(n_nodes > 10, "{dot}");
        assert_eq!(svg.matches("<rect ").count(), n_nodes);
        assert_eq!(svg.matches("<path").count(), n_nodes - 1);
        assert_eq!(dot.matches("n0 -> ").count(), cells);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }
}

#[test]
fn the_whole_tree_is_printed_as_json() {
    let tree = json("tree --view - --json", "3x1/1 .1.");
    let reveal = |col: usize| {
        let one_move = "chance to survive one move";
        serde_json::json!({ "reveal": [0, col], "value": 0.5, "value_is": "chance to survive 2 moves",
            "figures": { "DC": 1.0, "P_b": 0.5 }, "children": [
                { "number": 0, "chance": 0.5, "value": 1.0, "value_is": one_move },
                { "mine": true, "chance": 0.5, "value": 0.0, "value_is": one_move },
        ] })
    };
    let expected = serde_json::json!({ "value": 0.5, "value_is": "chance to survive 2 moves",
        "figures": { "N_t": 2.0, "P_e": 1.0 }, "children": [reveal(0), reveal(2)] });
    assert_eq!(tree, expected);
    let won = json("tree --view - --player bssuct(sims=10) --json", "3x1/1 .1.");
    assert_eq!(won["value_is"], "chance to win");
}

#[test]
fn a_view_or_player_without_a_tree_is_refused() {
    check_refused(
        "tree --rules 4x4/3 --player exact",
        "",
        1,
        "`exact` searches no tree here; `expectimax` and `bssuct` do",
    );
    check_refused("tree --view -", "3x1/1 .10", 2, "nothing is left to reveal");
    check_refused("tree --view -", "3x1/1 .2.", 2, "no layout with 1 mine fits the number at 0,1");
    check_refused(
        "tree --view - --player expectimax(depth=3,views=100000) --cells 100",
        "6x6/8 ....../....../..2.../....../....../......",
        1,
        "the tree has 30,653 nodes, but at most 5,000 can be drawn; show fewer with --cells, or use a player that \
         looks less far ahead",
    );
}
