/** Makes a game of a transcript that is pasted, dropped or chosen. */

import { useState } from "preact/hooks";

import { Problem } from "../../parts/problem";
import { TextForm } from "../../parts/text-form";
import { sentenceOf } from "../../parts/use-load";
import { go } from "../../router";
import { importGame, read } from "../analyse/read";

export function ImportPanel() {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (bytes: Blob | string, name: string | null): Promise<boolean> => {
    setProblem(null);
    try {
      const found = await read(bytes, name);
      if (found.kind === "view") {
        setProblem("This is a position, not a game. Open it under Analyse.");
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
      <TextForm label="The transcript of a game" button="Import" take={take} />
      <Problem text={problem} />
    </section>
  );
}
