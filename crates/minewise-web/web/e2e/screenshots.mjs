/** Takes the pictures in docs/screenshots: each page in light and dark, on a desktop and on a phone. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { DESKTOP, PHONE, ROOT, boardOf, layoutOf, setUp } from "./harness.mjs";

const FOLDER = join(ROOT, "docs/screenshots");
const app = await setUp();
mkdirSync(FOLDER, { recursive: true });

const transcript = readFileSync(join(import.meta.dirname, "recorded-game.txt"), "utf8");
const golden = readFileSync(join(ROOT, "golden/positions/expert.views"), "utf8").split(/\n\n+/)[6];
const review = (await app.ask("/api/games/import", { transcript })).id;

/** Creates a game in progress: plays certain moves up to a limit. */
async function gameInPlay() {
  const newGame = { rules: "16x16/40:zero", seed: "8" };
  // Plays a game to its end, so that the list of games has a finished one.
  await layoutOf(app.ask, newGame, [7, 7]);
  const game = await app.ask("/api/games", newGame);
  const reveal = (cell) =>
    app.ask(`/api/games/${game.id}/moves`, { kind: "reveal", cell, elapsed_ms: 34_000 });
  await reveal([7, 7]);
  for (let n = 0; n < 24; n++) {
    const { view } = await app.ask(`/api/games/${game.id}`);
    const { safe } = await app.ask("/api/analyze", { view });
    if (safe.length === 0) break;
    await reveal(safe[0]);
  }
  return game.id;
}

/** Runs the experiment that the Lab page shows. */
async function runExperiment() {
  const newExperiment = {
    rules: ["9x9/10", "16x16/40"],
    players: ["exact", "single-point"],
    games: 500,
    seed: "1",
  };
  const { id } = await app.ask("/api/experiments", newExperiment);
  await (await fetch(`${app.server.url}/api/experiments/${id}/run`)).text();
}

const game = await gameInPlay();
await runExperiment();
const PAGES = {
  play: {
    path: `/play/${game}`,
    settings: { coach: "always" },
    act: async (page) => {
      await page
        .getByText(/^Reveal \d+,\d+/)
        .first()
        .waitFor();
      const board = boardOf(page);
      const { text } = await board.view();
      const { safe } = await app.ask("/api/analyze", { view: text });
      if (safe.length > 0) await board.hover(safe[0][0] * 16 + safe[0][1]);
    },
  },
  analyse: {
    path: `/analyse#${encodeURIComponent(golden.replace("\n", " ").replaceAll("\n", "/"))}`,
    act: async (page) => {
      await page.getByText("Possible layouts").waitFor();
      await boardOf(page).hover(95);
      await page.getByText("What it may show").waitFor();
    },
  },
  review: {
    path: `/review/${review}`,
    act: async (page) => {
      await page.locator(".moment-list").getByText("Mistake").first().click();
      await page.waitForTimeout(400);
    },
  },
  watch: {
    path: "/watch?rules=16x16/40&seed=4&player=search&rival=single-point",
    act: (page) => page.waitForTimeout(3500),
  },
  puzzles: { path: `/puzzles?game=${review}`, act: (page) => page.getByTestId("board").waitFor() },
  games: { path: "/games", act: (page) => page.getByRole("link", { name: "Review" }).first().waitFor() },
  zoo: { path: "/zoo", act: (page) => page.getByText("random").first().waitFor() },
  lab: {
    path: "/lab",
    act: (page) =>
      page
        .getByRole("link", { name: /report/i })
        .first()
        .waitFor(),
  },
  settings: { path: "/settings", act: (page) => page.getByText("Cell size").waitFor() },
};

for (const [name, { path, settings, act }] of Object.entries(PAGES)) {
  for (const [place, size] of Object.entries({ desk: DESKTOP, phone: PHONE })) {
    for (const theme of ["light", "dark"]) {
      const { page, close } = await app.open(path, { size, theme, settings });
      await act(page);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(FOLDER, `${name}-${place}-${theme}.png`) });
      await close();
    }
  }
}

const row = (name) => {
  const picture = (kind) => `![${name}, ${kind.replace("-", ", ")}](${name}-${kind}.png)`;
  return `| ${name} | ${["desk-light", "desk-dark", "phone-light", "phone-dark"].map(picture).join(" | ")} |`;
};
const head = "# The app in pictures\n\nTaken by `node e2e/screenshots.mjs` in `crates/minewise-web/web`.\n\n";
const table =
  "| page | desk, light | desk, dark | phone, light | phone, dark |\n| --- | --- | --- | --- | --- |\n";
writeFileSync(join(FOLDER, "README.md"), `${head}${table}${Object.keys(PAGES).map(row).join("\n")}\n`);
await app.tearDown();
