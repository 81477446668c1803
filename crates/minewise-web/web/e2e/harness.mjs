/** Starts a real server and a real browser for the tests of the page. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

export const ROOT = resolve(import.meta.dirname, "../../../..");
const PROGRAM = process.env.MINEWISE ?? join(ROOT, "target/debug/minewise");
const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Finds the first browser on the PATH. */
function browserPath() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of BROWSERS) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Try the next one.
      }
    }
  }
  throw new Error("there is no Chromium on the PATH");
}

/** Starts a server with its own data folder. `kill` ends it without warning. */
export async function startServer(folder = mkdtempSync(join(tmpdir(), "minewise-"))) {
  const child = spawn(PROGRAM, ["serve", "--addr", "127.0.0.1:0", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const { value: firstLine } = await lines[Symbol.asyncIterator]().next();
  const url = /http:\/\/[^ ]+/.exec(firstLine ?? "")?.[0];
  assert(url, `the server did not start: ${firstLine}`);
  const kill = () => new Promise((done) => child.once("exit", done) && child.kill("SIGKILL"));
  return { url, folder, kill, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function launchBrowser() {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: browserPath(), args });
}

/** Starts what the tests of a file share: a server and a browser. `ask` sends requests to the API. */
export async function setUp() {
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const ask = async (path, body, method = body === undefined ? "GET" : "POST") => {
    const init = { method, headers: { "content-type": "application/json" } };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(server.url + path, init);
    return response.json();
  };
  return {
    server,
    browser,
    ask,
    open: (path, options) => openPage(browser, server.url + path, options),
    tearDown: async () => {
      await browser.close();
      await server.kill();
      server.remove();
    },
  };
}

/** Opens a page in a new profile. `close` fails if the page wrote anything to the console. */
export async function openPage(browser, url, { size = DESKTOP, theme = "light", settings = {} } = {}) {
  const isPhone = size.width < 500;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
    acceptDownloads: true,
  });
  if (Object.keys(settings).length > 0) {
    await context.addInitScript(
      (saved) => localStorage.setItem("minewise.settings.1", saved),
      JSON.stringify(settings),
    );
  }
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const consoleLines = [];
  page.on("console", (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleLines.push(`error: ${error.message}`));
  await page.goto(url);
  const close = async () => {
    await context.close();
    assert.deepEqual(consoleLines, [], "the browser's console is empty");
  };
  return { page, consoleLines, close };
}

/** Reads and uses the board of a page, with cells given by their index. */
export function boardOf(page) {
  const board = page.getByTestId("board").first();
  const center = (index) => board.evaluate((element, at) => element.cellCenter(at), index);
  const view = async () => {
    const [rules, rows] = (await board.getAttribute("data-view")).split(" ");
    const [, width, height, mines] = /^(\d+)x(\d+)\/(\d+)/.exec(rules).map(Number);
    return { width, height, mines, cells: [...rows.replaceAll("/", "")], text: `${rules} ${rows}` };
  };
  const until = (isExpected) =>
    waitFor(async () => isExpected(await view()), "the board did not change as expected");
  const click = async (index, button = "left") => {
    const { x, y } = await center(index);
    await page.mouse.click(x, y, { button });
  };
  return {
    center,
    view,
    until,
    click,
    shows: (index, letter) => until(({ cells }) => cells[index] === letter),
    isRevealed: (index) => until(({ cells }) => !".F".includes(cells[index])),
    hover: async (index) => {
      const { x, y } = await center(index);
      await page.mouse.move(x, y);
    },
    tap: async (index) => {
      const { x, y } = await center(index);
      await page.touchscreen.tap(x, y);
    },
  };
}

/** Waits until a condition holds, and fails with a message after `ms` milliseconds. */
export async function waitFor(condition, message, ms = 10_000) {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 15));
  }
  assert.fail(message);
}

/** Finds the layout for a seed and a first cell, by playing a game with the same seed until it ends. */
export async function layoutOf(ask, newGame, [row, col]) {
  const game = await ask("/api/games", newGame);
  const { width, height } = sizeOf(newGame.rules);
  const cells = Array.from({ length: width * height }, (_, index) => [
    Math.floor(index / width),
    index % width,
  ]);
  for (const cell of [[row, col], ...cells]) {
    const moved = await ask(`/api/games/${game.id}/moves`, { kind: "reveal", cell, elapsed_ms: 0 });
    if (moved.end) return [...moved.end.layout.split(" ")[1].replaceAll("/", "")];
  }
  return assert.fail("the game did not end");
}

export function sizeOf(rules) {
  const [, width, height, mines] = /^(\d+)x(\d+)\/(\d+)/.exec(rules).map(Number);
  return { width, height, mines };
}
