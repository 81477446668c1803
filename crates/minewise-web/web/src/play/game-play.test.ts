import "../tests/browser";

import { expect, test, vi } from "vitest";

import type { Game, MoveResult } from "../openapi";
import { pretendServer } from "../tests/server";
import type { Reply, Request } from "../tests/server";
import { formatView } from "../view";
import { GamePlay } from "./game-play";

function gameOf(view: string, parts: Partial<Game> = {}): Game {
  const game = {
    id: "7",
    created: 0,
    elapsed_ms: 0,
    page_ms: 0,
    n_moves: 3,
    no_guess: false,
    status: "on",
    from: null,
  };
  return { ...game, rules: view.split(" ")[0]!, view, end: null, ...parts } as Game;
}

function movedTo(changed: [number, number, string][], parts: Partial<MoveResult> = {}): Reply {
  return [200, { status: "on", n_moves: 4, changed, elapsed_ms: 0, page_ms: 0, end: null, ...parts }];
}

const shown = (play: GamePlay) => formatView(play.view).split(" ")[1];
const settled = (play: GamePlay) => vi.waitFor(() => expect(play.pending.size).toBe(0));
const moveOf = ({ body }: Request) => {
  const { kind, cell } = body as { kind: string; cell: number[] };
  return `${kind} ${cell.join()}`;
};

test("a flag is shown before the server answers, a reveal is pending", async () => {
  const play = new GamePlay(gameOf("4x2/2 ..1./...."));
  pretendServer(({ body }) =>
    (body as { kind: string }).kind === "flag" ? movedTo([[1, 1, "F"]]) : movedTo([[0, 0, "1"]]),
  );
  play.flag(5);
  play.reveal(0);
  expect([shown(play), [...play.pending]]).toEqual(["..1./.F..", [0]]);
  await settled(play);
  expect(shown(play)).toBe("1.1./.F..");
});

test("moves are sent one after the other, in order", async () => {
  const answers: ((reply: Reply) => void)[] = [];
  const requests = pretendServer(() => new Promise<Reply>((answer) => answers.push(answer)));
  const play = new GamePlay(gameOf("5x1/2 1...."));
  play.reveal(4);
  play.flag(1);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(requests.map(moveOf)).toEqual(["reveal 0,4"]);
  answers[0]!(movedTo([[0, 4, "1"]]));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(requests.map(moveOf)).toEqual(["reveal 0,4", "flag 0,1"]);
  expect(requests.map(({ path }) => path)).toEqual(["/api/games/7/moves", "/api/games/7/moves"]);
});

test("a reveal that a cascade has made pointless is not sent", async () => {
  const requests = pretendServer(() =>
    movedTo([
      [0, 0, "0"],
      [0, 1, "1"],
    ]),
  );
  const play = new GamePlay(gameOf("4x1/1 ...."));
  play.reveal(0);
  play.reveal(1);
  await settled(play);
  expect([shown(play), requests.map(moveOf)]).toEqual(["01..", ["reveal 0,0"]]);
});

test.each([
  ["as many flags as the number says", "4x2/2@hex F1../....", 1, ["chord 0,1"]],
  ["too few flags", "4x2/2@hex .1../....", 1, []],
  ["too many flags", "4x2/2@hex F1../F...", 1, []],
  ["nothing left to reveal", "3x1/1 F10", 1, []],
  ["no number", "3x1/1 F.0", 1, []],
])("a chord with %s sends %s", async (_, view, index, sent) => {
  const requests = pretendServer(() => movedTo([]));
  const play = new GamePlay(gameOf(view));
  play.chord(index);
  await settled(play);
  expect(requests.map(moveOf)).toEqual(sent);
});

test("a chord makes the covered neighbours pending, but not the flags", () => {
  pretendServer(() => movedTo([]));
  const play = new GamePlay(gameOf("4x2/2@hex F1../...."));
  play.chord(1);
  expect([...play.pending].sort()).toEqual([2, 4, 5]);
});

test.each([
  ["a flagged cell is not revealed", (play: GamePlay) => play.reveal(0)],
  ["a revealed cell is not flagged", (play: GamePlay) => play.flag(1)],
])("%s", (_, act) => {
  const requests = pretendServer(() => movedTo([]));
  act(new GamePlay(gameOf("3x1/1 F1.")));
  expect(requests).toEqual([]);
});

test("nothing can be played when the game is over", () => {
  const requests = pretendServer(() => movedTo([]));
  new GamePlay(gameOf("3x1/1 *1.", { status: "lost" })).reveal(2);
  expect(requests).toEqual([]);
});

test("a lost game keeps the time of the server and drops the waiting moves", async () => {
  const end = { layout: "4x1/2 *..*", seed: "1", three_bv: 1 };
  const requests = pretendServer(() => movedTo([[0, 0, "*"]], { status: "lost", elapsed_ms: 4321, end }));
  const play = new GamePlay(gameOf("4x1/2 .1.."));
  play.reveal(0);
  play.reveal(2);
  await settled(play);
  expect(requests.map(moveOf)).toEqual(["reveal 0,0"]);
  expect(play).toMatchObject({ status: "lost", end, clock: { ms: 4321 } });
  expect(shown(play)).toBe("*1..");
});

test("a won game shows all its mines as flags", async () => {
  pretendServer(() => movedTo([[0, 2, "1"]], { status: "won" }));
  const play = new GamePlay(gameOf("4x1/2 .1.."));
  play.reveal(2);
  await settled(play);
  expect(shown(play)).toBe("F11F");
});

test("moves wait while the server cannot be reached, and are sent again", async () => {
  let isUp = false;
  const requests = pretendServer(() => (isUp ? movedTo([[0, 2, "1"]]) : new TypeError("Failed to fetch")));
  const play = new GamePlay(gameOf("4x1/2 .1.."));
  play.reveal(2);
  await vi.waitFor(() => expect(play.isOffline).toBe(true));
  expect(play.problem).toBe("Minewise is not responding. Is it still running?");
  expect([...play.pending]).toEqual([2]);
  isUp = true;
  play.retry();
  await settled(play);
  expect([shown(play), play.problem, play.isOffline]).toEqual([".11.", null, false]);
  expect(requests.map(moveOf)).toEqual(["reveal 0,2", "reveal 0,2"]);
});

test("after a refused move the state of the server is shown", async () => {
  pretendServer(({ method }) =>
    method === "POST"
      ? [409, { error: "the game has moved on" }]
      : [200, gameOf("4x1/2 .11.", { n_moves: 9 })],
  );
  const play = new GamePlay(gameOf("4x1/2 .1.."));
  play.reveal(0);
  play.flag(3);
  await settled(play);
  await vi.waitFor(() => expect(shown(play)).toBe(".11."));
  expect(play).toMatchObject({
    problem: "The game has moved on.",
    isOffline: false,
    at: { id: "7", n_moves: 9 },
  });
});

test("listeners are called with every change until they are removed", async () => {
  pretendServer(() => movedTo([[0, 0, "F"]]));
  const play = new GamePlay(gameOf("3x1/1 .1."));
  const listener = vi.fn();
  const stopListening = play.onChange(listener);
  play.flag(0);
  expect(listener).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(play.at.n_moves).toBe(4));
  stopListening();
  const nCalls = listener.mock.calls.length;
  play.flag(2);
  expect(listener).toHaveBeenCalledTimes(nCalls);
});

test("while the server looks for a no-guess layout the clock does not run", async () => {
  let answer: (reply: Reply) => void = () => {};
  pretendServer(() => new Promise<Reply>((resolve) => (answer = resolve)));
  const play = new GamePlay(gameOf("3x2/1 .../...", { no_guess: true, n_moves: 0 }));
  const start = vi.spyOn(play.clock, "start");
  play.reveal(0);
  expect([play.isFindingLayout, start.mock.calls.length]).toEqual([true, 0]);
  await vi.waitFor(() => expect(answer.length).toBe(1));
  answer(movedTo([[0, 0, "0"]]));
  await settled(play);
  expect([play.isFindingLayout, start.mock.calls.length]).toEqual([false, 1]);
});
