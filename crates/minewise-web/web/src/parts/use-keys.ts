/** Keys that work anywhere on a page, unless something else has a use for them. */

import { useEffect, useRef } from "preact/hooks";

/** Handlers by key, written as `ArrowLeft`, `Space`, or `Ctrl+Shift+z`. */
export function useKeys(handlers: Record<string, () => void>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const handle = latest.current[nameOf(event)];
      if (!handle || event.defaultPrevented || hasOwnUse(event)) return;
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

/** Whether the key already means something where the focus is. */
function hasOwnUse(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select")) return true;
  return event.key === " " && target.closest("button, a, summary") !== null;
}

/**
 * Takes the focus from a board that was clicked, and with it the arrow keys, where these are to step through a game.
 * A board that was reached by the keyboard keeps it.
 */
export function letGo(event: MouseEvent): void {
  const board =
    event.target instanceof Element ? event.target.closest<HTMLElement>("[role=application]") : null;
  board?.blur();
}
