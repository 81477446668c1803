/** The list of players, and their notation: `name(key=value,…)`. */

import { useEffect, useState } from "preact/hooks";

import { get } from "../api";
import type { Player, Players } from "../openapi";
import { sentenceOf } from "./use-load";

export interface ParsedPlayer {
  name: string;
  options: Record<string, string>;
}

let loading: Promise<Players> | null = null;

/** Returns all players. They do not change while the page is open, so they are loaded once. */
export function usePlayers(): { players: Player[] | null; problem: string | null } {
  const [players, setPlayers] = useState<Player[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    loading ??= get<Players>("/api/players");
    loading
      .then((answer) => isGone || setPlayers(answer.players))
      .catch((error: unknown) => {
        loading = null;
        if (!isGone) setProblem(sentenceOf(error));
      });
    return () => {
      isGone = true;
    };
  }, []);
  return { players, problem };
}

export function parsePlayer(text: string): ParsedPlayer {
  const [name = "", inside = ""] = text.replace(/\)\s*$/, "").split("(", 2);
  const pairs = inside.split(",").filter((pair) => pair.includes("="));
  return {
    name: name.trim(),
    options: Object.fromEntries(pairs.map(splitPair)),
  };
}

function splitPair(pair: string): [key: string, value: string] {
  const [key = "", value = ""] = pair.split("=", 2);
  return [key.trim(), value.trim()];
}

/** Writes a player without the options that have their default, so that equal players give equal texts. */
export function formatPlayer({ name, options }: ParsedPlayer, known: Player | undefined): string {
  const isDefault = (key: string, value: string) =>
    value === "" || known?.options.some((option) => option.name === key && option.default === value);
  const pairs = Object.entries(options).filter(([key, value]) => !isDefault(key, value));
  return pairs.length === 0 ? name : `${name}(${pairs.map(([key, value]) => `${key}=${value}`).join(",")})`;
}
