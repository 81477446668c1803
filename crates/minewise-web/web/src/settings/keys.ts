/** What keys do, and how they are told. */

export type Action =
  | "up"
  | "down"
  | "left"
  | "right"
  | "reveal"
  | "flag"
  | "chord"
  | "zoomIn"
  | "zoomOut"
  | "coach"
  | "flagMode"
  | "newGame";

export type Keys = Record<Action, string>;

/** Each with what it does, as it ends the sentence "F already …". */
export const ACTIONS: Record<Action, { title: string; does: string; key: string }> = {
  up: { title: "Move up", does: "moves up", key: "k" },
  down: { title: "Move down", does: "moves down", key: "j" },
  left: { title: "Move left", does: "moves left", key: "h" },
  right: { title: "Move right", does: "moves right", key: "l" },
  reveal: { title: "Reveal", does: "reveals", key: "Space" },
  flag: { title: "Flag", does: "flags", key: "f" },
  chord: { title: "Chord", does: "chords", key: "d" },
  zoomIn: { title: "Zoom in", does: "zooms in", key: "+" },
  zoomOut: { title: "Zoom out", does: "zooms out", key: "-" },
  coach: { title: "Ask the coach", does: "asks the coach", key: "c" },
  flagMode: { title: "Flag mode", does: "changes flag mode", key: "m" },
  newGame: { title: "New game", does: "begins a new game", key: "n" },
};

export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

/** Keys that always do the same, beside those that can be set. */
const FIXED: Record<string, Action> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "reveal",
  "=": "zoomIn",
};

/** Keys that browsers and screen readers need, or that write into a view. */
const RESERVED = new Set([
  "Tab",
  "Escape",
  "Shift",
  "Control",
  "Alt",
  "Meta",
  "AltGraph",
  "CapsLock",
  "Dead",
]);

export function defaultKeys(): Keys {
  return Object.fromEntries(ACTION_NAMES.map((action) => [action, ACTIONS[action].key])) as Keys;
}

/** One name for a key, whatever Shift makes of it: `f`, `Space`, `ArrowLeft`. */
export function keyName(event: KeyboardEvent): string {
  if (event.key === " ") return "Space";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** A key as it is shown to people. */
export function keyText(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** What a key press asks for; null with Ctrl, Alt or Meta, which belong to the browser. */
export function actionOf(event: KeyboardEvent, keys: Keys): Action | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const name = keyName(event);
  return FIXED[name] ?? ACTION_NAMES.find((action) => keys[action] === name) ?? null;
}

/** Why a key cannot be set for an action, in a sentence; null if it can. */
export function refusalOf(action: Action, key: string, keys: Keys): string | null {
  if (RESERVED.has(key) || /^F\d+$/.test(key))
    return `${keyText(key)} is needed by the browser. Choose another key.`;
  if (/^[0-9.*]$/.test(key)) return `${key} writes into a view on the Analyse page. Choose another key.`;
  const taken = FIXED[key] ?? ACTION_NAMES.find((other) => other !== action && keys[other] === key);
  if (!taken || taken === action) return null;
  return `${keyText(key)} already ${ACTIONS[taken].does}. Choose another key, or change that one first.`;
}
