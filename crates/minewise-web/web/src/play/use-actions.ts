/** Keys that work anywhere on the page, as they are set. */

import { useEffect, useRef } from "preact/hooks";

import { actionOf } from "../settings/keys";
import type { Action, Keys } from "../settings/keys";

export function useActions(keys: Keys, acts: Partial<Record<Action, () => void>>): void {
  const latest = useRef({ keys, acts });
  latest.current = { keys, acts };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current.keys);
      const act = action && latest.current.acts[action];
      if (!act || event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
