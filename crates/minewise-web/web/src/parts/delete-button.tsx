/** Deletes something for good, having asked first. */

import { useState } from "preact/hooks";

import { remove } from "../api";
import { Problem } from "./problem";
import { sentenceOf } from "./use-load";

interface Props {
  /** What is deleted, for those who do not see where the button is. */
  label: string;
  path: string;
  onDeleted(): void;
}

export function DeleteButton({ label, path, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const erase = async () => {
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
      <span>Delete it for good?</span>
      <button type="button" onClick={erase}>
        Delete
      </button>
      <button type="button" onClick={() => setAsking(false)} ref={focusOnce}>
        Keep
      </button>
      <Problem text={problem} />
    </div>
  );
}

/** The button that was pressed is gone, and the focus with it. */
function focusOnce(element: HTMLButtonElement | null): void {
  element?.focus();
}
