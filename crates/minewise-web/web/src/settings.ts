/** What a person has set, kept in this browser. */

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
  /** In pixels; null to fit the width. */
  cellSize: number | null;
  /** Whether risk is written on the cells as well as painted. */
  showPercent: boolean;
  coach: CoachMode;
  coachPlayer: string;
}

export const LONG_PRESS_MS = { least: 150, most: 1000 };
export const CELL_SIZE = { least: 8, most: 64 };

/** The number at the end grows when what is kept can no longer be read. */
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

/** Takes what is well formed, and the defaults for the rest. */
export function readSettings(kept: unknown): Settings {
  const settings = defaultSettings();
  if (typeof kept !== "object" || kept === null) return settings;
  const from = kept as Partial<Record<keyof Settings, unknown>>;
  const isWithin = (value: unknown, { least, most }: { least: number; most: number }): value is number =>
    typeof value === "number" && value >= least && value <= most;
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

/** All keys or none: half of them might clash with the defaults of the other half. */
function readKeys(kept: unknown): Keys {
  if (typeof kept !== "object" || kept === null) return defaultKeys();
  const from = kept as Partial<Record<string, unknown>>;
  const keys = ACTION_NAMES.map((action) => from[action]);
  const isWhole = keys.every((key) => typeof key === "string" && key !== "");
  if (!isWhole || new Set(keys).size < keys.length) return defaultKeys();
  return Object.fromEntries(ACTION_NAMES.map((action, i) => [action, keys[i]])) as Keys;
}

/** What is kept under a key of this browser's storage; null if there is nothing that can be read. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Keeps a value. Where storage is full or forbidden it lasts until the page is closed. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

let current = readSettings(recall(STORAGE_KEY));
const listeners = new Set<() => void>();

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  remember(STORAGE_KEY, current);
  listeners.forEach((listener) => listener());
}

addEventListener("storage", (event) => {
  if (event.key !== STORAGE_KEY) return;
  current = readSettings(recall(STORAGE_KEY));
  listeners.forEach((listener) => listener());
});

/** The settings, anew whenever they change, here or in another tab. */
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

/** Puts the theme on the root element, following the system unless one is set. */
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
