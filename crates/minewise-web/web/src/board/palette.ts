/** The colours of the board, read from the variables of the style sheet. */

const TOKENS = {
  line: "--cell-line",
  covered: "--cell-covered",
  coveredLight: "--cell-covered-light",
  coveredDark: "--cell-covered-dark",
  revealed: "--cell-revealed",
  mine: "--mine",
  hit: "--hit",
  flag: "--flag",
  safe: "--safe",
  riskLow: "--risk-low",
  riskHigh: "--risk-high",
  because: "--because",
  clash: "--clash",
  best: "--accent",
  cursor: "--focus",
  text: "--text",
  surface: "--surface",
} as const;

export type Palette = Record<keyof typeof TOKENS, string> & {
  /** The colour of each number. */
  numbers: string[];
  font: string;
};

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (token: string) => style.getPropertyValue(token).trim();
  const colours = Object.entries(TOKENS).map(([name, token]) => [name, read(token)]);
  return {
    ...(Object.fromEntries(colours) as Record<keyof typeof TOKENS, string>),
    numbers: Array.from({ length: 9 }, (_, number) => read(`--number-${number}`)),
    font: read("--font"),
  };
}

/** Mixes two colours written as `#rrggbb`: a share of 0 gives the first one, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const mixed = a.map((value, i) => Math.round(value + ((b[i] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever is easier to read on a colour. */
export function inkOn(colour: string): string {
  const linear = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // At this luminance, black and white have the same contrast.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16) || 0);
}
