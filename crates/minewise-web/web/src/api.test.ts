import { beforeEach, expect, test, vi } from "vitest";

import { ApiError, get, listen, post, postRaw, remove } from "./api";
import { pretendServer } from "./tests/server";

test("requests carry their method, path and body", async () => {
  const requests = pretendServer(() => [200, { fine: true }]);
  const answers = [
    await get("/api/players"),
    await post("/api/games", { rules: "9x9/10" }),
    await postRaw("/api/read?name=a", "3x1/1 1.."),
    await remove("/api/games/7"),
  ];
  expect(requests).toEqual([
    { method: "GET", path: "/api/players", body: undefined },
    { method: "POST", path: "/api/games", body: { rules: "9x9/10" } },
    { method: "POST", path: "/api/read?name=a", body: "3x1/1 1.." },
    { method: "DELETE", path: "/api/games/7", body: undefined },
  ]);
  expect(answers).toEqual([{ fine: true }, { fine: true }, { fine: true }, undefined]);
});

test.each([
  ["the server's own message", [422, { error: "no layout fits" }] as const, 422, "no layout fits"],
  ["an answer without a message", [502, "<html>"] as const, 502, "The server answered with status 502."],
  [
    "an answer with another shape",
    [500, { detail: 1 }] as const,
    500,
    "The server answered with status 500.",
  ],
])("a failure is thrown with %s", async (_, [status, body], expectedStatus, message) => {
  pretendServer(() => [status, body]);
  const error: unknown = await get("/api/games").catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: expectedStatus, message });
});

test("a server that cannot be reached has status 0", async () => {
  pretendServer(() => new TypeError("Failed to fetch"));
  await expect(get("/api/games")).rejects.toMatchObject({
    status: 0,
    message: "Minewise is not responding. Is it still running?",
  });
});

test("a cancelled request is not reported as a server that is not responding", async () => {
  const abort = new AbortController();
  abort.abort();
  pretendServer(() => new DOMException("cancelled", "AbortError"));
  await expect(get("/api/games", abort.signal)).rejects.toBeInstanceOf(DOMException);
});

class FakeEventSource {
  static readonly CLOSED = 2;
  static latest: FakeEventSource;
  readyState = 1;
  onerror = () => {};
  readonly listeners = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    FakeEventSource.latest = this;
  }

  addEventListener(kind: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(kind, listener);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  emit(kind: string, data: unknown): void {
    if (this.readyState !== FakeEventSource.CLOSED)
      this.listeners.get(kind)?.({ data: JSON.stringify(data) });
  }
}

/** What a listener was called with, in order. */
let log: unknown[];
beforeEach(() => {
  log = [];
  vi.stubGlobal("EventSource", FakeEventSource);
});

function listenToSteps(): FakeEventSource {
  const handlers = { step: (data: never) => log.push(data), end: (data: never) => log.push(data) };
  listen("/api/watch", handlers, ["end"], (sentence) => log.push(sentence));
  return FakeEventSource.latest;
}

test("events are passed on until the last one", () => {
  const source = listenToSteps();
  source.emit("step", { n: 1 });
  source.emit("end", "won");
  source.emit("step", { n: 2 });
  expect(log).toEqual([{ n: 1 }, "won"]);
});

test("a problem ends the events with its message", () => {
  const source = listenToSteps();
  source.emit("problem", { error: "no such player" });
  source.emit("step", { n: 1 });
  expect(log).toEqual(["no such player"]);
});

test("a connection that breaks is not opened again", () => {
  const source = listenToSteps();
  source.onerror();
  expect(source.readyState).toBe(FakeEventSource.CLOSED);
  expect(log).toEqual(["Minewise is not responding. Is it still running?"]);
});

test("a refused connection asks the server for the reason", async () => {
  const requests = pretendServer(() => [404, { error: "there is no such game" }]);
  const source = listenToSteps();
  source.close();
  source.onerror();
  await vi.waitFor(() => expect(log).toEqual(["there is no such game"]));
  expect(requests).toMatchObject([{ method: "GET", path: "/api/watch" }]);
});
