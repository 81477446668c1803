/** A board: a view painted on a canvas, usable with a mouse, by touch and with a keyboard. */

import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { useSettings } from "../settings";
import type { Settings } from "../settings";
import { keyText } from "../settings/keys";
import { formatRules, formatView } from "../view";
import { Control } from "./control";
import type { BoardProps } from "./props";
import type { Scene } from "./scene";
import "../styles/board.css";

const NONE: ReadonlySet<number> = new Set();
const UNMARKED: Scene["marks"] = new Map();
const UNLABELLED: Scene["labels"] = new Map();

export function Board(props: BoardProps) {
  const { view, label, hasZoomButtons = true } = props;
  const settings = useSettings();
  const holder = useRef<HTMLDivElement>(null);
  const control = useRef<Control | null>(null);
  const helpId = useId();
  const scene = useScene(props);
  const text = useMemo(() => formatView(view), [view]);

  // Any prop may have changed, so the canvas is updated after every render. It paints in the next frame.
  useLayoutEffect(() => {
    if (!holder.current) return;
    control.current ??= new Control(holder.current, props, settings);
    control.current.update(props, settings, scene);
  });
  useLayoutEffect(() => () => control.current?.destroy(), []);

  return (
    <div class="board" ref={holder} data-testid="board" data-rules={formatRules(view.rules)} data-view={text}>
      <div
        class={`board-scroller${props.onStroke ? " painting" : ""}`}
        role="application"
        aria-label={label}
        aria-describedby={helpId}
        tabIndex={0}
      >
        <div class="board-spacer">
          <canvas aria-hidden="true" />
        </div>
      </div>
      {hasZoomButtons && (
        <div class="board-zoom" role="group" aria-label="Zoom">
          <button type="button" aria-label="Zoom out" onClick={() => control.current?.stage.zoomOut()}>
            −
          </button>
          <button type="button" aria-label="Zoom in" onClick={() => control.current?.stage.zoomIn()}>
            +
          </button>
          <button type="button" onClick={() => control.current?.stage.fit()}>
            Fit
          </button>
        </div>
      )}
      <p class="visually-hidden" id={helpId}>
        {helpOf(props, settings)}
      </p>
      <p class="visually-hidden board-announcements" aria-live="polite" />
    </div>
  );
}

function useScene(props: BoardProps): Scene {
  const {
    view,
    risk = null,
    labels = UNLABELLED,
    safe = NONE,
    mines = NONE,
    marks = UNMARKED,
    layout = null,
    pending = NONE,
  } = props;
  return useMemo(
    () => ({ view, risk, labels, safe, mines, marks, layout, pending }),
    [view, risk, labels, safe, mines, marks, layout, pending],
  );
}

/** Says how to use the board with the keyboard. */
function helpOf(props: BoardProps, { keys }: Settings): string {
  const uses = [
    props.onReveal && `${keyText(keys.reveal)} or Enter reveals`,
    props.onFlag && `${keyText(keys.flag)} flags`,
    props.onChord && `${keyText(keys.chord)} chords`,
  ];
  return ["The arrow keys move the cursor", ...uses.filter((use) => use !== undefined)].join(", ") + ".";
}
