/**
 * Fails to compile where `wire.ts` and the API's own description name different fields. `openapi.ts` is made of
 * `openapi.json`, which a test of the server keeps up to date.
 */

import type { components } from "./openapi";
import type * as wire from "./wire";

type Schemas = components["schemas"];

/** `true` if both have the same fields. */
type Same<One, Other> = [keyof One] extends [keyof Other]
  ? [keyof Other] extends [keyof One]
    ? true
    : false
  : false;

type Checks = {
  About: Same<wire.About, Schemas["About"]>;
  Limits: Same<wire.About["limits"], Schemas["Limits"]>;
  Analysis: Same<wire.Analysis, Schemas["Analysis"]>;
  Begin: Same<wire.Begin, Schemas["Begin"]>;
  Candidate: Same<wire.Candidate, Schemas["Considered"]>;
  CellReport: Same<wire.CellReport, Schemas["CellReport"]>;
  Choice: Same<wire.Choice, Schemas["Choice"]>;
  End: Same<wire.End, Schemas["End"]>;
  Experiment: Same<wire.Experiment, Schemas["Experiment"]>;
  Game: Same<wire.Game, Schemas["Game"]>;
  Judged: Same<wire.Judged, Schemas["Judged"]>;
  Moment: Same<wire.Moment, Schemas["Moment"]>;
  Move: Same<wire.Move, Schemas["MoveAsked"]>;
  Moved: Same<wire.Moved, Schemas["Moved"]>;
  NewGame: Same<wire.NewGame, Schemas["NewGame"]>;
  Player: Same<wire.Player, Schemas["Player"]>;
  Problem: Same<wire.Problem, Schemas["Problem"]>;
  Progress: Same<wire.Progress, Schemas["ExperimentProgress"]>;
  Puzzle: Same<wire.Puzzle, Schemas["Puzzle"]>;
  Reading: Same<wire.Reading, Schemas["Reading"]>;
  Result: Same<wire.Result, Schemas["CaseResult"]>;
  Review: Same<wire.Review, Schemas["Review"]>;
  Step: Same<wire.Step, Schemas["Step"]>;
  WatchEnd: Same<wire.WatchEnd, Schemas["WatchEnd"]>;
};

/** Every check must hold. */
export const holds: { [Name in keyof Checks]: Checks[Name] extends true ? true : never } = {} as never;
