/** Lets the server read pasted text or a file, whatever its format is. */

import { post, postRaw } from "../../api";
import type { Game, Import, Reading } from "../../openapi";
import { neighbours, parseView, type View } from "../../view";

/** What was read: a view, with a note if it was converted, or the transcript of a game. */
export type Read =
  { kind: "view"; view: View; note: string | null } | { kind: "transcript"; text: string; rules: string };

export async function read(content: Blob | string, name: string | null): Promise<Read> {
  const query = name === null ? "" : `?name=${encodeURIComponent(name)}`;
  const reading = await postRaw<Reading>(`/api/read${query}`, content);
  switch (reading.kind) {
    case "view":
      return { kind: "view", view: parseView(reading.text), note: null };
    case "layout":
      return {
        kind: "view",
        view: numbered(parseView(reading.text)),
        note: "This was a complete board. Its numbers are shown, and its mines are covered.",
      };
    case "transcript":
      return { kind: "transcript", text: reading.text, rules: reading.rules };
  }
}

/** Creates a game from a transcript. */
export async function importGame(transcript: string): Promise<Game> {
  return post<Game>("/api/games/import", { transcript } satisfies Import);
}

/** The view of a layout in which all cells except the mines are revealed. */
function numbered(layout: View): View {
  const isMine = (index: number) => layout.cells[index] === "*";
  const cells = layout.cells.map((_, index) =>
    isMine(index) ? "." : String(neighbours(layout.rules, index).filter(isMine).length),
  );
  return { rules: layout.rules, cells };
}
