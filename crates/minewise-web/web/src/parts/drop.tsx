/** Files that are dropped anywhere on a page, or text that is pasted outside of a field. */

import { useEffect, useRef, useState } from "preact/hooks";

/** Whether something is being dragged over the page, which then says that it may be dropped. */
export function useDrop(taken: (bytes: Blob | string, name: string | null) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(taken);
  latest.current = taken;
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

/** Chooses a file where nothing can be dropped. */
export function FileButton({ label, taken }: { label: string; taken(file: File): void }) {
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
          if (file) taken(file);
          // The same file may be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
