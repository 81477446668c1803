/** Imports a game from a transcript that is pasted, dropped or chosen. */

import { useState } from "preact/hooks";

import { Problem } from "../../parts/problem";
import { TextForm } from "../../parts/text-form";
import { sentenceOf } from "../../parts/use-load";
import { go } from "../../router";
import { importGame, read } from "../analyse/read";

export function ImportPanel() {
  const [problem, setProblem] = useState<string | null>(null);
  const importContent = async (content: Blob | string, name: string | null): Promise<boolean> => {
    setProblem(null);
    try {
      const found = await read(content, name);
      if (found.kind === "view") {
        setProblem("This is a position, not a game. Open it on the Analyse page.");
        return false;
      }
      const game = await importGame(found.text);
      go(game.status === "on" ? `/play/${game.id}` : `/review/${game.id}`);
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    }
  };
  return (
    <section class="panel">
      <h2>Import a game</h2>
      <TextForm label="A recorded game, as text" button="Import" onContent={importContent} />
      <Problem text={problem} />
    </section>
  );
}
