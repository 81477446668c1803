import { expect, test } from "vitest";

import type { Reading } from "../../openapi";
import { pretendServer } from "../../tests/server";
import { formatView } from "../../view";
import { importGame, read } from "./read";

/** Reads something that the server takes for `reading`. */
async function readAs(reading: Reading) {
  pretendServer(() => [200, reading]);
  const found = await read("text", null);
  return found.kind === "view" ? { ...found, view: formatView(found.view) } : found;
}

test("a view is opened as it is", async () => {
  expect(await readAs({ kind: "view", rules: "4x2/3@hex", text: "4x2/3@hex 1F../...." })).toEqual({
    kind: "view",
    view: "4x2/3@hex 1F../....",
    note: null,
  });
});

test.each([
  ["4x3/3", "*..*/..../*...", ".11./2211/.100"],
  ["4x3/3@hex", "*..*/..../*...", ".11./2011/.100"],
  ["4x3/3@torus", "*..*/..../*...", ".21./3213/.213"],
  ["5x3/2@knight", "*..../...../....*", ".0010/00200/0100."],
])("a layout of %s with the mines %s is opened as %s", async (rules, mines, view) => {
  const found = await readAs({ kind: "layout", rules, text: `${rules} ${mines}` });
  expect(found).toMatchObject({ kind: "view", view: `${rules} ${view}` });
  expect(found).toHaveProperty(
    "note",
    "This was a complete board. Its numbers are shown, and its mines are covered.",
  );
});

test("a transcript is passed on with its rules", async () => {
  expect(await readAs({ kind: "transcript", rules: "9x9/10", text: "moves" })).toEqual({
    kind: "transcript",
    text: "moves",
    rules: "9x9/10",
  });
});

test("the name of a file is sent with it", async () => {
  const requests = pretendServer(() => [200, { kind: "view", rules: "1x1/0", text: "1x1/0 ." }]);
  await read("text", "my board & more.mbf");
  expect(requests).toMatchObject([
    { method: "POST", path: "/api/read?name=my%20board%20%26%20more.mbf", body: "text" },
  ]);
});

test("a transcript is imported as a game", async () => {
  const requests = pretendServer(() => [200, { id: "7" }]);
  expect(await importGame("moves")).toEqual({ id: "7" });
  expect(requests).toEqual([{ method: "POST", path: "/api/games/import", body: { transcript: "moves" } }]);
});
