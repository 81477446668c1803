/** Tests of games in the browser: with mouse, keyboard and touch, and across a restart of the server. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, boardOf, layoutOf, openPage, setUp, startServer, waitFor } from "./harness.mjs";

let app;
before(async () => (app = await setUp()));
after(() => app.tearDown());

/** Creates a game, finds its layout, and opens it in a browser. */
async function begin(newGame, first, options) {
  const layout = await layoutOf(app.ask, newGame, first);
  const game = await app.ask("/api/games", newGame);
  const opened = await app.open(`/play/${game.id}`, options);
  const board = boardOf(opened.page);
  await waitFor(async () => (await opened.page.getByTestId("board").count()) > 0, "expected a board");
  return { ...opened, board, layout, game };
}

const isMine = (layout, index) => layout[index] === "*";

test("a seeded game is won by clicking", async () => {
  const { page, board, layout, close } = await begin({ rules: "9x9/10", seed: "1" }, [4, 4]);
  await board.click(4 * 9 + 4);
  await board.isRevealed(4 * 9 + 4);
  for (let index = 0; index < 81; index++) {
    if (isMine(layout, index) || !".F".includes((await board.view()).cells[index])) continue;
    await board.click(index);
    await board.isRevealed(index);
  }
  const banner = page.getByText(/^Won in/);
  await banner.waitFor();
  await page.getByText(/seed 1\./).waitFor();
  await close();
});

test("revealing a mine loses the game, and the server then gives its layout", async () => {
  const { page, board, layout, game, close } = await begin({ rules: "9x9/10", seed: "2" }, [0, 0]);
  await board.click(0);
  await board.isRevealed(0);
  await board.click(layout.indexOf("*"));
  await board.shows(layout.indexOf("*"), "*");
  await page.getByText(/^Lost after/).waitFor();
  const ended = await app.ask(`/api/games/${game.id}`);
  assert.equal(ended.status, "lost");
  assert.equal(ended.end.layout.split(" ")[1].replaceAll("/", ""), layout.join(""));
  await close();
});

/** The steps from a cell to its neighbours. Written independently of the page, to detect mistakes there. */
const around = (rows, cols) =>
  rows.flatMap((row) => cols.map((col) => [row, col])).filter(([r, c]) => r || c);
const EIGHT = around([-1, 0, 1], [-1, 0, 1]);
const STEPS = {
  square: () => EIGHT,
  torus: () => EIGHT,
  hex: (row) => EIGHT.filter(([down, right]) => down === 0 || right !== (row % 2 === 0 ? 1 : -1)),
  knight: () => around([-2, -1, 1, 2], [-2, -1, 1, 2]).filter(([r, c]) => Math.abs(r) !== Math.abs(c)),
};

function neighbours(topology, { width, height }, index) {
  const [row, col] = [Math.floor(index / width), index % width];
  const places = STEPS[topology](row).map(([down, right]) => [row + down, col + right]);
  const joined =
    topology === "torus" ? places.map(([r, c]) => [(r + height) % height, (c + width) % width]) : places;
  return joined.flatMap(([r, c]) => (r >= 0 && r < height && c >= 0 && c < width ? [r * width + c] : []));
}

for (const topology of Object.keys(STEPS)) {
  test(`flags and a chord reveal the cells around a number: ${topology}`, async () => {
    const rules = topology === "square" ? "9x8/10" : `9x8/10@${topology}`;
    const { page, board, layout, close } = await begin({ rules, seed: "1" }, [4, 4]);
    await board.click(40);
    await board.isRevealed(40);
    const view = await board.view();
    const near = (index) => neighbours(topology, view, index);
    let { cells } = view;
    const isHidden = (at) => cells[at] === "." && !isMine(layout, at);
    const number = cells.findIndex((letter, index) => /[1-8]/.test(letter) && near(index).some(isHidden));
    assert.ok(number >= 0, cells.join(""));
    const mines = near(number).filter((index) => isMine(layout, index));
    assert.equal(mines.length, Number(cells[number]), "the number counts the mines around it");
    for (const mine of mines) {
      await board.click(mine, "right");
      await board.shows(mine, "F");
    }
    assert.equal(await page.locator(".mines-left output").innerText(), `${10 - mines.length}`);
    await board.click(number);
    await board.until((now) => near(number).every((at) => isMine(layout, at) || now.cells[at] !== "."));
    ({ cells } = await board.view());
    for (const mine of mines) assert.equal(cells[mine], "F");
    await close();
  });
}

test("a game is won with the keyboard alone", async () => {
  const { page, board, layout, close } = await begin({ rules: "5x4/4", seed: "3" }, [0, 0]);
  await page.keyboard.press("Tab");
  for (let n = 0; n < 40; n++) {
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "application")) break;
    await page.keyboard.press("Tab");
  }
  // The first arrow key only shows the cursor, which starts in the corner.
  await page.keyboard.press("ArrowUp");
  const at = { row: 0, col: 0 };
  const go = async (row, col) => {
    for (; at.row < row; at.row++) await page.keyboard.press("ArrowDown");
    for (; at.row > row; at.row--) await page.keyboard.press("ArrowUp");
    for (; at.col < col; at.col++) await page.keyboard.press("ArrowRight");
    for (; at.col > col; at.col--) await page.keyboard.press("ArrowLeft");
  };
  await page.keyboard.press("Space");
  await board.isRevealed(0);
  const mine = layout.indexOf("*");
  await go(Math.floor(mine / 5), mine % 5);
  await page.keyboard.press("f");
  await board.shows(mine, "F");
  for (let index = 0; index < 20; index++) {
    if (isMine(layout, index) || (await board.view()).cells[index] !== ".") continue;
    await go(Math.floor(index / 5), index % 5);
    await page.keyboard.press("Enter");
    await board.isRevealed(index);
  }
  await page.getByText(/^Won in/).waitFor();
  await page.keyboard.press("n");
  await board.until(({ cells }) => cells.every((letter) => letter === "."));
  await close();
});

test("keys can be changed and are saved", async () => {
  const { page, board, layout, close } = await begin({ rules: "9x9/10", seed: "1" }, [4, 4]);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Flag: F. Change" }).click();
  await page.keyboard.press("d");
  await page.getByText("D already chords.").waitFor();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Flag: X. Change" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Flag: X. Change" }).waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  const mine = layout.indexOf("*");
  await board.click(40);
  await board.isRevealed(40);
  await board.hover(mine);
  await page.keyboard.press("x");
  await board.shows(mine, "F");
  await close();
});

test("on a phone a tap reveals, and a long press or flag mode flags", async () => {
  const { page, board, layout, close } = await begin({ rules: "9x9/10", seed: "1" }, [4, 4], { size: PHONE });
  await board.tap(40);
  await board.isRevealed(40);
  const [one, other] = layout.flatMap((letter, index) => (letter === "*" ? [index] : []));
  const { x, y } = await board.center(one);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await board.shows(one, "F");
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.getByRole("button", { name: "Flag mode" }).click();
  await board.tap(other);
  await board.shows(other, "F");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  await close();
});

test("the coach explains its advice with the numbers that prove it", async () => {
  const { page, board, layout, close } = await begin({ rules: "9x9/10:zero", seed: "1" }, [4, 4], {
    settings: { coach: "always" },
  });
  // For a game in progress, the page names the game instead of sending the view, so that the server counts it once.
  const asked = [];
  page.on("request", (request) => {
    if (/\/api\/(analyze|cell)$/.test(request.url())) asked.push(request.postDataJSON());
  });
  await board.click(40);
  await board.isRevealed(40);
  const view = await board.view();
  const analysis = await app.ask("/api/analyze", { view: view.text });
  const [[row, col]] = analysis.safe;
  assert.ok(!isMine(layout, row * 9 + col));
  await page
    .getByText(/^Reveal \d+,\d+/)
    .first()
    .waitFor();
  await board.hover(row * 9 + col);
  const report = await app.ask("/api/cell", { view: view.text, cell: [row, col] });
  assert.match(report.text, /is safe: /);
  await page.getByText(report.text).waitFor();
  await page.getByText("What it may show").waitFor();
  assert.ok(report.because.length > 0);
  assert.ok(asked.length > 1 && asked.every(({ game, view }) => game.n_moves >= 0 && view === undefined));
  await close();
});

test("a game survives a reload and the end of the server", async () => {
  const server = await startServer();
  const opened = await openPage(app.browser, `${server.url}/`);
  const board = boardOf(opened.page);
  await opened.page.getByTestId("board").waitFor();
  await board.click(12);
  await board.isRevealed(12);
  const { text } = await board.view();
  await opened.page.reload();
  await board.until((view) => view.text === text);
  await server.kill();
  const again = await startServer(server.folder);
  const reopened = await openPage(app.browser, `${again.url}/games`);
  await reopened.page.getByRole("link", { name: "Continue" }).first().click();
  await boardOf(reopened.page).until((view) => view.text === text);
  await reopened.close();
  await again.kill();
  again.remove();
});
