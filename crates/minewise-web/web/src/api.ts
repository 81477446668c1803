/** Asks the server. What goes wrong comes back as an `ApiError` with a sentence that can be shown. */

import type { Problem } from "./openapi";

const NO_ANSWER = "Minewise does not answer. Is it still running?";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.error);
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, { signal });
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

export async function send<T>(path: string, bytes: Blob | string): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  });
}

export async function remove(path: string): Promise<void> {
  await ask<unknown>(path, { method: "DELETE" });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, { error: NO_ANSWER });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const problem = answer as Problem | null;
  throw new ApiError(
    response.status,
    problem?.error ? problem : { error: `The server answered ${response.status}.` },
  );
}

/** Listens to server-sent events until `close` is called, an event of the `last` kinds came, or the line is cut. */
export function listen(
  path: string,
  handlers: Record<string, (data: never) => void>,
  last: string[],
  failed: (sentence: string) => void,
): { close(): void } {
  const source = new EventSource(path);
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, (event) => {
      if (last.includes(kind)) source.close();
      handle(JSON.parse((event as MessageEvent<string>).data) as never);
    });
  }
  source.addEventListener("problem", (event) => {
    source.close();
    failed((JSON.parse((event as MessageEvent<string>).data) as Problem).error);
  });
  // An EventSource would begin anew by itself, and long work with it.
  source.onerror = () => {
    const isRefused = source.readyState === EventSource.CLOSED;
    source.close();
    if (isRefused) void whyRefused(path).then(failed);
    else failed(NO_ANSWER);
  };
  return source;
}

/** An EventSource does not tell why it was refused, so the same is asked once more. */
async function whyRefused(path: string): Promise<string> {
  const abort = new AbortController();
  try {
    const response = await fetch(path, { signal: abort.signal });
    const problem = response.ok ? null : ((await response.json()) as Problem);
    return problem?.error ?? NO_ANSWER;
  } catch {
    return NO_ANSWER;
  } finally {
    abort.abort();
  }
}
