/** Undo and redo, copies to share, and whether flags are taken for mines. */

import { CopyButton } from "../../parts/copy-button";
import { formatView, type View } from "../../view";
import { linkTo, type Editor } from "./editor";

interface Props {
  editor: Editor;
  trustFlags: boolean;
  onTrustFlags(isOn: boolean): void;
}

export function Toolbar({ editor: { view, undo, redo }, trustFlags, onTrustFlags }: Props) {
  return (
    <div class="row toolbar">
      <button type="button" title="Undo (Ctrl+Z)" aria-label="Undo" disabled={!undo} onClick={() => undo?.()}>
        ↶
      </button>
      <button
        type="button"
        title="Redo (Ctrl+Shift+Z)"
        aria-label="Redo"
        disabled={!redo}
        onClick={() => redo?.()}
      >
        ↷
      </button>
      <CopyButton label="Copy link" text={() => new URL(linkTo(view), location.origin).href} />
      <CopyButton label="Copy text" text={() => inLines(view)} />
      <label>
        <input
          type="checkbox"
          checked={trustFlags}
          onChange={(event) => onTrustFlags(event.currentTarget.checked)}
        />
        Flags are mines
      </label>
    </div>
  );
}

/** The rules on the first line, then a row a line. */
function inLines(view: View): string {
  const [rules = "", rows = ""] = formatView(view).split(" ");
  return `${rules}\n${rows.replaceAll("/", "\n")}\n`;
}
