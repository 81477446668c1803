/** The chance to win over a game, as a curve. A click jumps to a moment. */

import { useEffect, useRef, useState } from "preact/hooks";

import "../styles/win.css";

export type Tone = "plain" | "good" | "warn" | "bad";

export interface CurvePoint {
  /** `null` if it is not known; the curve then skips this point. */
  win: number | null;
  /** A sign for an important moment. Signs differ in shape, not only in colour. */
  sign?: { glyph: string; tone: Tone; words: string };
}

interface Props {
  points: CurvePoint[];
  /** The index of the moment that is shown. */
  at: number;
  onJump: (at: number) => void;
  /** Describes the curve for screen readers. */
  summary: string;
  height?: number;
}

const MARGIN = { left: 44, right: 12, top: 16, bottom: 8 };

export function WinCurve({ points, at, onJump, summary, height = 150 }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const span = Math.max(1, points.length - 1);
  const x = (index: number) => MARGIN.left + (index / span) * (width - MARGIN.left - MARGIN.right);
  const y = (win: number) => MARGIN.top + (1 - win) * (height - MARGIN.top - MARGIN.bottom);
  const jump = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const share = (event.clientX - left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
    onJump(Math.round(Math.min(1, Math.max(0, share)) * span));
  };
  const line = pathOf(points, x, y);
  return (
    <div class="win-curve" ref={box} style={{ height }}>
      <svg
        role="img"
        aria-label={summary}
        width={width}
        height={height}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          jump(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && jump(event)}
      >
        {[0, 0.5, 1].map((win) => (
          <g key={win}>
            <line class="grid" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(win)} y2={y(win)} />
            <text class="axis" x={MARGIN.left - 6} y={y(win) + 4} text-anchor="end">
              {win * 100} %
            </text>
          </g>
        ))}
        {line && (
          <path class="area" d={`${line.path} L${x(line.last)} ${y(0)} L${x(line.first)} ${y(0)} Z`} />
        )}
        {line && <path class="line" d={line.path} />}
        <line class="cursor" x1={x(at)} x2={x(at)} y1={MARGIN.top - 8} y2={height - MARGIN.bottom} />
        {points.map((point, index) => (
          <Sign key={index} point={point} x={x(index)} y={y(point.win ?? 0)} isShown={index === at} />
        ))}
      </svg>
    </div>
  );
}

function Sign({ point, x, y, isShown }: { point: CurvePoint; x: number; y: number; isShown: boolean }) {
  const { sign, win } = point;
  if (win === null || (!sign && !isShown)) return null;
  const tone = sign?.tone ?? "plain";
  const r = isShown ? 6 : 4.5;
  // The text is above its dot, or below it where there is no room.
  const textY = y < MARGIN.top + 12 ? y + 17 : y - 8;
  return (
    <g class={`sign ${tone}`}>
      {sign && <title>{sign.words}</title>}
      {tone === "bad" ? (
        <path d={`M${x} ${y - r - 1} L${x + r + 1} ${y} L${x} ${y + r + 1} L${x - r - 1} ${y} Z`} />
      ) : tone === "warn" ? (
        <path d={`M${x} ${y - r - 1} L${x + r + 1} ${y + r} L${x - r - 1} ${y + r} Z`} />
      ) : (
        <circle cx={x} cy={y} r={r} />
      )}
      {sign && (tone === "bad" || tone === "warn") && (
        <text x={x} y={textY} text-anchor="middle">
          {sign.glyph}
        </text>
      )}
    </g>
  );
}

/** The path through the known points, with the indexes of the first and the last one; `null` if there are none. */
function pathOf(points: CurvePoint[], x: (index: number) => number, y: (win: number) => number) {
  const known = points.flatMap((point, index) => (point.win === null ? [] : [{ index, win: point.win }]));
  const [head, tail] = [known[0], known.at(-1)];
  if (!head || !tail) return null;
  const path = known.map(
    ({ index, win }, n) => `${n === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(win).toFixed(1)}`,
  );
  return { path: path.join(" "), first: head.index, last: tail.index };
}

/** Returns the width of an element, and renders again when it changes. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(320);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
