/** The state of the editor: the view with its undo history, and the address that contains it. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { useLocation } from "../../router";
import { formatView, parseView, type View } from "../../view";

export interface Editor {
  view: View;
  /** Why the address could not be read, as a sentence. */
  problem: string | null;
  /** Changes a cell. Changes with the same group are undone together. */
  put: (index: number, letter: string, group?: string) => void;
  /** Replaces the view, which can be undone too. */
  open: (view: View) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

export interface History {
  past: View[];
  present: View;
  future: View[];
  group: string | null;
}

/** The view that the page starts with. */
const EXAMPLE =
  "9x9/10 01.11..../012....../111....../..1....../111....../001....../012....../01.1...../011......";

const MAX_UNDO = 500;

/** How long after an edit the address changes, in milliseconds. Browsers refuse many changes in a short time. */
const DELAY_MS = 250;

/** The last view, for when the user returns to the page. */
let lastView = EXAMPLE;

export function useEditor(): Editor {
  const { path, hash } = useLocation();
  const linked = readHash(hash);
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    present: linked ?? parseView(lastView),
    future: [],
    group: null,
  }));
  const [problem] = useState(() =>
    hash.length > 1 && !linked ? "The link does not contain a valid position, so an example is shown." : null,
  );
  const open = useCallback((view: View) => setHistory((now) => edited(now, view, null)), []);
  useAddress(history.present, path, hash, open);
  const put = useCallback((index: number, letter: string, group: string | null = null) => {
    setHistory((now) => {
      if (now.present.cells[index] === letter || index >= now.present.cells.length) return now;
      return edited(now, { ...now.present, cells: now.present.cells.with(index, letter) }, group);
    });
  }, []);
  return {
    view: history.present,
    problem,
    put,
    open,
    undo: history.past.length > 0 ? () => setHistory(undone) : null,
    redo: history.future.length > 0 ? () => setHistory(redone) : null,
  };
}

export function linkTo(view: View): string {
  return linkToText(formatView(view));
}

function linkToText(view: string): string {
  return `/analyse#${encodeURI(view)}`;
}

/** Writes the view into the address, and opens the view of an address that was set from elsewhere, such as a link. */
function useAddress(view: View, path: string, hash: string, open: (view: View) => void): void {
  const text = formatView(view);
  const latestText = useRef(text);
  latestText.current = text;
  const ownHash = useRef(hash);
  useEffect(() => {
    lastView = text;
    const timer = setTimeout(() => {
      history.replaceState(null, "", linkToText(text));
      ownHash.current = location.hash;
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Must not run after an edit: the address is still the old one then, and would undo the edit.
  useEffect(() => {
    if (hash === ownHash.current || path !== "/analyse") return;
    const linked = readHash(hash);
    if (linked && formatView(linked) !== latestText.current) open(linked);
  }, [hash, path, open]);
}

function readHash(hash: string): View | null {
  try {
    const view = parseView(decodeURIComponent(hash.slice(1)));
    return isValid(view) ? view : null;
  } catch {
    return null;
  }
}

/** Checks whether there is a valid letter for each cell. */
export function isValid({ rules, cells }: View): boolean {
  return cells.length === rules.width * rules.height && cells.every((letter) => /[.F*0-8]/.test(letter));
}

/** The history after a change of the view. */
export function edited(now: History, view: View, group: string | null): History {
  const isSameStroke = group !== null && group === now.group;
  const past = isSameStroke ? now.past : [...now.past, now.present].slice(-MAX_UNDO);
  return { past, present: view, future: [], group };
}

export function undone({ past, present, future }: History): History {
  const before = past.at(-1);
  if (!before) return { past, present, future, group: null };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], group: null };
}

export function redone({ past, present, future }: History): History {
  const [after, ...later] = future;
  if (!after) return { past, present, future, group: null };
  return { past: [...past, present], present: after, future: later, group: null };
}
