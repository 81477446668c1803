/** The board at a moment of a game, with the chosen and the best cell. */

import { useMemo, useState } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import type { Game, Moment, Pair } from "../../openapi";
import { useKeepVisible } from "../../parts/keep-visible";
import { Legend } from "../../parts/legend";
import { indexesOf, useAnalysis, useOverlay } from "../../parts/use-analysis";
import { minesOf } from "../../parts/mines";
import { releaseBoardFocus } from "../../parts/use-keys";
import { indexOf, type View } from "../../view";

interface Props {
  game: Game;
  view: View;
  /** The next move; `undefined` at the end. */
  moment: Moment | undefined;
  /** The numbers that prove what the report says about the selected cell. */
  because: Pair[];
  selected: number | null;
  onSelect: (index: number) => void;
}

export function MomentBoard({ game, view, moment, because, selected, onSelect }: Props) {
  const [hasRisk, setHasRisk] = useState(true);
  const overlay = useOverlay(useAnalysis(hasRisk && moment ? view : null).analysis);
  const layout = useMemo(() => (game.end ? minesOf(game.end.layout) : null), [game.end]);
  const best = moment && bestOf(moment);
  const marks = useMemo(() => {
    const marks = new Map<number, Mark>();
    if (selected !== null) marks.set(selected, "inspected");
    indexesOf(view.rules, because).forEach((index) => marks.set(index, "because"));
    if (moment) marks.set(indexOf(view.rules, moment.cell), "chosen");
    if (best) marks.set(indexOf(view.rules, best), "best");
    return marks;
  }, [view, moment, best, because, selected]);
  const cells = [best, moment?.cell].filter((cell) => cell != null);
  const handle = useKeepVisible(indexesOf(view.rules, cells));
  return (
    <div onClick={releaseBoardFocus}>
      <Board
        view={view}
        label={moment ? "Board before this move" : "Board at the end"}
        {...overlay}
        marks={marks}
        layout={moment ? null : layout}
        onReveal={onSelect}
        handle={handle}
      />
      <div class="row under">
        <label>
          <input
            type="checkbox"
            checked={hasRisk}
            onChange={(event) => setHasRisk(event.currentTarget.checked)}
          />
          Show risks
        </label>
        <span class="muted hint">Click or tap a cell to see what is known about it.</span>
      </div>
      <Legend items={hasRisk ? ["chosen", "best", "risk", "safe", "mine"] : ["chosen", "best"]} />
    </div>
  );
}

/** The best cell. If the chosen cell was certainly safe, no other cell was better. */
function bestOf({ label, cell, outlook }: Moment): Pair | undefined {
  return label === "certain" ? cell : outlook?.best?.cell;
}
