/** Opens another view: from text, from a file, or an empty board. */

import { useState } from "preact/hooks";

import { Problem } from "../../parts/problem";
import { RulesForm } from "../../parts/rules-form";
import { TextForm } from "../../parts/text-form";
import { sentenceOf } from "../../parts/use-load";
import { go } from "../../router";
import { emptyView, formatRules, type Rules, type View } from "../../view";
import { importGame, read } from "./read";

interface Outcome {
  note?: string | null;
  problem?: string;
  transcript?: { text: string; rules: string };
}

export function OpenPanel({ onOpen }: { onOpen: (view: View) => void }) {
  const [outcome, setOutcome] = useState<Outcome>({});
  const openContent = async (content: Blob | string, name: string | null): Promise<boolean> => {
    try {
      const found = await read(content, name);
      if (found.kind === "transcript") {
        setOutcome({ transcript: found });
        return false;
      }
      onOpen(found.view);
      setOutcome({ note: found.note });
      return true;
    } catch (error) {
      setOutcome({ problem: sentenceOf(error) });
      return false;
    }
  };
  return (
    <section class="panel">
      <h2>Open a position</h2>
      <TextForm
        label="A position, a complete board or a game, as text"
        button="Open"
        placeholder={"5x3/2\n1....\n.....\n....."}
        onContent={openContent}
      />
      {outcome.note && <p role="status">{outcome.note}</p>}
      <Problem text={outcome.problem} />
      {outcome.transcript && <TranscriptOffer {...outcome.transcript} />}
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
      <p>This is a whole game, on {rules}.</p>
      <button type="button" class="primary" onClick={() => void open()}>
        Open as a game
      </button>
      <Problem text={problem} />
    </div>
  );
}

/** Opens an empty board with any rules. */
export function NewBoard({ rules, onOpen }: { rules: Rules; onOpen: (view: View) => void }) {
  const [newRules, setNewRules] = useState(rules);
  return (
    <details class="panel">
      <summary>
        <h2>New empty board</h2>
      </summary>
      <RulesForm value={newRules} onChange={setNewRules} />
      <button type="button" class="begin" onClick={() => onOpen(emptyView(newRules))}>
        Start with {formatRules(newRules)}
      </button>
    </details>
  );
}
