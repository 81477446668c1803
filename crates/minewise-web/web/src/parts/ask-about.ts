/** Asks about a view. For a game in progress, it names the game, so that the server computes the census once. */

import { ApiError, post } from "../api";
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
  if (!game) return post<T>(path, { ...question, view }, signal);
  try {
    return await post<T>(path, { ...question, game }, signal);
  } catch (cause) {
    // The server has got another move since, such as a flag. What is known about the view is still the same.
    if (cause instanceof ApiError && cause.status === 409)
      return post<T>(path, { ...question, view }, signal);
    throw cause;
  }
}
