/** The board at a moment of a game, with what was chosen and what was best. */

import { useMemo, useState } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import type { Game, Moment, Pair } from "../../openapi";
import { useInSight } from "../../parts/in-sight";
import { Legend } from "../../parts/legend";
import { indexesOf, useAnalysis, useOverlay } from "../../parts/use-analysis";
import { minesOf } from "../../parts/mines";
import { letGo } from "../../parts/use-keys";
import { indexOf, type View } from "../../view";

interface Props {
  game: Game;
  view: View;
  /** The move that is about to be made; none at the end. */
  moment: Moment | undefined;
  /** The numbers that prove what is said of the cell that is pointed at. */
  because: Pair[];
  pointed: number | null;
  onPoint(index: number): void;
}

export function Scene({ game, view, moment, because, pointed, onPoint }: Props) {
  const [hasRisk, setHasRisk] = useState(true);
  const overlay = useOverlay(useAnalysis(hasRisk && moment ? view : null).analysis);
  const layout = useMemo(() => (game.end ? minesOf(game.end.layout) : null), [game.end]);
  const best = moment && bestOf(moment);
  const marks = useMemo(() => {
    const marks = new Map<number, Mark>();
    if (pointed !== null) marks.set(pointed, "inspected");
    indexesOf(view.rules, because).forEach((index) => marks.set(index, "because"));
    if (moment) marks.set(indexOf(view.rules, moment.cell), "chosen");
    if (best) marks.set(indexOf(view.rules, best), "best");
    return marks;
  }, [view, moment, because, pointed]);
  const cells = [best, moment?.cell].filter((cell) => cell != null);
  const handle = useInSight(indexesOf(view.rules, cells));
  return (
    <div onClick={letGo}>
      <Board
        view={view}
        label={moment ? "The view before this move" : "The view at the end"}
        {...overlay}
        marks={marks}
        layout={moment ? null : layout}
        onReveal={onPoint}
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
        <span class="muted hint">Tap a cell to ask about it.</span>
      </div>
      <Legend items={hasRisk ? ["chosen", "best", "risk", "safe", "mine"] : ["chosen", "best"]} />
    </div>
  );
}

/** Of several certain cells, none is better than the one that was chosen. */
function bestOf({ label, cell, outlook }: Moment): Pair | undefined {
  return label === "certain" ? cell : outlook?.best?.cell;
}
