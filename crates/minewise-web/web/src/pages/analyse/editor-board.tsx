/** The board of the editor, with its palette and marks. */

import { useMemo, useState } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import type { Choice, Pair, PlayerNotes } from "../../openapi";
import { Legend, type LegendItem } from "../../parts/legend";
import { NotesPicker, useNotes } from "../../parts/player-notes";
import { indexesOf, useOverlay, type AnalysisResult } from "../../parts/use-analysis";
import { formatRules } from "../../view";
import { useBrush } from "./brush";
import type { Opinion } from "./comparison";
import type { Editor } from "./editor";
import { INSPECT, Palette, type Tool } from "./palette";

interface Props {
  editor: Editor;
  result: AnalysisResult;
  /** The choice of the coach's player. */
  choice: Choice | null;
  /** The figures of the coach's player, if it has some to show. */
  notes: PlayerNotes | undefined;
  opinions: Opinion[];
  /** The numbers that prove what the report says about the selected cell. */
  because: Pair[];
  selected: number | null;
  onSelect: (index: number) => void;
}

export function EditorBoard(props: Props) {
  const { editor, result, opinions, selected, onSelect } = props;
  const { view } = editor;
  const [tool, setTool] = useState<Tool>(INSPECT);
  const [isPinned, setPinned] = useState(false);
  const overlay = useOverlay(result.analysis);
  const notes = useNotes(props.notes);
  const marks = useMarks(props);
  const brush = useBrush(editor, tool, (index) => {
    setPinned(!(isPinned && index === selected));
    onSelect(index);
  });
  return (
    <>
      <Palette tool={tool} onChange={setTool} />
      <div ref={brush.area}>
        <Board
          view={view}
          label={`Board to analyse, ${formatRules(view.rules)}`}
          {...(notes.overlay ?? overlay)}
          marks={marks}
          // The last cell stays selected. Otherwise panels would appear and disappear with the pointer.
          onHover={(index) => index !== null && !isPinned && onSelect(index)}
          {...brush.handlers}
        />
      </div>
      {isPinned && (
        <p class="muted hint" role="status">
          This cell stays selected until you click it again.
        </p>
      )}
      <NotesPicker {...notes} />
      <Legend items={legendOf(result, opinions)} />
    </>
  );
}

function legendOf(result: AnalysisResult, opinions: Opinion[]): LegendItem[] {
  if (result.problem?.clash) return ["clash"];
  return ["risk", "safe", "mine", "best", ...(opinions.length > 0 ? ["rival" as const] : []), "because"];
}

/** Later marks are painted over earlier ones. */
function useMarks({ editor, result, choice, opinions, because, selected }: Props): ReadonlyMap<number, Mark> {
  const { rules } = editor.view;
  return useMemo(() => {
    const marks = new Map<number, Mark>();
    const mark = (cells: (Pair | null | undefined)[], as: Mark) =>
      indexesOf(
        rules,
        cells.filter((cell) => cell != null),
      ).forEach((index) => marks.set(index, as));
    if (selected !== null) marks.set(selected, "inspected");
    mark(
      opinions.map((opinion) => opinion.choice?.cell),
      "rival",
    );
    mark([choice?.cell], "best");
    mark(because, "because");
    mark(result.problem?.clash?.numbers ?? [], "clash");
    return marks;
  }, [rules, choice, result.problem, opinions, because, selected]);
}
