/** The game that is played: the one in the address, otherwise the last one of this browser, otherwise a new one. */

import { useEffect, useRef, useState } from "preact/hooks";

import { ApiError, get, post } from "../api";
import type { Fork, Game, NewGame, ViewAt } from "../openapi";
import { sentenceOf } from "../parts/use-load";
import { go } from "../router";
import { readStorage, writeStorage } from "../settings";
import { isCovered, parseRules, parseView } from "../view";
import { GamePlay } from "./game-play";

const STORAGE_KEY = "minewise.play.1";

/** What was played last, as saved in this browser. */
interface LastGame {
  game: string | null;
  rules: string;
  noGuess: boolean;
}

export interface CurrentGame {
  play: GamePlay | null;
  problem: string | null;
  isStarting: boolean;
  /** Starts a game and shows it in the address. */
  begin: (newGame: NewGame) => void;
  /** Starts a game with the layout of this one, which is over. */
  playSameBoard: () => void;
}

/** Kept while other pages are shown, with its clock and the moves that the server has not answered yet. */
let currentPlay: GamePlay | null = null;

export function useGame(id: string | null): CurrentGame {
  const [, render] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const pendingLoad = useRef<AbortController | null>(null);

  /** Requests a game. The next call, or leaving the page, cancels the request. */
  const load = async (ask: (signal: AbortSignal) => Promise<Game>, how: "push" | "replace") => {
    pendingLoad.current?.abort();
    const { signal } = (pendingLoad.current = new AbortController());
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
    const { game } = readLastGame();
    const wanted = id ?? currentPlay?.id ?? game;
    if (currentPlay && currentPlay.id === wanted) {
      currentPlay.resume();
      if (id === null) go(`/play/${currentPlay.id}`, "replace");
    } else {
      void load((signal) => loadOrCreate(wanted, id !== null, signal), "replace");
    }
  }, [id]);

  useEffect(
    () => () => {
      pendingLoad.current?.abort();
      currentPlay?.pause();
    },
    [],
  );

  const play = currentPlay && (id === null || currentPlay.id === id) ? currentPlay : null;
  useEffect(() => play?.onChange(() => render((n) => n + 1)), [play]);
  const begin = (newGame: NewGame) => {
    const ask = (signal: AbortSignal) => post<Game>("/api/games", newGame, signal);
    void load(ask, "push");
  };
  const playSameBoard = () => {
    if (play) void load((signal) => forkWithLayout(play, signal), "push");
  };
  return { play, problem, isStarting, begin, playSameBoard };
}

/**
 * Creates a game with the layout of another one.
 *
 * A layout depends on the seed and the first cell, so the new game starts after the first reveal. If the first cell may
 * be a mine, the layout does not depend on it.
 */
async function forkWithLayout({ id, rules }: GamePlay, signal: AbortSignal): Promise<Game> {
  let at = 0;
  for (let hasRevealed = rules.start === "any"; !hasRevealed;) {
    at += 1;
    const { view } = await get<ViewAt>(`/api/games/${id}/views/${at}`, signal);
    hasRevealed = parseView(view).cells.some((letter) => !isCovered(letter));
  }
  return post<Game>(`/api/games/${id}/fork`, { at } satisfies Fork, signal);
}

/** Loads a game, or creates a new one if it does not exist. Fails instead if the id is from the address (`isNamed`). */
async function loadOrCreate(id: string | null, isNamed: boolean, signal: AbortSignal): Promise<Game> {
  try {
    if (id !== null) return await get<Game>(`/api/games/${encodeURIComponent(id)}`, signal);
  } catch (cause) {
    const isGone = cause instanceof ApiError && cause.status === 404;
    if (isNamed || !isGone) throw cause;
  }
  const { rules, noGuess } = readLastGame();
  return post<Game>("/api/games", { rules, no_guess: noGuess } satisfies NewGame, signal);
}

function show(game: Game, how: "push" | "replace"): void {
  currentPlay?.clock.destroy();
  currentPlay = new GamePlay(game);
  writeStorage(STORAGE_KEY, { game: game.id, rules: game.rules, noGuess: game.no_guess } satisfies LastGame);
  go(`/play/${game.id}`, how);
}

function readLastGame(): LastGame {
  const saved = readStorage(STORAGE_KEY) as Partial<Record<keyof LastGame, unknown>> | null;
  const last: LastGame = { game: null, rules: "9x9/10", noGuess: false };
  if (typeof saved !== "object" || saved === null) return last;
  if (typeof saved.game === "string") last.game = saved.game;
  if (typeof saved.rules === "string" && areRules(saved.rules)) last.rules = saved.rules;
  last.noGuess = saved.noGuess === true;
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
