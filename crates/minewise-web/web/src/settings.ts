/** The user's settings, saved in this browser. */

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { ACTION_NAMES, defaultKeys } from "./settings/keys";
import type { Keys } from "./settings/keys";

export type Theme = "system" | "light" | "dark";
export type CoachMode = "off" | "request" | "always";

export interface Settings {
  theme: Theme;
  keys: Keys;
  /** Whether a left click or a tap on a number reveals the cells around it. */
  chordByClick: boolean;
  longPressMs: number;
  /** In CSS pixels; `null` to fit the board into the page. */
  cellSize: number | null;
  /** Whether the risk is shown on cells as a number too, not only as a colour. */
  showPercent: boolean;
  coach: CoachMode;
  coachPlayer: string;
}

export const LONG_PRESS_MS = { min: 150, max: 1000 };
export const CELL_SIZE = { min: 8, max: 64 };

/** The number at the end increases when settings saved by an older version can no longer be read. */
const STORAGE_KEY = "minewise.settings.1";

export function defaultSettings(): Settings {
  return {
    theme: "system",
    keys: defaultKeys(),
    chordByClick: true,
    longPressMs: 350,
    cellSize: null,
    showPercent: true,
    coach: "request",
    coachPlayer: "search",
  };
}

/** Reads saved settings: keeps each valid value, and uses the default for the rest. */
export function readSettings(saved: unknown): Settings {
  const settings = defaultSettings();
  if (typeof saved !== "object" || saved === null) return settings;
  const from = saved as Partial<Record<keyof Settings, unknown>>;
  const isWithin = (value: unknown, { min, max }: { min: number; max: number }): value is number =>
    typeof value === "number" && value >= min && value <= max;
  if (from.theme === "light" || from.theme === "dark") settings.theme = from.theme;
  if (from.coach === "off" || from.coach === "always") settings.coach = from.coach;
  if (typeof from.chordByClick === "boolean") settings.chordByClick = from.chordByClick;
  if (typeof from.showPercent === "boolean") settings.showPercent = from.showPercent;
  if (typeof from.coachPlayer === "string" && from.coachPlayer) settings.coachPlayer = from.coachPlayer;
  if (isWithin(from.longPressMs, LONG_PRESS_MS)) settings.longPressMs = from.longPressMs;
  if (isWithin(from.cellSize, CELL_SIZE)) settings.cellSize = from.cellSize;
  settings.keys = readKeys(from.keys);
  return settings;
}

/** Reads all keys or none: some saved keys together with some defaults could use one key for two actions. */
function readKeys(saved: unknown): Keys {
  if (typeof saved !== "object" || saved === null) return defaultKeys();
  const from = saved as Partial<Record<string, unknown>>;
  const keys = ACTION_NAMES.map((action) => from[action]);
  const isComplete = keys.every((key) => typeof key === "string" && key !== "");
  if (!isComplete || new Set(keys).size < keys.length) return defaultKeys();
  return Object.fromEntries(ACTION_NAMES.map((action, i) => [action, keys[i]])) as Keys;
}

/** Reads a value from this browser's storage; `null` if there is none or it cannot be read. */
export function readStorage(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Saves a value in this browser's storage. Does nothing if storage is full or not allowed. */
export function writeStorage(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

let current = readSettings(readStorage(STORAGE_KEY));
const listeners = new Set<() => void>();

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  writeStorage(STORAGE_KEY, current);
  listeners.forEach((listener) => listener());
}

addEventListener("storage", (event) => {
  if (event.key !== STORAGE_KEY) return;
  current = readSettings(readStorage(STORAGE_KEY));
  listeners.forEach((listener) => listener());
});

/** Returns the settings, and renders again when they change, here or in another tab. */
export function useSettings(): Settings {
  const [settings, setSettings] = useState(current);
  useEffect(() => {
    const listener = () => setSettings(current);
    listeners.add(listener);
    listener();
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return settings;
}

/** Sets the theme on the root element, following the system unless the user chose one. */
export function useTheme(): void {
  const { theme } = useSettings();
  useLayoutEffect(() => {
    const prefersDark = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      const isDark = theme === "dark" || (theme === "system" && prefersDark.matches);
      document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    };
    apply();
    prefersDark.addEventListener("change", apply);
    return () => prefersDark.removeEventListener("change", apply);
  }, [theme]);
}
