/** The page that shows how players play, step by step: one player, or two on the same layout. */

import { useState } from "preact/hooks";

import { CopyButton } from "../parts/copy-button";
import { Legend } from "../parts/legend";
import { useKeys } from "../parts/use-keys";
import { go, useLocation } from "../router";
import "../styles/panels.css";
import "../styles/watch.css";
import { formatRules, parseRules } from "../view";
import { Controls } from "./watch/controls";
import { usePlayback } from "./watch/playback";
import { Setup, type WatchRequest } from "./watch/setup";
import { PlayerGame } from "./watch/player-game";
import { useStream } from "./watch/stream";

export function WatchPage() {
  const { query } = useLocation();
  const request: WatchRequest = {
    rules: validRules(query.get("rules")),
    seed: query.get("seed") ?? "",
    player: query.get("player") ?? "",
    rival: query.get("rival") ?? "",
  };
  const isOn = request.player !== "" && request.seed !== "";
  const key = JSON.stringify(request);
  return (
    <div class="page watch">
      <div class="title">
        <h1>Watch</h1>
        {isOn && (
          <span class="muted">
            {request.rules}, seed {request.seed}
          </span>
        )}
      </div>
      {isOn && <WatchedGames key={key} {...request} />}
      {isOn ? (
        <details class="panel" key={`setup ${key}`}>
          <summary>
            <h2>Watch another game</h2>
          </summary>
          <Setup initial={request} onStart={start} />
        </details>
      ) : (
        <section class="panel">
          <p>See how a computer player plays: which cells it reveals, why, and at what risk.</p>
          <Setup initial={{ ...request, player: request.player || "search" }} onStart={start} />
        </section>
      )}
    </div>
  );
}

function WatchedGames({ rules, seed, player, rival }: WatchRequest) {
  const first = useStream(rules, seed, player);
  const second = useStream(rules, seed, rival);
  const last = Math.max(first.steps.length, second.steps.length);
  const isDone = [first, rival ? second : first].every(
    ({ end, problem }) => end !== null || problem !== null,
  );
  const playback = usePlayback(last, isDone);
  const [hasRisk, setHasRisk] = useState(false);
  useKeys({
    Space: playback.toggle,
    ArrowLeft: () => playback.step(-1),
    ArrowRight: () => playback.step(1),
  });
  const shared = { rules, at: playback.at, onJump: playback.jump, hasRisk, hasZoomButtons: rival === "" };
  return (
    <>
      <div class={rival ? "player-games two" : "player-games"}>
        <PlayerGame player={player} stream={first} {...shared} />
        {rival && <PlayerGame player={rival} stream={second} {...shared} />}
      </div>
      <Controls playback={playback} last={last} hasRisk={hasRisk} onRisk={setHasRisk} />
      <div class="row under">
        <CopyButton label="Copy link" text={() => location.href} />
        <button type="button" onClick={() => start({ rules, seed: "", player, rival })}>
          Another board
        </button>
      </div>
      <Legend items={hasRisk ? ["chosen", "risk", "safe", "mine"] : ["chosen"]} />
    </>
  );
}

/** Puts everything into the address, so that the same game can be watched again. */
function start({ rules, seed, player, rival }: WatchRequest): void {
  const query = new URLSearchParams({ rules, seed: seed || drawSeed(), player });
  if (rival) query.set("rival", rival);
  go(`/watch?${query}`);
}

/** Both players need the same seed, so the server must not draw one for each. */
function drawSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

function validRules(text: string | null): string {
  try {
    return formatRules(parseRules(text ?? "9x9/10"));
  } catch {
    return "9x9/10";
  }
}
