import "../tests/browser";

import { expect, test } from "vitest";

import { defaultSettings } from "../settings";
import { parseView } from "../view";
import { Moves } from "./moves";
import type { BoardProps } from "./props";

/** A board with all handlers, which write what they are called with into `log`. */
function board(view: string, props: Partial<BoardProps> = {}, chordByClick = true) {
  const log: string[] = [];
  const all: BoardProps = {
    view: parseView(view),
    label: "",
    isLive: true,
    onReveal: (index) => log.push(`reveal ${index}`),
    onFlag: (index) => log.push(`flag ${index}`),
    onChord: (index) => log.push(`chord ${index}`),
    ...props,
  };
  return { moves: new Moves(all, { ...defaultSettings(), chordByClick }), log };
}

const VIEW = "4x2/2 .1F./....";

test.each([
  ["a covered cell reveals it", {}, true, 0, ["reveal 0"]],
  ["a number chords", {}, true, 1, ["chord 1"]],
  ["a number does nothing if the settings say so", {}, false, 1, []],
  ["a number reveals on a board without chords", { onChord: undefined }, true, 1, ["reveal 1"]],
  ["a covered cell flags it in flag mode", { flagMode: true }, true, 0, ["flag 0"]],
  ["a number chords in flag mode too", { flagMode: true }, true, 1, ["chord 1"]],
])("a tap on %s", (_, props, chordByClick, index, expected) => {
  const { moves, log } = board(VIEW, props, chordByClick);
  moves.primary(index);
  expect(log).toEqual(expected);
});

test.each([
  [{}, 0, ["flag 0"]],
  [{ flagMode: true }, 0, ["reveal 0"]],
  [{ flagMode: true }, 2, ["reveal 2"]],
])("a long press with %j on cell %d calls %j", (props, index, expected) => {
  const { moves, log } = board(VIEW, props);
  moves.secondary(index);
  expect(log).toEqual(expected);
});

test.each([
  ["a covered cell", {}, 0, [0]],
  ["a flag", {}, 2, []],
  ["a covered cell in flag mode", { flagMode: true }, 0, []],
  ["a number, around which flags stay up", {}, 1, [0, 4, 5, 6]],
  ["a number of a board without chords", { onChord: undefined }, 1, []],
  ["a board that cannot be played", { isLive: false }, 0, []],
  ["no cell", {}, null, []],
])("a button held on %s presses the right cells", (_, props, index, expected) => {
  expect(board(VIEW, props).moves.pressedBy(index)).toEqual(expected);
});

test("a chord on a torus presses cells across the edge", () => {
  const { moves } = board("4x3/2@torus 1.../..F./....");
  expect(moves.pressedByChord(0).sort((a, b) => a - b)).toEqual([1, 3, 4, 5, 7, 8, 9, 11]);
  expect(moves.pressedByChord(1)).toEqual([]);
});
