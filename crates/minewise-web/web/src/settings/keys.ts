/** Which key does what, and how keys are named. */

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

/** All actions. `does` completes the sentence "F already …"; `key` is the default. */
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
  flagMode: { title: "Flag mode", does: "switches flag mode", key: "m" },
  newGame: { title: "New game", does: "starts a new game", key: "n" },
};

export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

/** Keys that always do the same, in addition to those that can be changed. */
const FIXED: Record<string, Action> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "reveal",
  "=": "zoomIn",
};

/** Keys that browsers and screen readers need. */
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

/** The name of a key, the same with and without Shift: `f`, `Space`, `ArrowLeft`. */
export function keyName(event: KeyboardEvent): string {
  if (event.key === " ") return "Space";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** A key as it is shown on the page. */
export function keyText(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** The action of a key press, or `null` if it has none. Keys with Ctrl, Alt or Meta are left to the browser. */
export function actionOf(event: KeyboardEvent, keys: Keys): Action | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const name = keyName(event);
  return FIXED[name] ?? ACTION_NAMES.find((action) => keys[action] === name) ?? null;
}

/** Says why a key cannot be used for an action; `null` if it can. */
export function keyProblem(action: Action, key: string, keys: Keys): string | null {
  if (RESERVED.has(key) || /^F\d+$/.test(key))
    return `${keyText(key)} is reserved for the browser. Choose another key.`;
  if (/^[0-9.*]$/.test(key)) return `${key} edits cells on the Analyse page. Choose another key.`;
  const taken = FIXED[key] ?? ACTION_NAMES.find((other) => other !== action && keys[other] === key);
  if (!taken || taken === action) return null;
  return `${keyText(key)} already ${ACTIONS[taken].does}. Choose another key, or change that one first.`;
}
