/** What the hands do on the board of the editor: paint, flag, turn the wheel, press keys. */

import { useEffect, useRef } from "preact/hooks";

import type { BoardProps } from "../../board/props";
import type { Editor } from "./editor";
import { INSPECT, type Tool } from "./palette";

/** What the wheel goes through. */
const TURNS = [".", "0", "1", "2", "3", "4", "5", "6", "7", "8"];

/** Turns of the wheel that come faster than this, in milliseconds, are one: touchpads send a flood of them. */
const TURN_TIME = 50;

type Handlers = Pick<BoardProps, "onReveal" | "onFlag" | "onStroke" | "onWheel" | "onKey">;

/** The handlers for a board inside of an element that has `area` as its `ref`. */
export function useBrush(editor: Editor, tool: Tool, inspect: (index: number) => void) {
  const { view, put } = editor;
  const area = useRef<HTMLDivElement>(null);
  const stroke = useRef(0);
  const turned = useRef(0);
  useEffect(() => {
    const begin = () => {
      stroke.current += 1;
    };
    // Before the board hears of it, so that all of a stroke is undone at once.
    area.current?.addEventListener("pointerdown", begin, { capture: true });
    return () => area.current?.removeEventListener("pointerdown", begin, { capture: true });
  }, []);
  const paint = (index: number) => put(index, tool, `stroke ${stroke.current}`);
  const toggleFlag = (index: number) => put(index, view.cells[index] === "F" ? "." : "F");
  const turn = (index: number, direction: 1 | -1) => {
    if (performance.now() - turned.current < TURN_TIME) return;
    turned.current = performance.now();
    const at = Math.max(0, TURNS.indexOf(view.cells[index] ?? "."));
    put(index, TURNS[(at + direction + TURNS.length) % TURNS.length] ?? ".", `wheel ${index}`);
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

/** What a key shows in the cursor's cell. */
function letterOf(key: string): string | null {
  if (/^[0-8.*]$/.test(key)) return key;
  if (key === "Backspace" || key === "Delete") return ".";
  return key === "f" || key === "F" ? "F" : null;
}
