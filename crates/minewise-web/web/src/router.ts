/** Shows the page for the address, and changes pages without reloading. */

import { useEffect, useState } from "preact/hooks";

const listeners = new Set<() => void>();

/** Goes to another page of the app. */
export function go(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  listeners.forEach((listener) => listener());
}

/** Returns the current address, and renders again when it changes. */
export function useLocation(): { path: string; query: URLSearchParams; hash: string } {
  const [, render] = useState(0);
  useEffect(() => {
    const listener = () => render((n) => n + 1);
    listeners.add(listener);
    addEventListener("popstate", listener);
    addEventListener("hashchange", listener);
    return () => {
      listeners.delete(listener);
      removeEventListener("popstate", listener);
      removeEventListener("hashchange", listener);
    };
  }, []);
  return { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash };
}

/** A click handler for a common parent of links: follows links to pages of the app without reloading. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (
    event.defaultPrevented ||
    !link ||
    !isPlain ||
    link.target ||
    link.origin !== location.origin ||
    link.hasAttribute("download")
  )
    return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/reports/")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
