import { expect, test } from "vitest";

import { ACTION_NAMES, actionOf, defaultKeys, keyName, keyProblem, keyText } from "./keys";

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({ key, ...held }) as KeyboardEvent;

test.each([
  ["f", "f", "F"],
  ["F", "f", "F"],
  [" ", "Space", "Space"],
  ["ArrowLeft", "ArrowLeft", "ArrowLeft"],
  ["+", "+", "+"],
  ["Ä", "ä", "Ä"],
])("the key %j is named %s and shown as %s", (key, name, text) => {
  expect([keyName(press(key)), keyText(name)]).toEqual([name, text]);
});

test.each([
  [" ", "reveal"],
  ["Enter", "reveal"],
  ["f", "flag"],
  ["F", "flag"],
  ["d", "chord"],
  ["k", "up"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["+", "zoomIn"],
  ["=", "zoomIn"],
  ["-", "zoomOut"],
  ["q", null],
  ["Tab", null],
])("by default %j means %s", (key, action) => {
  expect(actionOf(press(key), defaultKeys())).toBe(action);
});

test("keys with Ctrl, Alt or Meta are left to the browser", () => {
  const held = [{ ctrlKey: true }, { altKey: true }, { metaKey: true }];
  expect(held.map((modifier) => actionOf(press("f", modifier), defaultKeys()))).toEqual([null, null, null]);
});

test("a changed key replaces the default one", () => {
  const keys = { ...defaultKeys(), flag: "x" };
  expect([actionOf(press("x"), keys), actionOf(press("f"), keys)]).toEqual(["flag", null]);
});

test("every default key is allowed for its action", () => {
  const keys = defaultKeys();
  expect(ACTION_NAMES.map((action) => keyProblem(action, keys[action], keys))).toEqual(
    ACTION_NAMES.map(() => null),
  );
});

test.each([
  ["x", null],
  ["f", null],
  ["d", "D already chords. Choose another key, or change that one first."],
  ["Enter", "Enter already reveals. Choose another key, or change that one first."],
  ["=", "= already zooms in. Choose another key, or change that one first."],
  ["n", "N already starts a new game. Choose another key, or change that one first."],
  ["Escape", "Escape is reserved for the browser. Choose another key."],
  ["F5", "F5 is reserved for the browser. Choose another key."],
  ["7", "7 edits cells on the Analyse page. Choose another key."],
  ["*", "* edits cells on the Analyse page. Choose another key."],
])("for flags, the key %s has this problem: %s", (key, problem) => {
  expect(keyProblem("flag", key, defaultKeys())).toBe(problem);
});

test("an action may get the key that it always has", () => {
  expect(keyProblem("reveal", "Enter", defaultKeys())).toBeNull();
});
