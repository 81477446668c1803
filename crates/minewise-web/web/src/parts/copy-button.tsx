/** A button that copies a text, or shows it to be copied by hand where copying is not allowed. */

import { useEffect, useState } from "preact/hooks";

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setState("copied");
    } catch {
      // Browsers allow copying only for pages from this machine or over https.
      setState("refused");
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {state === "copied" ? "Copied" : label}
      </button>
      <span class="visually-hidden" role="status">
        {state === "copied" ? "Copied." : ""}
      </span>
      {state === "refused" && (
        <input
          readOnly
          aria-label={`${label}: copy this text`}
          value={text()}
          ref={(element) => element?.select()}
          onBlur={() => setState("ready")}
        />
      )}
    </>
  );
}
