/** The page that analyses any position: an editor for views, with what can be concluded from their numbers. */

import { useMemo, useState } from "preact/hooks";

import type { Pair } from "../openapi";
import { CellReportPanel } from "../parts/cell-report";
import { Problem } from "../parts/problem";
import { QUICK_PLAYER, useAnalysis } from "../parts/use-analysis";
import { useKeys } from "../parts/use-keys";
import { useSettings } from "../settings";
import "../styles/analyse.css";
import "../styles/panels.css";
import { formatRules, formatView, indexOf, minesLeft, type View } from "../view";
import { ComparePanel } from "./analyse/compare-panel";
import { useComparison } from "./analyse/comparison";
import { useEditor } from "./analyse/editor";
import { EditorBoard } from "./analyse/editor-board";
import { Findings } from "./analyse/findings";
import { NewBoard, OpenPanel } from "./analyse/open-panel";
import { Toolbar } from "./analyse/toolbar";

export function AnalysePage() {
  const editor = useEditor();
  const { view, undo, redo } = editor;
  const text = useMemo(() => formatView(view), [view]);
  const [trustFlags, setTrustFlags] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const [because, setBecause] = useState<Pair[]>([]);
  const { coachPlayer } = useSettings();
  const quick = useAnalysis(view, trustFlags);
  // A second request, so that risks do not wait for a slow player.
  const isQuickEnough = coachPlayer === QUICK_PLAYER;
  const slow = useAnalysis(isQuickEnough ? null : view, trustFlags, coachPlayer);
  const chosen = isQuickEnough ? quick : slow;
  const choice = chosen.analysis?.choice ?? null;
  const notes = chosen.isBusy ? undefined : chosen.analysis?.notes;
  const comparison = useComparison(text, trustFlags);
  // The view may have become smaller in the meantime.
  const shown = selected !== null && selected < view.cells.length ? selected : null;
  const open = (next: View) => {
    editor.open(next);
    scrollTo({ top: 0 });
  };
  useKeys({ "Ctrl+z": () => undo?.(), "Ctrl+Shift+z": () => redo?.(), "Ctrl+y": () => redo?.() });
  return (
    <div class="page analyse">
      <div class="title">
        <h1>Analyse</h1>
        <span class="muted">
          {formatRules(view.rules)}, {minesLeft(view)} mines left
        </span>
      </div>
      <Problem text={editor.problem} />
      <div class="areas">
        <div class="area-board">
          <EditorBoard
            editor={editor}
            result={quick}
            choice={choice}
            notes={notes}
            opinions={comparison.opinions}
            because={because}
            selected={shown}
            onSelect={setSelected}
          />
          <Toolbar editor={editor} trustFlags={trustFlags} onTrustFlags={setTrustFlags} />
        </div>
        <div class="area-side">
          <Findings
            result={quick}
            choice={choice}
            notes={notes}
            thinking={chosen.isBusy ? coachPlayer : null}
            failure={isQuickEnough ? null : (chosen.problem?.error ?? null)}
          />
          <section class="panel">
            <CellReportPanel
              view={text}
              index={shown}
              trustFlags={trustFlags}
              onReport={(report) => setBecause(report?.because ?? [])}
            />
          </section>
          <ComparePanel comparison={comparison} onCell={(cell) => setSelected(indexOf(view.rules, cell))} />
        </div>
        <div class="area-more">
          <OpenPanel onOpen={open} />
          <NewBoard rules={view.rules} onOpen={open} />
        </div>
      </div>
    </div>
  );
}
