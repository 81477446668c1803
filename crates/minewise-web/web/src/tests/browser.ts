/** The few parts of a browser that modules need at import time. Unit tests run in Node and import this first. */

const listeners = new Map<string, (event: never) => void>();
const stored = new Map<string, string>();

/** What is in the browser's storage. */
export const storage = stored;

/** Calls the listener of a window event. */
export function dispatch(kind: string, event: object): void {
  listeners.get(kind)?.(event as never);
}

/** Can be changed to hide the page. */
export const page = { hidden: false, visibilityChanged: () => {} };

Object.assign(globalThis, {
  addEventListener: (kind: string, listener: (event: never) => void) => listeners.set(kind, listener),
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
  document: {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, listener: () => void) => (page.visibilityChanged = listener),
    removeEventListener: () => (page.visibilityChanged = () => {}),
  },
});
