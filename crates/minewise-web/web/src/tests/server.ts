/** A pretended server for unit tests. */

import { vi } from "vitest";

export interface Request {
  method: string;
  path: string;
  body: unknown;
}

/** Answers with a status and a JSON value; an `Error` means that the server cannot be reached. */
export type Reply = [status: number, body: unknown] | Error;

/** Replaces `fetch`. Returns the list of requests, which grows with every call. */
export function pretendServer(reply: (request: Request) => Reply | Promise<Reply>): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? readJson(init.body) : init.body;
    const request = { method: init.method ?? "GET", path, body };
    requests.push(request);
    const answer = await reply(request);
    if (answer instanceof Error) throw answer;
    const [status, value] = answer;
    return new Response(typeof value === "string" ? value : JSON.stringify(value), { status });
  });
  return requests;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
