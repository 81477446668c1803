/** Everything that is known about a cell: its risk, what it may show, the chance to win, and why. */

import { useEffect, useRef, useState } from "preact/hooks";

import { cellName, percent } from "../format";
import type { CellReport } from "../openapi";
import { cellOf, isCovered, parseView } from "../view";
import { askAbout } from "./ask-about";
import type { Subject } from "./ask-about";
import { sentenceOf } from "./use-load";
import "../styles/cell-report.css";

export interface CellReportProps extends Subject {
  index: number | null;
  trustFlags?: boolean;
  /** Called when the report changes, so that the board can mark the numbers that prove it. */
  onReport?: (report: CellReport | null) => void;
}

/** How long the pointer must rest on a cell before the server is asked about it. */
const HOVER_DELAY_MS = 60;
const CACHE_SIZE = 400;
const cache = new Map<string, CellReport>();

export function CellReportPanel({ view, game, index, trustFlags = false, onReport }: CellReportProps) {
  const { rules, cells } = parseView(view);
  const letter = index === null ? undefined : cells[index];
  const askedIndex = index !== null && isCovered(letter) ? index : null;
  const { report, problem } = useReport({ view, game }, askedIndex, trustFlags, onReport);
  if (index === null || letter === undefined) {
    return <p class="cell-report muted">Choose a cell to see what is known about it.</p>;
  }
  const name = cellName(cellOf(rules, index));
  if (askedIndex === null) {
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
          Chance to win if you reveal it: {report.win_is === "exact" ? "exactly" : "about"}{" "}
          <strong>{percent(report.win)}</strong>.
        </p>
      )}
      {report.numbers && !isMine && <NumberChart chances={report.numbers} />}
    </>
  );
}

/** The chance of each number, as bars and as figures. */
function NumberChart({ chances }: { chances: number[] }) {
  const highest = Math.max(...chances, 1e-9);
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
              <span class="bar" style={{ width: `${(chance / highest) * 100}%` }} />
            </td>
            <td class="figure">{percent(chance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks the server about a cell when the pointer rests on it. Reports are cached. */
function useReport(
  subject: Subject,
  index: number | null,
  trustFlags: boolean,
  onReport: ((report: CellReport | null) => void) | undefined,
): { report: CellReport | null; problem: string | null } {
  const [answer, setAnswer] = useState<{ key: string; report?: CellReport; problem?: string } | null>(null);
  const key = index === null ? null : `${subject.view} ${index} ${trustFlags}`;
  const latestQuestion = useRef({ subject, index, trustFlags });
  latestQuestion.current = { subject, index, trustFlags };
  const latestOnReport = useRef(onReport);
  latestOnReport.current = onReport;

  // The key stands for the whole question. `subject` is a new object in every render, which must not ask again.
  useEffect(() => {
    const { subject, index, trustFlags } = latestQuestion.current;
    if (key === null || index === null || cache.has(key)) return;
    const abort = new AbortController();
    const question = { cell: cellOf(parseView(subject.view).rules, index), trust_flags: trustFlags };
    const timer = setTimeout(() => {
      askAbout<CellReport>("/api/cell", subject, question, abort.signal)
        .then((report) => {
          store(key, report);
          setAnswer({ key, report });
        })
        .catch((cause: unknown) => {
          if (abort.signal.aborted) return;
          setAnswer({ key, problem: sentenceOf(cause) });
        });
    }, HOVER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);

  const report =
    key === null ? null : (cache.get(key) ?? (answer?.key === key ? answer.report : null) ?? null);
  useEffect(() => latestOnReport.current?.(report), [report]);
  useEffect(() => () => latestOnReport.current?.(null), []);
  return { report, problem: answer && answer.key === key ? (answer.problem ?? null) : null };
}

function store(key: string, report: CellReport): void {
  const oldest = cache.keys().next().value;
  if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
  cache.set(key, report);
}
