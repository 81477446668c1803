/** Input on the board of the editor: painting, flags, the wheel, and keys. */

import { useEffect, useRef } from "preact/hooks";

import type { BoardProps } from "../../board/props";
import type { Editor } from "./editor";
import { INSPECT, type Tool } from "./palette";

/** What the wheel puts into a cell, in this order. */
const WHEEL_LETTERS = [".", "0", "1", "2", "3", "4", "5", "6", "7", "8"];

/** The shortest time between two turns of the wheel, in milliseconds. Touchpads send very many events. */
const WHEEL_MS = 50;

type Handlers = Pick<BoardProps, "onReveal" | "onFlag" | "onStroke" | "onWheel" | "onKey">;

/** Returns the handlers for the board. The element around the board must get `area` as its `ref`. */
export function useBrush(editor: Editor, tool: Tool, inspect: (index: number) => void) {
  const { view, put } = editor;
  const area = useRef<HTMLDivElement>(null);
  const stroke = useRef(0);
  const lastTurn = useRef(0);
  useEffect(() => {
    const begin = () => {
      stroke.current += 1;
    };
    // Captured, so that the stroke gets its number before the board paints: a stroke is undone as a whole.
    const element = area.current;
    element?.addEventListener("pointerdown", begin, { capture: true });
    return () => element?.removeEventListener("pointerdown", begin, { capture: true });
  }, []);
  const paint = (index: number) => put(index, tool, `stroke ${stroke.current}`);
  const toggleFlag = (index: number) => put(index, view.cells[index] === "F" ? "." : "F");
  const turn = (index: number, direction: 1 | -1) => {
    if (performance.now() - lastTurn.current < WHEEL_MS) return;
    lastTurn.current = performance.now();
    const at = Math.max(0, WHEEL_LETTERS.indexOf(view.cells[index] ?? "."));
    const next = WHEEL_LETTERS[(at + direction + WHEEL_LETTERS.length) % WHEEL_LETTERS.length];
    put(index, next ?? ".", `wheel ${index}`);
  };
  const press = (key: string, index: number): boolean => {
    const letter = letterOf(key);
    if (letter === null) return false;
    if (letter === "F") toggleFlag(index);
    else put(index, letter);
    return true;
  };
  const handlers: Handlers = {
    onReveal: tool === INSPECT ? inspect : paint,
    onStroke: tool === INSPECT ? undefined : paint,
    onFlag: toggleFlag,
    onWheel: turn,
    onKey: press,
  };
  return { area, handlers };
}

/** The letter that a key puts into a cell, or `null`. */
export function letterOf(key: string): string | null {
  if (/^[0-8.*]$/.test(key)) return key;
  if (key === "Backspace" || key === "Delete") return ".";
  return key === "f" || key === "F" ? "F" : null;
}
