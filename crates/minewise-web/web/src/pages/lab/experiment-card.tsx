/** An experiment: its progress, its results, and buttons to run, stop or delete it. */

import { useEffect } from "preact/hooks";

import { grouped, percent } from "../../format";
import type { Experiment } from "../../openapi";
import { DeleteButton } from "../../parts/delete-button";
import { Problem } from "../../parts/problem";
import { ResultTable } from "../../parts/result-table";
import { roughDuration, useRun, type Run } from "./use-run";

interface Props {
  experiment: Experiment;
  /** Whether it was just created. It then starts immediately. */
  isNew: boolean;
  /** Called when the experiment has new results or was deleted. */
  onChanged: () => void;
}

/** How often the results are loaded while the experiment runs, in milliseconds. */
const REFRESH_MS = 4000;

export function ExperimentCard({ experiment, isNew, onChanged }: Props) {
  const run = useRun(experiment.id, onChanged);
  const { start } = run;
  useEffect(() => {
    if (isNew) start();
  }, [isNew, start]);
  useEffect(() => {
    if (!run.isOn) return;
    const timer = setInterval(onChanged, REFRESH_MS);
    return () => clearInterval(timer);
  }, [run.isOn, onChanged]);
  const { total, rules } = experiment;
  const played = Math.max(run.progress?.played ?? 0, experiment.played);
  // A case without games has no rates.
  const results = experiment.results.filter((result) => result.games > 0);
  return (
    <li class="panel experiment">
      <h3>{titleOf(experiment)}</h3>
      {(run.isOn || played < total) && (
        <label class="field">
          <span role="status">{stateOf(run, played, total)}</span>
          <progress max={total} value={played} />
        </label>
      )}
      {results.length > 0 && <ResultTable results={results} without={rules.length === 1 ? ["rules"] : []} />}
      <Buttons experiment={experiment} run={run} played={played} onChanged={onChanged} />
      <Problem text={run.problem} />
    </li>
  );
}

interface ButtonsProps {
  experiment: Experiment;
  run: Run;
  played: number;
  onChanged: () => void;
}

function Buttons({ experiment, run, played, onChanged }: ButtonsProps) {
  const { id, total, created, seed } = experiment;
  const when = new Date(created).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const stop = () => {
    run.stop();
    onChanged();
  };
  return (
    <div class="row buttons">
      {run.isOn && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      {!run.isOn && played < total && (
        <button type="button" class="primary" onClick={run.start}>
          {played > 0 ? "Continue" : "Start"}
        </button>
      )}
      {!run.isOn && played >= total && (
        <a class="button" href={`/api/experiments/${id}/report`}>
          Report
        </a>
      )}
      {!run.isOn && (
        <DeleteButton
          label={`the experiment from ${when}`}
          path={`/api/experiments/${id}`}
          onDeleted={onChanged}
        />
      )}
      <span class="muted">
        {when}, seed {seed}
      </span>
    </div>
  );
}

function titleOf({ rules, players, games }: Experiment): string {
  return `${players.join(", ")} on ${rules.join(", ")}, ${grouped(games)} games each`;
}

function stateOf({ isOn, progress }: Run, played: number, total: number): string {
  const share = `${grouped(played)} of ${grouped(total)} games (${percent(total > 0 ? played / total : 1)})`;
  if (!isOn) return played > 0 ? `Stopped at ${share}. You can continue it at any time.` : "Not started.";
  const left = progress?.seconds_left;
  return left == null ? `Playing: ${share}.` : `Playing: ${share}, ${roughDuration(left)} left.`;
}
