/** Asks about a view: by its game while that is played, so that the server counts it once. */

import { ApiError, post } from "../api";
import type { AnalyzeAsked, CellAsked, GameAt } from "../openapi";

export interface Subject {
  view: string;
  /** The game in progress whose view it is. */
  game?: GameAt | null;
}

export async function askAbout<T>(
  path: string,
  { view, game }: Subject,
  question: Omit<AnalyzeAsked, keyof Subject> | Omit<CellAsked, keyof Subject>,
  signal: AbortSignal,
): Promise<T> {
  if (!game) return post<T>(path, { ...question, view }, signal);
  try {
    return await post<T>(path, { ...question, game }, signal);
  } catch (cause) {
    // A move is on its way, such as a flag, which changes nothing that is known of the view.
    if (cause instanceof ApiError && cause.status === 409)
      return post<T>(path, { ...question, view }, signal);
    throw cause;
  }
}
