/** Sets which key does what, by pressing it. */

import { useState } from "preact/hooks";

import { changeSettings } from "../settings";
import { ACTION_NAMES, ACTIONS, defaultKeys, keyName, keyText, refusalOf } from "./keys";
import type { Action, Keys } from "./keys";

export function KeysForm({ keys }: { keys: Keys }) {
  const [waiting, setWaiting] = useState<Action | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wait = (action: Action | null) => {
    setWaiting(action);
    setRefusal(null);
  };
  const take = (action: Action, event: KeyboardEvent) => {
    const key = keyName(event);
    // Tab leaves, as it does everywhere.
    if (key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Escape") return wait(null);
    const reason = refusalOf(action, key, keys);
    setRefusal(reason);
    if (reason) return;
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
            take={take}
          />
        ))}
      </div>
      <p class="problem" role="alert">
        {refusal}
      </p>
      <p class="muted">The arrow keys always move, and Enter always reveals.</p>
      <button type="button" onClick={() => changeSettings({ keys: defaultKeys() })}>
        Reset the keys
      </button>
    </>
  );
}

interface FieldProps {
  action: Action;
  keyName: string;
  isWaiting: boolean;
  wait(action: Action | null): void;
  take(action: Action, event: KeyboardEvent): void;
}

function KeyField({ action, keyName: key, isWaiting, wait, take }: FieldProps) {
  const { title } = ACTIONS[action];
  return (
    <div class="key-field">
      <span>{title}</span>
      <button
        type="button"
        aria-label={isWaiting ? `${title}: press a key` : `${title}: ${keyText(key)}. Change`}
        aria-pressed={isWaiting}
        onClick={() => wait(isWaiting ? null : action)}
        onKeyDown={(event) => isWaiting && take(action, event)}
        onBlur={() => isWaiting && wait(null)}
      >
        {isWaiting ? "Press a key …" : keyText(key)}
      </button>
    </div>
  );
}
