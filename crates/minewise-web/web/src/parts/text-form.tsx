/** Takes text that is pasted into a field, or a file that is chosen, dropped or pasted anywhere. */

import { useState } from "preact/hooks";

import { FileButton, useDrop } from "./drop";

interface Props {
  label: string;
  button: string;
  placeholder?: string;
  /** Takes it. Whether it was of use, so that the field can be emptied. */
  take(bytes: Blob | string, name: string | null): Promise<boolean>;
}

export function TextForm({ label, button, placeholder, take }: Props) {
  const [text, setText] = useState("");
  const isOver = useDrop((bytes, name) => void take(bytes, name));
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await take(text, null)) setText("");
  };
  return (
    <form onSubmit={submit}>
      {isOver && <div class="drop-hint">Drop it to open it.</div>}
      <label class="field">
        {label}
        <textarea
          rows={4}
          value={text}
          spellcheck={false}
          placeholder={placeholder}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button disabled={text.trim() === ""}>{button}</button>
        <FileButton label="Choose a file" taken={(file) => void take(file, file.name)} />
      </div>
      <p class="muted hint">A file can also be dropped, and text pasted, anywhere on this page.</p>
    </form>
  );
}
