/** The board that is edited, with its palette, and all that is marked on it. */

import { useMemo, useState } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import type { Choice, Pair } from "../../openapi";
import { Legend, type LegendItem } from "../../parts/legend";
import { indexesOf, useOverlay, type Found } from "../../parts/use-analysis";
import { formatRules } from "../../view";
import { useBrush } from "./brush";
import type { Opinion } from "./comparison";
import type { Editor } from "./editor";
import { INSPECT, Palette, type Tool } from "./palette";

interface Props {
  editor: Editor;
  found: Found;
  /** What the coach's player would do. */
  choice: Choice | null;
  opinions: Opinion[];
  /** The numbers that prove what is said of the cell that is pointed at. */
  because: Pair[];
  pointed: number | null;
  onPoint(index: number): void;
}

export function Desk(props: Props) {
  const { editor, found, opinions, pointed, onPoint } = props;
  const { view } = editor;
  const [tool, setTool] = useState<Tool>(INSPECT);
  const [isPinned, setPinned] = useState(false);
  const overlay = useOverlay(found.analysis);
  const marks = useMarks(props);
  const brush = useBrush(editor, tool, (index) => {
    setPinned(!(isPinned && index === pointed));
    onPoint(index);
  });
  return (
    <>
      <Palette tool={tool} onChange={setTool} />
      <div ref={brush.area}>
        <Board
          view={view}
          label={`A view of ${formatRules(view.rules)} to be analysed`}
          {...overlay}
          marks={marks}
          // The last cell that was pointed at stays, or panels would come and go with the pointer.
          onHover={(index) => index !== null && !isPinned && onPoint(index)}
          {...brush.handlers}
        />
      </div>
      {isPinned && (
        <p class="muted hint" role="status">
          The cell stays chosen until it is clicked again.
        </p>
      )}
      <Legend items={legendOf(found, opinions)} />
    </>
  );
}

function legendOf(found: Found, opinions: Opinion[]): LegendItem[] {
  if (found.problem?.clash) return ["clash"];
  return ["risk", "safe", "mine", "best", ...(opinions.length > 0 ? ["rival" as const] : []), "because"];
}

/** Later marks are painted over earlier ones. */
function useMarks({ editor, found, choice, opinions, because, pointed }: Props): ReadonlyMap<number, Mark> {
  const { rules } = editor.view;
  return useMemo(() => {
    const marks = new Map<number, Mark>();
    const mark = (cells: (Pair | null | undefined)[], as: Mark) =>
      indexesOf(
        rules,
        cells.filter((cell) => cell != null),
      ).forEach((index) => marks.set(index, as));
    if (pointed !== null) marks.set(pointed, "inspected");
    mark(
      opinions.map((opinion) => opinion.choice?.cell),
      "rival",
    );
    mark([choice?.cell], "best");
    mark(because, "because");
    mark(found.problem?.clash?.numbers ?? [], "clash");
    return marks;
  }, [rules, choice, found.problem, opinions, because, pointed]);
}
