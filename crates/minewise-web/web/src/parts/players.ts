/** The players there are, and how one of them is written: `name(key=value,…)`. */

import { useEffect, useState } from "preact/hooks";

import { get } from "../api";
import type { Player, Players } from "../openapi";
import { sentenceOf } from "./use-load";

export interface Written {
  name: string;
  options: Record<string, string>;
}

let asked: Promise<Players> | null = null;

/** All players. They do not change while the page is open, so they are asked for once. */
export function usePlayers(): { players: Player[] | null; problem: string | null } {
  const [players, setPlayers] = useState<Player[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    asked ??= get<Players>("/api/players");
    asked
      .then((answer) => isGone || setPlayers(answer.players))
      .catch((error: unknown) => {
        asked = null;
        if (!isGone) setProblem(sentenceOf(error));
      });
    return () => {
      isGone = true;
    };
  }, []);
  return { players, problem };
}

export function parsePlayer(text: string): Written {
  const [name = "", inside = ""] = text.replace(/\)\s*$/, "").split("(", 2);
  const pairs = inside.split(",").filter((pair) => pair.includes("="));
  return {
    name: name.trim(),
    options: Object.fromEntries(pairs.map((pair) => pair.split("=", 2).map((part) => part.trim()))),
  };
}

/** Leaves out what is at its default, so that equal players are written alike. */
export function formatPlayer({ name, options }: Written, known: Player | undefined): string {
  const isDefault = (key: string, value: string) =>
    value === "" || known?.options.some((option) => option.name === key && option.default === value);
  const pairs = Object.entries(options).filter(([key, value]) => !isDefault(key, value));
  return pairs.length === 0 ? name : `${name}(${pairs.map(([key, value]) => `${key}=${value}`).join(",")})`;
}
