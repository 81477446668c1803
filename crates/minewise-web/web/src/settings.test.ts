import { dispatch, storage } from "./tests/browser";

import { beforeEach, expect, test, vi } from "vitest";

const KEY = "minewise.settings.1";

beforeEach(() => {
  storage.clear();
  vi.resetModules();
});

/** Loads the module again, as a new page does. */
const load = () => import("./settings");

test.each([null, undefined, 7, "dark", []])("%j gives the defaults", async (saved) => {
  const { defaultSettings, readSettings } = await load();
  expect(readSettings(saved)).toEqual(defaultSettings());
});

test("valid values are kept, and the default replaces each bad one", async () => {
  const { defaultSettings, readSettings } = await load();
  const saved = {
    theme: "dark",
    coach: "sometimes",
    chordByClick: false,
    showPercent: "yes",
    coachPlayer: "",
    longPressMs: 149,
    cellSize: 64,
    unknown: 1,
  };
  expect(readSettings(saved)).toEqual({
    ...defaultSettings(),
    theme: "dark",
    chordByClick: false,
    cellSize: 64,
  });
});

test.each([
  ["longPressMs", 150, 150],
  ["longPressMs", 1000, 1000],
  ["longPressMs", 1001, 350],
  ["longPressMs", NaN, 350],
  ["longPressMs", "200", 350],
  ["cellSize", 8, 8],
  ["cellSize", 7.9, null],
  ["cellSize", 65, null],
  ["coachPlayer", "exact", "exact"],
  ["theme", "system", "system"],
  ["coach", "always", "always"],
])("%s = %j is read as %j", async (name, value, expected) => {
  const { readSettings } = await load();
  expect(readSettings({ [name]: value })).toHaveProperty(name, expected);
});

test("saved keys are used if there is a different one for every action", async () => {
  const { defaultSettings, readSettings } = await load();
  const { keys } = defaultSettings();
  expect(readSettings({ keys: { ...keys, flag: "x" } }).keys.flag).toBe("x");
});

test.each([
  ["one is missing", { reveal: undefined }],
  ["one is empty", { reveal: "" }],
  ["one is no text", { reveal: 5 }],
  ["two are the same", { reveal: "f" }],
])("the default keys are used if %s", async (_, change) => {
  const { defaultSettings, readSettings } = await load();
  const { keys } = defaultSettings();
  expect(readSettings({ keys: { ...keys, flag: "f", chord: "x", ...change } }).keys).toEqual(keys);
});

test("a change is saved, and the next page reads it", async () => {
  const { changeSettings } = await load();
  changeSettings({ theme: "light", cellSize: 24 });
  const { readSettings, readStorage } = await load();
  expect(readSettings(readStorage(KEY))).toMatchObject({ theme: "light", cellSize: 24 });
});

test("a change in another tab is not overwritten by the next one here", async () => {
  const { changeSettings, defaultSettings, readStorage } = await load();
  storage.set(KEY, JSON.stringify({ ...defaultSettings(), coach: "off" }));
  dispatch("storage", { key: KEY });
  changeSettings({ theme: "dark" });
  expect(readStorage(KEY)).toMatchObject({ coach: "off", theme: "dark" });
});

test("storage that cannot be read gives null", async () => {
  const { readStorage } = await load();
  storage.set("broken", "{");
  expect([readStorage("broken"), readStorage("missing")]).toEqual([null, null]);
});
