/** A button that deletes something permanently, after asking. */

import { useState } from "preact/hooks";

import { remove } from "../api";
import { Problem } from "./problem";
import { sentenceOf } from "./use-load";

interface Props {
  /** What is deleted, for screen readers. */
  label: string;
  path: string;
  onDeleted: () => void;
}

export function DeleteButton({ label, path, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const deleteIt = async () => {
    try {
      await remove(path);
      onDeleted();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  if (!isAsking) {
    return (
      <button type="button" aria-label={`Delete ${label}`} onClick={() => setAsking(true)}>
        Delete
      </button>
    );
  }
  return (
    <div class="row" role="group" aria-label={`Delete ${label}`}>
      <span>Delete permanently?</span>
      <button type="button" onClick={() => void deleteIt()}>
        Delete
      </button>
      <button type="button" onClick={() => setAsking(false)} ref={focus}>
        Cancel
      </button>
      <Problem text={problem} />
    </div>
  );
}

/** Sets the focus, which was on the button that is now gone. */
function focus(element: HTMLButtonElement | null): void {
  element?.focus();
}
