/** The view that is being edited: its past and future, and the address that holds it. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { useLocation } from "../../router";
import { formatView, parseView, type View } from "../../view";

export interface Editor {
  view: View;
  /** Why the address could not be read, in a sentence. */
  problem: string | null;
  /** Shows something else in a cell. Changes of the same group are undone together. */
  put(index: number, letter: string, group?: string): void;
  /** Takes another view, which can be undone too. */
  open(view: View): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

interface History {
  past: View[];
  present: View;
  future: View[];
  group: string | null;
}

/** A view to begin with, in which much can be seen. */
const EXAMPLE =
  "9x9/10 01.11..../012....../111....../..1....../111....../001....../012....../01.1...../011......";

const MOST_UNDONE = 500;

/** So long after an edit the address follows, in milliseconds; browsers refuse many changes at a time. */
const REST = 250;

/** The last view, so that coming back to the page finds it. */
let last = EXAMPLE;

export function useEditor(): Editor {
  const { path, hash } = useLocation();
  const linked = readHash(hash);
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    present: linked ?? parseView(last),
    future: [],
    group: null,
  }));
  const [problem] = useState(() =>
    hash.length > 1 && !linked ? "The address does not hold a view, so an example is shown." : null,
  );
  const open = useCallback((view: View) => setHistory((now) => next(now, view, null)), []);
  useAddress(history.present, path, hash, open);
  const put = useCallback((index: number, letter: string, group: string | null = null) => {
    setHistory((now) => {
      if (now.present.cells[index] === letter || index >= now.present.cells.length) return now;
      return next(now, { ...now.present, cells: now.present.cells.with(index, letter) }, group);
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
  return `/analyse#${encodeURI(formatView(view))}`;
}

/** Keeps the address up to date, and takes the view of an address that somebody else has set. */
function useAddress(view: View, path: string, hash: string, open: (view: View) => void): void {
  const text = formatView(view);
  const ours = useRef(hash);
  useEffect(() => {
    last = text;
    const timer = setTimeout(() => {
      history.replaceState(null, "", linkTo(view));
      ours.current = location.hash;
    }, REST);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (hash === ours.current || path !== "/analyse") return;
    const theirs = readHash(hash);
    if (theirs && formatView(theirs) !== text) open(theirs);
  }, [hash]);
}

function readHash(hash: string): View | null {
  try {
    const view = parseView(decodeURIComponent(hash.slice(1)));
    return isWhole(view) ? view : null;
  } catch {
    return null;
  }
}

/** Whether there is a letter for each cell, and each is one that we know. */
export function isWhole({ rules, cells }: View): boolean {
  return cells.length === rules.width * rules.height && cells.every((letter) => /[.F*0-8]/.test(letter));
}

function next(now: History, view: View, group: string | null): History {
  const isSameStroke = group !== null && group === now.group;
  const past = isSameStroke ? now.past : [...now.past, now.present].slice(-MOST_UNDONE);
  return { past, present: view, future: [], group };
}

function undone({ past, present, future }: History): History {
  const before = past.at(-1);
  if (!before) return { past, present, future, group: null };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], group: null };
}

function redone({ past, present, future }: History): History {
  const [after, ...later] = future;
  if (!after) return { past, present, future, group: null };
  return { past: [...past, present], present: after, future: later, group: null };
}
