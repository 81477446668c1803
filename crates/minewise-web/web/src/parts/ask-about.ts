/** Asks about a view. For a game in progress, it names the game, so that the server computes the census once. */

import { post } from "../api";
import type { AnalyzeRequest, CellRequest, GameAt } from "../openapi";

/** What a question is about. */
export interface Subject {
  view: string;
  /** The game in progress that the view belongs to. */
  game?: GameAt | null;
}

export async function askAbout<T>(
  path: string,
  { view, game }: Subject,
  question: Omit<AnalyzeRequest, keyof Subject> | Omit<CellRequest, keyof Subject>,
  signal: AbortSignal,
): Promise<T> {
  return post<T>(path, { ...question, ...(game ? { game } : { view }) }, signal);
}
