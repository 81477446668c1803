/** The user's answer to a puzzle, and its judgement. */

import { useState } from "preact/hooks";

import { post } from "../../api";
import type { ChoiceRating, Puzzle, PuzzleAnswer } from "../../openapi";
import { sentenceOf } from "../../parts/use-load";
import { cellOf, isCovered, type View } from "../../view";

export interface Answer {
  picked: number | null;
  judged: ChoiceRating | null;
  problem: string | null;
  /** Answers with a covered cell. Does nothing if there is an answer already. */
  pick: (index: number) => void;
  /** Removes the answer. */
  again: () => void;
}

export function useAnswer(puzzle: Puzzle, view: View, onJudged: (judged: ChoiceRating) => void): Answer {
  const [picked, setPicked] = useState<number | null>(null);
  const [judged, setJudged] = useState<ChoiceRating | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const answerWith = async (index: number) => {
    if (picked !== null || !isCovered(view.cells[index])) return;
    setPicked(index);
    setProblem(null);
    try {
      const path = `/api/puzzles/${puzzle.game}/${puzzle.at}`;
      const body: PuzzleAnswer = { cell: cellOf(view.rules, index) };
      const judgement = await post<ChoiceRating>(path, body);
      setJudged(judgement);
      onJudged(judgement);
    } catch (error) {
      setPicked(null);
      setProblem(sentenceOf(error));
    }
  };
  const again = () => {
    setPicked(null);
    setJudged(null);
  };
  return { picked, judged, problem, pick: (index) => void answerWith(index), again };
}
