/** Players at their games, step by step, alone or two on the same layout. */

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
import { Setup, type Wanted } from "./watch/setup";
import { Stage } from "./watch/stage";
import { useStream } from "./watch/stream";

export function WatchPage() {
  const { query } = useLocation();
  const wanted: Wanted = {
    rules: checkedRules(query.get("rules")),
    seed: query.get("seed") ?? "",
    player: query.get("player") ?? "",
    rival: query.get("rival") ?? "",
  };
  const isOn = wanted.player !== "" && wanted.seed !== "";
  const key = JSON.stringify(wanted);
  return (
    <div class="page watch">
      <div class="title">
        <h1>Watch</h1>
        {isOn && (
          <span class="muted">
            {wanted.rules}, seed {wanted.seed}
          </span>
        )}
      </div>
      {isOn && <Theatre key={key} {...wanted} />}
      {isOn ? (
        <details class="panel" key={`setup ${key}`}>
          <summary>
            <h2>Watch something else</h2>
          </summary>
          <Setup initial={wanted} onStart={start} />
        </details>
      ) : (
        <section class="panel">
          <p>See how a player thinks: every cell that it reveals, why, and at which risk.</p>
          <Setup initial={{ ...wanted, player: wanted.player || "search" }} onStart={start} />
        </section>
      )}
    </div>
  );
}

function Theatre({ rules, seed, player, rival }: Wanted) {
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
      <div class={rival ? "stages two" : "stages"}>
        <Stage player={player} stream={first} {...shared} />
        {rival && <Stage player={rival} stream={second} {...shared} />}
      </div>
      <Controls playback={playback} last={last} hasRisk={hasRisk} onRisk={setHasRisk} />
      <div class="row under">
        <CopyButton label="Copy link" text={() => location.href} />
        <button type="button" onClick={() => start({ rules, seed: "", player, rival })}>
          Another layout
        </button>
      </div>
      <Legend items={hasRisk ? ["chosen", "risk", "safe", "mine"] : ["chosen"]} />
    </>
  );
}

/** The address names all that is watched, so that it can be watched again. */
function start({ rules, seed, player, rival }: Wanted): void {
  const query = new URLSearchParams({ rules, seed: seed || drawSeed(), player });
  if (rival) query.set("rival", rival);
  go(`/watch?${query}`);
}

/** Two players need the same seed, so it is not left to the server to draw one. */
function drawSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

function checkedRules(text: string | null): string {
  try {
    return formatRules(parseRules(text ?? "9x9/10"));
  } catch {
    return "9x9/10";
  }
}
