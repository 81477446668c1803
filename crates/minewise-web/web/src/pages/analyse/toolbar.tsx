/** The toolbar of the editor: undo and redo, copying, and whether flags count as mines. */

import { CopyButton } from "../../parts/copy-button";
import { formatView, type View } from "../../view";
import { linkTo, type Editor } from "./editor";

interface Props {
  editor: Editor;
  trustFlags: boolean;
  onTrustFlags: (isOn: boolean) => void;
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
      <CopyButton label="Copy text" text={() => multiline(view)} />
      <label>
        <input
          type="checkbox"
          checked={trustFlags}
          onChange={(event) => onTrustFlags(event.currentTarget.checked)}
        />
        Treat flags as mines
      </label>
    </div>
  );
}

/** Writes a view with the rules on the first line and one line for each row. */
export function multiline(view: View): string {
  const [rules = "", rows = ""] = formatView(view).split(" ");
  return `${rules}\n${rows.replaceAll("/", "\n")}\n`;
}
