/** Requests to the server. Failures are thrown as an `ApiError`, whose message can be shown on the page. */

import type { Problem } from "./openapi";

const NO_RESPONSE = "Minewise is not responding. Is it still running?";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.error);
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>(path, { signal });
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  return request<T>(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Posts a file or a text as it is. */
export async function postRaw<T>(path: string, content: Blob | string): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: content,
  });
}

export async function remove(path: string): Promise<void> {
  await request<unknown>(path, { method: "DELETE" });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, { error: NO_RESPONSE });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const problem = answer as Problem | null;
  throw new ApiError(
    response.status,
    problem?.error ? problem : { error: `The server answered with status ${response.status}.` },
  );
}

/** Listens to server-sent events until `close` is called, an event of a `last` kind arrives, or the connection ends. */
export function listen(
  path: string,
  handlers: Record<string, (data: never) => void>,
  last: string[],
  failed: (sentence: string) => void,
): { close: () => void } {
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
  // An EventSource would reconnect by itself, and the server would start its long work again.
  source.onerror = () => {
    const isRefused = source.readyState === EventSource.CLOSED;
    source.close();
    if (isRefused) void whyRefused(path).then(failed);
    else failed(NO_RESPONSE);
  };
  return source;
}

/** An EventSource does not say why it was refused, so the same request is sent once more to read the error. */
async function whyRefused(path: string): Promise<string> {
  const abort = new AbortController();
  try {
    const response = await fetch(path, { signal: abort.signal });
    const problem = response.ok ? null : ((await response.json()) as Problem);
    return problem?.error ?? NO_RESPONSE;
  } catch {
    return NO_RESPONSE;
  } finally {
    abort.abort();
  }
}
