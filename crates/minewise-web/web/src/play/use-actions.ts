/** Keyboard shortcuts that work anywhere on the page, with the keys of the settings. */

import { useEffect, useRef } from "preact/hooks";

import { actionOf } from "../settings/keys";
import type { Action, Keys } from "../settings/keys";

export function useActions(keys: Keys, handlers: Partial<Record<Action, () => void>>): void {
  const latest = useRef({ keys, handlers });
  latest.current = { keys, handlers };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current.keys);
      const handle = action && latest.current.handlers[action];
      if (!handle || event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      event.preventDefault();
      handle();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
