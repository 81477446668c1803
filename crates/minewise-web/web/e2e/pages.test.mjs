/** Tests of the pages other than Play: analysing, reviewing, watching, experiments. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT, boardOf, setUp, waitFor } from "./harness.mjs";

let app;
before(async () => (app = await setUp()));
after(() => app.tearDown());

/** Opens a text on the Analyse page. */
async function paste(page, text) {
  await page.getByRole("textbox", { name: /as text/ }).fill(text);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

/** Reads the views of a golden file, with the risks that three independent engines agree on. */
function golden(name) {
  const blocks = (ending) =>
    readFileSync(join(ROOT, `golden/positions/${name}.${ending}`), "utf8")
      .trim()
      .split(/\n\n+/);
  const risks = blocks("risks").map((block) => block.split(/\s+/).slice(1));
  return blocks("views").map((view, index) => ({ view, risks: risks[index] }));
}

test("a pasted position shows the certain cells of the golden file", async () => {
  const { page, close } = await app.open("/analyse");
  const board = boardOf(page);
  let nMines = 0;
  for (const { view, risks } of golden("expert").slice(0, 12)) {
    const mines = risks.flatMap((risk, index) => (risk === "1" ? [index] : []));
    const safe = risks.filter((risk) => risk === "0").length;
    await paste(page, view);
    await board.until(({ text }) => text.endsWith(view.split("\n").slice(1).join("/")));
    await page.getByText(`${safe} safe, ${mines.length} mine${mines.length === 1 ? "" : "s"}`).waitFor();
    nMines += mines.length;
    if (mines.length === 0) continue;
    await board.hover(mines[0]);
    await page.getByText(`${Math.floor(mines[0] / 30)},${mines[0] % 30} is a mine: `).waitFor();
  }
  assert.ok(nMines > 20, "expected many certain cells");
  await close();
});

test("a position with a contradiction is explained", async () => {
  const { page, consoleLines, close } = await app.open("/analyse");
  await paste(page, "5x3/6\n.1...\n.6...\n.....");
  const alert = page.getByRole("alert").filter({ hasText: /no layout/i });
  await alert.waitFor();
  const answer = await app.ask("/api/analyze", { view: "5x3/6 .1.../.6.../....." });
  assert.ok((await alert.innerText()).toLowerCase().includes(answer.error.toLowerCase()));
  assert.deepEqual(answer.clash.numbers, [
    [0, 1],
    [1, 1],
  ]);
  await page.getByText("contradicting numbers").first().waitFor();
  // The browser itself logs that the request failed.
  const others = consoleLines.filter((line) => !/status of 422/.test(line));
  consoleLines.splice(0, consoleLines.length, ...others);
  await close();
});

test("every position has a link, and can be edited", async () => {
  const { page, close } = await app.open(`/analyse#${encodeURIComponent("5x3/2 1..../...../.....")}`);
  const board = boardOf(page);
  await board.until(({ text }) => text === "5x3/2 1..../...../.....");
  await page.getByRole("button", { name: "Paint the number 2" }).click();
  await board.click(7);
  await board.shows(7, "2");
  await waitFor(
    async () => decodeURIComponent(new URL(page.url()).hash).includes("..2.."),
    "the address did not change",
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await board.shows(7, ".");
  await close();
});

test("several players are compared on one position", async () => {
  const { page, close } = await app.open(`/analyse#${encodeURIComponent("7x1/2 01.1...")}`);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByText("search reveals 0,4: it is certainly safe.").first().waitFor();
  await page.getByText("single-point reveals 0,4: it is certainly safe.").first().waitFor();
  await close();
});

test("the review of a recorded game shows the curve and its labels", async () => {
  const transcript = readFileSync(join(import.meta.dirname, "recorded-game.txt"), "utf8");
  const { page, close } = await app.open("/analyse");
  await paste(page, transcript);
  await page.getByRole("button", { name: "Open as a game" }).click();
  await page.getByText("Luck and skill").waitFor();
  await page.locator(".win-curve path.line").waitFor();
  for (const label of ["Opening", "Missed a safe cell", "Inaccuracy", "Mistake", "Best", "Good"])
    await page.locator(".moment-list").getByText(label).first().waitFor();
  const { puzzles } = await app.ask("/api/puzzles");
  assert.ok(puzzles.length > 0);
  await page.getByRole("link", { name: "Practise the mistakes" }).click();
  await page.getByText(/Which cell would you reveal/).waitFor();
  await close();
});

test("a reviewed game can be played from any moment", async () => {
  const transcript = readFileSync(join(import.meta.dirname, "recorded-game.txt"), "utf8");
  const game = await app.ask("/api/games/import", { transcript });
  const { page, close } = await app.open(`/review/${game.id}`);
  await page.getByText("Luck and skill").waitFor();
  await page.locator(".moment-list").getByText("Missed a safe cell").click();
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.waitForURL(/\/play\//);
  await boardOf(page).until(({ cells }) => cells.includes(".") && !cells.includes("*"));
  await close();
});

test("two players are watched on the same layout", async () => {
  const { page, close } = await app.open("/watch?rules=9x9/10&seed=4&player=search&rival=random");
  await waitFor(async () => (await page.getByTestId("board").count()) === 2, "expected two boards");
  await page
    .getByText(/ reveals \d+,\d+: /)
    .first()
    .waitFor();
  await close();
});

test("the Players page lists every player", async () => {
  const { page, close } = await app.open("/zoo");
  const { players } = await app.ask("/api/players");
  assert.ok(players.length > 15);
  for (const { summary } of players) await page.getByText(summary).first().waitFor();
  await close();
});

test("a small experiment runs to its end and has a report", async () => {
  const { page, close } = await app.open("/lab");
  const games = page.getByLabel(/games/i).first();
  await games.fill("50");
  await page
    .getByRole("button", { name: /^(start|run|play)/i })
    .first()
    .click();
  await page
    .getByRole("link", { name: /report/i })
    .first()
    .waitFor();
  await waitFor(async () => {
    const { experiments } = await app.ask("/api/experiments");
    return experiments.length === 1 && experiments[0].played === experiments[0].total;
  }, "the experiment did not end");
  await close();
});
