/** Takes files that are dropped anywhere on a page, and text that is pasted outside of an input field. */

import { useEffect, useRef, useState } from "preact/hooks";

/** Calls `onContent` with what is dropped or pasted. Returns whether something is being dragged over the page. */
export function useDrop(onContent: (content: Blob | string, name: string | null) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onContent);
  latest.current = onContent;
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) latest.current(file, file.name);
      else if (text) latest.current(text, null);
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain");
      if (!text || (event.target instanceof Element && event.target.closest("input, textarea"))) return;
      latest.current(text, null);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, []);
  return isOver;
}

/** A button that opens a file dialog. */
export function FileButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          // Otherwise choosing the same file again would not count as a change.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
