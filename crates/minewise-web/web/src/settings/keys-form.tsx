/** Changes which key does what: the user presses the new key. */

import { useState } from "preact/hooks";

import { changeSettings } from "../settings";
import { ACTION_NAMES, ACTIONS, defaultKeys, keyName, keyText, keyProblem } from "./keys";
import type { Action, Keys } from "./keys";

export function KeysForm({ keys }: { keys: Keys }) {
  const [waiting, setWaiting] = useState<Action | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wait = (action: Action | null) => {
    setWaiting(action);
    setProblem(null);
  };
  const assign = (action: Action, event: KeyboardEvent) => {
    const key = keyName(event);
    // Tab moves the focus, as everywhere.
    if (key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Escape") return wait(null);
    const found = keyProblem(action, key, keys);
    setProblem(found);
    if (found) return;
    changeSettings({ keys: { ...keys, [action]: key } });
    setWaiting(null);
  };
  return (
    <>
      <div class="keys-form">
        {ACTION_NAMES.map((action) => (
          <KeyField
            action={action}
            keyName={keys[action]}
            isWaiting={waiting === action}
            wait={wait}
            assign={assign}
          />
        ))}
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
      <p class="muted">The arrow keys always move the cursor, and Enter always reveals.</p>
      <button type="button" onClick={() => changeSettings({ keys: defaultKeys() })}>
        Reset keys
      </button>
    </>
  );
}

interface FieldProps {
  action: Action;
  keyName: string;
  isWaiting: boolean;
  wait: (action: Action | null) => void;
  assign: (action: Action, event: KeyboardEvent) => void;
}

function KeyField({ action, keyName: key, isWaiting, wait, assign }: FieldProps) {
  const { title } = ACTIONS[action];
  return (
    <div class="key-field">
      <span>{title}</span>
      <button
        type="button"
        aria-label={isWaiting ? `${title}: press a key` : `${title}: ${keyText(key)}. Change`}
        aria-pressed={isWaiting}
        onClick={() => wait(isWaiting ? null : action)}
        onKeyDown={(event) => isWaiting && assign(action, event)}
        onBlur={() => isWaiting && wait(null)}
      >
        {isWaiting ? "Press a key…" : keyText(key)}
      </button>
    </div>
  );
}
