/** A form for text that is pasted, or a file that is chosen or dropped. */

import { useState } from "preact/hooks";

import { FileButton, useDrop } from "./drop";

interface Props {
  label: string;
  button: string;
  placeholder?: string;
  /** Returns whether the content could be used; the field is then emptied. */
  onContent: (content: Blob | string, name: string | null) => Promise<boolean>;
}

export function TextForm({ label, button, placeholder, onContent }: Props) {
  const [text, setText] = useState("");
  const isOver = useDrop((content, name) => void onContent(content, name));
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await onContent(text, null)) setText("");
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {isOver && <div class="drop-hint">Drop to open</div>}
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
        <FileButton label="Choose a file" onFile={(file) => void onContent(file, file.name)} />
      </div>
      <p class="muted hint">You can also drop a file or paste text anywhere on this page.</p>
    </form>
  );
}
