/** Other ways to a view: paste it, open a file, or begin with an empty board. */

import { useState } from "preact/hooks";

import { Problem } from "../../parts/problem";
import { RulesForm } from "../../parts/rules-form";
import { TextForm } from "../../parts/text-form";
import { sentenceOf } from "../../parts/use-load";
import { go } from "../../router";
import { emptyView, formatRules, type Rules, type View } from "../../view";
import { importGame, read } from "./read";

interface Told {
  note?: string | null;
  problem?: string;
  transcript?: { text: string; rules: string };
}

export function OpenPanel({ onOpen }: { onOpen(view: View): void }) {
  const [told, setTold] = useState<Told>({});
  const take = async (bytes: Blob | string, name: string | null): Promise<boolean> => {
    try {
      const found = await read(bytes, name);
      if (found.kind === "transcript") {
        setTold({ transcript: found });
        return false;
      }
      onOpen(found.view);
      setTold({ note: found.note });
      return true;
    } catch (error) {
      setTold({ problem: sentenceOf(error) });
      return false;
    }
  };
  return (
    <section class="panel">
      <h2>Open a position</h2>
      <TextForm
        label="A view, a layout or a game, as text"
        button="Open"
        placeholder={"5x3/2\n1....\n.....\n....."}
        take={take}
      />
      {told.note && <p role="status">{told.note}</p>}
      <Problem text={told.problem} />
      {told.transcript && <TranscriptOffer {...told.transcript} />}
    </section>
  );
}

function TranscriptOffer({ text, rules }: { text: string; rules: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    try {
      go(`/review/${(await importGame(text)).id}`);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <div role="status">
      <p>This is a whole game, played on {rules}.</p>
      <button type="button" class="primary" onClick={open}>
        Open as a game
      </button>
      <Problem text={problem} />
    </div>
  );
}

/** An empty board of any rules. */
export function NewBoard({ rules, onOpen }: { rules: Rules; onOpen(view: View): void }) {
  const [wanted, setWanted] = useState(rules);
  return (
    <details class="panel">
      <summary>
        <h2>New empty board</h2>
      </summary>
      <RulesForm value={wanted} onChange={setWanted} />
      <button type="button" class="begin" onClick={() => onOpen(emptyView(wanted))}>
        Begin with {formatRules(wanted)}
      </button>
    </details>
  );
}
