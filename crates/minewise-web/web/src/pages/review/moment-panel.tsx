/** Describes the move that is shown. */

import { cellName, clock, percent } from "../../format";
import type { Moment, Review } from "../../openapi";
import { Badge, points } from "./labels";

interface Props {
  /** `undefined` at the end. */
  moment: Moment | undefined;
  at: number;
  review: Review;
}

export function MomentPanel({ moment, at, review }: Props) {
  return (
    <section class="panel moment" aria-live="polite">
      {moment ? (
        <About moment={moment} at={at} />
      ) : (
        <strong>{review.status === "won" ? "The game was won." : "The game was lost."}</strong>
      )}
    </section>
  );
}

function About({ moment, at }: { moment: Moment; at: number }) {
  return (
    <>
      <div class="head">
        <Badge label={moment.label} />
        <span class="muted">
          move {at + 1}, {clock(moment.elapsed_ms)}
        </span>
      </div>
      <p>
        <strong>
          {moment.kind === "chord" ? "Chord at" : "Revealed"} {cellName(moment.cell)}.
        </strong>{" "}
        {moment.text}
      </p>
      <dl class="facts">
        <Fact name="Risk" value={moment.risk === null ? "–" : percent(moment.risk)} />
        <Fact name="Chance before" value={moment.outlook ? percent(moment.outlook.win) : "–"} />
        <Fact name="Chance after" value={percent(moment.after)} />
        {moment.lost >= 0.0005 && <Fact name="Points lost" value={points(moment.lost)} />}
        {Math.abs(moment.luck) >= 0.0005 && (
          <Fact name="Points from luck" value={`${moment.luck < 0 ? "−" : "+"}${points(moment.luck)}`} />
        )}
      </dl>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
