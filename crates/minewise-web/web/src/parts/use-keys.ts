/** Keyboard shortcuts that work anywhere on a page, unless the focused element uses the key itself. */

import { useEffect, useRef } from "preact/hooks";

/** Sets the handlers of keys, named as in `ArrowLeft`, `Space` or `Ctrl+Shift+z`. */
export function useKeys(handlers: Record<string, () => void>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const handle = latest.current[nameOf(event)];
      if (!handle || event.defaultPrevented || isUsedByTarget(event)) return;
      event.preventDefault();
      handle();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isControl = event.ctrlKey || event.metaKey;
  return `${isControl ? "Ctrl+" : ""}${event.shiftKey ? "Shift+" : ""}${event.altKey ? "Alt+" : ""}${key}`;
}

/** Checks whether the focused element uses the key itself. */
function isUsedByTarget(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select")) return true;
  return event.key === " " && target.closest("button, a, summary") !== null;
}

/**
 * A click handler that takes the focus from a board again, so that the arrow keys step through the game.
 * A board that was focused with the keyboard keeps the focus.
 */
export function releaseBoardFocus(event: MouseEvent): void {
  const board =
    event.target instanceof Element ? event.target.closest<HTMLElement>("[role=application]") : null;
  board?.blur();
}
