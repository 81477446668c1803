/** Takes pasted text or a dropped file to the server to be read, whatever it is. */

import { post, send } from "../../api";
import type { Game, Import, Reading } from "../../openapi";
import { neighbours, parseView, type View } from "../../view";

/** What was read: a view to open, with a sentence if it is not just that, or a transcript of a game. */
export type Read =
  { kind: "view"; view: View; note: string | null } | { kind: "transcript"; text: string; rules: string };

export async function read(bytes: Blob | string, name: string | null): Promise<Read> {
  const query = name === null ? "" : `?name=${encodeURIComponent(name)}`;
  const reading = await send<Reading>(`/api/read${query}`, bytes);
  switch (reading.kind) {
    case "view":
      return { kind: "view", view: parseView(reading.text), note: null };
    case "layout":
      return {
        kind: "view",
        view: numbered(parseView(reading.text)),
        note: "It was a layout: every number is shown, and its mines are covered.",
      };
    case "transcript":
      return { kind: "transcript", text: reading.text, rules: reading.rules };
  }
}

/** Makes a game of a transcript. */
export async function importGame(transcript: string): Promise<Game> {
  return post<Game>("/api/games/import", { transcript } satisfies Import);
}

/** The view of a layout with all its cells revealed but the mines. */
function numbered(layout: View): View {
  const isMine = (index: number) => layout.cells[index] === "*";
  const cells = layout.cells.map((_, index) =>
    isMine(index) ? "." : String(neighbours(layout.rules, index).filter(isMine).length),
  );
  return { rules: layout.rules, cells };
}
