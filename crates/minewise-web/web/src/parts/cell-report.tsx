/** All there is to say of one cell: its risk, what it may show, the chance to win, and why. */

import { useEffect, useRef, useState } from "preact/hooks";

import { ApiError } from "../api";
import { cellName, percent } from "../format";
import type { CellReport } from "../openapi";
import { cellOf, isCovered, parseView } from "../view";
import { askAbout } from "./ask-about";
import type { Subject } from "./ask-about";
import "../styles/cell-report.css";

export interface CellReportProps extends Subject {
  index: number | null;
  trustFlags?: boolean;
  /** Told whenever what is shown changes, so that the board can mark the numbers that prove it. */
  onReport?(report: CellReport | null): void;
}

/** How long the pointer must rest on a cell before it is asked about. */
const REST_MS = 60;
const MAX_KEPT = 400;
const kept = new Map<string, CellReport>();

export function CellReportPanel({ view, game, index, trustFlags = false, onReport }: CellReportProps) {
  const { rules, cells } = parseView(view);
  const letter = index === null ? undefined : cells[index];
  const asked = index !== null && isCovered(letter) ? index : null;
  const { report, problem } = useReport({ view, game }, asked, trustFlags, onReport);
  if (index === null || letter === undefined) {
    return <p class="cell-report muted">Choose a cell to see what is known of it.</p>;
  }
  const name = cellName(cellOf(rules, index));
  if (asked === null) {
    return (
      <p class="cell-report">
        {name} {letter === "*" ? "is a mine" : `shows ${letter}`}.
      </p>
    );
  }
  return (
    <section class="cell-report" aria-label={`Cell ${name}`}>
      <p class="cell-title">
        {name} <Verdict report={report} />
      </p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {report && <Facts report={report} />}
    </section>
  );
}

function Verdict({ report }: { report: CellReport | null }) {
  if (!report) return <span class="muted">…</span>;
  if (report.verdict === "safe") return <span class="verdict safe">✓ safe</span>;
  if (report.verdict === "mine") return <span class="verdict mine">✕ mine</span>;
  return <span class="verdict">{percent(report.risk)} risk</span>;
}

function Facts({ report }: { report: CellReport }) {
  const isMine = report.verdict === "mine";
  return (
    <>
      <p>{report.text}</p>
      {!isMine && (
        <p>
          Chance to win after revealing it: {report.win_is === "exact" ? "exactly" : "about"}{" "}
          <strong>{percent(report.win)}</strong>.
        </p>
      )}
      {report.numbers && !isMine && <NumberChart chances={report.numbers} />}
    </>
  );
}

/** The chance of each number as bars; the figures are there to read as well. */
function NumberChart({ chances }: { chances: number[] }) {
  const most = Math.max(...chances, 1e-9);
  return (
    <table class="number-chart">
      <caption>What it may show</caption>
      <tbody>
        {chances.map((chance, number) => (
          <tr class={chance > 0 ? undefined : "never"}>
            <th scope="row" style={{ color: number > 0 ? `var(--number-${number})` : undefined }}>
              {number}
            </th>
            <td aria-hidden="true">
              <span class="bar" style={{ width: `${(chance / most) * 100}%` }} />
            </td>
            <td class="figure">{percent(chance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks the server about a cell once the pointer rests; what was told once is remembered. */
function useReport(
  subject: Subject,
  index: number | null,
  trustFlags: boolean,
  onReport: ((report: CellReport | null) => void) | undefined,
): { report: CellReport | null; problem: string | null } {
  const [told, setTold] = useState<{ key: string; report?: CellReport; problem?: string } | null>(null);
  const key = index === null ? null : `${subject.view} ${index} ${trustFlags}`;
  const tell = useRef(onReport);
  tell.current = onReport;

  useEffect(() => {
    if (key === null || index === null || kept.has(key)) return;
    const aborter = new AbortController();
    const question = { cell: cellOf(parseView(subject.view).rules, index), trust_flags: trustFlags };
    const timer = setTimeout(() => {
      askAbout<CellReport>("/api/cell", subject, question, aborter.signal)
        .then((report) => {
          keep(key, report);
          setTold({ key, report });
        })
        .catch((cause: unknown) => {
          if (aborter.signal.aborted) return;
          setTold({ key, problem: cause instanceof ApiError ? cause.message : String(cause) });
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key]);

  const report = key === null ? null : (kept.get(key) ?? (told?.key === key ? told.report : null) ?? null);
  useEffect(() => tell.current?.(report), [report]);
  useEffect(() => () => tell.current?.(null), []);
  return { report, problem: told && told.key === key ? (told.problem ?? null) : null };
}

function keep(key: string, report: CellReport): void {
  const oldest = kept.keys().next().value;
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, report);
}
