import { expect, test } from "vitest";

import { pretendServer } from "../tests/server";
import { askAbout } from "./ask-about";

const VIEW = "4x1/1@hex 1...";
const GAME = { id: "7", n_moves: 3 };
const QUESTION = { player: "exact" };
const ask = (game: typeof GAME | null) =>
  askAbout("/api/analyze", { view: VIEW, game }, QUESTION, new AbortController().signal);

test("a view without a game is sent itself", async () => {
  const requests = pretendServer(() => [200, "1"]);
  await ask(null);
  expect(requests.map(({ body }) => body)).toEqual([{ player: "exact", view: VIEW }]);
});

test("a view of a game in progress is named by its game", async () => {
  const requests = pretendServer(() => [200, "1"]);
  await ask(GAME);
  expect(requests.map(({ body }) => body)).toEqual([{ player: "exact", game: GAME }]);
});

test("a failure is thrown", async () => {
  const requests = pretendServer(() => [404, { error: "there is no such game" }]);
  await expect(ask(GAME)).rejects.toThrow("there is no such game");
  expect(requests).toHaveLength(1);
});
