/** Which game is played: the one that the address names, else the last one of this browser, else a new one. */

import { useEffect, useRef, useState } from "preact/hooks";

import { ApiError, get, post } from "../api";
import type { Fork, Game, NewGame, ViewAt } from "../openapi";
import { sentenceOf } from "../parts/use-load";
import { go } from "../router";
import { recall, remember } from "../settings";
import { isCovered, parseRules, parseView } from "../view";
import { GamePlay } from "./game-play";

const STORAGE_KEY = "minewise.play.1";

/** What was played last. */
interface Last {
  game: string | null;
  rules: string;
  noGuess: boolean;
}

export interface Playing {
  play: GamePlay | null;
  problem: string | null;
  isStarting: boolean;
  /** Begins a game; the address then names it. */
  begin(wanted: NewGame): void;
  /** Begins a game with the layout of this one, which is over. */
  beginAgain(): void;
}

/** Kept while other pages are looked at, with its clock and the moves that are on their way. */
let held: GamePlay | null = null;

export function useGame(id: string | null): Playing {
  const [, redraw] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const starter = useRef<AbortController | null>(null);

  /** Asks for a game in a way that the next such question, or leaving the page, calls off. */
  const load = async (ask: (signal: AbortSignal) => Promise<Game>, how: "push" | "replace") => {
    starter.current?.abort();
    const { signal } = (starter.current = new AbortController());
    setStarting(true);
    setProblem(null);
    try {
      const game = await ask(signal);
      if (!signal.aborted) show(game, how);
    } catch (cause) {
      if (!signal.aborted) setProblem(sentenceOf(cause));
    }
    if (!signal.aborted) setStarting(false);
  };

  useEffect(() => {
    const { game } = recallLast();
    const wanted = id ?? held?.id ?? game;
    if (held && held.id === wanted) {
      held.resume();
      if (id === null) go(`/play/${held.id}`, "replace");
    } else {
      void load((signal) => resumed(wanted, id !== null, signal), "replace");
    }
  }, [id]);

  useEffect(
    () => () => {
      starter.current?.abort();
      held?.pause();
    },
    [],
  );

  const play = held && (id === null || held.id === id) ? held : null;
  useEffect(() => play?.onChange(() => redraw((n) => n + 1)), [play]);
  const begin = (wanted: NewGame) => {
    const ask = (signal: AbortSignal) => post<Game>("/api/games", wanted, signal);
    void load(ask, "push");
  };
  const beginAgain = () => {
    if (play) void load((signal) => sameLayout(play, signal), "push");
  };
  return { play, problem, isStarting, begin, beginAgain };
}

/**
 * A game with the layout of another.
 *
 * A layout comes from the seed and the first cell, so the new game begins after the first reveal. Where any cell may be
 * a mine, the first cell changes nothing.
 */
async function sameLayout({ id, rules }: GamePlay, signal: AbortSignal): Promise<Game> {
  let at = 0;
  for (let isBegun = rules.start === "any"; !isBegun;) {
    at += 1;
    const { view } = await get<ViewAt>(`/api/games/${id}/views/${at}`, signal);
    isBegun = parseView(view).cells.some((letter) => !isCovered(letter));
  }
  return post<Game>(`/api/games/${id}/fork`, { at } satisfies Fork, signal);
}

/** The game of an id; a new one if there is none, unless it was asked for by its address. */
async function resumed(id: string | null, isNamed: boolean, signal: AbortSignal): Promise<Game> {
  try {
    if (id !== null) return await get<Game>(`/api/games/${encodeURIComponent(id)}`, signal);
  } catch (cause) {
    const isGone = cause instanceof ApiError && cause.status === 404;
    if (isNamed || !isGone) throw cause;
  }
  const { rules, noGuess } = recallLast();
  return post<Game>("/api/games", { rules, no_guess: noGuess } satisfies NewGame, signal);
}

function show(game: Game, how: "push" | "replace"): void {
  held?.clock.destroy();
  held = new GamePlay(game);
  remember(STORAGE_KEY, { game: game.id, rules: game.rules, noGuess: game.no_guess } satisfies Last);
  go(`/play/${game.id}`, how);
}

function recallLast(): Last {
  const kept = recall(STORAGE_KEY) as Partial<Record<keyof Last, unknown>> | null;
  const last: Last = { game: null, rules: "9x9/10", noGuess: false };
  if (typeof kept !== "object" || kept === null) return last;
  if (typeof kept.game === "string") last.game = kept.game;
  if (typeof kept.rules === "string" && areRules(kept.rules)) last.rules = kept.rules;
  last.noGuess = kept.noGuess === true;
  return last;
}

function areRules(text: string): boolean {
  try {
    parseRules(text);
    return true;
  } catch {
    return false;
  }
}
