/** Tests of the keyboard and the mouse on a board, with a canvas that only knows where its cells are. */

import "../tests/browser";

import { expect, test } from "vitest";

import { defaultSettings } from "../settings";
import { parseView } from "../view";
import { Keyboard } from "./keyboard";
import { Mouse } from "./mouse";
import { Moves } from "./moves";
import type { BoardProps } from "./props";
import type { Stage } from "./stage";

/** A board whose cells are 10 pixels wide and high, and a log of what happens on it. */
function boardOf(view: string, props: Partial<BoardProps> = {}) {
  const log: string[] = [];
  const { rules, cells } = parseView(view);
  const stage = {
    setCursor: () => {},
    scrollToCell: () => {},
    press: () => {},
    pan: (right: number, down: number) => log.push(`pan ${right},${down}`),
    zoomIn: () => log.push("zoom in"),
    zoomOut: () => log.push("zoom out"),
    cellAt(x: number, y: number) {
      const [row, col] = [Math.floor(y / 10), Math.floor(x / 10)];
      return row >= 0 && row < rules.height && col >= 0 && col < rules.width ? row * rules.width + col : null;
    },
  } as unknown as Stage;
  const all: BoardProps = {
    view: { rules, cells },
    label: "",
    isLive: true,
    onReveal: (index) => log.push(`reveal ${index}`),
    onFlag: (index) => log.push(`flag ${index}`),
    onChord: (index) => log.push(`chord ${index}`),
    ...props,
  };
  const moves = new Moves(all, defaultSettings());
  const keyboard = new Keyboard(stage, moves, (index) => log.push(`at ${index}`));
  const mouse = new Mouse(
    stage,
    moves,
    () => keyboard.claimSpace(),
    () => {},
  );
  return { keyboard, mouse, log };
}

const key = (name: string) =>
  ({ key: name, repeat: false, preventDefault: () => {} }) as unknown as KeyboardEvent;

/** Presses keys, and returns the log. */
function typed(view: string, keys: string[], props: Partial<BoardProps> = {}): string[] {
  const { keyboard, log } = boardOf(view, props);
  for (const name of keys) {
    keyboard.down(key(name));
    keyboard.up(key(name));
  }
  return log;
}

test("the first arrow key only shows the cursor, the next ones move it", () => {
  expect(typed("4x3/2 ..../..../....", ["ArrowRight", "ArrowRight", "ArrowDown"])).toEqual([
    "at 0",
    "at 1",
    "at 5",
  ]);
});

test.each([
  ["the edge of a square board", "4x3/2", ["at 0", "at 0", "at 0"]],
  ["the edge of a hexagonal board", "4x3/2@hex", ["at 0", "at 0", "at 0"]],
  ["the other side of a torus", "4x3/2@torus", ["at 0", "at 8", "at 11"]],
])("the cursor goes up and left to %s", (_, rules, log) => {
  expect(typed(`${rules} ..../..../....`, ["ArrowUp", "ArrowUp", "ArrowLeft"])).toEqual(log);
});

test("keys act on the cell of the cursor", () => {
  const keys = ["Enter", "l", "l", "f", "d", "+", "-"];
  expect(typed("4x3/2 ..../..../....", keys)).toEqual([
    "at 0",
    "reveal 0",
    "at 1",
    "at 2",
    "at 2",
    "flag 2",
    "at 2",
    "chord 2",
    "zoom in",
    "zoom out",
  ]);
});

test("keys that the board does not use are passed on", () => {
  const passed: string[] = [];
  const onKey = (name: string, index: number) => passed.push(`${name} ${index}`) > 0;
  expect(typed("4x3/2 ..../..../....", ["7"], { onKey })).toEqual(["at 0"]);
  expect(passed).toEqual(["7 0"]);
});

test("the space bar acts when it is released", () => {
  const { keyboard, log } = boardOf("4x3/2 ..../..../....");
  keyboard.down(key(" "));
  expect(log).toEqual([]);
  keyboard.up(key(" "));
  expect(log).toEqual(["at 0", "reveal 0"]);
});

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;

/** Moves the mouse through points with some buttons down. */
function moved(mouse: Mouse, ...points: [x: number, y: number, buttons: number][]): void {
  for (const [clientX, clientY, buttons] of points)
    mouse.handle({ clientX, clientY, buttons, getCoalescedEvents: () => [] } as unknown as PointerEvent);
}

test.each<[string, [number, number, number][], string[]]>([
  [
    "a click reveals",
    [
      [15, 5, LEFT],
      [15, 5, 0],
    ],
    ["reveal 1"],
  ],
  [
    "a click that ends on another cell does nothing",
    [
      [15, 5, LEFT],
      [25, 5, LEFT],
      [25, 5, 0],
    ],
    [],
  ],
  [
    "a click that ends outside does nothing",
    [
      [15, 5, LEFT],
      [15, -5, LEFT],
      [15, -5, 0],
    ],
    [],
  ],
  ["the right button flags when it goes down", [[15, 5, RIGHT]], ["flag 1"]],
  [
    "left, then right: a chord",
    [
      [5, 15, LEFT],
      [5, 15, LEFT | RIGHT],
      [5, 15, RIGHT],
      [5, 15, 0],
    ],
    ["chord 4"],
  ],
  [
    "the middle button chords",
    [
      [5, 15, MIDDLE],
      [5, 15, 0],
    ],
    ["chord 4"],
  ],
  [
    "the middle button scrolls when it is moved",
    [
      [5, 15, MIDDLE],
      [7, 17, MIDDLE],
      [9, 20, MIDDLE],
      [9, 20, 0],
    ],
    ["pan -2,-3"],
  ],
])("%s", (_, points, expected) => {
  const { mouse, log } = boardOf("4x3/2 ..../1.../....");
  moved(mouse, ...points);
  expect(log).toEqual(expected);
});

test("dragging paints every cell on the way, and a click paints one", () => {
  const log: number[] = [];
  const { mouse } = boardOf("4x3/2 ..../..../....", {
    onStroke: (index) => log.push(index),
    onReveal: (index) => log.push(index),
  });
  moved(mouse, [5, 5, LEFT], [15, 5, LEFT], [16, 5, LEFT], [25, 15, LEFT], [25, 15, 0]);
  expect(log).toEqual([0, 1, 6]);
  moved(mouse, [5, 25, LEFT], [5, 25, 0]);
  expect(log).toEqual([0, 1, 6, 8]);
});

test("dragging with the space bar scrolls, and its release reveals nothing", () => {
  const { keyboard, mouse, log } = boardOf("4x3/2 ..../..../....");
  keyboard.down(key(" "));
  moved(mouse, [5, 5, LEFT], [15, 5, LEFT], [15, 5, 0]);
  keyboard.up(key(" "));
  expect(log).toEqual(["pan -10,0"]);
});
