/** Takes any position apart: an editor for views, with what their numbers tell. */

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
import { Desk } from "./analyse/desk";
import { useEditor } from "./analyse/editor";
import { Findings } from "./analyse/findings";
import { NewBoard, OpenPanel } from "./analyse/open-panel";
import { Toolbar } from "./analyse/toolbar";

export function AnalysePage() {
  const editor = useEditor();
  const { view, undo, redo } = editor;
  const text = useMemo(() => formatView(view), [view]);
  const [trustFlags, setTrustFlags] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const [because, setBecause] = useState<Pair[]>([]);
  const { coachPlayer } = useSettings();
  const found = useAnalysis(view, trustFlags);
  // Risks do not wait for a player that thinks long.
  const isQuick = coachPlayer === QUICK_PLAYER;
  const thought = useAnalysis(isQuick ? null : view, trustFlags, coachPlayer);
  const chosen = isQuick ? found : thought;
  const choice = chosen.analysis?.choice ?? null;
  const comparison = useComparison(text, trustFlags);
  // The view may have become smaller since.
  const shown = pointed !== null && pointed < view.cells.length ? pointed : null;
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
          {formatRules(view.rules)}, {minesLeft(view)} mines not flagged
        </span>
      </div>
      <Problem text={editor.problem} />
      <div class="areas">
        <div class="area-board">
          <Desk
            editor={editor}
            found={found}
            choice={choice}
            opinions={comparison.opinions}
            because={because}
            pointed={shown}
            onPoint={setPointed}
          />
          <Toolbar editor={editor} trustFlags={trustFlags} onTrustFlags={setTrustFlags} />
        </div>
        <div class="area-side">
          <Findings
            found={found}
            choice={choice}
            thinks={chosen.isBusy ? coachPlayer : null}
            failure={isQuick ? null : (chosen.problem?.error ?? null)}
          />
          <section class="panel">
            <CellReportPanel
              view={text}
              index={shown}
              trustFlags={trustFlags}
              onReport={(report) => setBecause(report?.because ?? [])}
            />
          </section>
          <ComparePanel comparison={comparison} onCell={(cell) => setPointed(indexOf(view.rules, cell))} />
        </div>
        <div class="area-more">
          <OpenPanel onOpen={open} />
          <NewBoard rules={view.rules} onOpen={open} />
        </div>
      </div>
    </div>
  );
}
